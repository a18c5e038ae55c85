// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Of diff: nothing differs, as far as could be compared, is kExitDone and kExitPartial.
inline constexpr int kExitDiffers = 1;
inline constexpr int kExitNoDiff = 2;

/// Prints how two moments of files differ; the exit status. The process's main function from then on.
int runDiff(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
