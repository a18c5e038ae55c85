// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <vector>

namespace lockscope {

/// Records clusters, each as its command says, until it is told to end; the exit status. The process's main
/// function from then on.
int runRecord(int& argc, char** argv, const std::vector<CommandLine>& asked);

}  // namespace lockscope
