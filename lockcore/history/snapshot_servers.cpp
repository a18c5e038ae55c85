// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_servers.h"

#include "snapshot_client.h"
#include "snapshot_coverage.h"
#include "snapshot_values.h"

#include <array>
#include <limits>
#include <map>
#include <utility>

namespace lockcore {

namespace {

using Json = nlohmann::json;

/// Of one server; each rung of the ladder has one.
constexpr std::size_t kMostRungs = 100;
/// As many as one part of a file can have.
constexpr std::size_t kMostConnections = 100'000;

struct Counter {
    const char* key;
    std::optional<std::uint64_t> ServerMetrics::*member;
};

constexpr std::array kCounters{
    Counter{"watches", &ServerMetrics::watches},
    Counter{"dataWatches", &ServerMetrics::dataWatches},
    Counter{"ephemerals", &ServerMetrics::ephemerals},
    Counter{"connections", &ServerMetrics::connections},
    Counter{"mostChildWatchers", &ServerMetrics::mostChildWatchers},
    Counter{"mostDeleteWatchers", &ServerMetrics::mostDeleteWatchers},
    Counter{"sessionsExpired", &ServerMetrics::sessionsExpired},
    Counter{"learners", &ServerMetrics::learners},
    Counter{"observers", &ServerMetrics::observers},
    Counter{"upForMs", &ServerMetrics::upForMs},
};

void putConnections(Json& json, const ServerReport& report, const std::set<SessionId>& sessions) {
    std::size_t beside = report.connectionsBeside;
    Json& list = json["connections"] = Json::array();
    for (const ClientConnection& connection : *report.connections) {
        if (sessions.contains(connection.session) && list.size() < kMostConnections)
            list.push_back(clientJson(connection));
        else
            ++beside;
    }
    putCount(json, "connectionsBeside", beside);
}

Json metricsJson(const ServerMetrics& metrics) {
    Json json = Json::object();
    for (const Counter& counter : kCounters)
        putCount(json, counter.key, metrics.*counter.member);
    return json;
}

ServerMetrics readMetrics(const JsonField& field) {
    ServerMetrics metrics;
    for (const Counter& counter : kCounters)
        metrics.*counter.member = readCountIfTold(field, counter.key);
    return metrics;
}

Json rungJson(const Rung& rung) {
    Json json{{"evidence", evidenceName(rung.evidence)}, {"source", evidenceSourceName(rung.source)}};
    putProblem(json, rung.problem);
    putBytesIfAny(json, "remedy", rung.remedy);
    if (rung.isRemembered) json["remembered"] = true;
    return json;
}

Rung readRung(const JsonField& field) {
    static constexpr std::array kSources{EvidenceSource::AdminServer, EvidenceSource::FourLetter};
    return {readEvidence(field.member("evidence")),
            readName(field.member("source"), kSources, evidenceSourceName), readProblem(field),
            readBytesIfAny(field, "remedy"), field.has("remembered") && field.member("remembered").boolean()};
}

}  // namespace

Evidence readEvidence(const JsonField& field) {
    static constexpr std::array kEvidence{Evidence::Server, Evidence::Connections, Evidence::Ephemerals,
                                          Evidence::Watches, Evidence::Metrics};
    return readName(field, kEvidence, evidenceName);
}

nlohmann::json serverReportJson(const ServerReport& report, const std::set<SessionId>& sessions) {
    Json json{{"readAt", timeJson(report.readAtUnixMs)}, {"rungs", Json::array()}};
    putBytes(json, "server", report.server);
    putBytesIfAny(json, "mode", report.mode);
    putBytesIfAny(json, "version", report.version);
    putBytesIfAny(json, "adminServer", report.adminServer);
    if (report.id) json["id"] = *report.id;
    if (report.lastZxid) json["lastZxid"] = toHex(*report.lastZxid);
    if (report.members != 0) putCount(json, "members", report.members);
    if (report.tick.count() != 0) putMs(json, "tickMs", report.tick);
    putTime(json, "servesSince", report.servesSinceUnixMs);
    if (report.watched) json["watchedAt"] = timeJson(report.watchedAtUnixMs);
    if (report.connections) putConnections(json, report, sessions);
    putStanding(json, report.standing);
    if (report.hasUnlistedConnections) json["hasUnlistedConnections"] = true;
    if (report.connectionsCounted != 0) {
        putCount(json, "connectionsCounted", report.connectionsCounted);
        putCount(json, "connectionsListed", report.connectionsListed);
    }
    if (report.metrics) json["metrics"] = metricsJson(*report.metrics);
    putMs(json, "clockAheadMs", report.clockAhead);
    for (const Rung& rung : report.rungs)
        json["rungs"].push_back(rungJson(rung));
    return json;
}

ServerReport readServerReport(const JsonField& field) {
    ServerReport report{readBytes(field, "server")};
    report.mode = readBytesIfAny(field, "mode");
    report.version = readBytesIfAny(field, "version");
    report.adminServer = readBytesIfAny(field, "adminServer");
    if (field.has("id")) report.id = field.member("id").integer<std::int64_t>();
    if (field.has("lastZxid")) report.lastZxid = field.member("lastZxid").zxid();
    report.members = readCountIfTold(field, "members").value_or(0);
    report.tick = readMsIfTold(field, "tickMs").value_or(report.tick);
    report.servesSinceUnixMs = readTimeIfTold(field, "servesSince");
    report.readAtUnixMs = readTime(field.member("readAt"));
    if (const auto watchedAt = readTimeIfTold(field, "watchedAt")) {
        report.watched.emplace();
        report.watchedAtUnixMs = *watchedAt;
    }
    if (field.has("connections")) {
        report.connections.emplace();
        forEachIfAny(field, "connections", kMostConnections, [&](const JsonField& connection) {
            report.connections->push_back(readClient<ClientConnection>(connection));
        });
        report.connectionsBeside = readCount(field.member("connectionsBeside"));
    }
    if (field.has("hasUnlistedConnections"))
        report.hasUnlistedConnections = field.member("hasUnlistedConnections").boolean();
    report.standing = readStanding(field);
    report.connectionsCounted = readCountIfTold(field, "connectionsCounted").value_or(0);
    report.connectionsListed = readCountIfTold(field, "connectionsListed").value_or(0);
    if (field.has("metrics")) report.metrics = readMetrics(field.member("metrics"));
    report.clockAhead = readMsIfTold(field, "clockAheadMs");
    forEachIfAny(field, "rungs", kMostRungs,
                 [&](const JsonField& rung) { report.rungs.push_back(readRung(rung)); });
    return report;
}

nlohmann::json clocksJson(const LeaderClocks& clocks) {
    Json json{{"epochs", Json::array()}};
    putMs(json, "aheadMs", clocks.current());
    for (const auto& [epoch, ahead] : clocks.byEpoch()) {
        Json one{{"epoch", epoch}};
        putMs(one, "aheadMs", ahead);
        json["epochs"].push_back(std::move(one));
    }
    return json;
}

LeaderClocks readClocks(const JsonField& field) {
    std::map<std::int64_t, std::chrono::milliseconds> byEpoch;
    forEachIfAny(field, "epochs", LeaderClocks::kMostEpochs, [&](const JsonField& one) {
        byEpoch[one.member("epoch").integer<std::int64_t>()] = readMs(one.member("aheadMs"));
    });
    return {std::move(byEpoch), readMsIfTold(field, "aheadMs")};
}

}  // namespace lockcore
