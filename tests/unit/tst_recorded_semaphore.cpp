// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kazoo_semaphore_story.h"
#include "recorded_file.h"
#include "recording/recorded_permits.h"
#include "test_program.h"

#include <lockcore/history/compare.h>
#include <lockcore/history/redaction.h>
#include <lockcore/history/report.h>
#include <lockcore/observe/permits.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto semaphoreAt = RecordedStory::at;

}  // namespace

/// A semaphore whose waiters stand in a directory of their own, in a recording.
class TestRecordedSemaphore : public QObject, private RecordedFile {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        startAnew();
        recordAWait();
    }
    void cleanup() { m_writer.reset(); }

    void whoWaitsForAPermitIsTold();
    void whoeverGetsAPermitHasWaitedForIt();
    void whoWaitsIsCountedOnce();
    void whoWaitsIsCountedOnceInTheOverview();
    void whoeverTurnsOutToHoldWasNotSeenToWait();
    void waiterIsThereSinceItsZnodeIs();
    void nextSessionGoesOnWithTheSameTurns();
    void whoStoppedWaitingBetweenTwoSessions();
    void nextRunGoesOnWithTheSameWaiter();
    void lockBesideIsNoLockOfItsOwn();
    void whoWaitsStandsBehindWhoHolds();
    void whoseReleaseEndedItIsTold();
    void whoHasAPermitDoesNotWait();
    void whoHadAPermitDoesNotWaitAgain();
    void whichOfTwoWaitersGotItIsNotKnown();
    void aWaitAndItsPermitAreOneTurnOfThePast();
    void aWaitAndItsPermitAreOneLine();
    void whoIsGrantedBetweenTwoMomentsIsToldSo();
    void itIsOneSemaphoreWhereItIsRedacted();

private:
    std::vector<RecordedTurn> turns(double to) {
        commit();
        auto made = read()->turnsIn({semaphoreAt(0), semaphoreAt(to)}, "/s");
        if (!made) qFatal("%s", describe(made.error()).c_str());
        return std::move(made->turns);
    }
    /// 1 and 2 have the permits, 3 waits from 10 s on and gets the one that 1 gives back at 200 s.
    void recordAWait() {
        KazooSemaphoreStory story;
        story.permit(1, 1);
        story.permit(2, 2);
        take(story.asMembers(3));
        take(story.lockBeside(3));
        take(story.permits(3));
        story.waits(3, 10);
        take(story.lockBeside(10));
        take(story.permits(10));
        take(story.permits(199));
        story.noPermit(1);
        take(story.permits(200));
        story.permit(3, 200.01);
        story.waitsNoMore(3);
        take(story.permits(200.1));
        take(story.lockBeside(200.1));
        take(story.permits(250));
        commit();
    }
    /// By a recorder that saw seldom who waits: 3 is seen to wait at 199 s, gets a permit at 200 s, which it
    /// gives back at 201.5 s, and is seen not to wait any more at 202 s.
    void recordASeldomSeenWait() {
        startAnew();
        KazooSemaphoreStory story;
        story.permit(1, 1);
        story.permit(2, 2);
        story.waits(3, 10);
        take(story.permits(11));
        take(story.sampled(199));
        story.noPermit(1);
        take(story.permits(200));
        story.permit(3, 200.01);
        take(story.permits(200.1));
        story.noPermit(3);
        take(story.permits(201.5));
        story.waitsNoMore(3);
        take(story.permits(202));
        take(story.permits(250));
        commit();
    }
    RoleCounts countsAt(double seconds) const {
        const auto checked = read()->at(semaphoreAt(seconds), "/s");
        if (!checked) qFatal("%s", describe(checked.error()).c_str());
        return (*checked)->sample->locks.front()->counts();
    }
    IncidentReport report(double to) const {
        auto made = reportOf(*read(), {semaphoreAt(0), semaphoreAt(to)});
        if (!made) qFatal("%s", describe(made.error()).c_str());
        return *std::move(made);
    }
};

void TestRecordedSemaphore::whoWaitsForAPermitIsTold() {
    const IncidentReport found = report(150);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    const StuckLock& stuck = found.stuck.front();
    QCOMPARE(stuck.path, std::string("/s"));
    QCOMPARE(stuck.kind, DirectoryKind::Semaphore);
    QCOMPARE(stuck.since.notAfterUnixMs, semaphoreAt(10));
    QVERIFY(!stuck.until);
    QCOMPARE(stuck.holders.size(), std::size_t{2});
    QCOMPARE(stuck.waiters.size(), std::size_t{1});
    QCOMPARE(stuck.waiters.front().turn.turn.session, SessionId{3});
}

void TestRecordedSemaphore::whoeverGetsAPermitHasWaitedForIt() {
    const IncidentReport found = report(250);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    const StuckLock& stuck = found.stuck.front();
    QVERIFY(stuck.until);
    QCOMPARE(stuck.until->notAfterUnixMs, semaphoreAt(200.1));
    QCOMPARE(stuck.waiters.size(), std::size_t{1});
    const ReportedContender& waiter = stuck.waiters.front();
    QVERIFY(waiter.turn.turn.granted);
    QCOMPARE(waiter.turn.turn.granted->notAfterUnixMs, semaphoreAt(200.1));
    QVERIFY(!waiter.turn.turn.leftAtUnixMs);
    // What it holds is the permit.
    QVERIFY(!waiter.turn.turn.contender->name.starts_with('/'));
    QVERIFY(waiter.waited.least > 189s && waiter.waited.most && *waiter.waited.most < 191s);
}

void TestRecordedSemaphore::whoWaitsIsCountedOnce() {
    const auto of = read();
    const auto all = of->at(semaphoreAt(100));
    const auto one = of->at(semaphoreAt(100), "/s");
    QVERIFY(all && one);
    QCOMPARE((*all)->sample->locks.size(), std::size_t{1});
    QCOMPARE((*one)->sample->locks.size(), std::size_t{1});
    for (const auto& checked : {*all, *one}) {
        const RoleCounts counts = checked->sample->locks.front()->counts();
        QCOMPARE(counts.holders, std::size_t{2});
        QCOMPARE(counts.waiters, std::size_t{1});
    }
}

/// The directory is taken for another one at first.
/// Two wait, the first of them as holder of the lock beside, and nobody who holds is counted with them.
void TestRecordedSemaphore::whoWaitsIsCountedOnceInTheOverview() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    take(story.permitsAlone(3));
    take(story.nothingBeside(4));
    story.waits(3, 10);
    story.waits(4, 11);
    take(story.lockBeside(12));
    take(story.permits(12));
    take(story.permits(40));
    commit();
    const auto of = read();
    const auto whole = of->overview({semaphoreAt(0), semaphoreAt(40)}, 4);
    QVERIFY(whole);
    std::uint32_t most = 0;
    std::uint32_t arrivals = 0;
    for (const OverviewBucket& bucket : whole->buckets) {
        most = std::max(most, bucket.mostWaiters);
        arrivals += bucket.arrivals;
    }
    QCOMPARE(most, 2U);
    QCOMPARE(arrivals, 2U);
    QCOMPARE(asked(m_file, "SELECT max(most_waiters) || ' ' || sum(arrivals) FROM activity"),
             QStringList{"2 2"});
}

void TestRecordedSemaphore::whoeverTurnsOutToHoldWasNotSeenToWait() {
    for (const RecordedTurn& turn : turns(150)) {
        if (turn.turn.session == SessionId{3}) continue;
        QVERIFY(turn.turn.granted && turn.turn.beganBefore);
        QVERIFY(!turn.turn.granted->notBeforeUnixMs);
        QVERIFY(!isSeenGrant(turn.turn));
    }
}

/// The permits were read before, and did not show it.
void TestRecordedSemaphore::waiterIsThereSinceItsZnodeIs() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 3);
    take(story.permitsAlone(100));
    take(story.sampled(101));
    take(story.permits(101));
    const auto found = turns(110);
    QCOMPARE(found.size(), std::size_t{3});
    const auto waiter =
        std::ranges::find(found, SessionId{3}, [](const auto& each) { return each.turn.session; });
    QCOMPARE(waiter->turn.queuedAtUnixMs, std::optional(semaphoreAt(3)));
}

/// Whose feed knows nothing of the one before.
void TestRecordedSemaphore::nextSessionGoesOnWithTheSameTurns() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 3);
    take(story.permits(10));
    take(story.sampled(11));
    take(KazooSemaphoreStory::over(20));
    take(story.permitsAlone(100));
    take(story.sampled(101));
    take(story.permits(101));
    const auto found = turns(110);
    QCOMPARE(found.size(), std::size_t{3});
    for (const RecordedTurn& turn : found)
        QVERIFY(!turn.turn.leftAtUnixMs);
}

void TestRecordedSemaphore::whoStoppedWaitingBetweenTwoSessions() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 3);
    take(story.permits(10));
    take(story.sampled(11));
    take(KazooSemaphoreStory::over(20));
    story.waitsNoMore(3);
    take(story.permitsAlone(100));
    take(story.sampled(101));
    const auto found = turns(110);
    QCOMPARE(found.size(), std::size_t{3});
    for (const RecordedTurn& turn : found)
        QCOMPARE(turn.turn.leftAtUnixMs.has_value(), turn.turn.session == SessionId{3});
}

/// It is read later than the permits in each of them.
void TestRecordedSemaphore::nextRunGoesOnWithTheSameWaiter() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 3);
    take(story.permitsAlone(10));
    take(story.permits(11));
    commit();
    endRun(20);
    begin(30);
    take(story.permitsAlone(31));
    take(story.permits(32));
    take(story.permits(90));
    commit();
    const IncidentReport found = report(90);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().waiters.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().holders.size(), std::size_t{2});
    QVERIFY(found.stuck.front().waiters.front().waited.least >= 87s);
}

void TestRecordedSemaphore::lockBesideIsNoLockOfItsOwn() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    take(story.permits(3));
    take(story.nothingBeside(3));
    take(story.permits(9));
    story.waits(3, 10);
    story.waits(4, 20);
    take(story.lockBeside(21));
    take(story.permits(21));
    take(story.permits(150));
    commit();
    const IncidentReport found = report(150);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().path, std::string("/s"));
    QCOMPARE(found.locks, std::size_t{1});
    for (const double seconds : {5, 100}) {
        const auto moment = *read()->at(semaphoreAt(seconds));
        QCOMPARE(moment->sample->locks.size(), std::size_t{1});
        QCOMPARE(moment->sample->locks.front()->path, std::string("/s"));
    }
}

void TestRecordedSemaphore::whoWaitsStandsBehindWhoHolds() {
    KazooSemaphoreStory story;
    startAnew();
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 3);
    story.waits(4, 4);
    take(story.permits(10));
    take(story.permits(20));
    commit();
    const auto moment = *read()->at(semaphoreAt(15), "/s");
    const LockQueue& queue = *moment->sample->locks.front();
    QCOMPARE(queue.rows.size(), std::size_t{4});
    const std::vector<Role> roles{Role::Holder, Role::Holder, Role::Waiter, Role::Waiter};
    for (std::size_t row = 0; row < roles.size(); ++row)
        QCOMPARE(queue.rows[row].role, roles[row]);
    QVERIFY(waitsForAnyPermit(queue, 2));
    QCOMPARE(queue.rows[3].predecessor, std::optional<std::size_t>(2));
}

/// It had gone by the moment that is shown, when the next one had not got its permit yet.
void TestRecordedSemaphore::whoseReleaseEndedItIsTold() {
    startAnew();
    KazooSemaphoreStory story;
    story.permit(1, 1);
    story.permit(2, 2);
    story.waits(3, 10);
    take(story.permits(10));
    take(m_story.told(50, {1, 2, 3}));
    take(story.permits(199));
    story.noPermit(1);
    take(story.permits(200));
    take(m_story.told(200.005, {2, 3}));
    story.permit(3, 200.01);
    story.waitsNoMore(3);
    take(story.permits(200.1));
    take(story.permits(250));
    commit();
    const IncidentReport found = report(250);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().holders.size(), std::size_t{2});
    for (const ReportedContender& holder : found.stuck.front().holders)
        QVERIFY(holder.client.has_value());
}

void TestRecordedSemaphore::whoHasAPermitDoesNotWait() {
    recordASeldomSeenWait();
    QCOMPARE(countsAt(198).waiters, std::size_t{1});
    QCOMPARE(countsAt(201).holders, std::size_t{2});
    QCOMPARE(countsAt(201).waiters, std::size_t{0});
    // All of that is known.
    const auto moment = *read()->at(semaphoreAt(201), "/s");
    QVERIFY(moment->unseen.empty());
}

void TestRecordedSemaphore::whoHadAPermitDoesNotWaitAgain() {
    recordASeldomSeenWait();
    QCOMPARE(countsAt(201.8).holders, std::size_t{1});
    QCOMPARE(countsAt(201.8).waiters, std::size_t{0});
}

/// One client may wait several times.
void TestRecordedSemaphore::whichOfTwoWaitersGotItIsNotKnown() {
    const BesideTurn first{"/s-__lock__/a", SessionId{3}, Zxid{10}, 1'000, 3'000};
    const BesideTurn second{"/s-__lock__/b", SessionId{3}, Zxid{11}, 1'000, 3'000};
    const BesideTurn other{"/s-__lock__/c", SessionId{4}, Zxid{12}, 1'000, 3'000};
    const PermitTurn got{SessionId{3}, Zxid{20}, 2'000};
    const PermitTurn before{SessionId{3}, Zxid{5}, 500};
    const PermitTurn seenBefore{SessionId{4}, Zxid{19}, 900};
    const GrantedBeside found = withWaitersBeside({first, second, other}, {got, before, seenBefore});
    QVERIFY(found.granted.empty());
    QCOMPARE(found.open, (std::vector<std::string>{"/s-__lock__/a", "/s-__lock__/b"}));
    const PermitTurn too{SessionId{3}, Zxid{21}, 2'100, false};
    QCOMPARE(withWaitersBeside({first, second, other}, {got, too}).granted,
             (std::vector<std::string>{"/s-__lock__/a", "/s-__lock__/b"}));
    // Who is there still has not got it.
    BesideTurn there = first;
    there.lastSeenUnixMs = there.goneUnixMs = std::nullopt;
    QVERIFY(withWaitersBeside({there}, {got}).granted.empty());
}

/// As Statistics and Timeline show it.
void TestRecordedSemaphore::aWaitAndItsPermitAreOneTurnOfThePast() {
    const auto past = read()->pastIn({semaphoreAt(0), semaphoreAt(250)});
    QVERIFY(past && past->of("/s"));
    QVERIFY(!past->of("/s-__lock__"));
    const auto& turns = past->of("/s")->turns;
    QCOMPARE(turns.size(), std::size_t{3});
    const auto waited = std::ranges::find(turns, SessionId{3}, &Turn::session);
    QVERIFY(waited != turns.end() && waited->granted);
    QCOMPARE(waited->queuedAtUnixMs, std::optional(semaphoreAt(10)));
    QCOMPARE(waited->granted->notAfterUnixMs, semaphoreAt(200.1));
    QVERIFY(isSeenGrant(*waited));
    // What came later is not known before.
    const auto then = read()->pastIn({semaphoreAt(0), semaphoreAt(150)});
    const auto waits = std::ranges::find(then->of("/s")->turns, SessionId{3}, &Turn::session);
    QVERIFY(!waits->granted && waits->contender->name.starts_with('/'));
}

void TestRecordedSemaphore::aWaitAndItsPermitAreOneLine() {
    const auto turnsOf = report(250).turns.turns;
    QCOMPARE(turnsOf.size(), std::size_t{3});
    const auto waited =
        std::ranges::find(turnsOf, SessionId{3}, [](const auto& each) { return each.turn.session; });
    QVERIFY(waited->turn.granted);
    QCOMPARE(waited->turn.queuedAtUnixMs, std::optional(semaphoreAt(10)));
}

void TestRecordedSemaphore::whoIsGrantedBetweenTwoMomentsIsToldSo() {
    const auto recording = read();
    const auto before = recording->at(semaphoreAt(150));
    const auto after = recording->at(semaphoreAt(220));
    QVERIFY(before && after);
    const ClusterDifference difference = compare(**before, **after, MomentSources::OneRun);
    QCOMPARE(difference.locks.size(), std::size_t{1});
    QStringList changes;
    for (const ContenderDifference& each : difference.locks.front().contenders)
        changes << QString("%1 %2").arg(raw(each.session)).arg(contenderChangeName(each.change).data());
    changes.sort();
    QCOMPARE(changes, (QStringList{"1 went", "2 moved", "3 role-changed"}));
}

void TestRecordedSemaphore::itIsOneSemaphoreWhereItIsRedacted() {
    const std::string file = m_directory->filePath("b.lockrec").toStdString();
    const auto redacted = redactRecording(m_file, file, {.paths = true});
    QVERIFY2(redacted, redacted ? "" : describe(redacted.error()).c_str());
    const auto recording = Recording::open(file);
    QVERIFY(recording);
    const auto moment = (*recording)->at(semaphoreAt(100));
    QVERIFY(moment);
    const auto& locks = (*moment)->sample->locks;
    QCOMPARE(locks.size(), std::size_t{1});
    QVERIFY(locks.front()->path != "/s");
    QCOMPARE(locks.front()->counts().holders, std::size_t{2});
    QCOMPARE(locks.front()->counts().waiters, std::size_t{1});
    QCOMPARE(waitersIn(*locks.front())->path, locks.front()->path + "-__lock__");
}

LOCKSCOPE_TEST(TestRecordedSemaphore)
#include "tst_recorded_semaphore.moc"
