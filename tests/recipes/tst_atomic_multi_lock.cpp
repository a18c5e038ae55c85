// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_fixture.h"
#include "sample_paths.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;

}  // namespace

/// What a caller of AtomicMultiLock relies on, step by step against a server in memory.
class AtomicMultiLockTest : public QObject {
    Q_OBJECT

    std::unique_ptr<MultiFixture> m_fixture;

    ManualLoop& loop() { return m_fixture->loop; }
    FakeZooKeeper& server() { return m_fixture->server; }
    void createPaths() {
        for (const auto& path : kLockPaths)
            server().createPath(path);
    }
    static bool shareOneZxid(const std::vector<Queued>& places) {
        return std::ranges::all_of(places,
                                   [&](const Queued& place) { return place.czxid == places[0].czxid; });
    }
    /// Lets somebody have /b, so that an acquire of all waits with the others granted.
    std::shared_ptr<MultiFixture::Acquired<Hold>> takeMiddle() {
        m_taken = std::make_unique<Mutex>(m_fixture->open(), "/b");
        auto holder = m_fixture->acquire(*m_taken);
        loop().runReady();
        return holder;
    }
    std::unique_ptr<Mutex> m_taken;

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<MultiFixture>(); }
    void cleanup() {
        m_fixture->close();
        QCOMPARE(m_fixture->loop.timerCount(), std::size_t{0});
        m_taken.reset();
        m_fixture.reset();
    }

    void oneTransactionQueuesForAll() {
        createPaths();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(acquired->isGranted());
        QVERIFY(multi.isHeldHere());
        QCOMPARE(session->countSent(Op::Multi), std::size_t{1});
        QCOMPARE(session->countSent(Op::Create), std::size_t{0});
        QCOMPARE(acquired->places.size(), kLockPaths.size());
        QVERIFY(shareOneZxid(acquired->places));
        for (std::size_t i = 0; i < kLockPaths.size(); ++i) {
            const auto& hold = acquired->hold().holds()[i];
            QVERIFY(QString::fromStdString(hold.path())
                        .contains(QRegularExpression(QStringLiteral("^%1/_c_[0-9a-f-]{36}-lock-0000000000$")
                                                         .arg(QString::fromStdString(kLockPaths[i])))));
            QCOMPARE(hold.fencingToken(), server().exists(hold.path())->czxid);
            QCOMPARE(hold.session(), session->status().session);
        }
        QVERIFY(acquired->hold().release().has_value());
        QVERIFY(!multi.isHeldHere());
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    void missingDirectoriesAreCreated() {
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, {"/app/locks/x", "/y", "/app/z"});
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(acquired->isGranted());
        QCOMPARE(session->countSent(Op::Multi), std::size_t{2});
        QVERIFY(server().exists("/app/locks/x").has_value());
    }

    /// The case that one-by-one acquires deadlock in: T-multi-order-reversed.
    void reversedOrderDoesNotDeadlock() {
        createPaths();
        const auto one = m_fixture->open();
        const auto other = m_fixture->open();
        AtomicMultiLock forward(one, {"/a", "/b", "/c"});
        AtomicMultiLock backward(other, {"/c", "/b", "/a"});
        for (int round = 0; round < 10; ++round) {
            const auto first = m_fixture->acquire(forward);
            const auto second = m_fixture->acquire(backward);
            loop().runReady();
            QVERIFY(first->isGranted() != second->isGranted());
            const auto& before = first->isGranted() ? first : second;
            const auto& after = first->isGranted() ? second : first;
            QVERIFY(before->hold().release().has_value());
            loop().runReady();
            QVERIFY(after->isGranted());
            QVERIFY(after->hold().holds()[0].fencingToken() > before->hold().holds()[0].fencingToken());
            QVERIFY(after->hold().release().has_value());
            loop().runReady();
        }
    }

    void takesTurnsWithSingleMutexes() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(!acquired->result);
        QVERIFY(!multi.isHeldHere());
        Mutex behind(m_fixture->open(), "/a");
        const auto waiting = m_fixture->acquire(behind);
        loop().runReady();
        QVERIFY(!waiting->result);  // behind the place of the multi-lock, though that is not owned yet
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        QVERIFY(acquired->isGranted() && !waiting->result);
        QVERIFY(acquired->hold().release().has_value());
        loop().runReady();
        QVERIFY(waiting->isGranted());
    }

    /// The header's "not guaranteed": a client that takes the same locks one by one has two zxids.
    void oneByOneTakerCanStillCloseACircle() {
        createPaths();
        const auto session = m_fixture->open();
        const auto other = m_fixture->open();
        AtomicMultiLock atomic(session, {"/a", "/b"});
        Mutex first(other, "/a");
        const auto firstHold = m_fixture->acquire(first);
        loop().runReady();
        const auto acquired = m_fixture->acquire(atomic, Owner::unique(), loop().now() + 1s);
        loop().runReady();
        Mutex second(other, "/b");
        const auto secondHold = m_fixture->acquire(second);
        loop().runReady();
        QVERIFY(firstHold->isGranted() && !secondHold->result && !acquired->result);
        loop().advance(2s);
        QCOMPARE(acquired->code(), ErrorCode::DeadlineExceeded);
        QVERIFY(secondHold->isGranted());
    }

    void deadlineWhileWaitingLeavesNothing() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi, Owner::unique(), loop().now() + 1s);
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{4});
        loop().advance(2s);
        QCOMPARE(acquired->code(), ErrorCode::DeadlineExceeded);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    void deadlineCoversConnecting() {
        const auto session = m_fixture->open();
        session->disconnect();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi, Owner::unique(), loop().now() + 1s);
        loop().advance(2s);
        QCOMPARE(acquired->code(), ErrorCode::DeadlineExceeded);
        session->reconnect();
        loop().runReady();
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    void cancelLeavesNothing() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        acquired->acquisition.cancel();
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::Cancelled);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        QCOMPARE(acquired->calls, 1);
    }

    void refusedParentsAreTheReason() {
        server().createPath("/a");
        server().setAcl("/a", {{permission::kRead, "world", "anyone"}});
        AtomicMultiLock multi(m_fixture->open(), {"/new/one", "/a/b/two"});
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::NoAuth);
        QCOMPARE(acquired->result->error().path, std::string("/a/b"));
    }

    void failureOfOnePartCreatesNothing() {
        createPaths();
        server().setAcl("/b", {{permission::kRead, "world", "anyone"}});
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::NoAuth);
        QVERIFY(acquired->result->error().path.starts_with("/b"));
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
        QCOMPARE(session->countSent(Op::Remove), std::size_t{0});
    }

    void exhaustedCounterOfOneGivesUpAll() {
        createPaths();
        server().setCounter("/c", 2147483640);
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::SequenceExhausted);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{0});
    }

    /// The place that was deleted belongs to a lock which it waits for, or to one which it has already.
    void evictedMemberQueuesTheWholeAgain_data() {
        QTest::addColumn<int>("evicted");
        QTest::newRow("waiting") << 1;
        QTest::newRow("granted") << 2;
    }
    void evictedMemberQueuesTheWholeAgain() {
        QFETCH(int, evicted);
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        loop().advance(1s);  // what is granted is watched
        const auto before = acquired->places;
        QCOMPARE(before.size(), kLockPaths.size());
        Mutex rival(m_fixture->open(), "/a");
        const auto rivalHold = m_fixture->acquire(rival);
        loop().runReady();
        QVERIFY(server().remove(before[static_cast<std::size_t>(evicted)].path).has_value());
        loop().runReady();
        if (evicted == 1) {  // who waits notices when it looks again
            QVERIFY(holder->hold().release().has_value());
            loop().runReady();
        }
        QVERIFY(rivalHold->isGranted());  // all places were given up, also that in /a
        QVERIFY(!acquired->result);
        const auto after = acquired->places;
        QVERIFY(shareOneZxid(after));
        QVERIFY(after[0].czxid > before[0].czxid);
        if (evicted != 1) QVERIFY(holder->hold().release().has_value());
        QVERIFY(rivalHold->hold().release().has_value());
        loop().runReady();
        QVERIFY(acquired->isGranted());
        QCOMPARE(m_fixture->contenders(kLockPaths), kLockPaths.size());
    }

    /// The one before it is of another process and stays: it may be waiting for the other places.
    void evictedWhileItWaitsGivesUpAllAtOnce() {
        createPaths();
        const auto foreign = server().create("/b/_c_00000000-0000-0000-0000-000000000000-lock-", "",
                                             NodeKind::EphemeralSequential, SessionId{1});
        QVERIFY(foreign.has_value());
        AtomicMultiLock multi(m_fixture->open(), kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        const auto before = acquired->places;
        QCOMPARE(before.size(), kLockPaths.size());
        Mutex rival(m_fixture->open(), "/a");
        const auto rivalHold = m_fixture->acquire(rival);
        loop().runReady();
        QVERIFY(!rivalHold->result);
        QVERIFY(server().remove(before[1].path).has_value());
        loop().runReady();
        QVERIFY(rivalHold->isGranted());
        QVERIFY(!acquired->result);
        QVERIFY(acquired->places[0].czxid > before[0].czxid);
        QVERIFY(server().exists(foreign->path).has_value());
        QVERIFY(rivalHold->hold().release().has_value());
        QVERIFY(server().remove(foreign->path).has_value());
        loop().runReady();
        QVERIFY(acquired->isGranted());
    }

    void evictionIsFinalWithoutRetries() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        LockOptions options;
        options.retry = RetryPolicy::never();
        AtomicMultiLock multi(session, kLockPaths, options);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        loop().advance(1s);
        QVERIFY(server().remove(acquired->places[2].path).has_value());
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::NoNode);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
    }

    void retriesAreCountedOverAllTries() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        LockOptions options;
        options.retry = RetryPolicy::nTimes(2, 1s);
        AtomicMultiLock multi(session, kLockPaths, options);
        const auto acquired = m_fixture->acquire(multi);
        int tries = 0;
        for (; tries < 10 && !acquired->result; ++tries) {
            loop().runReady();
            loop().advance(5s);
            if (!acquired->result) QVERIFY(server().remove(acquired->places[2].path).has_value());
            loop().runReady();
        }
        QCOMPARE(tries, 3);
        QCOMPARE(acquired->code(), ErrorCode::NoNode);
    }

    void sessionEndDuringAPauseIsToldAtOnce() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        LockOptions options;
        options.retry = RetryPolicy::forever(1h);
        AtomicMultiLock multi(session, kLockPaths, options);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        loop().advance(1s);
        QVERIFY(server().remove(acquired->places[2].path).has_value());
        loop().runReady();
        QVERIFY(!acquired->result);
        QCOMPARE(m_fixture->contenders(kLockPaths), std::size_t{1});
        session->expire();
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::SessionExpired);
        QCOMPARE(acquired->calls, 1);
    }

    void expiryWhileWaitingFailsOnce() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        session->expire();
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::SessionExpired);
        QCOMPARE(acquired->calls, 1);
        QCOMPARE(session->countSent(Op::Multi), std::size_t{2});  // the first one found no directories
    }

    void expiryWhileHoldingIsTold() {
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QStringList told;
        acquired->hold().onChange(
            [&](HoldState state) { told << QString::fromLatin1(holdStateName(state).data()); });
        loop().runReady();
        session->disconnect();
        loop().runReady();
        session->expire();
        loop().runReady();
        QCOMPARE(told, QStringList({"Suspended", "Lost"}));
        QVERIFY(!multi.isHeldHere());
        QCOMPARE(acquired->hold().release().error().size(), kLockPaths.size());
    }

    void sameOwnerIsRefusedWhileItWaitsOrHolds() {
        const auto holder = takeMiddle();
        AtomicMultiLock multi(m_fixture->open(), kLockPaths);
        const auto owner = Owner::unique();
        const auto first = m_fixture->acquire(multi, owner);
        const auto whileQueued = m_fixture->acquire(multi, owner);
        loop().runReady();
        QCOMPARE(whileQueued->code(), ErrorCode::WouldDeadlock);
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        QVERIFY(first->isGranted());
        const auto whileHeld = m_fixture->acquire(multi, owner);
        loop().runReady();
        QCOMPARE(whileHeld->code(), ErrorCode::WouldDeadlock);
        QVERIFY(first->hold().release().has_value());
        const auto next = m_fixture->acquire(multi, owner);  // the deletes are still under way
        loop().runReady();
        QVERIFY(next->isGranted());
        const auto again = m_fixture->acquire(multi, owner);
        loop().runReady();
        QCOMPARE(again->code(), ErrorCode::WouldDeadlock);
    }

    void badPathsAreRefused_data() {
        QTest::addColumn<QStringList>("paths");
        QTest::newRow("none") << QStringList();
        QTest::newRow("twice") << QStringList({"/a", "/b", "/a"});
        QTest::newRow("root") << QStringList({"/a", "/"});
        QTest::newRow("relative") << QStringList({"/a", "b"});
    }
    void badPathsAreRefused() {
        QFETCH(QStringList, paths);
        std::vector<std::string> list;
        for (const auto& path : paths)
            list.push_back(path.toStdString());
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, list);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QCOMPARE(acquired->code(), ErrorCode::BadArguments);
        QVERIFY(session->sent().empty());
        QVERIFY(!multi.isHeldHere());
    }

    void tryTakesAllOrNothing() {
        const auto holder = takeMiddle();
        const auto session = m_fixture->open();
        AtomicMultiLock multi(session, kLockPaths);
        const auto busy = std::make_shared<MultiFixture::Acquired<MultiHold>>();
        multi.tryAcquireAsync(Owner::unique(), MultiFixture::store(busy));
        loop().runReady();
        QCOMPARE(busy->code(), ErrorCode::Busy);
        QCOMPARE(session->countSent(Op::Multi), std::size_t{0});
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        const auto free = std::make_shared<MultiFixture::Acquired<MultiHold>>();
        multi.tryAcquireAsync(Owner::unique(), MultiFixture::store(free));
        loop().runReady();
        QVERIFY(free->isGranted());
    }

    void revokeIsHeardWhileWaitingAndHolding() {
        const auto holder = takeMiddle();
        int asked = 0;
        LockOptions options;
        options.onRevoke = [&] { ++asked; };
        AtomicMultiLock multi(m_fixture->open(), kLockPaths, options);
        const auto acquired = m_fixture->acquire(multi);
        loop().runReady();
        QVERIFY(server().set(acquired->places[1].path, kRevokePayload).has_value());
        loop().runReady();
        QCOMPARE(asked, 1);
        QVERIFY(holder->hold().release().has_value());
        loop().runReady();
        QVERIFY(acquired->isGranted());
        loop().advance(1s);  // a hold that lasts is watched
        QVERIFY(server().set(acquired->places[0].path, kRevokePayload).has_value());
        loop().runReady();
        QCOMPARE(asked, 2);
        QCOMPARE(acquired->hold().state(), HoldState::Held);
    }

    void blockingOnTheLoopThreadIsRefused() {
        AtomicMultiLock multi(m_fixture->open(), kLockPaths);
        const auto result = multi.acquire();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::WouldBlockLoop);
    }
};

LOCKSCOPE_TEST(AtomicMultiLockTest)
#include "tst_atomic_multi_lock.moc"
