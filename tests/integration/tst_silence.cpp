// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "healthy_traffic.h"
#include "peer.h"
#include "raw_client.h"
#include "test_cluster.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

/// Where all is well nothing is found. soak_findings does the same for as long as one likes.
class TestSilence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyTraffic();
};

void TestSilence::healthyTraffic() {
    const LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    HealthyTraffic traffic(
        {.connect = connect, .threadedSessions = 4, .threadsEach = 20, .candidates = 6, .members = 6});
    std::unique_ptr<Peer> kazoo;
    if (Peer::kazooProblem().isEmpty()) {
        kazoo = Peer::kazoo(connect);
        QVERIFY(kazoo);
        RawClient(connect).create("/kazoo/number", NodeKind::Persistent, "0");
        kazoo->send("orders /kazoo/lock /kazoo/number 3 100");
    }
    FalseAlarms alarms;
    // What the looks before have found goes on, so that what takes time is verified.
    const ClusterWatch::Plan plan{.connect = connect, .adminUrl = server.adminUrl()};
    std::size_t mostLocks = 0;
    std::size_t mostWaiters = 0;
    int samples = 0;
    // The first sample of each look has the watch tables, which are read seldom.
    QElapsedTimer time;
    time.start();
    while (time.elapsed() < 15'000 || samples < 5) {
        ClusterWatch watch(plan, [&](const ClusterAssessment& seen) { alarms.note(seen.findings); });
        const auto seen = watch.next();
        QVERIFY(seen);
        samples += watch.samples();
        std::size_t waiters = 0;
        for (const auto& lock : seen->sample->locks)
            waiters += lock->waiters();
        mostLocks = std::max(mostLocks, seen->sample->locks.size());
        mostWaiters = std::max(mostWaiters, waiters);
    }
    qInfo("%d samples, up to %zu locks and %zu waiters, %llu times acquired or released, %llu gave up",
          samples, mostLocks, mostWaiters, static_cast<unsigned long long>(traffic.grants()),
          static_cast<unsigned long long>(traffic.timeouts()));
    QCOMPARE(alarms.text(), "");
    QCOMPARE(traffic.problems().mid(0, 5).join('\n'), "");
    QVERIFY(mostLocks > 100 && mostWaiters > 0 && traffic.grants() > 100);
    if (kazoo) QVERIFY(kazoo->hear().startsWith("ORDERS "));
}

LOCKSCOPE_TEST(TestSilence)
#include "tst_silence.moc"
