// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// A piece of a text, and whether it stands for another one.
struct TextPiece {
    std::string text;
    bool isReplacement = false;
};

/// Originals and what stands for them, found in any text in one pass, the longest first. One thread.
class HiddenTexts {
public:
    enum class Where {
        Anywhere,  ///< within a word, too
        WholeWord,
    };

    enum class Case {
        Matters,
        IsFolded,  ///< of ASCII letters
    };

    explicit HiddenTexts(Case which) : m_case(which) {}

    /// The same original has the same replacement: "host-3" for the third one of "host".
    const std::string& add(std::string_view original, const char* kind, Where where);
    /// `original` is another word for what `replacement` stands for.
    void addAlias(std::string_view original, const std::string& replacement, Where where);
    /// Null where it is none.
    const std::string* replacementOf(std::string_view original) const;

    std::vector<TextPiece> pieces(std::string_view text) const;
    std::string hidden(std::string_view text) const;
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry {
        std::string replacement;
        Where where = Where::Anywhere;
    };
    struct Found {
        std::size_t length = 0;
        const Entry* entry = nullptr;
    };

    std::string keyOf(std::string_view original) const;
    void put(const std::string& original, Entry entry);
    Found longestAt(std::string_view text, std::size_t at) const;

    const Case m_case;
    std::map<std::string, Entry, std::less<>> m_entries;  ///< by the original
    std::map<std::string, std::size_t> m_counts;          ///< of replacements, by kind
    /// A tree of the originals' characters: node and character to the next node.
    std::unordered_map<std::uint64_t, std::uint32_t> m_next;
    std::vector<const Entry*> m_ends{nullptr};  ///< by node
};

}  // namespace lockcore
