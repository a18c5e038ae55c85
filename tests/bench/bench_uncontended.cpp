// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Uncontended acquire and release of lockcore::Mutex beside Curator's InterProcessMutex: on one server, in
// one run, in turns, on loopback and through a proxy that makes a round trip of 10 ms. Prints a table. Ratios
// are what counts: client and server share this machine.
#include "live_session.h"
#include "peer.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/recipes/mutex.h>

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace lockcore;

namespace {

struct Cycles {
    std::vector<double> acquireUs;
    std::vector<double> releaseUs;
    std::vector<double> cycleUs;

    void add(double acquire, double release) {
        acquireUs.push_back(acquire);
        releaseUs.push_back(release);
        cycleUs.push_back(acquire + release);
    }
};

double percentile(std::vector<double> values, double share) {
    if (values.empty()) qFatal("nothing was measured");
    const auto at =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
}

double microseconds(Duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

void runOurs(Mutex& mutex, int times, Cycles& cycles) {
    for (int i = 0; i < times; ++i) {
        const TimePoint start = Clock::now();
        auto hold = mutex.acquire();
        const TimePoint owned = Clock::now();
        if (!hold) qFatal("%s", describe(hold.error()).c_str());
        if (auto released = hold->release(); !released) qFatal("%s", describe(released.error()).c_str());
        cycles.add(microseconds(owned - start), microseconds(Clock::now() - owned));
    }
}

void runCurator(Peer& curator, int times, Cycles& cycles) {
    const QString answer = curator.ask(QStringLiteral("cycles %1").arg(times));
    const QStringList words = answer.split(' ');
    if (words.size() != 2 * times + 1) qFatal("Curator said: %s", qPrintable(answer.left(200)));
    for (qsizetype i = 1; i < words.size(); i += 2)
        cycles.add(words[i].toDouble() / 1000, words[i + 1].toDouble() / 1000);
}

struct Comparison {
    Cycles ours;
    Cycles curators;
};

/// Each turn first warms up for as long as it then measures the first time, so that Java has compiled what it
/// runs.
Comparison compare(const std::string& connect, LiveSession& session, int warmUp, int repetitions, int times) {
    Mutex mutex(session.session(), "/bench/lockcore");
    const auto curator = Peer::curator(connect);
    if (!curator) qFatal("no Curator");
    curator->ask(QStringLiteral("mutex /bench/curator"));
    Comparison warm;
    runOurs(mutex, warmUp, warm.ours);
    runCurator(*curator, warmUp, warm.curators);
    Comparison measured;
    for (int i = 0; i < repetitions; ++i) {
        runOurs(mutex, times, measured.ours);
        runCurator(*curator, times, measured.curators);
    }
    return measured;
}

void printRow(const char* name, const Cycles& cycles) {
    std::printf("%-12s %9.0f %9.0f %11.0f %9.0f %11.0f %9.0f\n", name, percentile(cycles.acquireUs, 0.5),
                percentile(cycles.acquireUs, 0.99), percentile(cycles.releaseUs, 0.5),
                percentile(cycles.releaseUs, 0.99), percentile(cycles.cycleUs, 0.5),
                percentile(cycles.cycleUs, 0.99));
}

void print(const Comparison& measured) {
    std::printf("µs           acquire p50       p99 release p50       p99   cycle p50       p99\n");
    printRow("lockcore", measured.ours);
    printRow("Curator", measured.curators);
    // lockcore's release does not wait for the server: what that costs shows in the acquire that follows.
    std::printf("lockcore's median cycle is %.2f of Curator's\n\n",
                percentile(measured.ours.cycleUs, 0.5) / percentile(measured.curators.cycleUs, 0.5));
}

double roundTripUs(LiveSession& session) {
    std::vector<double> took;
    for (int i = 0; i < 50; ++i) {
        const TimePoint start = Clock::now();
        const auto read = session.await<Stat>(
            [](Session& zookeeper, auto done) { zookeeper.exists("/", {}, std::move(done)); });
        if (!read) qFatal("%s", describe(read.error()).c_str());
        took.push_back(microseconds(Clock::now() - start));
    }
    return percentile(took, 0.5);
}

}  // namespace

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
    auto server = LocalCluster::start();
    if (!server) qFatal("%s", describe(server.error()).c_str());

    constexpr int kCycles = 5000;
    constexpr int kRepetitions = 5;
    std::printf("loopback, %d times %d cycles each in turns, after %d to warm up\n", kRepetitions, kCycles,
                kCycles);
    {
        const std::string connect = (*server)->connectString();
        LiveSession session(connect);
        print(compare(connect, session, kCycles, kRepetitions, kCycles));
    }

    constexpr int kFarCycles = 100;
    const auto proxy = Peer::delayProxy((*server)->port(), 5);
    const std::string connect = "127.0.0.1:" + proxy->hear().toStdString();
    LiveSession session(connect);
    const double roundTrip = roundTripUs(session);
    std::printf("through a proxy, one read takes %.1f ms, 3 times %d cycles each in turns\n",
                roundTrip / 1000, kFarCycles);
    const Comparison far = compare(connect, session, kFarCycles, 3, kFarCycles);
    print(far);
    std::printf("round trips to own: lockcore %.1f, Curator %.1f\n",
                percentile(far.ours.acquireUs, 0.5) / roundTrip,
                percentile(far.curators.acquireUs, 0.5) / roundTrip);
    return 0;
}
