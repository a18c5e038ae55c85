// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "byte_text.h"

#include <lockcore/foreign_text.h>

#include <algorithm>
#include <cstdint>

namespace lockcore {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool isControl(char32_t c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || (c >= 0x7F && c < 0xA0);
}

bool isPrintable(char c) {
    return c >= 0x20 && c < 0x7F;
}

}  // namespace

bool isPlainText(std::string_view bytes) {
    // Almost all that is asked about.
    bytes.remove_prefix(
        static_cast<std::size_t>(std::ranges::find_if_not(bytes, isPrintable) - bytes.begin()));
    while (!bytes.empty()) {
        const auto c = takeCodePoint(bytes);
        if (!c || isControl(*c)) return false;
    }
    return true;
}

std::string toBase64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view group = bytes.substr(i, 3);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = (bits << 8) | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= group.size() ? kAlphabet[(bits >> (18 - 6 * k)) & 63u] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool padded = i + padding >= text.size();
        const std::size_t value = padded ? 0 : kAlphabet.find(text[i]);
        if (value == std::string_view::npos) return std::nullopt;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        if (i % 4 != 3) continue;
        for (int shift = 16; shift >= 0; shift -= 8)
            bytes += static_cast<char>((bits >> shift) & 0xFFu);
        bits = 0;
    }
    bytes.erase(bytes.size() - padding);
    // Bits under the padding would make two texts for the same bytes.
    if (toBase64(bytes) != text) return std::nullopt;
    return bytes;
}

}  // namespace lockcore
