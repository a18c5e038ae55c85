// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/dialect.h>
#include <lockcore/recipes/sequence.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lockcore {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLowerHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isHexDigit(char c) {
    return isLowerHexDigit(c) || (c >= 'A' && c <= 'F');
}

bool isHex32(std::string_view text) {
    return text.size() == 32 && std::ranges::all_of(text, isHexDigit);
}

bool isUuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i])) return false;
    }
    return true;
}

bool isDecimal(std::string_view text) {
    constexpr std::size_t kMostDigits = 19;  // of a signed 64-bit number
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && text.size() <= kMostDigits && std::ranges::all_of(text, isDigit);
}

bool isSessionAndWord(std::string_view text) {
    const std::size_t dash = text.find('-', 1);  // the first character may be a sign
    return dash != std::string_view::npos && dash + 1 < text.size() && isDecimal(text.substr(0, dash));
}

bool isTypeAndHex32(std::string_view text) {
    if (text.size() <= 32) return isHex32(text);
    const std::string_view type = text.substr(0, text.size() - 32);
    return type.size() > 1 && type.ends_with('-') && isHex32(text.substr(type.size()));
}

/// A GUID, a dash and whatever follows.
bool isGuidAndText(std::string_view text) {
    for (const std::size_t length : {std::size_t{36}, std::size_t{32}}) {
        if (text.size() <= length || text[length] != '-') continue;
        const std::string_view guid = text.substr(0, length);
        if (length == 36 ? isUuid(guid) : isHex32(guid)) return true;
    }
    return false;
}

bool isHexAndText(std::string_view text) {
    return text.size() > 32 && text[32] == '-' && isHex32(text.substr(0, 32));
}

bool hasForm(std::string_view id, IdForm form) {
    switch (form) {
        case IdForm::None: return id.empty();
        case IdForm::Uuid: return isUuid(id);
        case IdForm::Hex32: return isHex32(id);
        case IdForm::Guid: return isUuid(id) || isHex32(id);
        case IdForm::Hex16: return id.size() == 16 && std::ranges::all_of(id, isLowerHexDigit);
        case IdForm::Decimal: return isDecimal(id);
        case IdForm::SessionAndWord: return isSessionAndWord(id);
        case IdForm::TypeAndHex32: return isTypeAndHex32(id);
        case IdForm::GuidAndText: return isGuidAndText(id);
        case IdForm::HexAndText: return isHexAndText(id);
        case IdForm::Word: return !id.empty();
    }
    return false;
}

/// The id in `stem` (a name without its sequence number) if it is of this pattern.
std::optional<std::string_view> idOf(std::string_view stem, const NamePattern& pattern) {
    if (stem.size() < pattern.prefix.size() + pattern.marker.size()) return std::nullopt;
    if (!stem.starts_with(pattern.prefix) || !stem.ends_with(pattern.marker)) return std::nullopt;
    stem.remove_prefix(pattern.prefix.size());
    stem.remove_suffix(pattern.marker.size());
    return hasForm(stem, pattern.id) ? std::optional(stem) : std::nullopt;
}

/// Whether a server may have given the number at the end of a name that nobody knows.
bool looksGiven(std::string_view name, const SequenceSuffix& suffix) {
    constexpr std::int64_t kWithoutZero = 1'000'000'000;
    const std::string_view stem = name.substr(0, name.size() - suffix.length);
    if (suffix.number < 0) return stem.ends_with('-') || stem.ends_with('_');
    return suffix.number < kWithoutZero && (stem.empty() || !isDigit(stem.back()));
}

/// When a pattern is tried. One without a number comes first, since a GUID may end in ten digits; but what
/// takes any text last.
int turnOf(const NamePattern& pattern) {
    if (pattern.numbered) return 1;
    return pattern.id == IdForm::HexAndText ? 2 : 0;
}

/// A name with what stands before its number.
struct NumberedName {
    explicit NumberedName(std::string_view name)
        : whole(name),
          suffix(parseSequenceSuffix(name)),
          stem(name.substr(0, name.size() - (suffix ? suffix->length : 0))) {}

    std::string_view whole;
    std::optional<SequenceSuffix> suffix;
    std::string_view stem;
};

/// What a pattern makes of a name.
struct Match {
    Dialect dialect;
    const NamePattern* pattern;
    std::string_view id;

    std::size_t fixedCharacters() const { return pattern->prefix.size() + pattern->marker.size(); }

    NodeName name(const std::optional<SequenceSuffix>& suffix) const {
        return {dialect, pattern->mode, std::string(id),
                pattern->numbered ? std::optional(suffix->number) : std::nullopt};
    }
};

std::optional<Match> matchOf(const NumberedName& name, Dialect dialect, const NamePattern& pattern) {
    if (pattern.numbered && !name.suffix) return std::nullopt;
    const auto id = idOf(pattern.numbered ? name.stem : name.whole, pattern);
    // Its ids are also those of members, which may have a number for a name.
    const bool isDoubtful = pattern.numbered && pattern.id == IdForm::TypeAndHex32;
    if (!id || (isDoubtful && !looksGiven(name.whole, *name.suffix))) return std::nullopt;
    return Match{dialect, &pattern, *id};
}

struct PatternOfDialect {
    Dialect dialect;
    const NamePattern* pattern;
};

/// In the order in which they are tried.
std::vector<PatternOfDialect> patternsOf(std::span<const DialectInfo> rows) {
    std::vector<PatternOfDialect> patterns;
    for (const DialectInfo& info : rows)
        for (const NamePattern& pattern : info.names)
            patterns.push_back({info.dialect, &pattern});
    std::ranges::stable_sort(patterns, {}, [](const auto& each) { return turnOf(*each.pattern); });
    return patterns;
}

/// Those that need no other evidence. Put in order once: each name of a large dump meets all of them.
const std::vector<PatternOfDialect>& builtInPatterns() {
    static const std::vector<PatternOfDialect> patterns = [] {
        std::vector<PatternOfDialect> all = patternsOf(builtInDialects());
        std::erase_if(all, [](const auto& each) { return dialectInfo(each.dialect).needsEvidence; });
        return all;
    }();
    return patterns;
}

std::optional<Match> firstMatch(const NumberedName& name, const std::vector<PatternOfDialect>& patterns) {
    for (const auto& [dialect, pattern] : patterns)
        if (const auto match = matchOf(name, dialect, *pattern)) return match;
    return std::nullopt;
}

/// By the most specific of the site's patterns that match; `best` where none is more specific.
std::optional<Match> mostSpecific(const NumberedName& name, std::optional<Match> best) {
    for (const DialectInfo& info : siteDialects()) {
        if (info.needsEvidence) continue;
        for (const NamePattern& pattern : info.names) {
            if (best && pattern.prefix.size() + pattern.marker.size() <= best->fixedCharacters()) continue;
            if (const auto match = matchOf(name, info.dialect, pattern)) best = match;
        }
    }
    return best;
}

bool fitsName(std::string_view name, std::string_view pattern) {
    if (pattern == "*") return true;
    if (!pattern.ends_with('*')) return name == pattern;
    return name.size() >= pattern.size() && name.starts_with(pattern.substr(0, pattern.size() - 1));
}

/// Name by name, from the end.
bool endsLike(std::string_view path, std::string_view pattern) {
    // As for most paths and patterns, and each of a large dump meets all of them.
    const bool isOpenEnded = pattern.ends_with('*');
    if (!isOpenEnded && !pattern.empty() && !path.ends_with(pattern.back())) return false;
    while (!pattern.empty()) {
        const std::size_t cut = pattern.rfind('/');
        const std::string_view last = cut == std::string_view::npos ? pattern : pattern.substr(cut + 1);
        if (path.size() < 2 || !fitsName(nodeName(path), last)) return false;
        path = parentPath(path);
        pattern = cut == std::string_view::npos ? std::string_view() : pattern.substr(0, cut);
    }
    return true;
}

std::vector<DialectPlace> placesOf(std::span<const DialectInfo> rows) {
    std::vector<DialectPlace> places;
    for (const DialectInfo& info : rows)
        for (const NodePlace& place : info.nodePlaces)
            places.push_back({info.dialect, &place});
    return places;
}

char lowerCase(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool hasWithoutCase(std::string_view text, std::string_view lower) {
    const auto isSame = [](char c, char wanted) { return lowerCase(c) == wanted; };
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(), isSame) != text.end();
}

/// In lower case: letters in a row, from each capital on anew.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : name) {
        const char lower = lowerCase(c);
        const bool isLetter = lower >= 'a' && lower <= 'z';
        const bool isCapital = c != lower;
        const bool followsCapital = lowerCase(before) != before;
        const bool followsLetter = lowerCase(before) >= 'a' && lowerCase(before) <= 'z';
        if (isLetter && (!followsLetter || (isCapital && !followsCapital))) words.emplace_back();
        if (isLetter) words.back() += lower;
        before = c;
    }
    return words;
}

template <std::size_t kCount>
bool isOneOf(const std::string& word, const std::array<std::string_view, kCount>& words) {
    return std::ranges::find(words, word) != words.end();
}

/// "leader", "leader-latch", "orders-leader", "LeaderElection", "election-of-orders"; but neither
/// "leaderboard" nor "leader-board": of a leader tells what the name ends in.
bool tellsOfElection(std::string_view name) {
    constexpr std::array<std::string_view, 6> kAnywhere{"election",       "elections",   "elector",
                                                        "leaderelection", "leaderlatch", "leaderselector"};
    constexpr std::array<std::string_view, 5> kAtTheEnd{"leader", "leaders", "leadership", "elect",
                                                        "leaderselect"};
    constexpr std::array<std::string_view, 9> kSayNothing{"lock",     "locks", "latch", "node",  "path",
                                                          "selector", "znode", "id",    "select"};
    // As for most names, of which each list of locks has thousands.
    if (!hasWithoutCase(name, "lead") && !hasWithoutCase(name, "elect")) return false;
    std::vector<std::string> words = wordsOf(name);
    if (std::ranges::any_of(words, [&](const std::string& word) { return isOneOf(word, kAnywhere); }))
        return true;
    while (!words.empty() && isOneOf(words.back(), kSayNothing))
        words.pop_back();
    return !words.empty() && isOneOf(words.back(), kAtTheEnd);
}

}  // namespace

std::string_view directoryKindName(DirectoryKind kind) {
    switch (kind) {
        case DirectoryKind::Lock: return "lock";
        case DirectoryKind::ReadWriteLock: return "read-write-lock";
        case DirectoryKind::Semaphore: return "semaphore";
        case DirectoryKind::Barrier: return "barrier";
        case DirectoryKind::Election: return "election";
        case DirectoryKind::Membership: return "membership";
        case DirectoryKind::WorkQueue: return "work-queue";
        case DirectoryKind::Unknown: return "unknown";
    }
    return "unknown";
}

std::optional<DirectoryKind> directoryKindFromName(std::string_view name) {
    for (int kind = 0; kind <= static_cast<int>(DirectoryKind::Unknown); ++kind)
        if (directoryKindName(static_cast<DirectoryKind>(kind)) == name)
            return static_cast<DirectoryKind>(kind);
    return std::nullopt;
}

std::optional<Dialect> dialectOfPlace(std::string_view directory) {
    if (directory.size() > 1 && nodeName(parentPath(directory)) == "table-lock")
        return Dialect::HBaseTableLock;
    return std::nullopt;
}

bool isElectionPlace(std::string_view directory) {
    return directory.size() > 1 &&
           (tellsOfElection(nodeName(directory)) || tellsOfElection(nodeName(parentPath(directory))));
}

std::optional<DialectPlace> singleNodePlace(std::string_view path) {
    std::optional<DialectPlace> longest;
    const auto look = [&](Dialect dialect, const NodePlace& place) {
        const bool isLonger = !longest || place.path.size() > longest->place->path.size();
        if (isLonger && endsLike(path, place.path)) longest = DialectPlace{dialect, &place};
    };
    // Gone through once: each path of a large dump meets all of them.
    static const std::vector<DialectPlace> builtIn = placesOf(builtInDialects());
    for (const DialectPlace& each : builtIn)
        look(each.dialect, *each.place);
    for (const DialectInfo& info : siteDialects())
        for (const NodePlace& place : info.nodePlaces)
            look(info.dialect, place);
    return longest;
}

std::optional<Dialect> dialectFromKey(std::string_view key) {
    const auto found = std::ranges::find(dialects(), key, &DialectInfo::key);
    if (found == dialects().end()) return std::nullopt;
    return found->dialect;
}

std::span<const KnownBug> knownBugs(Dialect dialect) {
    return dialectInfo(dialect).bugs;
}

const KnownBug* knownBug(Dialect dialect, BugSituation situation) {
    const auto bugs = knownBugs(dialect);
    const auto found = std::ranges::find(bugs, situation, &KnownBug::situation);
    return found == bugs.end() ? nullptr : &*found;
}

std::optional<Dialect> singleNodeDialect(std::string_view nodeName) {
    if (nodeName.empty()) return std::nullopt;
    const auto found = std::ranges::find(dialects(), nodeName, &DialectInfo::nodeName);
    if (found == dialects().end()) return std::nullopt;
    return found->dialect;
}

std::string_view bugSituationKey(BugSituation situation) {
    switch (situation) {
        case BugSituation::DowngradeWithWaitingWriter: return "downgrade-with-waiting-writer";
        case BugSituation::ReaderBeforeWaitingWriter: return "reader-before-waiting-writer";
        case BugSituation::EqualNumbers: return "equal-numbers";
        case BugSituation::NegativeNumbers: return "negative-numbers";
        case BugSituation::ForeignChild: return "foreign-child";
        case BugSituation::ChildSortsFirst: return "child-sorts-first";
        case BugSituation::WaitsByPolling: return "waits-by-polling";
        case BugSituation::WaiterRemovesPredecessor: return "waiter-removes-predecessor";
        case BugSituation::SemiSharedBeforeExclusive: return "semi-shared-before-exclusive";
    }
    return "";
}

NodeName parseNodeName(std::string_view name) {
    const NumberedName numbered(name);
    if (const auto match = mostSpecific(numbered, firstMatch(numbered, builtInPatterns())))
        return match->name(numbered.suffix);
    if (!numbered.suffix || !looksGiven(name, *numbered.suffix)) return {};
    return {Dialect::Sequential, LockMode::Exclusive, {}, numbered.suffix->number};
}

NodeName parseNodeName(std::string_view name, Dialect dialect) {
    NodeName parsed = parseNodeName(name);
    if (parsed.dialect == dialect) return parsed;
    const DialectInfo& info = dialectInfo(dialect);
    const NumberedName numbered(name);
    if (const auto own = firstMatch(numbered, patternsOf({&info, 1}))) return own->name(numbered.suffix);
    // Who is told that they queue believes it of names of members, too: those are common words.
    const bool queuesUp = isForQueues(dialectInfo(parsed.dialect).kind);
    const bool isMeant = !info.names.empty() || dialect == Dialect::Sequential;
    if (numbered.suffix && !queuesUp && isMeant)
        return {dialect, LockMode::Exclusive, {}, numbered.suffix->number};
    return parsed;
}

}  // namespace lockcore
