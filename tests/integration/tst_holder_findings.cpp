// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "healthy_traffic.h"
#include "peer.h"
#include "raw_client.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/permits.h>
#include <lockcore/recipes/mutex.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

bool isVerified(const ClusterAssessment& assessment) {
    return !assessment.findings.empty() && assessment.findings[0].stage == FindingStage::Verified;
}

/// What is told of how long a session has left, in readings that have heard nothing new of its client. The
/// test asks at its end.
class RemainingTimes {
public:
    explicit RemainingTimes(SessionId session) : m_session(session) {}

    ClusterWatch::Sink sink() {
        return [this](const ClusterAssessment& seen) {
            const SessionView* const view = sessionIn(seen, m_session);
            if (!view || view->readings < 2 || !view->expiresIn) return;
            const std::scoped_lock lock(m_mutex);
            m_told.push_back(*view->expiresIn);
        };
    }
    /// False, too, where that was told once at most.
    bool neverGrew() {
        const std::scoped_lock lock(m_mutex);
        return m_told.size() > 1 && std::ranges::is_sorted(m_told, std::greater());
    }

private:
    const SessionId m_session;
    std::mutex m_mutex;
    std::vector<milliseconds> m_told;  // guarded by m_mutex
};

QString acquire(Peer& peer, const QString& path) {
    const QString queued = peer.ask("acquire " + path);
    return queued == "QUEUED " + path ? peer.hear() : queued;
}

/// One of two permits; false unless the semaphore is the only lock then, with so many clients.
bool wantsPermit(Peer& peer, ClusterWatch& watch, std::size_t clients) {
    if (peer.ask("semaphore /permits 2") != "LOCK /permits") return false;
    peer.send("acquire");
    return watch.await([&](const ClusterAssessment& seen) {
        const auto& locks = seen.sample->locks;
        return locks.size() == 1 && locks[0]->holders() + locks[0]->waiters() == clients;
    }) != nullptr;
}

}  // namespace

/// What is found about clients that are real processes: which wait for each other, are killed, or hang.
class TestHolderFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void twoProcessesWaitForEachOther();
    void deadlockThatOutlastsAllHolds();
    void twoCuratorReadersWaitToWrite();
    void twoKazooReadersWaitToWrite();
    void twoThreadsInEachOfTwoProcesses();
    void killedHolder();
    void killedHolderThatNobodyWaitsFor();
    void killedWaiter();
    void killedWaiterBeforeAFreePermit();
    void killedWaiterWhileAllPermitsAreFree();
    void waiterThatWatchedNothingGetsTheLock();
    void holderWithoutConnectionComesBack();
    void holderThatIsCutOffEachSecond();
    void whoIsAwayAfterOurReconnectIsNoGhostYet();
    void frozenHolderExpiresWhenTold();
    void frozenHolderThatSomebodyLooksAt_data();
    void frozenHolderThatSomebodyLooksAt();
    void frozenHolderGoesOn();
    void holdersOfOneHostAreOneFinding();
    void silentHoldersOfOneHostAreOneFinding();
    void revocableHolder();
    void threadsOfOneHolder_data();
    void threadsOfOneHolder();
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
    std::vector sessions{first->session(), second->session()};
    std::ranges::sort(sessions);
    const Finding& finding = found->findings[0];
    QCOMPARE(finding.sessions, sessions);
    QCOMPARE(finding.contenders.size(), 2u);
    QVERIFY(finding.duration && *finding.duration < milliseconds(60'000));

    second.reset();
    QCOMPARE(first->hear(), "ACQUIRED /b");
    QVERIFY(watch.awaitFindings(""));
}

/// Threads that take turns would have gone on by then: three times as long as one of these locks was held.
void TestHolderFindings::deadlockThatOutlastsAllHolds() {
    const auto first = Peer::lockcore(m_connect, 20s);
    const auto second = Peer::lockcore(m_connect, 20s);
    QVERIFY(first && second);
    ClusterWatch::Plan patient = plan();
    patient.thresholds.circles = {.lasting = 1s, .outlasting = 1h};
    ClusterWatch watch(patient);
    QCOMPARE(acquire(*first, "/a"), "ACQUIRED /a");
    QCOMPARE(second->ask("acquire /a"), "QUEUED /a");
    const auto held = watch.await([](const ClusterAssessment& seen) {
        return seen.sample->locks.size() == 1 && seen.sample->locks[0]->waiters() == 1;
    });
    QVERIFY(held);
    QVERIFY(watch.await([&](const ClusterAssessment& seen) {
        return seen.sample->takenAtUnixMs > held->sample->takenAtUnixMs + 2'000;
    }));
    QCOMPARE(first->ask("release /a"), "RELEASED /a");
    QCOMPARE(second->hear(), "ACQUIRED /a");
    QVERIFY(watch.await([](const ClusterAssessment& seen) {
        return seen.sample->locks.size() == 1 && seen.sample->locks[0]->waiters() == 0;
    }));

    QCOMPARE(acquire(*first, "/b"), "ACQUIRED /b");
    QCOMPARE(second->ask("acquire /b"), "QUEUED /b");
    QCOMPARE(first->ask("acquire /a"), "QUEUED /a");
    const auto found = watch.awaitFindings("fault possible-deadlock");
    QVERIFY(found);
    QVERIFY(found->findings[0].duration && *found->findings[0].duration > 5s);
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
    QCOMPARE(alone->findings[0].sessions, std::vector{first.session()});
    second.ask("write /rw");
    second.send("acquire");
    const auto found = watch.awaitFindings("fault possible-deadlock upgrade");
    QVERIFY(found);
    std::vector sessions{first.session(), second.session()};
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
    const SessionId session = holder->session();
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

/// It is told before its turn comes, and not of the last one, whom nobody waits for.
void TestHolderFindings::killedWaiter() {
    const auto holder = Peer::lockcore(m_connect, 20s);
    const auto next = Peer::lockcore(m_connect, 20s);
    const auto last = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && next && last);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    QCOMPARE(next->ask("acquire /lock"), "QUEUED /lock");
    QCOMPARE(last->ask("acquire /lock"), "QUEUED /lock");
    const SessionId session = next->session();
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));

    next->kill();
    const auto found = watch.awaitFindings("warning ghost-waiter /lock");
    QVERIFY(found);
    const Finding& finding = found->findings[0];
    QCOMPARE(finding.sessions, std::vector{session});
    QCOMPARE(finding.contenders, std::vector{found->sample->locks[0]->rows[1].contender->name});
    QVERIFY(finding.remaining && *finding.remaining <= 20s + 1s);
    QVERIFY(finding.blocked);
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(holder->ask("release /lock"), "RELEASED /lock");
    QVERIFY(watch.awaitFindings("fault ghost-holder /lock"));
}

/// Nobody but that client can take it, and the next one is behind it.
void TestHolderFindings::killedWaiterBeforeAFreePermit() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    std::vector<std::unique_ptr<Peer>> peers;
    ClusterWatch watch(plan());
    for (int queued = 0; queued < 4; ++queued) {
        peers.push_back(Peer::kazoo(m_connect));
        QVERIFY(peers.back() && wantsPermit(*peers.back(), watch, peers.size()));
    }
    peers[2]->kill();
    const auto full = watch.awaitFindings("warning ghost-waiter /permits");
    QVERIFY(full);
    QCOMPARE(full->findings[0].sessions.size(), 1u);
    QCOMPARE(peers[0]->hear(), "ACQUIRED");
    QCOMPARE(peers[0]->ask("release"), "RELEASED");
    const auto free = watch.awaitFindings("warning ghost-waiter free-permit /permits");
    QVERIFY(free);
    QCOMPARE(free->findings[0].sessions, full->findings[0].sessions);
    // Whom does it wait for? Nobody who has a permit.
    QCOMPARE(free->waitFor.edges.size(), 1u);
    // Its client is given the permit as soon as that session is over.
    QVERIFY(watch.awaitFindings(""));
    QCOMPARE(peers[3]->hear(), "ACQUIRED");
}

/// No dump knows of the permits then, and who is first in the lock of those who wait has none.
void TestHolderFindings::killedWaiterWhileAllPermitsAreFree() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    std::atomic<int> tookALock = 0;
    ClusterWatch watch(plan(), [&](const ClusterAssessment& seen) {
        for (const auto& lock : seen.sample->locks)
            if (lock->path == "/permits-__lock__") ++tookALock;
    });
    std::vector<std::unique_ptr<Peer>> peers;
    for (int queued = 0; queued < 4; ++queued) {
        peers.push_back(Peer::kazoo(m_connect));
        QVERIFY(peers.back() && wantsPermit(*peers.back(), watch, peers.size()));
    }
    peers[2]->kill();
    const auto full = watch.awaitFindings("warning ghost-waiter /permits");
    QVERIFY(full);
    for (const std::size_t holder : {0U, 1U}) {
        QCOMPARE(peers[holder]->hear(), "ACQUIRED");
        QCOMPARE(peers[holder]->ask("release"), "RELEASED");
    }
    const auto free = watch.await([](const ClusterAssessment& seen) {
        const auto& locks = seen.sample->locks;
        return locks.size() == 1 && locks[0]->holders() == 0 && locks[0]->waiters() == 2 &&
               textOf(seen.findings) == "warning ghost-waiter free-permit /permits";
    });
    QVERIFY(free);
    const LockQueue& lock = *free->sample->locks[0];
    QCOMPARE(lock.path, std::string("/permits"));
    QCOMPARE(lock.dialect, Dialect::KazooSemaphore);
    QCOMPARE(freePermits(lock), std::optional<std::size_t>(2));
    QCOMPARE(free->findings[0].sessions, full->findings[0].sessions);
    QVERIFY(watch.awaitFindings(""));
    QCOMPARE(peers[3]->hear(), "ACQUIRED");
    QCOMPARE(tookALock.load(), 0);
}

/// It has nobody to watch then.
void TestHolderFindings::waiterThatWatchedNothingGetsTheLock() {
    RawClient holder(m_connect);
    RawClient deaf(m_connect);
    const std::string held = holder.queue("/lock", "_c_00000000-0000-0000-0000-000000000001-lock-");
    deaf.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings("warning no-watch /lock"));
    holder.remove("/lock/" + held);
    QVERIFY(watch.awaitFindings(""));
}

/// A session whose client is somewhere else for a moment goes on where it was.
void TestHolderFindings::holderWithoutConnectionComesBack() {
    TcpProxy proxy(TestCluster::instance().server().port());
    const std::string behindProxy = proxy.address() + parseConnectString(m_connect)->chroot;
    std::string held;
    // The proxy forwards in this thread's event loop.
    auto opened = std::async(std::launch::async, [&] {
        auto client = std::make_unique<RawClient>(behindProxy, 20s);
        held = client->queue("/lock", "_c_00000000-0000-0000-0000-000000000001-lock-");
        return client;
    });
    QTRY_VERIFY_WITH_TIMEOUT(opened.wait_for(0s) == std::future_status::ready, 30'000);
    const auto holder = opened.get();
    RawClient waiter(m_connect, 20s);
    waiter.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    waiter.watch("/lock/" + held);
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

/// It was "gone" where two looks fell between two of its connections, and "silent" where none of these had
/// been answered yet.
void TestHolderFindings::holderThatIsCutOffEachSecond() {
    TcpProxy proxy(TestCluster::instance().server().port());
    const std::string behindProxy = proxy.address() + parseConnectString(m_connect)->chroot;
    auto opened = std::async(std::launch::async, [&] {
        auto client = std::make_unique<RawClient>(behindProxy, 6s);
        client->queue("/lock", "_c_00000000-0000-0000-0000-000000000001-lock-");
        return client;
    });
    QTRY_VERIFY_WITH_TIMEOUT(opened.wait_for(0s) == std::future_status::ready, 30'000);
    const auto holder = opened.get();
    const SessionId session = holder->id();
    std::atomic<int> connected = 0;
    std::atomic<int> missed = 0;
    FalseAlarms alarms;
    ClusterWatch watch(plan(), [&](const ClusterAssessment& seen) {
        alarms.note(seen.findings);
        const SessionView* const view = sessionIn(seen, session);
        if (view) ++(view->server.empty() ? missed : connected);
    });
    QTimer cutting;
    connect(&cutting, &QTimer::timeout, &proxy, [&] {
        proxy.cut();
        QTimer::singleShot(600, &proxy, [&] { proxy.mend(); });
    });
    cutting.start(1'000);
    QElapsedTimer time;
    time.start();
    while (time.elapsed() < 25'000)
        QVERIFY(watch.next());
    cutting.stop();
    qInfo("%d samples with its connection, %d without", connected.load(), missed.load());
    QVERIFY(connected > 0 && missed > 0);
    QCOMPARE(alarms.text(), "");
    QTRY_VERIFY_WITH_TIMEOUT(holder->id() == session, 10'000);
}

/// What cut us off may have cut off others, who come back within their timeout as we did.
void TestHolderFindings::whoIsAwayAfterOurReconnectIsNoGhostYet() {
    const std::uint16_t port = TestCluster::instance().server().port();
    const std::string chroot = parseConnectString(m_connect)->chroot;
    TcpProxy near(port);
    TcpProxy far(port);
    // The proxy forwards in this thread's event loop.
    auto opened = std::async(std::launch::async, [&] {
        auto client = std::make_unique<RawClient>(far.address() + chroot, 60s);
        client->queue("/lock", "_c_00000000-0000-0000-0000-000000000001-lock-");
        return client;
    });
    QTRY_VERIFY_WITH_TIMEOUT(opened.wait_for(0s) == std::future_status::ready, 30'000);
    const auto holder = opened.get();
    const SessionId session = holder->id();
    ClusterWatch::Plan behind = plan();
    behind.connect = near.address() + chroot;
    behind.servers = {{"127.0.0.1", port}};
    std::atomic<bool> wasGhost = false;
    ClusterWatch watch(behind, [&](const ClusterAssessment& seen) {
        const SessionView* const view = sessionIn(seen, session);
        if (view && view->state == SessionState::Ghost) wasGhost = true;
    });
    // A server that has just started is a reason of its own.
    QVERIFY(watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const view = sessionIn(seen, session);
        const auto& servers = seen.sample->servers;
        return view && view->state == SessionState::Connected && servers.size() == 1 &&
               servers[0].servesSinceUnixMs.value_or(servers[0].seenServingUnixMs) + 31'000 <
                   seen.sample->takenAtUnixMs;
    }));
    near.cut();
    near.mend();
    QVERIFY(watch.await([](const ClusterAssessment& seen) { return seen.sample->reconnectedUnixMs > 0; }));
    far.cut();
    const auto away = watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const view = sessionIn(seen, session);
        return view && view->doubt == SessionDoubt::Settling;
    });
    QVERIFY(away);
    QCOMPARE(sessionIn(*away, session)->state, SessionState::Unknown);
    QCOMPARE(sessionIn(*away, session)->settling, "");
    QVERIFY(!wasGhost);
    far.mend();
    QVERIFY(watch.await([&](const ClusterAssessment& seen) {
        const SessionView* const view = sessionIn(seen, session);
        return view && view->state == SessionState::Connected;
    }));
}

/// What is said of a silent session comes true: it ends when it was told to, and not before. Nothing changes
/// in the locks meanwhile, so that nobody looks for them: whom others wait for is asked after all the same.
void TestHolderFindings::frozenHolderExpiresWhenTold() {
    const auto holder = Peer::lockcore(m_connect, 12s);
    const auto waiter = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && waiter);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    QCOMPARE(waiter->ask("acquire /lock"), "QUEUED /lock");
    RemainingTimes remaining(holder->session());
    ClusterWatch::Plan quiet = plan();
    quiet.interval = 1h;
    ClusterWatch watch(quiet, remaining.sink());
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
    QVERIFY(remaining.neverGrew());
    holder->thaw();
    QVERIFY(ClusterWatch(plan()).awaitFindings(""));
}

void TestHolderFindings::frozenHolderThatSomebodyLooksAt_data() {
    QTest::addColumn<bool>("isFavourite");
    QTest::newRow("selected") << false;
    QTest::newRow("starred") << true;
}

/// Nobody waits, and nothing changes in the locks: nothing but that somebody looks at it has its clients
/// asked after.
void TestHolderFindings::frozenHolderThatSomebodyLooksAt() {
    QFETCH(const bool, isFavourite);
    const auto holder = Peer::lockcore(m_connect, 24s);
    QVERIFY(holder);
    QCOMPARE(acquire(*holder, "/lock"), "ACQUIRED /lock");
    ClusterWatch::Plan quiet = plan();
    quiet.interval = 1h;
    const SessionId session = holder->session();
    ClusterWatch watch(quiet);
    QVERIFY(watch.awaitFindings(""));
    if (isFavourite)
        watch.feed().setFavourites({"/lock"});
    else
        watch.feed().observe({"/lock"});

    holder->freeze();
    const auto found = watch.awaitFindings("warning silent-holder /lock");
    holder->thaw();
    QVERIFY(found);
    const Finding& finding = found->findings[0];
    QCOMPARE(finding.sessions, std::vector{session});
    QVERIFY(finding.duration && *finding.duration > 12s);
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

void TestHolderFindings::holdersOfOneHostAreOneFinding() {
    std::vector<std::unique_ptr<Peer>> holders;
    for (const char* const path : {"/a", "/b", "/c", "/d"}) {
        holders.push_back(Peer::lockcore(m_connect, 20s));
        QVERIFY(holders.back());
        QCOMPARE(acquire(*holders.back(), path), QString("ACQUIRED ") + path);
    }
    ClusterWatch watch(plan());
    QVERIFY(watch.await([](const ClusterAssessment& seen) {
        return seen.sessions.size() == 4 && std::ranges::all_of(seen.sessions, [](const auto& session) {
                   return session.state == SessionState::Connected;
               });
    }));
    for (const auto& holder : holders)
        holder->kill();
    const auto found = watch.awaitFindings("warning ghost-holder");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(4));
    QCOMPARE(found->findings[0].hosts, std::vector<std::string>{"127.0.0.1"});
    QCOMPARE(found->findings[0].sessions.size(), std::size_t(4));
}

/// A host that hangs, and one of its clients that was killed: another cause is another finding.
void TestHolderFindings::silentHoldersOfOneHostAreOneFinding() {
    std::vector<std::unique_ptr<Peer>> holders;
    for (const char* const path : {"/a", "/b", "/c", "/d", "/e"}) {
        holders.push_back(Peer::lockcore(m_connect, 30s));
        QVERIFY(holders.back());
        QCOMPARE(acquire(*holders.back(), path), QString("ACQUIRED ") + path);
    }
    ClusterWatch watch(plan());
    QVERIFY(watch.await([](const ClusterAssessment& seen) {
        return seen.sessions.size() == 5 && std::ranges::all_of(seen.sessions, [](const auto& session) {
                   return session.state == SessionState::Connected;
               });
    }));
    holders.back()->kill();
    holders.pop_back();
    for (const auto& holder : holders)
        holder->freeze();
    const auto found = watch.await([](const ClusterAssessment& seen) {
        return textOf(seen.findings) == "warning ghost-holder /e, warning silent-holder" &&
               seen.findings[1].count == 4u;
    });
    for (const auto& holder : holders)
        holder->thaw();
    QVERIFY(found);
    QCOMPARE(found->findings[1].hosts, std::vector<std::string>{"127.0.0.1"});
    QCOMPARE(found->findings[1].sessions.size(), std::size_t(4));
    QVERIFY(found->findings[1].duration && *found->findings[1].duration > 15s);
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

void TestHolderFindings::threadsOfOneHolder_data() {
    QTest::addColumn<bool>("isCurator");
    QTest::newRow("lockcore") << false;
    QTest::newRow("Curator") << true;
}

/// Another thread of the holder's process waits behind it: the watch is that one's, and no sign of listening.
void TestHolderFindings::threadsOfOneHolder() {
    QFETCH(const bool, isCurator);
    if (const QString problem = Peer::curatorProblem(); isCurator && !problem.isEmpty())
        QSKIP(qPrintable(problem));
    const auto client = isCurator ? Peer::curator(m_connect) : Peer::lockcore(m_connect, 20s);
    QVERIFY(client);
    if (isCurator) {
        client->ask("mutex /lock");
        QCOMPARE(client->ask("acquire"), kAcquired);
        client->send("another /lock");
    } else {
        QCOMPARE(acquire(*client, "/lock"), "ACQUIRED /lock");
        QCOMPARE(client->ask("acquire /lock"), "QUEUED /lock");
    }
    const auto look = [&] {
        ClusterWatch watch(plan());
        const auto seen = watch.await([](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->servers.at(0).watched;
        });
        if (!seen || seen->chains.at(0).size() != 2) return false;
        const ChainLink& holder = seen->chains.at(0).at(0);
        const ChainLink& waiter = seen->chains.at(0).at(1);
        return waiter.verdict == ChainVerdict::Verified && !holder.watchesItself;
    };
    QTRY_VERIFY_WITH_TIMEOUT(look(), 30'000);
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
