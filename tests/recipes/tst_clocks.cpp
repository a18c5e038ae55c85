// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "sample_paths.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>

using namespace lockcore;
using namespace std::chrono_literals;

/// What a hold promises about time, against servers in memory that end sessions by time as ZooKeeper does.
class ClockTest : public QObject {
    Q_OBJECT

    static constexpr int kFollower = 1;
    static constexpr Duration kTimeout = FakeSession::kTimeout;

    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_servers;
    std::shared_ptr<FakeSession> m_atFollower;
    std::shared_ptr<FakeSession> m_atLeader;
    std::optional<Result<Hold>> m_next;  ///< of whoever waits for the lock
    std::optional<std::chrono::nanoseconds> m_grantedAt;
    bool m_isVerified = false;

    Hold acquired(const std::shared_ptr<FakeSession>& session) {
        Mutex lock(session, kLockPath);
        std::optional<Result<Hold>> result;
        lock.acquireAsync(Owner::unique(), std::nullopt,
                          [&](Result<Hold> hold) { result = std::move(hold); });
        m_loop->runReady();
        return result && *result ? std::move(**result) : Hold();
    }

    /// Every client looks after its session, and every server after its clients.
    void pass(Duration by) {
        for (Duration passed{0}; passed < by; passed += 10ms) {
            m_clock->set(m_clock->now() + 10ms);
            m_servers->passTick();
            m_atFollower->look();
            m_atLeader->look();
            m_loop->runReady();
        }
    }

    void cutOffUntilItCloses() {
        m_atFollower->setCut(true);
        while (!m_servers->isExpired(m_atFollower->status().session))
            pass(10ms);
        QVERIFY(m_servers->isClosing(m_atFollower->status().session));
        m_atFollower->setCut(false);
    }

private Q_SLOTS:
    void init() {
        m_clock = std::make_shared<ManualClock>();
        m_loop = std::make_unique<ManualLoop>(m_clock);
        m_servers = std::make_unique<FakeZooKeeper>(*m_loop, 2);
        m_servers->createPath(kLockPath);
        m_servers->keepTime(m_clock, 500ms, 5);
        m_atFollower = m_servers->open(*m_loop, kFollower);
        m_atLeader = m_servers->open(*m_loop, 0);
    }

    void cleanup() {
        m_next.reset();
        m_grantedAt.reset();
        m_isVerified = false;
        m_atFollower->close();
        m_atLeader->close();
        m_loop->runReady();
        m_atFollower.reset();
        m_atLeader.reset();
        m_servers.reset();
    }

    void aSessionThatIsLookedAfterLives() {
        const Hold hold = acquired(m_atFollower);
        pass(5 * kTimeout);
        QCOMPARE(hold.state(), HoldState::Held);
        QVERIFY(!m_servers->isExpired(m_atFollower->status().session));
    }

    void aSessionThatIsCutOffEnds() {
        const Hold hold = acquired(m_atFollower);
        m_atFollower->setCut(true);
        pass(kTimeout * 2 / 3 - 10ms);
        QCOMPARE(hold.state(), HoldState::Held);
        pass(20ms);
        QCOMPARE(hold.state(), HoldState::Suspended);
        pass(kTimeout / 3 + 20ms);
        QCOMPARE(hold.state(), HoldState::Doubtful);
        pass(1s);
        QVERIFY(m_servers->isExpired(m_atFollower->status().session));
        m_atFollower->setCut(false);
        m_atFollower->reconnect();
        m_loop->runReady();
        QCOMPARE(hold.state(), HoldState::Lost);
    }

    /// The leader refuses a session before it has committed its end. Who waits is not granted until then.
    void expiredIsToldBeforeTheZnodeIsGone() {
        m_servers->setClosesLate([](SessionId) { return true; });
        const Hold hold = acquired(m_atFollower);
        const auto until = hold.validUntil();
        Mutex other(m_atLeader, kLockPath);
        other.acquireAsync(Owner::unique(), std::nullopt,
                           [&](Result<Hold> result) { m_next = std::move(result); });
        cutOffUntilItCloses();
        QVERIFY(m_loop->bootTime() >= until);
        QVERIFY(m_atFollower->reconnect());
        m_loop->runReady();
        QCOMPARE(m_atFollower->status().state, ConnectionState::Expired);
        QCOMPARE(hold.state(), HoldState::Lost);
        QVERIFY(m_servers->exists(hold.path()) && !m_next);
        pass(500ms);
        QVERIFY(!m_servers->exists(hold.path()));
        QVERIFY(m_next && *m_next);
    }

    /// The next leader does not know that the lost one had begun to end the session.
    void aHoldOutlivesAnEndThatALostLeaderHadBegun() {
        m_servers->setClosesLate([](SessionId) { return true; });
        const Hold hold = acquired(m_atFollower);
        cutOffUntilItCloses();
        m_servers->loseLeader(kFollower, FakeZooKeeper::Health::Well, [] { return false; });
        m_servers->elect();
        QVERIFY(m_atFollower->reconnect());
        m_loop->runReady();
        QCOMPARE(hold.state(), HoldState::Held);
        pass(2 * kTimeout);
        QVERIFY(!m_servers->isExpired(m_atFollower->status().session));
        QCOMPARE(hold.state(), HoldState::Held);
    }

    /// The C client does not ping while a request of its is unanswered, so the last sign of life before a
    /// write may be older than a third of the timeout. What is promised must not count on it.
    void aSlowAnswerShortensWhatIsSure() {
        const Hold hold = acquired(m_atFollower);
        Mutex other(m_atLeader, kLockPath);
        other.acquireAsync(Owner::unique(), std::nullopt, [&](Result<Hold> result) {
            m_next = std::move(result);
            m_grantedAt = m_loop->bootTime();
        });
        while (m_atFollower->nextLook() < m_clock->now() + kTimeout / 3 - 10ms)
            pass(10ms);  // until it has just pinged
        m_atFollower->setStepped(true);
        m_atFollower->exists("/", {}, [](const Result<Stat>&) {});
        pass(6s);
        hold.verifyAsync([&](const Result<void>& result) { m_isVerified = result.has_value(); });
        m_loop->runReady();
        while (m_atFollower->applyNext() || m_atFollower->deliverNext()) {
        }
        QVERIFY(m_isVerified);
        m_servers->setHealth(kFollower, FakeZooKeeper::Health::CutOff);
        const auto until = hold.validUntil();
        pass(2 * kTimeout);
        QVERIFY(m_grantedAt);
        QVERIFY(until > std::chrono::nanoseconds(0));
        QVERIFY(*m_grantedAt >= until);
    }

    /// It knows the sessions, and not when they were heard last.
    void aNewLeaderGivesEverySessionItsWholeTimeout() {
        const Hold hold = acquired(m_atFollower);
        const auto session = m_atFollower->status().session;
        m_atFollower->setCut(true);
        pass(kTimeout - 1s);
        m_servers->loseLeader(kFollower, FakeZooKeeper::Health::Well, [] { return false; });
        pass(kTimeout);  // nobody ends a session while there is no leader
        QVERIFY(!m_servers->isExpired(session));
        m_servers->elect();
        pass(kTimeout - 10ms);
        QVERIFY(!m_servers->isExpired(session));
        QCOMPARE(hold.state(), HoldState::Doubtful);
        pass(1s);
        QVERIFY(m_servers->isExpired(session));
    }

    void aHoldIsSureAgainAfterAnElectionLongerThanTheTimeout() {
        const Hold hold = acquired(m_atFollower);
        m_servers->loseLeader(kFollower, FakeZooKeeper::Health::Well, [] { return false; });
        pass(2 * kTimeout);
        QCOMPARE(hold.state(), HoldState::Doubtful);
        m_servers->elect();
        QVERIFY(m_atFollower->reconnect());
        m_loop->runReady();
        QCOMPARE(hold.state(), HoldState::Held);
        hold.verifyAsync([&](const Result<void>& result) { m_isVerified = result.has_value(); });
        m_loop->runReady();
        QVERIFY(m_isVerified);
        QVERIFY(hold.validUntil() > m_loop->bootTime());
    }

    /// A leader that is cut off goes on answering reads and pings until it notices that nobody follows it.
    /// What its clients are promised by that must be over when another one is granted the lock.
    void aHoldAtAnOldLeaderIsDoubtedBeforeTheNextGrant() {
        const Hold hold = acquired(m_atLeader);
        Mutex other(m_atFollower, kLockPath);
        other.acquireAsync(Owner::unique(), std::nullopt, [&](Result<Hold> result) {
            m_next = std::move(result);
            m_grantedAt = m_loop->bootTime();
        });
        m_loop->runReady();
        m_servers->loseLeader(kFollower, FakeZooKeeper::Health::CutOff, [] { return false; });
        m_loop->runReady();
        m_servers->elect();
        QVERIFY(m_atFollower->reconnect());
        const auto began = m_loop->bootTime();
        auto lastHeld = began;
        auto promised = began;
        while (!m_grantedAt && m_loop->bootTime() < began + 3 * kTimeout) {
            m_atLeader->exists("/", {}, [](const Result<Stat>&) {});
            m_loop->runReady();
            if (hold.state() == HoldState::Held) lastHeld = m_loop->bootTime();
            promised = std::max(promised, hold.validUntil(LifeSign::Answers));
            pass(100ms);
        }
        QVERIFY(m_grantedAt);
        QVERIFY(lastHeld > began + 2s);  // it was deceived for a while
        QVERIFY(lastHeld < *m_grantedAt - kTimeout / 3);
        QVERIFY(promised > began);
        QVERIFY(promised <= *m_grantedAt);
        QVERIFY(hold.state() != HoldState::Held);
    }
};

LOCKSCOPE_TEST(ClockTest)
#include "tst_clocks.moc"
