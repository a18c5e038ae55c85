// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dialect_row.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

template <class Value>
using Word = std::pair<const char*, Value>;

constexpr Word<LockMode> kModeWords[] = {
    {"exclusive", LockMode::Exclusive}, {"read", LockMode::Read}, {"write", LockMode::Write}};
constexpr Word<IdForm> kIdForms[] = {{"none", IdForm::None},
                                     {"uuid", IdForm::Uuid},
                                     {"hex32", IdForm::Hex32},
                                     {"guid", IdForm::Guid},
                                     {"hex16", IdForm::Hex16},
                                     {"decimal", IdForm::Decimal},
                                     {"session-and-word", IdForm::SessionAndWord},
                                     {"type-and-hex32", IdForm::TypeAndHex32},
                                     {"guid-and-text", IdForm::GuidAndText},
                                     {"hex-and-text", IdForm::HexAndText},
                                     {"word", IdForm::Word}};
constexpr Word<BlockRule> kRules[] = {{"exclusive", BlockRule::Exclusive},
                                      {"readers-share", BlockRule::ReadersShare},
                                      {"all-hold", BlockRule::AllHold},
                                      {"single-node", BlockRule::SingleNode}};
constexpr Word<WaiterWatch> kWatches[] = {
    {"predecessor", WaiterWatch::Predecessor}, {"first-writer", WaiterWatch::FirstWriter},
    {"any-blocker", WaiterWatch::AnyBlocker},  {"directory", WaiterWatch::Directory},
    {"ready-node", WaiterWatch::ReadyNode},    {"the-node", WaiterWatch::TheNode},
    {"nothing", WaiterWatch::Nothing}};
constexpr Word<SequenceReading> kReadings[] = {{"number", SequenceReading::Number},
                                               {"text", SequenceReading::Text},
                                               {"sign-dropped", SequenceReading::SignDropped},
                                               {"none", SequenceReading::None}};
constexpr Word<EqualNumbers> kEqualNumbers[] = {{"undecided", EqualNumbers::Undecided},
                                                {"by-name", EqualNumbers::ByName}};
constexpr Word<Eviction> kEvictions[] = {{"unknown", Eviction::Unknown},
                                         {"unnoticed", Eviction::Unnoticed},
                                         {"requeues", Eviction::Requeues},
                                         {"grants-self", Eviction::GrantsSelf},
                                         {"noticed", Eviction::Noticed}};
constexpr DirectoryKind kDirectoryKinds[] = {
    DirectoryKind::Lock,     DirectoryKind::ReadWriteLock, DirectoryKind::Semaphore, DirectoryKind::Barrier,
    DirectoryKind::Election, DirectoryKind::Membership,    DirectoryKind::WorkQueue};

/// Those that findings look for whichever library it is.
constexpr BugSituation kSituations[] = {BugSituation::EqualNumbers,   BugSituation::NegativeNumbers,
                                        BugSituation::ForeignChild,   BugSituation::ChildSortsFirst,
                                        BugSituation::WaitsByPolling, BugSituation::WaiterRemovesPredecessor};

constexpr const char* kRowMembers[] = {
    "key",          "name",          "kind",          "names",         "needsEvidence", "election",
    "nodeName",     "nodePlaces",    "queue",         "rule",          "watch",         "reading",
    "equalNumbers", "revokePayload", "evictedHolder", "evictedWaiter", "bugs"};
constexpr const char* kNameMembers[] = {"mode", "prefix", "id", "marker", "numbered"};
constexpr const char* kPlaceMembers[] = {"path", "beside"};
constexpr const char* kBugMembers[] = {"id", "situation", "mendedIn"};

constexpr std::size_t kMostNameBytes = 100;
constexpr std::size_t kMostFixedBytes = 100;
constexpr std::size_t kMostPlaceBytes = 1000;
constexpr std::size_t kMostPayloadBytes = 1000;

std::string quoted(std::string_view word) {
    return '"' + std::string(word) + '"';
}

std::string expectedOneOf(const std::vector<std::string_view>& words) {
    std::string text = "expected one of ";
    for (const std::string_view word : words)
        text += (word == words.front() ? "" : ", ") + quoted(word);
    return text;
}

/// The value of a member that is one of some words.
template <class Value, std::size_t Count>
Value wordOr(const JsonField& object, const char* key, Value missing, const Word<Value> (&words)[Count]) {
    if (!object.has(key)) return missing;
    const JsonField field = object.member(key);
    const std::string text = field.text();
    std::vector<std::string_view> known;
    for (const auto& [word, value] : words) {
        if (text == word) return value;
        known.emplace_back(word);
    }
    field.reject(expectedOneOf(known));
    return missing;
}

DirectoryKind kindOr(const JsonField& object, DirectoryKind missing) {
    if (!object.has("kind")) return missing;
    const JsonField field = object.member("kind");
    const std::string text = field.text();
    std::vector<std::string_view> known;
    for (const DirectoryKind kind : kDirectoryKinds) {
        if (text == directoryKindName(kind)) return kind;
        known.push_back(directoryKindName(kind));
    }
    field.reject(expectedOneOf(known));
    return missing;
}

std::string_view keep(std::string text, SiteDialects& dialects) {
    return dialects.texts.emplace_back(std::move(text));
}

std::string_view lineOr(const JsonField& object, const char* key, std::size_t most, SiteDialects& dialects) {
    if (!object.has(key)) return {};
    return keep(lineOf(object.member(key), most), dialects);
}

/// Of the path of a znode: no part of it that could not be there.
std::string_view nodePartOr(const JsonField& object, const char* key, SiteDialects& dialects) {
    const std::string_view part = lineOr(object, key, kMostFixedBytes, dialects);
    if (part.find('/') != std::string_view::npos) object.member(key).reject("\"/\" is in no znode's name");
    return part;
}

/// One without these would be the form of names of all kinds of programs.
bool isTellingId(IdForm form) {
    return form != IdForm::None && form != IdForm::Word && form != IdForm::Decimal;
}

NamePattern readPattern(const JsonField& field, SiteDialects& dialects) {
    field.allowOnly(kNameMembers);
    NamePattern pattern;
    pattern.mode = wordOr(field, "mode", pattern.mode, kModeWords);
    pattern.prefix = nodePartOr(field, "prefix", dialects);
    pattern.id = wordOr(field, "id", pattern.id, kIdForms);
    pattern.marker = nodePartOr(field, "marker", dialects);
    if (field.has("numbered")) pattern.numbered = field.member("numbered").boolean();
    const bool isNothing = pattern.prefix.empty() && pattern.marker.empty() && !isTellingId(pattern.id);
    if (isNothing) field.reject("a prefix or a marker is expected: any name would be of this form");
    return pattern;
}

bool isPlacePath(std::string_view path) {
    return !path.empty() && !path.starts_with('/') && !path.ends_with('/') &&
           path.find("//") == std::string_view::npos;
}

std::string_view placePathOr(const JsonField& object, const char* key, SiteDialects& dialects) {
    const std::string_view path = lineOr(object, key, kMostPlaceBytes, dialects);
    if (object.has(key) && !isPlacePath(path))
        object.member(key).reject("names with \"/\" in between are expected");
    return path;
}

NodePlace readPlace(const JsonField& field, SiteDialects& dialects) {
    field.allowOnly(kPlaceMembers);
    if (!field.has("path")) field.member("path");
    const NodePlace place{placePathOr(field, "path", dialects), placePathOr(field, "beside", dialects)};
    if (place.path.find_first_not_of("*/") == std::string_view::npos && field.has("path"))
        field.member("path").reject("any znode would be at this place");
    return place;
}

KnownBug readBug(const JsonField& field, SiteDialects& dialects) {
    field.allowOnly(kBugMembers);
    KnownBug bug{keep(lineOf(field.member("id"), kMostNameBytes), dialects), BugSituation::EqualNumbers,
                 lineOr(field, "mendedIn", kMostNameBytes, dialects)};
    const JsonField situation = field.member("situation");
    const std::string text = situation.text();
    std::vector<std::string_view> known;
    for (const BugSituation each : kSituations) {
        known.push_back(bugSituationKey(each));
        if (text == known.back()) bug.situation = each;
    }
    if (std::ranges::find(known, text) == known.end()) situation.reject(expectedOneOf(known));
    return bug;
}

/// The elements of a member that is an array, kept in `lists`.
template <class Element>
std::span<const Element> listOr(const JsonField& object, const char* key, SiteDialects& dialects,
                                std::deque<std::vector<Element>>& lists,
                                Element (*read)(const JsonField&, SiteDialects&)) {
    if (!object.has(key)) return {};
    std::vector<Element>& list = lists.emplace_back();
    object.member(key).forEach([&](const JsonField& field) { list.push_back(read(field, dialects)); });
    return list;
}

std::optional<Dialect> dialectOr(const JsonField& object, const char* key, const DialectKeys& keys) {
    if (!object.has(key)) return std::nullopt;
    const JsonField field = object.member(key);
    const auto found = keys.find(field.text());
    const bool isOfNobody =
        found != keys.end() && found->second >= Dialect::HexMember && found->second <= Dialect::Unknown;
    if (found != keys.end() && !isOfNobody) return found->second;
    field.reject("the key of a dialect of Lockscope or of this file is expected");
    return std::nullopt;
}

BlockRule usualRule(DirectoryKind kind) {
    if (kind == DirectoryKind::ReadWriteLock) return BlockRule::ReadersShare;
    return kind == DirectoryKind::Lock || kind == DirectoryKind::Election ? BlockRule::Exclusive
                                                                          : BlockRule::AllHold;
}

WaiterWatch usualWatch(BlockRule rule) {
    switch (rule) {
        case BlockRule::Exclusive:
        case BlockRule::ReadersShare: return WaiterWatch::Predecessor;
        case BlockRule::SingleNode: return WaiterWatch::TheNode;
        case BlockRule::AllHold: break;
    }
    return WaiterWatch::Nothing;
}

bool isQueueRule(BlockRule rule) {
    return rule == BlockRule::Exclusive || rule == BlockRule::ReadersShare;
}

bool goWith(DirectoryKind kind, BlockRule rule) {
    switch (kind) {
        case DirectoryKind::Lock: return rule != BlockRule::AllHold;
        case DirectoryKind::Election: return rule == BlockRule::Exclusive || rule == BlockRule::SingleNode;
        case DirectoryKind::ReadWriteLock: return isQueueRule(rule);
        default: return rule == BlockRule::AllHold;
    }
}

/// What each member allows the others to be.
void checkRow(const JsonField& field, const DialectInfo& row) {
    const bool isNode = row.rule == BlockRule::SingleNode;
    if (!goWith(row.kind, row.rule))
        field.member(field.has("rule") ? "rule" : "kind").reject("kind and rule do not go together");
    if (isNode && row.nodeName.empty() && row.nodePlaces.empty())
        field.reject("rule \"single-node\" needs nodeName or nodePlaces");
    if (isNode && !row.names.empty())
        field.member("names").reject("a single znode has no contenders with names");
    for (const char* const member : {"nodeName", "nodePlaces"})
        if (!isNode && field.has(member)) field.member(member).reject("goes with rule \"single-node\" only");
    if (isQueueRule(row.rule) && row.reading == SequenceReading::None)
        field.member("reading").reject("a queue is in the order of numbers");
    for (const NamePattern& pattern : row.names) {
        if (isQueueRule(row.rule) && !pattern.numbered)
            field.member("names").reject("\"numbered\": false goes with rule \"all-hold\" only");
        if (pattern.mode != LockMode::Exclusive && row.rule != BlockRule::ReadersShare)
            field.member("names").reject("\"mode\" goes with rule \"readers-share\" only");
    }
}

void checkNames(const JsonField& field, const DialectInfo& row, const SiteDialects& dialects) {
    if (row.needsEvidence) return;
    for (const NamePattern& pattern : row.names) {
        const DialectInfo* other = rowWithNames(builtInDialects(), pattern);
        if (!other) other = rowWithNames(dialects.rows, pattern);
        if (other)
            field.member("names").reject("these are names of " + quoted(other->key) +
                                         ": make them longer, or set needsEvidence and mark the directories");
    }
}

/// The row whose nodes these are, as the first one of the known rows gets them.
const DialectInfo* rowWithNode(const SiteDialects& dialects, const auto& isIts) {
    for (const std::span<const DialectInfo> rows :
         {builtInDialects(), std::span<const DialectInfo>(dialects.rows)})
        if (const auto found = std::ranges::find_if(rows, isIts); found != rows.end()) return &*found;
    return nullptr;
}

void checkNodes(const JsonField& field, const DialectInfo& row, const SiteDialects& dialects) {
    const auto hasName = [&](const DialectInfo& other) {
        return !row.nodeName.empty() && other.nodeName == row.nodeName;
    };
    if (const auto* const other = rowWithNode(dialects, hasName))
        field.member("nodeName").reject("znodes of this name are those of " + quoted(other->key));
    for (const NodePlace& place : row.nodePlaces) {
        const auto hasPlace = [&](const DialectInfo& other) {
            return std::ranges::find(other.nodePlaces, place.path, &NodePlace::path) !=
                   other.nodePlaces.end();
        };
        if (const auto* const other = rowWithNode(dialects, hasPlace))
            field.member("nodePlaces")
                .reject("the znode " + quoted(place.path) + " is that of " + quoted(other->key));
    }
}

/// True where each id of form `narrow` is one of form `wide`.
bool covers(IdForm wide, IdForm narrow) {
    if (wide == narrow) return true;
    switch (wide) {
        case IdForm::Guid: return narrow == IdForm::Uuid || narrow == IdForm::Hex32;
        case IdForm::TypeAndHex32: return narrow == IdForm::Hex32;
        case IdForm::Word: return narrow != IdForm::None;
        default: return false;
    }
}

}  // namespace

std::string lineOf(const JsonField& field, std::size_t most) {
    std::string text = field.text();
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (text.empty() || text.size() > most || std::ranges::any_of(text, isControl)) {
        field.reject("a text of 1 to " + std::to_string(most) +
                     " bytes without control characters is expected");
        text.clear();
    }
    return text;
}

const DialectInfo* rowWithNames(std::span<const DialectInfo> rows, const NamePattern& pattern) {
    const auto hasThem = [&](const DialectInfo& row) {
        return !row.needsEvidence && std::ranges::any_of(row.names, [&](const NamePattern& own) {
            // Any text may end in a number.
            const bool isAnyText = !own.numbered && own.id == IdForm::Word && own.marker.empty();
            return own.prefix == pattern.prefix && own.marker == pattern.marker &&
                   (isAnyText || (own.numbered == pattern.numbered && covers(own.id, pattern.id)));
        });
    };
    const auto found = std::ranges::find_if(rows, hasThem);
    return found == rows.end() ? nullptr : &*found;
}

DialectInfo readDialectRow(const JsonField& field, const DialectKeys& keys, SiteDialects& dialects) {
    field.allowOnly(kRowMembers);
    const Dialect dialect = dialects.nextDialect();
    DialectInfo row{.dialect = dialect, .key = {}, .name = {}, .queue = dialect};
    row.key = keep(field.member("key").text(), dialects);
    row.name = keep(lineOf(field.member("name"), kMostNameBytes), dialects);
    row.kind = kindOr(field, row.kind);
    row.names = listOr(field, "names", dialects, dialects.names, readPattern);
    if (field.has("needsEvidence")) row.needsEvidence = field.member("needsEvidence").boolean();
    row.election = dialectOr(field, "election", keys);
    row.nodeName = nodePartOr(field, "nodeName", dialects);
    row.nodePlaces = listOr(field, "nodePlaces", dialects, dialects.places, readPlace);
    row.queue = dialectOr(field, "queue", keys).value_or(row.dialect);
    row.rule = wordOr(field, "rule", usualRule(row.kind), kRules);
    row.watch = wordOr(field, "watch", usualWatch(row.rule), kWatches);
    const auto usualReading = isQueueRule(row.rule) ? SequenceReading::Number : SequenceReading::None;
    row.reading = wordOr(field, "reading", usualReading, kReadings);
    row.equalNumbers = wordOr(field, "equalNumbers", row.equalNumbers, kEqualNumbers);
    if (field.has("revokePayload"))
        row.revokePayload = keep(lineOf(field.member("revokePayload"), kMostPayloadBytes), dialects);
    row.evictedHolder = wordOr(field, "evictedHolder", row.evictedHolder, kEvictions);
    row.evictedWaiter = wordOr(field, "evictedWaiter", row.evictedWaiter, kEvictions);
    row.bugs = listOr(field, "bugs", dialects, dialects.bugs, readBug);
    checkRow(field, row);
    checkNames(field, row, dialects);
    checkNodes(field, row, dialects);
    return row;
}

}  // namespace lockcore
