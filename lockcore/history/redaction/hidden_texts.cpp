// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "hidden_texts.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isOfWord(char c) {
    const char l = lower(c);
    return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::uint64_t stepOf(std::uint32_t node, char c) {
    return std::uint64_t{node} << 8U | static_cast<unsigned char>(c);
}

}  // namespace

std::string HiddenTexts::keyOf(std::string_view original) const {
    std::string key(original);
    if (m_case == Case::IsFolded) std::ranges::transform(key, key.begin(), lower);
    return key;
}

const std::string& HiddenTexts::add(std::string_view original, const char* kind, Where where) {
    const std::string key = keyOf(original);
    if (const auto known = m_entries.find(key); known != m_entries.end()) return known->second.replacement;
    put(key, {std::string(kind) + "-" + std::to_string(++m_counts[kind]), where});
    return m_entries.find(key)->second.replacement;
}

void HiddenTexts::addAlias(std::string_view original, const std::string& replacement, Where where) {
    const std::string key = keyOf(original);
    if (!m_entries.contains(key)) put(key, {replacement, where});
}

void HiddenTexts::put(const std::string& original, Entry entry) {
    if (original.empty()) return;
    std::uint32_t node = 0;
    for (const char c : original) {
        const auto [place, isNew] =
            m_next.try_emplace(stepOf(node, c), static_cast<std::uint32_t>(m_ends.size()));
        if (isNew) m_ends.push_back(nullptr);
        node = place->second;
    }
    m_ends[node] = &m_entries.emplace(original, std::move(entry)).first->second;
}

const std::string* HiddenTexts::replacementOf(std::string_view original) const {
    const auto found = m_entries.find(keyOf(original));
    return found == m_entries.end() ? nullptr : &found->second.replacement;
}

HiddenTexts::Found HiddenTexts::longestAt(std::string_view text, std::size_t at) const {
    Found longest;
    std::uint32_t node = 0;
    const bool beginsWord = at == 0 || !isOfWord(text[at - 1]) || !isOfWord(text[at]);
    for (std::size_t end = at; end < text.size();) {
        const auto next = m_next.find(stepOf(node, m_case == Case::IsFolded ? lower(text[end]) : text[end]));
        if (next == m_next.end()) break;
        node = next->second;
        ++end;
        const Entry* const entry = m_ends[node];
        if (entry == nullptr) continue;
        const bool endsWord = end == text.size() || !isOfWord(text[end]) || !isOfWord(text[end - 1]);
        if (entry->where == Where::Anywhere || (beginsWord && endsWord)) longest = {end - at, entry};
    }
    return longest;
}

std::vector<TextPiece> HiddenTexts::pieces(std::string_view text) const {
    std::vector<TextPiece> pieces;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Found found = longestAt(text, at);
        if (found.entry == nullptr) {
            ++at;
            continue;
        }
        if (at > begin) pieces.push_back({std::string(text.substr(begin, at - begin))});
        pieces.push_back({found.entry->replacement, true});
        at += found.length;
        begin = at;
    }
    if (begin < text.size()) pieces.push_back({std::string(text.substr(begin))});
    return pieces;
}

std::string HiddenTexts::hidden(std::string_view text) const {
    std::string result;
    for (const TextPiece& piece : pieces(text))
        result += piece.text;
    return result;
}

}  // namespace lockcore
