// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/lock_statistics.h>

using namespace lockcore;

namespace {

/// All times are in seconds after this one.
constexpr std::int64_t kHistoryStartMs = 1'800'000'000'000;

constexpr std::int64_t at(double seconds) {
    return kHistoryStartMs + static_cast<std::int64_t>(seconds * 1000.0);
}

std::shared_ptr<const Contender> contenderOf(std::int64_t session) {
    auto contender = std::make_shared<Contender>();
    contender->name = "lock-" + std::to_string(session);
    contender->stat.emplace().ephemeralOwner = SessionId{session};
    return contender;
}

/// One that was seen from its arrival on, so that all of its times are exact.
Turn turnOf(std::int64_t session, double queued, std::optional<double> granted = {},
            std::optional<double> left = {}) {
    Turn turn{.contender = contenderOf(session), .firstSeenUnixMs = at(queued), .queuedAtUnixMs = at(queued)};
    if (granted) turn.granted = Takeover{at(*granted), at(*granted)};
    if (left) turn.leftAtUnixMs = at(*left);
    return turn;
}

/// Holds already when the lock is first read.
Turn heldFromTheStart(std::int64_t session, std::optional<double> left = {}) {
    Turn turn = turnOf(session, 0, {}, left);
    turn.beganBefore = true;
    turn.queuedAtUnixMs = at(-500);
    turn.granted = Takeover{std::nullopt, at(0)};
    return turn;
}

/// Watched from second 0 on, with a state of the directory for each millisecond.
LockPast pastOf(std::deque<Turn> turns) {
    const auto stateAt = [](std::int64_t unixMs) {
        return static_cast<std::uint64_t>(unixMs - kHistoryStartMs) + 1;
    };
    for (Turn& turn : turns) {
        if (turn.granted) turn.grantedIn = stateAt(turn.granted->notAfterUnixMs);
        if (turn.leftAtUnixMs) turn.leftIn = stateAt(*turn.leftAtUnixMs);
    }
    LockPast past;
    past.path = "/lock";
    past.turns = std::move(turns);
    past.watchedFromUnixMs = at(0);
    past.lastReadUnixMs = at(0);
    return past;
}

LockStatistics statisticsOf(const LockPast& past, double now = 100, std::optional<TimeSpan> span = {},
                            const StatisticsSources& sources = {}) {
    return lockStatistics(past, sources, at(now), span);
}

QString text(const std::optional<KnownDuration>& duration) {
    if (!duration) return QStringLiteral("-");
    const auto ms = [](std::chrono::milliseconds time) { return QString::number(time.count()); };
    return duration->isExact() && duration->least == *duration->most
               ? ms(duration->least)
               : ms(duration->least) + QStringLiteral("..") + ms(*duration->most);
}

/// "count (unknown): median p95 max"
QString text(const DurationStatistics& durations) {
    return QStringLiteral("%1 (%2): %3 %4 %5")
        .arg(durations.known.size())
        .arg(durations.unknown)
        .arg(text(durations.median), text(durations.p95), text(durations.max));
}

QString text(const std::vector<QueueLength>& lengths) {
    QStringList words;
    for (const QueueLength& length : lengths)
        words << QStringLiteral("%1:%2/%3")
                     .arg((length.atUnixMs - kHistoryStartMs) / 1000)
                     .arg(length.holders)
                     .arg(length.waiters);
    return words.join(QLatin1Char(' '));
}

LockQueue queueAt(double seconds, std::int32_t created, std::int64_t directory = 1) {
    LockQueue queue;
    queue.path = "/lock";
    queue.readAtUnixMs = at(seconds);
    Stat& stat = queue.stat.emplace();
    stat.czxid = Zxid{directory};
    stat.cversion = 2 * created;  // all of them have left again
    return queue;
}

}  // namespace

class TestLockStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingSeenIsNothing() {
        const LockStatistics statistics = statisticsOf(pastOf({}), 0.5);
        QCOMPARE(statistics.grants, 0u);
        QVERIFY(!statistics.grantsPerSecond);
        QVERIFY(!statistics.requests);
        QCOMPARE(text(statistics.waits), QStringLiteral("0 (0): - - -"));
        QCOMPARE(statistics.bySession.jain, 1.0);
        QVERIFY(statistics.lengths.empty());
    }

    void waitsAndHoldsAreExactWhereTheyWereSeen() {
        std::deque<Turn> turns;
        for (int i = 1; i <= 20; ++i)  // waits of 1 … 20 s, holds of half a second
            turns.push_back(turnOf(i, 0, i, i + 0.5));
        const LockStatistics statistics = statisticsOf(pastOf(turns));
        QCOMPARE(text(statistics.waits), QStringLiteral("20 (0): 10000 19000 20000"));
        QCOMPARE(text(statistics.holds), QStringLiteral("20 (0): 500 500 500"));
        QCOMPARE(statistics.grants, 20u);
        QCOMPARE(*statistics.grantsPerSecond, 0.2);
        QCOMPARE(statistics.arrivals, 20u);
    }

    /// Granted somewhere between two reads: neither the wait nor the hold is known exactly.
    void takeoverBetweenTwoReadsGivesBounds() {
        Turn turn = turnOf(1, 0, 9, 20);
        turn.granted->notBeforeUnixMs = at(4);
        LockStatistics statistics = statisticsOf(pastOf({turn}));
        QCOMPARE(text(statistics.waits), QStringLiteral("1 (0): 4000..9000 4000..9000 4000..9000"));
        QCOMPARE(text(statistics.holds.median), QStringLiteral("11000..16000"));

        turn.granted->notBeforeUnixMs.reset();  // held when it was first seen, though it came meanwhile
        turn.leftNotBeforeUnixMs = at(15);      // and left while nothing was read
        statistics = statisticsOf(pastOf({turn}));
        QCOMPARE(text(statistics.waits.max), QStringLiteral("0..9000"));
        QCOMPARE(text(statistics.holds.max), QStringLiteral("6000..20000"));
    }

    /// Each percentile has its own bounds: that of the lower and that of the upper ones.
    void boundsOfPercentilesAreThoseOfAllTurns() {
        Turn vague = turnOf(1, 0, 100);
        vague.granted->notBeforeUnixMs = at(1);
        const LockStatistics statistics = statisticsOf(pastOf({vague, turnOf(2, 0, 2), turnOf(3, 0, 3)}));
        QCOMPARE(text(statistics.waits.median), QStringLiteral("2000..3000"));
        QCOMPARE(text(statistics.waits.max), QStringLiteral("3000..100000"));
    }

    void whatBeganBeforeIsLeftOutAndCounted() {
        Turn waited = turnOf(2, 0, 10, 12);  // its znode tells since when it waits
        waited.beganBefore = true;
        waited.queuedAtUnixMs = at(-30);
        Turn unread = turnOf(3, 0, 12, 15);
        unread.beganBefore = true;
        unread.queuedAtUnixMs.reset();
        const LockStatistics statistics = statisticsOf(pastOf({heldFromTheStart(1, 10), waited, unread}));
        QCOMPARE(statistics.grants, 2u);
        QCOMPARE(statistics.arrivals, 0u);
        QCOMPARE(text(statistics.waits), QStringLiteral("1 (1): 40000 40000 40000"));
        QCOMPARE(text(statistics.holds), QStringLiteral("2 (1): 2000 3000 3000"));
    }

    void unreadArrivalWaitsSinceItWasSeen() {
        Turn turn = turnOf(1, 3, 5);
        turn.queuedAtUnixMs.reset();
        QCOMPARE(text(statisticsOf(pastOf({turn})).waits.max), QStringLiteral("2000"));
    }

    void whoeverLeavesWithoutAGrantGaveUp() {
        Turn gone = turnOf(2, 1, {}, 30);
        gone.mayHaveHeld = true;
        const LockStatistics statistics = statisticsOf(pastOf({turnOf(1, 0, {}, 5), gone, turnOf(3, 2)}));
        QCOMPARE(statistics.giveUps, 1u);
        QCOMPARE(statistics.unclearEnds, 1u);
        QCOMPARE(statistics.holds.known.size(), 0u);
    }

    void spanChoosesByGrantAndByLeaving() {
        LockPast past = pastOf({turnOf(1, 1, 2, 3), turnOf(2, 1, 3, 12), turnOf(3, 11, 12, 13),
                                turnOf(4, 11, {}, 14), turnOf(5, 15, 30, 31)});
        past.turns[2].overtook = true;
        past.turns[4].overtook = true;
        const LockStatistics statistics = statisticsOf(past, 100, TimeSpan{at(10), at(20)});
        QCOMPARE(statistics.span, (TimeSpan{at(10), at(20)}));
        QCOMPARE(statistics.arrivals, 3u);
        QCOMPARE(statistics.grants, 1u);
        QCOMPARE(*statistics.grantsPerSecond, 0.1);
        QCOMPARE(text(statistics.waits), QStringLiteral("1 (0): 1000 1000 1000"));
        QCOMPARE(text(statistics.holds), QStringLiteral("2 (0): 1000 9000 9000"));
        QCOMPARE(statistics.giveUps, 1u);
        QCOMPARE(statistics.inversions, 1u);
        // Whoever was there competed: 2, 4 and 5 got nothing in these ten seconds.
        QCOMPARE(statistics.bySession.grants.size(), 4u);
        QCOMPARE(statistics.bySession.jain, 0.25);
    }

    void whatWasNotSeenIsNotWatched() {
        using std::chrono::seconds;
        LockPast past = pastOf({});
        past.unseen = {{at(10), at(15)}, {at(40), std::nullopt}};
        LockStatistics statistics = statisticsOf(past, 100);
        QCOMPARE(statistics.span, (TimeSpan{at(0), at(100)}));
        QCOMPARE(statistics.unseenSpans, (std::vector<TimeSpan>{{at(10), at(15)}, {at(40), at(100)}}));
        QCOMPARE(statistics.unseen, std::chrono::milliseconds(seconds(65)));
        QCOMPARE(statistics.watched(), std::chrono::milliseconds(seconds(35)));
        statistics = statisticsOf(past, 100, TimeSpan{at(-20), at(12)});
        QCOMPARE(statistics.span, (TimeSpan{at(0), at(12)}));
        QCOMPARE(statistics.watched(), std::chrono::milliseconds(seconds(10)));
        statistics = statisticsOf(past, 100, TimeSpan{at(60), at(70)});
        QCOMPARE(statistics.watched(), std::chrono::milliseconds(0));
        QCOMPARE(statistics.unseenSpans, (std::vector<TimeSpan>{{at(60), at(70)}}));
    }

    /// Whoever watches stood still from 10 to 30: that three came meanwhile and two had gone, their znodes
    /// and the next look tell.
    void whatIsFoundOutLaterIsNoCurve() {
        std::deque<Turn> turns{heldFromTheStart(1)};
        for (const int session : {2, 3})
            turns.push_back(turnOf(session, 5, {}, 30));
        for (const int session : {4, 5, 6})
            turns.push_back(turnOf(session, 20));
        for (Turn& turn : turns)
            if (turn.leftAtUnixMs) turn.leftNotBeforeUnixMs = at(10);
        LockPast past = pastOf(std::move(turns));
        past.lengths = {{at(0), 1, 0, 0}, {at(5), 1, 2, 0}, {at(20), 1, 5, 0}, {at(30), 1, 3, 0}};
        const LockStatistics statistics = statisticsOf(past, 50);
        QCOMPARE(statistics.unseenSpans, (std::vector<TimeSpan>{{at(10), at(30)}}));
        QCOMPARE(statistics.watched(), std::chrono::milliseconds(30'000));
        QCOMPARE(statistics.longestQueue, std::size_t{3});
        QCOMPARE(statistics.lengths,
                 (std::vector<QueueLength>{
                     {at(0), 1, 0, 0}, {at(5), 1, 2, 0}, {at(30), 1, 3, 0}, {at(50), 1, 3, 0}}));
        // Of a part that begins unseen, what was so before is no number of it.
        QCOMPARE(statisticsOf(past, 50, TimeSpan{at(12), at(28)}).longestQueue, std::size_t{0});
        // A rate is of the time that was watched.
        past = pastOf({turnOf(2, 5, 6, 7), turnOf(3, 31, 32, 33)});
        past.unseen = {{at(10), at(30)}};
        QCOMPARE(statisticsOf(past, 40).grantsPerSecond, std::optional(0.1));
        // And of what happened in it: neither as nobody watched, nor what the next look found.
        past =
            pastOf({turnOf(2, 5, 6, 7), turnOf(4, 11, 12, 13), turnOf(5, 14, 30, 31), turnOf(3, 31, 32, 33)});
        past.unseen = {{at(10), at(30)}};
        const LockStatistics late = statisticsOf(past, 40);
        QCOMPARE(late.grants, std::size_t{4});
        QCOMPARE(late.grantsPerSecond, std::optional(0.1));
    }

    void grantsAreSharedBySessionAndHost() {
        const std::map<SessionId, std::string> hosts = {
            {SessionId{1}, "10.0.0.1"}, {SessionId{2}, "10.0.0.1"}, {SessionId{3}, "10.0.0.2"}};
        Turn persistent = turnOf(0, 5, 6, 7);
        const LockPast past = pastOf({turnOf(1, 0, 1, 2), turnOf(1, 2, 3, 4), turnOf(2, 2, 4, 5), persistent,
                                      turnOf(3, 5, 7, 8), turnOf(4, 6, 8, 9), turnOf(2, 7)});
        const LockStatistics statistics = statisticsOf(past, 100, {}, {.hosts = &hosts});
        QCOMPARE(statistics.bySession.grants.at(SessionId{1}), 2u);
        QCOMPARE(statistics.bySession.grants.at(SessionId{2}), 1u);
        QCOMPARE(statistics.bySession.unknown, 1u);
        QCOMPARE(statistics.bySession.jain, 25.0 / 28.0);
        QCOMPARE(statistics.byHost.grants.at("10.0.0.1"), 3u);
        QCOMPARE(statistics.byHost.grants.at("10.0.0.2"), 1u);
        QCOMPARE(statistics.byHost.unknown, 2u);
        QCOMPARE(statistics.byHost.jain, 0.8);
    }

    void holderOfTheStartCompetesForNothing() {
        const LockStatistics statistics = statisticsOf(pastOf({heldFromTheStart(1), turnOf(2, 1, 2, 3)}));
        QCOMPARE(statistics.bySession.grants.size(), 1u);
        QCOMPARE(statistics.bySession.jain, 1.0);
    }

    void transitionsAreGrantsToAnotherSession() {
        const LockPast past = pastOf({heldFromTheStart(1, 1), turnOf(1, 0, 1, 2), turnOf(2, 0, 2, 3),
                                      turnOf(2, 0, 3, 4), turnOf(1, 0, 4, 5)});
        QCOMPARE(statisticsOf(past).transitions, 2u);
        QCOMPARE(statisticsOf(past, 100, TimeSpan{at(3.5), at(10)}).transitions, 1u);
    }

    /// Readers are granted in an order of their own.
    void transitionsFollowTheOrderOfGrants() {
        const LockPast past = pastOf({turnOf(1, 0, 5), turnOf(2, 1, 3), turnOf(1, 2, 4)});
        QCOMPARE(statisticsOf(past).transitions, 1u);  // 2, 1, 1
    }

    /// The clock is set back by an hour between the second and the third grant.
    void clockThatIsSetBackLosesNoGrantAndTellsNoRate() {
        LockPast past = pastOf({turnOf(1, 0, 1, 2), turnOf(2, 0, 2, 3), turnOf(1, 0, 3, 4)});
        past.clockWentBack = true;
        past.lengths = {{at(0), 1, 2}, {at(3), 1, 5}, {at(-3599), 1, 0}};
        for (std::int64_t* unixMs : {&past.turns[2].granted->notAfterUnixMs, &*past.turns[2].leftAtUnixMs})
            *unixMs -= 3'600'000;
        const std::deque<RequestCount> requests{{at(0), 1}, {at(3), 9}, {at(-3599), 12}};
        const LockStatistics statistics = lockStatistics(past, {&requests}, at(100));
        QCOMPARE(statistics.grants, 3u);
        QCOMPARE(statistics.transitions, 2u);
        QCOMPARE(statistics.longestQueue, 5u);
        QVERIFY(!statistics.grantsPerSecond);
        QVERIFY(!statistics.requests);
        QVERIFY(statistics.clockWentBack);
    }

    /// A rate over time of which only the last grants are kept would be too low.
    void forgottenGrantsAreToldAndInNoRate() {
        LockPast past = pastOf({turnOf(1, 80, 81, 82), turnOf(2, 81, 82, 83)});
        past.forgotten = 9;
        past.forgottenGrants = {.count = 8, .lastIn = past.turns[0].grantedIn - 1000, .lastAtUnixMs = at(80)};
        const LockStatistics statistics = statisticsOf(past, 100);
        QCOMPARE(statistics.forgottenGrants, 8u);
        QCOMPARE(statistics.order.notKept, 8u);
        QCOMPARE(*statistics.grantsPerSecond, 0.1);
    }

    void unseenChangesAreThoseOfTheSpan() {
        LockPast past = pastOf({});
        past.missed = {{.after = 1, .until = 2, .fromUnixMs = at(10), .toUnixMs = at(11), .count = 3},
                       {.after = 5, .until = 6, .fromUnixMs = at(50), .toUnixMs = at(51), .mayBeMore = true}};
        LockStatistics statistics = statisticsOf(past, 100);
        QCOMPARE(statistics.unseenChanges, 3);
        QVERIFY(statistics.mayBeMoreUnseen);
        statistics = statisticsOf(past, 100, TimeSpan{at(5), at(20)});
        QCOMPARE(statistics.unseenChanges, 3);
        QVERIFY(!statistics.mayBeMoreUnseen);
        QCOMPARE(statisticsOf(past, 100, TimeSpan{at(20), at(30)}).unseenChanges, 0);
    }

    /// Whose znode may not be read, so that nothing tells since when it was there.
    void holdThatNothingBoundsIsLeftOut() {
        Turn turn = turnOf(1, 0, 10, 12);
        turn.beganBefore = true;
        turn.queuedAtUnixMs.reset();
        turn.granted->notBeforeUnixMs.reset();
        const LockStatistics statistics = statisticsOf(pastOf({turn}));
        QCOMPARE(statistics.grants, 1u);  // it was seen waiting, and holding in a later state
        QCOMPARE(text(statistics.holds), QStringLiteral("0 (1): - - -"));
    }

    void lengthsReachFromEndToEnd() {
        LockPast past = pastOf({});
        past.lengths = {{at(0), 1, 0}, {at(10), 1, 2}, {at(20), 1, 1}, {at(30), 0, 0}};
        QCOMPARE(text(statisticsOf(past, 40).lengths), QStringLiteral("0:1/0 10:1/2 20:1/1 30:0/0 40:0/0"));
        const LockStatistics statistics = statisticsOf(past, 40, TimeSpan{at(15), at(25)});
        QCOMPARE(text(statistics.lengths), QStringLiteral("15:1/2 20:1/1 25:1/1"));
        QCOMPARE(statistics.longestQueue, 2u);
        QCOMPARE(text(statisticsOf(past, 40, TimeSpan{at(21), at(25)}).lengths),
                 QStringLiteral("21:1/1 25:1/1"));
    }

    /// Requests that come and go between two reads are in the counter all the same.
    void requestsAreCountedByTheStat() {
        RequestLog log;
        log.update(queueAt(0, 100));
        log.update(queueAt(10, 400));
        log.update(queueAt(20, 900));
        const StatisticsSources sources{.requests = log.of("/lock")};
        LockStatistics statistics = statisticsOf(pastOf({}), 50, {}, sources);
        QCOMPARE(statistics.requests->requests, 800);
        QCOMPARE(*statistics.requests->perSecond, 40.0);
        QCOMPARE(statistics.requests->span, (TimeSpan{at(0), at(20)}));
        statistics = statisticsOf(pastOf({}), 50, TimeSpan{at(5), at(20)}, sources);
        QCOMPARE(*statistics.requests->perSecond, 50.0);
        QVERIFY(!statisticsOf(pastOf({}), 50, TimeSpan{at(15), at(40)}, sources).requests);
    }

    void directoryThatWasMadeAnewCountsFromZero() {
        RequestLog log;
        log.update(queueAt(0, 100, 1));
        log.update(queueAt(10, 7, 2));
        QCOMPARE(requestRate(*log.of("/lock"), {at(0), at(10)})->requests, 7);
    }

    void onlyLiveQueuesAreCounted() {
        RequestLog log;
        LockQueue stale = queueAt(0, 100);
        stale.freshness = Freshness::Stale;
        log.update(stale);
        QVERIFY(!log.of("/lock"));
        LockQueue unread = queueAt(0, 100);
        unread.stat.reset();
        log.update(unread);
        QVERIFY(!log.of("/lock"));
    }

    void oneCountASecondIsKept() {
        RequestLog log;
        for (int i = 0; i <= 100; ++i)
            log.update(queueAt(i * 0.1, i));
        const auto& counts = *log.of("/lock");
        QVERIFY2(counts.size() <= 12, qPrintable(QString::number(counts.size())));
        QCOMPARE(requestRate(counts, {at(0), at(10)})->requests, 100);
    }

    void manySecondsAreThinnedOut() {
        RequestLog log;
        constexpr int kSeconds = 3 * static_cast<int>(RequestLog::kMostCounts);
        for (int i = 0; i <= kSeconds; ++i)
            log.update(queueAt(i, i));
        const auto& counts = *log.of("/lock");
        QVERIFY(counts.size() <= RequestLog::kMostCounts);
        QCOMPARE(requestRate(counts, {at(0), at(kSeconds)})->requests, kSeconds);
        QCOMPARE(counts.back().atUnixMs - counts[counts.size() - 2].atUnixMs, 1000);
    }

    void percentileIsTheSmallestThatEnoughDoNotExceed() {
        std::vector<int> values = {5, 1, 4, 2, 3, 6, 7, 8, 9, 10};
        QCOMPARE(percentile(values, 0.5), 5);
        QCOMPARE(percentile(values, 0.95), 10);
        QCOMPARE(percentile(values, 0.0), 1);
        QCOMPARE(percentile(values, 1.0), 10);
        std::vector<int> none;
        QCOMPARE(percentile(none, 0.5), 0);
    }

    void jainIndexOfShares() {
        QCOMPARE(jainIndex({}), 1.0);
        QCOMPARE(jainIndex({0, 0}), 1.0);
        QCOMPARE(jainIndex({7, 7, 7}), 1.0);
        QCOMPARE(jainIndex({8, 0, 0, 0}), 0.25);
        QCOMPARE(jainIndex({1, 3}), 0.8);
    }
};

LOCKSCOPE_TEST(TestLockStatistics)
#include "tst_lock_statistics.moc"
