// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/contender_times.h>

using namespace lockcore;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr std::int64_t kNow = SampleBuilder::kNowMs;

/// A lock whose contenders came 60, 50, 40, 30 … seconds ago, and whose directory last changed when the
/// youngest of them came. Two contenders have left before.
LockQueue queueOf(const std::string& words) {
    SampleBuilder builder;
    builder.lock("/a", words);
    const auto count = builder.sample().locks[0]->rows.size();
    for (std::size_t i = 0; i < count; ++i)
        builder.age(i, 60s - 10s * static_cast<int>(i));
    LockQueue queue = *builder.sample().locks[0];
    const auto children = static_cast<std::int32_t>(count);
    queue.stat->numChildren = children;
    queue.stat->cversion = children + 4;  // two creations and two deletions more
    queue.stat->pzxid = Zxid{static_cast<std::int64_t>(count)};
    return queue;
}

QString text(const std::optional<KnownDuration>& duration) {
    if (!duration) return "-";
    const auto seconds = [](milliseconds time) { return QString::number(time / 1s); };
    if (!duration->most) return ">=" + seconds(duration->least);
    if (duration->isExact()) return seconds(*duration->most);
    return seconds(duration->least) + ".." + seconds(*duration->most);
}

/// Of a standalone server, whose epoch is 0 like that of all contenders here.
LeaderClocks clocksAhead(milliseconds ahead, std::int64_t epoch = 0) {
    ServerReport server{.server = "zk1:2181", .mode = "standalone"};
    server.clockAhead = ahead;
    server.lastZxid = Zxid{(epoch << 32) + 5};
    LeaderClocks clocks;
    clocks.take({server});
    return clocks;
}

/// "waited/held" of the first row.
QString firstRow(const LockQueue& queue, const std::optional<Takeover>& takeover = {},
                 milliseconds serverAhead = 0ms) {
    const auto times = contenderTimes(*queue.rows.at(0).contender, queue.rows.at(0).role,
                                      directoryPast(queue), takeover, {kNow, clocksAhead(serverAhead)});
    return text(times.waited) + '/' + text(times.held);
}

std::shared_ptr<const Contender> contenderOf(const LockQueue& queue, std::size_t row) {
    return queue.rows.at(row).contender;
}

std::shared_ptr<const LockQueue> shared(const LockQueue& queue) {
    return std::make_shared<const LockQueue>(queue);
}

/// `queue` without its first row, whose contender has left; the next one holds.
LockQueue withoutFirst(const LockQueue& queue, std::int64_t readAtUnixMs) {
    std::vector<std::shared_ptr<const Contender>> rest;
    for (std::size_t row = 1; row < queue.rows.size(); ++row)
        rest.push_back(contenderOf(queue, row));
    LockQueue newer = queue;
    newer.rows = arrangeQueue(std::move(rest));
    newer.stat->pzxid = Zxid{1000};
    newer.stat->numChildren -= 1;
    newer.stat->cversion += 1;
    newer.readAtUnixMs = readAtUnixMs;
    newer.reading = queue.reading + 1;
    newer.unchangedUntilUnixMs = readAtUnixMs - 3;
    return newer;
}

}  // namespace

class TestContenderTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitIsExact();
    void holdIsAtLeastAsOldAsTheLastArrival();
    void holdIsUnknownFromBelowAfterADeparture();
    void holderThatCameLastIsExact();
    void firstContenderOfAllIsExact();
    void nobodyHasLeftIsExact();
    void leasesMayStillBeWaiting();
    void unreadHolderIsKnownByWhatWasSeen();
    void serverClockIsTakenIntoAccount();
    void seenTakeoverIsExact();
    void takeoverDuringAGapLiesBetween();
    void takeoverBetweenReadingsFarApartLiesBetween();
    void rowsThatAreFilledInKeepTheirInterval();
    void holderAtFirstSightHasHeldSince();
    void usedAgainNameIsAnotherHolder();
    void newcomerThatHoldsAtOnceWasNotSeenWaiting();
    void anotherLockBeginsAnew();
    void clockOfTheLeaderCounts();
    void eachLeaderHasItsOwnClock();
    void useByTheDirectoryAlone();
};

void TestContenderTimes::waitIsExact() {
    const LockQueue queue = queueOf("M5@1 M6@2");
    const auto times =
        contenderTimes(*queue.rows.at(1).contender, queue.rows.at(1).role, directoryPast(queue), {}, {kNow});
    QCOMPARE(text(times.waited), "50");
    QVERIFY(times.queued == milliseconds(50s));
    QVERIFY(!times.held);
}

// No contender has left since the last one came, 40 s ago: who holds now held then.
void TestContenderTimes::holdIsAtLeastAsOldAsTheLastArrival() {
    QCOMPARE(firstRow(queueOf("M5@1 M6@2 M7@3")), "0..20/40..60");
}

void TestContenderTimes::holdIsUnknownFromBelowAfterADeparture() {
    LockQueue queue = queueOf("M5@1 M6@2 M7@3");
    queue.stat->pzxid = Zxid{99};
    QCOMPARE(firstRow(queue), "0..60/0..60");
}

void TestContenderTimes::holderThatCameLastIsExact() {
    QCOMPARE(firstRow(queueOf("M5@1")), "0/60");
}

void TestContenderTimes::firstContenderOfAllIsExact() {
    LockQueue queue = queueOf("M0@1 M1@2");
    queue.stat->pzxid = Zxid{99};
    QCOMPARE(firstRow(queue), "0/60");
}

void TestContenderTimes::nobodyHasLeftIsExact() {
    LockQueue queue = queueOf("M5@1 M6@2");
    queue.stat->cversion = queue.stat->numChildren;
    QCOMPARE(firstRow(queue), "0/60");
}

void TestContenderTimes::leasesMayStillBeWaiting() {
    const auto lease = [](int number) {
        return "_c_00000000-0000-4000-8000-00000000000" + std::to_string(number) + "-lease-000000000" +
               std::to_string(number);
    };
    LockQueue queue = queueOf(lease(0) + "@1 " + lease(1) + "@2");
    QCOMPARE(queue.rows.at(0).role, Role::Holder);
    queue.stat->cversion = queue.stat->numChildren;
    QCOMPARE(firstRow(queue), "0..60/0..60");
}

void TestContenderTimes::unreadHolderIsKnownByWhatWasSeen() {
    LockQueue queue = queueOf("M5@1 M6@2");
    auto unread = std::make_shared<Contender>(*contenderOf(queue, 0));
    unread->stat.reset();
    queue.rows[0].contender = unread;
    QCOMPARE(firstRow(queue), "-/-");
    QCOMPARE(firstRow(queue, Takeover{.notAfterUnixMs = kNow - 7000}), "-/>=7");
}

void TestContenderTimes::serverClockIsTakenIntoAccount() {
    QCOMPARE(firstRow(queueOf("M5@1"), {}, 5s), "0/65");
    QCOMPARE(firstRow(queueOf("M5@1"), {}, -90s), "0/0");
}

void TestContenderTimes::seenTakeoverIsExact() {
    const LockQueue before = queueOf("M5@1 M6@2 M7@3");
    TakeoverLog log;
    log.update(shared(before));
    const LockQueue after = withoutFirst(before, kNow - 12'000);
    log.update(shared(after));
    QCOMPARE(firstRow(after, log.of(*contenderOf(after, 0))), "38/12");
    QVERIFY(!log.of(*contenderOf(after, 1)));
    log.update(shared(withoutFirst(before, kNow)));  // read again: nothing new
    QCOMPARE(firstRow(after, log.of(*contenderOf(after, 0))), "38/12");
}

void TestContenderTimes::takeoverDuringAGapLiesBetween() {
    LockQueue before = queueOf("M5@1 M6@2 M7@3");
    before.readAtUnixMs = kNow - 30'000;
    TakeoverLog log;
    log.update(shared(before));
    before.freshness = Freshness::Stale;
    log.update(shared(before));
    const LockQueue after = withoutFirst(before, kNow - 5000);
    LockQueue live = after;
    live.freshness = Freshness::Live;
    log.update(shared(live));
    QCOMPARE(firstRow(live, log.of(*contenderOf(live, 0))), "20..45/5..30");
}

/// A slow directory is listed long after its watch has told of a change.
void TestContenderTimes::takeoverBetweenReadingsFarApartLiesBetween() {
    LockQueue before = queueOf("M5@1 M6@2 M7@3");
    before.readAtUnixMs = kNow - 35'000;
    before.askedAtUnixMs = kNow - 36'000;
    LockQueue after = withoutFirst(before, kNow - 5000);
    after.unchangedUntilUnixMs = kNow - 25'000;
    TakeoverLog log;
    log.update(shared(before));
    log.update(shared(after));
    QCOMPARE(firstRow(after, log.of(*contenderOf(after, 0))), "25..45/5..25");
    // Where no watch told, any time since the reading before was asked for.
    after.unchangedUntilUnixMs.reset();
    TakeoverLog unwatched;
    unwatched.update(shared(before));
    unwatched.update(shared(after));
    QCOMPARE(firstRow(after, unwatched.of(*contenderOf(after, 0))), "14..45/5..36");
}

/// The same list is shown again while its contenders are read, and this one turns out to hold.
void TestContenderTimes::rowsThatAreFilledInKeepTheirInterval() {
    LockQueue before = queueOf("M5@1 M6@2 M7@3");
    before.reading = 1;
    before.readAtUnixMs = kNow - 30'000;
    LockQueue after = withoutFirst(before, kNow - 5000);
    after.unchangedUntilUnixMs = kNow - 15'000;
    LockQueue filledIn = after;
    after.rows[0].role = Role::Foreign;
    TakeoverLog log;
    for (const LockQueue& queue : {before, after, filledIn})
        log.update(shared(queue));
    QCOMPARE(firstRow(filledIn, log.of(*contenderOf(filledIn, 0))), "35..45/5..15");
}

void TestContenderTimes::holderAtFirstSightHasHeldSince() {
    LockQueue queue = queueOf("M5@1 M6@2 M7@3");
    queue.stat->pzxid = Zxid{99};
    queue.readAtUnixMs = kNow - 25'000;
    TakeoverLog log;
    log.update(shared(queue));
    QCOMPARE(firstRow(queue, log.of(*contenderOf(queue, 0))), "0..35/25..60");
}

void TestContenderTimes::usedAgainNameIsAnotherHolder() {
    LockQueue queue = queueOf("M5@1");
    queue.readAtUnixMs = kNow - 50'000;
    TakeoverLog log;
    log.update(shared(queue));
    auto again = std::make_shared<Contender>(*contenderOf(queue, 0));
    again->stat->czxid = Zxid{77};
    QVERIFY(!log.of(*again));
    queue.rows[0].contender = again;
    queue.readAtUnixMs = kNow - 1000;
    log.update(shared(queue));
    QCOMPARE(log.of(*again)->notAfterUnixMs, kNow - 1000);
}

void TestContenderTimes::newcomerThatHoldsAtOnceWasNotSeenWaiting() {
    LockQueue queue = queueOf("M5@1");
    TakeoverLog log;
    log.update(shared(queue));
    auto newcomer = std::make_shared<Contender>(*contenderOf(queueOf("M6@2"), 0));
    newcomer->stat->czxid = Zxid{77};
    queue.rows[0].contender = newcomer;
    log.update(shared(queue));
    QVERIFY(!log.of(*newcomer)->notBeforeUnixMs);
}

void TestContenderTimes::anotherLockBeginsAnew() {
    LockQueue queue = queueOf("M5@1");
    TakeoverLog log;
    log.update(shared(queue));
    QVERIFY(log.of(*contenderOf(queue, 0)));
    LockQueue other = queueOf("M8@1");
    other.path = "/b";
    log.update(shared(other));
    QVERIFY(!log.of(*contenderOf(queue, 0)));
    QVERIFY(!log.of(*contenderOf(other, 0))->notBeforeUnixMs);  // nobody saw it waiting
}

void TestContenderTimes::clockOfTheLeaderCounts() {
    ServerReport follower{.server = "zk1:2181", .mode = "follower"};
    follower.clockAhead = 7s;
    ServerReport leader{.server = "zk2:2181", .mode = "leader"};
    LeaderClocks clocks;
    clocks.take({follower, leader});
    QVERIFY(!clocks.current() && !clocks.aheadAt(Zxid{5}));
    leader.clockAhead = -3s;
    clocks.take({follower, leader});
    QVERIFY(clocks.aheadAt(Zxid{5}) == milliseconds(-3s));  // which does not tell its transactions
}

/// A znode's time is that of the leader under which it came, whoever leads now.
void TestContenderTimes::eachLeaderHasItsOwnClock() {
    const auto zxid = [](std::int64_t epoch) { return Zxid{(epoch << 32) + 7}; };
    ServerReport first{.server = "zk1:2181", .mode = "leader"};
    first.clockAhead = 5s;
    first.lastZxid = zxid(3);
    ServerReport second{.server = "zk2:2181", .mode = "leader"};
    second.clockAhead = -90s;
    second.lastZxid = zxid(4);
    LeaderClocks clocks;
    clocks.take({first});
    clocks.take({second});
    QVERIFY(clocks.aheadAt(zxid(3)) == milliseconds(5s));
    QVERIFY(clocks.aheadAt(zxid(4)) == milliseconds(-90s));
    QVERIFY(clocks.current() == milliseconds(-90s));
    // Of an election that was not seen nothing is known: no correction.
    const ObservedNow now{kNow, clocks};
    QVERIFY(!now.isCompared(zxid(2)));
    QCOMPARE(now.since(kNow - 10'000, zxid(2)).count(), 10'000);
    QCOMPARE(now.since(kNow - 10'000, zxid(3)).count(), 15'000);
    QCOMPARE(now.since(kNow - 10'000, zxid(4)).count(), 0);
    // The offset of a leader that goes on is measured anew.
    second.clockAhead = -80s;
    clocks.take({second});
    QVERIFY(clocks.aheadAt(zxid(4)) == milliseconds(-80s));
}

void TestContenderTimes::useByTheDirectoryAlone() {
    Stat directory;
    directory.ctimeMs = kNow - 100'000;
    directory.numChildren = 4;
    directory.cversion = 2 * 250 - 4;  // 250 created
    const LockUse use = lockUse(directory, {kNow});
    QCOMPARE(use.requests, 250);
    QCOMPARE(use.finished, 246);
    QCOMPARE(use.nextSequence, 250);
    QCOMPARE(use.numbersLeft, 2'147'483'647 - 250);
    QCOMPARE(*use.perSecond, 2.5);
    QVERIFY(!lockUse(directory, {directory.ctimeMs + 999}).perSecond);
}

LOCKSCOPE_TEST(TestContenderTimes)
#include "tst_contender_times.moc"
