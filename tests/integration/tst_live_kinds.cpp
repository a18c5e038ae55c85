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

std::optional<Finding> deadlockIn(const ClusterAssessment& assessment) {
    const auto found = std::ranges::find(assessment.findings, FindingKind::PossibleDeadlock, &Finding::kind);
    return found == assessment.findings.end() ? std::nullopt : std::optional(*found);
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
    void curatorBarrier();
    void curatorNodes();
    void kazooSemaphore();
    void curatorSemaphoreMutex();
    void deadlockThroughASemaphoreMutex();
    void pausedClientThatCouldHaveALease();
    void deadlockThroughTwoLeases();
    void deadlockThroughTwoPermitsOfKazoo();
    void curatorSemaphore();
    void sequentialNodesThatQueue();
    void sequentialNodesThatAreSaidToQueue();
    void sequentialNodesThatDoNot();
    void bareNumbersAreMembers();
    void membersBesideCandidates();
    void flatNamesQueueEachForItself();
    void sequentialNodesThatStayAreWork();
    void locksOfOneZnode();
    void ephemeralThatSomebodyNamed();
    void numbersThatNoServerHasGiven();
    void rootOfTheServerIsNoGroup();

private:
    ClusterWatch::Assessment awaitKinds(const QString& kinds,
                                        const std::vector<std::string>& pinnedRoots = {},
                                        std::size_t cycles = 0);
    ClusterWatch::Plan shortPlan() const;

    std::string m_connect;
};

void TestLiveKinds::init() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    m_connect = TestCluster::instance().freshConnectString();
}

/// Each look has new watch tables. Who owns a contender that only a dump has told is known soon.
ClusterWatch::Assessment TestLiveKinds::awaitKinds(const QString& kinds,
                                                   const std::vector<std::string>& pinnedRoots,
                                                   std::size_t cycles) {
    ClusterWatch::Assessment seen;
    const auto look = [&] {
        ClusterWatch watch({.connect = m_connect,
                            .adminUrl = TestCluster::instance().server().adminUrl(),
                            .pinnedRoots = pinnedRoots,
                            .thresholds = impatient()});
        seen = watch.await([](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->servers.at(0).watched;
        });
        return !seen || (kindsOf(*seen) == kinds && seen->waitFor.cycles.size() == cycles);
    };
    if (QTest::qWaitFor(look, 30'000)) return seen;
    QTest::qFail(
        qPrintable(QString("seen %1, %2 circles").arg(kindsOf(*seen)).arg(seen->waitFor.cycles.size())),
        __FILE__, __LINE__);
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

void TestLiveKinds::curatorBarrier() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("double /barrier 2"), "DOUBLE /barrier");
    QCOMPARE(other->ask("double /barrier 2"), "DOUBLE /barrier");
    one->send("enter");
    // Services are named like that, too.
    QVERIFY(awaitKinds("/barrier uuid-members membership 1 member"));
    QCOMPARE(other->ask("enter"), "ENTERED");
    QVERIFY(awaitKinds("/barrier curator-double-barrier barrier 2 member"));
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

    // Somebody lowers the number of permits while all are taken.
    QVERIFY(!textOf(waited->findings).contains("exceeded-permits"));
    RawClient(m_connect).write("/app/permits", "1");
    ClusterWatch watch(TestCluster::instance().server(), m_connect);
    const auto lowered = watch.awaitFindings("warning exceeded-permits /app/permits");
    QVERIFY(lowered);
    QCOMPARE(lowered->findings[0].count, std::optional<std::uint64_t>(1));
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

/// One has it and waits for a lock of another kind, whose holder waits for it.
void TestLiveKinds::deadlockThroughASemaphoreMutex() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(one && other);
    QCOMPARE(one->ask("semaphoremutex /mutex"), "LOCK /mutex");
    QCOMPARE(one->ask("acquire"), kAcquired);
    QCOMPARE(other->ask("mutex /other"), "LOCK /other");
    QCOMPARE(other->ask("acquire"), kAcquired);
    QCOMPARE(one->ask("mutex /other"), "LOCK /other");
    one->send("acquire");
    QVERIFY(
        awaitKinds("/mutex/leases curator-semaphore semaphore 1 holder, "
                   "/other curator-mutex lock 1 holder 1 waiter"));
    QCOMPARE(other->ask("semaphoremutex /mutex"), "LOCK /mutex");
    other->send("acquire");
    const auto seen = awaitKinds(
        "/mutex/leases curator-semaphore semaphore 1 holder 1 waiter, "
        "/other curator-mutex lock 1 holder 1 waiter",
        {}, 1);
    QVERIFY(seen);
    const auto deadlock = std::ranges::find(seen->findings, FindingKind::PossibleDeadlock, &Finding::kind);
    QVERIFY(deadlock != seen->findings.end());
    QStringList sessions;
    for (const SessionId session : deadlock->sessions)
        sessions << "SESSION " + QString::fromStdString(toHex(session));
    QCOMPARE(sessions.size(), 2);
    QVERIFY(sessions.contains(one->ask("session")) && sessions.contains(other->ask("session")));
    ClusterWatch watch(shortPlan());
    QVERIFY(watch.await([](const ClusterAssessment& it) {
        const auto found = deadlockIn(it);
        return found && found->stage == FindingStage::Verified;
    }));
}

/// After a second a circle is told to have lasted.
ClusterWatch::Plan TestLiveKinds::shortPlan() const {
    ClusterWatch::Plan plan{.connect = m_connect, .adminUrl = TestCluster::instance().server().adminUrl()};
    plan.thresholds.circles.lasting = 1s;
    return plan;
}

/// The client that has the mutex and is first in line for a lease is paused when one comes free. Who has the
/// other one waits for the mutex. It gets that once the client goes on.
void TestLiveKinds::pausedClientThatCouldHaveALease() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto holder = Peer::curator(m_connect, 60s);
    const auto next = Peer::curator(m_connect, 60s);
    const auto other = Peer::curator(m_connect, 60s);
    QVERIFY(holder && next && other);
    for (Peer* const peer : {holder.get(), other.get()}) {
        QCOMPARE(peer->ask("semaphore /permits 2"), "SEMAPHORE /permits");
        QCOMPARE(peer->ask("lease 1"), "LEASED 1");
    }
    QCOMPARE(next->ask("mutex /mutex"), "LOCK /mutex");
    QCOMPARE(next->ask("acquire"), kAcquired);
    QCOMPARE(next->ask("semaphore /permits 2"), "SEMAPHORE /permits");
    next->send("lease 1");
    QVERIFY(
        awaitKinds("/mutex curator-mutex lock 1 holder, "
                   "/permits/leases curator-semaphore semaphore 2 holder 1 waiter"));
    next->freeze();
    QCOMPARE(other->ask("return 1"), "RETURNED 0");
    QCOMPARE(holder->ask("mutex /mutex"), "LOCK /mutex");
    holder->send("acquire");

    ClusterWatch watch(shortPlan());
    const auto lasting = watch.await([](const ClusterAssessment& it) {
        const auto found = deadlockIn(it);
        return found && found->sinceUnixMs + 5'000 < it.sample->takenAtUnixMs;
    });
    next->thaw();
    QVERIFY(lasting);
    QCOMPARE(deadlockIn(*lasting)->stage, FindingStage::Suspected);
    QCOMPARE(deadlockIn(*lasting)->detail, "perhaps-free-permit");
    QCOMPARE(next->hear(), "LEASED 1");
    QVERIFY(watch.await([](const ClusterAssessment& it) { return !deadlockIn(it); }));
    QCOMPARE(next->ask("release"), kReleased);
    QCOMPARE(holder->hear(), kAcquired);
}

/// Each of the two that have a lease waits for whoever wants one.
void TestLiveKinds::deadlockThroughTwoLeases() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    const auto third = Peer::curator(m_connect);
    QVERIFY(one && other && third);
    for (Peer* const peer : {one.get(), other.get(), third.get()})
        QCOMPARE(peer->ask("semaphore /permits 2"), "SEMAPHORE /permits");
    QCOMPARE(one->ask("lease 1"), "LEASED 1");
    QCOMPARE(other->ask("lease 1"), "LEASED 1");
    QCOMPARE(third->ask("mutex /mutex"), "LOCK /mutex");
    QCOMPARE(third->ask("acquire"), kAcquired);
    third->send("lease 1");
    ClusterWatch watch(shortPlan());
    for (Peer* const peer : {one.get(), other.get()}) {
        QCOMPARE(peer->ask("mutex /mutex"), "LOCK /mutex");
        peer->send("acquire");
    }
    const auto seen = watch.await([](const ClusterAssessment& it) {
        const auto found = deadlockIn(it);
        return found && found->stage == FindingStage::Verified;
    });
    QVERIFY(seen);
    QCOMPARE(deadlockIn(*seen)->detail, "permits");
    QCOMPARE(deadlockIn(*seen)->sessions.size(), std::size_t(2));
    one->kill();
    QVERIFY(watch.await([](const ClusterAssessment& it) { return !deadlockIn(it); }));
    QCOMPARE(third->hear(), "LEASED 1");
}

void TestLiveKinds::deadlockThroughTwoPermitsOfKazoo() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto one = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    const auto third = Peer::kazoo(m_connect);
    QVERIFY(one && other && third);
    for (Peer* const peer : {one.get(), other.get()}) {
        QCOMPARE(peer->ask("semaphore /app/permits 2"), "LOCK /app/permits");
        QCOMPARE(peer->ask("acquire"), kAcquired);
    }
    QCOMPARE(third->ask("lock /app/lock"), "LOCK /app/lock");
    QCOMPARE(third->ask("acquire"), kAcquired);
    ClusterWatch watch(shortPlan());
    QCOMPARE(third->ask("semaphore /app/permits 2"), "LOCK /app/permits");
    third->send("acquire");
    for (Peer* const peer : {one.get(), other.get()}) {
        QCOMPARE(peer->ask("lock /app/lock"), "LOCK /app/lock");
        peer->send("acquire");
    }
    const auto seen = watch.await([](const ClusterAssessment& it) {
        const auto found = deadlockIn(it);
        return found && found->stage == FindingStage::Verified;
    });
    QVERIFY(seen);
    QCOMPARE(deadlockIn(*seen)->detail, "permits");
}

/// Its leases are not counted anywhere, so that only who still waits in its other directory, or was the last
/// one to leave that, is known to wait.
void TestLiveKinds::curatorSemaphore() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto holder = Peer::curator(m_connect);
    const auto next = Peer::curator(m_connect);
    const auto last = Peer::curator(m_connect);
    QVERIFY(holder && next && last);
    for (Peer* const peer : {holder.get(), next.get(), last.get()})
        QCOMPARE(peer->ask("semaphore /permits 2"), "SEMAPHORE /permits");
    QCOMPARE(holder->ask("lease 2"), "LEASED 2");
    next->send("lease 1");
    QVERIFY(awaitKinds("/permits/leases curator-semaphore semaphore 2 holder 1 waiter"));
    last->send("lease 1");
    const auto seen = awaitKinds("/permits/leases curator-semaphore semaphore 2 holder 2 waiter");
    QVERIFY(seen);
    const auto sessionOf = [&](std::size_t index) {
        return "SESSION " + QString::fromStdString(toHex(seen->waitFor.sessions.at(index)));
    };
    for (const WaitEdge& edge : seen->waitFor.edges)
        QVERIFY(sessionOf(edge.waiter) != holder->ask("session"));
    QVERIFY(std::ranges::any_of(seen->waitFor.edges, [&](const WaitEdge& edge) {
        return sessionOf(edge.blocker) == holder->ask("session");
    }));
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

/// Nobody watches: what the directory has as data tells, or the user.
void TestLiveKinds::sequentialNodesThatAreSaidToQueue() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    for (const char* const path : {"/site", "/marked"})
        for (RawClient* const client : {&first, &second})
            client->queue(path, "job-");
    QVERIFY(awaitKinds("/marked sequential membership 2 member, /site sequential membership 2 member"));
    first.write("/site", "lockscope: lock");
    const auto told =
        awaitKinds("/marked sequential membership 2 member, /site sequential lock 1 holder 1 waiter");
    QVERIFY(told);
    QCOMPARE(told->waitFor.edges.size(), 1u);

    ClusterWatch watch(TestCluster::instance().server(), m_connect);
    LockMarks marks;
    marks.set("/marked", Dialect::Sequential);
    watch.feed().setMarks(marks);
    const auto marked = watch.await([](const ClusterAssessment& it) {
        return kindsOf(it) ==
               "/marked sequential lock 1 holder 1 waiter, /site sequential lock 1 holder 1 waiter";
    });
    QVERIFY(marked);
    QCOMPARE(marked->waitFor.edges.size(), 2u);
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

/// Replicas of a log, whose names are numbers and nothing else.
void TestLiveKinds::bareNumbersAreMembers() {
    RawClient client(m_connect);
    for (int i = 0; i < 2; ++i)
        client.queue("/mesos/log_replicas", "");
    const auto seen = awaitKinds("/mesos/log_replicas sequential membership 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

/// Aurora's schedulers: each announces itself, and stands for leader in the same directory.
void TestLiveKinds::membersBesideCandidates() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    for (RawClient* const scheduler : {&first, &second}) {
        scheduler->queue("/aurora/scheduler", "member_");
        scheduler->queue("/aurora/scheduler", "singleton_candidate_");
    }
    const auto seen = awaitKinds("/aurora/scheduler aurora-election election 1 leader 1 standby 2 member");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

/// All locks of a site in one directory, with their names before the number.
void TestLiveKinds::flatNamesQueueEachForItself() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    const std::string orders = first.queue("/locks", "orders_lock_");
    const std::string users = second.queue("/locks", "users_lock_");
    second.queue("/locks", "orders_lock_");
    first.queue("/locks", "users_lock_");
    second.watch("/locks/" + orders);
    first.watch("/locks/" + users);
    // A circle, as they are two locks.
    QVERIFY(awaitKinds("/locks sequential lock 2 holder 2 waiter", {}, 1));
}

/// No dump tells of them.
void TestLiveKinds::sequentialNodesThatStayAreWork() {
    RawClient client(m_connect);
    for (int i = 0; i < 2; ++i)
        client.create("/tasks/job-", NodeKind::PersistentSequential);
    const auto seen = awaitKinds("/tasks sequential work-queue 2 member", {"/tasks"});
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
}

/// Known by their place, and by what is beside them.
void TestLiveKinds::locksOfOneZnode() {
    RawClient client(m_connect);
    client.put("/hadoop-ha/ns", "ActiveStandbyElectorLock");
    client.put("/yarn-leader-election/rm", "ActiveStandbyElectorLock");
    client.put("/service/db", "leader");
    client.put("/service/db/members", "pg1");
    client.put("/kafka", "controller");
    client.put("/kafka/brokers/ids", "1001");
    client.put("/otter/canal/destinations/example", "running");
    for (const char* const ledger : {"urL0000000001", "urL0000000002"})
        client.put("/ledgers/underreplication/locks", ledger);
    // Nothing tells what these are.
    client.put("/app", "leader");
    client.put("/app", "controller");
    const auto seen = awaitKinds(
        "/hadoop-ha/ns/ActiveStandbyElectorLock hadoop-election election 1 leader, "
        "/kafka/controller kafka-controller election 1 leader, "
        "/ledgers/underreplication/locks/urL0000000001 bookkeeper-replication lock 1 holder, "
        "/ledgers/underreplication/locks/urL0000000002 bookkeeper-replication lock 1 holder, "
        "/otter/canal/destinations/example/running canal-instance election 1 leader, "
        "/service/db/leader patroni-leader election 1 leader, "
        "/yarn-leader-election/rm/ActiveStandbyElectorLock hadoop-election election 1 leader");
    QVERIFY(seen);
    QCOMPARE(textOf(seen->findings), "");
    for (const auto& lock : seen->sample->locks)
        QCOMPARE(lock->rows.at(0).contender->stat->ephemeralOwner, client.id());
}

/// Nothing but that tells that it is a lock; beside it stands one that nobody has named.
void TestLiveKinds::ephemeralThatSomebodyNamed() {
    RawClient client(m_connect);
    client.put("/jobs", "nightly");
    client.put("/jobs", "weekly");
    const auto seen = awaitKinds("/jobs/nightly plain-node lock 1 holder", {"/jobs/nightly"});
    QVERIFY(seen);
    QCOMPARE(seen->sample->locks.at(0)->rows.at(0).contender->stat->ephemeralOwner, client.id());
    QCOMPARE(textOf(seen->findings), "");
}

/// Whether a dump tells of them or they are read.
void TestLiveKinds::numbersThatNoServerHasGiven() {
    RawClient client(m_connect);
    client.queue("/held", "_c_00000000-0000-0000-0000-000000000001-lock-");
    client.put("/hbase/rs", "host,16020,1512345678901");
    client.put("/dubbo/com.acme.Api/providers", "dubbo%3A%2F%2F10.0.0.1%3Ftimestamp%3D1512345678901");
    client.put("/nodes", "node-1712345678");
    client.put("/brokers/ids", "1234567890");
    client.put("/phones", "555-123456789");
    for (const std::vector<std::string>& roots : {std::vector<std::string>{}, {"/"}})
        QVERIFY(awaitKinds("/held curator-mutex lock 1 holder", roots));

    // Ten digits that a server might have given, but for how few children there ever were.
    client.put("/ports", "web-0000008080");
    client.put("/ports", "web-0000008443");
    QVERIFY(awaitKinds("/held curator-mutex lock 1 holder, /ports unknown unknown"));
}

void TestLiveKinds::rootOfTheServerIsNoGroup() {
    const LocalCluster& server = TestCluster::instance().server();
    RawClient client(server.connectString());
    const std::string registered = client.queue("", "service-");
    client.queue("/kinds-of-the-root", "_c_00000000-0000-0000-0000-000000000001-lock-");
    ClusterWatch watch(server, server.connectString());
    const auto has = [](const ClusterAssessment& seen, std::string_view path) {
        return std::ranges::any_of(seen.sample->locks, [&](const auto& lock) { return lock->path == path; });
    };
    const auto seen = watch.await([&](const ClusterAssessment& it) { return has(it, "/kinds-of-the-root"); });
    QVERIFY(seen);
    QVERIFY(!has(*seen, "/"));
    client.remove("/" + registered);
}

LOCKSCOPE_TEST(TestLiveKinds)
#include "tst_live_kinds.moc"
