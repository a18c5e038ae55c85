// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_checked.h"
#include "snapshot_coverage.h"
#include "snapshot_format.h"
#include "snapshot_values.h"
#include "snapshot_work.h"

#include <lockcore/foreign_text.h>
#include <lockcore/observe/role_doubt.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace lockcore {

namespace {

// Its objects keep their keys sorted.
using Json = nlohmann::json;

/// Most contenders are as they were created: a file of many is half as large without what that says already.
void putStat(Json& object, const Stat& stat) {
    object["czxid"] = toHex(stat.czxid);
    object["ctimeMs"] = stat.ctimeMs;
    object["session"] = toHex(stat.ephemeralOwner);
    if (stat.mzxid != stat.czxid) object["mzxid"] = toHex(stat.mzxid);
    if (stat.pzxid != stat.czxid) object["pzxid"] = toHex(stat.pzxid);
    if (stat.mtimeMs != stat.ctimeMs) object["mtimeMs"] = stat.mtimeMs;
    for (const StatNumber& number : kStatNumbers)
        if (stat.*number.member != 0) object[number.key] = stat.*number.member;
}

std::string_view keyOf(Dialect dialect, const std::string& unknown) {
    return unknown.empty() ? dialectInfo(dialect).key : std::string_view(unknown);
}

/// By the table of libraries: who reads the file has the same, or a later one.
bool isToldByName(const Contender& contender) {
    const NodeName told = parseNodeName(contender.name);
    return told.id == contender.parsed.id && told.sequence == contender.parsed.sequence;
}

/// What a contender's name says by itself, which is half of what a file of many would have of it.
enum class NameParts {
    LeftOut,
    Told,  ///< for who may change the name
};

void putNameParts(Json& json, const Contender& contender, NameParts parts) {
    const NodeName& parsed = contender.parsed;
    if (parts == NameParts::LeftOut && isToldByName(contender)) return;
    putBytes(json, "id", parsed.id);
    if (parsed.sequence) json["sequence"] = *parsed.sequence;
}

Json rowJson(const QueueRow& row, const std::vector<QueueRow>& rows, NameParts parts) {
    const Contender& contender = *row.contender;
    Json json{{"role", roleName(row.role)},
              {"dialect", keyOf(contender.parsed.dialect, contender.unknownDialect)},
              {"mode", lockModeName(contender.parsed.mode)}};
    putBytes(json, "name", contender.name);
    putNameParts(json, contender, parts);
    putBytes(json, "data", contender.data);
    if (contender.stat) putStat(json, *contender.stat);
    if (row.predecessor) putBytes(json, "predecessor", rows[*row.predecessor].contender->name);
    if (contender.toldSession != SessionId::None) json["toldSession"] = toHex(contender.toldSession);
    putProblem(json, contender.problem);
    return json;
}

/// What a server told of what the contender's session watches.
void putLink(Json& json, const ChainLink& link, const QueueRow& row, const std::vector<QueueRow>& rows) {
    if (isBehindSomebody(row.role) || link.verdict != ChainVerdict::Inferred)
        json["watch"] = chainVerdictName(link.verdict);
    if (link.target && *link.target < rows.size())
        putBytes(json, "watches", rows[*link.target].contender->name);
    if (link.watchesItself) json["watchesItself"] = true;
    if (link.isAbove) json["watchesAbove"] = true;
    if (link.doubt != WatchDoubt::None) json["watchDoubt"] = watchDoubtName(link.doubt);
}

/// Of contenders of several libraries: who was seen to wait for whose, and of whom that is not known.
void putMixed(Json& json, const LockQueue& lock, const ClusterAssessment* checked) {
    if (!lock.mixed) return;
    json["awaited"] = Json::array();
    for (const AwaitedQueue& pair : lock.awaited)
        json["awaited"].push_back(
            {{"waiting", dialectInfo(pair.waiting).key}, {"awaited", dialectInfo(pair.awaited).key}});
    Json& contenders = json["contenders"];
    for (const std::size_t row : mayWaitForOthers(lock))
        contenders[row]["inDoubt"] = false;
    for (const std::size_t row : rowsInDoubt(lock, checked))
        contenders[row]["inDoubt"] = true;
}

/// Of a moment of a recording: what may have been otherwise by then.
void putUnseen(Json& json, const LockQueue& lock, const ClusterAssessment* checked) {
    if (!checked) return;
    const auto unseen = checked->unseen.find(lock.path);
    if (unseen == checked->unseen.end()) return;
    json["unseen"] = true;
    Json& contenders = json["contenders"];
    for (const std::size_t row : unseen->second)
        if (row < contenders.size()) contenders[row]["unseen"] = true;
}

/// `checked` may be null.
Json lockJson(const LockQueue& lock, const ClusterAssessment* checked, NameParts parts) {
    const std::vector<ChainLink>* const chain = checked ? chainOf(lock, *checked) : nullptr;
    const bool isNamed = lock.freshness == Freshness::Named;
    Json json{{"dialect", keyOf(lock.dialect, lock.unknownDialect)},
              {"kind", directoryKindName(lock.kind)},
              {"mixed", lock.mixed},
              // An older reader takes what is not read for what was read some time ago.
              {"freshness", freshnessName(isNamed ? Freshness::Stale : lock.freshness)},
              {"readAt", timeJson(lock.readAtUnixMs)},
              {"contenders", Json::array()}};
    putBytes(json, "path", lock.path);
    if (isNamed) json["named"] = true;
    if (lock.capacity) json["capacity"] = *lock.capacity;
    if (lock.stat) putStat(json["stat"], *lock.stat);
    putProblem(json, lock.problem);
    if (chain) json["watchesCompared"] = true;
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        Json row = rowJson(lock.rows[i], lock.rows, parts);
        if (chain) putLink(row, (*chain)[i], lock.rows[i], lock.rows);
        json["contenders"].push_back(std::move(row));
    }
    putMixed(json, lock, checked);
    putUnseen(json, lock, checked);
    return json;
}

Json endJson(const ContenderEnd& end) {
    Json json{
        {"kind", endKindName(end.kind)}, {"basis", endBasisName(end.basis)}, {"certain", end.isCertain()}};
    putBytes(json, "address", end.address);
    return json;
}

Json leftJson(const PastContender& past) {
    const Turn& turn = past.turn;
    const auto& stat = turn.contender->stat;
    Json json{{"seenFrom", timeJson(turn.firstSeenUnixMs)},
              {"beganBefore", turn.beganBefore},
              {"mayHaveHeld", turn.mayHaveHeld}};
    if (turn.inDoubt) json["inDoubt"] = true;
    putBytes(json, "lock", past.lockPath);
    putBytes(json, "name", turn.contender->name);
    if (stat) json["czxid"] = toHex(stat->czxid);
    if (stat) json["session"] = toHex(stat->ephemeralOwner);
    putTime(json, "queuedAt", turn.queuedAtUnixMs);
    if (turn.granted) {
        json["grantedNotAfter"] = timeJson(turn.granted->notAfterUnixMs);
        putTime(json, "grantedNotBefore", turn.granted->notBeforeUnixMs);
    }
    putTime(json, "leftNotAfter", turn.leftAtUnixMs);
    putTime(json, "leftNotBefore", turn.leftNotBeforeUnixMs);
    if (turn.end) json["end"] = endJson(*turn.end);
    return json;
}

/// `json` as it stands so many levels within a document of dump(1), or on a line.
std::string nested(const Json& json, std::size_t levels, JsonLayout layout) {
    if (layout == JsonLayout::LineALock) return withoutHidden(json.dump());
    const std::string text = json.dump(1);
    std::string moved;
    moved.reserve(text.size());
    for (const char c : text) {
        moved += c;
        if (c == '\n') moved.append(levels, ' ');
    }
    return withoutHidden(moved);
}

/// Lock by lock: a document of all of them takes several times the text's memory, and can't be ended midway.
void writeLocks(LockQueues locks, const ClusterAssessment* checked, SnapshotWork& work, JsonLayout layout,
                const TakeText& take, const SnapshotEdit& edit) {
    if (locks.empty()) return take("[]");
    std::ranges::stable_sort(locks, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    const char* before = "[\n  ";
    for (const auto& lock : locks) {
        Json json = lockJson(*lock, checked, edit ? NameParts::Told : NameParts::LeftOut);
        if (edit) edit(json);
        take(std::exchange(before, ",\n  "));
        take(nested(json, 2, layout));
        if (!work.did(1 + lock->rows.size())) break;
    }
    take("\n ]");
}

/// What there is to do, in locks and contenders: of the rest there is less.
std::size_t stepsOf(const Snapshot& snapshot) {
    std::size_t steps = snapshot.locks.size();
    for (const auto& lock : snapshot.locks)
        steps += lock->rows.size();
    return steps;
}

}  // namespace

std::string toJson(const Snapshot& snapshot) {
    SnapshotWork work({});
    return toJson(snapshot, work);
}

std::string toJson(const Snapshot& snapshot, SnapshotWork& work, const SnapshotEdit& edit) {
    std::string text;
    writeJson(
        snapshot, work, JsonLayout::Indented, [&](std::string_view piece) { text += piece; }, edit);
    return text;
}

void writeJson(const Snapshot& snapshot, SnapshotWork& work, JsonLayout layout, const TakeText& take,
               const SnapshotEdit& edit) {
    const int percentOfText = layout == JsonLayout::Indented ? 60 : 90;
    constexpr const char* kLocks = "locks";
    work.begin(stepsOf(snapshot), percentOfText);
    Json json{{"format", kSnapshotFormat},
              {"version", {{"major", kSnapshotVersion}, {"minor", kSnapshotMinorVersion}}},
              {"takenAt", timeJson(snapshot.takenAtUnixMs)},
              {kLocks, Json::array()},
              {"left", Json::array()}};
    putBytes(json, "program", snapshot.program);
    putBytes(json, "cluster", snapshot.connectString);
    putBytes(json, "server", snapshot.server);
    if (snapshot.coverage) json["coverage"] = coverageJson(*snapshot.coverage);
    putChecked(json, snapshot.checked.get());
    for (const PastContender& past : snapshot.left)
        json["left"].push_back(leftJson(past));
    if (edit) edit(json);

    const char* before = "{\n \"";
    for (const auto& [key, value] : json.items()) {
        take(std::exchange(before, ",\n \"") + key + "\": ");
        if (key == kLocks)
            writeLocks(snapshot.locks, snapshot.checked.get(), work, layout, take, edit);
        else
            take(nested(value, 1, layout));
    }
    take("\n}\n");
}

}  // namespace lockcore
