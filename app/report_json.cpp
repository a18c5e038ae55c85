// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_json.h"

#include "json_values.h"
#include "lock_reports.h"
#include "report_facts.h"
#include "shown_lock.h"

#include "findings/finding_order.h"

#include <lockcore/observe/permits.h>

#include <algorithm>

namespace lockscope {
namespace {

using Json = ReportValue;

Json gapJson(const lockcore::Gap& gap) {
    Json json{{"aspect", lockcore::aspectKey(aspectOf(gap.kind))}, {"kind", lockcore::gapKey(gap.kind)}};
    putText(json, "path", gap.path);
    putText(json, "server", gap.server);
    if (gap.count > 0) json["count"] = gap.count;
    if (gap.reason) json["problem"] = problemJson(*gap.reason);
    if (gap.counted > 0) {
        json["counted"] = gap.counted;
        json["listed"] = gap.listed;
    }
    if (gap.fromUnixMs != 0) json["fromMs"] = gap.fromUnixMs;
    if (gap.toUnixMs != 0) json["toMs"] = gap.toUnixMs;
    if (gap.mayBeMore) json["mayBeMore"] = true;
    return json;
}

Json askedJson(const lockcore::AskedServer& server) {
    Json json{{"server", server.server}, {"answered", server.answered}, {"readAtMs", server.readAtUnixMs}};
    putText(json, "mode", server.mode);
    if (server.id) json["id"] = *server.id;
    putText(json, "aliasOf", server.aliasOf);
    if (server.standing != lockcore::ServerStanding::Member)
        json["standing"] = lockcore::serverStandingName(server.standing);
    if (server.watchedAtUnixMs != 0) json["watchedAtMs"] = server.watchedAtUnixMs;
    if (server.problem) json["problem"] = problemJson(*server.problem);
    return json;
}

Json coverageJson(const lockcore::Coverage& coverage) {
    Json json{{"locks", {{"all", coverage.locks}, {"read", coverage.locksRead}}},
              {"contenders", {{"all", coverage.contenders}, {"read", coverage.contendersRead}}},
              {"sessions", {{"all", coverage.sessions}, {"found", coverage.sessionsFound}}},
              {"waiters", {{"all", coverage.waiters}, {"verified", coverage.waitersVerified}}},
              {"listedAtMs", coverage.listedAtUnixMs}};
    putText(json, "listedBy", coverage.listedBy);
    json["servers"] = Json::array();
    for (const auto& server : coverage.servers)
        json["servers"].push_back(askedJson(server));
    return json;
}

/// Whether something is missing in what the verb tells, and what.
void putCoverage(Json& json, const ReportQuery& query, const lockcore::ClusterAssessment& assessment) {
    if (!assessment.coverage) return;
    json["partial"] = !missingAspects(query, assessment).empty();
    json["notRead"] = Json::array();
    for (const auto& gap : missingIn(query, assessment))
        json["notRead"].push_back(gapJson(gap));
    json["coverage"] = coverageJson(*assessment.coverage);
}

Json header(const lockcore::ClusterSample& sample) {
    // Where it was not, what tells of znodes' times is by the servers' clock, whatever that is.
    Json json{{"takenAtMs", sample.takenAtUnixMs}, {"clockCompared", sample.clocks.current().has_value()}};
    if (!sample.catalog) return json;
    json["source"] = lockcore::discoverySourceName(sample.catalog->source);
    json["problems"] = Json::array();
    for (const auto& problem : sample.catalog->problems) {
        // The same one where a server was asked in two ways.
        Json told = problemJson(problem);
        if (std::ranges::find(json["problems"], told) == json["problems"].end())
            json["problems"].push_back(std::move(told));
    }
    return json;
}

Json summaryJson(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    Json json{{"path", lock.path},
              {"dialect", lockcore::dialectInfo(lock.dialect).key},
              {"kind", lockcore::directoryKindName(lock.kind)},
              {"mixed", lock.mixed}};
    const lockcore::RoleCounts counts = lock.counts();
    const bool inDoubt = isInDoubt(assessment, lock);
    const auto put = [&](const char* key, std::size_t count, bool isKnown = true) {
        json[key] = isKnown && !isUnread(lock) ? Json(count) : Json();
    };
    put("holders", counts.holders, !inDoubt);
    put("waiters", counts.waiters, !inDoubt);
    put("leaders", counts.leaders, !inDoubt);
    put("standbys", counts.standbys, !inDoubt);
    put("members", counts.members);
    if (const auto found = assessment.inDoubt.find(lock.path); found != assessment.inDoubt.end())
        json["holdersInDoubt"] = found->second.size();
    const lockcore::AbsentMembers absent = lockcore::absentMembers(lock, assessment.sessions);
    put("membersGone", absent.gone);
    put("membersInDoubt", absent.inDoubt);
    if (lock.capacity) json["capacity"] = *lock.capacity;
    if (lock.freshness == lockcore::Freshness::Named) json["read"] = false;
    if (lock.readAtUnixMs != 0) json["readAtMs"] = lock.readAtUnixMs;
    if (lock.stat) json["nextSequence"] = lockcore::childrenEverCreated(*lock.stat);
    if (lock.problem) json["problem"] = problemJson(*lock.problem);
    return json;
}

Json rowJson(const lockcore::ClusterSample& sample, const lockcore::LockQueue& lock, std::size_t place,
             const lockcore::ChainLink& link) {
    const lockcore::QueueRow& row = lock.rows[place];
    const auto& contender = *row.contender;
    Json json{{"name", contender.name},
              {"role", lockcore::roleName(row.role)},
              {"mode", lockcore::lockModeName(contender.parsed.mode)}};
    if (contender.parsed.sequence) json["sequence"] = *contender.parsed.sequence;
    if (contender.stat) {
        json["session"] = toHex(contender.stat->ephemeralOwner);
        // As ZooKeeper has it, by the clock of the server that led then.
        json["queuedSinceMs"] = contender.stat->ctimeMs;
        if (const auto came = cameMs(sample, contender))
            json["queuedForMs"] = std::max<std::int64_t>(0, sample.takenAtUnixMs - *came);
        json["fencingToken"] = toHex(contender.stat->czxid);
    }
    if (contender.toldSession != lockcore::SessionId::None && !contender.stat) {
        json["session"] = toHex(contender.toldSession);
        json["read"] = false;
    }
    putText(json, "data", contender.data);
    if (lockcore::waitsForAnyPermit(lock, place))
        json["waitsForAnyPermit"] = true;
    else if (row.predecessor)
        json["predecessor"] = lock.rows[*row.predecessor].contender->name;
    if (lockcore::isBehindSomebody(row.role)) json["watch"] = watchKey(lock, place, link);
    if (link.target) json["watches"] = lock.rows[*link.target].contender->name;
    if (link.watchesItself) json["watchesItself"] = true;
    if (contender.problem) json["problem"] = problemJson(*contender.problem);
    return json;
}

Json placesJson(const lockcore::ClusterAssessment& assessment,
                const std::vector<lockcore::ContenderPlace>& places) {
    Json json = Json::array();
    for (const auto& place : places) {
        const auto& contender = *place.lock->rows[place.row].contender;
        Json one{{"lock", place.lock->path}, {"name", contender.name}};
        if (isInDoubt(assessment, *place.lock, place.row)) one["inDoubt"] = true;
        json.push_back(std::move(one));
    }
    return json;
}

Json sessionJson(const lockcore::ClusterAssessment& assessment, const lockcore::SessionView& view) {
    Json json{{"session", toHex(view.session)},
              {"state", lockcore::sessionStateName(view.state)},
              {"createdBy", view.createdBy}};
    putText(json, "address", view.address);
    putText(json, "server", view.server);
    if (view.server.empty()) putText(json, "lastServer", view.lastServer);
    if (view.seenUnixMs != 0) json["seenMs"] = view.seenUnixMs;
    if (view.toldAtUnixMs != 0) json["toldAtMs"] = view.toldAtUnixMs;
    json["readings"] = view.readings;
    if (view.doubt != lockcore::SessionDoubt::None) json["doubt"] = lockcore::sessionDoubtName(view.doubt);
    putText(json, "settling", view.settling);
    putMs(json, "timeoutMs", view.timeout);
    putMs(json, "silentForMs", view.silentFor);
    putMs(json, "expiresInMs", view.expiresIn);
    json["holds"] = placesJson(assessment, view.holds);
    json["waits"] = placesJson(assessment, view.waits);
    json["leads"] = placesJson(assessment, view.leads);
    json["standsBy"] = placesJson(assessment, view.standsBy);
    json["memberOf"] = placesJson(assessment, view.memberOf);
    if (!view.unreadServers.empty()) json["unreadServers"] = view.unreadServers;
    return json;
}

Json serversJson(const std::vector<lockcore::ServerReport>& servers) {
    Json json = Json::array();
    for (const auto& report : servers) {
        Json server{{"server", report.server}};
        putText(server, "mode", report.mode);
        putText(server, "version", report.version);
        if (report.standing != lockcore::ServerStanding::Member)
            server["standing"] = lockcore::serverStandingName(report.standing);
        putMs(server, "clockAheadMs", report.clockAhead);
        server["rungs"] = Json::array();
        for (const auto& rung : report.rungs) {
            Json one{{"evidence", lockcore::evidenceName(rung.evidence)},
                     {"source", lockcore::evidenceSourceName(rung.source)}};
            if (rung.problem) one["problem"] = problemJson(*rung.problem);
            putText(one, "remedy", rung.remedy);
            if (rung.isRemembered) one["remembered"] = true;
            server["rungs"].push_back(std::move(one));
        }
        json.push_back(std::move(server));
    }
    return json;
}

Json lockJson(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    Json json = summaryJson(assessment, lock);
    json["contenders"] = Json::array();
    const auto links = linksOf(assessment, lock);
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        Json row = rowJson(*assessment.sample, lock, i, links[i]);
        if (isInDoubt(assessment, lock, i)) {
            row["role"] = Json();
            // What may have been granted, or gone, waits for nobody that is known.
            if (assessment.unseen.contains(lock.path))
                for (const char* const key : {"predecessor", "waitsForAnyPermit", "watch"})
                    row.erase(key);
        }
        json["contenders"].push_back(std::move(row));
    }
    return json;
}

Json documentOf(const ReportQuery& query, const lockcore::ClusterAssessment& assessment) {
    const auto& sample = *assessment.sample;
    Json json = header(sample);
    putCoverage(json, query, assessment);
    if (query.verb == CommandLine::Verb::Show) {
        const ShownLock shown = shownLock(sample, query.lockPath);
        json["lock"] = shown.lock != nullptr ? lockJson(assessment, *shown.lock) : Json();
        if (shown.contender != nullptr) json["contender"] = shown.contender->contender->name;
    } else if (query.verb == CommandLine::Verb::Sessions) {
        json["servers"] = serversJson(sample.servers);
        json["sessions"] = Json::array();
        for (const auto& view : assessment.sessions)
            json["sessions"].push_back(sessionJson(assessment, view));
    } else if (query.verb == CommandLine::Verb::Check) {
        json["servers"] = serversJson(sample.servers);
        json["findings"] = Json::array();
        for (const auto& finding : worstFirst(assessment.findings))
            json["findings"].push_back(findingJson(finding));
    } else {
        json["locks"] = Json::array();
        for (const auto& lock : sample.locks)
            json["locks"].push_back(summaryJson(assessment, *lock));
    }
    return json;
}

}  // namespace

std::string reportJson(const ReportQuery& query, const lockcore::ClusterAssessment& assessment,
                       JsonLayout layout) {
    return jsonText(documentOf(query, assessment), layout);
}

std::string failureJson(const lockcore::Error& reason, const std::optional<ServerAnswers>& answers) {
    Json json{{"failure", problemJson(reason)}};
    if (answers)
        json["servers"] = {{"serveNobody", answers->serveNobody()}, {"asked", answers->servers},
                           {"serving", answers->serving},           {"readOnly", answers->readOnly},
                           {"notServing", answers->notServing},     {"silent", answers->silent}};
    return jsonText(json, JsonLayout::Pretty);
}

}  // namespace lockscope
