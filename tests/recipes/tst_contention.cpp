// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "sample_paths.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <algorithm>

using namespace lockcore;

/// What a caller of mutex and read/write lock relies on, step by step against a server in memory.
class ContentionTest : public QObject {
    Q_OBJECT

    ManualLoop m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::vector<std::shared_ptr<FakeSession>> m_sessions;

    std::shared_ptr<FakeSession> open() { return m_sessions.emplace_back(m_server->open()); }

    struct Acquired {
        std::optional<Result<Hold>> result;
        int calls = 0;
    };
    std::shared_ptr<Acquired> acquire(QueueLock& lock, Owner owner = Owner::unique(),
                                      std::optional<TimePoint> deadline = {}) {
        auto acquired = std::make_shared<Acquired>();
        m_last = lock.acquireAsync(owner, deadline, [acquired](Result<Hold> result) {
            acquired->result = std::move(result);
            ++acquired->calls;
        });
        return acquired;
    }
    Acquisition m_last;

    static bool granted(const std::shared_ptr<Acquired>& acquired) {
        return acquired->result && acquired->result->has_value();
    }
    static ErrorCode codeOf(const std::shared_ptr<Acquired>& acquired) {
        return acquired->result && !*acquired->result ? acquired->result->error().code : ErrorCode::Io;
    }
    static void loseFirstCreate(FakeSession& session) {
        session.setFate([lose = true](const FakeSession::Request& request) mutable {
            return request.op == FakeSession::Op::Create && std::exchange(lose, false)
                       ? FakeSession::Fate::LoseReply
                       : FakeSession::Fate::Apply;
        });
    }
    std::size_t contenders() const {
        const auto list = m_server->children(kLockPath);
        return list ? list->names.size() : 0;
    }

private Q_SLOTS:
    void init() { m_server = std::make_unique<FakeZooKeeper>(m_loop); }

    /// What still waits ends with its session, so that nothing is left to the next test.
    void cleanup() {
        for (const auto& session : m_sessions)
            session->close();
        m_sessions.clear();
        m_loop.runReady();
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    void freeLockIsOwnedInOneFlight() {
        const auto session = open();
        m_server->createPath(kLockPath);
        session->setStepped(true);
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(session->inFlight(), std::size_t{2});  // create and list travel together
        while (session->applyNext()) {
        }
        while (session->deliverNext()) {
        }
        QVERIFY(granted(acquired));
        QCOMPARE(session->sent().size(), std::size_t{2});
    }

    void missingParentsAreCreated() {
        const auto session = open();
        Mutex mutex(session, "/a/b/c/lock");
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QVERIFY(granted(acquired));
        QVERIFY(m_server->exists("/a/b/c/lock").has_value());
    }

    void refusedParentsAreTheReason() {
        const auto session = open();
        m_server->createPath("/a");
        m_server->setAcl("/a", {{permission::kRead, "world", "anyone"}});
        Mutex mutex(session, "/a/b/c");
        ReadWriteLock readWrite(session, "/a/b/d");
        for (const auto& acquired : {acquire(mutex), acquire(readWrite.read())}) {
            m_loop.runReady();
            QCOMPARE(codeOf(acquired), ErrorCode::NoAuth);
            QCOMPARE(acquired->result->error().path, std::string("/a/b"));
        }
    }

    /// Most programs may not create below "/", where their own root was made for them.
    void refusalAboveWhatIsThereIsHarmless() {
        const auto session = open();
        m_server->createPath("/a/b");
        m_server->setAcl("/a", {{permission::kRead, "world", "anyone"}});
        Mutex mutex(session, "/a/b/c/lock");
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QVERIFY(granted(acquired));
    }

    void missingChrootIsTheReason() {
        const auto session = open();
        session->setError([](const FakeSession::Request& request) {
            return request.op == FakeSession::Op::Create ? std::optional(ErrorCode::NoNode) : std::nullopt;
        });
        Mutex mutex(session, "/a/b");
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::NoNode);
        QCOMPARE(acquired->result->error().path, std::string("/"));
    }

    /// The znode stays and others wait for it: the owner hears why, and it goes once that has changed.
    void refusedReleaseIsToldAndTriedAgain() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        std::vector<ErrorCode> told;
        (*acquired->result)->onReleaseRefused([&](const Error& error) { told.push_back(error.code); });
        m_server->setAcl(kLockPath, {{permission::kRead, "world", "anyone"}});
        QVERIFY((*acquired->result)->release());
        m_loop.runReady();
        m_loop.advance(std::chrono::seconds(10));
        QCOMPARE(told, std::vector{ErrorCode::NoAuth});
        QCOMPARE(contenders(), std::size_t{1});
        m_server->setAcl(kLockPath, {});
        m_loop.advance(std::chrono::minutes(1));
        QCOMPARE(contenders(), std::size_t{0});
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    void nestedHoldsShareOneZnode() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto owner = Owner::unique();
        const auto outer = acquire(mutex, owner);
        m_loop.runReady();
        const auto inner = acquire(mutex, owner);
        m_loop.runReady();
        QVERIFY(granted(outer) && granted(inner));
        QCOMPARE(contenders(), std::size_t{1});
        QCOMPARE((*outer->result)->fencingToken(), (*inner->result)->fencingToken());

        QVERIFY((*outer->result)->release().has_value());
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{1});
        QVERIFY(mutex.isHeldHere());
        QVERIFY((*inner->result)->release().has_value());
        QVERIFY(!mutex.isHeldHere());
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{0});
    }

    void secondReleaseIsAnErrorWithoutTraffic() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        auto& hold = **acquired->result;
        QVERIFY(hold.release().has_value());
        m_loop.runReady();
        session->forgetSent();
        const auto again = hold.release();
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::NotOwner);
        m_loop.runReady();
        QVERIFY(session->sent().empty());
    }

    void otherOwnerQueuesBehind() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto first = acquire(mutex);
        const auto second = acquire(mutex);
        m_loop.runReady();
        QVERIFY(granted(first) && !second->result);
        QCOMPARE(contenders(), std::size_t{2});
        QVERIFY((*first->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(granted(second));
        QVERIFY((*second->result)->fencingToken() > (*first->result)->fencingToken());
    }

    /// Curator's testCorrectWatching: a predecessor that is gone does not make its successor the owner.
    void predecessorThatGivesUpPromotesNobody() {
        const auto a = open();
        const auto b = open();
        const auto c = open();
        Mutex first(a, kLockPath);
        Mutex middle(b, kLockPath);
        Mutex last(c, kLockPath);
        const auto holder = acquire(first);
        m_loop.runReady();
        const auto leaving = acquire(middle);
        const auto cancelMiddle = m_last;
        m_loop.runReady();
        const auto waiting = acquire(last);
        m_loop.runReady();
        cancelMiddle.cancel();
        m_loop.runReady();
        QCOMPARE(codeOf(leaving), ErrorCode::Cancelled);
        QVERIFY(granted(holder) && !waiting->result);
        QCOMPARE(contenders(), std::size_t{2});
        QVERIFY((*holder->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(granted(waiting));
    }

    void deadlineCoversConnecting() {
        const auto session = open();
        session->disconnect();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex, Owner::unique(), m_loop.now() + std::chrono::seconds(1));
        m_loop.runReady();
        QVERIFY(!acquired->result);
        m_loop.advance(std::chrono::seconds(2));
        QCOMPARE(codeOf(acquired), ErrorCode::DeadlineExceeded);
    }

    void deadlineWhileWaitingRemovesZnodeAndWatch() {
        const auto holderSession = open();
        const auto session = open();
        Mutex held(holderSession, kLockPath);
        Mutex mutex(session, kLockPath);
        const auto holder = acquire(held);
        m_loop.runReady();
        const auto acquired = acquire(mutex, Owner::unique(), m_loop.now() + std::chrono::seconds(1));
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{2});
        m_loop.advance(std::chrono::seconds(2));
        QCOMPARE(codeOf(acquired), ErrorCode::DeadlineExceeded);
        QCOMPARE(contenders(), std::size_t{1});
        QCOMPARE(session->watchCount(), std::size_t{0});
    }

    void lostCreateReplyAdoptsTheZnode_data() {
        QTest::addColumn<bool>("applied");
        QTest::newRow("applied") << true;
        QTest::newRow("not applied") << false;
    }
    void lostCreateReplyAdoptsTheZnode() {
        QFETCH(bool, applied);
        m_server->createPath(kLockPath);
        const auto session = open();
        bool lose = true;
        session->setFate([&](const FakeSession::Request& request) {
            if (request.op != FakeSession::Op::Create || !std::exchange(lose, false))
                return FakeSession::Fate::Apply;
            return applied ? FakeSession::Fate::LoseReply : FakeSession::Fate::LoseRequest;
        });
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QVERIFY(!acquired->result);
        QCOMPARE(contenders(), std::size_t(applied ? 1 : 0));
        session->reconnect();
        m_loop.runReady();
        QVERIFY(granted(acquired));
        QCOMPARE(contenders(), std::size_t{1});
        QCOMPARE(session->countSent(FakeSession::Op::Create), std::size_t(applied ? 1 : 2));
        QVERIFY(session->countSent(FakeSession::Op::Sync) > 0);
    }

    /// Who may not read a znode may delete it all the same.
    /// The leader is lost with a create that it has proposed: the next one has it, or nobody ever will.
    void createUnderWayAtALeaderChangeMakesOneZnode_data() {
        QTest::addColumn<bool>("isKept");
        QTest::addRow("kept") << true;
        QTest::addRow("lost") << false;
    }
    void createUnderWayAtALeaderChangeMakesOneZnode() {
        QFETCH(const bool, isKept);
        m_server = std::make_unique<FakeZooKeeper>(m_loop, 3);
        m_server->createPath(kLockPath);
        const auto session = open();
        session->setStepped(true);
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        m_server->loseLeader(1, FakeZooKeeper::Health::Well, [&] { return isKept; });
        QCOMPARE(contenders(), std::size_t{isKept ? 1U : 0U});
        session->setStepped(false);
        while (session->deliverNext()) {
        }
        m_loop.runReady();
        QVERIFY(!session->reconnect(2));  // nobody is served before there is a leader
        m_server->elect();
        QVERIFY(session->reconnect(2));
        m_loop.runReady();
        QVERIFY(granted(acquired));
        QCOMPARE(contenders(), std::size_t{1});
    }

    /// Its token, too: the next leader counts its transactions from a higher epoch.
    void aHoldOutlivesALeaderChange() {
        m_server = std::make_unique<FakeZooKeeper>(m_loop, 3);
        m_server->createPath(kLockPath);
        const auto session = open();
        const auto other = open();
        Mutex mutex(session, kLockPath);
        Mutex next(other, kLockPath);
        const auto held = acquire(mutex);
        const auto waits = acquire(next);
        m_loop.runReady();
        m_server->loseLeader(1, FakeZooKeeper::Health::Well, [] { return false; });
        m_server->elect();
        m_loop.runReady();
        QCOMPARE((*held->result)->state(), HoldState::Suspended);
        QVERIFY(other->reconnect(2));
        m_loop.runReady();
        QVERIFY(!granted(waits));
        QVERIFY(session->reconnect(1));
        m_loop.runReady();
        QCOMPARE((*held->result)->state(), HoldState::Held);
        QVERIFY((*held->result)->release());
        m_loop.runReady();
        QVERIFY(granted(waits));
        QVERIFY((*waits->result)->fencingToken() > (*held->result)->fencingToken());
    }

    void unreadableZnodeOfALostCreateIsDeleted() {
        m_server->createPath(kLockPath);
        const auto session = open();
        loseFirstCreate(*session);
        LockOptions options;
        options.nodeAcl = {{permission::kAll & ~permission::kRead, "world", "anyone"}};
        Mutex mutex(session, kLockPath, options);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{1});
        session->reconnect();
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::NoAuth);
        QCOMPARE(contenders(), std::size_t{0});
    }

    void refusedLookForALostCreateIsRepeated() {
        m_server->createPath(kLockPath);
        const auto session = open();
        loseFirstCreate(*session);
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        m_server->forbidRead(kLockPath);
        session->reconnect();
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::NoAuth);
        m_server->allowRead(kLockPath);
        QCOMPARE(contenders(), std::size_t{1});
        m_loop.advance(std::chrono::minutes(1));
        QCOMPARE(contenders(), std::size_t{0});
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    /// It may explain the numbers before the own one; so may somebody else, as the list shows that follows.
    void createThatHangsHoldsUpNobodyForLong() {
        m_server->createPath(kLockPath);
        const std::string prefix = std::string(kLockPath) + "/_c_theirs-lock-";
        const auto theirs = m_server->create(prefix, "", NodeKind::EphemeralSequential, SessionId{77});
        QVERIFY(theirs);
        const auto hanging = open();
        hanging->setStepped(true);
        Mutex second(hanging, kLockPath);
        const auto hangs = acquire(second);
        m_loop.runReady();
        Mutex third(open(), kLockPath);
        const auto acquired = acquire(third);
        m_loop.runReady();
        QVERIFY(m_server->remove(theirs->path));
        m_loop.advance(std::chrono::milliseconds(60));
        QVERIFY(granted(acquired));
    }

    /// Neither what has gone, as this process has not heard yet, nor a create that hangs is in the way of a
    /// try.
    void tryGoesByWhatTheServerShows() {
        m_server->createPath(kLockPath);
        const auto leaving = open();
        const auto hanging = open();
        Mutex first(leaving, kLockPath);
        Mutex second(hanging, kLockPath);
        Mutex third(open(), kLockPath);
        const auto owner = acquire(first);
        m_loop.runReady();
        leaving->setStepped(true);
        hanging->setStepped(true);
        const auto waiter = acquire(second);
        QVERIFY((*owner->result)->release());
        m_loop.runReady();
        while (leaving->applyNext()) {
        }
        std::optional<Result<Hold>> tried;
        third.tryAcquireAsync(Owner::unique(), [&](Result<Hold> hold) { tried = std::move(hold); });
        m_loop.runReady();
        QVERIFY(tried && *tried);
    }

    void cancelWithCreateInDoubtLeavesNoOrphan() {
        m_server->createPath(kLockPath);
        const auto session = open();
        session->setFate([](const FakeSession::Request& request) {
            return request.op == FakeSession::Op::Create ? FakeSession::Fate::LoseReply
                                                         : FakeSession::Fate::Apply;
        });
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        m_last.cancel();
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::Cancelled);
        QCOMPARE(contenders(), std::size_t{1});
        session->reconnect();
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{0});
        QCOMPARE(acquired->calls, 1);
    }

    void releaseWhileDisconnectedDeletesAfterReconnect() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        session->disconnect();
        m_loop.runReady();
        QCOMPARE((*acquired->result)->state(), HoldState::Suspended);
        QVERIFY((*acquired->result)->release().has_value());
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{1});
        session->reconnect();
        m_loop.runReady();
        QCOMPARE(contenders(), std::size_t{0});
    }

    void expiryWhileHoldingIsTold() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QStringList told;
        (*acquired->result)->onChange([&](HoldState state) {
            told << QString::fromLatin1(holdStateName(state).data());
        });
        m_loop.runReady();
        session->disconnect();
        m_loop.runReady();
        session->expire();
        m_loop.runReady();
        QCOMPARE(told, QStringList({"Suspended", "Lost"}));
        QVERIFY(!mutex.isHeldHere());
        QCOMPARE((*acquired->result)->release().error().code, ErrorCode::HoldLost);
    }

    void expiryWhileWaitingFails() {
        const auto other = open();
        const auto session = open();
        Mutex held(other, kLockPath);
        Mutex mutex(session, kLockPath);
        const auto holder = acquire(held);
        m_loop.runReady();
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        session->expire();
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::SessionExpired);
    }

    void deletedHoldIsNoticed() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        m_loop.advance(std::chrono::seconds(1));  // a hold that lasts is watched
        QVERIFY(m_server->remove((*acquired->result)->path()).has_value());
        m_loop.runReady();
        QCOMPARE((*acquired->result)->state(), HoldState::Lost);
    }

    void revokeIsHeard() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        int asked = 0;
        (*acquired->result)->onRevoke([&] { ++asked; });
        m_loop.advance(std::chrono::seconds(1));
        QVERIFY(m_server->set((*acquired->result)->path(), "something else").has_value());
        m_loop.runReady();
        QCOMPARE(asked, 0);
        QVERIFY(m_server->set((*acquired->result)->path(), "__REVOKE__").has_value());
        m_loop.runReady();
        QCOMPARE(asked, 1);
        QCOMPARE((*acquired->result)->state(), HoldState::Held);
    }

    /// Its second znode waits for the shared view while the first one's patience still runs.
    void noTimerOutlivesAContentionThatWaitedForTheViewTwice() {
        const auto slow = open();
        const auto session = open();
        Mutex first(open(), kLockPath);
        LockOptions options;
        options.onRevoke = [] {};  // so that the own znode is watched
        Mutex second(session, kLockPath, options);
        Mutex third(slow, kLockPath);
        const auto holder = acquire(first);
        m_loop.runReady();
        const auto between = m_server->create(kLockPath + "/_c_00000000-0000-4000-8000-000000000000-lock-",
                                              {}, NodeKind::EphemeralSequential, SessionId{77});
        QVERIFY(between);
        slow->setStepped(true);
        const auto hangs = acquire(third);
        const auto hanging = m_last;
        const auto acquired = acquire(second);
        m_loop.runReady();
        const auto list = m_server->children(kLockPath);
        const auto own = std::ranges::max(
            list->names, {}, [](const std::string& name) { return name.substr(name.size() - 10); });
        QVERIFY(m_server->remove(kLockPath + "/" + own));
        m_loop.runReady();
        QVERIFY(m_server->remove(between->path));
        QVERIFY((*holder->result)->release());
        m_loop.runReady();
        QVERIFY(!acquired->result);  // waits for the view: the create of `slow` is under way
        slow->disconnect();
        m_loop.runReady();
        QVERIFY(granted(acquired));
        QVERIFY((*acquired->result)->release());
        hanging.cancel();
        slow->close();
        m_loop.runReady();
        QVERIFY(hangs->result && contenders() == 0);
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    /// It pauses because a list's answer was lost, and is evicted meanwhile, which is one more pause.
    void noTimerOutlivesAContentionThatPausedTwice() {
        const auto session = open();
        m_server->createPath(kLockPath);
        const auto before = m_server->create(kLockPath + "/_c_00000000-0000-4000-8000-000000000000-lock-", {},
                                             NodeKind::EphemeralSequential, SessionId{77});
        QVERIFY(before);
        LockOptions options;
        options.onRevoke = [] {};
        options.retry = RetryPolicy::forever(std::chrono::seconds(10));
        Mutex mutex(session, kLockPath, options);
        const auto acquired = acquire(mutex);
        const auto waiting = m_last;
        m_loop.runReady();
        session->setFate([](const FakeSession::Request& request) {
            return request.op == FakeSession::Op::Children ? FakeSession::Fate::LoseReply
                                                           : FakeSession::Fate::Apply;
        });
        QVERIFY(m_server->remove(before->path));
        m_loop.runReady();
        QVERIFY(!acquired->result);
        const auto list = m_server->children(kLockPath);
        QCOMPARE(list->names.size(), std::size_t{1});
        QVERIFY(m_server->remove(kLockPath + "/" + list->names.front()));
        session->reconnect();
        m_loop.runReady();
        waiting.cancel();
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::Cancelled);
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    void evictedWaiterQueuesAgain() {
        const auto other = open();
        const auto session = open();
        Mutex held(other, kLockPath);
        Mutex mutex(session, kLockPath);
        const auto holder = acquire(held);
        m_loop.runReady();
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        const auto holderName = (*holder->result)->path().substr(kLockPath.size() + 1);
        const auto list = m_server->children(kLockPath);
        for (const auto& name : list->names) {
            if (name != holderName) QVERIFY(m_server->remove(kLockPath + "/" + name).has_value());
        }
        m_loop.runReady();
        QVERIFY((*holder->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(granted(acquired));
        QVERIFY(m_server->exists((*acquired->result)->path()).has_value());
    }

    void sameOwnerDoesNotWaitForItself() {
        const auto session = open();
        ReadWriteLock lock(session, kLockPath);
        const auto owner = Owner::unique();
        const auto reading = acquire(lock.read(), owner);
        m_loop.runReady();
        QVERIFY(granted(reading));
        const auto upgrade = acquire(lock.write(), owner);
        m_loop.runReady();
        QCOMPARE(codeOf(upgrade), ErrorCode::WouldDeadlock);
        QCOMPARE(contenders(), std::size_t{1});
    }

    void readersShareAndWriterWaits() {
        const auto session = open();
        ReadWriteLock lock(session, kLockPath);
        const auto r1 = acquire(lock.read());
        const auto r2 = acquire(lock.read());
        const auto w = acquire(lock.write());
        const auto r3 = acquire(lock.read());
        m_loop.runReady();
        QVERIFY(granted(r1) && granted(r2) && !w->result && !r3->result);
        QVERIFY((*r1->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(!w->result);
        QVERIFY((*r2->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(granted(w) && !r3->result);
        QVERIFY((*w->result)->release().has_value());
        m_loop.runReady();
        QVERIFY(granted(r3));
    }

    /// A reader behind several writers wakes for the nearest only; where they are of its own process that
    /// wakes it for good, without another request.
    void readerWakesOnce() {
        const auto writers = open();
        const auto session = open();
        ReadWriteLock lock(writers, kLockPath);
        ReadWriteLock other(session, kLockPath);
        std::vector<std::shared_ptr<Acquired>> writing;
        for (int i = 0; i < 5; ++i) {
            writing.push_back(acquire(lock.write()));
            m_loop.runReady();
        }
        const auto reading = acquire(other.read());
        m_loop.runReady();
        session->forgetSent();
        for (const auto& writer : writing) {
            QVERIFY(granted(writer));
            QVERIFY((*writer->result)->release().has_value());
            m_loop.runReady();
        }
        QVERIFY(granted(reading));
        QCOMPARE(session->sent().size(), std::size_t{0});
    }

    void exhaustedCounterIsRefused() {
        m_server->createPath(kLockPath);
        m_server->setCounter(kLockPath, 2147483640);
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::SequenceExhausted);
        QCOMPARE(contenders(), std::size_t{0});
    }

    void unreadablePredecessorFailsLoudly() {
        const auto other = open();
        const auto session = open();
        Mutex held(other, kLockPath);
        const auto holder = acquire(held);
        m_loop.runReady();
        m_server->forbidRead((*holder->result)->path());
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::NoAuth);
        QCOMPARE(contenders(), std::size_t{1});
    }

    void invalidPathIsRefused() {
        const auto session = open();
        Mutex mutex(session, "locks//x");
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::BadArguments);
        QVERIFY(session->sent().empty());
    }

    void closedSessionFailsAtOnce() {
        const auto session = open();
        session->close();
        Mutex mutex(session, kLockPath);
        const auto acquired = acquire(mutex);
        m_loop.runReady();
        QCOMPARE(codeOf(acquired), ErrorCode::Closing);
    }

    void blockingOnTheLoopThreadIsRefused() {
        const auto session = open();
        Mutex mutex(session, kLockPath);
        const auto result = mutex.acquire();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::WouldBlockLoop);
    }
};

LOCKSCOPE_TEST(ContentionTest)
#include "tst_contention.moc"
