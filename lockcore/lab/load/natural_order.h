// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace lockcore {

/// The order in which people count: "group2" comes before "group10". A strict order of any texts. Pure.
struct NaturalOrder {
    bool operator()(std::string_view one, std::string_view other) const {
        const std::string_view a = one;
        const std::string_view b = other;
        while (!one.empty() && !other.empty()) {
            const std::string_view x = takePart(one);
            const std::string_view y = takePart(other);
            if (isDigit(x.front()) && isDigit(y.front())) {
                const std::string_view m = withoutZeros(x);
                const std::string_view n = withoutZeros(y);
                if (m != n) return std::tuple(m.size(), m) < std::tuple(n.size(), n);
            } else if (x != y) {
                return x < y;
            }
        }
        if (one.empty() != other.empty()) return one.empty();
        return a < b;  // "a01" and "a1"
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static std::string_view withoutZeros(std::string_view digits) {
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    }
    /// All digits at its begin, or one other character.
    static std::string_view takePart(std::string_view& text) {
        const auto end = std::ranges::find_if_not(text, isDigit);
        const auto length = std::max<std::size_t>(1, static_cast<std::size_t>(end - text.begin()));
        const std::string_view part = text.substr(0, length);
        text.remove_prefix(length);
        return part;
    }
};

}  // namespace lockcore
