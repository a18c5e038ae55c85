// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockcore {

/// Curator's protected prefix: a create whose answer was lost is found again by it.
std::string protection(std::string_view guid);

/// The sequence number at the end of a name, as it is written there.
std::string sequenceText(std::string_view name);

}  // namespace lockcore
