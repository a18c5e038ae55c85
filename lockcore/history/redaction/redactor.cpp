// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "redactor.h"

#include "told_hosts.h"

#include <lockcore/observe/dialect.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace lockcore {

namespace {

using Where = HiddenTexts::Where;

/// A shorter one stands in too many sentences that do not mean it.
constexpr std::size_t kLeastPart = 3;
/// Initials of somebody.
constexpr std::size_t kLeastUser = 2;
/// … and data; longer ones nobody writes into one.
constexpr std::size_t kLeastData = 6;
constexpr std::size_t kMostData = 64;
constexpr std::size_t kMostDataInTexts = 100'000;

/// What stands for something, with its number.
constexpr std::array<std::string_view, 7> kReplacements{"host", "domain", "user", "realm",
                                                        "word", "part",   "p"};

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

/// "CN=alice": what names somebody in the subject of a certificate, and not where he works. Empty: nothing.
std::string_view nameOfCertificate(std::string_view part) {
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return {};
    constexpr std::array<std::string_view, 5> kNames{"CN", "UID", "SN", "E", "EMAILADDRESS"};
    std::string key(part.substr(0, equals));
    std::ranges::transform(key, key.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return std::ranges::find(kNames, key) == kNames.end() ? std::string_view() : part.substr(equals + 1);
}

/// A name that is as it was, and yet may be what another one becomes.
bool looksReplaced(std::string_view text) {
    for (std::size_t dash = text.find('-'); dash != std::string_view::npos; dash = text.find('-', dash + 1))
        if (dash + 1 < text.size() && isDigit(text[dash + 1]) &&
            std::ranges::any_of(kReplacements,
                                [&](std::string_view kind) { return text.substr(0, dash).ends_with(kind); }))
            return true;
    return false;
}

/// What a reader makes of a name, but for its id.
bool isRecognisedAs(const std::string& one, const std::string& other) {
    const NodeName first = parseNodeName(one);
    const NodeName second = parseNodeName(other);
    return first.dialect == second.dialect && first.mode == second.mode &&
           first.sequence == second.sequence && first.id.empty() == second.id.empty();
}

/// Beside a directory whose name precedes it, or within it, libraries look for these; they name nobody.
constexpr std::string_view kBesideSemaphore = "-__lock__";
constexpr std::array<std::string_view, 2> kPartsOfSemaphore{"leases", "locks"};

/// A name that is none of another's.
std::string numbered(const std::string& stem, int number, std::string_view suffix) {
    const std::string mark = "~" + std::to_string(number);
    // Its digits are none of the number's that follows.
    const bool isBesideDigit = !suffix.empty() && suffix.front() != '-';
    const std::string behind = stem + mark + (isBesideDigit ? "-" : "");
    const std::string end(suffix);
    return isRecognisedAs(stem + end, behind + end) ? behind : mark + "~" + stem;
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
    if (kind == TextKind::User && m_choice.users) learnUser(text);
    if (kind == TextKind::Data && m_choice.data) learnData(text);
    if (!m_choice.hosts) return;
    learnAddresses(text);
    if (kind == TextKind::Host) learnHosts(text);
    if (kind == TextKind::Cluster) learnHosts(text.substr(0, text.find('/')));
}

/// One who has signed in in several ways has several names.
void Redactor::learnUser(std::string_view user) {
    m_texts.add(user, "user", Where::WholeWord);
    for (std::size_t at = 0; at < user.size();) {
        const std::size_t end = std::min(user.find(',', at), user.size());
        if (end > at) learnPrincipal(user.substr(at, end - at));
        at = end + 1;
    }
}

/// "alice", "alice@REALM", "alice/host@REALM": in sentences and names each part may stand alone.
void Redactor::learnPrincipal(std::string_view principal) {
    const std::string_view named = nameOfCertificate(principal);
    if (named.size() >= kLeastUser && !isNumber(named)) learnPrincipal(named);
    const std::string replacement = m_texts.add(principal, "user", Where::WholeWord);
    const std::size_t at = principal.rfind('@');
    const std::string_view own = principal.substr(0, at);
    const std::size_t slash = own.find('/');
    const std::string_view person = own.substr(0, slash);
    if (person.size() >= kLeastUser && !isNumber(person))
        m_texts.addAlias(person, replacement, Where::WholeWord);
    if (slash != std::string_view::npos && m_choice.hosts) learnHosts(own.substr(slash + 1));
    if (at == std::string_view::npos) return;
    const std::string_view realm = principal.substr(at + 1);
    if (realm.size() >= kLeastPart) m_texts.add(realm, "realm", Where::WholeWord);
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
        result += hiddenWords(piece.text);
    }
    return result;
}

/// Of a sentence, in which a library's words may stand in a path.
std::string Redactor::hiddenWords(std::string_view text) const {
    std::string result;
    while (!text.empty()) {
        const std::size_t mark = text.find(kBesideSemaphore);
        for (const TextPiece& part : m_parts.pieces(text.substr(0, mark)))
            result += part.isReplacement ? part.text : m_dataInTexts.hidden(part.text);
        if (mark == std::string_view::npos) break;
        result += kBesideSemaphore;
        text.remove_prefix(mark + kBesideSemaphore.size());
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

/// A text in which nothing that is hidden wherever it is reaches into its last characters.
static bool keepsEnd(const std::vector<TextPiece>& pieces, std::size_t length) {
    return !pieces.back().isReplacement && pieces.back().text.size() >= length;
}

/// What a library is known by stays: that is tried, word by word.
std::string Redactor::hiddenPart(std::string_view name) {
    if (name.size() > kBesideSemaphore.size() && name.ends_with(kBesideSemaphore) &&
        keepsEnd(m_texts.pieces(name), kBesideSemaphore.size())) {
        name.remove_suffix(kBesideSemaphore.size());
        return hiddenPart(name).append(kBesideSemaphore);
    }
    const bool isPart = std::ranges::find(kPartsOfSemaphore, name) != kPartsOfSemaphore.end();
    if (isPart && keepsEnd(m_texts.pieces(name), name.size())) return std::string(name);
    const NodeName parsed = parseNodeName(std::string(name));
    const SequenceSuffix number = parseSequenceSuffix(name).value_or(SequenceSuffix{});
    // One that has overflown may stand behind a dash that is its own.
    const std::size_t digits = parsed.sequence || number.number < 0 ? number.length : 0;
    const auto whole = m_texts.pieces(name);
    // What is hidden wherever it is, is so in a number too.
    const bool keepsNumber = digits > 0 && keepsEnd(whole, digits);
    const std::string_view suffix = name.substr(name.size() - (keepsNumber ? digits : 0));
    const auto known = m_texts.pieces(name.substr(0, name.size() - suffix.size()));
    if (!m_choice.paths) return keptApart(name, joined(known, {}), suffix);
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
    return keptApart(name, joined(words, {}), suffix);
}

/// Names that would become the same, as of a host with its domain and without, stay two.
std::string Redactor::keptApart(std::string_view name, const std::string& stem, std::string_view suffix) {
    const std::string_view own = name.substr(0, name.size() - suffix.size());
    if (stem == own && !looksReplaced(own)) return stem + std::string(suffix);
    constexpr std::hash<std::string_view> hashOf{};
    for (int number = 1;; ++number) {
        const std::string other = number == 1 ? stem : numbered(stem, number, suffix);
        const auto [known, isNew] = m_stems.try_emplace(hashOf(other), hashOf(own));
        if (isNew || known->second == hashOf(own)) return other + std::string(suffix);
    }
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
