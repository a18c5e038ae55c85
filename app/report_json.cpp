// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_json.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lockscope {
namespace {

using Json = nlohmann::ordered_json;

Json problemJson(const lockcore::Error& error) {
    Json json{{"code", lockcore::errorName(error.code)}, {"what", error.what}};
    if (!error.path.empty()) json["path"] = error.path;
    if (!error.server.empty()) json["server"] = error.server;
    return json;
}

void putMs(Json& json, const char* key, const std::optional<std::chrono::milliseconds>& duration) {
    if (duration) json[key] = duration->count();
}

void putText(Json& json, const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
}

Json header(const lockcore::ClusterSample& sample) {
    Json json{{"takenAtMs", sample.takenAtUnixMs}};
    if (!sample.catalog) return json;
    json["source"] = lockcore::discoverySourceName(sample.catalog->source);
    json["problems"] = Json::array();
    for (const auto& problem : sample.catalog->problems)
        json["problems"].push_back(problemJson(problem));
    return json;
}

Json summaryJson(const lockcore::LockQueue& lock) {
    Json json{{"path", lock.path},
              {"dialect", lockcore::dialectInfo(lock.dialect).key},
              {"kind", lockcore::directoryKindName(lock.kind)},
              {"mixed", lock.mixed}};
    const lockcore::RoleCounts counts = lock.counts();
    const auto put = [&](const char* key, std::size_t count) {
        json[key] = isUnread(lock) ? Json() : Json(count);
    };
    put("holders", counts.holders);
    put("waiters", counts.waiters);
    put("leaders", counts.leaders);
    put("standbys", counts.standbys);
    put("members", counts.members);
    if (lock.capacity) json["capacity"] = *lock.capacity;
    if (lock.stat) json["nextSequence"] = lockcore::childrenEverCreated(*lock.stat);
    if (lock.problem) json["problem"] = problemJson(*lock.problem);
    return json;
}

Json rowJson(const lockcore::LockQueue& lock, const lockcore::QueueRow& row,
             const lockcore::ChainLink& link) {
    const auto& contender = *row.contender;
    Json json{{"name", contender.name},
              {"role", lockcore::roleName(row.role)},
              {"mode", lockcore::lockModeName(contender.parsed.mode)}};
    if (contender.parsed.sequence) json["sequence"] = *contender.parsed.sequence;
    if (contender.stat) {
        json["session"] = toHex(contender.stat->ephemeralOwner);
        json["queuedSinceMs"] = contender.stat->ctimeMs;
        json["fencingToken"] = toHex(contender.stat->czxid);
    }
    putText(json, "data", contender.data);
    if (row.predecessor) json["predecessor"] = lock.rows[*row.predecessor].contender->name;
    if (lockcore::isBehindSomebody(row.role)) json["watch"] = lockcore::chainVerdictName(link.verdict);
    if (link.target) json["watches"] = lock.rows[*link.target].contender->name;
    if (link.watchesItself) json["listensForRevocation"] = true;
    if (contender.problem) json["problem"] = problemJson(*contender.problem);
    return json;
}

Json placesJson(const std::vector<lockcore::ContenderPlace>& places) {
    Json json = Json::array();
    for (const auto& place : places) {
        const auto& contender = *place.lock->rows[place.row].contender;
        json.push_back({{"lock", place.lock->path}, {"name", contender.name}});
    }
    return json;
}

Json sessionJson(const lockcore::SessionView& view) {
    Json json{{"session", toHex(view.session)},
              {"state", lockcore::sessionStateName(view.state)},
              {"createdBy", view.createdBy}};
    putText(json, "address", view.address);
    putText(json, "server", view.server);
    putMs(json, "timeoutMs", view.timeout);
    putMs(json, "silentForMs", view.silentFor);
    putMs(json, "expiresInMs", view.expiresIn);
    json["holds"] = placesJson(view.holds);
    json["waits"] = placesJson(view.waits);
    json["leads"] = placesJson(view.leads);
    json["standsBy"] = placesJson(view.standsBy);
    json["memberOf"] = placesJson(view.memberOf);
    if (!view.unreadServers.empty()) json["unreadServers"] = view.unreadServers;
    return json;
}

Json serversJson(const std::vector<lockcore::ServerReport>& servers) {
    Json json = Json::array();
    for (const auto& report : servers) {
        Json server{{"server", report.server}};
        putText(server, "mode", report.mode);
        putText(server, "version", report.version);
        putMs(server, "clockAheadMs", report.clockAhead);
        server["rungs"] = Json::array();
        for (const auto& rung : report.rungs) {
            Json one{{"evidence", lockcore::evidenceName(rung.evidence)},
                     {"source", lockcore::evidenceSourceName(rung.source)}};
            if (rung.problem) one["problem"] = problemJson(*rung.problem);
            putText(one, "remedy", rung.remedy);
            server["rungs"].push_back(std::move(one));
        }
        json.push_back(std::move(server));
    }
    return json;
}

Json findingJson(const lockcore::Finding& finding) {
    Json json{{"kind", lockcore::findingKey(finding.kind)},
              {"severity", lockcore::severityName(finding.severity)},
              {"sinceMs", finding.sinceUnixMs}};
    putText(json, "lock", finding.lock);
    putText(json, "server", finding.server);
    putText(json, "detail", finding.detail);
    if (!finding.contenders.empty()) json["contenders"] = finding.contenders;
    for (const auto session : finding.sessions)
        json["sessions"].push_back(toHex(session));
    putMs(json, "durationMs", finding.duration);
    putMs(json, "remainingMs", finding.remaining);
    if (finding.count) json["count"] = *finding.count;
    for (const auto evidence : finding.evidence)
        json["evidence"].push_back(lockcore::evidenceName(evidence));
    return json;
}

Json lockJson(const lockcore::LockQueue& lock, const std::vector<lockcore::ServerReport>& servers,
              const std::string& chroot) {
    Json json = summaryJson(lock);
    json["contenders"] = Json::array();
    const auto links = verifyChain(lock, servers, chroot);
    for (std::size_t i = 0; i < lock.rows.size(); ++i)
        json["contenders"].push_back(rowJson(lock, lock.rows[i], links[i]));
    return json;
}

Json documentOf(const ReportQuery& query, const lockcore::ClusterAssessment& assessment) {
    const auto& sample = *assessment.sample;
    Json json = header(sample);
    if (query.verb == CommandLine::Verb::Show) {
        const auto* lock = lockIn(sample, query.lockPath);
        json["lock"] = lock ? lockJson(*lock, sample.servers, query.chroot) : Json();
    } else if (query.verb == CommandLine::Verb::Sessions) {
        json["servers"] = serversJson(sample.servers);
        json["sessions"] = Json::array();
        for (const auto& view : assessment.sessions)
            json["sessions"].push_back(sessionJson(view));
    } else if (query.verb == CommandLine::Verb::Check) {
        json["servers"] = serversJson(sample.servers);
        json["findings"] = Json::array();
        for (const auto& finding : assessment.findings)
            json["findings"].push_back(findingJson(finding));
    } else {
        json["locks"] = Json::array();
        for (const auto& lock : sample.locks)
            json["locks"].push_back(summaryJson(*lock));
    }
    return json;
}

}  // namespace

std::string reportJson(const ReportQuery& query, const lockcore::ClusterAssessment& assessment,
                       JsonLayout layout) {
    const int indent = layout == JsonLayout::Pretty ? 1 : -1;
    return documentOf(query, assessment).dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockscope
