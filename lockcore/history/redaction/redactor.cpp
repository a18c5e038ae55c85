// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "redactor.h"

#include "told_hosts.h"

#include <lockcore/observe/dialect.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using Where = HiddenTexts::Where;

/// A shorter one stands in too many sentences that do not mean it.
constexpr std::size_t kLeastPart = 3;
/// … and data; longer ones nobody writes into one.
constexpr std::size_t kLeastData = 6;
constexpr std::size_t kMostData = 64;
constexpr std::size_t kMostDataInTexts = 100'000;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isOfPart(char c) {
    return isHexDigit(c) || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isNumber(std::string_view text) {
    return std::ranges::all_of(text, isDigit);
}

/// An id that a library or a server has made, which names nobody: its length, or 0.
std::size_t idLengthAt(std::string_view text) {
    constexpr std::size_t kUuid = 36;
    constexpr std::size_t kHex = 32;
    constexpr std::size_t kSession = 16;
    const auto isHex = [&](std::size_t length) {
        return text.size() >= length && std::ranges::all_of(text.substr(0, length), isHexDigit) &&
               (text.size() == length || !isOfPart(text[length]));
    };
    bool isUuid = text.size() >= kUuid && (text.size() == kUuid || !isOfPart(text[kUuid]));
    for (std::size_t i = 0; i < kUuid && isUuid; ++i) {
        const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
        isUuid = isDash ? text[i] == '-' : isHexDigit(text[i]);
    }
    if (isUuid) return kUuid;
    return isHex(kHex) ? kHex : isHex(kSession) ? kSession : 0;
}

/// Words, and what is between them; of these alone `isReplacement` says that they stay. So it does of ids and
/// numbers, where a library may have made them.
std::vector<TextPiece> wordsOf(std::string_view text, bool areIdsMade) {
    std::vector<TextPiece> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = areIdsMade ? idLengthAt(text.substr(at)) : 0;
        const bool isId = length > 0;
        const bool isWord = !isId && isOfPart(text[at]);
        while (!isId && at + length < text.size() && isOfPart(text[at + length]) == isWord)
            ++length;
        const std::string_view word = text.substr(at, length);
        words.push_back({std::string(word), isId || !isWord || (areIdsMade && isNumber(word))});
        at += length;
    }
    return words;
}

std::string joined(const std::vector<TextPiece>& pieces, std::string_view suffix) {
    std::string text;
    for (const TextPiece& piece : pieces)
        text += piece.text;
    return text.append(suffix);
}

/// What a reader makes of a name, but for its id.
bool isRecognisedAs(const std::string& one, const std::string& other) {
    const NodeName first = parseNodeName(one);
    const NodeName second = parseNodeName(other);
    return first.dialect == second.dialect && first.mode == second.mode &&
           first.sequence == second.sequence && first.id.empty() == second.id.empty();
}

}  // namespace

std::string redactionNote(const RedactionChoice& choice) {
    std::string note;
    for (const auto& [isChosen, word] :
         {std::pair{choice.hosts, "hosts"}, std::pair{choice.data, "data"}, std::pair{choice.users, "users"},
          std::pair{choice.paths, "paths"}, std::pair{!choice.words.empty(), "words"}})
        if (isChosen) note += (note.empty() ? "" : ", ") + std::string(word);
    return note;
}

Redactor::Redactor(RedactionChoice choice) : m_choice(std::move(choice)) {
    for (const std::string& word : m_choice.words)
        if (!word.empty()) m_texts.add(word, "word", Where::Anywhere);
}

void Redactor::learn(TextKind kind, std::string_view text) {
    if (kind == TextKind::Word || text.empty()) return;
    if (kind == TextKind::User && m_choice.users) m_texts.add(text, "user", Where::WholeWord);
    if (kind == TextKind::Data && m_choice.data) learnData(text);
    if (!m_choice.hosts) return;
    learnAddresses(text);
    if (kind == TextKind::Host) learnHosts(text);
    if (kind == TextKind::Cluster) learnHosts(text.substr(0, text.find('/')));
}

void Redactor::learnData(std::string_view data) {
    const auto [known, isNew] = m_data.try_emplace(std::string(data));
    if (!isNew) return;
    known->second = "data-" + std::to_string(m_data.size());
    if (data.size() >= kLeastData && data.size() <= kMostData && m_dataInTexts.size() < kMostDataInTexts)
        m_dataInTexts.addAlias(data, known->second, Where::Anywhere);
}

void Redactor::learnHosts(std::string_view text) {
    for (const std::string_view host : hostsIn(text))
        learnHost(host);
}

void Redactor::learnHost(std::string_view host) {
    const bool isAddress = isIpAddress(host);
    const bool isPlain = host.find_first_of(".:") == std::string_view::npos;
    const std::string replacement = m_texts.add(host, "host", isPlain ? Where::WholeWord : Where::Anywhere);
    const std::size_t dot = host.find('.');
    if (isAddress || dot == std::string_view::npos) return;
    const std::string_view own = host.substr(0, dot);
    if (own.size() >= kLeastPart && !isNumber(own)) m_texts.addAlias(own, replacement, Where::WholeWord);
    for (std::string_view domain = host.substr(dot + 1); domain.find('.') < domain.size() - 1;
         domain.remove_prefix(domain.find('.') + 1))
        m_texts.add(domain, "domain", Where::WholeWord);
}

/// Of clients that nothing else tells of: in data, in sentences, in names.
void Redactor::learnAddresses(std::string_view text) {
    for (const std::string_view address : addressesIn(text))
        m_texts.add(address, "host", Where::Anywhere);
}

void Redactor::learnParts(TextKind kind, std::string_view text) {
    if (!m_choice.paths || text.empty()) return;
    if (kind == TextKind::Path) (void)hiddenPath(text);
    if (kind == TextKind::Text) learnPathsIn(text);
    const std::size_t chroot = kind == TextKind::Cluster ? text.find('/') : std::string_view::npos;
    if (chroot != std::string_view::npos) (void)hiddenPath(text.substr(chroot));
}

/// A sentence may name a path that nothing else has.
void Redactor::learnPathsIn(std::string_view text) {
    constexpr std::string_view kBeside = " \t\r\n\"'()<>[]{},;:=";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(kBeside, at);
        if (begin == std::string_view::npos) return;
        const std::size_t end = std::min(text.find_first_of(kBeside, begin), text.size());
        if (text[begin] == '/') (void)hiddenPath(text.substr(begin, end - begin));
        at = end;
    }
}

const std::string& Redactor::partOf(std::string_view word) {
    return word.size() < kLeastPart ? m_smallParts.add(word, "p", Where::WholeWord)
                                    : m_parts.add(word, "part", Where::WholeWord);
}

std::string Redactor::hiddenText(std::string_view text) const {
    std::string result;
    for (const TextPiece& piece : m_texts.pieces(text)) {
        if (piece.isReplacement) {
            result += piece.text;
            continue;
        }
        for (const TextPiece& part : m_parts.pieces(piece.text))
            result += part.isReplacement ? part.text : m_dataInTexts.hidden(part.text);
    }
    return result;
}

std::string Redactor::hiddenPath(std::string_view path) {
    std::string result;
    for (;;) {
        const std::size_t slash = path.find('/');
        result += hiddenPart(path.substr(0, slash));
        if (slash == std::string_view::npos) return result;
        result += '/';
        path.remove_prefix(slash + 1);
    }
}

/// What a library is known by stays: that is tried, word by word.
std::string Redactor::hiddenPart(std::string_view name) {
    const NodeName parsed = parseNodeName(std::string(name));
    const SequenceSuffix number = parseSequenceSuffix(name).value_or(SequenceSuffix{});
    // One that has overflown may stand behind a dash that is its own.
    const std::size_t digits = parsed.sequence || number.number < 0 ? number.length : 0;
    const auto whole = m_texts.pieces(name);
    // What is hidden wherever it is, is so in a number too.
    const bool keepsNumber = digits > 0 && !whole.back().isReplacement && whole.back().text.size() >= digits;
    const std::string_view suffix = name.substr(name.size() - (keepsNumber ? digits : 0));
    const auto known = m_texts.pieces(name.substr(0, name.size() - suffix.size()));
    if (!m_choice.paths) return joined(known, suffix);
    const bool mayBeMade = digits > 0 || parsed.dialect != Dialect::Unknown;
    std::vector<TextPiece> words;
    for (const TextPiece& piece : known) {
        if (piece.isReplacement) {
            words.push_back(piece);
            continue;
        }
        const auto own = wordsOf(piece.text, mayBeMade);
        words.insert(words.end(), own.begin(), own.end());
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].isReplacement) continue;
        const std::string before = joined(words, suffix);
        const std::string word = words[i].text;
        words[i].text = partOf(word);
        // Its digits are none of the number's.
        if (i + 1 == words.size() && !suffix.empty() && suffix.front() != '-') words[i].text += '-';
        if (!isRecognisedAs(before, joined(words, suffix))) words[i].text = word;
    }
    return joined(words, suffix);
}

std::string Redactor::hidden(TextKind kind, std::string_view text) {
    switch (kind) {
        case TextKind::Word: return std::string(text);
        case TextKind::Path: return hiddenPath(text);
        case TextKind::Data:
            if (const auto whole = m_data.find(std::string(text)); whole != m_data.end())
                return whole->second;
            return hiddenText(text);
        case TextKind::Cluster: {
            const std::size_t chroot = std::min(text.find('/'), text.size());
            return m_texts.hidden(text.substr(0, chroot)) + hiddenPath(text.substr(chroot));
        }
        case TextKind::Key:
        case TextKind::Host:
        case TextKind::User: return m_texts.hidden(text);
        case TextKind::Text: break;
    }
    return hiddenText(text);
}

}  // namespace lockcore
