// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_paths.h"
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/simple_lock.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Fate = FakeSession::Fate;
using Op = FakeSession::Op;
using SimplyAcquired = Outcome<SimpleHold>;

}  // namespace

/// What callers of the lock without a queue rely on, step by step against a server in memory.
class SimpleLockTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    SimplyAcquired acquire(SimpleLock lock, std::optional<TimePoint> deadline = {},
                           std::stop_token stop = {}) {
        const SimplyAcquired acquired;
        lock.acquireAsync(deadline, acquired.completion(), std::move(stop));
        run();
        return acquired;
    }
    SimplyAcquired acquire(const std::shared_ptr<FakeSession>& session,
                           std::optional<TimePoint> deadline = {}) {
        return acquire(SimpleLock(session, kLockPath), deadline);
    }
    /// Its create is applied, and answered while the process stands still for longer than its session lives.
    SimplyAcquired acquireThroughAPause(const std::shared_ptr<FakeSession>& session) {
        server().createPath("/app");
        session->setStepped(true);
        const auto acquired = acquire(session);
        while (session->applyNext()) {
        }
        session->setPaused(true);
        m_cluster->loop.advance(FakeSession::kTimeout * 2);
        session->setPaused(false);
        return acquired;
    }
    void release(const SimplyAcquired& acquired) {
        QVERIFY(acquired.result()->release());
        run();
    }
    void run() { m_cluster->loop.runReady(); }
    FakeZooKeeper& server() { return *m_cluster->server; }
    bool isTaken() { return server().exists(kLockPath).has_value(); }
    SessionId owner() { return server().exists(kLockPath).value_or(Stat{}).ephemeralOwner; }
    static SessionId idOf(const std::shared_ptr<FakeSession>& session) { return session->status().session; }

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<SimulatedCluster>(); }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    void freeLockIsOwnedByOneRequest() {
        const auto session = m_cluster->open();
        server().createPath("/app");
        const auto acquired = acquire(session);
        QVERIFY(acquired.isDone());
        QCOMPARE(session->sent().size(), std::size_t{1});
        QCOMPARE(owner(), idOf(session));
        QCOMPARE(acquired.result()->fencingToken(), server().exists(kLockPath)->czxid);
        QCOMPARE(acquired.result()->state(), HoldState::Held);
        release(acquired);
        QVERIFY(!isTaken());
        QCOMPARE(acquired.result()->release().error().code, ErrorCode::NotOwner);
    }

    void missingParentsAreContainers() {
        const auto acquired = acquire(m_cluster->open());
        QVERIFY(acquired.isDone());
        release(acquired);
        QCOMPARE(server().removeEmptyContainers(), 1);
    }

    void oneOwnerAtATime() {
        const auto first = acquire(m_cluster->open());
        const auto second = acquire(m_cluster->open());
        QVERIFY(first.isDone() && second.isPending());
        release(first);
        QVERIFY(second.isDone());
        QVERIFY(second.result()->fencingToken() > first.result()->fencingToken());
        release(second);
        QVERIFY(!isTaken());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    /// As Hold: the loop runs again, but no server has been heard.
    void afterAPauseAHoldIsSuspendedUntilAServerIsHeard() {
        const auto session = m_cluster->open();
        const auto acquired = acquire(session);
        session->setPaused(true);
        m_cluster->loop.advance(FakeSession::kTimeout);
        QCOMPARE(acquired.result()->state(), HoldState::Suspended);
        session->setPaused(false);
        QCOMPARE(acquired.result()->state(), HoldState::Suspended);
        session->exists("/", {}, [](const Result<Stat>&) {});
        run();
        QCOMPARE(acquired.result()->state(), HoldState::Held);
    }

    /// The create was answered in time, and its answer read when somebody else could own the lock already.
    void anAnswerThatWaitedThroughAPauseGrantsNothing() {
        const auto session = m_cluster->open();
        const auto acquired = acquireThroughAPause(session);
        server().expire(session->status().session);
        while (session->deliverNext())
            run();
        QVERIFY(acquired.isPending());
        session->expire();
        run();
        QVERIFY(acquired.isError(ErrorCode::SessionExpired));
    }

    /// Where the session has lived, it is granted once a server has said so.
    void anAnswerThatWaitedThroughAPauseIsAskedForAgain() {
        const auto session = m_cluster->open();
        const auto acquired = acquireThroughAPause(session);
        while (session->deliverNext())
            run();
        QVERIFY(acquired.isPending());
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext())
            run();
        run();
        QVERIFY(acquired.isDone());
        QCOMPARE(acquired.result()->state(), HoldState::Held);
        QCOMPARE(acquired.result()->fencingToken(), server().exists(kLockPath)->czxid);
        release(acquired);
        QVERIFY(!isTaken());
    }

    void destroyedHoldReleases() {
        const auto session = m_cluster->open();
        {
            const auto acquired = acquire(session);
            QVERIFY(acquired.isDone());
            SimpleHold moved = std::move(*acquired.result());
            QVERIFY(moved && !*acquired.result());
        }
        run();
        QVERIFY(!isTaken());
    }

    /// The herd: each release wakes all who wait, and all but one for nothing.
    void everyReleaseWakesEveryWaiter() {
        constexpr int kWaiters = 10;
        const auto session = m_cluster->open();
        SimpleLock lock(session, kLockPath);
        const auto first = acquire(lock);
        std::vector<SimplyAcquired> waiting;
        for (int i = 0; i < kWaiters; ++i)
            waiting.push_back(acquire(lock));
        QCOMPARE(lock.wakeUps(), std::uint64_t{0});
        release(first);
        QCOMPARE(lock.wakeUps(), std::uint64_t{kWaiters});
        QCOMPARE(std::ranges::count_if(waiting, &SimplyAcquired::isDone), 1);
        std::uint64_t expected = kWaiters;
        for (int left = kWaiters - 1; left > 0; --left) {
            const auto owning = std::ranges::find_if(waiting, &SimplyAcquired::isDone);
            release(*owning);
            waiting.erase(owning);
            expected += static_cast<std::uint64_t>(left);
            QCOMPARE(lock.wakeUps(), expected);
        }
    }

    /// The one that came last gets it when its create is the first to arrive.
    void latecomerMayWin() {
        const auto early = m_cluster->open();
        const auto holder = acquire(m_cluster->open());
        const auto waiting = acquire(early);
        early->setStepped(true);
        release(holder);
        const auto late = acquire(m_cluster->open());
        QVERIFY(late.isDone());
        early->setStepped(false);
        while (early->applyNext() || early->deliverNext())
            run();
        QVERIFY(waiting.isPending());
        release(late);
        QVERIFY(waiting.isDone());
    }

    void deadlineAndStopEndTheWait() {
        const auto holder = acquire(m_cluster->open());
        const auto session = m_cluster->open();
        const auto timed = acquire(session, m_cluster->in(1s));
        std::stop_source stop;
        const auto stopped = acquire(SimpleLock(session, kLockPath), {}, stop.get_token());
        m_cluster->loop.advance(2s);
        stop.request_stop();
        run();
        QVERIFY(timed.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(stopped.isError(ErrorCode::Cancelled));
        QCOMPARE(session->watchCount(), std::size_t{0});
        QCOMPARE(holder.result()->state(), HoldState::Held);
    }

    void createWithoutAnswerIsRecognised_data() {
        QTest::addColumn<bool>("applied");
        QTest::newRow("applied") << true;
        QTest::newRow("not applied") << false;
    }
    void createWithoutAnswerIsRecognised() {
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        server().createPath("/app");
        breakAt(session, 0, applied ? Fate::LoseReply : Fate::LoseRequest);
        const auto acquired = acquire(session);
        QVERIFY(acquired.isPending());
        QCOMPARE(isTaken(), applied);
        session->reconnect();
        run();
        QVERIFY(acquired.isDone());
        QCOMPARE(owner(), idOf(session));
        QCOMPARE(acquired.result()->fencingToken(), server().exists(kLockPath)->czxid);
        release(acquired);
        QVERIFY(!isTaken());
    }

    /// The znode has the right name and even the right session, but it is another acquire's.
    void znodeOfAnotherAcquireIsNotTakenForOwn() {
        const auto session = m_cluster->open();
        server().createPath("/app");
        const auto holder = acquire(session);
        breakAt(session, 0, Fate::LoseRequest);
        const auto waiting = acquire(session);
        session->reconnect();
        run();
        QVERIFY(waiting.isPending());
        release(holder);
        QVERIFY(waiting.isDone());
    }

    void givingUpACreateWithoutAnswerDeletesIt_data() { createWithoutAnswerIsRecognised_data(); }
    void givingUpACreateWithoutAnswerDeletesIt() {
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        server().createPath("/app");
        breakAt(session, 0, applied ? Fate::LoseReply : Fate::LoseRequest);
        const auto acquired = acquire(session, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(acquired.isError(ErrorCode::DeadlineExceeded));
        session->reconnect();
        run();
        QVERIFY(!isTaken());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    /// … but not the znode of whoever took the lock meanwhile.
    void givingUpACreateWithoutAnswerSparesOthers() {
        const auto session = m_cluster->open();
        server().createPath("/app");
        breakAt(session, 0, Fate::LoseRequest);
        const auto acquired = acquire(session, m_cluster->in(1s));
        const auto other = acquire(m_cluster->open());
        m_cluster->loop.advance(2s);
        session->reconnect();
        run();
        QVERIFY(acquired.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(other.isDone() && isTaken());
        QCOMPARE(other.result()->state(), HoldState::Held);
    }

    /// … not even that of another acquire of the same session.
    void givingUpACreateWithoutAnswerSparesTheOwnSessionsOthers() {
        const auto session = m_cluster->open();
        server().createPath("/app");
        breakAt(session, 0, Fate::LoseRequest);
        const auto gaveUp = acquire(session, m_cluster->in(1s));
        const auto other = acquire(session);
        m_cluster->loop.advance(2s);
        QVERIFY(gaveUp.isError(ErrorCode::DeadlineExceeded) && other.isPending());
        session->reconnect();
        run();
        QVERIFY(other.isDone() && isTaken());
    }

    void givingUpWhileTheCreateIsUnderWayDeletesIt() {
        const auto session = m_cluster->open();
        server().createPath("/app");
        session->setStepped(true);
        const auto acquired = acquire(session, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(acquired.isError(ErrorCode::DeadlineExceeded));
        while (session->applyNext() || session->deliverNext())
            run();
        QVERIFY(!isTaken());
    }

    /// The delete was applied, its answer lost, and the next owner's znode has the same name.
    void releaseWithoutAnswerSparesTheNextOwner_data() { createWithoutAnswerIsRecognised_data(); }
    void releaseWithoutAnswerSparesTheNextOwner() {
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        const auto first = acquire(session);
        const auto second = acquire(m_cluster->open());
        breakAt(session, 0, applied ? Fate::LoseReply : Fate::LoseRequest);
        release(first);
        QCOMPARE(second.isDone(), applied);
        session->reconnect();
        run();
        QVERIFY(second.isDone());
        m_cluster->loop.advance(1s);
        QCOMPARE(second.result()->state(), HoldState::Held);
        QVERIFY(isTaken() && owner() != idOf(session));
    }

    void disconnectSuspendsTheHold() {
        const auto session = m_cluster->open();
        const auto acquired = acquire(session);
        std::vector<HoldState> told;
        acquired.result()->onChange([&](HoldState state) { told.push_back(state); });
        run();
        session->disconnect();
        run();
        QCOMPARE(acquired.result()->state(), HoldState::Suspended);
        session->reconnect();
        run();
        session->expire();
        run();
        const std::vector<HoldState> expected{HoldState::Suspended, HoldState::Held, HoldState::Lost};
        QCOMPARE(told, expected);
        QCOMPARE(acquired.result()->release().error().code, ErrorCode::HoldLost);
    }

    void deletedZnodeIsALostHold() {
        const auto acquired = acquire(m_cluster->open());
        m_cluster->loop.advance(100ms);
        QVERIFY(server().remove(kLockPath));
        run();
        QCOMPARE(acquired.result()->state(), HoldState::Lost);
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void waiterGetsItWhenTheHoldersSessionExpires() {
        const auto session = m_cluster->open();
        const auto holder = acquire(session);
        const auto waiting = acquire(m_cluster->open());
        session->disconnect();
        run();
        server().expire(idOf(session));
        run();
        QVERIFY(waiting.isDone());
        session->reconnect();
        run();
        QCOMPARE(holder.result()->state(), HoldState::Lost);
        QVERIFY(isTaken());
    }

    void expiryAndCloseEndTheWait() {
        const auto holder = acquire(m_cluster->open());
        const auto expiring = m_cluster->open();
        const auto expired = acquire(expiring);
        const auto closing = m_cluster->open();
        const auto closed = acquire(closing);
        expiring->expire();
        closing->close();
        run();
        QVERIFY(expired.isError(ErrorCode::SessionExpired));
        QVERIFY(closed.isError(ErrorCode::Closing));
        QVERIFY(acquire(closing).isError(ErrorCode::Closing));
        QVERIFY(holder.isDone());
    }

    void releaseDuringADisconnectIsDoneAfterwards() {
        const auto session = m_cluster->open();
        const auto acquired = acquire(session);
        session->disconnect();
        run();
        QVERIFY(acquired.result()->release());
        run();
        QVERIFY(isTaken());
        session->reconnect();
        run();
        QVERIFY(!isTaken());
    }

    /// Every request of waiter and owner fails once, applied or not: the lock goes on, and nothing is left.
    void everyLostAnswerIsWaitedOut_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("applied");
        for (int at = 0; at < 10; ++at) {
            QTest::addRow("request %d lost", at) << at << false;
            QTest::addRow("reply %d lost", at) << at << true;
        }
    }
    void everyLostAnswerIsWaitedOut() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        const auto settle = [&] {
            run();
            session->reconnect();
            run();
        };
        const auto other = acquire(m_cluster->open());
        breakAt(session, at, applied ? Fate::LoseReply : Fate::LoseRequest);
        const auto acquired = acquire(session);
        settle();
        release(other);
        settle();
        QVERIFY(acquired.isDone());
        m_cluster->loop.advance(100ms);
        settle();
        release(acquired);
        settle();
        QVERIFY(!isTaken());
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }

    void refusals() {
        const auto session = m_cluster->open();
        QVERIFY(acquire(SimpleLock(session, "lock")).isError(ErrorCode::BadArguments));
        QVERIFY(acquire(SimpleLock(session, "/")).isError(ErrorCode::BadArguments));
        QCOMPARE(SimpleLock(session, kLockPath).acquire().error().code, ErrorCode::WouldBlockLoop);
        server().createPath(kLockPath);
        server().forbidRead(kLockPath);
        QVERIFY(acquire(session).isError(ErrorCode::NoAuth));
    }

    void refusedReleaseIsToldAndTriedAgain() {
        server().createPath("/a");
        const auto acquired = acquire(SimpleLock(m_cluster->open(), "/a/lock"));
        std::vector<ErrorCode> told;
        acquired.result()->onReleaseRefused([&](const Error& error) { told.push_back(error.code); });
        server().setAcl("/a", {{permission::kRead, "world", "anyone"}});
        QVERIFY(acquired.result()->release());
        m_cluster->loop.advance(std::chrono::seconds(10));
        QCOMPARE(told, std::vector{ErrorCode::NoAuth});
        QVERIFY(server().exists("/a/lock"));
        server().setAcl("/a", {});
        m_cluster->loop.advance(std::chrono::minutes(1));
        QVERIFY(!server().exists("/a/lock"));
        QCOMPARE(m_cluster->loop.timerCount(), std::size_t{0});
    }

    void refusedParentsAreTheReason() {
        server().createPath("/a");
        server().setAcl("/a", {{permission::kRead, "world", "anyone"}});
        const auto acquired = acquire(SimpleLock(m_cluster->open(), "/a/b/lock"));
        QVERIFY(acquired.isError(ErrorCode::NoAuth));
        QCOMPARE(acquired.result().error().path, std::string("/a/b"));
    }
};

LOCKSCOPE_TEST(SimpleLockTest)
#include "tst_simple_lock.moc"
