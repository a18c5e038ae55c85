// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include "load/load_tally.h"
#include "run/grant_rate.h"

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

TimePoint tallyTime(Duration sinceBegin) {
    return TimePoint(1h) + sinceBegin;
}

ContenderGroup tallyGroup(const std::string& name, LockRecipe recipe = LockRecipe::Mutex) {
    return {.name = name, .recipe = recipe, .locks = {"orders"}, .writes = RegisterUse{.name = "orders"}};
}

/// Asks, is granted by that czxid, and gives back.
void takeTurn(LoadTally& tally, std::uint64_t contender, std::int64_t czxid, Duration asks, Duration granted,
              Duration released) {
    tally.asked(contender, tallyTime(asks));
    tally.queued(contender, Zxid{czxid});
    tally.granted(contender, Zxid{czxid}, tallyTime(granted));
    tally.released(contender, tallyTime(released));
}

}  // namespace

/// What is counted of what contenders were told.
class LoadTallyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handoffsAreCountedWhereSomebodyWaited();
    void inversionsWithoutAQueueThatIsTold();
    void withoutAQueueTheOrderIsNotKnown();
    void waitsBeginWithAsking();
    void eachOfSeveralLocksIsCounted();
    void roundsWithoutALockAreNoGrants();
    void whoStillWaitsIsTold();
    void whoWaitsForSeveralIsCountedInNoneOfThem();
    void standstillCountsOnlyWhileSomebodyWaits();
    void believersByWhenTheySayWhateverComesFirst();
    void whoDoesNotKnowBelievesStill();
    void oldBeliefsAreForgottenAndTheirNumberIsNot();
    void readersAreNotComparedWithMutexes();
    void writersAreKeptApartByRegister();
    void phaseBeginsAnew();
    void strangersCountNothing();
    void rateIsOfTheLastWholeSecond();
    void groupsAreInTheOrderOfTheirNumbers();
};

void LoadTallyTest::groupsAreInTheOrderOfTheirNumbers() {
    LoadTally tally(100);
    std::uint64_t id = 0;
    for (const char* name : {"group10", "group2", "other", "group1", "group02", "group"})
        tally.joined(++id, tallyGroup(name));
    std::vector<std::string> names;
    for (const GroupReport& group : tally.groups(tallyTime(1s)))
        names.push_back(group.group);
    QCOMPARE(names, (std::vector<std::string>{"group", "group1", "group02", "group2", "group10", "other"}));
}

void LoadTallyTest::handoffsAreCountedWhereSomebodyWaited() {
    LoadTally tally(100);
    for (const std::uint64_t id : {1u, 2u})
        tally.joined(id, tallyGroup("clients"));
    tally.asked(1, tallyTime(0ms));
    tally.granted(1, Zxid{1}, tallyTime(5ms));
    tally.asked(2, tallyTime(10ms));
    tally.released(1, tallyTime(30ms));
    tally.granted(2, Zxid{2}, tallyTime(33ms));
    tally.released(2, tallyTime(40ms));
    takeTurn(tally, 1, 3, 50ms, 60ms, 70ms);  // nobody waited when it was given back
    const auto lock = tally.locks(tallyTime(100ms)).front();
    QCOMPARE(lock.handoffs.count(), 1u);
    QCOMPARE(lock.handoffs.most(), Duration(3ms));
    QCOMPARE(lock.waits.count(), 3u);
    QCOMPARE(lock.waits.most(), Duration(23ms));
    QCOMPARE(lock.holds.most(), Duration(25ms));
}

void LoadTallyTest::inversionsWithoutAQueueThatIsTold() {
    LoadTally tally(100);
    for (const std::uint64_t id : {1u, 2u, 3u}) {
        tally.joined(id, tallyGroup("clients"));
        tally.asked(id, tallyTime(0ms));
    }
    tally.granted(3, Zxid{30}, tallyTime(1ms));
    tally.released(3, tallyTime(2ms));
    tally.granted(1, Zxid{10}, tallyTime(3ms));
    tally.released(1, tallyTime(4ms));
    tally.granted(2, Zxid{40}, tallyTime(5ms));
    const auto lock = tally.locks(tallyTime(10ms)).front();
    QCOMPARE(lock.grants, 3u);
    QCOMPARE(lock.inversions, std::optional<std::uint64_t>(1));
    QCOMPARE(lock.jain, std::optional(1.0));
}

/// Who creates the znode of a simple lock has not queued up by it: its czxid is when it was granted.
void LoadTallyTest::withoutAQueueTheOrderIsNotKnown() {
    for (const LockRecipe recipe : {LockRecipe::SimpleLock, LockRecipe::Semaphore}) {
        LoadTally tally(100);
        for (const std::uint64_t id : {1u, 2u}) {
            tally.joined(id, tallyGroup("clients", recipe));
            tally.asked(id, tallyTime(Duration(1ms) * id));
        }
        QVERIFY(!tally.locks(tallyTime(3ms)).front().jain);
        QVERIFY(!tally.groups(tallyTime(3ms)).front().jain);
        tally.granted(2, Zxid{10}, tallyTime(4ms));
        tally.released(2, tallyTime(5ms));
        const auto lock = tally.locks(tallyTime(10ms)).front();
        QVERIFY(!lock.inversions);
        QCOMPARE(lock.jain, std::optional(0.5));  // the other one has asked, and got nothing
        QCOMPARE(lock.order.withoutOrder, std::size_t{1});
        QCOMPARE(lock.order.grants, std::size_t{0});
        QVERIFY(lock.order.last.empty());
        QVERIFY(!inversionsOf(tally.fairness().front().report));
        QCOMPARE(tally.fairness().front().report.recent.front().wait, Duration(2ms));
    }
}

/// By one meaning in all numbers, whether or not the lock tells who stands in a queue.
void LoadTallyTest::waitsBeginWithAsking() {
    LoadTally tally(100);
    tally.joined(1, tallyGroup("clients"));
    takeTurn(tally, 1, 1, 10ms, 17ms, 20ms);
    const FairnessReport fairness = tally.fairness().front().report;
    QCOMPARE(fairness.recent.front().wait, Duration(7ms));
    QCOMPARE(fairness.waitMax, tally.locks(tallyTime(1s)).front().waits.most());
}

void LoadTallyTest::eachOfSeveralLocksIsCounted() {
    LoadTally tally(100);
    auto group = tallyGroup("clients", LockRecipe::AtomicMultiLock);
    group.locks = {"savings", "checking"};
    tally.joined(1, group);
    takeTurn(tally, 1, 1, 0ms, 10ms, 30ms);
    const auto locks = tally.locks(tallyTime(1s));
    QCOMPARE(locks.size(), std::size_t{2});
    for (const LockReport& lock : locks) {
        QVERIFY(lock.isOneOfSeveral);
        QCOMPARE(lock.grants, 1u);
        QCOMPARE(lock.holds.most(), Duration(20ms));
        QCOMPARE(lock.mostBelievers, 1u);
        QCOMPARE(lock.inversions, std::optional<std::uint64_t>(0));
    }
    QCOMPARE(tally.grants(), 1u);
    QCOMPARE(tally.groups(tallyTime(1s)).front().grants, 1u);
    // Only the first place of those that are taken one after the other is told.
    group.recipe = LockRecipe::Nested;
    LoadTally nested(100);
    nested.joined(1, group);
    takeTurn(nested, 1, 1, 0ms, 10ms, 30ms);
    for (const LockReport& lock : nested.locks(tallyTime(1s)))
        QCOMPARE(lock.inversions.has_value(), lock.lock == "savings");
}

void LoadTallyTest::roundsWithoutALockAreNoGrants() {
    LoadTally tally(100);
    auto group = tallyGroup("clients", LockRecipe::None);
    group.locks.clear();
    tally.joined(1, group);
    tally.asked(1, tallyTime(0ms));
    tally.granted(1, Zxid::None, tallyTime(0ms));
    tally.released(1, tallyTime(10ms));
    QVERIFY(tally.locks(tallyTime(1s)).empty());
    const auto counts = tally.groups(tallyTime(1s)).front();
    QCOMPARE(counts.rounds, 1u);
    QCOMPARE(counts.grants, 0u);
    QCOMPARE(counts.waits.count(), 0u);
    QVERIFY(!counts.jain);
    QCOMPARE(tally.grants(), 0u);
}

void LoadTallyTest::whoStillWaitsIsTold() {
    LoadTally tally(100);
    for (const std::uint64_t id : {1u, 2u, 3u})
        tally.joined(id, tallyGroup("clients"));
    takeTurn(tally, 1, 1, 0ms, 1ms, 2ms);
    tally.asked(2, tallyTime(1s));
    tally.asked(3, tallyTime(3s));
    const auto lock = tally.locks(tallyTime(10s)).front();
    QCOMPARE(lock.waitingAtEnd, 2u);
    QCOMPARE(lock.longestWaitingAtEnd, Duration(9s));
    QCOMPARE(lock.waits.most(), Duration(1ms));
    QCOMPARE(tally.groups(tallyTime(10s)).front().waitingAtEnd, 2u);
    QCOMPARE(lock.mostWaiting, std::optional<std::uint64_t>(2));
    QCOMPARE(tally.groups(tallyTime(10s)).front().mostWaiting, std::optional<std::uint64_t>(2));
    QCOMPARE(tally.groups(tallyTime(10s)).front().longestWaitingAtEnd, Duration(9s));
    // Those that it was for go on waiting in the next phase.
    tally.released(2, tallyTime(10s));
    tally.beginPhase(tallyTime(11s));
    QCOMPARE(tally.locks(tallyTime(12s)).front().mostWaiting, std::optional<std::uint64_t>(1));
}

/// One of them it may hold already.
void LoadTallyTest::whoWaitsForSeveralIsCountedInNoneOfThem() {
    LoadTally tally(100);
    auto group = tallyGroup("forth", LockRecipe::Nested);
    group.locks = {"savings", "checking"};
    tally.joined(1, group);
    auto alone = tallyGroup("others");
    alone.locks = {"savings"};
    tally.joined(2, alone);
    for (const std::uint64_t id : {1u, 2u})
        tally.asked(id, tallyTime(Duration(1s) * id));
    const auto locks = tally.locks(tallyTime(10s));
    QCOMPARE(locks[0].lock, std::string("checking"));
    QCOMPARE(locks[0].waitingAtEnd, 0u);
    QCOMPARE(locks[1].waitingAtEnd, 1u);
    QCOMPARE(locks[1].longestWaitingAtEnd, Duration(8s));
    QCOMPARE(tally.groups(tallyTime(10s))[0].waitingAtEnd, 1u);
}

void LoadTallyTest::standstillCountsOnlyWhileSomebodyWaits() {
    LoadTally tally(100);
    tally.joined(1, tallyGroup("clients"));
    takeTurn(tally, 1, 1, 0ms, 10ms, 20ms);
    takeTurn(tally, 1, 2, 10s, 10s + 30ms, 11s);
    QCOMPARE(tally.locks(tallyTime(60s)).front().longestWithoutGrant, Duration(30ms));
    tally.asked(1, tallyTime(60s));
    QCOMPARE(tally.locks(tallyTime(67s)).front().longestWithoutGrant, Duration(7s));
    QCOMPARE(tally.groups(tallyTime(67s)).front().longestWithoutGrant, Duration(7s));
}

/// The next one's grant may be heard before the release that let it in.
void LoadTallyTest::believersByWhenTheySayWhateverComesFirst() {
    Believers believers;
    believers.begin(1, tallyTime(0ms));
    believers.begin(2, tallyTime(20ms));
    believers.end(1, tallyTime(20ms));
    believers.begin(3, tallyTime(40ms));
    believers.end(2, tallyTime(30ms));
    QCOMPARE(believers.most(), 1u);
    believers.begin(4, tallyTime(39ms));
    believers.end(4, tallyTime(41ms));
    QCOMPARE(believers.most(), 2u);
}

void LoadTallyTest::whoDoesNotKnowBelievesStill() {
    LoadTally tally(100);
    for (const std::uint64_t id : {1u, 2u}) {
        tally.joined(id, tallyGroup("clients"));
        tally.asked(id, tallyTime(0ms));
    }
    tally.granted(1, Zxid{1}, tallyTime(1ms));
    tally.granted(2, Zxid{2}, tallyTime(5s));
    QCOMPARE(tally.locks(tallyTime(6s)).front().mostBelievers, 2u);

    LoadTally warned(100);
    for (const std::uint64_t id : {1u, 2u}) {
        warned.joined(id, tallyGroup("clients"));
        warned.asked(id, tallyTime(0ms));
    }
    warned.granted(1, Zxid{1}, tallyTime(1ms));
    warned.holdChanged(1, HoldState::Suspended, tallyTime(2s));
    warned.granted(2, Zxid{2}, tallyTime(5s));
    QCOMPARE(warned.locks(tallyTime(6s)).front().mostBelievers, 1u);
}

void LoadTallyTest::oldBeliefsAreForgottenAndTheirNumberIsNot() {
    Believers believers;
    for (const std::uint64_t id : {1u, 2u, 3u})
        believers.begin(id, tallyTime(0ms));
    for (const std::uint64_t id : {1u, 2u, 3u})
        believers.end(id, tallyTime(1ms));
    for (int i = 1; i < 100'000; ++i) {
        believers.begin(4, tallyTime(i * 10ms));
        believers.end(4, tallyTime(i * 10ms + 5ms));
    }
    QCOMPARE(believers.most(), 3u);
}

void LoadTallyTest::readersAreNotComparedWithMutexes() {
    LoadTally tally(100);
    tally.joined(1, tallyGroup("mutexes"));
    tally.joined(2, tallyGroup("readers", LockRecipe::Read));
    takeTurn(tally, 2, 20, 0ms, 1ms, 2ms);
    takeTurn(tally, 1, 10, 3ms, 4ms, 5ms);
    QCOMPARE(tally.locks(tallyTime(10ms)).front().inversions, std::optional<std::uint64_t>(0));
    const auto fairness = tally.fairness();
    QCOMPARE(fairness.size(), 2u);
    QVERIFY(std::ranges::any_of(fairness, &LockFairness::exclusive));
    QVERIFY(!std::ranges::all_of(fairness, &LockFairness::exclusive));
}

void LoadTallyTest::writersAreKeptApartByRegister() {
    LoadTally tally(2);
    tally.joined(1, tallyGroup("clients"));
    auto others = tallyGroup("others");
    others.writes->name = "invoices";
    tally.joined(2, others);
    QVERIFY(tally.takeWrite());
    tally.written(1, 5, 41);
    QVERIFY(tally.takeWrite());
    tally.refused(2, 6);
    QVERIFY(!tally.takeWrite());
    tally.wroteNothing(1);
    QCOMPARE(tally.told("orders").size(), 1u);
    QCOMPARE(tally.told("orders").front().number, 41);
    QCOMPARE(tally.told("invoices").front().answer, Told::Answer::Refused);
    QVERIFY(tally.told("nothing").empty());
    QCOMPARE(tally.registers().size(), 2u);
    QCOMPARE(tally.groups(tallyTime(1s)).front().holdsWithoutWrites, 1u);
}

void LoadTallyTest::phaseBeginsAnew() {
    LoadTally tally(1);
    for (const std::uint64_t id : {1u, 2u})
        tally.joined(id, tallyGroup("clients"));
    takeTurn(tally, 1, 1, 0ms, 1ms, 2ms);
    QVERIFY(tally.takeWrite());
    tally.written(1, 1, 1);
    tally.asked(2, tallyTime(3ms));
    tally.beginPhase(tallyTime(1s));
    QVERIFY(tally.takeWrite());
    tally.granted(2, Zxid{2}, tallyTime(1s + 50ms));
    const auto lock = tally.locks(tallyTime(2s)).front();
    QCOMPARE(lock.grants, 1u);
    QCOMPARE(lock.longestWithoutGrant, Duration(50ms));
    const auto group = tally.groups(tallyTime(2s)).front();
    QCOMPARE(group.contenders, 2u);
    QCOMPARE(group.grants, 1u);
    QCOMPARE(group.jain, std::optional(0.5));
    QCOMPARE(group.written, 0u);
    QVERIFY(tally.told("orders").empty());
    QCOMPARE(tally.grants(), 1u);
    tally.left(1);
    QCOMPARE(tally.groups(tallyTime(2s)).front().contenders, 1u);
    QCOMPARE(tally.groups(tallyTime(2s)).front().jain, std::optional(1.0));
}

void LoadTallyTest::strangersCountNothing() {
    LoadTally tally(100);
    tally.joined(1, tallyGroup("clients"));
    tally.left(1);
    takeTurn(tally, 1, 1, 0ms, 1ms, 2ms);
    takeTurn(tally, 9, 2, 0ms, 1ms, 2ms);
    QCOMPARE(tally.grants(), 0u);
}

void LoadTallyTest::rateIsOfTheLastWholeSecond() {
    GrantRate rate;
    QCOMPARE(rate.inLastSecond(tallyTime(100ms), 1), 1u);  // one is one, however little time has passed
    QCOMPARE(rate.inLastSecond(tallyTime(900ms), 3), 3u);
    QCOMPARE(rate.inLastSecond(tallyTime(1'200ms), 4), 3u);
    QCOMPARE(rate.inLastSecond(tallyTime(2'200ms), 4), 0u);  // nothing has changed since
    QCOMPARE(rate.inLastSecond(tallyTime(20s), 5), 1u);
    QCOMPARE(rate.inLastSecond(tallyTime(20'100ms), 2), 2u);  // of a new phase
}

LOCKSCOPE_TEST(LoadTallyTest)
#include "tst_load_tally.moc"
