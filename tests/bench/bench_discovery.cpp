// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How long it takes until all locks of a cluster are known with the order of their queues: lockcore by
// AdminServer's dump, lockcore by walking a root, ZooKeeper's ZKUtil and kazoo by walking it. All in turns on
// one server with the same locks, each in a process of its own that has done it before. Client and server
// share this machine, so ratios count, not seconds.
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
};

int numberOf(const QCommandLineParser& parser, const char* option) {
    const int number = parser.value(option).toInt();
    if (number < 1) giveUp(std::string("--") + option + " takes a number from 1 on");
    return number;
}

Size readCommand(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Compares ways to find all locks of a server.");
    parser.addHelpOption();
    parser.addOptions({{"locks", "How many locks there are.", "number", "10000"},
                       {"contenders", "How many contenders each one has.", "number", "10"},
                       {"reps", "Repetitions; the table shows medians.", "number", "5"}});
    parser.process(application);
    return {numberOf(parser, "locks"), numberOf(parser, "contenders"), numberOf(parser, "reps")};
}

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

std::vector<BenchPeer> discoveryPeers() {
    std::vector<BenchPeer> peers{{kByDump, {BENCH_DISCOVER_LOCKCORE}}, {kByWalk, {BENCH_DISCOVER_LOCKCORE}}};
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

BenchScenario discoveryScenario(const Size& size, const QString& peer, const LocalCluster& server) {
    const int admin = peer == kByDump ? QUrl(QString::fromStdString(server.adminUrl())).port() : 0;
    BenchScenario scenario;
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

}  // namespace

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    const Size size = readCommand(application);
    const auto peers = discoveryPeers();
    const auto cluster = startDiscoveryServer();
    const LockTree tree(cluster->connectString(), kRoot, size.locks, size.contenders);
    std::printf("%d locks with %d contenders each, of %d sessions; %d processors, medians of %d\n",
                size.locks, size.contenders, tree.sessionCount(), QThread::idealThreadCount(),
                size.repetitions);

    const BenchServer server{*cluster, {}};
    Report report;
    for (int repetition = 1; repetition <= size.repetitions; ++repetition)
        for (const BenchPeer& peer : peers) {
            std::fprintf(stderr, "%d of %d: %s\n", repetition, size.repetitions, qPrintable(peer.name));
            auto measured = runPeer(server, discoveryScenario(size, peer.name, *cluster), peer, repetition);
            for (const Measurement& one : measured)
                if (!one.problem.isEmpty())
                    std::printf("%s: %s\n", qPrintable(peer.name), qPrintable(one.problem));
            report.add(std::move(measured));
        }
    printTable(report, peers);
    std::printf("\n| goal | | measured | |\n|---|---|---|---|\n");
    printGoal(report, kByDump, 30);
    printGoal(report, kByWalk, 10);
    return 0;
}
