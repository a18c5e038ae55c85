// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How long it takes until all locks of a cluster are known with the order of their queues: lockcore by
// AdminServer's dump, lockcore by walking a root, ZooKeeper's ZKUtil and kazoo by walking it. All in turns on
// one server with the same locks, each in a process of its own that has done it before. Client and server
// share this machine, so ratios count, not seconds. With --delay the server is far away, and seconds do
// count.
#include "instruments.h"
#include "lock_tree.h"
#include "peer.h"
#include "report.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QThread>
#include <QUrl>

#include <sys/resource.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

using namespace lockcore;

namespace {

constexpr const char* kRoot = "/bench/tree";
constexpr const char* kSection = "discover";
constexpr const char* kByDump = "lockcore, AdminServer's dump";
constexpr const char* kByWalk = "lockcore, pinned root";
constexpr const char* kZkUtil = "ZKUtil.listSubTreeBFS";
constexpr const char* kKazoo = "kazoo, recursive get_children";

struct Size {
    int locks;
    int contenders;
    int repetitions;
    int roundTripMs;  ///< to the server; 0: it is on this machine

    bool isFar() const { return roundTripMs > 0; }
};

int numberOf(const QCommandLineParser& parser, const char* option, int least = 1) {
    bool isNumber = false;
    const int number = parser.value(option).toInt(&isNumber);
    if (!isNumber || number < least)
        giveUp(std::string("--") + option + " takes a number from " + std::to_string(least) + " on");
    return number;
}

Size readCommand(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Compares ways to find all locks of a server.");
    parser.addHelpOption();
    parser.addOptions(
        {{"locks", "How many locks there are.", "number", "10000"},
         {"contenders", "How many contenders each one has.", "number", "10"},
         {"reps", "Repetitions; the table shows medians.", "number", "5"},
         {"delay",
          "Milliseconds of a round trip to the server. The other peers, which ask for one thing "
          "after the other and would take hours, are left out then.",
          "number", "0"}});
    parser.process(application);
    return {numberOf(parser, "locks"), numberOf(parser, "contenders"), numberOf(parser, "reps"),
            numberOf(parser, "delay", 0)};
}

int adminPortOf(const LocalCluster& server) {
    return QUrl(QString::fromStdString(server.adminUrl())).port();
}

/// A server as it is from far away: a slow way to each of its ports.
class FarServer {
public:
    FarServer(const LocalCluster& server, int roundTripMs)
        : m_clients(Peer::delayProxy(server.port(), roundTripMs / 2)),
          m_admin(Peer::delayProxy(adminPortOf(server), roundTripMs / 2)),
          m_connectString("127.0.0.1:" + m_clients->hear().toStdString()),
          m_adminPort(m_admin->hear().toInt()) {
        if (m_adminPort == 0) giveUp("the delay proxy does not work");
    }

    const std::string& connectString() const { return m_connectString; }
    int adminPort() const { return m_adminPort; }

private:
    std::unique_ptr<Peer> m_clients;
    std::unique_ptr<Peer> m_admin;
    std::string m_connectString;
    int m_adminPort;
};

std::unique_ptr<LocalCluster> startDiscoveryServer() {
    qputenv("TMPDIR", "/dev/shm");
    if (!isInMemory(QDir::tempPath())) giveUp("/dev/shm is not a tmpfs");
    LocalClusterOptions options;
    options.java = BENCH_SOURCE_DIR "/server_java.sh";
    auto server = LocalCluster::start(options);
    if (!server) giveUp(describe(server.error()));
    if ((*server)->adminUrl().empty()) giveUp("no AdminServer: libservlet-api-java is not installed");
    return std::move(*server);
}

std::vector<BenchPeer> discoveryPeers(bool isFar) {
    std::vector<BenchPeer> peers{{kByDump, {BENCH_DISCOVER_LOCKCORE}}, {kByWalk, {BENCH_DISCOVER_LOCKCORE}}};
    if (isFar) return peers;
    if (const QString problem = Peer::curatorProblem(); problem.isEmpty())
        peers.push_back(
            {kZkUtil, {BENCH_JAVA, "-Xmx2g", "-XX:-UsePerfData", "-cp", BENCH_CLASS_PATH, "ZkUtilBench"}});
    else
        qWarning("without ZKUtil: %s", qPrintable(problem));
    if (const QString problem = Peer::kazooProblem(); problem.isEmpty())
        peers.push_back({kKazoo, {"/usr/bin/python3", BENCH_SOURCE_DIR "/kazoo_walk.py"}});
    else
        qWarning("without kazoo: %s", qPrintable(problem));
    return peers;
}

BenchScenario discoveryScenario(const Size& size, const QString& peer, int adminPort) {
    const int admin = peer == kByDump ? adminPort : 0;
    BenchScenario scenario;
    scenario.far = size.isFar();
    scenario.name = kSection;
    scenario.program = kSection;
    scenario.directory = kRoot;
    scenario.parameters = {QStringLiteral("locks=%1").arg(size.locks),
                           QStringLiteral("contenders=%1").arg(size.contenders),
                           QStringLiteral("admin=%1").arg(admin), QStringLiteral("warm=1")};
    return scenario;
}

QString orNothing(std::optional<double> value) {
    return value ? readable(*value) : QStringLiteral("–");
}

void printTable(const Report& report, const std::vector<BenchPeer>& peers) {
    std::printf(
        "\n| | s | requests | MB from server | client CPU s | server CPU s | peak RSS MB | others' CPU %% | "
        "× as fast as ZKUtil |\n|---|---|---|---|---|---|---|---|---|\n");
    const auto reference = report.median(kSection, kSection, kZkUtil, "wall_s");
    for (const BenchPeer& peer : peers) {
        QStringList row{peer.name};
        for (const char* figure : {"wall_s", "requests", "bytes_mb", "client_cpu_s", "server_cpu_s",
                                   "peak_rss_mb", "others_cpu_pct"})
            row.push_back(orNothing(report.median(kSection, kSection, peer.name, figure)));
        const auto seconds = report.median(kSection, kSection, peer.name, "wall_s");
        row.push_back(reference && seconds ? readable(*reference / *seconds) : orNothing({}));
        std::printf("| %s |\n", qPrintable(row.join(" | ")));
    }
}

void printGoal(const Report& report, const char* peer, double times) {
    const auto reference = report.median(kSection, kSection, kZkUtil, "wall_s");
    const auto seconds = report.median(kSection, kSection, peer, "wall_s");
    if (!reference || !seconds) return;
    std::printf("| %s | ≥ %s × as fast as ZKUtil | %s | %s |\n", peer, qPrintable(readable(times)),
                qPrintable(readable(*reference / *seconds)),
                *reference / *seconds >= times ? "reached" : "**not reached**");
}

void printFarGoal(const Report& report) {
    constexpr double kMostSeconds = 5;
    const auto seconds = report.median(kSection, kSection, kByDump, "wall_s");
    if (!seconds) return;
    std::printf("| %s | ≤ %s s | %s s | %s |\n", kByDump, qPrintable(readable(kMostSeconds)),
                qPrintable(readable(*seconds)), *seconds <= kMostSeconds ? "reached" : "**not reached**");
}

}  // namespace

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    const Size size = readCommand(application);
    const auto peers = discoveryPeers(size.isFar());
    const auto cluster = startDiscoveryServer();
    std::optional<FarServer> far;
    if (size.isFar()) far.emplace(*cluster, size.roundTripMs);
    const int adminPort = far ? far->adminPort() : adminPortOf(*cluster);
    const LockTree tree(cluster->connectString(), kRoot, size.locks, size.contenders);
    std::printf("%d locks with %d contenders each, of %d sessions; %d processors, medians of %d\n",
                size.locks, size.contenders, tree.sessionCount(), QThread::idealThreadCount(),
                size.repetitions);
    if (far) std::printf("%d ms away\n", size.roundTripMs);

    constexpr double kUsInMs = 1000;
    const BenchServer server{.cluster = *cluster,
                             .farConnectString = far ? far->connectString() : std::string(),
                             .farRoundTripUs = size.roundTripMs * kUsInMs};
    Report report;
    for (int repetition = 1; repetition <= size.repetitions; ++repetition)
        for (const BenchPeer& peer : peers) {
            std::fprintf(stderr, "%d of %d: %s\n", repetition, size.repetitions, qPrintable(peer.name));
            auto measured = runPeer(server, discoveryScenario(size, peer.name, adminPort), peer, repetition);
            for (const Measurement& one : measured)
                if (!one.problem.isEmpty())
                    std::printf("%s: %s\n", qPrintable(peer.name), qPrintable(one.problem));
            report.add(std::move(measured));
        }
    printTable(report, peers);
    std::printf("\n| goal | | measured | |\n|---|---|---|---|\n");
    if (far) {
        printFarGoal(report);
    } else {
        printGoal(report, kByDump, 30);
        printGoal(report, kByWalk, 10);
    }
    return 0;
}
