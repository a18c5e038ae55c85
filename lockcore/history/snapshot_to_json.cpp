// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "byte_text.h"
#include "snapshot_format.h"

#include <lockcore/history/snapshot.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace lockcore {

namespace {

// Its objects keep their keys sorted.
using Json = nlohmann::json;

/// "2026-01-31T12:34:56.789Z".
std::string utcText(std::int64_t unixMs) {
    using namespace std::chrono;
    const sys_time<milliseconds> time{milliseconds(unixMs)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

Json timeJson(std::int64_t unixMs) {
    return {{"unixMs", unixMs}, {"utc", utcText(std::clamp(unixMs, kEarliestUnixMs, kLatestUnixMs))}};
}

/// Text that is none goes under another key, so that a reader can't mistake one for the other.
void putBytes(Json& object, const std::string& key, const std::string& bytes) {
    if (isPlainText(bytes))
        object[key] = bytes;
    else
        object[key + kBase64Suffix] = toBase64(bytes);
}

void putStat(Json& object, const Stat& stat) {
    object["czxid"] = toHex(stat.czxid);
    object["mzxid"] = toHex(stat.mzxid);
    object["pzxid"] = toHex(stat.pzxid);
    object["ctimeMs"] = stat.ctimeMs;
    object["mtimeMs"] = stat.mtimeMs;
    object["version"] = stat.version;
    object["cversion"] = stat.cversion;
    object["aversion"] = stat.aversion;
    object["session"] = toHex(stat.ephemeralOwner);
    object["dataLength"] = stat.dataLength;
    object["numChildren"] = stat.numChildren;
}

void putProblem(Json& object, const std::optional<Error>& problem) {
    if (!problem) return;
    Json json{{"code", errorName(problem->code)}};
    putBytes(json, "what", problem->what);
    putBytes(json, "path", problem->path);
    putBytes(json, "server", problem->server);
    object["problem"] = std::move(json);
}

Json rowJson(const QueueRow& row, const std::vector<QueueRow>& rows) {
    const Contender& contender = *row.contender;
    Json json{{"role", roleName(row.role)},
              {"dialect", dialectInfo(contender.parsed.dialect).key},
              {"mode", lockModeName(contender.parsed.mode)}};
    putBytes(json, "name", contender.name);
    putBytes(json, "id", contender.parsed.id);
    putBytes(json, "data", contender.data);
    if (contender.parsed.sequence) json["sequence"] = *contender.parsed.sequence;
    if (contender.stat) putStat(json, *contender.stat);
    if (row.predecessor) putBytes(json, "predecessor", rows[*row.predecessor].contender->name);
    putProblem(json, contender.problem);
    return json;
}

Json lockJson(const LockQueue& lock) {
    Json json{{"dialect", dialectInfo(lock.dialect).key},
              {"kind", directoryKindName(lock.kind)},
              {"mixed", lock.mixed},
              {"freshness", freshnessName(lock.freshness)},
              {"readAt", timeJson(lock.readAtUnixMs)},
              {"contenders", Json::array()}};
    putBytes(json, "path", lock.path);
    if (lock.capacity) json["capacity"] = *lock.capacity;
    if (lock.stat) putStat(json["stat"], *lock.stat);
    putProblem(json, lock.problem);
    for (const QueueRow& row : lock.rows)
        json["contenders"].push_back(rowJson(row, lock.rows));
    return json;
}

}  // namespace

std::string toJson(const Snapshot& snapshot) {
    auto locks = snapshot.locks;
    std::ranges::stable_sort(locks, {}, [](const auto& lock) -> const std::string& { return lock->path; });

    Json json{{"format", kSnapshotFormat},
              {"version", {{"major", kSnapshotVersion}, {"minor", kSnapshotMinorVersion}}},
              {"takenAt", timeJson(snapshot.takenAtUnixMs)},
              {"locks", Json::array()}};
    putBytes(json, "program", snapshot.program);
    putBytes(json, "cluster", snapshot.connectString);
    putBytes(json, "server", snapshot.server);
    for (const auto& lock : locks)
        json["locks"].push_back(lockJson(*lock));
    return json.dump(1) + "\n";
}

}  // namespace lockcore
