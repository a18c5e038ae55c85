// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Writes a snapshot or a recording anew, without what is to be hidden; the exit status. The process's main
/// function from then on.
int runRedact(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
