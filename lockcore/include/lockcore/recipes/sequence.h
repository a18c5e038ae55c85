// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockcore {

/// The number that ZooKeeper appends to a sequential name: "%010d" of a signed 32-bit counter, so ten digits,
/// or "-" and nine or ten digits once the counter has overflowed.
struct SequenceSuffix {
    std::int64_t number;
    std::size_t length;  ///< characters that the suffix takes at the end of the name
};

/// The suffix of `name`, if it has one.
std::optional<SequenceSuffix> parseSequenceSuffix(std::string_view name);

/// From here on a lock refuses new acquires (SequenceExhausted): at 2^31−1 the server's counter sticks, names
/// repeat and every recipe known would hold twice. 2^20 below, so that there is time to drain and recreate
/// the parent.
inline constexpr std::int64_t kSequenceLimit = (std::int64_t{1} << 31) - 1 - (std::int64_t{1} << 20);

}  // namespace lockcore
