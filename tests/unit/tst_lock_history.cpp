// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "history_scene.h"
#include "test_program.h"

#include <lockcore/observe/lock_statistics.h>

#include <cstdio>

using namespace lockcore;
using namespace std::chrono_literals;

/// Turns: how they begin, are granted and end, who overtakes whom, and which of them are kept.
class TestLockHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsFromArrivalToLeaving();
    void whoIsThereAtFirstBeganBefore();
    void namesAreReadLater();
    void readingAgainForgetsNothing();
    void usedAgainNameIsAnotherTurn();
    void onlyWhatWasReadBeginsAPast();
    void directoryThatIsRemovedEndsAllTurns();
    void waiterBehindOneThatStayedHasGivenUp();
    void waiterThatNobodyBlocksMayHaveHeld();
    void readersAreBlockedByWritersAlone();
    void endIsSettledByTheNextSurvey();
    void endOfForgottenTurnIsDropped();
    void durationsOfTurnsThatHaveLeft();
    void foreignChildrenHaveNoTurn();
    void childThatTurnsOutToBeNoneEndsItsTurn();
    void childThatTurnsOutToContendCameWithItsZnode();
    void overtakingAfterAnOverflow();
    void nobodyIsOvertakenInOrder();
    void whatIsSettledIsToldAndForgotten();
    void forgottenGrantsAreCounted();
    void oldestMakeRoom();
    void busiestLockMakesRoom();
    void leaverKeepsLittleData();
    void revisionTellsOfChanges();
    void clearedKnowsNothing();
};

void TestLockHistory::turnsFromArrivalToLeaving() {
    Scene scene;
    scene.isRead(1).comes(5, 10).isRead(10).comes(6, 12).isRead(12).goes(5).isRead(20).goes(6).isRead(25);
    QCOMPARE(turns(scene.past()), (QStringList{"5: queued 10, seen 10, granted ..10, left 20",
                                               "6: queued 12, seen 12, granted 20, left 25"}));
    QCOMPARE(lengths(scene.past()), (QStringList{"1: 0+0", "10: 1+0", "12: 1+1", "20: 1+0", "25: 0+0"}));
    QCOMPARE(scene.past().watchedFromUnixMs, 1000);
    QCOMPARE(scene.past().lastReadUnixMs, 25'000);
    QVERIFY(scene.past().unseen.empty());
}

void TestLockHistory::whoIsThereAtFirstBeganBefore() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(6).isRead(11);
    QCOMPARE(turns(scene.past()),
             (QStringList{"5: queued 3, there 10, granted ..10", "6: queued 4, there 10, left 11"}));
}

void TestLockHistory::namesAreReadLater() {
    Scene scene;
    scene.comes(unread(5)).comes(unread(6)).isRead(10);
    QCOMPARE(turns(scene.past()), (QStringList{"5: there 10, granted ..10", "6: there 10"}));
    scene.reads(6, 2).isRead(11);
    QCOMPARE(turns(scene.past()), (QStringList{"5: there 10, granted ..10", "6: queued 2, there 10"}));
    scene.goes(5).isRead(12);
    QCOMPARE(turns(scene.past()).last(), "6: queued 2, there 10, granted 12");
}

void TestLockHistory::readingAgainForgetsNothing() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    Scene again;
    again.comes(unread(5));
    scene.history.update(again.queue(11), 11'000);
    QCOMPARE(turns(scene.past()), QStringList{"5: queued 3, there 10, granted ..10"});
    scene.reads(5, 3).isRead(12);
    QCOMPARE(turns(scene.past()), QStringList{"5: queued 3, there 10, granted ..10"});
}

void TestLockHistory::usedAgainNameIsAnotherTurn() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    scene.goes(5).comes(unread(5)).isRead(20);  // only its name is known
    QCOMPARE(scene.past().turns.size(), 1U);
    scene.reads(5, 19).isRead(21);
    QCOMPARE(turns(scene.past()), (QStringList{"5: queued 3, there 10, granted ..10, left 21",
                                               "5: queued 19, seen 21, granted ..21"}));
    QCOMPARE(lengths(scene.past()), QStringList{"10: 1+0"});
}

void TestLockHistory::onlyWhatWasReadBeginsAPast() {
    Scene scene;
    scene.comes(5, 3);
    scene.history.update(scene.queue(10, Freshness::Failed), 10'000);
    scene.history.update(scene.queue(11, Freshness::Stale), 11'000);
    QVERIFY(!scene.history.of("/a"));
    QVERIFY(scene.history.all().empty());
}

void TestLockHistory::directoryThatIsRemovedEndsAllTurns() {
    Scene scene;
    scene.comes(5, 3).isRead(10).goes(5);
    scene.history.update(scene.queue(20, Freshness::Gone), 20'000);
    QCOMPARE(turns(scene.past()), QStringList{"5: queued 3, there 10, granted ..10, left 20"});
    QVERIFY(scene.past().unseen.empty());  // it is known that it is not there
    scene.comes(0, 25).isRead(25);
    QCOMPARE(turns(scene.past()).last(), "0: queued 25, seen 25, granted ..25");
}

void TestLockHistory::waiterBehindOneThatStayedHasGivenUp() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).comes(7, 5).isRead(10).goes(7).isRead(11);
    QCOMPARE(turns(scene.past()).last(), "7: queued 5, there 10, left 11");
    // Also over a gap: who stood before it is still there.
    scene.comes(8, 12).isRead(12).breaks(13).goes(8).isRead(30);
    QCOMPARE(turns(scene.past()).last(), "8: queued 12, seen 12, left 13..30");
}

/// Reads slower than grants: 6 and 7 came, held and left one after the other.
void TestLockHistory::waiterThatNobodyBlocksMayHaveHeld() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).comes(7, 5).isRead(10).goes(5).goes(6).goes(7).comes(8, 11).isRead(12);
    QCOMPARE(turns(scene.past()), (QStringList{"5: queued 3, there 10, granted ..10, left 12",
                                               "6: queued 4, there 10, left 12, may have held",
                                               "7: queued 5, there 10, left 12, may have held",
                                               "8: queued 12, seen 12, granted ..12"}));
}

void TestLockHistory::readersAreBlockedByWritersAlone() {
    const auto one = [](const char* kind, std::int64_t number, std::int64_t zxid) {
        char name[80];
        std::snprintf(name, sizeof name, "_c_00000000-0000-4000-8000-%012lld-__%s__%010lld",
                      static_cast<long long>(zxid), kind, static_cast<long long>(number));
        auto made = named(name);
        made->stat = Stat{};
        made->stat->czxid = Zxid{zxid};
        return made;
    };
    Scene scene;
    scene.comes(one("WRIT", 1, 1)).comes(one("READ", 2, 2)).comes(one("READ", 3, 3)).comes(one("WRIT", 4, 4));
    scene.isRead(10).goes(1).goes(3).goes(4).isRead(11);
    QVERIFY(scene.past().turns[2].mayHaveHeld);   // beside the other reader
    QVERIFY(!scene.past().turns[3].mayHaveHeld);  // the reader was in its way
}

void TestLockHistory::endIsSettledByTheNextSurvey() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).isRead(11);
    QVERIFY(!scene.past().turns[0].end);
    QVERIFY(scene.history.takeEnded().empty());
    ServerReport server{"zk:2181", "standalone"};
    server.lastZxid = Zxid{100};
    server.connections.emplace();
    server.livingSessions.emplace();
    server.readAtUnixMs = 12'000;
    const auto revision = scene.past().revision;
    scene.history.takeSurvey(std::make_shared<const std::vector<ServerReport>>(1, server));
    QCOMPARE(turns(scene.past()).first(), "5: queued 3, there 10, granted ..10, left 11, session-ended");
    QVERIFY(scene.past().revision > revision);
    const auto ended = scene.history.takeEnded();
    QCOMPARE(ended.size(), 1u);
    QCOMPARE(scene.history.turn(ended[0].path, ended[0].turn), &scene.past().turns[0]);
    QVERIFY(scene.history.takeEnded().empty());
    // What this program does itself is known at once.
    scene.goes(6);
    scene.history.removedHere("/a", Zxid{4});
    scene.isRead(13);
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 11, left 13, removed-here");
}

void TestLockHistory::endOfForgottenTurnIsDropped() {
    Scene scene(1);
    scene.comes(1, 1).isRead(1);
    for (int number = 2; number <= 4; ++number)
        scene.comes(number, number).isRead(number).goes(number).isRead(number);
    ServerReport server{"zk:2181", "standalone"};
    server.lastZxid = Zxid{100};
    server.connections.emplace();
    server.livingSessions.emplace();
    server.readAtUnixMs = 12'000;
    scene.history.takeSurvey(std::make_shared<const std::vector<ServerReport>>(1, server));
    QCOMPARE(scene.history.takeEnded().size(), 1u);
    QVERIFY(scene.past().turns.back().end);
}

void TestLockHistory::durationsOfTurnsThatHaveLeft() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).comes(7, 5).isRead(10).goes(5).changesAfter(12).isRead(14);
    scene.goes(6).goes(7).changesAfter(20).isRead(21);
    const auto& turns = scene.past().turns;
    QCOMPARE(heldFor(turns[0]), (KnownDuration{2s, 11s}));  // held since it came, at most
    QCOMPARE(heldFor(turns[1]), (KnownDuration{6s, 9s}));
    QCOMPARE(waitedInVain(turns[2]), (KnownDuration{15s, 16s}));
}

void TestLockHistory::foreignChildrenHaveNoTurn() {
    auto settings = std::make_shared<Contender>();
    settings->name = "settings";
    settings->parsed = parseNodeName(settings->name);
    Scene scene;
    scene.comes(5, 3).isRead(10).comes(settings).isRead(11);
    QCOMPARE(scene.past().turns.size(), 1U);
    scene.goes(5).isRead(12);  // it comes no closer to being a contender
    QCOMPARE(turns(scene.past()), QStringList{"5: queued 3, there 10, granted ..10, left 12"});
    QCOMPARE(lengths(scene.past()), (QStringList{"10: 1+0", "12: 0+0"}));
}

void TestLockHistory::childThatTurnsOutToBeNoneEndsItsTurn() {
    const auto leaseOfKazoo = [] {
        auto lease = named(std::string(32, 'a'));
        lease->parsed = parseNodeName(lease->name, Dialect::KazooSemaphore);
        return lease;
    };
    Scene scene;
    scene.comes(leaseOfKazoo()).isRead(10);
    QCOMPARE(lengths(scene.past()), QStringList{"10: 1+0"});
    Scene later;
    auto persistent = leaseOfKazoo();
    persistent->stat = Stat{};
    later.comes(persistent);
    auto changed = std::make_shared<LockQueue>(*later.queue(11));
    changed->stat->pzxid = Zxid{1'000};  // after what the first one had
    scene.history.update(changed, 11'000);
    QCOMPARE(scene.past().turns.size(), 1U);
    QCOMPARE(scene.past().turns[0].leftAtUnixMs, std::optional<std::int64_t>(11'000));
    QCOMPARE(lengths(scene.past()), (QStringList{"10: 1+0", "11: 0+0"}));
}

void TestLockHistory::childThatTurnsOutToContendCameWithItsZnode() {
    Scene scene;
    const auto who = contender(5, 3);
    auto foreign = std::make_shared<LockQueue>(*scene.comes(who).queue(10));
    foreign->rows = {{who, Role::Foreign}};
    scene.history.update(foreign, 10'000);
    scene.isRead(20);
    QCOMPARE(scene.past().turns.back().queuedAtUnixMs, std::optional<std::int64_t>(3'000));
    QVERIFY(!scene.past().turns.back().absentAtUnixMs);
}

// After 2147483647 comes -2147483648, which sorts first.
void TestLockHistory::overtakingAfterAnOverflow() {
    Scene scene;
    scene.comes(2147483646, 3).comes(2147483647, 4).isRead(10);
    scene.comes(-2147483648, 11).isRead(11);
    QCOMPARE(turns(scene.past()).last(), "-2147483648: queued 11, seen 11, granted ..11, overtook");
    QVERIFY(!scene.past().turns[0].overtook);
    Scene byNumbers;
    byNumbers.comes(unread(2147483647)).comes(unread(2147483646)).isRead(10);
    byNumbers.goes(2147483646).comes(unread(-2147483648)).isRead(11);
    QVERIFY(byNumbers.past().turns.back().overtook);
    // The C client drops the sign: 0 comes before -1, after which it was given.
    Scene fromBelow;
    fromBelow.comes(named("x-0123456789abcdef--000000001")).isRead(10);
    fromBelow.comes(named("x-0123456789abcdef-0000000000")).isRead(11);
    QVERIFY(fromBelow.past().turns.back().overtook);
    // Numbers that are the clients' own tell nothing, transactions do.
    Scene ownNumbers;
    ownNumbers.comes(6, 3).isRead(10).comes(5, 11).isRead(11);
    QVERIFY(ownNumbers.past().turns.back().overtook);
}

void TestLockHistory::nobodyIsOvertakenInOrder() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).comes(7, 5).isRead(10).goes(5).isRead(11).goes(6).isRead(12);
    for (const Turn& turn : scene.past().turns)
        QVERIFY(turn.granted && !turn.overtook);
}

/// For who writes turns down: each is told when it begins, changes and ends, and stays no longer than it may
/// change.
void TestLockHistory::whatIsSettledIsToldAndForgotten() {
    Scene scene;
    QStringList told;
    scene.history.setTurnSink([&](const LockPast&, const Turn& turn) { told << text(turn); });
    scene.isRead(0).comes(1, 1).isRead(1).comes(2, 2).isRead(2).goes(1).isRead(3);
    QCOMPARE(told,
             (QStringList{"1: queued 1, seen 1, granted ..1", "2: queued 2, seen 2",
                          "1: queued 1, seen 1, granted ..1, left 3", "2: queued 2, seen 2, granted 3"}));
    scene.history.forgetSettled();
    QCOMPARE(scene.past().turns.size(), std::size_t{2});  // nobody has told how the first one ended
    scene.history.removedHere("/a", Zxid{1});
    QVERIFY(told.back().endsWith("removed-here"));
    scene.history.forgetSettled();
    QCOMPARE(turns(scene.past()), QStringList{"2: queued 2, seen 2, granted 3"});
    scene.goes(2).isRead(5);
    QVERIFY(told.back().contains("left 5"));
    scene.history.removedHere("/a", Zxid{2});
    scene.history.update(scene.queue(6, Freshness::Gone), 6000);
    scene.history.forgetSettled();
    QVERIFY(!scene.history.of("/a"));
}

void TestLockHistory::forgottenGrantsAreCounted() {
    Scene scene(2);
    scene.isRead(1);
    for (int number = 1; number <= 5; ++number)
        scene.comes(number, number).isRead(2 * number).goes(number).isRead(2 * number + 1);
    QCOMPARE(scene.past().forgotten, 3U);
    QCOMPARE(scene.past().forgottenGrants.count, 3U);
    QCOMPARE(scene.past().forgottenGrants.lastIn, 6U);  // 1 state at first, then 2 for each
    QCOMPARE(scene.past().forgottenGrants.lastAtUnixMs, 6000);
}

void TestLockHistory::oldestMakeRoom() {
    Scene scene(3);
    scene.comes(0, 1).isRead(1);
    for (int number = 1; number <= 6; ++number) {
        scene.comes(number, number + 1).isRead(number + 1).goes(number).isRead(number + 1);
        if (number == 5) scene.comes(99, 6).isRead(6);
    }
    const auto numbers = [&] {
        QStringList names;
        for (const Turn& turn : scene.past().turns)
            names += QString::number(*turn.contender->parsed.sequence);
        return names.join(' ');
    };
    QCOMPARE(numbers(), "0 4 5 99 6");
    QCOMPARE(scene.past().forgotten, 3U);
    // Who is still there is found again after the others have moved up.
    scene.goes(99).isRead(20);
    QCOMPARE(numbers(), "0 5 99 6");
    QCOMPARE(turns(scene.past()).at(2), "99: queued 6, seen 6, left 20");
    QVERIFY(scene.past().lengths.size() <= 3);
}

void TestLockHistory::busiestLockMakesRoom() {
    Scene scene(4);
    scene.comes(0, 1).isRead(1).goes(0).isRead(2);
    scene.in("/b");
    for (int number = 0; number < 6; ++number)
        scene.comes(number, number + 1).isRead(number + 1).goes(number).isRead(number + 1);
    QCOMPARE(scene.history.of("/a")->forgotten, 0U);
    QCOMPARE(scene.history.of("/b")->turns.size(), 3U);
    QCOMPARE(scene.history.of("/b")->forgotten, 3U);
}

void TestLockHistory::leaverKeepsLittleData() {
    auto talkative = unread(5);
    talkative->data = std::string(5000, 'x');
    Scene scene;
    scene.comes(talkative).isRead(10);
    QCOMPARE(scene.past().turns[0].contender->data.size(), 5000U);
    scene.goes(5).isRead(11);
    QCOMPARE(scene.past().turns[0].contender->data.size(), LockHistory::kMostDataKept);
    QCOMPARE(scene.past().turns[0].contender->name, talkative->name);
}

void TestLockHistory::revisionTellsOfChanges() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    const auto revision = scene.past().revision;
    scene.breaks(12);
    QVERIFY(scene.past().revision > revision);
}

void TestLockHistory::clearedKnowsNothing() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    scene.history.clear();
    QVERIFY(!scene.history.of("/a"));
    scene.isRead(20);
    QCOMPARE(turns(scene.past()), QStringList{"5: queued 3, there 20, granted ..20"});
}

LOCKSCOPE_TEST(TestLockHistory)
#include "tst_lock_history.moc"
