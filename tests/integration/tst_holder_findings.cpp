// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>

#include <algorithm>
#include <future>
#include <optional>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

SessionId sessionOf(Peer& peer) {
    return SessionId{peer.ask("session").section(' ', 1).toLongLong(nullptr, 16)};
}

bool isVerified(const ClusterAssessment& assessment) {
    return !assessment.findings.empty() && assessment.findings[0].stage == FindingStage::Verified;
}

QString acquire(Peer& peer, const QString& path) {
    const QString queued = peer.ask("acquire " + path);
    return queued == "QUEUED " + path ? peer.hear() : queued;
}

}  // namespace

/// What is found about clients that are real processes: which wait for each other, are killed, or hang.
class TestHolderFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void twoProcessesWaitForEachOther();
    void twoCuratorReadersWaitToWrite();
    void twoKazooReadersWaitToWrite();
    void twoThreadsInEachOfTwoProcesses();
    void killedHolder();
    void killedHolderThatNobodyWaitsFor();
    void holderWithoutConnectionComesBack();
    void frozenHolderExpiresWhenTold();
    void frozenHolderGoesOn();
    void revocableHolder();
    void holderRemovedByAnother_data();
    void holderRemovedByAnother();

private:
    ClusterWatch::Plan plan() const {
        return {.connect = m_connect, .adminUrl = TestCluster::instance().server().adminUrl()};
    }
    /// A circle need not last for so long.
    ClusterWatch::Plan impatient() const {
        ClusterWatch::Plan soon = plan();
        soon.thresholds.circles = {.lasting = 1s, .outlasting = 3s};
        return soon;
    }
    void upgrade(Peer& first, Peer& second);

    std::string m_connect;
};

void TestHolderFindings::init() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    m_connect = TestCluster::instance().freshConnectString();
}

void TestHolderFindings::twoProcessesWaitForEachOther() {
    const auto first = Peer::lockcore(m_connect, 20s);
    auto second = Peer::lockcore(m_connect, 20s);
    QVERIFY(first && second);
    QCOMPARE(acquire(*first, "/a"), "ACQUIRED /a");
    QCOMPARE(acquire(*second, "/b"), "ACQUIRED /b");
    ClusterWatch watch(impatient());
    QCOMPARE(first->ask("acquire /b"), "QUEUED /b");
    QVERIFY(watch.await([](const ClusterAssessment& seen) { return seen.sample->locks.size() == 2; }));
    QVERIFY(watch.awaitFindings(""));

    QElapsedTimer since;
    QCOMPARE(second->ask("acquire /a"), "QUEUED /a");
    since.start();
    QVERIFY(watch.awaitFindings("information possible-deadlock"));
    qInfo("found %lld ms after the second wait began", since.elapsed());
    QVERIFY(watch.await(isVerified));
    qInfo("verified %lld ms after it", since.elapsed());
    const auto found = watch.awaitFindings("fault possible-deadlock");
    QVERIFY(found);
    std::vector sessions{sessionOf(*first), sessionOf(*second)};
    std::ranges::sort(sessions);
    const Finding& finding = found->findings[0];
    QCOMPARE(finding.sessions, sessions);
    QCOMPARE(finding.contenders.size(), 2u);
    QVERIFY(finding.duration && *finding.duration < milliseconds(60'000));

    second.reset();
    QCOMPARE(first->hear(), "ACQUIRED /b");
    QVERIFY(watch.awaitFindings(""));
}

/// Each holds the read lock and waits for the write lock, which waits for all readers.
void TestHolderFindings::upgrade(Peer& first, Peer& second) {
    for (Peer* const peer : {&first, &second}) {
        peer->ask("read /rw");
        QCOMPARE(peer->ask("acquire"), kAcquired);
    }
    ClusterWatch watch(impatient());
    QVERIFY(watch.await([](const ClusterAssessment& seen) {
        return seen.sample->locks.size() == 1 && seen.sample->locks[0]->holders() == 2;
    }));
    first.ask("write /rw");
    first.send("acquire");
    // It waits for the other reader, and for itself.
    const auto alone = watch.await(isVerified);
    QVERIFY(alone);
    QCOMPARE(alone->findings[0].detail, "self-upgrade");
    QCOMPARE(alone->findings[0].sessions, std::vector{sessionOf(first)});
    second.ask("write /rw");
    second.send("acquire");
    const auto found = watch.awaitFindings("fault possible-deadlock upgrade");
    QVERIFY(found);
    std::vector sessions{sessionOf(first), sessionOf(second)};
    std::ranges::sort(sessions);
    QCOMPARE(found->findings[0].sessions, sessions);
    QCOMPARE(found->findings[0].blocked->inAll, std::size_t(2));
}

void TestHolderFindings::twoCuratorReadersWaitToWrite() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto first = Peer::curator(m_connect);
    const auto second = Peer::curator(m_connect);
    QVERIFY(first && second);
    upgrade(*first, *second);
}

void TestHolderFindings::twoKazooReadersWaitToWrite() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto first = Peer::kazoo(m_connect);
    const auto second = Peer::kazoo(m_connect);
    QVERIFY(first && second);
    upgrade(*first, *second);
}

/// Each client has a lock and waits for the other one's; but one began to wait before it got its own, so that
/// it has another thread, which will let go.
void TestHolderFindings::twoThreadsInEachOfTwoProcesses() {
    const auto first = Peer::lockcore(m_connect, 20s);
    const auto second = Peer::lockcore(m_connect, 20s);
    QVERIFY(first && second);
    ClusterWatch::Plan soon = plan();
    soon.thresholds.circles.lasting = 1s;
    ClusterWatch watch(soon);
    QCOMPARE(acquire(*second, "/b"), "ACQUIRED /b");
    QCOMPARE(first->ask("acquire /b"), "QUEUED /b");
    QCOMPARE(acquire(*first, "/a"), "ACQUIRED /a");
    QCOMPARE(second->ask("acquire /a"), "QUEUED /a");
    const auto found = watch.awaitFindings("information possible-deadlock");
    QVERIFY(found);
    QVERIFY(found->findings[0].isOfThreads);
    const auto later = watch.await([&](const ClusterAssessment& seen) {
        return seen.sample->takenAtUnixMs > found->sample->takenAtUnixMs + 5'000;
    });
    QVERIFY(later);
    QCOMPARE(textOf(later->findings), "information possible-deadlock");
    QCOMPARE(later->findings[0].stage, FindingStage::Suspected);
    QCOMPARE(first->ask("release /a"), "RELEASED /a");
    QCOMPARE(second->hear(), "ACQUIRED /a");
    QVERIFY(watch.awaitFindings(""));
}

void TestHolderFindings::killedHolder() {
    const auto holder = Peer::lockcore(m_connect, 6s);
    const auto waiter = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && waiter);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    QCOMPARE(waiter->ask("acquire /lock"), "QUEUED /lock");
    const SessionId session = sessionOf(*holder);
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));

    holder->kill();
    const auto found = watch.awaitFindings("fault ghost-holder /lock");
    QVERIFY(found);
    const Finding& finding = found->findings[0];
    QCOMPARE(finding.sessions, std::vector{session});
    QCOMPARE(finding.contenders, std::vector{found->sample->locks[0]->rows[0].contender->name});
    QVERIFY(finding.remaining && *finding.remaining <= 6s + 1s);
    QCOMPARE(sessionIn(*found, session)->state, SessionState::Ghost);
    QCOMPARE(waiter->hear(), "ACQUIRED /lock");
    QVERIFY(watch.awaitFindings(""));
}

void TestHolderFindings::killedHolderThatNobodyWaitsFor() {
    const auto holder = Peer::lockcore(m_connect, 6s);
    QVERIFY(holder);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->kill();
    QVERIFY(watch.awaitFindings("warning ghost-holder /lock"));
    QVERIFY(watch.await([](const ClusterAssessment& seen) { return seen.sample->locks.empty(); }));
}

/// A session whose client is somewhere else for a moment goes on where it was.
void TestHolderFindings::holderWithoutConnectionComesBack() {
    TcpProxy proxy(TestCluster::instance().server().port());
    const std::string behindProxy = proxy.address() + parseConnectString(m_connect)->chroot;
    // The proxy forwards in this thread's event loop.
    auto opened = std::async(std::launch::async, [&] {
        auto client = std::make_unique<RawClient>(behindProxy, 20s);
        client->queue("/lock", "_c_00000000-0000-0000-0000-000000000001-lock-");
        return client;
    });
    QTRY_VERIFY_WITH_TIMEOUT(opened.wait_for(0s) == std::future_status::ready, 30'000);
    const auto holder = opened.get();
    RawClient waiter(m_connect, 20s);
    waiter.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    proxy.cut();
    QVERIFY(watch.awaitFindings("fault ghost-holder /lock"));
    proxy.mend();
    const auto back = watch.awaitFindings("");
    QVERIFY(back);
    QCOMPARE(back->sample->locks.at(0)->holders(), 1u);
    QCOMPARE(sessionIn(*back, holder->id())->state, SessionState::Connected);
}

/// What is said of a silent session comes true: it ends when it was told to, and not before.
void TestHolderFindings::frozenHolderExpiresWhenTold() {
    const auto holder = Peer::lockcore(m_connect, 12s);
    const auto waiter = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && waiter);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    QCOMPARE(waiter->ask("acquire /lock"), "QUEUED /lock");
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));

    holder->freeze();
    QElapsedTimer frozen;
    frozen.start();
    const auto found = watch.await([](const ClusterAssessment& seen) {
        return seen.findings.size() == 1 && seen.findings[0].kind == FindingKind::SilentHolder;
    });
    const auto toldAt = frozen.elapsed();
    QVERIFY(found);
    const Finding finding = found->findings[0];
    QCOMPARE(finding.lock, "/lock");
    QVERIFY(finding.duration && *finding.duration > 6s && *finding.duration < 13s);
    QVERIFY(finding.remaining && *finding.remaining < 12s);
    QCOMPARE(finding.server, TestCluster::instance().server().connectString());

    QCOMPARE(waiter->hear(), "ACQUIRED /lock");
    const milliseconds lasted(frozen.elapsed() - toldAt);
    qInfo("told: %lld ms at most; it took %lld ms", static_cast<long long>(finding.remaining->count()),
          static_cast<long long>(lasted.count()));
    // A machine that is busy makes everything late.
    QVERIFY(lasted < *finding.remaining + 10s);
    QVERIFY(lasted > *finding.remaining - 6s);
    holder->thaw();
    QVERIFY(watch.awaitFindings(""));
}

void TestHolderFindings::frozenHolderGoesOn() {
    const auto holder = Peer::lockcore(m_connect, 16s);
    QVERIFY(holder);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->freeze();
    const auto found = watch.awaitFindings("warning silent-holder /lock");
    holder->thaw();
    QVERIFY(found);
    QVERIFY(watch.awaitFindings(""));
    QCOMPARE(holder->ask("release /lock"), "RELEASED /lock");
}

/// A holder that would notice a request to release watches its own znode, which is no finding.
void TestHolderFindings::revocableHolder() {
    RawClient holder(m_connect);
    RawClient waiter(m_connect);
    const std::string held =
        holder.create("/lock/_c_00000000-0000-0000-0000-000000000001-lock-", NodeKind::EphemeralSequential);
    holder.watch("/lock/" + held);
    waiter.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    waiter.watch("/lock/" + held);
    ClusterWatch watch(plan());
    const auto seen = watch.awaitFindings("");
    QVERIFY(seen);
    const auto chain =
        verifyChain(*seen->sample->locks.at(0), seen->sample->servers, parseConnectString(m_connect)->chroot);
    QCOMPARE(chain.size(), 2u);
    QVERIFY(chain[0].watchesItself && !chain[1].watchesItself);
    QCOMPARE(chain[1].verdict, ChainVerdict::Verified);

    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto curator = Peer::curator(m_connect);
    QVERIFY(curator);
    curator->ask("mutex /curator");
    QCOMPARE(curator->ask("revocable"), "REVOCABLE");
    QCOMPARE(curator->ask("acquire"), "ACQUIRED");
    ClusterWatch another(plan());
    const auto both = another.await([](const ClusterAssessment& it) {
        return it.sample->locks.size() == 2 && it.sample->servers[0].watched;
    });
    QVERIFY(both);
    QCOMPARE(textOf(both->findings), "");
    const auto links =
        verifyChain(*both->sample->locks[0], both->sample->servers, parseConnectString(m_connect)->chroot);
    QVERIFY(links.size() == 1 && links[0].watchesItself);
}

void TestHolderFindings::holderRemovedByAnother_data() {
    QTest::addColumn<bool>("isCurator");
    QTest::newRow("kazoo") << false;
    QTest::newRow("Curator") << true;
}

/// The next one gets the lock, and neither library tells its user that it has lost it.
void TestHolderFindings::holderRemovedByAnother() {
    QFETCH(bool, isCurator);
    for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    auto holder = isCurator ? Peer::curator(m_connect, 20s) : Peer::kazoo(m_connect);
    const auto waiter = isCurator ? Peer::curator(m_connect, 20s) : Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(holder && waiter && other);
    for (Peer* const peer : {holder.get(), waiter.get()})
        QCOMPARE(peer->ask(isCurator ? "mutex /lock" : "lock /lock"), "LOCK /lock");
    QCOMPARE(holder->ask("acquire"), kAcquired);

    ClusterWatch watch(plan());
    const auto held = watch.await([](const ClusterAssessment& assessment) {
        return assessment.sessions.size() == 1 && assessment.sessions[0].state == SessionState::Connected &&
               assessment.sessions[0].holds.size() == 1;
    });
    QVERIFY(held && watch.next());
    const std::string name = held->sample->locks.at(0)->rows.at(0).contender->name;
    waiter->send("acquire");
    QCOMPARE(other->ask("delete /lock/" + QString::fromStdString(name)), "DONE");
    QCOMPARE(waiter->hear(), kAcquired);
    const auto found = watch.awaitFindings("fault removed-holder /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector<std::string>{name});
    holder.reset();
    QVERIFY(watch.awaitFindings(""));
}

LOCKSCOPE_TEST(TestHolderFindings)
#include "tst_holder_findings.moc"
