// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QString>

namespace lockscope {

/// What is wrong with the options by themselves as a sentence, or empty. GUI thread (translated).
QString optionsProblem(const ConnectionOptions& options);

/// The same, and whether this machine has the files that they name.
QString connectionProblem(const ConnectionOptions& options);

/// "Servers: 2; all paths under /app.": what was understood of a valid connect string. GUI thread
/// (translated).
QString connectStringMeaning(const QString& connectString);

}  // namespace lockscope
