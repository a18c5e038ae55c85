// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// lockcore beside Curator, kazoo and a floor over the plain C client: all peers in one run against one
// server, in turns, each in processes of its own; by TLS, and beside it, against another one. Prints a table
// for each scenario, then the goals. Client and server share this machine, so ratios count, not microseconds.
#include "bench_child.h"
#include "goals.h"
#include "instruments.h"
#include "peer.h"
#include "scripted_server.h"
#include "tls_server.h"

#include <lockcore/lab/probe.h>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QThread>

#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <future>

using namespace lockcore;

namespace {

struct Command {
    QRegularExpression only;
    bool quick;
    bool onDisk;
    int repetitions;
    QString jsonFile;
};

Command readCommand(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Compares lockcore with other lock libraries on one server.");
    parser.addHelpOption();
    parser.addOptions(
        {{"only", "Only what matches in PEER/SCENARIO.", "regex"},
         {"quick", "Less of everything: to see that it works, not to measure."},
         {"reps", "Repetitions; the tables show medians.", "number", "3"},
         {"where", "The server's log on tmpfs (shm), or synced in $TMPDIR (disk).", "shm|disk", "shm"},
         {"json", "Write all measurements here.", "file"}});
    parser.process(application);
    const QString where = parser.value("where");
    if (where != "shm" && where != "disk") giveUp("--where shm or --where disk");
    const Command command{QRegularExpression(parser.value("only")), parser.isSet("quick"), where == "disk",
                          parser.value("reps").toInt(), parser.value("json")};
    if (!command.only.isValid()) giveUp(command.only.errorString().toStdString());
    if (command.repetitions < 1) giveUp("--reps takes a number from 1 on");
    return command;
}

/// A descriptor for each of thousands of sessions, here and in the server.
void raiseDescriptorLimit() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void chooseWhere(bool onDisk) {
    if (!onDisk) qputenv("TMPDIR", "/dev/shm");
    if (isInMemory(QDir::tempPath()) == onDisk)
        giveUp(onDisk ? "the temporary directory is in memory; set TMPDIR to one on a disk"
                      : "/dev/shm is not a tmpfs");
}

LocalClusterOptions serverOptions() {
    LocalClusterOptions options;
    options.java = BENCH_SOURCE_DIR "/server_java.sh";
    options.adminServer = false;
    // As in production, and costing nothing in memory.
    options.extraConfig = {"forceSync=yes"};
    return options;
}

std::unique_ptr<LocalCluster> startServer() {
    auto server = LocalCluster::start(serverOptions());
    if (!server) giveUp(describe(server.error()));
    return std::move(*server);
}

/// A server that speaks TLS, beside one for handshakes that hang; null where there can be none.
class TlsSide {
public:
    static std::unique_ptr<TlsSide> start() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) {
            qWarning("without TLS: %s", qPrintable(problem));
            return nullptr;
        }
        return std::make_unique<TlsSide>();
    }

    TlsSide() : m_server(m_keys, {.cluster = serverOptions()}) {
        if (!m_keys.sign("client", "DNS:client") || !m_keys.pack("client"))
            giveUp("no certificate for clients");
        // Whom all peers trust that look for the system's authorities.
        qputenv("SSL_CERT_FILE", m_keys.file("ca.pem").toUtf8());
    }
    const TestCertificates& keys() const { return m_keys; }
    std::uint16_t hungPort() const { return m_hung.port(); }
    BenchServer benchServer() const { return {m_server.cluster(), {}, m_server.connectString()}; }

private:
    TestCertificates m_keys;
    TlsServer m_server;
    ScriptedServer m_hung{[](const std::string&) { return ScriptedServer::Reply{{}, true}; }};
};

/// The first operations of a server's life take ten times as long.
void warmUp(const BenchServer& server, const std::vector<BenchPeer>& peers) {
    BenchScenario scenario{"warm-up", {}, "contended", {"contenders=20", "warm=0", "cycles=300"}, {}};
    for (const BenchPeer& peer : peers)
        if (peer.name == kFloor) runPeer(server, scenario, peer, 0);
}

double measureRoundTripUs(const BenchServer& server) {
    BenchScenario scenario{"round-trip", {}, "roundtrip", {"cycles=50"}, {}};
    scenario.far = true;
    const auto measured = runPeer(server, scenario, {kFloor, {BENCH_FLOOR}}, 0);
    if (measured.empty() || !measured.front().figures.contains("acquire_p50_us"))
        giveUp("the delay proxy does not work");
    return measured.front().figures.at("acquire_p50_us");
}

void runScenario(const Command& command, BenchServer& server, const BenchScenario& scenario,
                 const std::vector<BenchPeer>& peers, int repetition, Report& report) {
    for (const BenchPeer& peer : peers) {
        const QString name = peer.name + '/' + scenario.name;
        if (!scenario.peers.contains(peer.name) || !command.only.match(name).hasMatch()) continue;
        std::fprintf(stderr, "%d of %d: %s\n", repetition, command.repetitions, qPrintable(name));
        // Each time anew: the proxy shares the processors with whatever else runs.
        if (scenario.far) server.farRoundTripUs = measureRoundTripUs(server);
        report.add(runPeer(server, scenario, peer, repetition));
    }
}

/// How far from the plain C client's round trip by the same link the one is that a probe tells.
void runProbe(const Command& command, BenchServer& server, int repetition, Report& report) {
    if (!command.only.match(QStringLiteral("%1/%2").arg(kProbe, kProbeFar)).hasMatch()) return;
    std::fprintf(stderr, "%d of %d: %s\n", repetition, command.repetitions, kProbe);
    const double linkUs = measureRoundTripUs(server);
    ProbePlan plan{.session = {server.farConnectString, std::chrono::seconds(10)}};
    plan.cycles = command.quick ? 30 : 200;
    std::promise<Result<ProbeReport>> answered;
    Probe probe(std::move(plan));
    probe.run([&answered](Result<ProbeReport> told) { answered.set_value(std::move(told)); });
    const auto told = answered.get_future().get();
    if (!told) giveUp(describe(told.error()));
    const std::chrono::duration<double, std::micro> probed = told->servers.at(0).roundTrip.quantile(0.5);
    Measurement measured{kProbeFar, "roundtrip", kProbe, repetition};
    measured.figures = {{"link_us", linkUs}, {"probe_us", probed.count()}};
    measured.figures["off"] = std::abs(probed.count() / linkUs - 1);
    report.add({measured});
}

void writeJson(const Command& command, const Report& report) {
    if (command.jsonFile.isEmpty()) return;
    QJsonObject all = report.toJson();
    all["date"] = QDateTime::currentDateTime().toString(Qt::ISODate);
    all["where"] = command.onDisk ? "disk" : "shm";
    all["quick"] = command.quick;
    QFile file(command.jsonFile);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(all).toJson()) < 0)
        giveUp("can't write " + command.jsonFile.toStdString());
}

void printHead(const Command& command) {
    std::printf("%s, %d processors, server's log %s (a synced write takes %.0f µs), medians of %d\n",
                qPrintable(QDateTime::currentDateTime().toString(Qt::ISODate)), QThread::idealThreadCount(),
                command.onDisk ? "synced on disk" : "in memory", syncedWriteUs(QDir::tempPath()),
                command.repetitions);
    if (command.quick) std::printf("QUICK: less of everything; the figures mean little\n");
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    const Command command = readCommand(application);
    raiseDescriptorLimit();
    chooseWhere(command.onDisk);
    const auto cluster = startServer();
    const auto tls = TlsSide::start();
    const auto peers = benchPeers(tls ? &tls->keys() : nullptr);
    auto scenarios = benchScenarios(command.quick);
    const auto proxy = Peer::delayProxy(cluster->port(), 5);
    BenchServer server{*cluster, "127.0.0.1:" + proxy->hear().toStdString()};
    warmUp(server, peers);
    std::optional<BenchServer> secureServer;
    if (tls) {
        std::ranges::move(benchTlsScenarios(command.quick, tls->hungPort()), std::back_inserter(scenarios));
        warmUp(secureServer.emplace(tls->benchServer()), peers);
    }
    printHead(command);

    Report report;
    for (int repetition = 1; repetition <= command.repetitions; ++repetition) {
        for (const BenchScenario& scenario : scenarios) {
            runScenario(command, scenario.atTlsServer ? *secureServer : server, scenario, peers, repetition,
                        report);
            if (repetition == command.repetitions) report.print(scenario);
        }
        runProbe(command, server, repetition, report);
        writeJson(command, report);
    }
    printGoals(report, command.onDisk);
    return 0;
}
