// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

/// True where this process was started by an ssh that a window of ours has started, to ask the user
/// something (SSH_ASKPASS names this program).
bool isAskedBySsh(int argc);

/// Asks, and tells ssh the answer on standard output: the exit status. Goes when ssh goes.
int runSshQuestion(int& argc, char** argv);

}  // namespace lockscope
