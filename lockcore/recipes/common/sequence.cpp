// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/sequence.h>

namespace lockcore {

namespace {

constexpr std::size_t kWidth = 10;  // of "%010d"
constexpr std::int64_t kCounterMax = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t kSmallestTenDigits = 1'000'000'000;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::optional<SequenceSuffix> parseSequenceSuffix(std::string_view name) {
    std::size_t digits = 0;
    while (digits < name.size() && digits < kWidth && isDigit(name[name.size() - 1 - digits]))
        ++digits;
    const auto number = name.substr(name.size() - digits);
    std::int64_t value = 0;
    for (const char digit : number)
        value = value * 10 + (digit - '0');

    const auto head = name.substr(0, name.size() - digits);
    // The sign of a negative number is part of the width of ten, except where the number needs all ten
    // digits: then a "-" before it may as well be the end of the fixed part ("lock-"), and only a second
    // separator tells.
    if (digits == kWidth - 1 && head.ends_with('-')) return SequenceSuffix{-value, kWidth};
    if (digits != kWidth || value > kCounterMax + 1) return std::nullopt;
    const bool signedHead = head == "-" || head.ends_with("--") || head.ends_with("_-");
    if (signedHead && value >= kSmallestTenDigits) return SequenceSuffix{-value, kWidth + 1};
    return value <= kCounterMax ? std::optional(SequenceSuffix{value, kWidth}) : std::nullopt;
}

}  // namespace lockcore
