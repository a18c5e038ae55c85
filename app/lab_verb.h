// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Does what the verb Lab is asked for; the exit status. The process's main function from then on.
int runLab(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
