// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "live_session.h"
#include "peer.h"
#include "scripted_server.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_observer.h>
#include <lockcore/observe/lock_statistics.h>
#include <lockcore/observe/operator_actions.h>

#include <QDateTime>

#include <mutex>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kWatchedLock = "/app/lock";

/// What a window knows of the past of one lock: its queues, and what the servers told. Lives on the test's
/// thread; the history is filled on the loop.
class WatchedPast {
public:
    /// `queuesFrom`: where the queue is read; where the servers are asked is `connect`, and `adminUrl`.
    explicit WatchedPast(const std::string& connect, const std::string& queuesFrom = {},
                         const std::string& adminUrl = TestCluster::instance().server().adminUrl())
        : m_watch({.connect = connect, .adminUrl = adminUrl},
                  [past = m_past](const ClusterAssessment& seen) {
                      const std::scoped_lock lock(past->mutex);
                      past->history.takeSurvey(
                          std::make_shared<const std::vector<ServerReport>>(seen.sample->servers));
                      for (const ServerReport& server : seen.sample->servers)
                          past->surveys.insert(server.readAtUnixMs);
                  }),
          m_session(queuesFrom.empty() ? connect : queuesFrom) {
        m_session.onLoop([this] {
            m_observer =
                std::make_unique<LockObserver>(m_session.session(), [past = m_past](const auto& queue) {
                    const std::scoped_lock lock(past->mutex);
                    past->history.update(queue, queue->readAtUnixMs);
                });
            m_observer->observe({kWatchedLock});
        });
    }
    ~WatchedPast() {
        m_session.onLoop([this] { m_observer.reset(); });
    }

    /// Calls `wanted` with the past until it is true; false after a minute.
    bool await(const std::function<bool(const LockPast&)>& wanted) {
        return QTest::qWaitFor(
            [&] {
                const std::scoped_lock lock(m_past->mutex);
                const LockPast* const past = m_past->history.of(kWatchedLock);
                return past && wanted(*past);
            },
            60'000);
    }
    /// Until that many have been granted, and the servers were asked twice since.
    bool awaitHolders(std::size_t count) {
        const auto surveys = [this] {
            const std::scoped_lock lock(m_past->mutex);
            return m_past->surveys.size();
        };
        const bool hold = await([count](const LockPast& past) {
            return std::ranges::count_if(past.turns, [](const Turn& turn) {
                       return turn.granted && turn.contender->stat;
                   }) == static_cast<std::ptrdiff_t>(count);
        });
        const std::size_t before = surveys();
        return hold && QTest::qWaitFor([&] { return surveys() >= before + 2; }, 60'000);
    }
    /// How the first turn ended, once that is settled: "released"; its last state after a minute.
    QString endOfFirst() {
        await([](const LockPast& past) { return !past.turns.empty() && past.turns[0].end; });
        const Turn turn = first();
        if (turn.end) return QString::fromUtf8(endKindName(turn.end->kind));
        return turn.leftAtUnixMs ? "not settled" : "still there";
    }
    Turn first() {
        const std::scoped_lock lock(m_past->mutex);
        return m_past->history.of(kWatchedLock)->turns.at(0);
    }
    LockPast past() {
        const std::scoped_lock lock(m_past->mutex);
        return *m_past->history.of(kWatchedLock);
    }
    /// As the window does once its force release is reported.
    void removedHere(Zxid czxid) {
        const std::scoped_lock lock(m_past->mutex);
        m_past->history.removedHere(kWatchedLock, czxid);
    }
    LiveSession& session() { return m_session; }

private:
    struct Past {
        std::mutex mutex;
        LockHistory history;             // guarded by mutex, as the next
        std::set<std::int64_t> surveys;  // by their time
    };

    std::shared_ptr<Past> m_past = std::make_shared<Past>();
    ClusterWatch m_watch;
    LiveSession m_session;
    std::unique_ptr<LockObserver> m_observer;
};

std::unique_ptr<Peer> kazooHolder(const std::string& connect) {
    auto peer = Peer::kazoo(connect);
    const QString path = QString::fromStdString(kWatchedLock);
    if (!peer || peer->ask("lock " + path) != "LOCK " + path || peer->ask("acquire") != kAcquired)
        return nullptr;
    return peer;
}

std::unique_ptr<Peer> curatorHolder(const std::string& connect, std::chrono::milliseconds timeout) {
    auto peer = Peer::curator(connect, timeout);
    const QString path = QString::fromStdString(kWatchedLock);
    if (!peer || peer->ask("mutex " + path) != "LOCK " + path || peer->ask("acquire") != kAcquired)
        return nullptr;
    return peer;
}

QString basisOf(const Turn& turn) {
    return turn.end ? QString::fromUtf8(endBasisName(turn.end->basis)) : QString();
}

}  // namespace

/// How real clients' contenders leave, as it is told by what the server says of their sessions.
class TestLiveEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    void kazooReleases();
    void kazooCloses();
    void curatorIsKilled();
    void curatorHangsUntilItExpires();
    void znodeOfALivingHolderIsDeleted_data();
    void znodeOfALivingHolderIsDeleted();
    void waiterIsEvictedByAnother();
    void ownForceRelease();
    void endThatNoServerTellsIsUnknown();
    void readsSlowerThanGrantsBlameNobody();
    void takeoverContainsTheTruth();
    void holdBetweenSlowReadsContainsTheTruth_data();
    void holdBetweenSlowReadsContainsTheTruth();

private:
    std::string m_connect;
};

void TestLiveEnds::initTestCase() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
}

void TestLiveEnds::kazooReleases() {
    const auto holder = kazooHolder(m_connect);
    QVERIFY(holder);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    QCOMPARE(holder->ask("release"), kReleased);
    QCOMPARE(watched.endOfFirst(), "released");
    QVERIFY(!watched.first().end->address.empty());
}

void TestLiveEnds::kazooCloses() {
    auto holder = kazooHolder(m_connect);
    QVERIFY(holder);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    holder.reset();  // whose program ends as it should
    QCOMPARE(watched.endOfFirst(), "session-ended");
    QCOMPARE(basisOf(watched.first()), "none-expired");
}

void TestLiveEnds::curatorIsKilled() {
    const auto holder = curatorHolder(m_connect, 8s);
    QVERIFY(holder);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    holder->kill();
    QCOMPARE(watched.endOfFirst(), "session-expired");
    QCOMPARE(basisOf(watched.first()), "nowhere-before");
    // Somebody else might have removed the znode while its client was away.
    QVERIFY(!watched.first().end->isCertain());
    // Its host stays known.
    QVERIFY(!watched.first().end->address.empty());
}

/// A client that hangs keeps its connection open until its session expires.
void TestLiveEnds::curatorHangsUntilItExpires() {
    const auto holder = curatorHolder(m_connect, 12s);
    QVERIFY(holder);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    holder->freeze();
    const QString end = watched.endOfFirst();
    holder->thaw();
    QCOMPARE(end, "session-expired");
    QCOMPARE(basisOf(watched.first()), "silent-before");
}

void TestLiveEnds::znodeOfALivingHolderIsDeleted_data() {
    QTest::addColumn<bool>("isCurator");
    QTest::newRow("kazoo") << false;
    QTest::newRow("Curator") << true;
}

/// Two may believe that they hold, and neither library notices.
void TestLiveEnds::znodeOfALivingHolderIsDeleted() {
    QFETCH(bool, isCurator);
    const auto holder = isCurator ? curatorHolder(m_connect, 20s) : kazooHolder(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(holder && other);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    const std::string node = joinPath(kWatchedLock, watched.first().contender->name);
    QCOMPARE(other->ask("delete " + QString::fromStdString(node)), "DONE");
    QCOMPARE(watched.endOfFirst(), "removed-by-other");
    QCOMPARE(basisOf(watched.first()), "sent-nothing");
}

void TestLiveEnds::waiterIsEvictedByAnother() {
    const auto holder = kazooHolder(m_connect);
    const auto waiter = Peer::kazoo(m_connect);
    const auto other = Peer::kazoo(m_connect);
    QVERIFY(holder && waiter && other);
    waiter->ask("lock " + QString::fromStdString(kWatchedLock));
    waiter->send("acquire");
    WatchedPast watched(m_connect);
    QVERIFY(watched.await([](const LockPast& past) {
        return past.turns.size() == 2 && past.turns[1].contender->stat.has_value();
    }));
    QVERIFY(watched.awaitHolders(1));
    const std::string node = joinPath(kWatchedLock, watched.past().turns[1].contender->name);
    QCOMPARE(other->ask("delete " + QString::fromStdString(node)), "DONE");
    QVERIFY(watched.await([](const LockPast& past) { return past.turns[1].end.has_value(); }));
    const Turn turn = watched.past().turns[1];
    QCOMPARE(QString::fromUtf8(endKindName(turn.end->kind)), "removed-by-other");
    QVERIFY(!turn.mayHaveHeld);
}

void TestLiveEnds::ownForceRelease() {
    const auto holder = kazooHolder(m_connect);
    QVERIFY(holder);
    WatchedPast watched(m_connect);
    QVERIFY(watched.awaitHolders(1));
    const Contender contender = *watched.first().contender;
    const auto removed = watched.session().await<void>([&](Session& session, Completion<void> done) {
        removeContender(session, kWatchedLock, contender, std::move(done));
    });
    QVERIFY(removed);
    watched.removedHere(contender.stat->czxid);
    QCOMPARE(watched.endOfFirst(), "removed-here");
}

/// Its holder gave it back; but that its znode has gone is all that anybody could see.
void TestLiveEnds::endThatNoServerTellsIsUnknown() {
    const auto server = LocalCluster::start({.adminServer = false, .fourLetterWords = "srvr"});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const std::string connect = (*server)->connectString();
    const auto holder = kazooHolder(connect);
    QVERIFY(holder);
    WatchedPast watched(connect, {}, ScriptedServer::nobodysAdminUrl());
    QVERIFY(watched.awaitHolders(1));
    QCOMPARE(holder->ask("release"), kReleased);
    QCOMPARE(watched.endOfFirst(), "unknown");
    QCOMPARE(basisOf(watched.first()), "not-told");
    QVERIFY(watched.first().leftAtUnixMs && !watched.first().end->isCertain());
}

/// Many short holds, and a queue that is read over a slow line: nobody of them gave up.
void TestLiveEnds::readsSlowerThanGrantsBlameNobody() {
    const auto proxy = Peer::delayProxy(TestCluster::instance().server().port(), 75);
    QVERIFY(proxy);
    const std::string slow =
        "127.0.0.1:" + proxy->hear().toStdString() + parseConnectString(m_connect)->chroot;
    const auto counter = Peer::curator(m_connect);
    const auto creator = Peer::kazoo(m_connect);
    QVERIFY(counter && creator);
    QCOMPARE(creator->ask("create /count 30"), "DONE");
    QCOMPARE(creator->ask("create " + QString::fromStdString(kWatchedLock)), "DONE");
    WatchedPast watched(m_connect, slow);
    const QString answer = counter->ask("orders " + QString::fromStdString(kWatchedLock) + " /count 8 25");
    QCOMPARE(answer.count(' '), 200);
    QVERIFY(watched.await([](const LockPast& past) {
        return past.begun > 0 && past.lengths.back().holders + past.lengths.back().waiters == 0;
    }));
    const LockPast past = watched.past();
    const LockStatistics statistics = lockStatistics(past, {}, past.lastReadUnixMs);
    qInfo("grants %zu, unclear %zu, unseen changes %lld", statistics.grants, statistics.unclearEnds,
          static_cast<long long>(statistics.unseenChanges));
    QCOMPARE(statistics.giveUps, 0u);
    QVERIFY(statistics.unclearEnds > 0);
    QVERIFY(statistics.grants + statistics.unclearEnds <= 200u);
}

/// The readings come over a slow line: they are late, and say so.
void TestLiveEnds::takeoverContainsTheTruth() {
    const auto proxy = Peer::delayProxy(TestCluster::instance().server().port(), 100);
    QVERIFY(proxy);
    const std::string slow =
        "127.0.0.1:" + proxy->hear().toStdString() + parseConnectString(m_connect)->chroot;
    const auto holder = kazooHolder(m_connect);
    const auto waiter = Peer::kazoo(m_connect);
    QVERIFY(holder && waiter);
    waiter->ask("lock " + QString::fromStdString(kWatchedLock));
    waiter->send("acquire");
    WatchedPast watched(m_connect, slow);
    QVERIFY(watched.await([](const LockPast& past) { return past.turns.size() == 2; }));
    QVERIFY(watched.awaitHolders(1));
    const std::int64_t before = QDateTime::currentMSecsSinceEpoch();
    holder->send("release");
    QCOMPARE(waiter->hear(), kAcquired);
    const std::int64_t after = QDateTime::currentMSecsSinceEpoch();
    QVERIFY(watched.await([](const LockPast& past) { return past.turns[1].granted.has_value(); }));
    const LockPast past = watched.past();
    const Takeover granted = *past.turns[1].granted;
    QVERIFY(granted.notBeforeUnixMs);
    QVERIFY2(*granted.notBeforeUnixMs <= after && granted.notAfterUnixMs >= before,
             qPrintable(QString("%1..%2 is not in %3..%4")
                            .arg(*granted.notBeforeUnixMs)
                            .arg(granted.notAfterUnixMs)
                            .arg(before)
                            .arg(after)));
    QVERIFY(granted.notAfterUnixMs - *granted.notBeforeUnixMs >= 200);  // a round trip at least
    QVERIFY(past.turns[0].leftNotBeforeUnixMs <= after);
}

void TestLiveEnds::holdBetweenSlowReadsContainsTheTruth_data() {
    QTest::addColumn<bool>("isCurator");
    QTest::newRow("kazoo") << false;
    QTest::newRow("Curator") << true;
}

/// One reading shows the holder for the first time, and the next one, seconds later, that it has gone.
void TestLiveEnds::holdBetweenSlowReadsContainsTheTruth() {
    QFETCH(bool, isCurator);
    constexpr int kOneWayMs = 800;
    const auto proxy = Peer::delayProxy(TestCluster::instance().server().port(), kOneWayMs);
    QVERIFY(proxy);
    const std::string slow =
        "127.0.0.1:" + proxy->hear().toStdString() + parseConnectString(m_connect)->chroot;
    const auto client = [&] { return isCurator ? Peer::curator(m_connect) : Peer::kazoo(m_connect); };
    const auto first = client();
    const auto second = client();
    QVERIFY(first && second);
    const QString path = QString::fromStdString(kWatchedLock);
    for (Peer* const peer : {first.get(), second.get()})
        QCOMPARE(peer->ask((isCurator ? "mutex " : "lock ") + path), "LOCK " + path);
    QCOMPARE(first->ask("acquire"), kAcquired);
    second->send("acquire");
    WatchedPast watched(m_connect, slow);
    QVERIFY(watched.await([](const LockPast& past) {
        return past.turns.size() == 2 && past.turns[1].contender->stat.has_value();
    }));

    const std::int64_t beforeGrant = QDateTime::currentMSecsSinceEpoch();
    first->send("release");
    QCOMPARE(second->hear(), kAcquired);
    const std::int64_t afterGrant = QDateTime::currentMSecsSinceEpoch();
    QVERIFY(watched.await([](const LockPast& past) { return past.turns[1].granted.has_value(); }));
    const std::int64_t beforeRelease = QDateTime::currentMSecsSinceEpoch();
    QCOMPARE(second->ask("release"), kReleased);
    const std::int64_t afterRelease = QDateTime::currentMSecsSinceEpoch();
    QVERIFY(watched.await([](const LockPast& past) { return past.turns[1].leftAtUnixMs.has_value(); }));

    const Turn turn = watched.past().turns[1];
    const KnownDuration held = heldFor(turn);
    QVERIFY(held.most);
    const QString told = QString("told %1..%2 ms, by the client's own record %3..%4 ms")
                             .arg(held.least.count())
                             .arg(held.most->count())
                             .arg(beforeRelease - afterGrant)
                             .arg(afterRelease - beforeGrant);
    qInfo("%s", qPrintable(told));
    QVERIFY2(held.least.count() <= afterRelease - beforeGrant, qPrintable(told));
    QVERIFY2(held.most->count() >= beforeRelease - afterGrant, qPrintable(told));
    // No reading is more exact than the line is long.
    QVERIFY2(!held.isExact() && (*held.most - held.least).count() >= 2 * kOneWayMs, qPrintable(told));
    QVERIFY(turn.granted->notBeforeUnixMs && *turn.granted->notBeforeUnixMs <= afterGrant);
    QVERIFY(turn.granted->notAfterUnixMs >= beforeGrant);
    QVERIFY(turn.leftNotBeforeUnixMs && *turn.leftNotBeforeUnixMs <= afterRelease);
    QVERIFY(*turn.leftAtUnixMs >= beforeRelease);
}

LOCKSCOPE_TEST(TestLiveEnds)
#include "tst_live_ends.moc"
