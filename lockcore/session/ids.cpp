// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/ids.h>

#include <array>
#include <charconv>

namespace lockcore {

namespace {

std::string hex(std::int64_t value) {
    std::array<char, 16> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint64_t>(value), 16)
            .ptr;
    return "0x" + std::string(digits.data(), end);
}

std::optional<std::int64_t> fromHex(std::string_view text) {
    if (!text.starts_with("0x") || text.size() < 3 || text.size() > 18) return std::nullopt;
    std::uint64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + 2, end, value, 16);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

}  // namespace

std::string toHex(SessionId id) {
    return hex(raw(id));
}

std::string toHex(Zxid id) {
    return hex(raw(id));
}

std::optional<SessionId> parseSessionId(std::string_view text) {
    const auto value = fromHex(text);
    return value ? std::optional(SessionId{*value}) : std::nullopt;
}

std::optional<Zxid> parseZxid(std::string_view text) {
    const auto value = fromHex(text);
    return value ? std::optional(Zxid{*value}) : std::nullopt;
}

}  // namespace lockcore
