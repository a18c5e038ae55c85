// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <QStringList>

namespace lockscope {

/// Makes the dialects of the directory that the command line names, else of `folder`, part of this process's
/// table; nothing where neither is given. At the start of the process, before it has a second thread. What is
/// wrong with which file, a line each: it is not used, the others are.
QStringList useSiteDialects(const CommandLine& command, const QString& folder);

}  // namespace lockscope
