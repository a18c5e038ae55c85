// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// soak_findings [--minutes 10] [--locks 1000] [--threaded-sessions 20] [--leisure 1] [--restarts]: random
// traffic in which nothing is wrong on a server of its own, watched all the time as by a window. Says where
// that server is, and what was found nevertheless; 0 if nothing was.
#include "cluster_watch.h"
#include "healthy_traffic.h"

#include <lockcore/lab/local_ensemble.h>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using namespace lockcore;

namespace {

/// What the samples had in them.
struct Seen {
    std::atomic<std::size_t> samples = 0;
    std::atomic<std::size_t> mostLocks = 0;
    std::atomic<std::size_t> mostWaiters = 0;
    std::atomic<std::size_t> truths = 0;  ///< findings of servers that were being restarted

    void note(const ClusterAssessment& assessment) {
        std::size_t waiters = 0;
        for (const auto& lock : assessment.sample->locks)
            waiters += lock->waiters();
        ++samples;
        mostLocks = std::max(mostLocks.load(), assessment.sample->locks.size());
        mostWaiters = std::max(mostWaiters.load(), waiters);
    }
};

/// What the traffic runs on.
struct Servers {
    std::string connect;
    std::string adminUrl;
};

/// Kills a server and starts it again, one after the other, with half a minute between them.
class RollingRestarts {
public:
    explicit RollingRestarts(LocalEnsemble& ensemble)
        : m_thread([this, &ensemble](const std::stop_token& stop) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any never;
              const auto rest = [&] {
                  never.wait_for(lock, stop, std::chrono::seconds(30), [] { return false; });
              };
              for (std::size_t server = 0; !stop.stop_requested(); server = (server + 1) % ensemble.size()) {
                  rest();
                  if (stop.stop_requested()) return;
                  restart(ensemble, server);
              }
          }) {}

    /// That a server serves nobody is true then: it is away, or they vote. A sample may be as old.
    bool areUnsettled() const {
        return m_isAway || std::chrono::steady_clock::now() - m_back.load() < kSample;
    }

private:
    static constexpr std::chrono::seconds kSample{10};

    void restart(LocalEnsemble& ensemble, std::size_t server) {
        m_isAway = true;
        ensemble.kill(server);
        if (!ensemble.restart(server)) std::fprintf(stderr, "a server did not come back\n");
        m_back = std::chrono::steady_clock::now();
        m_isAway = false;
    }

    std::atomic<bool> m_isAway = false;
    std::atomic<std::chrono::steady_clock::time_point> m_back{};
    std::jthread m_thread;
};

int soak(const Servers& servers, std::chrono::minutes time, HealthyTraffic::Plan load,
         const RollingRestarts* restarts) {
    std::printf("servers: %s\n", servers.connect.c_str());
    std::fflush(stdout);
    load.connect = servers.connect;
    HealthyTraffic traffic(load);
    FalseAlarms alarms;
    Seen seen;
    const ClusterWatch::Plan plan{.connect = servers.connect, .adminUrl = servers.adminUrl};
    const auto note = [&](const ClusterAssessment& assessment) {
        std::vector<Finding> findings = assessment.findings;
        if (restarts && restarts->areUnsettled())
            seen.truths += std::erase_if(findings, [](const Finding& finding) {
                return finding.kind == FindingKind::ServerNotServing;
            });
        alarms.note(findings);
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
        static_cast<void>(
            QTest::qWaitFor([&] { return end.hasExpired(); }, static_cast<int>(load.leisure) * 1'000));
    }
    std::printf(
        "%zu samples, up to %zu locks and %zu waiters, %llu times acquired or released, %llu gave up\n"
        "told in truth that a server which was being restarted serves nobody: %zu times\n",
        seen.samples.load(), seen.mostLocks.load(), seen.mostWaiters.load(),
        static_cast<unsigned long long>(traffic.grants()),
        static_cast<unsigned long long>(traffic.timeouts()), seen.truths.load());
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
    const QCommandLineOption leisure("leisure", "So many times as long clients pause between two things", "n",
                                     "1");
    const QCommandLineOption restarts("restarts", "On three servers, which restart in turns");
    parser.addOptions({minutes, locks, threaded, leisure, restarts});
    parser.addHelpOption();
    parser.process(application);
    const auto run = [&](const Servers& servers, const RollingRestarts* rolling) {
        return soak(servers, std::chrono::minutes(parser.value(minutes).toInt()),
                    {.connect = {},
                     .locks = parser.value(locks).toUInt(),
                     .threadedSessions = parser.value(threaded).toUInt(),
                     .candidates = 12,
                     .members = 12,
                     .leisure = parser.value(leisure).toUInt()},
                    rolling);
    };
    const auto failed = [](const Error& error) {
        std::fprintf(stderr, "%s\n", describe(error).c_str());
        return 2;
    };
    if (!parser.isSet(restarts)) {
        const auto server = LocalCluster::start();
        return server ? run({(*server)->connectString(), (*server)->adminUrl()}, nullptr)
                      : failed(server.error());
    }
    // Ensembles have no AdminServer: nobody listens there.
    const auto ensemble = LocalEnsemble::start(3);
    if (!ensemble) return failed(ensemble.error());
    const RollingRestarts rolling(**ensemble);
    return run({(*ensemble)->connectString(), "http://127.0.0.1:1/commands"}, &rolling);
}
