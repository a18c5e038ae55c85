// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Measures how long locks take on a cluster, and prints it; the exit status. The process's main function
/// from then on.
int runProbe(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
