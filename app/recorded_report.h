// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Prints what a verb tells of a snapshot, or of a moment of a recording; the exit status. The process's main
/// function from then on.
int runRecordedReport(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
