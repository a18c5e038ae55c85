// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer_run.h"

#include "bench_child.h"
#include "instruments.h"

#include <QThread>

#include <algorithm>
#include <memory>
#include <utility>

namespace {

using Children = std::vector<std::unique_ptr<BenchChild>>;

std::vector<qint64> processIds(const Children& children) {
    std::vector<qint64> ids;
    for (const auto& child : children)
        ids.push_back(child->processId());
    return ids;
}

Children start(const BenchServer& server, const BenchScenario& scenario, const BenchPeer& peer,
               int repetition) {
    const QString own =
        QStringLiteral("/bench/%1-%2-%3").arg(scenario.name, QString(peer.name).remove(' ')).arg(repetition);
    const QString& directory = scenario.directory.isEmpty() ? own : scenario.directory;
    const bool rereads = peer.name != "no re-read";
    const bool isByTls = peer.name == kByTls || peer.name == kCuratorByTls;
    const std::string connect = isByTls        ? server.secureConnectString
                                : scenario.far ? server.farConnectString
                                               : server.cluster.connectString();
    QStringList command = peer.command;
    command << (rereads ? scenario.program : "drain-without-rereading") << QString::fromStdString(connect)
            << directory << scenario.parameters;
    if (peer.name == kLinked) command << QStringLiteral("link=1");
    if (peer.name == kByTls) command << QStringLiteral("tls=1");
    Children children;
    for (int i = 0; i < scenario.processes; ++i)
        children.push_back(std::make_unique<BenchChild>(command));
    return children;
}

/// The section that all begin next, if they do, and the holds of the one before.
std::optional<QString> awaitBegin(const Children& children, std::vector<HoldOf>& holds) {
    std::optional<QString> section;
    for (std::size_t i = 0; i < children.size(); ++i) {
        std::vector<HoldTimes> told;
        section = children[i]->awaitBegin(told);
        for (const HoldTimes& times : told)
            holds.push_back({times, static_cast<int>(i)});
    }
    return section;
}

/// Until no request but ours, and here and there a ping, has reached the server for a while.
void awaitCalm(const lockcore::LocalCluster& server, BenchChild& child) {
    constexpr int kCalmMs = 200;
    constexpr double kPings = 20;
    double before = readServer(server)["zk_packets_received"];
    for (;;) {
        child.pause(kCalmMs);
        const double now = readServer(server)["zk_packets_received"];
        if (now - before <= kPings) return;
        before = now;
    }
}

/// Until that many nodes of sessions exist: the seconds that it took.
double awaitEphemerals(const lockcore::LocalCluster& server, double wanted, BenchChild& child) {
    constexpr std::int64_t kLimitNs = 240'000'000'000;
    constexpr int kBetweenMs = 5;
    const std::int64_t start = nowNs();
    while (readServer(server)["zk_ephemerals_count"] < wanted && nowNs() - start < kLimitNs)
        child.pause(kBetweenMs);
    return static_cast<double>(nowNs() - start) / 1e9;
}

void addDifferences(Figures& figures, const Counters& before, const Counters& after) {
    const double clientS = after.peerCpuS - before.peerCpuS;
    const double serverS = after.serverCpuS - before.serverCpuS;
    figures["requests"] = after.requests - before.requests - 1;  // our own question
    figures["bytes_mb"] = (after.bytesOut - before.bytesOut) / 1e6;
    figures["client_cpu_s"] = clientS;
    figures["server_cpu_s"] = serverS;
    const double othersS = after.machineBusyS - before.machineBusyS - clientS - serverS;
    const double machineS = (after.clockS - before.clockS) * QThread::idealThreadCount();
    figures["others_cpu_pct"] = std::max(0.0, 100 * othersS / machineS);
}

void addForEachOperation(Figures& figures) {
    const double operations = figures.contains("ops") ? figures["ops"] : 0;
    if (operations == 0) return;
    figures["requests_op"] = figures["requests"] / operations;
    figures["bytes_op"] = figures["bytes_mb"] * 1e6 / operations;
    figures["client_cpu_us_op"] = figures["client_cpu_s"] * 1e6 / operations;
    figures["server_cpu_us_op"] = figures["server_cpu_s"] * 1e6 / operations;
}

void addRoundTrips(Figures& figures, double roundTripUs) {
    for (const char* what : {"acquire", "release", "handoff"}) {
        const auto found = figures.find(std::string(what) + "_p50_us");
        if (found != figures.end()) figures[std::string(what) + "_rt"] = found->second / roundTripUs;
    }
}

/// Between "BEGIN" and the line after "END"; false where a child does not come to the end.
bool measure(const BenchServer& server, const BenchScenario& scenario, const Children& children,
             Measurement& measurement) {
    const bool enqueues = measurement.section == "enqueue";
    BenchChild& first = *children.front();
    const double ephemerals = enqueues ? readServer(server.cluster)["zk_ephemerals_count"] : 0;
    const Counters before = readCounters(server.cluster, processIds(children));
    for (const auto& child : children)
        child->go();
    Figures& figures = measurement.figures;
    if (enqueues) {
        figures["wall_s"] = awaitEphemerals(server.cluster, ephemerals + scenario.waiters, first);
        awaitCalm(server.cluster, first);
    }
    for (const auto& child : children)
        if (!child->awaitEnd()) return false;
    addDifferences(figures, before, readCounters(server.cluster, processIds(children)));
    const Footprint footprint = readFootprint(processIds(children));
    figures["peak_rss_mb"] = footprint.peakRssMb;
    figures["threads"] = footprint.threads;
    for (const auto& child : children)
        child->go();
    return true;
}

}  // namespace

std::vector<Measurement> runPeer(const BenchServer& server, const BenchScenario& scenario,
                                 const BenchPeer& peer, int repetition) {
    const Children children = start(server, scenario, peer, repetition);
    std::vector<Measurement> measurements;
    std::vector<HoldOf> holds;
    auto section = awaitBegin(children, holds);
    while (section) {
        Measurement measured{scenario.name, *section, peer.name, repetition};
        const bool ended = measure(server, scenario, children, measured);
        section = ended ? awaitBegin(children, holds) : std::nullopt;
        measured.figures.merge(
            figuresOf(measured.section.toStdString(), std::exchange(holds, {}), children.size() > 1));
        addForEachOperation(measured.figures);
        if (scenario.far) addRoundTrips(measured.figures, server.farRoundTripUs);
        measurements.push_back(std::move(measured));
    }
    for (const auto& child : children)
        if (const QString problem = child->problem(); !problem.isEmpty())
            measurements.push_back({scenario.name, {}, peer.name, repetition, {}, problem});
    return measurements;
}
