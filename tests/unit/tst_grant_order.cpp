// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/fairness.h>
#include <lockcore/observe/grant_order.h>

using namespace lockcore;

namespace {

constexpr std::int64_t kWatchedFromMs = 1'800'000'000'000;

SeenGrant seenIn(std::uint64_t state, std::int64_t arrival, bool shares = false) {
    SeenGrant grant;
    grant.contender = std::to_string(arrival);
    grant.arrival = Zxid{arrival};
    grant.shares = shares;
    grant.grantedIn = state;
    return grant;
}

/// "2! 1 3": arrivals in order of grant, overtakers marked.
QString placesOf(const GrantOrder& order) {
    QStringList words;
    for (const PlacedGrant& grant : order.last)
        words << QString::number(grant.arrival) + (grant.overtook ? QStringLiteral("!") : QString());
    return words.join(QLatin1Char(' '));
}

enum class Library { CuratorMutex, CuratorWriter, CuratorReader, CuratorLease };

NodeName nameIn(Library library) {
    switch (library) {
        case Library::CuratorMutex:
            return parseNodeName("_c_00000000-0000-4000-8000-000000000001-lock-0000000001");
        case Library::CuratorWriter:
            return parseNodeName("_c_00000000-0000-4000-8000-000000000001-__WRIT__0000000001");
        case Library::CuratorReader:
            return parseNodeName("_c_00000000-0000-4000-8000-000000000001-__READ__0000000001");
        case Library::CuratorLease:
            return parseNodeName("_c_00000000-0000-4000-8000-000000000001-lease-0000000001");
    }
    return {};
}

/// Came as the `arrival`-th, seen waiting first and holding `granted` seconds after the begin, in a state of
/// its own: there is one each second.
Turn turnGranted(std::int64_t arrival, std::optional<std::int64_t> granted,
                 Library library = Library::CuratorMutex) {
    auto contender = std::make_shared<Contender>();
    contender->name = std::to_string(arrival);
    contender->parsed = nameIn(library);
    contender->stat.emplace().czxid = Zxid{arrival};
    Turn turn{.contender = std::move(contender), .firstSeenUnixMs = kWatchedFromMs};
    turn.session = SessionId{arrival};
    if (granted) {
        const std::int64_t unixMs = kWatchedFromMs + *granted * 1000;
        turn.granted = Takeover{unixMs - 1000, unixMs};
        turn.grantedIn = static_cast<std::uint64_t>(*granted) + 1;
        turn.leftAtUnixMs = unixMs + 500;
        turn.leftIn = turn.grantedIn + 1;
    }
    return turn;
}

/// Missed in the second before that state.
MissedChanges missedBefore(std::uint64_t state, std::int64_t count) {
    const std::int64_t unixMs = kWatchedFromMs + static_cast<std::int64_t>(state - 1) * 1000;
    return {
        .after = state - 1, .until = state, .fromUnixMs = unixMs - 1000, .toUnixMs = unixMs, .count = count};
}

LockPast seenTurns(std::deque<Turn> turns, DirectoryKind kind = DirectoryKind::Lock) {
    LockPast past;
    past.kind = kind;
    past.turns = std::move(turns);
    return past;
}

}  // namespace

class TestGrantOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingGrantedIsNoVerdict() {
        QCOMPARE(grantOrder(std::vector<SeenGrant>()).fairness(), Fairness::NoGrants);
        QCOMPARE(grantOrder(seenTurns({turnGranted(1, {})})).fairness(), Fairness::NoGrants);
    }

    void orderOfArrivalIsFair() {
        const GrantOrder order = grantOrder({seenIn(1, 10), seenIn(2, 20), seenIn(3, 30)});
        QCOMPARE(order.fairness(), Fairness::Fair);
        QCOMPARE(order.grants, 3u);
        QCOMPARE(placesOf(order), QStringLiteral("1 2 3"));
    }

    void whoPassesAnotherOvertakesHoweverManyItPasses() {
        const GrantOrder one = grantOrder({seenIn(1, 30), seenIn(2, 10), seenIn(3, 20)});
        QCOMPARE(one.fairness(), Fairness::Unfair);
        QCOMPARE(one.overtaking, 1u);
        QCOMPARE(placesOf(one), QStringLiteral("3! 1 2"));
        QCOMPARE(placesOf(grantOrder({seenIn(1, 20), seenIn(2, 30), seenIn(3, 10)})),
                 QStringLiteral("2! 3! 1"));
    }

    void readersShareAndOvertakeOnlyWriters() {
        QCOMPARE(placesOf(grantOrder({seenIn(1, 20, true), seenIn(2, 10, true)})), QStringLiteral("2 1"));
        QCOMPARE(placesOf(grantOrder({seenIn(1, 20, true), seenIn(2, 10)})), QStringLiteral("2! 1"));
        QCOMPARE(placesOf(grantOrder({seenIn(1, 20), seenIn(2, 10, true)})), QStringLiteral("2! 1"));
    }

    /// Nobody knows which came first: that is neither fair nor unfair.
    void thoseSeenTogetherOvertakeNobodyAndProveNothing() {
        const GrantOrder order = grantOrder({seenIn(1, 20), seenIn(1, 10), seenIn(2, 30)});
        QCOMPARE(order.overtaking, 0u);
        QCOMPARE(order.together, 2u);
        QCOMPARE(order.fairness(), Fairness::NotKnown);
        QCOMPARE(grantOrder({seenIn(1, 20), seenIn(1, 10, true)}).together, 2u);
        // To those of other states they have an order.
        QCOMPARE(grantOrder({seenIn(1, 20), seenIn(1, 30), seenIn(2, 10)}).overtaking, 2u);
    }

    void readersGrantedTogetherHaveNoOrderAndNeedNone() {
        const GrantOrder order =
            grantOrder({seenIn(1, 5), seenIn(2, 20, true), seenIn(2, 10, true), seenIn(3, 30)});
        QCOMPARE(order.together, 0u);
        QCOMPARE(order.fairness(), Fairness::Fair);
    }

    void queuesThatDoNotExcludeEachOtherAreNotCompared() {
        SeenGrant other = seenIn(1, 20);
        other.queue = 1;
        QCOMPARE(grantOrder({other, seenIn(2, 10)}).fairness(), Fairness::Fair);
    }

    void unknownArrivalIsNeverFair() {
        const GrantOrder order = grantOrder({seenIn(1, 10), seenIn(2, 0)});
        QCOMPARE(order.fairness(), Fairness::NotKnown);
        QCOMPARE(order.notSeen, 1u);
        QCOMPARE(order.grants, 1u);
    }

    void onlyTheLastAreListedAndAllAreCounted() {
        std::vector<SeenGrant> many{seenIn(0, 2), seenIn(1, 1)};
        for (std::int64_t i = 3; i < 1003; ++i)
            many.push_back(seenIn(static_cast<std::uint64_t>(i), i));
        const GrantOrder order = grantOrder(many);
        QCOMPARE(order.grants, 1002u);
        QCOMPARE(order.overtaking, 1u);
        QCOMPARE(order.last.size(), GrantOrder::kMostPlaced);
        QCOMPARE(order.last.front().arrival, 1u);
    }

    void pastIsOrderedByCreationAndNotByWhenItWasRead() {
        std::deque<Turn> turns{turnGranted(3, 4), turnGranted(1, 2), turnGranted(2, 3)};
        const GrantOrder order = grantOrder(seenTurns(turns));
        QCOMPARE(order.fairness(), Fairness::Fair);
        QCOMPARE(placesOf(order), QStringLiteral("1 2 3"));
        turns[2].overtook = true;  // one that never got it
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::Unfair);
    }

    void grantsBetweenTwoReadsAreNotKnown() {
        std::deque<Turn> turns{turnGranted(1, 2), turnGranted(2, {}), turnGranted(3, 3)};
        turns[1].leftAtUnixMs = kWatchedFromMs + 3000;
        turns[1].leftIn = 4;
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::Fair);  // it certainly gave up
        turns[1].mayHaveHeld = true;
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::NotKnown);
        QCOMPARE(grantOrder(seenTurns(turns)).notSeen, 1u);
        turns[0].overtook = true;  // which stays true whatever else has happened
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::Unfair);
    }

    void changesThatOnlyTheCounterTellsOfAreNotSeen() {
        LockPast past = seenTurns({turnGranted(1, 2)});
        past.missed = {missedBefore(3, 3)};
        QCOMPARE(grantOrder(past).unseenChanges, 3);
        QCOMPARE(grantOrder(past).fairness(), Fairness::NotKnown);
        past.missed[0].count = 0;
        QCOMPARE(grantOrder(past).fairness(), Fairness::Fair);
        past.missed[0].mayBeMore = true;
        QCOMPARE(grantOrder(past).fairness(), Fairness::NotKnown);
    }

    /// Of a span of time, those within it or between two of its grants.
    void changesThatWereNotSeenCountWhereTheyLie() {
        LockPast past = seenTurns({turnGranted(1, 10), turnGranted(2, 20), turnGranted(3, 30)});
        past.missed = {missedBefore(16, 2), missedBefore(41, 4)};
        const auto unseenFrom = [&](std::int64_t from, std::int64_t to) {
            return grantOrder(past, TimeSpan{kWatchedFromMs + from * 1000, kWatchedFromMs + to * 1000})
                .unseenChanges;
        };
        QCOMPARE(grantOrder(past).unseenChanges, 6);
        QCOMPARE(unseenFrom(18, 32), 0);
        QCOMPARE(unseenFrom(8, 12), 0);
        QCOMPARE(unseenFrom(8, 22), 2);
        QCOMPARE(unseenFrom(18, 50), 4);
        // Read by a clock that was wrong for a while: it lies between the two grants all the same.
        past.missed[0].fromUnixMs = past.missed[0].toUnixMs = kWatchedFromMs - 3'600'000;
        QCOMPARE(unseenFrom(8, 22), 2);
        QCOMPARE(unseenFrom(8, 12), 0);
    }

    void forgottenGrantsAreNotInTheVerdictAndAreTold() {
        LockPast past = seenTurns({turnGranted(9, 3), turnGranted(4, 4), turnGranted(5, 5)});
        past.forgotten = 8;
        past.forgottenGrants = {.count = 7, .lastIn = 4, .lastAtUnixMs = kWatchedFromMs + 3000};
        past.missed = {missedBefore(3, 2)};
        // 9 overtook two others, but whom else it did nobody knows: it is as old as what is forgotten.
        const GrantOrder order = grantOrder(past);
        QCOMPARE(order.grants, 2u);
        QCOMPARE(order.notKept, 8u);
        QCOMPARE(order.unseenChanges, 0);
        QCOMPARE(order.fairness(), Fairness::Fair);
        const TimeSpan late{kWatchedFromMs + 3500, kWatchedFromMs + 9000};
        QCOMPARE(grantOrder(past, late).notKept, 0u);
        QVERIFY(grantOrder(past, late).isOfSpan && !order.isOfSpan);
        past.turns.clear();
        QCOMPARE(grantOrder(past).fairness(), Fairness::NotKnown);  // and not that there were none
    }

    void clockThatIsSetBackChangesNoOrder() {
        Turn first = turnGranted(1, 2);
        Turn second = turnGranted(2, 3);
        second.granted->notAfterUnixMs -= 3'600'000;
        QCOMPARE(grantOrder(seenTurns({first, second})).fairness(), Fairness::Fair);
        // Nor does it hide one.
        std::swap(first.grantedIn, second.grantedIn);
        std::swap(first.granted, second.granted);
        second.granted->notAfterUnixMs = kWatchedFromMs + 2000;
        first.granted->notAfterUnixMs = kWatchedFromMs - 3'600'000;
        const GrantOrder order = grantOrder(seenTurns({first, second}));
        QCOMPARE(order.fairness(), Fairness::Unfair);
        QCOMPARE(placesOf(order), QStringLiteral("2! 1"));
    }

    void grantsOfOneMillisecondHaveTheOrderOfTheirStates() {
        Turn first = turnGranted(1, 3);
        Turn second = turnGranted(2, 2);
        first.granted = second.granted;
        QCOMPARE(grantOrder(seenTurns({first, second})).overtaking, 1u);
    }

    void grantBeforeTheFirstReadDoesNotCount() {
        std::deque<Turn> turns{turnGranted(5, 0), turnGranted(2, 1)};
        turns[0].beganBefore = true;
        turns[0].granted->notBeforeUnixMs.reset();
        const GrantOrder order = grantOrder(seenTurns(turns));
        QCOMPARE(order.grants, 1u);
        QCOMPARE(order.fairness(), Fairness::Fair);
    }

    void spanCutsGrantsAndNotTheirOrder() {
        const LockPast past = seenTurns({turnGranted(2, 1), turnGranted(1, 2), turnGranted(3, 9)});
        QCOMPARE(grantOrder(past).fairness(), Fairness::Unfair);
        const GrantOrder late = grantOrder(past, TimeSpan{kWatchedFromMs + 5000, kWatchedFromMs + 10'000});
        QCOMPARE(late.grants, 1u);
        QCOMPARE(late.fairness(), Fairness::Fair);
        // Whom the first one has overtaken is granted after the span.
        const GrantOrder early = grantOrder(past, TimeSpan{kWatchedFromMs, kWatchedFromMs + 1500});
        QCOMPARE(early.grants, 1u);
        QCOMPARE(early.fairness(), Fairness::Unfair);
    }

    void whoLeavesWithoutAGrantIsNoInversion() {
        Turn withdrew = turnGranted(1, {});
        withdrew.leftAtUnixMs = kWatchedFromMs + 9000;
        withdrew.leftIn = 10;
        withdrew.end = ContenderEnd{.kind = EndKind::SessionExpired};
        const GrantOrder order = grantOrder(seenTurns({withdrew, turnGranted(2, 2), turnGranted(3, 3)}));
        QCOMPARE(order.grants, 2u);
        QCOMPARE(order.overtaking, 0u);
    }

    void readerThatPassesAWriterOvertakesIt() {
        const Turn writer = turnGranted(2, 5, Library::CuratorWriter);
        const GrantOrder order = grantOrder(
            seenTurns({turnGranted(1, 1, Library::CuratorWriter), writer,
                       turnGranted(3, 2, Library::CuratorReader), turnGranted(4, 2, Library::CuratorReader)},
                      DirectoryKind::ReadWriteLock));
        QCOMPARE(order.overtaking, 2u);
        QCOMPARE(order.together, 0u);
    }

    void writeLockThatIsReadAlsoOvertakesNobody() {
        Turn writer = turnGranted(1, 1, Library::CuratorWriter);
        Turn waiting = turnGranted(2, 5, Library::CuratorWriter);
        Turn reader = turnGranted(3, 2, Library::CuratorReader);
        writer.leftAtUnixMs = kWatchedFromMs + 3000;
        writer.leftIn = 4;
        reader.session = writer.session;
        const auto orderOf = [&] {
            return grantOrder(seenTurns({writer, waiting, reader}, DirectoryKind::ReadWriteLock));
        };
        QCOMPARE(orderOf().fairness(), Fairness::Fair);
        QCOMPARE(orderOf().grants, 2u);
        writer.leftIn = reader.grantedIn;  // turned into a read lock: the same number, seen as both are done
        QCOMPARE(orderOf().fairness(), Fairness::Fair);
        reader.session = SessionId{77};
        QCOMPARE(orderOf().fairness(), Fairness::Unfair);
    }

    void leasesHaveNoOrder() {
        const GrantOrder order =
            grantOrder(seenTurns({turnGranted(1, 1, Library::CuratorLease)}, DirectoryKind::Semaphore));
        QCOMPARE(order.withoutOrder, 1u);
        QCOMPARE(order.fairness(), Fairness::NotKnown);
        QCOMPARE(grantOrder(seenTurns({turnGranted(1, 1)}, DirectoryKind::Election)).fairness(),
                 Fairness::NoGrants);
    }

    void labToldInTheOrderOfItsGrants() {
        FairnessRecorder recorder;
        for (const std::uint64_t contender : {1U, 2U, 3U})
            recorder.queued(contender, LockMode::Exclusive, Zxid{static_cast<std::int64_t>(contender)}, {});
        for (const std::uint64_t contender : {2U, 1U, 3U})
            recorder.granted(contender, {});
        const GrantOrder order = grantOrder(recorder.report());
        QCOMPARE(placesOf(order), QStringLiteral("2! 1 3"));
        QCOMPARE(order.last.front().contender, std::string("2"));
        QCOMPARE(order.notKept, 0u);
    }

    void labThatRemembersLittleSaysSo() {
        FairnessRecorder recorder(2);
        for (const std::uint64_t contender : {1U, 2U, 3U, 4U, 5U}) {
            recorder.queued(contender, LockMode::Exclusive, Zxid{static_cast<std::int64_t>(contender)}, {});
            recorder.granted(contender, {});
        }
        const GrantOrder order = grantOrder(recorder.report());
        QCOMPARE(order.grants, 2u);
        QCOMPARE(order.notKept, 3u);
    }
};

LOCKSCOPE_TEST(TestGrantOrder)
#include "tst_grant_order.moc"
