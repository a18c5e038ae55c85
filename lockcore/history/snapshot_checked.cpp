// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_checked.h"

#include "snapshot_findings.h"
#include "snapshot_format.h"
#include "snapshot_servers.h"
#include "snapshot_sessions.h"
#include "snapshot_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostCircles = 10'000;
constexpr std::size_t kMostOfOneCircle = 100'000;

struct CircleFact {
    const char* key;
    bool WaitCycle::*member;
};

constexpr std::array kCircleFacts{
    CircleFact{"isUpgrade", &WaitCycle::isUpgrade},
    CircleFact{"hasLasted", &WaitCycle::hasLasted},
    CircleFact{"isOutlasting", &WaitCycle::isOutlasting},
    CircleFact{"worksOn", &WaitCycle::worksOn},
};

Json circleJson(const WaitCycle& circle, const ClusterAssessment& checked) {
    Json json{{"edges", Json::array()}};
    for (const CircleFact& fact : kCircleFacts)
        json[fact.key] = circle.*fact.member;
    for (const std::size_t index : circle.edges) {
        const WaitEdge& edge = checked.waitFor.edges[index];
        const LockQueue& lock = *checked.sample->locks[edge.lock];
        const bool keeps = std::ranges::find(circle.keepers, index) != circle.keepers.end();
        Json one{{"keeps", keeps}};
        putBytes(one, "lock", lock.path);
        putBytes(one, "waiter", lock.rows[edge.waiterRow].contender->name);
        putBytes(one, "blocker", lock.rows[edge.blockerRow].contender->name);
        json["edges"].push_back(std::move(one));
    }
    return json;
}

/// True where each edge begins where the one before ends: whoever follows them comes round.
bool isRound(const std::vector<std::size_t>& edges, const WaitForGraph& graph) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const std::size_t before = edges[(i + edges.size() - 1) % edges.size()];
        if (graph.edges[edges[i]].waiter != graph.edges[before].blocker) return false;
    }
    return !edges.empty();
}

}  // namespace

void putChecked(nlohmann::json& document, const ClusterAssessment* checked) {
    if (!checked) return;
    const ClusterSample& sample = *checked->sample;
    document["checkedAt"] = timeJson(sample.takenAtUnixMs);
    document["clocks"] = clocksJson(sample.clocks);
    for (const char* list : {"circles", "servers", "sessions", "findings"})
        document[list] = Json::array();
    for (const WaitCycle& circle : checked->waitFor.cycles)
        document["circles"].push_back(circleJson(circle, *checked));
    std::set<SessionId> sessions;
    for (const SessionView& view : checked->sessions) {
        sessions.insert(view.session);
        document["sessions"].push_back(sessionJson(view));
    }
    for (const ServerReport& report : sample.servers)
        document["servers"].push_back(serverReportJson(report, sessions));
    for (const Finding& finding : checked->findings)
        document["findings"].push_back(findingJson(finding));
}

void CheckedReader::readFrame(const JsonField& document) {
    m_isThere = document.has("checkedAt");
    if (!m_isThere) return;
    m_atUnixMs = readTime(document.member("checkedAt"));
    m_clocks = readClocks(document.member("clocks"));
    forEachIfAny(document, "circles", kMostCircles,
                 [this](const JsonField& circle) { m_circles.push_back(readCircle(circle)); });
    for (const char* list : {"servers", "sessions", "findings"})
        document.member(list).allowNoElements();
}

CheckedReader::NamedCircle CheckedReader::readCircle(const JsonField& field) {
    NamedCircle circle;
    for (const CircleFact& fact : kCircleFacts)
        circle.about.*fact.member = field.member(fact.key).boolean();
    const JsonField edges = field.member("edges");
    forEachIfAny(field, "edges", kMostOfOneCircle, [&](const JsonField& edge) {
        circle.edges.push_back({readBytes(edge, "lock"), readBytes(edge, "waiter"),
                                readBytes(edge, "blocker"), edge.member("keeps").boolean()});
    });
    if (circle.edges.empty()) edges.reject("a circle of nobody");
    return circle;
}

/// A server may have been named twice to be asked; it counts once.
void CheckedReader::addServer(const JsonField& field) {
    if (++m_serversRead > kMostServers) return field.reject("more servers than there can be");
    ServerReport report = readServerReport(field);
    if (m_serverNames.insert(report.server).second) m_servers.push_back(std::move(report));
}

void CheckedReader::addSession(const JsonField& field) {
    SessionView view = readSession(field);
    if (!m_sessionIds.insert(view.session).second) field.reject("another session has the same id");
    m_sessions.push_back(std::move(view));
}

void CheckedReader::addFinding(const JsonField& field) {
    Finding finding = readFinding(field);
    if (m_identities.insert(finding.identity()).second) m_findings.push_back(std::move(finding));
}

std::shared_ptr<const ClusterAssessment> CheckedReader::take(
    const std::vector<std::shared_ptr<const LockQueue>>& locks, const std::optional<Coverage>& coverage) {
    auto sample = std::make_shared<ClusterSample>();
    sample->takenAtUnixMs = m_atUnixMs;
    sample->servers = std::move(m_servers);
    sample->clocks = m_clocks;
    sample->coverage = coverage;
    auto checked = std::make_shared<ClusterAssessment>();
    // As whoever looks something up in a sample expects, whatever order the file has.
    std::vector<std::size_t> order(locks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) -> const std::string& { return locks[i]->path; });
    for (const std::size_t i : order) {
        sample->locks.push_back(locks[i]);
        checked->chains.push_back(std::move(m_chains[i]));
        if (!m_inDoubt[i].empty()) checked->inDoubt.emplace(locks[i]->path, std::move(m_inDoubt[i]));
    }
    checked->sessions = withPlaces(std::move(m_sessions), *sample);
    checked->waitFor = waitForGraph(*sample);
    placeCircles(*sample, checked->waitFor);
    checked->findings = std::move(m_findings);
    checked->unseen = std::move(m_unseen);
    checked->coverage = coverage;
    checked->sample = std::move(sample);
    return checked;
}

/// Those that the locks of the file have. These may have been read a moment later, when somebody had left.
void CheckedReader::placeCircles(const ClusterSample& sample, WaitForGraph& graph) const {
    graph.cycles.clear();
    if (m_circles.empty()) return;
    std::set<std::string> paths;
    for (const NamedCircle& circle : m_circles)
        for (const NamedEdge& edge : circle.edges)
            paths.insert(edge.lock);
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> edges;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const WaitEdge& edge = graph.edges[i];
        const LockQueue& lock = *sample.locks[edge.lock];
        if (paths.contains(lock.path))
            edges.try_emplace({lock.path, lock.rows[edge.waiterRow].contender->name,
                               lock.rows[edge.blockerRow].contender->name},
                              i);
    }
    for (const NamedCircle& circle : m_circles) {
        WaitCycle placed = circle.about;
        for (const NamedEdge& edge : circle.edges) {
            const auto found = edges.find({edge.lock, edge.waiter, edge.blocker});
            if (found == edges.end()) break;
            placed.edges.push_back(found->second);
            if (edge.keeps) placed.keepers.push_back(found->second);
        }
        if (placed.edges.size() == circle.edges.size() && isRound(placed.edges, graph))
            graph.cycles.push_back(std::move(placed));
    }
}

}  // namespace lockcore
