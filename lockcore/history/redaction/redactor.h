// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hidden_texts.h"

#include <lockcore/history/redaction.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockcore {

/// What a text of a file is.
enum class TextKind {
    Word,     ///< of this program's vocabulary, an id, a time: stays
    Key,      ///< most likely that, but others may have written it: parts of paths are not looked for
    Text,     ///< anything
    Path,     ///< of a znode, or the name of one
    Data,     ///< of a znode
    Host,     ///< name or address, with a port or without
    Cluster,  ///< a connect string
    User,
};

/// Hides what was chosen. All texts have to be learnt before the first one is hidden, as a host may be
/// written in a path that comes before it: first whom they name, then, as hosts are no parts of paths, these
/// parts. The same text is always hidden by the same. One thread.
class Redactor {
public:
    explicit Redactor(RedactionChoice choice);

    void learn(TextKind kind, std::string_view text);
    void learnParts(TextKind kind, std::string_view text);
    std::string hidden(TextKind kind, std::string_view text);

private:
    void learnUser(std::string_view user);
    void learnPrincipal(std::string_view principal);
    void learnData(std::string_view data);
    void learnHosts(std::string_view text);
    void learnHost(std::string_view host);
    void learnAddresses(std::string_view text);
    void learnPathsIn(std::string_view text);
    std::string hiddenText(std::string_view text) const;
    std::string hiddenWords(std::string_view text) const;
    std::string hiddenPath(std::string_view path);
    std::string hiddenPart(std::string_view name);
    const std::string& partOf(std::string_view word);
    std::string keptApart(std::string_view name, const std::string& stem, std::string_view suffix);

    const RedactionChoice m_choice;
    /// Hosts, users, and what was chosen by itself.
    HiddenTexts m_texts{HiddenTexts::Case::IsFolded};
    HiddenTexts m_parts{HiddenTexts::Case::Matters};  ///< of paths and names
    /// Those that are too short to be looked for in sentences.
    HiddenTexts m_smallParts{HiddenTexts::Case::Matters};
    HiddenTexts m_dataInTexts{HiddenTexts::Case::Matters};
    std::unordered_map<std::string, std::string> m_data;  ///< whole ones, and what stands for them
    /// Names but for their numbers: by hashes of what stands for them, of what they were.
    std::unordered_map<std::size_t, std::size_t> m_stems;
};

}  // namespace lockcore
