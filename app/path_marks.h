// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

class WindowSettings;

/// With what is said of paths of the cluster: in the window, and by --mark, which counts for more. After
/// useSiteDialects(), whose dialects it may name; the failed side is one line that says what is wrong.
tl::expected<CommandLine, QString> withMarks(CommandLine command, const WindowSettings& settings);

}  // namespace lockscope
