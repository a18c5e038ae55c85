// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/fairness.h>
#include <lockcore/observe/grant_order.h>

using namespace lockcore;

namespace {

constexpr std::int64_t kWatchedFromMs = 1'800'000'000'000;

SeenGrant seenAt(std::int64_t moment, std::int64_t arrival, bool shares = false) {
    SeenGrant grant;
    grant.contender = std::to_string(arrival);
    grant.arrival = Zxid{arrival};
    grant.shares = shares;
    grant.moment = moment;
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

/// Came as the `arrival`-th, seen waiting first and holding `granted` seconds after the begin.
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
        turn.leftAtUnixMs = unixMs + 500;
    }
    return turn;
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
        const GrantOrder order = grantOrder({seenAt(1, 10), seenAt(2, 20), seenAt(3, 30)});
        QCOMPARE(order.fairness(), Fairness::Fair);
        QCOMPARE(order.grants, 3u);
        QCOMPARE(placesOf(order), QStringLiteral("1 2 3"));
    }

    void whoPassesAnotherOvertakesHoweverManyItPasses() {
        const GrantOrder one = grantOrder({seenAt(1, 30), seenAt(2, 10), seenAt(3, 20)});
        QCOMPARE(one.fairness(), Fairness::Unfair);
        QCOMPARE(one.overtaking, 1u);
        QCOMPARE(placesOf(one), QStringLiteral("3! 1 2"));
        QCOMPARE(placesOf(grantOrder({seenAt(1, 20), seenAt(2, 30), seenAt(3, 10)})),
                 QStringLiteral("2! 3! 1"));
    }

    void readersShareAndOvertakeOnlyWriters() {
        QCOMPARE(placesOf(grantOrder({seenAt(1, 20, true), seenAt(2, 10, true)})), QStringLiteral("2 1"));
        QCOMPARE(placesOf(grantOrder({seenAt(1, 20, true), seenAt(2, 10)})), QStringLiteral("2! 1"));
        QCOMPARE(placesOf(grantOrder({seenAt(1, 20), seenAt(2, 10, true)})), QStringLiteral("2! 1"));
    }

    void thoseGrantedTogetherOvertakeNobody() {
        QCOMPARE(grantOrder({seenAt(1, 20), seenAt(1, 10), seenAt(2, 30)}).fairness(), Fairness::Fair);
    }

    void queuesThatDoNotExcludeEachOtherAreNotCompared() {
        SeenGrant other = seenAt(1, 20);
        other.queue = 1;
        QCOMPARE(grantOrder({other, seenAt(2, 10)}).fairness(), Fairness::Fair);
    }

    void unknownArrivalIsNeverFair() {
        const GrantOrder order = grantOrder({seenAt(1, 10), seenAt(2, 0)});
        QCOMPARE(order.fairness(), Fairness::NotKnown);
        QCOMPARE(order.notSeen, 1u);
        QCOMPARE(order.grants, 1u);
    }

    void onlyTheLastAreListedAndAllAreCounted() {
        std::vector<SeenGrant> many{seenAt(0, 2), seenAt(1, 1)};
        for (std::int64_t i = 3; i < 1003; ++i)
            many.push_back(seenAt(i, i));
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
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::Fair);  // it certainly gave up
        turns[1].mayHaveHeld = true;
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::NotKnown);
        QCOMPARE(grantOrder(seenTurns(turns)).notSeen, 1u);
        turns[0].overtook = true;  // which stays true whatever else has happened
        QCOMPARE(grantOrder(seenTurns(turns)).fairness(), Fairness::Unfair);
    }

    void changesThatOnlyTheCounterTellsOfAreNotSeen() {
        LockPast past = seenTurns({turnGranted(1, 2)});
        past.unseenChanges = 3;  // one came and left, of another one only half
        QCOMPARE(grantOrder(past).notSeen, 2u);
        QCOMPARE(grantOrder(past).fairness(), Fairness::NotKnown);
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
    }

    void writeLockThatIsReadAlsoOvertakesNobody() {
        Turn writer = turnGranted(1, 1, Library::CuratorWriter);
        Turn waiting = turnGranted(2, 5, Library::CuratorWriter);
        Turn reader = turnGranted(3, 2, Library::CuratorReader);
        writer.leftAtUnixMs = kWatchedFromMs + 3000;
        reader.session = writer.session;
        const auto orderOf = [&] {
            return grantOrder(seenTurns({writer, waiting, reader}, DirectoryKind::ReadWriteLock));
        };
        QCOMPARE(orderOf().fairness(), Fairness::Fair);
        QCOMPARE(orderOf().grants, 2u);
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
    }
};

LOCKSCOPE_TEST(TestGrantOrder)
#include "tst_grant_order.moc"
