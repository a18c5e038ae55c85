// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How fast the window is, beside ZooInspector where that is installed. Server, clients and window share this
// machine, and the window paints offscreen.
#include "allocator.h"
#include "bench_program.h"
#include "first_picture.h"
#include "lock_tree.h"
#include "peer.h"
#include "report.h"
#include "theme/theme.h"
#include "threads/closing.h"
#include "window_measures.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>
#include <string_view>

using namespace lockcore;

namespace {

constexpr int kMany = 100'000;
constexpr int kDirectory = 10'000;

struct BenchPlan {
    QStringList parts;
    int changes;
    int events;
    int stormSeconds;
    int idleSeconds;
};

BenchPlan readPlan(const QApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Measures how fast the window is."));
    parser.addHelpOption();
    const auto option = [&](const char* name, const char* what, const char* otherwise) {
        parser.addOption(
            {QLatin1String(name), QLatin1String(what), QStringLiteral("number"), QLatin1String(otherwise)});
    };
    option("changes", "Changes of a queue of 100000.", "300");
    option("events", "Events from ZooKeeper to the window.", "300");
    option("storm-seconds", "How long contenders come and go.", "20");
    option("idle-seconds", "How long the window is left alone.", "240");
    parser.addPositionalArgument(
        QStringLiteral("PART"), QStringLiteral("changes, events, picture, directory, start, many; else all."),
        QStringLiteral("[PART…]"));
    parser.process(application);
    const auto number = [&](const char* name) {
        const int value = parser.value(QLatin1String(name)).toInt();
        if (value < 1) giveUp(std::string("--") + name + " takes a number from 1 on");
        return value;
    };
    return {parser.positionalArguments(), number("changes"), number("events"), number("storm-seconds"),
            number("idle-seconds")};
}

void printRow(const char* what, const QString& goal, const QString& measured, bool reached) {
    std::printf("| %s | %s | %s | %s |\n", what, qPrintable(goal), qPrintable(measured),
                reached ? "reached" : "**not reached**");
    std::fflush(stdout);
}

void printChanges(int changes) {
    ChangeCost cost = measureChanges(kMany, changes);
    const double median = cost.both.median();
    const double worst = cost.both.worst();
    printRow("a contender leaves and one comes, 100 000 contenders: difference, signals, repaint",
             QStringLiteral("≤ 4 ms median, ≤ 16 ms worst"),
             QStringLiteral("%1 ms median (%2 + %3 repaint), %4 ms worst")
                 .arg(readable(median), readable(cost.model.median()), readable(cost.repaint.median()),
                      readable(worst)),
             median <= 4 && worst <= 16);
}

void printEvents(const LocalCluster& server, int events) {
    EventTimes times = measureEventToPaint(server, events);
    const double roundTrips = times.roundTrips.median();
    const double late = times.painted.at(0.99) - roundTrips;
    printRow("request of a contender → painted, above the round trips", QStringLiteral("≤ 16 ms at p99"),
             QStringLiteral("%1 ms p50, %2 ms p99; round trips of create, list and read: %3 ms p50")
                 .arg(readable(times.painted.median() - roundTrips), readable(late), readable(roundTrips)),
             late <= 16);
}

void printStorm(const LocalCluster& server, const std::string& lockPath, int seconds) {
    constexpr int kGoal = 1000;
    const auto text = [](const Storm& storm) {
        return QStringLiteral("%1 ms at %2 events/s")
            .arg(readable(storm.worstStallMs), readable(storm.eventsPerSecond));
    };
    const Storm storm = measureStorm(server, lockPath, seconds, kGoal * 11 / 10);
    printRow("worst stall of the window, lock with 100 000 contenders",
             QStringLiteral("≤ 50 ms at 1000 events/s"), text(storm),
             storm.worstStallMs <= 50 && storm.eventsPerSecond >= kGoal);
    std::printf("| the same, events as fast as the server goes | | %s | |\n",
                qPrintable(text(measureStorm(server, lockPath, seconds, {}))));
}

void printStart(const LocalCluster& server, std::size_t locks, int idleSeconds,
                const std::function<double()>& clientsCpuSeconds) {
    const Start start = measureStart(server, locks, idleSeconds, clientsCpuSeconds);
    printRow("first reply → all of 10 000 locks listed and painted", QStringLiteral("≤ 1.5 s"),
             QStringLiteral("%1 s").arg(readable(start.usableMs / 1000)), start.usableMs <= 1500);
    printRow("idle on 10 000 quiet locks, 1000 of them with a waiter",
             QStringLiteral("≤ 0.5 % of a core, memory does not grow"),
             QStringLiteral("%1 %, %2 MB more in %3 s, of %4 MB")
                 .arg(readable(start.idleCpuPercent), readable(start.grownMb))
                 .arg(idleSeconds)
                 .arg(readable(start.residentMb)),
             start.idleCpuPercent <= 0.5 && start.grownMb < 1);
}

QString firstRowsText(const FirstRows& rows) {
    return QStringLiteral("%1 s, %2 requests; all read after %3 s and %4 requests, CPU %5 s, %6 MB")
        .arg(readable(rows.paintedMs / 1000), readable(rows.requests), readable(rows.completeMs / 1000),
             readable(rows.allRequests), readable(rows.cpuSeconds), readable(rows.residentMb));
}

void printFirstRows(const LocalCluster& server, const std::string& lockPath, int children) {
    const FirstRows rows = measureFirstRows(server, lockPath, static_cast<std::size_t>(children));
    const bool goal = rows.paintedMs <= 150 && rows.requests <= 3;
    if (children == kDirectory)
        printRow("first rows of a directory of 10 000 children", QStringLiteral("≤ 0.15 s with ≤ 3 requests"),
                 firstRowsText(rows), goal);
    else
        printRow("first rows of a directory of 100 000 children", QStringLiteral("shown too"),
                 firstRowsText(rows), true);
}

/// ZooInspector's own tree, expanded at the directory; it prints what the row says.
void printInspector(const LocalCluster& server, const std::string& lockPath) {
    if (QLatin1String(BENCH_INSPECTOR_CLASS_PATH).isEmpty()) {
        std::printf("| ZooInspector is not installed | | | |\n");
        return;
    }
    QProcess inspector;
    inspector.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    inspector.start(QStringLiteral(BENCH_JAVA),
                    {QStringLiteral("-Djava.awt.headless=true"), QStringLiteral("-XX:-UsePerfData"),
                     QStringLiteral("-cp"), QStringLiteral(BENCH_INSPECTOR_CLASS_PATH),
                     QStringLiteral("org.apache.zookeeper.inspector.gui.InspectorBench"),
                     QString::fromStdString(server.connectString()), QString::fromStdString(lockPath)});
    constexpr int kLimitMs = 300'000;
    if (!inspector.waitForFinished(kLimitMs) || inspector.exitCode() != 0) giveUp("ZooInspector failed");
    std::printf("| ZooInspector, the same directory | | %s | |\n",
                inspector.readAllStandardOutput().trimmed().constData());
}

std::unique_ptr<LocalCluster> startWindowServer() {
    qputenv("TMPDIR", "/dev/shm");
    auto server = LocalCluster::start({});
    if (!server) giveUp(describe(server.error()));
    return std::move(*server);
}

void benchChanges(const BenchPlan& plan) {
    printChanges(plan.changes);
}

void benchEvents(const BenchPlan& plan) {
    printEvents(*startWindowServer(), plan.events);
}

void printFirstPicture(const char* what, const QStringList& arguments) {
    const FirstPicture picture = measureFirstPicture(arguments);
    printRow(
        what, QStringLiteral("≤ 0.5 s"),
        QStringLiteral("%1 s, CPU %2 s").arg(readable(picture.ms / 1000), readable(picture.cpuMs / 1000)),
        picture.ms <= 500);
}

void benchPicture(const BenchPlan&) {
    printFirstPicture("start of the process → start page painted", {});
    const auto server = startWindowServer();
    const LockTree locks(server->connectString(), "/bench/picture", 10, 2);
    printFirstPicture("start of the process → locks of a cluster listed and painted",
                      {QStringLiteral("--connect"), QString::fromStdString(server->connectString()),
                       QStringLiteral("--admin"), QString::fromStdString(server->adminUrl())});
}

void benchDirectory(const BenchPlan&) {
    const auto server = startWindowServer();
    const LockTree directory(server->connectString(), "/bench/directory", 1, kDirectory);
    const std::string path = "/bench/directory/lock-of-service-0-x";
    printFirstRows(*server, path, kDirectory);
    printInspector(*server, path);
}

void benchStart(const BenchPlan& plan) {
    const auto server = startWindowServer();
    constexpr int kHeld = 9'000;
    constexpr int kWithWaiter = 1'000;
    LockTree held(server->connectString(), "/held/locks", kHeld, 1);
    LockTree waited(server->connectString(), "/waited/locks", kWithWaiter, 2);
    printStart(*server, kHeld + kWithWaiter, plan.idleSeconds,
               [&] { return held.cpuSeconds() + waited.cpuSeconds(); });
}

void benchMany(const BenchPlan& plan) {
    const auto server = startWindowServer();
    const LockTree many(server->connectString(), "/bench/many", 1, kMany);
    const std::string path = "/bench/many/lock-of-service-0-x";
    printFirstRows(*server, path, kMany);
    printStorm(*server, path, plan.stormSeconds);
}

constexpr std::pair<const char*, void (*)(const BenchPlan&)> kParts[] = {
    {"changes", benchChanges},     {"events", benchEvents}, {"picture", benchPicture},
    {"directory", benchDirectory}, {"start", benchStart},   {"many", benchMany}};

}  // namespace

int main(int argc, char* argv[]) {
    if (argc > 1 && std::string_view(argv[1]) == kFirstPicture) return firstPictureProcess(argc, argv);
    lockscope::keepHeapsTidy();  // as the program does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    lockscope::applyTheme(application, lockscope::ThemeChoice::Light);
    const BenchPlan plan = readPlan(application);
    std::printf("%d processors\n\n| what | goal | measured | |\n|---|---|---|---|\n",
                QThread::idealThreadCount());
    for (const auto& [name, run] : kParts)
        if (plan.parts.isEmpty() || plan.parts.contains(QLatin1String(name))) run(plan);
    return lockscope::waitForClosing(std::chrono::seconds(60)) ? 0 : 1;
}
