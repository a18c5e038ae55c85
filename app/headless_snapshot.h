// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Reads all locks of a cluster once and writes them as JSON or as a picture, without a display; the exit
/// status. In main() only, as it makes the QCoreApplication.
int runHeadlessSnapshot(int& argc, char** argv, const CommandLine& asked);

}  // namespace lockscope
