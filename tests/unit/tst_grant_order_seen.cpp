// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/grant_order.h>
#include <lockcore/observe/lock_statistics.h>

#include <tuple>

#include <cstdio>

using namespace lockcore;

namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDayStartMs = 1'800'000'000'000;

/// A lock of Curator's whose directory is read after each change, and what a history makes of that.
/// Contenders have the transactions that created them for names, and sessions of their own.
class WatchedLock {
public:
    explicit WatchedLock(std::size_t mostTurns = LockHistory::kMostTurns) : m_history(mostTurns) { isRead(); }

    WatchedLock& comes(std::int64_t number, const std::string& kind = "-lock-", std::int64_t session = 0) {
        char name[80];
        std::snprintf(name, sizeof name, "_c_00000000-0000-4000-8000-%012lld%s%010lld",
                      static_cast<long long>(++m_zxid), kind.c_str(), static_cast<long long>(number));
        auto made = std::make_shared<Contender>();
        made->name = name;
        made->parsed = parseNodeName(name);
        made->stat.emplace().czxid = Zxid{m_zxid};
        made->stat->ephemeralOwner = SessionId{session != 0 ? session : m_zxid};
        m_there.push_back(std::move(made));
        ++m_cversion;
        return *this;
    }
    WatchedLock& goes(std::int64_t number, LockMode mode = LockMode::Exclusive) {
        std::erase_if(m_there, [&](const auto& who) {
            return who->parsed.sequence == number &&
                   (who->parsed.mode == LockMode::Read) == (mode == LockMode::Read);
        });
        ++m_zxid;
        ++m_cversion;
        return *this;
    }
    /// As many came and went that no reading shows.
    WatchedLock& missing(int changes) {
        m_cversion += changes;
        return *this;
    }
    WatchedLock& clockGoes(std::int64_t ms) {
        m_nowMs += ms;
        return *this;
    }
    WatchedLock& isRead() {
        auto queue = std::make_shared<LockQueue>();
        queue->path = "/lock";
        queue->rows = arrangeQueue(m_there);
        queue->readAtUnixMs = queue->askedAtUnixMs = m_nowMs;
        queue->unchangedUntilUnixMs = m_nowMs;
        queue->reading = ++m_reading;
        queue->stat.emplace().pzxid = Zxid{m_zxid};
        queue->stat->cversion = m_cversion;
        queue->stat->numChildren = static_cast<std::int32_t>(m_there.size());
        classifyQueue(*queue);
        m_history.update(queue, m_nowMs);
        m_nowMs += 1000;
        return *this;
    }

    /// As it is now, to be shown again by a server that lags.
    using State = std::tuple<std::vector<std::shared_ptr<const Contender>>, std::int64_t, std::int32_t>;
    State state() const { return {m_there, m_zxid, m_cversion}; }
    WatchedLock& isReadAs(const State& state) {
        const State newest = this->state();
        std::tie(m_there, m_zxid, m_cversion) = state;
        isRead();
        std::tie(m_there, m_zxid, m_cversion) = newest;
        return *this;
    }

    const LockPast& past() const { return *m_history.of("/lock"); }
    GrantOrder order() const { return grantOrder(past()); }
    std::int64_t nowMs() const { return m_nowMs; }

private:
    LockHistory m_history;
    std::vector<std::shared_ptr<const Contender>> m_there;
    std::int64_t m_nowMs = kDayStartMs;
    std::int64_t m_zxid = 100;
    std::int32_t m_cversion = 0;
    std::uint64_t m_reading = 0;
};

/// Three that queue, and get the lock one after the other.
void takeTurns(WatchedLock& lock, std::int64_t first) {
    lock.comes(first).isRead().comes(first + 1).isRead().comes(first + 2).isRead();
    for (std::int64_t number = first; number < first + 3; ++number)
        lock.goes(number).isRead();
}

/// The last to come has a lower number, and gets the lock before the one that waits.
void takeTurnsUnfairly(WatchedLock& lock, std::int64_t clockGoesMs = 0) {
    lock.comes(5).isRead().comes(7).isRead();
    lock.goes(5).comes(6).clockGoes(clockGoesMs).isRead();
    lock.goes(6).isRead().goes(7).isRead();
}

}  // namespace

/// What a history of queues tells of the order of grants.
class TestGrantOrderSeen : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsInOrderAreFair() {
        WatchedLock lock;
        takeTurns(lock, 1);
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
        QCOMPARE(lock.order().grants, 3u);
    }

    /// By the wall clock the later ones were granted first.
    void clockThatIsSetBackByAnHourMakesNothingUnfair() {
        WatchedLock lock;
        takeTurns(lock, 1);
        lock.comes(4).isRead().comes(5).isRead().clockGoes(-kHourMs).goes(4).isRead().goes(5).isRead();
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
        QCOMPARE(lock.order().grants, 5u);
        const LockStatistics statistics = lockStatistics(lock.past(), {}, lock.nowMs());
        QCOMPARE(statistics.order, lock.order());
        QCOMPARE(statistics.grants, 5u);
        QVERIFY(!statistics.grantsPerSecond);
    }

    void clockThatIsSetBackByAnHourHidesNothing_data() {
        QTest::addColumn<qint64>("ms");
        QTest::newRow("goes on") << qint64{0};
        QTest::newRow("set back") << qint64{-kHourMs};
        QTest::newRow("the same millisecond") << qint64{-1000};
    }

    void clockThatIsSetBackByAnHourHidesNothing() {
        QFETCH(qint64, ms);
        WatchedLock lock;
        takeTurnsUnfairly(lock, ms);
        QCOMPARE(lock.order().fairness(), Fairness::Unfair);
        QCOMPARE(lock.order().overtaking, 1u);
    }

    void waiterThatGoesIsNoInversion() {
        WatchedLock lock;
        lock.comes(1).isRead().comes(2).isRead().comes(3).isRead();
        lock.goes(2).isRead().goes(1).isRead().goes(3).isRead();
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
        QCOMPARE(lock.order().grants, 2u);
    }

    void whatNobodySawIsNotFair() {
        WatchedLock lock;
        takeTurns(lock, 1);
        const std::int64_t quietFrom = lock.nowMs() - 1000;
        lock.missing(4).isRead();
        QCOMPARE(lock.order().fairness(), Fairness::NotKnown);
        QCOMPARE(lock.order().unseenChanges, 4);
        // What happened later does not touch the turns before, nor those after it.
        const std::int64_t seenFrom = lock.nowMs();
        takeTurns(lock, 10);
        QCOMPARE(grantOrder(lock.past(), TimeSpan{kDayStartMs, quietFrom - 1}).fairness(), Fairness::Fair);
        const GrantOrder later = grantOrder(lock.past(), TimeSpan{seenFrom, lock.nowMs()});
        QCOMPARE(later.grants, 3u);
        QCOMPARE(later.fairness(), Fairness::Fair);
        QCOMPARE(lock.order().unseenChanges, 4);
    }

    void verdictIsOfTheGrantsThatAreKept() {
        WatchedLock lock(4);
        takeTurnsUnfairly(lock);
        for (std::int64_t first = 10; first < 40; first += 3)
            takeTurns(lock, first);
        const GrantOrder order = lock.order();
        QCOMPARE(order.fairness(), Fairness::Fair);
        QCOMPARE(order.grants, 4u);
        QCOMPARE(order.grants + order.notKept, 33u);
        QCOMPARE(lockStatistics(lock.past(), {}, lock.nowMs()).forgottenGrants, order.notKept);
    }

    /// What was missed among forgotten turns is as forgotten as they are.
    void changesMissedBeforeTheKeptGrantsDoNotCount() {
        WatchedLock lock(4);
        takeTurns(lock, 1);
        lock.missing(6).isRead();
        for (std::int64_t first = 10; first < 20; first += 3)
            takeTurns(lock, first);
        QCOMPARE(lock.past().unseenChanges, 6);
        QCOMPARE(lock.order().unseenChanges, 0);
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
    }

    void readersThatShareHaveNoOrderAmongThem() {
        WatchedLock lock;
        lock.comes(1, "-__WRIT__").isRead();
        lock.comes(2, "-__READ__").comes(3, "-__READ__").comes(4, "-__WRIT__").isRead();
        lock.goes(1).isRead().goes(2, LockMode::Read).goes(3, LockMode::Read).isRead();
        QCOMPARE(lock.order().grants, 4u);
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
    }

    /// The second reader has a lower number than the writer that came before it.
    void readerThatPassesAWriterIsAnInversion() {
        WatchedLock lock;
        lock.comes(1, "-__READ__").isRead().comes(5, "-__WRIT__").isRead().comes(3, "-__READ__").isRead();
        QCOMPARE(lock.order().fairness(), Fairness::Unfair);
        QCOMPARE(lock.order().overtaking, 1u);
    }

    /// A session after an expired one reads on a server that lags: nobody comes, or is granted, again.
    void earlierStateThatIsShownAgainIsNoTurn() {
        WatchedLock lock;
        lock.comes(1).isRead().comes(2).isRead();
        const auto earlier = lock.state();
        lock.goes(1).isRead().isReadAs(earlier).isRead();
        QCOMPARE(lock.order().grants, 2u);
        QCOMPARE(lock.order().overtaking, 0u);
        QCOMPARE(lock.past().turns.size(), 2u);
    }

    /// Curator makes a read lock of a write lock by a second znode of the same number, whoever waits.
    void writeLockThatBecomesAReadLockPassesNobody_data() {
        QTest::addColumn<bool>("atOnce");
        QTest::newRow("both are seen") << false;
        QTest::newRow("the write lock is gone already") << true;
    }

    void writeLockThatBecomesAReadLockPassesNobody() {
        QFETCH(bool, atOnce);
        WatchedLock lock;
        lock.comes(1, "-__WRIT__", 77).isRead().comes(2, "-__WRIT__").isRead();
        lock.comes(1, "-__READ__", 77);
        if (!atOnce) lock.isRead();
        lock.goes(1).isRead().goes(1, LockMode::Read).isRead();
        QCOMPARE(lock.order().fairness(), Fairness::Fair);
        QCOMPARE(lockStatistics(lock.past(), {}, lock.nowMs()).inversions, 0u);
    }
};

LOCKSCOPE_TEST(TestGrantOrderSeen)
#include "tst_grant_order_seen.moc"
