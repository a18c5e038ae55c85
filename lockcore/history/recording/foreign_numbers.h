// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "snapshot_format.h"

#include <algorithm>
#include <cstdint>

namespace lockcore {

// Numbers of a file that anybody may have made: what is made of them here may be added and subtracted.

/// Of a time: years 0 to 9999.
constexpr bool isTimeThatCanBe(std::int64_t unixMs) {
    return unixMs >= kEarliestUnixMs && unixMs <= kLatestUnixMs;
}

/// Of something that was counted; millions of them may be added.
constexpr std::int64_t countThatCanBe(std::int64_t count) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    return std::clamp<std::int64_t>(count, 0, kMost);
}

}  // namespace lockcore
