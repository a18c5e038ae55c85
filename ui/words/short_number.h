// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace lockscope {

/// "9,999", then "10.0k", "123k", "1.2M": never longer than kShortNumberWidest, and never more than it is.
/// GUI thread.
QString shortNumber(std::uint64_t number);

/// As wide as any of them.
inline constexpr const char* kShortNumberWidest = "88.8k";

}  // namespace lockscope
