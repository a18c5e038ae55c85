// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Writes what happened in a span of a recording, or at the moment of a snapshot, to be handed on; the exit
/// status. `leftOut`: sentences, what could not be used for it. In main() only, as it makes the QApplication.
int runReportFile(int& argc, char** argv, const CommandLine& command, const QStringList& leftOut);

}  // namespace lockscope
