// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/double_barrier.h>
#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/simple_lock.h>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Fate = FakeSession::Fate;
using Op = FakeSession::Op;

}  // namespace

/// Deletes that the server refuses, or that it was asked for too late: what others have made since is theirs,
/// and somebody hears of what stays.
class RefusedDeletesTest : public QObject {
    Q_OBJECT

    static inline const std::string kDirectory = "/app/lock";
    static inline const std::string kNode = kDirectory + "/simple";
    static inline const std::string kBarrier = "/app/barrier";
    static inline const std::string kReady = kBarrier + "/ready";

    struct Told {
        ErrorCode code;
        std::string path;
        bool operator==(const Told&) const = default;
    };

    std::unique_ptr<SimulatedCluster> m_cluster;
    std::vector<Told> m_told;

    void run() { m_cluster->loop.runReady(); }
    FakeZooKeeper& server() { return *m_cluster->server; }
    std::function<void(const Error&)> listener() {
        return [this](const Error& error) { m_told.push_back({error.code, error.path}); };
    }
    void forbidDeletes(const std::string& directory) {
        server().setAcl(directory, {{permission::kAll & ~permission::kDelete, "world", "anyone"}});
    }
    /// What was refused succeeds now, and is tried again within this time.
    void allowDeletes(const std::string& directory) {
        server().setAcl(directory, {});
        m_cluster->loop.advance(2min);
    }
    std::string onlyChild(const std::string& directory) const {
        const auto names = m_cluster->children(directory);
        return names.size() == 1 ? directory + "/" + names.front() : std::string();
    }

    Outcome<SimpleHold> acquire(const std::shared_ptr<FakeSession>& session, SimpleLockOptions options = {},
                                std::optional<TimePoint> deadline = {}) {
        const Outcome<SimpleHold> acquired;
        SimpleLock(session, kNode, std::move(options)).acquireAsync(deadline, acquired.completion());
        run();
        return acquired;
    }
    Outcome<Hold> acquire(QueueLock& lock, std::optional<TimePoint> deadline = {}) {
        const Outcome<Hold> acquired;
        lock.acquireAsync(Owner::unique(), deadline, acquired.completion());
        run();
        return acquired;
    }
    static Outcome<void> enter(DoubleBarrier& barrier) {
        const Outcome<void> entered;
        barrier.enterAsync({}, entered.completion());
        return entered;
    }
    Outcome<void> giveUpLeaving(DoubleBarrier& barrier) {
        const Outcome<void> left;
        barrier.leaveAsync(m_cluster->in(1s), left.completion());
        m_cluster->loop.advance(2s);
        return left;
    }
    /// One that passed and one that was cut off before, of a barrier that is open.
    struct OpenRound {
        std::unique_ptr<DoubleBarrier> fast;
        std::unique_ptr<DoubleBarrier> slow;
        std::shared_ptr<FakeSession> slowSession;
        Outcome<void> slowEntered;
    };
    OpenRound openRound() {
        const auto fastSession = m_cluster->open();
        OpenRound round{std::make_unique<DoubleBarrier>(fastSession, kBarrier, 2), nullptr, m_cluster->open(),
                        Outcome<void>()};
        round.slow = std::make_unique<DoubleBarrier>(round.slowSession, kBarrier, 2);
        round.slowEntered = enter(*round.slow);
        run();
        round.slowSession->disconnect();
        run();
        const auto entered = enter(*round.fast);
        run();
        if (!entered.isDone()) qFatal("the barrier did not open");
        server().expire(fastSession->status().session);
        return round;
    }
    /// Gives up leaving a barrier that another member is still in, while the server refuses this to
    /// `session`.
    Outcome<void> closeBarrier(const std::shared_ptr<FakeSession>& session, std::set<Op> refused) {
        const auto other = m_cluster->open();
        DoubleBarrier mine(session, kBarrier, 2);
        DoubleBarrier others(other, kBarrier, 2);
        const auto first = enter(mine);
        const auto second = enter(others);
        run();
        if (!first.isDone() || !second.isDone()) qFatal("the barrier did not open");
        session->setError(refusing(std::move(refused)));
        const auto left = giveUpLeaving(mine);
        server().expire(other->status().session);
        run();
        return left;
    }
    static std::function<std::optional<ErrorCode>(const FakeSession::Request&)> refusing(std::set<Op> ops) {
        return [ops = std::move(ops)](const FakeSession::Request& request) {
            const bool isRemoveOfAnother = request.op == Op::Remove && request.path != kReady;
            return ops.contains(request.op) && !isRemoveOfAnother ? std::optional(ErrorCode::NoAuth)
                                                                  : std::nullopt;
        };
    }
    /// The first delete of "ready".
    static void breakAtRemoval(const std::shared_ptr<FakeSession>& session, Fate fate) {
        session->setFate([fate, once = true](const FakeSession::Request& request) mutable {
            if (request.op != Op::Remove || request.path != kReady) return Fate::Apply;
            return std::exchange(once, false) ? fate : Fate::Apply;
        });
    }

private Q_SLOTS:
    void init() {
        m_cluster = std::make_unique<SimulatedCluster>();
        m_told.clear();
        server().createPath(kDirectory);
    }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    void refusedDeleteSparesTheNextOwner() {
        const auto first = acquire(m_cluster->open());
        forbidDeletes(kDirectory);
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));  // by hand
        const auto session = m_cluster->open();
        const auto second = acquire(session);
        QVERIFY(second.isDone());
        allowDeletes(kDirectory);
        QCOMPARE(server().exists(kNode).value_or(Stat{}).ephemeralOwner, session->status().session);
        QCOMPARE(second.result()->state(), HoldState::Held);
        QVERIFY(second.result()->release());
        run();
        QVERIFY(!server().exists(kNode));
    }

    /// A session that has two locks on one path.
    void refusedDeleteSparesTheNextOwnerOfTheSameSession() {
        const auto session = m_cluster->open();
        const auto first = acquire(session);
        forbidDeletes(kDirectory);
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));
        const auto second = acquire(session);
        QVERIFY(second.isDone());
        allowDeletes(kDirectory);
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }

    /// Nothing but the data tells them apart where the answer to the create was lost.
    void refusedDeleteOfWhatWasGivenUpSparesTheSameSession() {
        const auto session = m_cluster->open();
        breakAt(session, 0, Fate::LoseReply);
        const auto first = acquire(session, {}, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(first.isError(ErrorCode::DeadlineExceeded));
        forbidDeletes(kDirectory);
        session->reconnect();
        run();
        QVERIFY(server().remove(kNode));
        const auto second = acquire(session);
        QVERIFY(second.isDone());
        allowDeletes(kDirectory);
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }

    void releaseWhileDisconnectedSparesTheNextOwner() {
        const auto session = m_cluster->open();
        const auto first = acquire(session);
        session->disconnect();
        run();
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));
        const auto second = acquire(m_cluster->open());
        QVERIFY(second.isDone());
        session->reconnect();
        run();
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }

    /// An owner that may not read its znode: servers before 3.8.4 show its Stat nevertheless.
    void releaseWhileDisconnectedDeletesWhatMayNotBeRead_data() {
        QTest::addColumn<bool>("isAnswerLost");
        QTest::addRow("released while disconnected") << false;
        QTest::addRow("the delete was lost on its way") << true;
    }
    void releaseWhileDisconnectedDeletesWhatMayNotBeRead() {
        QFETCH(const bool, isAnswerLost);
        const auto session = m_cluster->open();
        const auto held = acquire(session, {.onDeleteRefused = listener()});
        server().forbidRead(kNode);
        if (isAnswerLost) {
            breakAt(session, 0, Fate::LoseRequest);
        } else {
            session->disconnect();
        }
        QVERIFY(held.result()->release());
        run();
        QVERIFY(server().exists(kNode));
        session->reconnect();
        run();
        QVERIFY(!server().exists(kNode));
        QVERIFY(m_told.empty());
    }

    void unreadableZnodeOfTheNextOwnerIsSpared_data() {
        QTest::addColumn<bool>("statNeedsRead");
        QTest::addColumn<bool>("sameSession");
        QTest::addRow("by its Stat") << false << false;
        QTest::addRow("by its Stat, of the same session") << false << true;
        QTest::addRow("because nothing tells whose it is") << true << false;
    }
    void unreadableZnodeOfTheNextOwnerIsSpared() {
        QFETCH(const bool, statNeedsRead);
        QFETCH(const bool, sameSession);
        server().setStatNeedsRead(statNeedsRead);
        const auto session = m_cluster->open();
        const auto first = acquire(session);
        forbidDeletes(kDirectory);
        if (!sameSession) session->disconnect();
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));  // by hand
        const auto second = acquire(sameSession ? session : m_cluster->open());
        QVERIFY(second.isDone());
        server().forbidRead(kNode);
        session->reconnect();
        allowDeletes(kDirectory);
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }

    void simpleLockTellsOfWhatItMayNotLookAt() {
        server().setStatNeedsRead(true);
        const auto session = m_cluster->open();
        const auto held = acquire(session, {.onDeleteRefused = listener()});
        server().forbidRead(kNode);
        session->disconnect();
        QVERIFY(held.result()->release());
        run();
        session->reconnect();
        m_cluster->loop.advance(1min);
        QVERIFY(server().exists(kNode));
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, kNode}}));
        server().allowRead(kNode);
        m_cluster->loop.advance(2min);
        QVERIFY(!server().exists(kNode));
    }

    void simpleLockTellsOfWhatWasGivenUp() {
        const auto session = m_cluster->open();
        breakAt(session, 0, Fate::LoseReply);
        const auto acquired = acquire(session, {.onDeleteRefused = listener()}, m_cluster->in(1s));
        m_cluster->loop.advance(2s);
        QVERIFY(acquired.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(server().exists(kNode));
        forbidDeletes(kDirectory);
        session->reconnect();
        run();
        m_cluster->loop.advance(10s);
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, kNode}}));
        allowDeletes(kDirectory);
        QVERIFY(!server().exists(kNode));
    }

    void timedOutAcquireTellsOnceByTheExecutor() {
        std::vector<std::function<void()>> tasks;
        Mutex mutex(m_cluster->open(), kDirectory,
                    {.onDeleteRefused = listener(),
                     .executor = [&](std::function<void()> task) { tasks.push_back(std::move(task)); }});
        Mutex holder(m_cluster->open(), kDirectory);
        const auto held = acquire(holder);
        const auto waiting = acquire(mutex, m_cluster->in(1s));
        forbidDeletes(kDirectory);
        m_cluster->loop.advance(10s);
        QVERIFY(waiting.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(m_told.empty());
        QCOMPARE(tasks.size(), std::size_t{1});
        tasks.front()();
        const auto own = held.result()->path();
        QCOMPARE(m_told.size(), std::size_t{1});
        QCOMPARE(m_told.front().code, ErrorCode::NoAuth);
        QVERIFY(m_told.front().path.starts_with(kDirectory + "/_c_") && m_told.front().path != own);
        allowDeletes(kDirectory);
        QCOMPARE(onlyChild(kDirectory), own);
        QCOMPARE(tasks.size(), std::size_t{1});
    }

    void releasedHoldIsToldByBoth() {
        Mutex mutex(m_cluster->open(), kDirectory, {.onDeleteRefused = listener()});
        const auto held = acquire(mutex);
        int ofHold = 0;
        held.result()->onReleaseRefused([&](const Error&) { ++ofHold; });
        forbidDeletes(kDirectory);
        QVERIFY(held.result()->release());
        run();
        QCOMPARE(ofHold, 1);
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, onlyChild(kDirectory)}}));
        allowDeletes(kDirectory);
        QVERIFY(onlyChild(kDirectory).empty());
    }

    /// Not only for a missing right: what the server says then need not be known here.
    void whateverRefusesIsToldAndTriedAgain_data() {
        QTest::addColumn<int>("code");
        QTest::addRow("an error that is not known") << static_cast<int>(ErrorCode::Io);
        QTest::addRow("a quota") << static_cast<int>(ErrorCode::QuotaExceeded);
        QTest::addRow("no quorum") << static_cast<int>(ErrorCode::NotReadOnly);
    }
    void whateverRefusesIsToldAndTriedAgain() {
        QFETCH(const int, code);
        const auto session = m_cluster->open();
        Mutex mutex(session, "/app/queue", {.onDeleteRefused = listener()});
        const auto queued = acquire(mutex);
        const auto simple = acquire(session, {.onDeleteRefused = listener()});
        auto latch = std::make_unique<LeaderLatch>(session, "/app/latch",
                                                   LeaderLatchOptions{.onDeleteRefused = listener()});
        QVERIFY(latch->start());
        auto member = std::make_unique<DoubleBarrier>(session, kBarrier, 2,
                                                      BarrierOptions{.onDeleteRefused = listener()});
        const auto entered = enter(*member);
        run();
        QVERIFY(queued.isDone() && simple.isDone() && latch->hasLeadership() && entered.isPending());
        std::set<std::string> own{onlyChild("/app/queue"), kNode, onlyChild("/app/latch"),
                                  onlyChild(kBarrier)};
        QCOMPARE(own.size(), std::size_t{4});

        session->setError([code](const FakeSession::Request& request) {
            return request.op == Op::Remove ? std::optional(static_cast<ErrorCode>(code)) : std::nullopt;
        });
        QVERIFY(queued.result()->release());
        QVERIFY(simple.result()->release());
        latch.reset();
        member.reset();
        m_cluster->loop.advance(10s);
        QCOMPARE(m_told.size(), own.size());
        for (const Told& told : m_told) {
            QCOMPARE(static_cast<int>(told.code), code);
            QVERIFY2(own.contains(told.path), told.path.c_str());
            QVERIFY(server().exists(told.path));
        }
        session->setError({});
        m_cluster->loop.advance(2min);
        for (const std::string& path : own)
            QVERIFY2(!server().exists(path), path.c_str());
        QCOMPARE(m_told.size(), own.size());
    }

    void severalLocksTellOfEachPlace() {
        const auto session = m_cluster->open();
        const std::vector<std::string> paths{"/app/a", "/app/b"};
        for (const auto& path : paths)
            server().createPath(path);
        Mutex holder(m_cluster->open(), "/app/b");
        const auto held = acquire(holder);
        AtomicMultiLock multi(session, paths, {.onDeleteRefused = listener()});
        const Outcome<MultiHold> acquired;
        multi.acquireAsync(Owner::unique(), m_cluster->in(1s), acquired.completion());
        run();
        for (const auto& path : paths)
            forbidDeletes(path);
        m_cluster->loop.advance(10s);
        QVERIFY(acquired.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(m_told.size(), paths.size());
        for (const auto& path : paths)
            allowDeletes(path);
        QVERIFY(onlyChild("/app/a").empty());
        QCOMPARE(onlyChild("/app/b"), held.result()->path());
    }

    /// Its mutex's znode holds up every other acquire, and no Hold is for it.
    void semaphoreTellsOfItsMutex() {
        const std::string locks = kDirectory + "/locks";
        server().createPath(locks);
        Semaphore mine(m_cluster->open(), kDirectory, 2, {.onDeleteRefused = listener()});
        forbidDeletes(locks);
        const Outcome<std::vector<Hold>> acquired;
        mine.acquireAsync(1, {}, acquired.completion());
        run();
        QVERIFY(acquired.isDone());
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, onlyChild(locks)}}));
        Semaphore theirs(m_cluster->open(), kDirectory, 2);
        const Outcome<std::vector<Hold>> next;
        theirs.acquireAsync(1, {}, next.completion());
        run();
        QVERIFY(next.isPending());
        allowDeletes(locks);
        QVERIFY(next.isDone());
    }

    void closedLatchTells() {
        auto latch = std::make_unique<LeaderLatch>(m_cluster->open(), kDirectory,
                                                   LeaderLatchOptions{.onDeleteRefused = listener()});
        QVERIFY(latch->start());
        run();
        QVERIFY(latch->hasLeadership());
        const auto own = onlyChild(kDirectory);
        forbidDeletes(kDirectory);
        QVERIFY(latch->close());
        latch.reset();
        run();
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, own}}));
        allowDeletes(kDirectory);
        QVERIFY(onlyChild(kDirectory).empty());
        QCOMPARE(m_told.size(), std::size_t{1});
    }

    void barrierTellsOfWhoGaveUpEntering() {
        server().createPath(kBarrier);
        forbidDeletes(kBarrier);
        DoubleBarrier member(m_cluster->open(), kBarrier, 2, {.onDeleteRefused = listener()});
        const Outcome<void> entered;
        member.enterAsync(m_cluster->in(1s), entered.completion());
        m_cluster->loop.advance(10s);
        QVERIFY(entered.isError(ErrorCode::DeadlineExceeded));
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, onlyChild(kBarrier)}}));
        allowDeletes(kBarrier);
        QVERIFY(onlyChild(kBarrier).empty());
        QCOMPARE(m_told.size(), std::size_t{1});
    }

    /// leave() fails with the reason, which does not say that the znode is tried again.
    void barrierTellsOfALeaverAndOfReady() {
        DoubleBarrier member(m_cluster->open(), kBarrier, 1, {.onDeleteRefused = listener()});
        const auto entered = enter(member);
        run();
        QVERIFY(entered.isDone());
        QVERIFY(server().remove(kReady));
        const auto own = onlyChild(kBarrier);
        server().createPath(kReady);
        forbidDeletes(kBarrier);
        const Outcome<void> left;
        member.leaveAsync({}, left.completion());
        m_cluster->loop.advance(10s);
        QVERIFY(left.isError(ErrorCode::NoAuth));
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, own}, {ErrorCode::NoAuth, kReady}}));
        allowDeletes(kBarrier);
        QVERIFY(m_cluster->children(kBarrier).empty());
        QCOMPARE(m_told.size(), std::size_t{2});
    }

    /// Nobody is left to ask how it went.
    void barrierTellsOfAMemberWhoseObjectIsGone() {
        auto member = std::make_unique<DoubleBarrier>(m_cluster->open(), kBarrier, 1,
                                                      BarrierOptions{.onDeleteRefused = listener()});
        const auto entered = enter(*member);
        run();
        QVERIFY(entered.isDone());
        QVERIFY(server().remove(kReady));
        forbidDeletes(kBarrier);
        member.reset();
        run();
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, onlyChild(kBarrier)}}));
        allowDeletes(kBarrier);
        QVERIFY(onlyChild(kBarrier).empty());
    }

    /// The last one that gives up closes what others have opened, when its own znode is gone.
    void barrierTellsOfReadyThatOutlivesWhoGaveUp() {
        const auto session = m_cluster->open();
        DoubleBarrier member(session, kBarrier, 2, {.onDeleteRefused = listener()});
        const Outcome<void> entered;
        member.enterAsync(m_cluster->in(1s), entered.completion());
        run();
        session->disconnect();
        run();
        server().createPath(kReady);  // the other member's, which has left since
        session->setError(refusing({Op::Multi, Op::Remove}));
        m_cluster->loop.advance(2s);
        QVERIFY(entered.isError(ErrorCode::DeadlineExceeded));
        session->reconnect();
        run();
        QCOMPARE(m_told, (std::vector<Told>{{ErrorCode::NoAuth, kReady}}));
        session->setError({});
        m_cluster->loop.advance(2min);
        QVERIFY(m_cluster->children(kBarrier).empty());
        QCOMPARE(m_told.size(), std::size_t{1});
    }

    /// The answer to the delete of "ready" was lost; by the time the connection is back, others have opened
    /// the barrier anew, and one of them is cut off. Where nobody may write its znode, nothing but their
    /// "ready" tells it.
    void closingAfterALostAnswerSparesTheNextReady() {
        const auto session = m_cluster->open();
        breakAtRemoval(session, Fate::LoseReply);
        QVERIFY(closeBarrier(session, {Op::Multi}).isError(ErrorCode::DeadlineExceeded));
        QVERIFY(!server().exists(kReady));
        const auto next = openRound();
        session->reconnect();
        run();
        next.slowSession->reconnect();
        run();
        QVERIFY(next.slowEntered.isDone());
    }

    void closingWhoseRequestWasLostIsRepeated() {
        const auto session = m_cluster->open();
        breakAtRemoval(session, Fate::LoseRequest);
        QVERIFY(closeBarrier(session, {Op::Multi}).isError(ErrorCode::DeadlineExceeded));
        QVERIFY(server().exists(kReady));
        session->reconnect();
        run();
        QVERIFY(!server().exists(kReady));
    }

    /// Servers from 3.8.4 on don't show even the Stat of what may not be read.
    void closingThatMayNotLookDeletesOnce() {
        const auto session = m_cluster->open();
        breakAtRemoval(session, Fate::LoseReply);
        QVERIFY(closeBarrier(session, {Op::Multi, Op::Exists}).isError(ErrorCode::DeadlineExceeded));
        QVERIFY(!server().exists(kReady));
        server().createPath(kReady);
        session->reconnect();
        run();
        QVERIFY(server().exists(kReady));
    }

    void refusedClosingIsTriedAgain_data() {
        QTest::addColumn<bool>("openedSince");
        QTest::addRow("the same opening") << false;
        QTest::addRow("others have opened it since") << true;
    }
    void refusedClosingIsTriedAgain() {
        QFETCH(const bool, openedSince);
        const auto session = m_cluster->open();
        QVERIFY(closeBarrier(session, {Op::Multi, Op::Remove}).isError(ErrorCode::DeadlineExceeded));
        QVERIFY(server().exists(kReady));
        std::optional<OpenRound> next;
        if (openedSince) {
            QVERIFY(server().remove(kReady));  // by hand
            next = openRound();
        }
        session->setError(refusing({Op::Multi}));
        m_cluster->loop.advance(2min);
        QCOMPARE(server().exists(kReady).has_value(), openedSince);
        if (!next) return;
        next->slowSession->reconnect();
        run();
        QVERIFY(next->slowEntered.isDone());
    }
};

LOCKSCOPE_TEST(RefusedDeletesTest)
#include "tst_refused_deletes.moc"
