// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Records a cluster until it is told to end; the exit status. The process's main function from then on.
int runRecord(int& argc, char** argv, const CommandLine& asked);

}  // namespace lockscope
