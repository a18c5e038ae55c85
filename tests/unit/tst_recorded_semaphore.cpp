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
    Fact permits(double seconds) {
        LockQueue queue = read("/s", seconds);
        for (const auto& permit : m_permits)
            queue.rows.push_back({permit, Role::Holder});
        queue.kind = DirectoryKind::Semaphore;
        queue.dialect = Dialect::KazooSemaphore;
        queue.capacity = 2;
        return told(withWaiters(queue, waiters(seconds)), seconds);
    }
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

private:
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

LOCKSCOPE_TEST(TestRecordedSemaphore)
#include "tst_recorded_semaphore.moc"
