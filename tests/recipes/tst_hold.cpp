// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "queue/held_node.h"
#include "sample_paths.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <atomic>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;

}  // namespace

/// What a hold promises and how it ends, try, retries, revocation: against a server in memory.
class HoldTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::vector<std::shared_ptr<FakeSession>> m_sessions;

    std::shared_ptr<FakeSession> open() { return m_sessions.emplace_back(m_server->open()); }

    Hold acquired(QueueLock& lock) {
        std::optional<Result<Hold>> result;
        lock.acquireAsync(Owner::unique(), std::nullopt,
                          [&](Result<Hold> hold) { result = std::move(hold); });
        m_loop->runReady();
        return result && *result ? std::move(**result) : Hold();
    }

    std::size_t contenders() const {
        const auto list = m_server->children(kLockPath);
        return list ? list->names.size() : 0;
    }

    template <class T>
    struct Awaited {
        std::optional<Result<T>> result;
        ErrorCode code() const { return result && !*result ? result->error().code : ErrorCode::Io; }
        bool isOk() const { return result && result->has_value(); }
    };

private Q_SLOTS:
    void init() {
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_server->createPath(kLockPath);
    }

    void cleanup() {
        for (const auto& session : m_sessions)
            session->close();
        m_loop->runReady();
        m_sessions.clear();
        m_server.reset();
    }

    void tryOfATakenLockWritesNothing() {
        Mutex lock(open(), kLockPath);
        const auto session = open();
        Mutex other(session, kLockPath);
        const Hold hold = acquired(lock);
        Awaited<Hold> tried;
        other.tryAcquireAsync(Owner::unique(),
                              [&](Result<Hold> result) { tried.result = std::move(result); });
        m_loop->runReady();
        QCOMPARE(tried.code(), ErrorCode::Busy);
        QCOMPARE(session->sent().size(), std::size_t{1});
        QCOMPARE(session->countSent(Op::Children), std::size_t{1});
    }

    void tryOfAFreeLockOwns() {
        Mutex lock(open(), "/app/missing/lock");
        Awaited<Hold> tried;
        lock.tryAcquireAsync(Owner::unique(), [&](Result<Hold> result) { tried.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(tried.isOk());
    }

    /// Readers may share while they try; a writer may not.
    void tryFollowsTheRuleOfItsSide() {
        ReadWriteLock lock(open(), kLockPath);
        const Hold reading = acquired(lock.read());
        Awaited<Hold> reader;
        Awaited<Hold> writer;
        lock.read().tryAcquireAsync(Owner::unique(),
                                    [&](Result<Hold> result) { reader.result = std::move(result); });
        lock.write().tryAcquireAsync(Owner::unique(),
                                     [&](Result<Hold> result) { writer.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(reader.isOk());
        QCOMPARE(writer.code(), ErrorCode::Busy);
    }

    void retriesEndByThePolicy() {
        const auto session = open();
        LockOptions options;
        options.retry = RetryPolicy::nTimes(2, 10ms);
        Mutex lock(session, kLockPath, options);
        int creates = 0;
        session->setFate([&](const FakeSession::Request& request) {
            if (request.op != Op::Create) return FakeSession::Fate::Apply;
            ++creates;
            return FakeSession::Fate::LoseRequest;
        });
        Awaited<Hold> result;
        lock.acquireAsync(Owner::unique(), std::nullopt,
                          [&](Result<Hold> hold) { result.result = std::move(hold); });
        for (int i = 0; i < 20 && !result.result; ++i) {
            m_loop->runReady();
            session->reconnect();
            m_loop->advance(20ms);
        }
        QCOMPARE(result.code(), ErrorCode::ConnectionLoss);
        QVERIFY(creates >= 1 && creates <= 3);
        session->setFate({});
        session->reconnect();
        m_loop->advance(1s);
        QCOMPARE(contenders(), std::size_t{0});
    }

    /// Somebody deletes the waiter's znode again and again.
    void evictionsCountAsRetries() {
        Mutex lock(open(), kLockPath);
        const Hold hold = acquired(lock);
        LockOptions options;
        options.retry = RetryPolicy::once(Duration::zero());
        Mutex other(open(), kLockPath, options);
        Awaited<Hold> result;
        std::string node;
        other.acquireAsync(
            Owner::unique(), std::nullopt, [&](Result<Hold> granted) { result.result = std::move(granted); },
            [&](const Queued& queued) { node = queued.path; });
        m_loop->runReady();
        QVERIFY(m_server->remove(node));
        m_loop->runReady();
        QVERIFY(!result.result && m_server->exists(node));  // queued again
        QVERIFY(m_server->remove(node));
        m_loop->runReady();
        QCOMPARE(result.code(), ErrorCode::NoNode);
        QCOMPARE(contenders(), std::size_t{1});
    }

    void revokeReachesHolderAndWaiter() {
        int asked = 0;
        std::vector<std::function<void()>> posted;
        LockOptions options;
        options.onRevoke = [&] { ++asked; };
        options.executor = [&](std::function<void()> task) { posted.push_back(std::move(task)); };
        Mutex lock(open(), kLockPath, options);
        const Hold hold = acquired(lock);
        QVERIFY(m_server->get(hold.path())->data.empty());  // as Curator's revocable contenders
        m_loop->advance(30ms);
        askToRelease(open(), hold.path(), [](const Result<void>& result) { QVERIFY(result); });
        m_loop->runReady();
        QCOMPARE(posted.size(), std::size_t{1});
        posted.front()();
        QCOMPARE(asked, 1);

        std::string waiting;
        lock.acquireAsync(
            Owner::unique(), std::nullopt, [](const Result<Hold>&) {},
            [&](const Queued& queued) { waiting = queued.path; });
        m_loop->runReady();
        askToRelease(m_sessions.back(), waiting, [](const Result<void>&) {});
        m_loop->runReady();
        QCOMPARE(posted.size(), std::size_t{2});
    }

    void revokeBeforeTheListenerIsHeard() {
        LockOptions options;
        options.onRevoke = [] {};
        Mutex lock(open(), kLockPath, options);
        Hold hold = acquired(lock);
        askToRelease(open(), hold.path(), [](const Result<void>&) {});
        m_loop->runReady();
        bool heard = false;
        hold.onRevoke([&] { heard = true; });
        m_loop->runReady();
        QVERIFY(heard);
    }

    /// Its own znode is watched before the grant where the one before it is of this process.
    void revokeWhileItWaitedIsHeard() {
        Mutex first(open(), kLockPath);
        Hold before = acquired(first);
        Mutex second(open(), kLockPath);
        std::string waiting;
        std::optional<Result<Hold>> result;
        second.acquireAsync(
            Owner::unique(), std::nullopt, [&](Result<Hold> hold) { result = std::move(hold); },
            [&](const Queued& queued) { waiting = queued.path; });
        m_loop->runReady();
        askToRelease(m_sessions.back(), waiting, [](const Result<void>&) {});
        m_loop->runReady();
        QVERIFY(before.release());
        m_loop->runReady();
        QVERIFY(result && *result);
        bool heard = false;
        (*result)->onRevoke([&] { heard = true; });
        m_loop->runReady();
        QVERIFY(heard);
    }

    /// Another thread may release the last hold between the look for it and the nesting.
    void releasedNodeCannotBeNested() {
        const auto node = std::make_shared<HeldNode>(
            open(), std::weak_ptr<Contention>(), std::make_shared<std::atomic<int>>(0),
            HeldNode::Identity{LockMode::Exclusive, "/lock", Zxid{1}, SessionId{1}});
        QVERIFY(node->nest());
        node->releaseOne();
        node->releaseOne();
        QVERIFY(!node->nest());
        m_loop->runReady();
    }

    /// Threads that nest and release at once get in each other's way, which is no reason to say that nothing
    /// is held: a hold is there all the time.
    void nestingGoesOnWhereOthersNest() {
        constexpr int kRounds = 500'000;
        const auto node = std::make_shared<HeldNode>(
            open(), std::weak_ptr<Contention>(), std::make_shared<std::atomic<int>>(0),
            HeldNode::Identity{LockMode::Exclusive, "/lock", Zxid{1}, SessionId{1}});
        std::atomic<int> refused = 0;
        const auto nestAndRelease = [&] {
            for (int i = 0; i < kRounds; ++i) {
                if (node->nest())
                    node->releaseOne();
                else
                    ++refused;
            }
        };
        {
            // More than there are processors, so that some are also stopped halfway.
            std::vector<std::jthread> others;
            for (int i = 0; i < 3; ++i)
                others.emplace_back(nestAndRelease);
            nestAndRelease();
        }
        QCOMPARE(refused.load(), 0);
        node->releaseOne();
        QVERIFY(!node->nest());
        m_loop->runReady();
    }

    void guardWritesOnlyWhileHeld() {
        Mutex lock(open(), kLockPath);
        m_server->createPath("/data");
        const Hold hold = acquired(lock);
        Awaited<std::vector<std::string>> written;
        hold.guard({SetNode{"/data", "one"}}, [&](auto result) { written.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(written.isOk() && written.result->value() == std::vector<std::string>{"/data"});

        QVERIFY(m_server->set(hold.path(), kRevokePayload));  // a revoke does not void the hold
        hold.guard({SetNode{"/data", "two"}}, [&](auto result) { written.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(written.isOk());

        QVERIFY(m_server->remove(hold.path()));
        hold.guard({SetNode{"/data", "three"}}, [&](auto result) { written.result = std::move(result); });
        m_loop->runReady();
        QCOMPARE(written.code(), ErrorCode::HoldLost);
        QCOMPARE(m_server->get("/data")->data, std::string("two"));
        QCOMPARE(hold.state(), HoldState::Lost);
    }

    void verifyAsksTheServer() {
        Mutex lock(open(), kLockPath);
        const Hold hold = acquired(lock);
        Awaited<void> verified;
        hold.verifyAsync([&](Result<void> result) { verified.result = result; });
        m_loop->runReady();
        QVERIFY(verified.isOk());
        QVERIFY(m_server->remove(hold.path()));
        hold.verifyAsync([&](Result<void> result) { verified.result = result; });
        m_loop->runReady();
        QCOMPARE(verified.code(), ErrorCode::HoldLost);
    }

    void validityEndsWithTheSessionTimeoutAndIsRenewed() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        const auto contact = session->contact();
        const auto until = hold.validUntil();
        QCOMPARE(until, contact.written + contact.timeout - contact.timeout / 3 - contact.tick);
        m_loop->advance(contact.timeout / 3);
        QCOMPARE(hold.validUntil(), until);
        hold.keepVerified();
        m_loop->runReady();
        QVERIFY(hold.validUntil() > until);
        const auto renewed = hold.validUntil();
        m_loop->advance(contact.timeout / 2);
        QVERIFY(hold.validUntil() > renewed);
        QVERIFY(hold.release());
        QCOMPARE(hold.validUntil(), std::chrono::nanoseconds(0));
    }

    /// A client that was paused may have sent its last sign of life that much earlier.
    void aPauseShortensWhatIsSure() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        const auto until = hold.validUntil();
        session->setPaused(true);
        m_loop->advance(2s);
        session->setPaused(false);
        QCOMPARE(hold.validUntil(), until - 2s);
    }

    /// What Curator's clients know as LOST: nobody says whether the session lives.
    void aSuspendedHoldBecomesDoubtful() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        std::vector<HoldState> states;
        hold.onChange([&](HoldState state) { states.push_back(state); });
        session->disconnect();
        m_loop->runReady();
        m_loop->advance(session->contact().timeout / 3 - 1ms);
        QCOMPARE(states, std::vector{HoldState::Suspended});
        m_loop->advance(1ms);
        QCOMPARE(states, (std::vector{HoldState::Suspended, HoldState::Doubtful}));
        QCOMPARE(hold.state(), HoldState::Doubtful);
        session->reconnect();
        m_loop->runReady();
        QCOMPARE(states.back(), HoldState::Held);
    }

    void keepingASuspendedHoldVerifiedPutsOffNoDoubt() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        session->disconnect();
        m_loop->runReady();
        m_loop->advance(session->contact().timeout / 3 - 1ms);
        hold.keepVerified();
        m_loop->runReady();
        QCOMPARE(hold.state(), HoldState::Suspended);
        m_loop->advance(1ms);
        QCOMPARE(hold.state(), HoldState::Doubtful);
    }

    /// It answers pings for long, and nothing that has to go through the leader.
    void aServerThatIsCutOffMakesAHoldDoubtfulInTime() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        std::vector<HoldState> states;
        hold.onChange([&](HoldState state) { states.push_back(state); });
        hold.keepVerified();
        m_loop->runReady();
        m_loop->advance(60s);
        QVERIFY(states.empty());
        session->setStepped(true);
        const auto until = hold.validUntil();
        m_loop->advance(until - m_loop->bootTime() - 1ms);
        QVERIFY(states.empty());
        m_loop->advance(1ms);
        QCOMPARE(states, std::vector{HoldState::Doubtful});
        session->setStepped(false);
        while (session->applyNext() || session->deliverNext()) {
        }
        m_loop->advance(10s);
        QCOMPARE(states, (std::vector{HoldState::Doubtful, HoldState::Held}));
        QVERIFY(hold.release());
        m_loop->runReady();
        m_loop->advance(60s);
        QCOMPARE(states.back(), HoldState::Held);
    }

    /// What is in doubt is not trusted more where the connection breaks as well.
    void aDoubtfulHoldIsNotSuspended() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        Hold hold = acquired(lock);
        std::vector<HoldState> states;
        hold.onChange([&](HoldState state) { states.push_back(state); });
        hold.keepVerified();
        m_loop->runReady();
        session->setStepped(true);
        m_loop->advance(hold.validUntil() - m_loop->bootTime());
        session->disconnect();
        m_loop->advance(session->contact().timeout);
        QCOMPARE(states, std::vector{HoldState::Doubtful});
        session->setStepped(false);
        session->reconnect();
        m_loop->runReady();
        QCOMPARE(states, (std::vector{HoldState::Doubtful, HoldState::Held}));
    }

    /// The loop runs again, but no server has been heard.
    void afterAPauseAHoldIsSuspendedUntilAServerIsHeard() {
        const auto session = open();
        Mutex lock(session, kLockPath);
        const Hold hold = acquired(lock);
        session->setPaused(true);
        m_loop->advance(session->contact().timeout);
        QCOMPARE(hold.state(), HoldState::Suspended);
        session->setPaused(false);
        QCOMPARE(hold.state(), HoldState::Suspended);
        Awaited<void> verified;
        hold.verifyAsync([&](Result<void> result) { verified.result = result; });
        m_loop->runReady();
        QVERIFY(verified.isOk());
        QCOMPARE(hold.state(), HoldState::Held);
    }

    /// Its list came in time, and was read when somebody else owned the lock already.
    void anAnswerThatWaitedThroughAPauseGrantsNothing_data() {
        QTest::addColumn<bool>("isWaiting");
        QTest::newRow("the list after the create") << false;
        QTest::newRow("the end of the one before") << true;
    }
    void anAnswerThatWaitedThroughAPauseGrantsNothing() {
        QFETCH(bool, isWaiting);
        const auto before = open();
        Mutex first(before, kLockPath);
        Hold hold = acquired(first);
        if (!isWaiting) {
            QVERIFY(hold.release());
            m_loop->runReady();
        }
        const auto session = open();
        Mutex lock(session, kLockPath);
        Awaited<Hold> got;
        session->setStepped(true);
        lock.acquireAsync(Owner::unique(), std::nullopt,
                          [&](Result<Hold> result) { got.result = std::move(result); });
        m_loop->runReady();
        if (isWaiting) {
            while (session->applyNext() || session->deliverNext())
                m_loop->runReady();
            QVERIFY(hold.release());
            m_loop->runReady();
        }
        while (session->applyNext()) {
        }
        session->setPaused(true);
        m_loop->advance(session->contact().timeout * 2);
        m_server->expire(session->status().session);
        session->setPaused(false);
        while (session->deliverNext())
            m_loop->runReady();
        QVERIFY(!got.isOk());
        session->expire();
        m_loop->runReady();
        QCOMPARE(got.code(), ErrorCode::SessionExpired);
    }

    void nestedHoldsKeepTheLock() {
        const auto owner = Owner::unique();
        Mutex lock(open(), kLockPath);
        std::vector<Hold> holds;
        for (int i = 0; i < 3; ++i) {
            lock.acquireAsync(owner, std::nullopt,
                              [&](Result<Hold> hold) { holds.push_back(std::move(*hold)); });
            m_loop->runReady();
        }
        QCOMPARE(holds.size(), std::size_t{3});
        QCOMPARE(contenders(), std::size_t{1});
        while (!holds.empty()) {
            QVERIFY(lock.isHeldHere());
            QVERIFY(holds.back().release());
            QCOMPARE(holds.back().release().error().code, ErrorCode::NotOwner);
            holds.pop_back();
            m_loop->runReady();
        }
        QVERIFY(!lock.isHeldHere());
        QCOMPARE(contenders(), std::size_t{0});
    }

    void participantsAreListedBySide() {
        ReadWriteLock lock(open(), kLockPath);
        std::vector<std::string> readers;
        std::vector<std::string> writers;
        const auto kept = std::make_shared<std::vector<Result<Hold>>>();
        for (int i = 0; i < 9; ++i) {
            auto& side = i % 3 == 2 ? lock.write() : lock.read();
            auto& paths = i % 3 == 2 ? writers : readers;
            side.acquireAsync(
                Owner::unique(), std::nullopt,
                [kept](Result<Hold> hold) { kept->push_back(std::move(hold)); },
                [&paths](const Queued& queued) { paths.push_back(queued.path); });
            m_loop->runReady();
        }
        Awaited<std::vector<std::string>> listed;
        lock.read().participantsAsync([&](auto result) { listed.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(listed.isOk() && **listed.result == readers);
        lock.write().participantsAsync([&](auto result) { listed.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(listed.isOk() && **listed.result == writers);
    }

    void upgradeIsRefused() {
        const auto owner = Owner::unique();
        ReadWriteLock lock(open(), kLockPath);
        Awaited<Hold> reading;
        Awaited<Hold> writing;
        lock.read().acquireAsync(owner, std::nullopt,
                                 [&](Result<Hold> result) { reading.result = std::move(result); });
        m_loop->runReady();
        lock.write().acquireAsync(owner, std::nullopt,
                                  [&](Result<Hold> result) { writing.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(reading.isOk());
        QCOMPARE(writing.code(), ErrorCode::WouldDeadlock);
    }

    /// The writer is evicted before its read znode is there: whoever was behind it may own already.
    void downgradeOfALostWriteHoldFails() {
        const auto owner = Owner::unique();
        const auto session = open();
        ReadWriteLock lock(session, kLockPath);
        Awaited<Hold> writing;
        Awaited<Hold> reading;
        lock.write().acquireAsync(owner, std::nullopt,
                                  [&](Result<Hold> result) { writing.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(writing.isOk());
        session->setStepped(true);
        lock.read().acquireAsync(owner, std::nullopt,
                                 [&](Result<Hold> result) { reading.result = std::move(result); });
        m_loop->runReady();
        QVERIFY(m_server->remove(writing.result->value().path()));
        while (session->applyNext() || session->deliverNext() || m_loop->runOne()) {
        }
        QCOMPARE(reading.code(), ErrorCode::HoldLost);
        QCOMPARE(contenders(), std::size_t{0});
    }
};

LOCKSCOPE_TEST(HoldTest)
#include "tst_hold.moc"
