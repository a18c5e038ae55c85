// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_coverage.h"

#include "snapshot_format.h"
#include "snapshot_values.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using Json = nlohmann::json;

struct Count {
    const char* key;
    std::size_t Coverage::*member;
};

constexpr std::array kCounts{
    Count{"locks", &Coverage::locks},           Count{"locksRead", &Coverage::locksRead},
    Count{"contenders", &Coverage::contenders}, Count{"contendersRead", &Coverage::contendersRead},
    Count{"sessions", &Coverage::sessions},     Count{"sessionsFound", &Coverage::sessionsFound},
    Count{"waiters", &Coverage::waiters},       Count{"waitersVerified", &Coverage::waitersVerified},
};

Json serverJson(const AskedServer& server) {
    Json json{{"answered", server.answered},
              {"readAt", timeJson(server.readAtUnixMs)},
              {"watchedAt", timeJson(server.watchedAtUnixMs)}};
    putBytes(json, "server", server.server);
    putBytes(json, "mode", server.mode);
    if (server.id) json["id"] = *server.id;
    putBytesIfAny(json, "aliasOf", server.aliasOf);
    putStanding(json, server.standing);
    putProblem(json, server.problem);
    return json;
}

AskedServer readServer(const JsonField& field) {
    AskedServer server{readBytes(field, "server"), readBytes(field, "mode")};
    if (field.has("id")) server.id = field.member("id").integer<std::int64_t>();
    server.aliasOf = readBytesIfAny(field, "aliasOf");
    server.answered = field.member("answered").boolean();
    server.standing = readStanding(field);
    server.problem = readProblem(field);
    server.readAtUnixMs = readTime(field.member("readAt"));
    server.watchedAtUnixMs = readTime(field.member("watchedAt"));
    return server;
}

}  // namespace

void putStanding(nlohmann::json& json, ServerStanding standing) {
    if (standing != ServerStanding::Member) json["standing"] = serverStandingName(standing);
}

ServerStanding readStanding(const JsonField& field) {
    if (!field.has("standing")) return ServerStanding::Member;
    const JsonField word = field.member("standing");
    const auto standing = serverStandingFromName(word.text());
    if (!standing) word.reject("unknown word");
    return standing.value_or(ServerStanding::Member);
}

Gap nothingListed() {
    return {.kind = GapKind::NotListed};
}

bool isNothingListed(const Gap& gap) {
    return gap.kind == GapKind::NotListed && gap.server.empty() && !gap.reason;
}

nlohmann::json gapJson(const Gap& gap) {
    Json json{{"kind", gapKey(gap.kind)}};
    putCount(json, "count", gap.count);
    putBytes(json, "path", gap.path);
    putBytes(json, "server", gap.server);
    putProblem(json, gap.reason);
    if (gap.counted != 0) {
        putCount(json, "counted", gap.counted);
        putCount(json, "listed", gap.listed);
    }
    if (gap.fromUnixMs != 0) json["from"] = timeJson(gap.fromUnixMs);
    if (gap.toUnixMs != 0) json["to"] = timeJson(gap.toUnixMs);
    if (gap.mayBeMore) json["mayBeMore"] = true;
    return json;
}

Gap readGap(const JsonField& field) {
    Gap gap;
    const JsonField kind = field.member("kind");
    if (const auto known = gapFromKey(kind.text()))
        gap.kind = *known;
    else
        kind.reject("unknown word");
    gap.path = readBytes(field, "path");
    gap.server = readBytes(field, "server");
    gap.count = readCount(field.member("count"));
    gap.reason = readProblem(field);
    gap.counted = readCountIfTold(field, "counted").value_or(0);
    gap.listed = readCountIfTold(field, "listed").value_or(0);
    gap.fromUnixMs = readTimeIfTold(field, "from").value_or(0);
    gap.toUnixMs = readTimeIfTold(field, "to").value_or(0);
    gap.mayBeMore = field.has("mayBeMore") && field.member("mayBeMore").boolean();
    return gap;
}

nlohmann::json coverageJson(const Coverage& coverage) {
    Json json{
        {"listedAt", timeJson(coverage.listedAtUnixMs)}, {"servers", Json::array()}, {"gaps", Json::array()}};
    putBytes(json, "listedBy", coverage.listedBy);
    for (const Count& count : kCounts)
        json[count.key] = coverage.*count.member;
    for (const AskedServer& server : coverage.servers)
        json["servers"].push_back(serverJson(server));
    std::array<std::size_t, kAspects.size()> written{};
    for (const Gap& gap : coverage.gaps)
        if (++written[static_cast<std::size_t>(aspectOf(gap.kind))] <= kMostGapsOfAspect)
            json["gaps"].push_back(gapJson(gap));
    return json;
}

Coverage readCoverage(const JsonField& field) {
    Coverage coverage;
    coverage.listedBy = readBytes(field, "listedBy");
    coverage.listedAtUnixMs = readTime(field.member("listedAt"));
    for (const Count& count : kCounts)
        coverage.*count.member = field.member(count.key).integer<std::uint32_t>();
    // What was found can't be more than there was.
    coverage.locksRead = std::min(coverage.locksRead, coverage.locks);
    coverage.contendersRead = std::min(coverage.contendersRead, coverage.contenders);
    coverage.sessionsFound = std::min(coverage.sessionsFound, coverage.sessions);
    coverage.waitersVerified = std::min(coverage.waitersVerified, coverage.waiters);
    forEachOf(field.member("servers"), kMostServers,
              [&](const JsonField& server) { coverage.servers.push_back(readServer(server)); });
    forEachOf(field.member("gaps"), kMostGaps,
              [&](const JsonField& gap) { coverage.gaps.push_back(readGap(gap)); });
    return coverage;
}

}  // namespace lockcore
