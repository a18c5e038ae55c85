// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenarios.h"

#include "peer.h"
#include "tls_parts.h"

namespace {

QString parameter(const char* key, int value) {
    return QStringLiteral("%1=%2").arg(QLatin1String(key)).arg(value);
}

const QStringList kEverybody{kCurator, "kazoo", "zoo_lock", kFloor, kLockcore};

BenchScenario uncontended(bool far, bool quick) {
    const int cycles = far ? (quick ? 30 : 200) : (quick ? 1000 : 5000);
    BenchScenario scenario{far ? "uncontended-far" : "uncontended",
                           far ? "one session, one lock, round trip of 10 ms" : "one session, one lock",
                           "uncontended",
                           {parameter("warm", far ? 20 : cycles), parameter("cycles", cycles)},
                           QStringList(kEverybody) << kLinked,
                           far};
    scenario.compared << kLockcore;
    return scenario;
}

BenchScenario contended(int contenders, bool quick) {
    const int cycles = (quick ? 600 : 3000) / contenders;
    return {QStringLiteral("contended-%1").arg(contenders),
            QStringLiteral("%1 sessions in one process, all on one lock").arg(contenders),
            "contended",
            {parameter("contenders", contenders), parameter("warm", cycles), parameter("cycles", cycles)},
            kEverybody};
}

/// As many as a run of the lab may have; each is one of kazoo's threads, and four of Curator's.
BenchScenario crowded(bool quick) {
    const int cycles = quick ? 2 : 10;
    BenchScenario scenario{
        "contended-1000",
        "1000 sessions in one process, all on one lock",
        "contended",
        {parameter("contenders", 1000), parameter("warm", cycles), parameter("cycles", cycles)},
        {kFloor, kLockcore, kLinked, kLab}};
    scenario.compared = QStringList{kLockcore, kLinked};
    return scenario;
}

/// Ten contenders, so that a handoff never waits for one who has just released.
BenchScenario farHandoff(int processes, bool quick) {
    const int cycles = quick ? 4 : 20;
    BenchScenario scenario{
        processes == 1 ? "handoff-far" : "handoff-far-across",
        processes == 1 ? "10 contenders in one process, round trip of 10 ms"
                       : "5 contenders in each of 2 processes, round trip of 10 ms, handoffs between the two",
        "contended",
        {parameter("contenders", 10 / processes), parameter("warm", 2), parameter("cycles", cycles)},
        kEverybody,
        true};
    scenario.processes = processes;
    return scenario;
}

BenchScenario readWrite(bool quick) {
    const int cycles = quick ? 30 : 200;
    // Not kazoo: its reader of version 2.8 waits for the last writer in the directory, also for one behind
    // it, and all wait for ever.
    return {"read-write",
            "read/write lock, 20 sessions, 90 % readers",
            "contended",
            {parameter("contenders", 20), parameter("warm", cycles), parameter("cycles", cycles),
             parameter("readers", 90)},
            {kCurator, kFloor, kLockcore}};
}

BenchScenario drain(bool quick) {
    const int waiters = quick ? 1000 : 5000;
    BenchScenario scenario{
        "drain",
        QStringLiteral("%1 waiters from 10 sessions in one process").arg(waiters),
        "drain",
        {parameter("sessions", 10), parameter("waiters", waiters), parameter("warm", quick ? 1000 : 3000)},
        {kCurator, "kazoo", "zoo_lock", kFloor, "no re-read", kLockcore}};
    scenario.waiters = waiters;
    return scenario;
}

/// All at one server, with and without TLS.
BenchScenario uncontendedByTls(bool quick) {
    BenchScenario scenario = uncontended(false, quick);
    scenario.name = "uncontended-tls";
    scenario.title = "one session, one lock, at a server with and without TLS";
    scenario.peers = QStringList{kCurator, kCuratorByTls, kLockcore, kLinked, kByTls};
    scenario.compared = QStringList{kCurator, kCuratorByTls, kLockcore, kLinked};
    scenario.atTlsServer = true;
    return scenario;
}

BenchScenario besideHungHandshakes(bool quick, std::uint16_t hungPort) {
    constexpr int kHung = 10;
    BenchScenario scenario = uncontendedByTls(quick);
    scenario.name = "uncontended-tls-hung";
    scenario.title =
        QStringLiteral("likewise, and on its loop %1 sessions whose servers never answer").arg(kHung);
    scenario.parameters << parameter("hung", kHung) << parameter("hung-port", hungPort);
    scenario.peers = scenario.compared = QStringList{kByTls};
    return scenario;
}

BenchScenario sessions(int count) {
    // 5000 would be 20 000 threads for Curator and 15 000 for kazoo.
    const QStringList peers = count <= 1000 ? QStringList{kCurator, "kazoo", kFloor, kLockcore, kLinked}
                                            : QStringList{kFloor, kLockcore};
    return {QStringLiteral("sessions-%1").arg(count),
            QStringLiteral("%1 sessions in one process").arg(count),
            "sessions",
            {parameter("count", count)},
            peers};
}

}  // namespace

std::vector<BenchPeer> benchPeers(const TestCertificates* keys) {
    std::vector<BenchPeer> peers;
    const auto add = [&peers](const char* name, const QString& problem, const QStringList& command) {
        if (problem.isEmpty())
            peers.push_back({name, command});
        else
            qWarning("without %s: %s", name, qPrintable(problem));
    };
    const QStringList java{BENCH_JAVA, "-Xmx2g", "-XX:-UsePerfData"};
    const QStringList curator{"-cp", BENCH_CLASS_PATH, "CuratorBench"};
    add(kCurator, Peer::curatorProblem(), java + curator);
    add("kazoo", Peer::kazooProblem(), {"/usr/bin/python3", BENCH_SOURCE_DIR "/kazoo_bench.py"});
    add("zoo_lock", BENCH_ZOO_LOCK[0] == '\0' ? "CONTRIBUTING.md says how to build it" : "",
        {BENCH_ZOO_LOCK});
    add(kFloor, {}, {BENCH_FLOOR});
    add("no re-read", {}, {BENCH_FLOOR});
    add(kLockcore, {}, {BENCH_LOCKCORE});
    add(kLinked, {}, {BENCH_LOCKCORE});
    add(kLab, {}, {BENCH_LAB});
    if (!keys) return peers;
    QStringList options;
    for (const std::string& option : tlsClientOptions(*keys))
        options << QString::fromStdString(option);
    add(kCuratorByTls, Peer::curatorProblem(), java + options + curator);
    add(kByTls, {}, {BENCH_LOCKCORE});
    return peers;
}

std::vector<BenchScenario> benchScenarios(bool quick) {
    std::vector<BenchScenario> scenarios{
        uncontended(false, quick), uncontended(true, quick), farHandoff(1, quick),  farHandoff(2, quick),
        contended(10, quick),      contended(50, quick),     contended(200, quick), crowded(quick),
        readWrite(quick),          sessions(1000),           drain(quick)};
    if (!quick) scenarios.push_back(sessions(5000));
    return scenarios;
}

std::vector<BenchScenario> benchTlsScenarios(bool quick, std::uint16_t hungPort) {
    BenchScenario many = sessions(1000);
    many.name = "sessions-1000-tls";
    many.title = "1000 sessions in one process, by TLS";
    many.peers = QStringList{kCuratorByTls, kByTls};
    many.compared = many.peers;
    many.atTlsServer = true;
    return {uncontendedByTls(quick), besideHungHandshakes(quick, hungPort), many};
}
