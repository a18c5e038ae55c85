// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Looks at a cluster once and prints what the verb asks for, without a display; the exit status. In main()
/// only, as it makes the QCoreApplication.
int runReport(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
