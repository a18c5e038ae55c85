// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "test_cluster.h"
#include "test_program.h"

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Thresholds impatient() {
    Thresholds thresholds;
    thresholds.longWait = 1ms;
    thresholds.longQueue = 0;
    return thresholds;
}

/// "/a curator-latch election 1 leader 1 standby", for each directory.
QString kindsOf(const ClusterAssessment& assessment) {
    QStringList rows;
    for (const auto& lock : assessment.sample->locks) {
        const RoleCounts counts = lock->counts();
        QStringList words{QString::fromStdString(lock->path),
                          QString::fromUtf8(dialectInfo(lock->dialect).key.data()),
                          QString::fromUtf8(directoryKindName(lock->kind).data())};
        const auto add = [&](std::size_t count, const char* role) {
            if (count > 0) words << QString::number(count) << role;
        };
        add(counts.holders, "holder");
        add(counts.waiters, "waiter");
        add(counts.leaders, "leader");
        add(counts.standbys, "standby");
        add(counts.members, "member");
        rows << words.join(' ');
    }
    return rows.join(QStringLiteral(", "));
}

}  // namespace

/// What directories of real clients are taken for, and that only locks are found to be stuck.
class TestLiveKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void latchesInOppositeOrder();
    void kazooElectionsInOppositeOrder();
    void kazooParties();
    void kazooBarrier();
    void curatorNodes();
    void kazooSemaphore();
    void curatorSemaphoreMutex();
    void sequentialNodesThatQueue();
    void sequentialNodesThatDoNot();

private:
    ClusterWatch::Assessment awaitKinds(const QString& kinds);

    std::string m_connect;
};

void TestLiveKinds::init() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    m_connect = TestCluster::instance().freshConnectString();
}

/// Each look has new watch tables.
ClusterWatch::Assessment TestLiveKinds::awaitKinds(const QString& kinds) {
    ClusterWatch::Assessment seen;
    const auto look = [&] {
        ClusterWatch watch(TestCluster::instance().server(), m_connect, impatient());
        seen = watch.await([](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->servers.at(0).watched;
        });
        return !seen || kindsOf(*seen) == kinds;
    };
    if (QTest::qWaitFor(look, 30'000)) return seen;
    QTest::qFail(qPrintable("seen " + kindsOf(*seen)), __FILE__, __LINE__);
    return nullptr;
}

void TestLiveKinds::latchesInOppositeOrder() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("latch /a one"), "LATCH /a");
    QCOMPARE(one->ask("lead 20000"), "LEADING");
    QCOMPARE(other->ask("latch /b other"), "LATCH /b");
    QCOMPARE(other->ask("lead 20000"), "LEADING");
    QCOMPARE(one->ask("latch /b one"), "LATCH /b");
    QCOMPARE(other->ask("latch /a other"), "LATCH /a");
    const auto seen = awaitKinds(
        "/a curator-latch election 1 leader 1 standby, /b curator-latch election 1 leader 1 standby");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
    QVERIFY(seen->waitFor.edges.empty());
    for (const SessionView& session : seen->sessions) {
        QVERIFY(session.holds.empty() && session.waits.empty());
        QCOMPARE(session.leads.size(), 1u);
        QCOMPARE(session.standsBy.size(), 1u);
    }
}

void TestLiveKinds::kazooElectionsInOppositeOrder() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("elect /a/election"), "ELECTED");
    QCOMPARE(other->ask("elect /b/election"), "ELECTED");
    one->send("elect /b/election");
    other->send("elect /a/election");
    const auto seen = awaitKinds(
        "/a/election kazoo-election election 1 leader 1 standby, "
        "/b/election kazoo-election election 1 leader 1 standby");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
    QVERIFY(seen->waitFor.edges.empty());
}

void TestLiveKinds::kazooParties() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(one && other);
    for (const auto* peer : {&one, &other}) {
        QCOMPARE((*peer)->ask("party /party"), "JOINED /party");
        QCOMPARE((*peer)->ask("shallowparty /shallow"), "JOINED /shallow");
    }
    const auto seen = awaitKinds(
        "/party kazoo-party membership 2 member, "
        "/shallow kazoo-shallow-party membership 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

void TestLiveKinds::kazooBarrier() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("double /barrier 2"), "DOUBLE /barrier");
    QCOMPARE(other->ask("double /barrier 2"), "DOUBLE /barrier");
    one->send("enter");
    // Nothing tells yet what it is.
    QVERIFY(awaitKinds("/barrier hex-members membership 1 member"));
    QCOMPARE(other->ask("enter"), "ENTERED");
    const auto seen = awaitKinds("/barrier kazoo-double-barrier barrier 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

void TestLiveKinds::curatorNodes() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto peer = Peer::curator(m_connect);
    QVERIFY(peer);
    for (int i = 0; i < 2; ++i) {
        QVERIFY(peer->ask("register /protected/worker protected").startsWith("REGISTERED /protected/_c_"));
        QVERIFY(peer->ask("register /plain/worker plain").startsWith("REGISTERED /plain/worker"));
    }
    const auto seen = awaitKinds(
        "/plain sequential membership 2 member, "
        "/protected curator-node membership 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

void TestLiveKinds::kazooSemaphore() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("semaphore /app/permits 2"), "LOCK /app/permits");
    QCOMPARE(one->ask("acquire"), kAcquired);
    QCOMPARE(other->ask("semaphore /app/permits 2"), "LOCK /app/permits");
    QCOMPARE(other->ask("acquire"), kAcquired);
    const auto seen = awaitKinds("/app/permits kazoo-semaphore semaphore 2 holder");
    QVERIFY(seen);
    QCOMPARE(seen->sample->locks.at(0)->capacity, std::optional<std::size_t>(2));

    const auto third = Peer::kazoo(m_connect);
    QVERIFY(third);
    QCOMPARE(third->ask("semaphore /app/permits 2"), "LOCK /app/permits");
    third->send("acquire");
    const auto waited = awaitKinds("/app/permits kazoo-semaphore semaphore 2 holder 1 waiter");
    QVERIFY(waited);
    QCOMPARE(waited->waitFor.edges.size(), 2u);
    QVERIFY(waited->waitFor.cycles.empty());
}

/// Two directories of one lock, with a lease of each client.
void TestLiveKinds::curatorSemaphoreMutex() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("semaphoremutex /mutex"), "LOCK /mutex");
    QCOMPARE(one->ask("acquire"), kAcquired);
    QCOMPARE(other->ask("semaphoremutex /mutex"), "LOCK /mutex");
    other->send("acquire");
    const auto seen = awaitKinds("/mutex/leases curator-semaphore semaphore 1 holder 1 waiter");
    QVERIFY(seen);
    QCOMPARE(seen->waitFor.edges.size(), 1u);
    QCOMPARE(
        "SESSION " + QString::fromStdString(toHex(seen->waitFor.sessions.at(seen->waitFor.edges[0].blocker))),
        one->ask("session"));
    QVERIFY(seen->waitFor.blocking.at(seen->waitFor.edges[0].blocker).isRoot);
}

/// A site's own lock, whose names tell nothing: each waiter watches the one before it.
void TestLiveKinds::sequentialNodesThatQueue() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    RawClient third(m_connect);
    const std::string one = first.queue("/site", "job-");
    const std::string two = second.queue("/site", "job-");
    third.queue("/site", "job-");
    QVERIFY(awaitKinds("/site sequential membership 3 member"));
    second.watch("/site/" + one);
    third.watch("/site/" + two);
    const auto seen = awaitKinds("/site sequential lock 1 holder 2 waiter");
    QVERIFY(seen);
    QCOMPARE(seen->waitFor.edges.size(), 2u);
}

/// Members that look after each other: each watches all.
void TestLiveKinds::sequentialNodesThatDoNot() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    const std::string one = first.queue("/site", "job-");
    const std::string two = second.queue("/site", "job-");
    second.watch("/site/" + one);
    first.watch("/site/" + two);
    const auto seen = awaitKinds("/site sequential membership 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

LOCKSCOPE_TEST(TestLiveKinds)
#include "tst_live_kinds.moc"
