// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace lockcore {

/// What a reply to any four-letter word says instead of an answer, if so: refused, not serving, not
/// ZooKeeper. Pure.
std::optional<Error> fourLetterRefusal(std::string_view word, std::string_view reply);
/// The word of which fourLetterRefusal() said that it is not allowed; empty for other errors.
std::string_view notAllowedWord(const Error& error);

/// Cuts the next line off `text`, without its end. Empty if no whole line is left.
inline std::optional<std::string_view> takeLine(std::string_view& text) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The rest of the first whole line that begins with `key`.
inline std::optional<std::string_view> restOfLine(std::string_view text, std::string_view key) {
    while (const auto line = takeLine(text))
        if (line->starts_with(key)) return line->substr(key.size());
    return std::nullopt;
}

/// The latest time of a server's clock that is taken for one, in milliseconds: times can be reckoned with
/// without an overflow whatever somebody has sent in place of a server.
inline constexpr std::int64_t kLatestMs = std::numeric_limits<std::int64_t>::max() / 4;
/// ZooKeeper's timeouts are of 32 bits.
inline constexpr std::int64_t kLongestTimeoutMs = std::numeric_limits<std::int32_t>::max();

/// The number that the whole text is.
template <class Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace lockcore
