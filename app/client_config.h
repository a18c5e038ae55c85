// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// `command` with what the Java client's settings of --client-config and --client-env say and its other
/// options don't; the file counts before the environment, as in Java. Adds a line to `told` for each setting
/// that lacks. The failed side is one line: what can't be taken, though the connection would be
/// another one without it. Reads the file.
tl::expected<CommandLine, QString> withClientConfig(CommandLine command, QStringList& told);

}  // namespace lockscope
