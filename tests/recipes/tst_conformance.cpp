// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_paths.h"
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Fate = FakeSession::Fate;
using Op = FakeSession::Op;
using Acquired = Outcome<Hold>;

}  // namespace

/// What other libraries' tests of mutex and read/write lock assert and no other test here does; see
/// tests/CONFORMANCE.md. Step by step against a server in memory.
class ConformanceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    FakeZooKeeper& server() { return *m_cluster->server; }
    void run() { m_cluster->loop.runReady(); }
    std::size_t nodes() const { return m_cluster->children(kLockPath).size(); }

    Acquired acquire(QueueLock lock, std::optional<TimePoint> deadline = {}) {
        const Acquired acquired;
        m_last = lock.acquireAsync(Owner::unique(), deadline, acquired.completion());
        run();
        return acquired;
    }
    Acquired acquire(const std::shared_ptr<FakeSession>& session) {
        return acquire(Mutex(session, kLockPath));
    }
    void release(const Acquired& acquired) {
        QVERIFY(acquired.isDone());
        QVERIFY(acquired.result()->release());
        run();
    }
    void finish(FakeSession& session) {
        session.setStepped(false);
        while (session.applyNext() || session.deliverNext())
            run();
        run();
    }
    /// Time for a retry, and a connection again.
    void settle(FakeSession& session) {
        m_cluster->loop.advance(100ms);
        session.reconnect();
        m_cluster->loop.advance(100ms);
    }
    void verifyNothingIsLeft() {
        QCOMPARE(nodes(), std::size_t{0});
        QCOMPARE(m_cluster->watches(), std::size_t{0});
    }
    Acquisition m_last;

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<SimulatedCluster>(); }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    /// Curator's testLocker.
    void holdEndsWithItsScope() {
        Mutex mutex(m_cluster->open(), kLockPath);
        {
            const auto acquired = acquire(mutex);
            QVERIFY(acquired.isDone());
            const Hold hold = std::move(*acquired.result());
            QVERIFY(hold && mutex.isHeldHere());
        }
        QVERIFY(!mutex.isHeldHere());
        run();
        verifyNothingIsLeft();
    }

    /// Curator's testReentrantSingleLock, kazoo's test_lock_many_threads.
    void ownersOfOneObjectTakeTurns() {
        Mutex mutex(m_cluster->open(), kLockPath);
        std::vector<Acquired> all;
        for (int i = 0; i < 20; ++i)
            all.push_back(acquire(mutex));
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(std::ranges::count_if(all, &Acquired::isDone), static_cast<std::ptrdiff_t>(i + 1));
            release(all[i]);
        }
        verifyNothingIsLeft();
    }

    /// ZooKeeper's C recipe finds its znode by the session, so that both would own.
    void objectsOfOneSessionExcludeEachOther() {
        const auto session = m_cluster->open();
        const auto first = acquire(session);
        const auto second = acquire(session);
        QVERIFY(first.isDone() && second.isPending());
        release(first);
        QCOMPARE(second.result()->state(), HoldState::Held);
        release(second);
        verifyNothingIsLeft();
    }

    /// Curator's testKilledSession and testLockPath, kazoo's test_lock_reconnect.
    void expiredHolderMakesWayForAReader() {
        const auto session = m_cluster->open();
        const auto holder = acquire(ReadWriteLock(session, kLockPath).write());
        const auto reader = acquire(ReadWriteLock(m_cluster->open(), kLockPath).read());
        QVERIFY(holder.isDone() && reader.isPending());
        session->disconnect();
        run();
        server().expire(session->status().session);
        run();
        QVERIFY(reader.isDone());
        QVERIFY(!server().exists(holder.result()->path()));
        QCOMPARE(holder.result()->state(), HoldState::Suspended);
        session->reconnect();
        run();
        QCOMPARE(holder.result()->state(), HoldState::Lost);
        QVERIFY(acquire(session).isError(ErrorCode::SessionExpired));
    }

    /// kazoo begins the time anew whenever the queue moves.
    void deadlineCoversAMovingQueue() {
        const auto first = acquire(m_cluster->open());
        const auto second = acquire(m_cluster->open());
        const auto waiting = acquire(Mutex(m_cluster->open(), kLockPath), m_cluster->in(1s));
        m_cluster->loop.advance(900ms);
        release(first);
        QVERIFY(second.isDone() && waiting.isPending());
        m_cluster->loop.advance(200ms);
        QVERIFY(waiting.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(nodes(), std::size_t{1});
    }

    void closedSessionEndsTheWait() {
        const auto holder = acquire(m_cluster->open());
        const auto session = m_cluster->open();
        const auto waiting = acquire(session);
        QVERIFY(holder.isDone() && waiting.isPending());
        session->close();
        run();
        QVERIFY(waiting.isError(ErrorCode::Closing));
    }

    /// kazoo's test_lock_many_threads_no_block.
    void oneOfManyTriesWins() {
        std::vector<Acquired> tries;
        for (int i = 0; i < 20; ++i) {
            Mutex mutex(m_cluster->open(), kLockPath);
            mutex.tryAcquireAsync(Owner::unique(), tries.emplace_back().completion());
        }
        run();
        QCOMPARE(std::ranges::count_if(tries, &Acquired::isDone), 1);
        QCOMPARE(nodes(), std::size_t{1});
    }

    /// kazoo #649: its reader waits for the later writer, too.
    void writerReaderWriterTakeTurns() {
        const auto first = acquire(ReadWriteLock(m_cluster->open(), kLockPath).write());
        const auto reader = acquire(ReadWriteLock(m_cluster->open(), kLockPath).read());
        const auto last = acquire(ReadWriteLock(m_cluster->open(), kLockPath).write());
        release(first);
        QVERIFY(reader.isDone() && last.isPending());
        release(reader);
        release(last);
        verifyNothingIsLeft();
    }

    /// zk-ruby: the reader next before the writer is not the only one that it waits for.
    void writerWaitsForTheEarlierReaderToo() {
        const auto earlier = acquire(ReadWriteLock(m_cluster->open(), kLockPath).read());
        const auto later = acquire(ReadWriteLock(m_cluster->open(), kLockPath).read());
        const auto writer = acquire(ReadWriteLock(m_cluster->open(), kLockPath).write());
        release(later);
        QVERIFY(writer.isPending());
        release(earlier);
        QVERIFY(writer.isDone());
    }

    /// Curator's testSetNodeData, testLockACLs and testACLsCreatingParents.
    void dataAndAccessControlReachTheZnodes() {
        const LockOptions options{
            .data = "job 7",
            .nodeAcl = {{permission::kAll, "digest", "me:hash"}},
            .parentAcl = {
                {permission::kRead | permission::kCreate | permission::kDelete, "world", "anyone"}}};
        Mutex mutex(m_cluster->open(), kLockPath, options);
        const auto acquired = acquire(mutex);
        QVERIFY(acquired.isDone());
        QCOMPARE(nodes(), std::size_t{1});
        const auto* node = server().tree().find(kLockPath + "/" + m_cluster->children(kLockPath).front());
        QCOMPARE(node->data, std::string("job 7"));
        QCOMPARE(node->acl, options.nodeAcl);
        QCOMPARE(server().tree().find(kLockPath)->acl, options.parentAcl);
        QCOMPARE(server().tree().find("/app")->acl, options.parentAcl);
    }

    /// Curator's testNodeDeletedCleanlyWithFaults.
    void refusedListLeavesNothing() {
        const auto session = m_cluster->open();
        session->setError([](const FakeSession::Request& request) {
            return request.op == Op::Children ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        QVERIFY(acquire(session).isError(ErrorCode::NoAuth));
        verifyNothingIsLeft();
    }

    /// CURATOR-41, Curator's testAttemptLockFailedException: a clean-up that fails does not hide why.
    void firstErrorIsToldThoughTheDeleteFailsToo() {
        const auto session = m_cluster->open();
        session->setError([](const FakeSession::Request& request) {
            if (request.op == Op::Remove) return std::optional(ErrorCode::NotEmpty);
            return request.op == Op::Children ? std::optional(ErrorCode::NoAuth) : std::nullopt;
        });
        QVERIFY(acquire(session).isError(ErrorCode::NoAuth));
    }

    /// Curator's TestFailedDeleteManager: NoNode is what was wanted.
    void deleteOfAMissingZnodeIsNotRepeated() {
        const auto session = m_cluster->open();
        const auto acquired = acquire(session);
        QVERIFY(server().remove(acquired.result()->path()));
        QVERIFY(acquired.result()->release());  // not told yet
        run();
        settle(*session);
        QCOMPARE(session->countSent(Op::Remove), std::size_t{1});
    }

    /// CURATOR-498: a create without answer is recognised by the session, too, not by its name alone.
    void znodeOfAnotherSessionIsNotAdopted() {
        server().createPath(kLockPath);
        const auto session = m_cluster->open();
        breakAt(session, 0, Fate::LoseRequest);
        const auto acquired = acquire(session);
        QVERIFY(session->lostCreate());
        const auto twin =
            server().create(*session->lostCreate(), "", NodeKind::EphemeralSequential, SessionId{7});
        QVERIFY(twin);
        settle(*session);
        QVERIFY(acquired.isPending());
        server().expire(SessionId{7});
        run();
        QVERIFY(acquired.isDone() && acquired.result()->path() != twin->path);
    }

    /// A directory that was deleted gives its numbers anew; by the same name, the view of this process would
    /// take the new znode for the one that went with the old directory.
    void createThatWasNotAppliedIsRepeatedByAnotherName() {
        server().createPath(kLockPath);
        const auto session = m_cluster->open();
        breakAt(session, 0, Fate::LoseRequest);
        const auto acquired = acquire(session);
        QVERIFY(session->lostCreate());
        const std::string lost = *session->lostCreate();
        settle(*session);
        QVERIFY(acquired.isDone());
        QVERIFY(!acquired.result()->path().starts_with(lost));
    }

    /// The own create is applied late, behind such a znode. Which a list shows first is left to chance: here
    /// the other one, since a delete moves the last znode into the gap.
    void ownZnodeIsFoundBehindThatOfAnotherSession() {
        server().createPath(kLockPath);
        const std::string gap = kLockPath + "/gap";
        QVERIFY(server().create(gap, "", NodeKind::Persistent));
        const auto session = m_cluster->open();
        session->setStepped(true);
        const auto acquired = acquire(session);
        session->disconnect(true);
        run();
        QVERIFY(session->lostCreate());
        QVERIFY(server().create(*session->lostCreate(), "", NodeKind::EphemeralSequential, SessionId{7}));
        QVERIFY(session->applyLate());
        QVERIFY(server().remove(gap));
        session->setStepped(false);
        settle(*session);
        QCOMPARE(m_cluster->children(kLockPath).size(), std::size_t{2});
        server().expire(SessionId{7});
        settle(*session);
        QVERIFY(acquired.isDone());
        QCOMPARE(m_cluster->children(kLockPath).size(), std::size_t{1});
    }

    /// ZooKeeper's C and Java recipes: the predecessor goes after the list and before the watch.
    void predecessorThatVanishesBeforeTheWatch() {
        const auto holder = acquire(m_cluster->open());
        const auto session = m_cluster->open();
        session->setStepped(true);
        const auto waiting = acquire(session);
        while (session->countSent(Op::Get) == 0 && (session->applyNext() || session->deliverNext()))
            run();
        release(holder);
        finish(*session);
        QVERIFY(waiting.isDone());
        QCOMPARE(session->countSent(Op::Create), std::size_t{1});
        release(waiting);
        verifyNothingIsLeft();
    }

    /// Every request fails once, applied or not: the lock is owned in the end, and nothing is left of it.
    void everyLostAnswerIsWaitedOut_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("applied");
        for (int at = 0; at < 12; ++at) {
            QTest::addRow("request %d lost", at) << at << false;
            QTest::addRow("reply %d lost", at) << at << true;
        }
    }
    void everyLostAnswerIsWaitedOut() {
        QFETCH(int, at);
        QFETCH(bool, applied);
        const auto session = m_cluster->open();
        breakAt(session, at, applied ? Fate::LoseReply : Fate::LoseRequest);
        const auto holder = acquire(m_cluster->open());
        const auto waiting = acquire(session);
        settle(*session);
        release(holder);
        settle(*session);
        QVERIFY(waiting.isDone());
        QCOMPARE(nodes(), std::size_t{1});
        release(waiting);
        settle(*session);
        verifyNothingIsLeft();
    }

    /// Given up after any number of steps, connected or not: no znode and no watch stays.
    void givenUpAtEveryStepLeavesNothing_data() {
        QTest::addColumn<bool>("connected");
        QTest::newRow("connected") << true;
        QTest::newRow("disconnected") << false;
    }
    void givenUpAtEveryStepLeavesNothing() {
        QFETCH(bool, connected);
        for (int steps = 0; steps < 25; ++steps) {
            const auto holder = acquire(m_cluster->open());
            const auto session = m_cluster->open();
            session->setStepped(true);
            const auto waiting = acquire(session);
            for (int i = 0; i < steps; ++i)
                static_cast<void>(m_cluster->loop.runOne() || session->applyNext() || session->deliverNext());
            if (!connected) session->disconnect();
            m_last.cancel();
            finish(*session);
            if (!connected) settle(*session);
            QVERIFY(waiting.isError(ErrorCode::Cancelled));
            release(holder);
            finish(*session);
            verifyNothingIsLeft();
        }
    }
};

LOCKSCOPE_TEST(ConformanceTest)
#include "tst_conformance.moc"
