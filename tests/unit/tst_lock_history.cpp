// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_statistics.h>
#include <lockcore/observe/queue_difference.h>

#include <cstdio>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Contenders = std::vector<std::shared_ptr<const Contender>>;

std::shared_ptr<Contender> named(const std::string& name) {
    auto made = std::make_shared<Contender>();
    made->name = name;
    made->parsed = parseNodeName(name);
    return made;
}

std::shared_ptr<Contender> unread(std::int64_t number) {
    char name[24];
    std::snprintf(name, sizeof name, "lock-%010lld", static_cast<long long>(number));
    return named(name);
}

/// "lock-0000000005", which was created by transaction `zxid`, at second `zxid`.
std::shared_ptr<const Contender> contender(std::int64_t number, std::int64_t zxid) {
    auto made = unread(number);
    made->stat = Stat{};
    made->stat->czxid = Zxid{zxid};
    made->stat->ctimeMs = zxid * 1000;
    made->stat->ephemeralOwner = SessionId{zxid};
    return made;
}

/// One lock with whoever is there now, and the history that is told of it. Times are seconds.
class Scene {
public:
    explicit Scene(std::size_t mostTurns = LockHistory::kMostTurns, std::string path = "/a")
        : history(mostTurns), m_path(std::move(path)) {}

    Scene& comes(std::shared_ptr<const Contender> who) {
        m_zxid = who->stat ? std::max(m_zxid, static_cast<std::int64_t>(who->stat->czxid)) : m_zxid + 1;
        m_there.push_back(std::move(who));
        ++m_cversion;
        return *this;
    }
    Scene& comes(std::int64_t number, std::int64_t zxid) { return comes(contender(number, zxid)); }
    Scene& goes(std::int64_t number) {
        std::erase_if(m_there, [&](const auto& who) { return who->parsed.sequence == number; });
        ++m_zxid;
        ++m_cversion;
        return *this;
    }
    Scene& reads(std::int64_t number, std::int64_t zxid) {
        for (auto& who : m_there)
            if (who->parsed.sequence == number) who = contender(number, zxid);
        return *this;
    }
    Scene& changesUnseen(int count) {
        m_cversion += count;
        return *this;
    }
    Scene& in(std::string path) {
        m_path = std::move(path);
        m_there.clear();
        return *this;
    }

    std::shared_ptr<const LockQueue> queue(std::int64_t seconds, Freshness freshness = Freshness::Live) {
        auto made = std::make_shared<LockQueue>();
        made->path = m_path;
        made->rows = arrangeQueue(m_there);
        made->freshness = freshness;
        made->readAtUnixMs = seconds * 1000;
        made->askedAtUnixMs = seconds * 1000;
        made->reading = freshness == Freshness::Stale ? m_reading : ++m_reading;
        made->unchangedUntilUnixMs = m_unchangedUntil.value_or(seconds) * 1000;
        m_unchangedUntil.reset();
        if (freshness != Freshness::Gone) {
            made->stat = Stat{};
            made->stat->pzxid = Zxid{m_zxid};
            made->stat->cversion = m_cversion;
        }
        return made;
    }
    /// The next reading is late: the watch told of its change then.
    Scene& changesAfter(std::int64_t seconds) {
        m_unchangedUntil = seconds;
        return *this;
    }
    Scene& isRead(std::int64_t seconds) {
        history.update(queue(seconds), seconds * 1000);
        return *this;
    }
    /// Its connection is seen to be lost; the last answer by it was asked for at `heard`.
    Scene& breaks(std::int64_t seconds, std::optional<std::int64_t> heard = {}) {
        m_unchangedUntil = heard.value_or(seconds);
        history.update(queue(0, Freshness::Stale), seconds * 1000);
        return *this;
    }
    /// A backup is put back: what happens from here on is older than what was seen.
    Scene& isRestoredTo(std::int64_t zxid) {
        m_zxid = zxid;
        m_cversion = 0;
        return *this;
    }

    const LockPast& past() const { return *history.of(m_path); }

    LockHistory history;

private:
    std::string m_path;
    Contenders m_there;
    std::int64_t m_zxid = 0;
    std::int32_t m_cversion = 0;
    std::uint64_t m_reading = 0;
    std::optional<std::int64_t> m_unchangedUntil;
};

/// Nobody waits for anybody, by their names.
std::shared_ptr<const LockQueue> allFirst(Scene& scene, std::int64_t seconds) {
    auto made = std::make_shared<LockQueue>(*scene.queue(seconds));
    for (QueueRow& row : made->rows) {
        row.role = Role::Holder;
        row.predecessor.reset();
    }
    return made;
}

QString seconds(std::int64_t unixMs) {
    return QString::number(unixMs / 1000);
}

/// "5: queued 3, seen 10, granted 12, left 20", with "a..b" for what happened between.
QString text(const Turn& turn) {
    QStringList words;
    if (turn.queuedAtUnixMs) words += "queued " + seconds(*turn.queuedAtUnixMs);
    words += (turn.beganBefore ? "there " : "seen ") + seconds(turn.firstSeenUnixMs);
    if (turn.granted) {
        const auto& from = turn.granted->notBeforeUnixMs;
        const QString to = seconds(turn.granted->notAfterUnixMs);
        words += "granted " + (!from ? ".." + to : seconds(*from) == to ? to : seconds(*from) + ".." + to);
    }
    if (turn.leftAtUnixMs) {
        const QString from = seconds(turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs));
        const QString to = seconds(*turn.leftAtUnixMs);
        words += "left " + (from == to ? to : from + ".." + to);
    }
    if (turn.mayHaveHeld) words += "may have held";
    if (turn.end) words += QString::fromUtf8(endKindName(turn.end->kind));
    if (turn.overtook) words += "overtook";
    return QString::number(*turn.contender->parsed.sequence) + ": " + words.join(", ");
}

QStringList turns(const LockPast& past) {
    QStringList lines;
    for (const Turn& turn : past.turns)
        lines += text(turn);
    return lines;
}

QStringList lengths(const LockPast& past) {
    QStringList lines;
    for (const QueueLength& length : past.lengths)
        lines += QString("%1: %2+%3").arg(seconds(length.atUnixMs)).arg(length.holders).arg(length.waiters);
    return lines;
}

QStringList unseen(const LockPast& past) {
    QStringList lines;
    for (const UnseenSpan& span : past.unseen)
        lines += seconds(span.fromUnixMs) + ".." + (span.toUnixMs ? seconds(*span.toUnixMs) : "");
    return lines;
}

LeaderClocks clocksAhead(std::chrono::milliseconds ahead) {
    ServerReport server{"zk:2181", "standalone"};
    server.clockAhead = ahead;
    LeaderClocks clocks;
    clocks.take({server});
    return clocks;
}

QString rowNumbers(const std::vector<std::size_t>& rows) {
    QStringList numbers;
    for (const std::size_t row : rows)
        numbers += QString::number(row);
    return numbers.join(' ');
}

/// Whoever stays is found in the row that it has now.
bool findsAll(const LockQueue& before, const LockQueue& after, const QueueDifference& difference) {
    const std::vector<std::size_t> now = rowsAfter(before.rows.size(), difference);
    for (std::size_t row = 0; row < now.size(); ++row) {
        const bool isRemoved = std::ranges::count(difference.removed, row) == 1;
        if (isRemoved != (now[row] == kNoRow)) return false;
        if (isRemoved) continue;
        if (now[row] >= after.rows.size()) return false;
        if (!isSameContender(*before.rows[row].contender, *after.rows[now[row]].contender)) return false;
    }
    return now.size() == before.rows.size();
}

/// "removed/added/changed"
QString differenceText(const LockQueue& before, const LockQueue& after) {
    const QueueDifference difference = queueDifference(before, after);
    if (!findsAll(before, after, difference)) return "somebody who stays is not found";
    QStringList changed;
    for (const auto& kept : difference.changed)
        changed += QString("%1>%2").arg(kept.before).arg(kept.after);
    return rowNumbers(difference.removed) + '/' + rowNumbers(difference.added) + '/' + changed.join(' ');
}

}  // namespace

class TestLockHistory : public QObject {
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

    void whatIsSettledIsToldAndForgotten();
    void turnsFromArrivalToLeaving();
    void whoIsThereAtFirstBeganBefore();
    void namesAreReadLater();
    void readingAgainForgetsNothing();
    void usedAgainNameIsAnotherTurn();
    void whatHappensInAGapLiesBetween();
    void gapBeginsWithTheLastAnswer();
    void olderDirectoryIsTakenWhenItLasts();
    void olderDirectoryIsNotTakenUnseen();
    void restoredDirectoryThatHasChangedSince();
    void directoryOfAServerThatLagsIsNotTaken();
    void pausedLockSeesNothing();
    void queueReadBeforeThePauseDoesNotEndIt();
    void readingNowAndThenIsOneSpan();
    void onlyWhatWasReadBeginsAPast();
    void directoryThatIsRemovedEndsAllTurns();
    void changesBetweenTwoReadingsLieBetween();
    void missedReadingsWidenTheInterval();
    void waiterBehindOneThatStayedHasGivenUp();
    void waiterThatNobodyBlocksMayHaveHeld();
    void readersAreBlockedByWritersAlone();
    void endIsSettledByTheNextSurvey();
    void endOfForgottenTurnIsDropped();
    void durationsOfTurnsThatHaveLeft();
    void unseenChangesAddUp();
    void unseenChangesLieBetweenTwoStates();
    void removedDirectoryMayHideChanges();
    void grantsAndLeavingsHaveTheirStates();
    void sameStateReadTwiceIsOne();
    void clockThatIsSetBackEndsNoWatching();
    void forgottenGrantsAreCounted();
    void foreignChildrenHaveNoTurn();
    void childThatTurnsOutToBeNoneEndsItsTurn();
    void overtakingAfterAnOverflow();
    void nobodyIsOvertakenInOrder();
    void serverClockIsCorrected();
    void nobodyCameBeforeItWasMissing();
    void whatIsRestoredWasGoneMeanwhile();
    void childThatTurnsOutToContendCameWithItsZnode();
    void oldestMakeRoom();
    void busiestLockMakesRoom();
    void leaverKeepsLittleData();
    void revisionTellsOfChanges();
    void clearedKnowsNothing();

    void differenceInStep_data();
    void differenceInStep();
    void differenceOfRowsInAnotherOrder();
    void differenceOfAnotherDirectory();
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

void TestLockHistory::whatHappensInAGapLiesBetween() {
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
void TestLockHistory::gapBeginsWithTheLastAnswer() {
    Scene scene;
    scene.comes(5, 3).isRead(10).breaks(30, 18).isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"18..40"});
    // It answered after the lock was read, or had been asked before.
    scene.isRead(50).breaks(60, 45).isRead(70);
    QCOMPARE(unseen(scene.past()), (QStringList{"18..40", "50..70"}));
}

/// A server that lags behind catches up within seconds; what is older for longer is what there is.
void TestLockHistory::olderDirectoryIsTakenWhenItLasts() {
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
void TestLockHistory::olderDirectoryIsNotTakenUnseen() {
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
void TestLockHistory::restoredDirectoryThatHasChangedSince() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).goes(5).goes(6).comes(7, 8).isRead(20);
    scene.isRestoredTo(1).comes(8, 100).isRead(30);
    QCOMPARE(scene.past().unseenChanges, 0);
    QVERIFY(scene.past().missed.back().mayBeMore);
}

/// The next session reads on a server that has caught up.
void TestLockHistory::directoryOfAServerThatLagsIsNotTaken() {
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

void TestLockHistory::pausedLockSeesNothing() {
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
void TestLockHistory::queueReadBeforeThePauseDoesNotEndIt() {
    Scene scene;
    scene.comes(5, 3).isRead(10);
    scene.history.pause("/a", 15'000);
    scene.isRead(10);
    QCOMPARE(unseen(scene.past()), QStringList{"15.."});
    scene.isRead(40);
    QCOMPARE(unseen(scene.past()), QStringList{"15..40"});
}

void TestLockHistory::readingNowAndThenIsOneSpan() {
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

/// Readings of a slow directory are far apart: what they show happened when the watch told of it, or later.
void TestLockHistory::changesBetweenTwoReadingsLieBetween() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5).changesAfter(15).isRead(40);
    QCOMPARE(turns(scene.past()), (QStringList{"5: queued 3, there 10, granted ..10, left 15..40",
                                               "6: queued 4, there 10, granted 15..40"}));
    scene.goes(6).changesAfter(50).isRead(51);
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 15..40, left 50..51");
}

/// The watch of a reading that was never shown told of its change: it may have been this one.
void TestLockHistory::missedReadingsWidenTheInterval() {
    Scene scene;
    scene.comes(5, 3).comes(6, 4).isRead(10).goes(5);
    (void)scene.queue(30);
    scene.changesAfter(39).isRead(40);
    QCOMPARE(turns(scene.past()).last(), "6: queued 4, there 10, granted 10..40");
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

void TestLockHistory::unseenChangesAddUp() {
    Scene scene;
    scene.comes(5, 3).isRead(10).changesUnseen(4).isRead(11).changesUnseen(2).goes(5).isRead(12);
    QCOMPARE(scene.past().unseenChanges, 6);
}

void TestLockHistory::unseenChangesLieBetweenTwoStates() {
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
void TestLockHistory::removedDirectoryMayHideChanges() {
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

void TestLockHistory::grantsAndLeavingsHaveTheirStates() {
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

void TestLockHistory::sameStateReadTwiceIsOne() {
    Scene scene;
    scene.comes(unread(5)).isRead(10).reads(5, 1).isRead(10).breaks(11).isRead(12);
    QCOMPARE(scene.past().states, 1U);
    scene.comes(6, 13).isRead(13);
    QCOMPARE(scene.past().states, 2U);
}

void TestLockHistory::clockThatIsSetBackEndsNoWatching() {
    Scene scene;
    scene.comes(5, 3).isRead(10'000);
    QVERIFY(!scene.past().clockWentBack);
    scene.breaks(10'010).isRead(6'500);
    QVERIFY(scene.past().clockWentBack);
    QCOMPARE(unseen(scene.past()), QStringList{"10010..10010"});
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

void TestLockHistory::serverClockIsCorrected() {
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
void TestLockHistory::nobodyCameBeforeItWasMissing() {
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

void TestLockHistory::whatIsRestoredWasGoneMeanwhile() {
    Scene scene;
    scene.history.setClocks(clocksAhead(0s));
    scene.comes(5, 3).comes(6, 4).isRead(5).goes(5).isRead(10).comes(5, 3).isRestoredTo(1).isRead(12);
    const auto nobody = [](const LockQueue&) { return std::vector<std::size_t>(); };
    QCOMPARE(scene.history.judge(nobody, 22'000).size(), 1U);
    QCOMPARE(turns(scene.past()).last(), "5: queued 10, seen 12, granted 10..12");
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

void TestLockHistory::differenceInStep_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << "1 2 3"
                             << "1 2 3"
                             << "//";
    QTest::newRow("head left") << "1 2 3"
                               << "2 3"
                               << "0//1>0";
    QTest::newRow("tail came") << "1 2"
                               << "1 2 3"
                               << "/2/";
    QTest::newRow("middle left, tail came") << "1 2 3"
                                            << "1 3 4"
                                            << "1/2/";
    QTest::newRow("all others") << "1 2"
                                << "3 4"
                                << "0 1/0 1/";
    QTest::newRow("read anew") << "1 2"
                               << "1 2'"
                               << "//1>1";
    QTest::newRow("created anew") << "1 2"
                                  << "1 2*"
                                  << "1/1/";
    QTest::newRow("from nothing") << ""
                                  << "1 2"
                                  << "/0 1/";
    QTest::newRow("to nothing") << "1 2"
                                << ""
                                << "0 1//";
}

void TestLockHistory::differenceInStep() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    std::map<QString, std::shared_ptr<const Contender>> known;
    const auto queueOf = [&](const QString& words) {
        LockQueue queue;
        Contenders there;
        for (QString word : words.split(' ', Qt::SkipEmptyParts)) {
            auto& who = known[word];
            const bool again = word.endsWith('*');
            word.remove('\'').remove('*');
            if (!who) who = contender(word.toInt(), word.toInt() + (again ? 100 : 0));
            there.push_back(who);
        }
        queue.rows = arrangeQueue(there);
        return queue;
    };
    QCOMPARE(differenceText(queueOf(before), queueOf(after)), expected);
}

// A rule that the walk does not know: rows miss each other, and are found by name.
void TestLockHistory::differenceOfRowsInAnotherOrder() {
    LockQueue before;
    for (const int number : {4, 3, 2, 1})
        before.rows.push_back({contender(number, number), Role::Waiter});
    LockQueue after = before;
    QCOMPARE(differenceText(before, after), "//");
    std::rotate(after.rows.begin(), after.rows.begin() + 1, after.rows.end());  // 3 2 1 4
    after.rows[1].role = Role::Holder;
    QCOMPARE(differenceText(before, after), "//2>1");
    QVERIFY(!queueDifference(before, after).inOrder);
    after.rows.erase(after.rows.begin());  // 2 1 4
    after.rows.push_back({contender(5, 5), Role::Waiter});
    QCOMPARE(differenceText(before, after), "1/3/2>0");
    QVERIFY(!queueDifference(before, after).inOrder);
    // Sorted by another rule, but nobody has moved past anybody.
    after.rows = {before.rows[0], before.rows[2], before.rows[3]};  // 4 2 1
    QCOMPARE(differenceText(before, after), "1//");
    QVERIFY(queueDifference(before, after).inOrder);
}

void TestLockHistory::differenceOfAnotherDirectory() {
    LockQueue before;
    before.stat = Stat{};
    before.rows.push_back({unread(0), Role::Holder});
    LockQueue after = before;
    QCOMPARE(differenceText(before, after), "//");
    after.stat->czxid = Zxid{9};
    QCOMPARE(differenceText(before, after), "0/0/");
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

LOCKSCOPE_TEST(TestLockHistory)
#include "tst_lock_history.moc"
