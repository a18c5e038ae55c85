// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "heard_lock_client.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include "clients/own_lock_client.h"

#include <memory>
#include <string>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kShort = 2s;

/// Clients with links that can be disturbed, and one session that looks on. Test's thread.
class DisturbedLab {
public:
    HeardLockClient::Make client(LockRecipe recipe, std::chrono::milliseconds timeout) {
        OwnClientPlan plan{.contender = ++m_last, .recipe = recipe, .path = "/lock"};
        plan.check = RegisterCheck::Token;
        return [this, plan, timeout](Loop& loop) {
            return std::make_unique<OwnLockClient>(
                loop, plan, ownSession(m_control.loop(), SessionOptions{m_cluster, timeout}),
                std::make_shared<RegisterWriter>(m_control.session(), "/register"));
        };
    }
    EventLoop& loop() { return m_control.loop(); }
    void makeRegister() {
        m_control.await<void>([](Session& session, Completion<void> done) {
            lockcore::makeRegister(session, "/register", std::move(done));
        });
    }
    void makeDirectory() {
        m_control.await<CreatedNode>([](Session& session, Completion<CreatedNode> done) {
            session.create("/lock", "", NodeKind::Persistent, std::move(done));
        });
    }
    RegisterReading reading() {
        return m_control
            .await<RegisterReading>([](Session& session, Completion<RegisterReading> done) {
                readBack(session, "/register", std::move(done));
            })
            .value_or(RegisterReading{});
    }
    /// Znodes in the queue.
    std::size_t queued() {
        const auto list = m_control.await<ChildList>([](Session& session, Completion<ChildList> done) {
            session.children("/lock", {}, std::move(done));
        });
        return list ? list->names.size() : 0;
    }

private:
    const std::string m_cluster = freshCluster();
    LiveSession m_control{m_cluster};
    std::uint64_t m_last = 0;
};

bool opens(HeardLockClient& client) {
    client.open();
    return client.hears("0 opened");
}

}  // namespace

/// What becomes of contenders whose links are disturbed, on a real server.
class LabFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frozenForLongItLosesTheLockToTheNext();
    void thawedInTimeItGoesOn();
    void frozenItKnowsBeforeItsLateWrite();
    void cutItLosesTheLock();
    void mendedAgainItGoesOn();
    void killedItsZnodeStaysUntilItsSessionEnds();
    void cutBeforeItIsQueuedItQueuesUpOnceMended_data();
    void cutBeforeItIsQueuedItQueuesUpOnceMended();
    void afterALostAnswerTheMutexFindsItsZnode();
    void afterALostAnswerTheNaiveOneWaitsBehindItself();
};

void LabFaultsTest::frozenForLongItLosesTheLockToTheNext() {
    DisturbedLab lab;
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, kShort));
    HeardLockClient next(lab.loop(), lab.client(LockRecipe::Mutex, 10s));
    QVERIFY(opens(holder));
    QVERIFY(opens(next));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    holder.disturb(Disturbance::Freeze);
    QVERIFY(next.hears("1 granted"));
    // Its own clock runs: a stalled link is no pause.
    QVERIFY(holder.hears("1 hold Suspended"));
    QVERIFY(holder.timeOf("1 hold Suspended") < next.timeOf("1 granted"));
    QVERIFY(!holder.hasHeard("1 hold Lost"));
    holder.disturb(Disturbance::Thaw);
    QVERIFY(holder.hears("0 failed SessionExpired"));
    QVERIFY(holder.hasHeardBefore("1 hold Lost", "0 failed SessionExpired"));
    holder.release(1);
    QVERIFY(holder.hears("1 released"));
    QVERIFY(opens(holder));
}

void LabFaultsTest::thawedInTimeItGoesOn() {
    DisturbedLab lab;
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, 4s));
    HeardLockClient next(lab.loop(), lab.client(LockRecipe::Mutex, 30s));
    QVERIFY(opens(holder));
    QVERIFY(opens(next));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    holder.disturb(Disturbance::Freeze);
    QVERIFY(holder.hears("1 hold Suspended"));
    holder.disturb(Disturbance::Thaw);
    QVERIFY(holder.hears("1 hold Held"));
    QVERIFY(!next.hasHeard("1 granted"));
    holder.release(1);
    QVERIFY(next.hears("1 granted"));
}

/// The register is reached by another session than the one that hangs.
void LabFaultsTest::frozenItKnowsBeforeItsLateWrite() {
    DisturbedLab lab;
    lab.makeRegister();
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, kShort));
    HeardLockClient next(lab.loop(), lab.client(LockRecipe::Mutex, 10s));
    QVERIFY(opens(holder));
    QVERIFY(opens(next));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    holder.disturb(Disturbance::Freeze);
    QVERIFY(next.hears("1 granted"));
    next.write(1);
    QVERIFY(next.hears("1 written"));
    QVERIFY(holder.hears("1 hold Suspended"));
    holder.write(1);
    // It would be answered before this, which comes after it by the same session.
    QCOMPARE(lab.reading().writes(), 1u);
    QVERIFY(!holder.hasHeard("1 refused stale-token"));
    holder.disturb(Disturbance::Thaw);
    QVERIFY(holder.hears("1 refused stale-token"));
    QVERIFY(holder.hasHeardBefore("1 hold Lost", "1 refused stale-token"));
    QCOMPARE(lab.reading().writes(), 1u);
    QCOMPARE(lab.reading().stale, 0u);
}

void LabFaultsTest::cutItLosesTheLock() {
    DisturbedLab lab;
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, kShort));
    HeardLockClient next(lab.loop(), lab.client(LockRecipe::Mutex, 10s));
    QVERIFY(opens(holder));
    QVERIFY(opens(next));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    holder.disturb(Disturbance::Cut);
    QVERIFY(holder.hears("1 hold Suspended"));
    QVERIFY(next.hears("1 granted"));
    holder.disturb(Disturbance::Mend);
    QVERIFY(holder.hears("0 failed SessionExpired"));
}

void LabFaultsTest::mendedAgainItGoesOn() {
    DisturbedLab lab;
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, 4s));
    QVERIFY(opens(holder));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    holder.disturb(Disturbance::Cut);
    QVERIFY(holder.hears("1 hold Suspended"));
    holder.disturb(Disturbance::Mend);
    QVERIFY(holder.hears("1 hold Held"));
    QCOMPARE(lab.queued(), std::size_t{1});
}

void LabFaultsTest::killedItsZnodeStaysUntilItsSessionEnds() {
    DisturbedLab lab;
    HeardLockClient holder(lab.loop(), lab.client(LockRecipe::Mutex, kShort));
    HeardLockClient next(lab.loop(), lab.client(LockRecipe::Mutex, 10s));
    QVERIFY(opens(holder));
    QVERIFY(opens(next));
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    const TimePoint killed = Clock::now();
    holder.disturb(Disturbance::Kill);
    QVERIFY(holder.hears("0 ended"));
    QVERIFY(next.hears("1 granted"));
    // It was heard of last a third of its timeout before, at most.
    QVERIFY(next.timeOf("1 granted") - killed > kShort / 2);
}

void LabFaultsTest::cutBeforeItIsQueuedItQueuesUpOnceMended_data() {
    QTest::addColumn<int>("recipe");
    QTest::newRow("mutex") << static_cast<int>(LockRecipe::Mutex);
    QTest::newRow("naive") << static_cast<int>(LockRecipe::Naive);
}

/// What it asks for stays on its way: nothing of the lock is there yet, not even its directory.
void LabFaultsTest::cutBeforeItIsQueuedItQueuesUpOnceMended() {
    QFETCH(int, recipe);
    DisturbedLab lab;
    HeardLockClient client(lab.loop(), lab.client(static_cast<LockRecipe>(recipe), 20s));
    QVERIFY(opens(client));
    client.disturb(Disturbance::Freeze);
    client.acquire(1);
    client.disturb(Disturbance::Cut);
    client.disturb(Disturbance::Mend);
    QVERIFY2(client.hears("1 granted"), client.heard().back().c_str());
    QCOMPARE(lab.queued(), std::size_t{1});
}

void LabFaultsTest::afterALostAnswerTheMutexFindsItsZnode() {
    DisturbedLab lab;
    lab.makeDirectory();
    HeardLockClient client(lab.loop(), lab.client(LockRecipe::Mutex, 20s));
    QVERIFY(opens(client));
    client.disturb(Disturbance::LoseAnswers);
    client.acquire(1);
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{1}, kServerPatienceMs);
    QVERIFY(!client.hasHeard("1 queued"));
    client.disturb(Disturbance::Cut);
    client.disturb(Disturbance::Mend);
    QVERIFY(client.hears("1 granted"));
    QCOMPARE(lab.queued(), std::size_t{1});
}

void LabFaultsTest::afterALostAnswerTheNaiveOneWaitsBehindItself() {
    DisturbedLab lab;
    HeardLockClient client(lab.loop(), lab.client(LockRecipe::Naive, 20s));
    QVERIFY(opens(client));
    client.disturb(Disturbance::LoseAnswers);
    client.acquire(1);
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{1}, kServerPatienceMs);
    client.disturb(Disturbance::Cut);
    client.disturb(Disturbance::Mend);
    QVERIFY(client.hears("1 queued"));
    // Its first znode, which it does not know of, and the one that waits behind it.
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{2}, kServerPatienceMs);
    QVERIFY(!client.hasHeard("1 granted"));
    client.release(1);
    QVERIFY(client.hears("1 released"));
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{1}, kServerPatienceMs);
    client.close();
    QVERIFY(client.hears("0 closed"));
    QTRY_COMPARE_WITH_TIMEOUT(lab.queued(), std::size_t{0}, kServerPatienceMs);
}

LOCKSCOPE_TEST(LabFaultsTest)
#include "tst_lab_faults.moc"
