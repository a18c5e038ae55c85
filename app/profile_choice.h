// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

class ProfileStore;

/// `command` with the connection of the profile that --profile names, if it names one. The failed side is one
/// line that says which profiles there are.
tl::expected<CommandLine, QString> withProfile(CommandLine command, const ProfileStore& profiles);

}  // namespace lockscope
