// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/foreign_text.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace lockcore {

namespace {

struct CharacterRange {
    char32_t first;
    char32_t last;
};

/// Unicode 15: categories Cc, Cf, Zl and Zp, Default_Ignorable_Code_Point, and what is drawn as nothing
/// though it counts as a letter or symbol.
constexpr CharacterRange kHidden[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},
    {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F},
    {0x16FE4, 0x16FE4}, {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

constexpr char32_t kLastOfPlane0 = 0xFFFF;

void appendUnit(std::string& text, std::uint32_t unit) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(unit & 0xFFFFu));
    text += escape;
}

/// As JSON has it: in UTF-16.
void appendEscape(std::string& text, char32_t character) {
    if (character <= kLastOfPlane0) return appendUnit(text, character);
    const std::uint32_t rest = character - 0x10000;
    appendUnit(text, 0xD800 + (rest >> 10));
    appendUnit(text, 0xDC00 + (rest & 0x3FFu));
}

std::size_t sequenceLength(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

}  // namespace

std::optional<char32_t> takeCodePoint(std::string_view& bytes) {
    const auto lead = static_cast<unsigned char>(bytes.front());
    const std::size_t length = sequenceLength(lead);
    if (length == 0 || bytes.size() < length) return std::nullopt;
    char32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(bytes[i]);
        if ((next & 0xC0u) != 0x80u) return std::nullopt;
        value = (value << 6) | (next & 0x3Fu);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[length] || value > 0x10FFFF || isSurrogate) return std::nullopt;
    bytes.remove_prefix(length);
    return value;
}

bool isHidden(char32_t character) {
    const auto* const range = std::ranges::lower_bound(kHidden, character, {}, &CharacterRange::last);
    return range != std::end(kHidden) && character >= range->first;
}

std::string withoutHidden(std::string_view json) {
    // Most texts have nothing else, and many are long.
    if (std::ranges::all_of(json, [](char c) { return static_cast<unsigned char>(c) <= 0x7E; }))
        return std::string(json);
    std::string text;
    text.reserve(json.size());
    while (!json.empty()) {
        const std::string_view before = json;
        const auto character = takeCodePoint(json);
        if (!character) json.remove_prefix(1);
        if (character && *character > 0x7E && isHidden(*character))
            appendEscape(text, *character);
        else
            text += before.substr(0, before.size() - json.size());
    }
    return text;
}

}  // namespace lockcore
