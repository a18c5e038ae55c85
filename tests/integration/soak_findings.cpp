// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// soak_findings [--minutes 10] [--locks 1000] [--threaded-sessions 20]: random traffic in which nothing is
// wrong on a server of its own, watched all the time as by a window. Says what was found nevertheless; 0 if
// nothing was.
#include "cluster_watch.h"
#include "healthy_traffic.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdio>

using namespace lockcore;

namespace {

/// What the samples had in them.
struct Seen {
    std::atomic<std::size_t> samples = 0;
    std::atomic<std::size_t> mostLocks = 0;
    std::atomic<std::size_t> mostWaiters = 0;

    void note(const ClusterAssessment& assessment) {
        std::size_t waiters = 0;
        for (const auto& lock : assessment.sample->locks)
            waiters += lock->waiters();
        ++samples;
        mostLocks = std::max(mostLocks.load(), assessment.sample->locks.size());
        mostWaiters = std::max(mostWaiters.load(), waiters);
    }
};

int soak(std::chrono::minutes time, std::size_t locks, std::size_t threadedSessions) {
    const auto server = LocalCluster::start();
    if (!server) return std::fprintf(stderr, "%s\n", describe(server.error()).c_str()), 2;
    HealthyTraffic traffic({.connect = (*server)->connectString(),
                            .locks = locks,
                            .threadedSessions = threadedSessions,
                            .candidates = 12,
                            .members = 12});
    FalseAlarms alarms;
    Seen seen;
    const ClusterWatch::Plan plan{.connect = (*server)->connectString(), .adminUrl = (*server)->adminUrl()};
    const auto note = [&](const ClusterAssessment& assessment) {
        alarms.note(assessment.findings);
        seen.note(assessment);
    };
    const ClusterWatch watch(plan, note);
    // Others that begin afresh read the watch tables at once, not every half a minute.
    ClusterWatch::Plan again = plan;
    again.history = std::make_shared<FindingHistory>();  // which knows what the newcomer before has seen
    const QDeadlineTimer end(time);
    while (!end.hasExpired()) {
        const ClusterWatch newcomer(again, note);
        static_cast<void>(QTest::qWaitFor([&] { return newcomer.samples() > 0; }, 60'000));
    }
    std::printf(
        "%zu samples, up to %zu locks and %zu waiters, %llu times acquired or released, %llu gave up\n",
        seen.samples.load(), seen.mostLocks.load(), seen.mostWaiters.load(),
        static_cast<unsigned long long>(traffic.grants()),
        static_cast<unsigned long long>(traffic.timeouts()));
    const QString problems = traffic.problems().mid(0, 10).join('\n');
    const QString found = alarms.text();
    std::printf("clients' problems: %s\nfindings: %s\n", problems.isEmpty() ? "none" : qPrintable(problems),
                found.isEmpty() ? "none" : qPrintable(found));
    return found.isEmpty() && problems.isEmpty() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    const QCoreApplication application(count, arguments);
    QCommandLineParser parser;
    const QCommandLineOption minutes("minutes", "How long", "n", "10");
    const QCommandLineOption locks("locks", "How many locks", "n", "1000");
    const QCommandLineOption threaded("threaded-sessions", "Sessions of 50 threads each", "n", "20");
    parser.addOptions({minutes, locks, threaded});
    parser.addHelpOption();
    parser.process(application);
    return soak(std::chrono::minutes(parser.value(minutes).toInt()), parser.value(locks).toUInt(),
                parser.value(threaded).toUInt());
}
