// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_file.h"
#include "test_program.h"

#include <lockcore/history/report.h>
#include <lockcore/observe/permits.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto semaphoreAt = RecordedStory::at;

/// What a feed tells of kazoo's semaphore /s with two permits: permits are znodes of the session that has
/// them, and who waits for one stands in the lock /s-__lock__ beside it.
class KazooSemaphoreStory {
public:
    void permit(int session, double seconds) {
        m_permits.push_back(made(hexName('a', session), session, seconds));
    }
    void noPermit(int session) { remove(m_permits, session); }
    void waits(int session, double seconds) {
        m_waiters.push_back(
            made(hexName('b', session) + "__lock__000000000" + std::to_string(session), session, seconds));
    }
    void waitsNoMore(int session) { remove(m_waiters, session); }

    /// As it is taken for before the lock beside it was found.
    Fact asMembers(double seconds) {
        LockQueue queue = read("/s", seconds);
        for (const auto& permit : m_permits)
            queue.rows.push_back({permit, Role::Member});
        queue.kind = DirectoryKind::Membership;
        queue.dialect = Dialect::HexMember;
        return told(std::move(queue), seconds);
    }
    Fact permits(double seconds) { return told(both(seconds), seconds); }
    /// As they are told before a sample has shown who waits.
    Fact permitsAlone(double seconds) { return told(leases(seconds), seconds); }
    Fact sampled(double seconds) {
        auto sample = std::make_shared<ClusterSample>();
        sample->locks.push_back(std::make_shared<const LockQueue>(both(seconds)));
        sample->takenAtUnixMs = semaphoreAt(seconds);
        auto assessment = std::make_shared<ClusterAssessment>();
        assessment->sample = std::move(sample);
        return {semaphoreAt(seconds), std::shared_ptr<const ClusterAssessment>(std::move(assessment))};
    }
    static Fact over(double seconds) {
        FeedStatus status;
        status.connection.state = ConnectionState::Closed;
        return {semaphoreAt(seconds), status};
    }
    /// Nobody has waited since it was looked at first.
    Fact nothingBeside(double seconds) { return told(read("/s-__lock__", seconds), seconds); }
    Fact lockBeside(double seconds) { return told(waiters(seconds), seconds); }

private:
    using Contenders = std::vector<std::shared_ptr<const Contender>>;

    static std::string hexName(char digit, int session) {
        return std::string(31, digit) + std::to_string(session);
    }
    std::shared_ptr<const Contender> made(const std::string& name, int session, double seconds) {
        auto contender = std::make_shared<Contender>();
        contender->name = name;
        contender->parsed =
            name.size() == 32 ? parseNodeName(name, Dialect::KazooSemaphore) : parseNodeName(name);
        contender->stat.emplace();
        contender->stat->czxid = Zxid{++m_zxid};
        contender->stat->ctimeMs = semaphoreAt(seconds);
        contender->stat->ephemeralOwner = SessionId{session};
        return contender;
    }
    void remove(Contenders& from, int session) {
        std::erase_if(from, [&](const auto& who) { return who->stat->ephemeralOwner == SessionId{session}; });
        ++m_zxid;
    }
    LockQueue read(const std::string& path, double seconds) {
        LockQueue queue;
        queue.path = path;
        queue.freshness = Freshness::Live;
        queue.readAtUnixMs = queue.askedAtUnixMs = semaphoreAt(seconds);
        queue.unchangedUntilUnixMs = semaphoreAt(seconds);
        queue.reading = ++m_reading;
        queue.stat.emplace();
        queue.stat->pzxid = Zxid{m_zxid};
        return queue;
    }
    LockQueue waiters(double seconds) {
        LockQueue queue = read("/s-__lock__", seconds);
        queue.rows = arrangeQueue(m_waiters);
        classifyQueue(queue);
        return queue;
    }
    LockQueue leases(double seconds) {
        LockQueue queue = read("/s", seconds);
        for (const auto& permit : m_permits)
            queue.rows.push_back({permit, Role::Holder});
        queue.kind = DirectoryKind::Semaphore;
        queue.dialect = Dialect::KazooSemaphore;
        queue.capacity = 2;
        return queue;
    }
    LockQueue both(double seconds) { return withWaiters(leases(seconds), waiters(seconds)); }
    static Fact told(LockQueue queue, double seconds) {
        return {semaphoreAt(seconds), std::make_shared<const LockQueue>(std::move(queue))};
    }

    Contenders m_permits;
    Contenders m_waiters;
    std::int64_t m_zxid = std::int64_t{1} << 32;
    std::uint64_t m_reading = 0;
};

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
    void whoeverTurnsOutToHoldWasNotSeenToWait();
    void waiterIsThereSinceItsZnodeIs();
    void nextSessionGoesOnWithTheSameTurns();
    void whoStoppedWaitingBetweenTwoSessions();
    void nextRunGoesOnWithTheSameWaiter();
    void lockBesideIsNoLockOfItsOwn();
    void whoWaitsStandsBehindWhoHolds();
    void whoseReleaseEndedItIsTold();

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

LOCKSCOPE_TEST(TestRecordedSemaphore)
#include "tst_recorded_semaphore.moc"
