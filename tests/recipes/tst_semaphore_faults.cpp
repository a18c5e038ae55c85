// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_world.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;

constexpr int kSteps = 40;  ///< more than any acquire here takes

}  // namespace

/// What is left of a semaphore's acquires when something goes wrong: nothing, and everybody else goes on.
class SemaphoreFaultsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SemaphoreWorld> m_world;

    ManualLoop& loop() { return m_world->loop; }
    FakeZooKeeper& server() { return m_world->server; }
    Semaphore semaphore(int maxLeases) { return {m_world->open(), SemaphoreWorld::kPath, maxLeases}; }

    std::string onlyLeaseBut(const Hold& other) const {
        for (const auto& name : m_world->names(SemaphoreWorld::kLeases)) {
            const auto path = SemaphoreWorld::kLeases + "/" + name;
            if (path != other.path()) return path;
        }
        return {};
    }

    /// All leases can be had and nothing else is there.
    void verifyEverythingIsFree(int maxLeases) {
        QCOMPARE(m_world->leases(), std::size_t{0});
        QCOMPARE(m_world->queued(), std::size_t{0});
        auto fresh = semaphore(maxLeases);
        QVERIFY(m_world->acquire(fresh, maxLeases)->isGranted());
    }

private Q_SLOTS:
    void init() { m_world = std::make_unique<SemaphoreWorld>(); }
    void cleanup() {
        QCOMPARE(m_world->end(), std::string());
        m_world.reset();
    }

    /// CURATOR-462, -205, -45, kazoo #288: given up at any point, no znode and no watch stays.
    void endsAtEveryStep_data() {
        QTest::addColumn<ErrorCode>("how");
        QTest::addColumn<int>("leases");
        for (const auto how : {ErrorCode::Cancelled, ErrorCode::DeadlineExceeded, ErrorCode::SessionExpired,
                               ErrorCode::Closing}) {
            for (int leases : {1, 2})
                QTest::addRow("%s, %d of 2", std::string(errorName(how)).c_str(), leases) << how << leases;
        }
    }
    void endsAtEveryStep() {
        QFETCH(const ErrorCode, how);
        QFETCH(const int, leases);
        for (int steps = 0; steps < kSteps; ++steps) {
            SemaphoreWorld world;
            Semaphore theirs(world.open(), SemaphoreWorld::kPath, 2);
            const auto owner = world.acquire(theirs);
            const auto session = world.open();
            session->setStepped(true);
            Semaphore mine(session, SemaphoreWorld::kPath, 2);
            const auto acquired = world.start(mine, leases, 1s);
            for (int i = 0; i < steps; ++i)
                static_cast<void>(world.loop.runOne() || session->applyNext() || session->deliverNext());
            if (how == ErrorCode::Cancelled) acquired->request.cancel();
            if (how == ErrorCode::DeadlineExceeded) world.loop.advance(2s);
            if (how == ErrorCode::SessionExpired) session->expire();
            if (how == ErrorCode::Closing) session->close();
            world.finish(*session);
            QCOMPARE(acquired->calls, 1);
            if (acquired->isGranted()) {
                acquired->leases().clear();
                world.finish(*session);
            } else {
                QCOMPARE(acquired->error(), std::optional(how));
            }
            QCOMPARE(session->watchCount(), std::size_t{0});
            owner->leases().clear();
            world.loop.runReady();
            QCOMPARE(world.end(), std::string());
        }
    }

    /// Both would count each other's leases for ever if nobody told the first one that it has lost its place.
    void refusedWatchOnThePlaceIsTriedAgain() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        const auto session = m_world->open();
        bool isRefused = true;
        session->setError([&](const FakeSession::Request& request) {
            const bool isPlace = request.op == Op::Get && request.path.starts_with(SemaphoreWorld::kLocks);
            return isRefused && isPlace ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        Semaphore mine(session, SemaphoreWorld::kPath, 1);
        const auto first = m_world->acquire(mine);
        loop().advance(10s);
        isRefused = false;
        server().remove(SemaphoreWorld::kLocks + "/" + m_world->names(SemaphoreWorld::kLocks).front());
        auto others = semaphore(1);
        const auto second = m_world->acquire(others);
        owner->leases().clear();
        loop().runReady();
        QVERIFY(!first->isSettled() && !second->isSettled());
        loop().advance(1min);
        QVERIFY(first->isGranted() != second->isGranted());
    }

    /// CURATOR-335, -202, -315: a connection that breaks at any request, applied or not, between create and
    /// list too.
    void connectionBreaksAtEveryRequest_data() {
        QTest::addColumn<bool>("applied");
        QTest::addColumn<int>("leases");
        for (int leases : {1, 3}) {
            QTest::addRow("request lost, %d", leases) << false << leases;
            QTest::addRow("reply lost, %d", leases) << true << leases;
        }
    }
    void connectionBreaksAtEveryRequest() {
        QFETCH(const bool, applied);
        QFETCH(const int, leases);
        for (int request = 0; request < kSteps; ++request) {
            SemaphoreWorld world;
            Semaphore theirs(world.open(), SemaphoreWorld::kPath, 3);
            const auto owner = world.acquire(theirs);
            const auto session = world.open();
            int left = request;
            session->setFate([&](const FakeSession::Request&) {
                if (left-- != 0) return FakeSession::Fate::Apply;
                return applied ? FakeSession::Fate::LoseReply : FakeSession::Fate::LoseRequest;
            });
            Semaphore mine(session, SemaphoreWorld::kPath, 3);
            const auto acquired = world.acquire(mine, leases);
            session->reconnect();
            world.loop.runReady();
            owner->leases().clear();
            world.loop.runReady();
            session->reconnect();
            world.loop.runReady();
            QVERIFY2(acquired->isGranted(), std::to_string(request).c_str());
            QCOMPARE(world.leases(), static_cast<std::size_t>(leases));
            acquired->leases().clear();
            world.loop.runReady();
            session->reconnect();
            world.loop.runReady();
            QCOMPARE(world.leases() + world.queued(), std::size_t{0});
            QCOMPARE(world.end(), std::string());
        }
    }

    /// An error of the server in the middle of an acquire: what was created before goes, and the mutex is
    /// free.
    void refusalLeavesNothing_data() {
        QTest::addColumn<int>("after");
        for (int after = 0; after < 12; ++after)
            QTest::addRow("%d", after) << after;
    }
    void refusalLeavesNothing() {
        QFETCH(const int, after);
        const auto session = m_world->open();
        server().createPath(SemaphoreWorld::kLeases);
        server().createPath(SemaphoreWorld::kLocks);
        int left = after;
        session->setError([&](const FakeSession::Request& request) {
            const bool refused = request.op != Op::Remove && left-- == 0;
            return refused ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        Semaphore mine(session, SemaphoreWorld::kPath, 3);
        const auto acquired = m_world->acquire(mine, 3);
        QVERIFY(acquired->isSettled());
        QCOMPARE(acquired->calls, 1);
        if (acquired->isGranted()) acquired->leases().clear();
        loop().runReady();
        verifyEverythingIsFree(3);
    }

    void refusedParentsAreTheReason() {
        server().createPath("/a");
        server().setAcl("/a", {{permission::kRead, "world", "anyone"}});
        Semaphore mine(m_world->open(), "/a/semaphore", 3);
        const auto acquired = m_world->acquire(mine, 3);
        QVERIFY(acquired->isSettled() && !acquired->isGranted());
        QCOMPARE(acquired->result->error().code, ErrorCode::NoAuth);
        QCOMPARE(acquired->result->error().path, std::string("/a/semaphore"));
    }

    /// Curator's testNoOrphanedNodes.
    void deletedLeaseOfAWaiterIsMadeAgain() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        auto mine = semaphore(1);
        const auto waiter = m_world->acquire(mine);
        QVERIFY(server().remove(onlyLeaseBut(owner->leases().front())));
        loop().runReady();
        QVERIFY(!waiter->isSettled());
        QCOMPARE(m_world->leases(), std::size_t{2});
        owner->leases().clear();
        loop().runReady();
        QVERIFY(waiter->isGranted());
        QCOMPARE(m_world->leases(), std::size_t{1});
        waiter->leases().clear();
        loop().runReady();
        verifyEverythingIsFree(1);
    }

    /// Some leases of an acquire may be granted before the others, and be deleted meanwhile.
    void deletedPartOfAnAcquireIsMadeAgain() {
        auto theirs = semaphore(3);
        const auto owner = m_world->acquire(theirs, 2);
        auto mine = semaphore(3);
        const auto waiter = m_world->acquire(mine, 2);
        loop().advance(1s);  // by then own znodes are watched
        auto mineNow = m_world->names(SemaphoreWorld::kLeases);
        for (const auto& lease : owner->leases())
            std::erase(mineNow, lease.path().substr(SemaphoreWorld::kLeases.size() + 1));
        QCOMPARE(mineNow.size(), std::size_t{2});
        for (const auto& name : mineNow) {
            QVERIFY(server().remove(SemaphoreWorld::kLeases + "/" + name));
            loop().runReady();
        }
        owner->leases().clear();
        loop().runReady();
        QVERIFY(waiter->isGranted());
        for (const auto& lease : waiter->leases())
            QVERIFY(server().exists(lease.path()));
        waiter->leases().clear();
        loop().runReady();
        verifyEverythingIsFree(3);
    }

    /// Two that wait without the mutex would count each other's leases for ever.
    void deletedMutexDoesNotBlockAnybody() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        auto mine = semaphore(1);
        const auto first = m_world->acquire(mine);
        auto other = semaphore(1);
        const auto second = m_world->acquire(other);
        loop().advance(1s);  // a mutex that is held for long is watched
        QVERIFY(
            server().remove(SemaphoreWorld::kLocks + "/" + m_world->names(SemaphoreWorld::kLocks).front()));
        loop().runReady();
        QCOMPARE(m_world->leases(), std::size_t{2});  // the owner's, and of whoever has the mutex now
        QCOMPARE(m_world->queued(), std::size_t{2});
        owner->leases().clear();
        loop().runReady();
        QVERIFY(first->isGranted() != second->isGranted());
        (first->isGranted() ? first : second)->leases().clear();
        loop().runReady();
        QVERIFY(first->isGranted() && second->isGranted());
    }

    void deletedMutexCountsAsAFailure() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        LockOptions options;
        options.retry = RetryPolicy::once(5s);
        Semaphore mine(m_world->open(), SemaphoreWorld::kPath, 1, options);
        const auto waiter = m_world->acquire(mine);
        for (int round = 0; round < 2; ++round) {
            loop().advance(1s);
            QVERIFY(!waiter->isSettled());
            QVERIFY(server().remove(SemaphoreWorld::kLocks + "/" +
                                    m_world->names(SemaphoreWorld::kLocks).front()));
            loop().advance(6s);
        }
        QCOMPARE(waiter->error(), std::optional(ErrorCode::HoldLost));
        owner->leases().clear();
        loop().runReady();
        verifyEverythingIsFree(1);
    }

    void sessionThatEndsInAPauseEndsTheAcquire() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        for (const bool beforeThePause : {true, false}) {
            LockOptions options;
            options.retry = RetryPolicy::forever(1h);
            const auto session = m_world->open();
            Semaphore mine(session, SemaphoreWorld::kPath, 1, options);
            const auto waiter = m_world->acquire(mine);
            loop().advance(1s);
            if (!beforeThePause) {
                QVERIFY(server().remove(SemaphoreWorld::kLocks + "/" +
                                        m_world->names(SemaphoreWorld::kLocks).front()));
                loop().runReady();
                QVERIFY(!waiter->isSettled());
            }
            session->expire();
            loop().runReady();
            QCOMPARE(waiter->error(), std::optional(ErrorCode::SessionExpired));
        }
        owner->leases().clear();
        loop().advance(2h);
    }

    void everythingWipedIsMadeAgain() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        auto mine = semaphore(1);
        const auto waiter = m_world->acquire(mine);
        loop().advance(1s);
        server().removeTree("/app");
        loop().runReady();
        loop().advance(1s);
        QVERIFY(waiter->isGranted());
        QCOMPARE(owner->leases().front().state(), HoldState::Lost);
        QCOMPARE(m_world->leases(), std::size_t{1});
    }

    void deletedLeaseIsToldToItsOwner() {
        auto mine = semaphore(2);
        const auto owner = m_world->acquire(mine, 2);
        std::vector<HoldState> told;
        owner->leases().front().onChange([&](HoldState state) { told.push_back(state); });
        loop().advance(1s);
        QVERIFY(server().remove(owner->leases().front().path()));
        loop().runReady();
        QCOMPARE(told, std::vector{HoldState::Lost});
        QCOMPARE(owner->leases().front().release().error().code, ErrorCode::HoldLost);
        QCOMPARE(owner->leases().back().state(), HoldState::Held);
        QVERIFY(m_world->acquire(mine)->isGranted());
    }

    /// CURATOR-595.
    void expiredOwnersLeasesAreFree() {
        const auto session = m_world->open();
        Semaphore theirs(session, SemaphoreWorld::kPath, 2);
        const auto owner = m_world->acquire(theirs, 2);
        auto mine = semaphore(2);
        const auto waiter = m_world->acquire(mine, 2);
        session->disconnect();
        loop().runReady();
        QCOMPARE(owner->leases().front().state(), HoldState::Suspended);
        QVERIFY(!waiter->isSettled());
        server().expire(session->status().session);
        loop().runReady();
        QVERIFY(waiter->isGranted());
        session->reconnect();
        loop().runReady();
        for (const auto& lease : owner->leases())
            QCOMPARE(lease.state(), HoldState::Lost);
    }

    /// A waiter that dies with the mutex hands it on.
    void expiredWaiterDoesNotBlockTheNext() {
        auto theirs = semaphore(1);
        const auto owner = m_world->acquire(theirs);
        const auto session = m_world->open();
        Semaphore dying(session, SemaphoreWorld::kPath, 1);
        const auto first = m_world->acquire(dying);
        auto mine = semaphore(1);
        const auto second = m_world->acquire(mine);
        session->expire();
        loop().runReady();
        QCOMPARE(first->error(), std::optional(ErrorCode::SessionExpired));
        owner->leases().clear();
        loop().runReady();
        QVERIFY(second->isGranted());
    }

    void deadlineCoversConnecting() {
        const auto session = m_world->open();
        session->disconnect();
        Semaphore mine(session, SemaphoreWorld::kPath, 1);
        const auto acquired = m_world->acquire(mine, 1, 1s);
        QVERIFY(!acquired->isSettled());
        loop().advance(2s);
        QCOMPARE(acquired->error(), std::optional(ErrorCode::DeadlineExceeded));
        session->reconnect();
        loop().runReady();
        verifyEverythingIsFree(1);
    }

    /// CURATOR-75.
    void raisedCountWakesTheWaiter() {
        SharedCount count(m_world->open(), "/app/count", 1);
        auto counted = [&] { return Semaphore(m_world->open(), SemaphoreWorld::kPath, count); };
        auto theirs = counted();
        const auto owner = m_world->acquire(theirs);
        auto mine = counted();
        const auto waiter = m_world->acquire(mine, 3);
        QVERIFY(owner->isGranted() && !waiter->isSettled());
        count.setAsync(3, [](const Result<VersionedCount>&) {});
        loop().runReady();
        QVERIFY(!waiter->isSettled());
        count.setAsync(4, [](const Result<VersionedCount>&) {});
        loop().runReady();
        QVERIFY(waiter->isGranted());
    }

    void loweredCountHoldsBackAndTakesNothing() {
        SharedCount count(m_world->open(), "/app/count", 3);
        Semaphore mine(m_world->open(), SemaphoreWorld::kPath, count);
        const auto owner = m_world->acquire(mine, 3);
        const auto waiter = m_world->acquire(mine);
        count.setAsync(1, [](const Result<VersionedCount>&) {});
        loop().runReady();
        owner->leases().erase(owner->leases().begin(), owner->leases().begin() + 2);
        loop().runReady();
        QVERIFY(!waiter->isSettled());
        QCOMPARE(owner->leases().front().state(), HoldState::Held);
        owner->leases().clear();
        loop().runReady();
        QVERIFY(waiter->isGranted());
    }

    void countThatCannotBeReadFailsTheAcquire() {
        server().createPath("/app");
        QVERIFY(server().create("/app/count", "three", NodeKind::Persistent));
        SharedCount count(m_world->open(), "/app/count", 1);
        Semaphore mine(m_world->open(), SemaphoreWorld::kPath, count);
        QCOMPARE(m_world->acquire(mine)->error(), std::optional(ErrorCode::BadFormat));
    }

    void deadlineAndCancelCoverTheCount() {
        const auto session = m_world->open();
        session->disconnect();
        loop().runReady();
        SharedCount count(session, "/app/count", 1);
        Semaphore mine(m_world->open(), SemaphoreWorld::kPath, count);
        const auto late = m_world->acquire(mine, 1, 1s);
        const auto cancelled = m_world->acquire(mine);
        loop().advance(2s);
        QCOMPARE(late->error(), std::optional(ErrorCode::DeadlineExceeded));
        cancelled->request.cancel();
        loop().runReady();
        QCOMPARE(cancelled->error(), std::optional(ErrorCode::Cancelled));
        session->reconnect();
        loop().runReady();
        QCOMPARE(m_world->leases() + m_world->queued(), std::size_t{0});
        QVERIFY(m_world->acquire(mine)->isGranted());
    }
};

LOCKSCOPE_TEST(SemaphoreFaultsTest)
#include "tst_semaphore_faults.moc"
