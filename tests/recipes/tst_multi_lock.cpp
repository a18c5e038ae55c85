// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_fixture.h"
#include "sample_paths.h"
#include "test_program.h"

#include <lockcore/recipes/read_write_lock.h>

using namespace lockcore;
using namespace std::chrono_literals;

/// What a caller of MultiLock relies on, step by step against a server in memory.
class MultiLockTest : public QObject {
    Q_OBJECT

    std::unique_ptr<MultiFixture> m_fixture;

    ManualLoop& loop() { return m_fixture->loop; }
    FakeZooKeeper& server() { return m_fixture->server; }
    static MultiLock locksOf(const std::shared_ptr<ZooKeeper>& session,
                             const std::vector<std::string>& paths = kLockPaths) {
        std::vector<QueueLock> locks;
        for (const auto& path : paths)
            locks.push_back(Mutex(session, path));
        return MultiLock(std::move(locks));
    }
    /// The directories of the znodes that a session had deleted, in this order.
    static QStringList removed(const FakeSession& session) {
        QStringList directories;
        for (const auto& request : session.sent()) {
            if (request.op == FakeSession::Op::Remove)
                directories << QString::fromStdString(request.path.substr(0, 2));
        }
        return directories;
    }

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<MultiFixture>(); }
    void cleanup() {
        m_fixture->close();
        QCOMPARE(m_fixture->loop.timerCount(), std::size_t{0});
        m_fixture.reset();
    }

    void takesInOrderAndReleasesInReverse() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(acquired->isGranted());
        QVERIFY(multi.isHeldHere());
        QCOMPARE(acquired->places.size(), kLockPaths.size());
        for (std::size_t i = 0; i < kLockPaths.size(); ++i) {
            const auto& hold = acquired->hold().holds()[i];
            QVERIFY(hold.path().starts_with(kLockPaths[i]));
            QCOMPARE(hold.path(), acquired->places[i].path);
            QCOMPARE(hold.state(), HoldState::Held);
        }
        QVERIFY(acquired->hold().release().has_value());
        QVERIFY(!multi.isHeldHere());
        QCOMPARE(acquired->hold().state(), HoldState::Released);
        loop().runReady();
        QCOMPARE(removed(*session), QStringList({"/c", "/b", "/a"}));
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    void releasesOnce() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(acquired->hold().release().has_value());
        const auto again = acquired->hold().release();
        QVERIFY(!again);
        QCOMPARE(again.error().size(), std::size_t{1});
        QCOMPARE(again.error().front().code, ErrorCode::NotOwner);
    }

    void droppedHoldReleases() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        acquired->result.reset();
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    /// Curator's testSomeLocksFailToLock.
    void lockThatFailsReleasesThoseBefore() {
        const auto other = m_fixture->open();
        const auto session = m_fixture->open();
        Mutex taken(other, "/b");
        const auto holder = m_fixture->acquire(taken);
        loop().runReady();
        server().forbidRead(holder->hold().path());  // so that waiting behind it is refused
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::NoAuth);
        QCOMPARE(m_fixture->contenders("/a"), std::size_t{0});
        QCOMPARE(m_fixture->contenders("/b"), std::size_t{1});
        QVERIFY(!server().exists("/c"));  // the third one was not tried any more
        QVERIFY(!multi.isHeldHere());
    }

    /// Somebody deletes the znode of a lock that was acquired while another one is waited for.
    void lockThatIsLostOnTheWayIsAcquiredAgain() {
        const auto other = m_fixture->open();
        Mutex taken(other, "/c");
        const auto holder = m_fixture->acquire(taken);
        loop().runReady();
        auto multi = locksOf(m_fixture->open());
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        loop().advance(1s);  // a hold that lasts is watched
        QCOMPARE(acquired->places.size(), kLockPaths.size());
        QVERIFY(server().remove(acquired->places.front().path));
        loop().runReady();
        QVERIFY(holder->hold().release());
        loop().runReady();
        QVERIFY(acquired->isGranted());
        QCOMPARE(acquired->hold().state(), HoldState::Held);
        QCOMPARE(m_fixture->contenders(kLockPaths), kLockPaths.size());
    }

    /// Curator's testSomeReleasesFail.
    void releaseThatFailsDoesNotStopTheOthers() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        loop().advance(1s);  // a hold that lasts is watched
        QVERIFY(server().remove(acquired->hold().holds()[1].path()).has_value());
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Lost);
        const auto released = acquired->hold().release();
        QVERIFY(!released);
        QCOMPARE(released.error().size(), std::size_t{1});
        QCOMPARE(released.error().front().code, ErrorCode::HoldLost);
        QVERIFY(released.error().front().path.starts_with("/b"));
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    void oneDeadlineForAll() {
        const auto other = m_fixture->open();
        const auto session = m_fixture->open();
        Mutex first(other, "/a");
        Mutex second(other, "/b");
        const auto firstHolder = m_fixture->acquire(first);
        const auto secondHolder = m_fixture->acquire(second);
        loop().runReady();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi, Owner::unique(), loop().now() + 1s);
        loop().advance(900ms);
        QVERIFY(firstHolder->hold().release().has_value());
        loop().runReady();
        QVERIFY(!acquired->result);
        QCOMPARE(m_fixture->contenders("/b"), std::size_t{2});
        loop().advance(200ms);
        QCOMPARE(acquired->code(), ErrorCode::DeadlineExceeded);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    void cancelGivesBackWhatItHas() {
        const auto other = m_fixture->open();
        const auto session = m_fixture->open();
        Mutex taken(other, "/c");
        const auto holder = m_fixture->acquire(taken);
        loop().runReady();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{4});
        acquired->acquisition.cancel();
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::Cancelled);
        QCOMPARE(acquired->calls, 1);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        acquired->acquisition.cancel();
        loop().runReady();
        QCOMPARE(acquired->calls, 1);
    }

    void cancelAfterTheGrantDoesNothing() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        acquired->acquisition.cancel();
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Held);
        QCOMPARE(m_fixture->contenders(kLockPaths), kLockPaths.size());
    }

    void cancelBeforeAnythingWasSentTakesNothing() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        acquired->acquisition.cancel();
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::Cancelled);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    void nestsInEachLock() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto owner = Owner::unique();
        const auto outer = m_fixture->acquire(multi, owner);
        loop().runReady();
        const auto inner = m_fixture->acquire(multi, owner);
        loop().runReady();
        QVERIFY(outer->isGranted() && inner->isGranted());
        QCOMPARE(m_fixture->contenders(kLockPaths), kLockPaths.size());
        QVERIFY(outer->hold().release().has_value());
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), kLockPaths.size());
        QVERIFY(inner->hold().release().has_value());
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    /// What AtomicMultiLock is for.
    void reversedOrderWaitsUntilTheDeadline() {
        const auto one = m_fixture->open();
        const auto other = m_fixture->open();
        one->setStepped(true);
        other->setStepped(true);
        server().createPath("/a");
        server().createPath("/b");
        auto forward = locksOf(one, {"/a", "/b"});
        auto backward = locksOf(other, {"/b", "/a"});
        const auto first = m_fixture->acquire(forward, Owner::unique(), loop().now() + 1s);
        const auto second = m_fixture->acquire(backward);
        const auto serve = [&] {
            for (int i = 0; i < 20; ++i) {
                loop().runReady();
                for (const auto& session : {one, other}) {
                    session->applyNext();
                    session->deliverNext();
                }
            }
        };
        serve();
        QVERIFY(!first->result && !second->result);
        loop().advance(2s);
        serve();
        QCOMPARE(first->code(), ErrorCode::DeadlineExceeded);
        QVERIFY(second->isGranted());
    }

    void takesBothSidesOfReadWriteLocks() {
        const auto session = m_fixture->open();
        ReadWriteLock table(session, "/a");
        ReadWriteLock index(session, "/b");
        MultiLock reading({table.read(), index.read()});
        MultiLock writing({table.read(), index.write()});
        const auto first = m_fixture->acquire(reading);
        const auto second = m_fixture->acquire(reading);
        loop().runReady();
        QVERIFY(first->isGranted() && second->isGranted());
        const auto third = m_fixture->acquire(writing);
        loop().runReady();
        QVERIFY(!third->result);
        QVERIFY(first->hold().release().has_value());
        QVERIFY(second->hold().release().has_value());
        loop().runReady();
        QVERIFY(third->isGranted());
    }

    void stateIsTheWorstOfAll() {
        const auto session = m_fixture->open();
        const auto other = m_fixture->open();
        MultiLock multi({Mutex(session, "/a"), Mutex(other, "/b")});
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QStringList told;
        acquired->hold().onChange(
            [&](HoldState state) { told << QString::fromLatin1(holdStateName(state).data()); });
        loop().runReady();
        session->disconnect();
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Suspended);
        other->disconnect();
        loop().runReady();
        session->reconnect();
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Suspended);
        other->reconnect();
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Held);
        other->expire();
        loop().runReady();
        QCOMPARE(acquired->hold().state(), HoldState::Lost);
        QCOMPARE(told, QStringList({"Suspended", "Held", "Lost"}));
        QVERIFY(!acquired->hold().release());
        loop().runReady();
        QCOMPARE(told.size(), 3);
        QCOMPARE(m_fixture->contenders("/a"), std::size_t{0});
    }

    void revokeOfOneIsHeard() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        int asked = 0;
        acquired->hold().onRevoke([&] { ++asked; });
        loop().advance(1s);
        QVERIFY(server().set(acquired->hold().holds()[2].path(), kRevokePayload).has_value());
        loop().runReady();
        QCOMPARE(asked, 1);
    }

    void keepingAllVerifiedEndsTrustInEach_data() {
        QTest::addColumn<std::size_t>("which");
        QTest::newRow("the first") << std::size_t{0};
        QTest::newRow("the last") << std::size_t{1};
    }
    void keepingAllVerifiedEndsTrustInEach() {
        QFETCH(std::size_t, which);
        const std::vector sessions{m_fixture->open(), m_fixture->open()};
        MultiLock multi({Mutex(sessions[0], "/a"), Mutex(sessions[1], "/b")});
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        acquired->hold().keepVerified();
        loop().advance(1min);
        QCOMPARE(acquired->hold().state(), HoldState::Held);
        sessions[which]->setStepped(true);
        loop().advance(FakeSession::kTimeout);
        QCOMPARE(acquired->hold().state(), HoldState::Doubtful);
        sessions[which]->setStepped(false);
        while (sessions[which]->applyNext() || sessions[which]->deliverNext()) {
        }
        loop().advance(FakeSession::kTimeout);
        QCOMPARE(acquired->hold().state(), HoldState::Held);
        QVERIFY(acquired->hold().release().has_value());
        loop().advance(FakeSession::kTimeout);
    }

    void refusedReleaseOfEachIsTold() {
        const auto session = m_fixture->open();
        auto multi = locksOf(session);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QStringList told;
        acquired->hold().onReleaseRefused(
            [&](const Error& error) { told << QString::fromStdString(error.path); });
        QStringList kept;
        for (const std::size_t i : {2U, 1U}) {
            server().setAcl(kLockPaths[i], {{permission::kRead, "world", "anyone"}});
            kept << QString::fromStdString(acquired->hold().holds()[i].path());
        }
        QVERIFY(acquired->hold().release().has_value());
        loop().runReady();
        QCOMPARE(told, kept);
        for (const auto& path : kLockPaths)
            server().setAcl(path, {});
        loop().advance(1min);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
        QCOMPARE(told.size(), 2);
    }

    void tryTakesAllOrNothing() {
        const auto other = m_fixture->open();
        const auto session = m_fixture->open();
        Mutex taken(other, "/b");
        const auto holder = m_fixture->acquire(taken);
        loop().runReady();
        auto multi = locksOf(session);
        const auto busy = std::make_shared<MultiFixture::Acquired<MultiHold>>();
        multi.tryAcquireAsync(Owner::unique(), MultiFixture::store(busy));
        loop().runReady();
        QCOMPARE(busy->code(), ErrorCode::Busy);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        const auto free = std::make_shared<MultiFixture::Acquired<MultiHold>>();
        multi.tryAcquireAsync(Owner::unique(), MultiFixture::store(free));
        loop().runReady();
        QVERIFY(free->isGranted());
    }

    void noLocksAreRefused() {
        MultiLock none({});
        const auto acquired = m_fixture->acquire(none);
        QCOMPARE(acquired->code(), ErrorCode::BadArguments);
        QCOMPARE(none.acquire().error().code, ErrorCode::BadArguments);
        QVERIFY(!none.isHeldHere());
    }

    void blockingOnTheLoopThreadIsRefused() {
        auto multi = locksOf(m_fixture->open());
        const auto result = multi.acquire();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::WouldBlockLoop);
    }
};

LOCKSCOPE_TEST(MultiLockTest)
#include "tst_multi_lock.moc"
