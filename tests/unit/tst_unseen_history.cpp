// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "history_scene.h"
#include "test_program.h"

#include <lockcore/observe/lock_statistics.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Nobody waits for anybody, by their names.
std::shared_ptr<const LockQueue> allFirst(Scene& scene, std::int64_t seconds) {
    auto made = std::make_shared<LockQueue>(*scene.queue(seconds));
    for (QueueRow& row : made->rows) {
        row.role = Role::Holder;
        row.predecessor.reset();
    }
    return made;
}

LeaderClocks clocksAhead(std::chrono::milliseconds ahead) {
    ServerReport server{"zk:2181", "standalone"};
    server.clockAhead = ahead;
    LeaderClocks clocks;
    clocks.take({server});
    return clocks;
}

}  // namespace

/// What was not seen, may have been otherwise, or is told by clocks that differ.
class TestUnseenHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// First by its name alone, behind another library's contender: it was granted the lock in the history.
    void whoseHoldIsInDoubtIsGrantedOnceThatIsKnown() {
        Scene scene;
        scene.isRead(1).comes(5, 2).comes(6, 3);
        scene.history.update(allFirst(scene, 10), 10'000, {1});
        const auto turn = [&](std::size_t number) { return scene.past().turns.at(number); };
        QVERIFY(turn(0).granted && !turn(0).inDoubt);
        QVERIFY(!turn(1).granted && turn(1).inDoubt);
        QVERIFY(scene.past().lengths.back() == (QueueLength{10'000, 1, 0, 1}));
        scene.history.judge([](const LockQueue&) { return std::vector<std::size_t>(); }, 15'000);
        QVERIFY(turn(1).granted && !turn(1).inDoubt);
        QCOMPARE(turn(1).granted->notAfterUnixMs, std::int64_t{15'000});
        QVERIFY(scene.past().lengths.back() == (QueueLength{10'000, 2, 0, 0}));
        scene.history.update(allFirst(scene, 20), 20'000);
        QCOMPARE(turn(1).granted->notAfterUnixMs, std::int64_t{15'000});
    }

    /// It may have held for days when this began to look, whatever came in between.
    void whoHeldBeforeAnybodyLookedIsNoSeenGrant() {
        Scene scene;
        scene.comes(5, 2).comes(6, 3);
        scene.history.update(allFirst(scene, 10), 10'000, {1});
        scene.comes(7, 4);
        scene.history.update(allFirst(scene, 20), 20'000, {1});
        scene.history.judge([](const LockQueue&) { return std::vector<std::size_t>(); }, 25'000);
        const Turn turn = scene.past().turns.at(1);
        QVERIFY(turn.granted);
        QVERIFY(!isSeenGrant(turn));
    }

    void whoLeavesInDoubtMayHaveHeld() {
        Scene scene;
        scene.isRead(1).comes(5, 2).comes(6, 3);
        scene.history.update(allFirst(scene, 10), 10'000, {1});
        scene.goes(6);
        scene.history.update(allFirst(scene, 20), 20'000);
        const Turn& turn = scene.past().turns.at(1);
        QVERIFY(turn.leftAtUnixMs && turn.mayHaveHeld && turn.inDoubt && !turn.granted);
        const LockStatistics statistics = lockStatistics(scene.past(), {}, 20'000);
        QCOMPARE(statistics.grants, std::size_t{1});
        QCOMPARE(statistics.unclearEnds, std::size_t{1});
        QVERIFY(statistics.holds.known.empty());
        QVERIFY(!statistics.bySession.grants.contains(SessionId{3}));
    }

    /// It turns out to wait for the other library's.
    void whoWaitsAfterAllWasNeverGranted() {
        Scene scene;
        scene.isRead(1).comes(5, 2).comes(6, 3);
        scene.history.update(allFirst(scene, 10), 10'000, {1});
        scene.isRead(20);
        const Turn& turn = scene.past().turns.at(1);
        QVERIFY(!turn.granted && !turn.inDoubt);
        QVERIFY(scene.past().lengths.back() == (QueueLength{20'000, 1, 1, 0}));
    }

    void whatHappensInAGapLiesBetween();
    void gapBeginsWithTheLastAnswer();
    void olderDirectoryIsTakenWhenItLasts();
    void olderDirectoryIsNotTakenUnseen();
    void restoredDirectoryThatHasChangedSince();
    void directoryOfAServerThatLagsIsNotTaken();
    void whatIsRestoredWasGoneMeanwhile();
    void pausedLockSeesNothing();
    void queueReadBeforeThePauseDoesNotEndIt();
    void readingNowAndThenIsOneSpan();
    void changesBetweenTwoReadingsLieBetween();
    void missedReadingsWidenTheInterval();
    void unseenChangesAddUp();
    void unseenChangesLieBetweenTwoStates();
    void removedDirectoryMayHideChanges();
    void grantsAndLeavingsHaveTheirStates();
    void sameStateReadTwiceIsOne();
    void clockThatIsSetBackEndsNoWatching();
    void serverClockIsCorrected();
    void nobodyCameBeforeItWasMissing();
};

void TestUnseenHistory::whatHappensInAGapLiesBetween() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).breaks(30);
    QCOMPARE(unseen(scene.past()), QStringList{"30.."});
    scene.breaks(35);
    QCOMPARE(unseen(scene.past()), QStringList{"30.."});
    scene.goes(5).comes(7, 33).isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"30..40"});
    QCOMPARE(turns(scene.past()),
             (QStringList{"5: queued 3, there 10, granted ..10, left 30..40",
                          "6: queued 4, there 10, granted 30..40", "7: queued 33, seen 40"}));
    scene.goes(6).isRead(50);
    QCOMPARE(turns(scene.past()).at(1), "6: queued 4, there 10, granted 30..40, left 50");
}

/// A connection is dead for a while before anybody notices.
void TestUnseenHistory::gapBeginsWithTheLastAnswer() {
    Scene scene;
    scene.comes(5, 3).isRead(10).breaks(30, 18).isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"18..40"});
    // It answered after the lock was read, or had been asked before.
    scene.isRead(50).breaks(60, 45).isRead(70);
    QCOMPARE(unseen(scene.past()), (QStringList{"18..40", "50..70"}));
}

/// A server that lags behind catches up within seconds; what is older for longer is what there is.
void TestUnseenHistory::olderDirectoryIsTakenWhenItLasts() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).isRead(20);
    scene.comes(5, 3).isRestoredTo(1).isRead(30);
    QCOMPARE(turns(scene.past()).size(), 2);
    QCOMPARE(unseen(scene.past()), QStringList{"30.."});
    const auto nobody = [](const LockQueue&) { return std::vector<std::size_t>(); };
    QVERIFY(scene.history.judge(nobody, 39'999).empty());
    QCOMPARE(turns(scene.past()).size(), 2);
    QCOMPARE(scene.history.judge(nobody, 40'000).size(), 1U);
    QCOMPARE(unseen(scene.past()), QStringList{"30..30"});
    QCOMPARE(turns(scene.past()).size(), 3);
    QVERIFY(scene.past().missed.back().mayBeMore);
}

/// Whether it still is so nobody knows while the connection is down, or nobody looks.
void TestUnseenHistory::olderDirectoryIsNotTakenUnseen() {
    const auto nobody = [](const LockQueue&) { return std::vector<std::size_t>(); };
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).isRead(20);
    scene.isRestoredTo(1).isRead(30).breaks(32);
    QVERIFY(scene.history.judge(nobody, 60'000).empty());
    QCOMPARE(unseen(scene.past()), QStringList{"30.."});
    scene.isRead(70);
    scene.history.pause("/a", 71'000);
    QVERIFY(scene.history.judge(nobody, 90'000).empty());
    QCOMPARE(unseen(scene.past()), QStringList{"30.."});
    scene.isRead(100);
    QCOMPARE(scene.history.judge(nobody, 110'000).size(), 1U);
}

/// Transactions after the restore are newer than all that was seen: the counter alone went back.
void TestUnseenHistory::restoredDirectoryThatHasChangedSince() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).goes(5).goes(6).comes(7, 8).isRead(20);
    scene.isRestoredTo(1).comes(8, 100).isRead(30);
    QCOMPARE(scene.past().unseenChanges, 0);
    QVERIFY(scene.past().missed.back().mayBeMore);
}

/// The next session reads on a server that has caught up.
void TestUnseenHistory::directoryOfAServerThatLagsIsNotTaken() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).isRead(20);
    const QStringList before = turns(scene.past());
    scene.isRestoredTo(1).isRead(30).isRestoredTo(100).isRead(35);
    QCOMPARE(turns(scene.past()), before);
    const auto nobody = [](const LockQueue&) { return std::vector<std::size_t>(); };
    QVERIFY(scene.history.judge(nobody, 60'000).empty());
    QCOMPARE(turns(scene.past()), before);
    QCOMPARE(unseen(scene.past()), QStringList{"30..35"});
}

void TestUnseenHistory::whatIsRestoredWasGoneMeanwhile() {
    Scene scene;
    scene.history.setClocks(clocksAhead(0s));
    scene.comes(5, 3).comes(6, 4).isRead(5).goes(5).isRead(10).comes(5, 3).isRestoredTo(1).isRead(12);
    const auto nobody = [](const LockQueue&) { return std::vector<std::size_t>(); };
    QCOMPARE(scene.history.judge(nobody, 22'000).size(), 1U);
    QCOMPARE(turns(scene.past()).last(), "5: queued 10, seen 12, granted 10..12");
}

void TestUnseenHistory::pausedLockSeesNothing() {
    Scene scene;
    scene.history.pause("/a", 5000);
    QVERIFY(!scene.history.of("/a"));
    scene.comes(5, 3).comes(6, 4).isRead(10);
    scene.history.pause("/a", 15'000);
    scene.goes(5).isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"15..40"});
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 10..40");
}

/// Told again because more is known of it, such as who waits in another directory.
void TestUnseenHistory::queueReadBeforeThePauseDoesNotEndIt() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    scene.history.pause("/a", 15'000);
    scene.isRead(10);
    QCOMPARE(unseen(scene.past()), QStringList{"15.."});
    scene.isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"15..40"});
}

void TestUnseenHistory::readingNowAndThenIsOneSpan() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4);
    for (const int second : {10, 15, 20}) {
        scene.isRead(second);
        scene.history.pause("/a", second * 1000);
    }
    QCOMPARE(unseen(scene.past()), QStringList{"10.."});
    scene.goes(5).isRead(25);
    QCOMPARE(unseen(scene.past()), QStringList{"10..25"});
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 20..25");
}

/// Readings of a slow directory are far apart: what they show happened when the watch told of it, or later.
void TestUnseenHistory::changesBetweenTwoReadingsLieBetween() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).changesAfter(15).isRead(40);
    QCOMPARE(turns(scene.past()), (QStringList{"5: queued 3, there 10, granted ..10, left 15..40",
                                               "6: queued 4, there 10, granted 15..40"}));
    scene.goes(6).changesAfter(50).isRead(51);
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 15..40, left 50..51");
}

/// The watch of a reading that was never shown told of its change: it may have been this one.
void TestUnseenHistory::missedReadingsWidenTheInterval() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5);
    (void)scene.queue(30);
    scene.changesAfter(39).isRead(40);
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 10..40");
}

void TestUnseenHistory::unseenChangesAddUp() {
    Scene scene;
    scene.comes(5, 3).isRead(10).changesUnseen(4).isRead(11).changesUnseen(2).goes(5).isRead(12);
    QCOMPARE(scene.past().unseenChanges, 6);
}

void TestUnseenHistory::unseenChangesLieBetweenTwoStates() {
    Scene scene;
    scene.comes(5, 3).isRead(10).changesUnseen(4).breaks(10).isRead(11).goes(5).isRead(12);
    // The watch told of a change late: nothing had changed before.
    scene.changesUnseen(2).changesAfter(14).isRead(15);
    const std::deque<MissedChanges> expected = {
        {.after = 1, .until = 2, .fromUnixMs = 10'000, .toUnixMs = 11'000, .count = 4},
        {.after = 3, .until = 4, .fromUnixMs = 14'000, .toUnixMs = 15'000, .count = 2}};
    QCOMPARE(scene.past().missed, expected);
}

/// A directory that begins anew counts from 0; what was at the end of the one before, nobody tells.
void TestUnseenHistory::removedDirectoryMayHideChanges() {
    const auto goneAfter = [](Scene& scene) {
        scene.history.update(scene.queue(20, Freshness::Gone), 20'000);
        return scene.past().missed;
    };
    Scene empty;
    empty.comes(5, 3).isRead(10).goes(5).isRead(11);
    QVERIFY(goneAfter(empty).empty());
    Scene held;
    held.comes(5, 3).isRead(10).goes(5);
    QVERIFY(goneAfter(held).at(0).mayBeMore);
    Scene unwatched;
    unwatched.isRead(10).breaks(11);
    QVERIFY(goneAfter(unwatched).at(0).mayBeMore);
    // Three changes, of which one is to be seen.
    Scene again;
    again.isRead(10);
    QVERIFY(goneAfter(again).empty());
    again.changesUnseen(2).comes(0, 25).isRead(25);
    QCOMPARE(again.past().missed.at(0).count, 2);
    QVERIFY(!again.past().missed.at(0).mayBeMore);
}

void TestUnseenHistory::grantsAndLeavingsHaveTheirStates() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).isRead(10).goes(6).isRead(3);
    const auto& turns = scene.past().turns;
    QCOMPARE(turns[0].grantedIn, 1U);
    QVERIFY(!isSeenGrant(turns[0]));
    QCOMPARE(turns[0].leftIn, 2U);
    QCOMPARE(turns[1].grantedIn, 2U);
    QVERIFY(isSeenGrant(turns[1]));
    QCOMPARE(turns[1].leftIn, 3U);
}

void TestUnseenHistory::sameStateReadTwiceIsOne() {
    Scene scene;
    scene.comes(unread(5)).isRead(10).reads(5, 1).isRead(10).breaks(11).isRead(12);
    QCOMPARE(scene.past().states, 1U);
    scene.comes(6, 13).isRead(13);
    QCOMPARE(scene.past().states, 2U);
}

void TestUnseenHistory::clockThatIsSetBackEndsNoWatching() {
    Scene scene;
    scene.comes(5, 3).isRead(10'000);
    QVERIFY(!scene.past().clockWentBack);
    scene.breaks(10'010).isRead(6'500);
    QVERIFY(scene.past().clockWentBack);
    QCOMPARE(unseen(scene.past()), QStringList{"10010..10010"});
}

void TestUnseenHistory::serverClockIsCorrected() {
    Scene scene;
    scene.comes(5, 8).isRead(10);
    scene.history.setClocks(clocksAhead(3s));
    QCOMPARE(turns(scene.past()).first(), "5: queued 5, there 10, granted ..10");
    scene.comes(6, 14).isRead(12);
    QCOMPARE(turns(scene.past()).last(), "6: queued 11, seen 12");
    // What was seen is certain: no clock says that it queued after it was seen.
    scene.history.setClocks(clocksAhead(-60s));
    QCOMPARE(turns(scene.past()).last(), "6: queued 12, seen 12");
    const auto revision = scene.past().revision;
    scene.history.setClocks(clocksAhead(-60s + 100ms));  // the offset is not known so exactly
    QCOMPARE(scene.past().revision, revision);
}

/// A server's clock that is behind ours, and that nobody has compared.
void TestUnseenHistory::nobodyCameBeforeItWasMissing() {
    Scene scene;
    scene.comes(5, 3).isRead(10).comes(6, 4).changesAfter(15).isRead(20);
    QCOMPARE(turns(scene.past()),
             (QStringList{"5: queued 3, there 10, granted ..10", "6: queued 15, seen 20"}));
    QVERIFY(scene.past().turns.back().isTimeDoubted);
    // Its name is known sooner than its znode.
    scene.comes(unread(7)).isRead(30).reads(7, 6).isRead(31);
    QCOMPARE(turns(scene.past()).last(), "7: queued 30, seen 30");
    // By a clock that was compared, and for long, that is no lag of the server that told of it.
    scene.history.setClocks(clocksAhead(0s));
    QCOMPARE(turns(scene.past())[1], "6: queued 15, seen 20");
    scene.comes(8, 33).isRead(40).comes(9, 36).isRead(42);
    QCOMPARE(turns(scene.past()).last(), "9: queued 36, seen 42");
    QVERIFY(!scene.past().turns.back().isTimeDoubted);
}

LOCKSCOPE_TEST(TestUnseenHistory)
#include "tst_unseen_history.moc"
