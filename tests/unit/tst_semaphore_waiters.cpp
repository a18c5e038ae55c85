// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kazoo_semaphore_story.h"
#include "sample_builder.h"
#include "test_program.h"
#include "told_queues.h"

#include <lockcore/feed/fact_history.h>
#include <lockcore/observe/permit_turns.h>

#include <algorithm>

using namespace lockcore;

namespace {

constexpr std::int64_t kSemaphoreMs = SampleBuilder::kNowMs;
const std::string kOneLease = "_c_00000001-9d0a-4c3e-8a2b-0123456789ab-lease-0000000001@1";
const std::string kTwoLeases = kOneLease + " _c_00000005-9d0a-4c3e-8a2b-0123456789ab-lease-0000000005@5";
const std::string kFirst = "_c_00000002-9d0a-4c3e-8a2b-0123456789ab-lock-0000000002@2";
const std::string kSecond = "_c_00000003-9d0a-4c3e-8a2b-0123456789ab-lock-0000000003@3";
const std::string kBoth = kFirst + ' ' + kSecond;

/// What a feed makes of Curator's semaphore /s, and what its facts show of the past. Its permits are told
/// when they change; who waits for one is seen by samples alone.
class WatchedSemaphore {
public:
    void permitsRead(const std::string& leases, std::int64_t unixMs) {
        SampleBuilder builder;
        addLock(builder, "/s/leases", leases);
        auto read = *builder.sample().locks.front();
        read.readAtUnixMs = read.askedAtUnixMs = unixMs;
        read.reading = ++m_reading;
        read.stat->pzxid = Zxid{200 + static_cast<std::int64_t>(m_reading)};
        take(m_told.take(std::make_shared<const LockQueue>(read)));
    }
    void sampled(const std::string& leases, const std::string& waiters, std::int64_t unixMs) {
        SampleBuilder builder;
        addLock(builder, "/s/leases", leases);
        addLock(builder, "/s/locks", waiters);
        ClusterSample sample = builder.sample();
        sample.takenAtUnixMs = unixMs;
        FindingHistory findings;
        const auto assessment = std::make_shared<const ClusterAssessment>(
            assess(std::make_shared<const ClusterSample>(sample), findings));
        m_past.take(assessment, unixMs);
        for (const auto& queue : m_told.take(assessment))
            take(queue);
    }
    /// Null where there is none.
    const Turn* turnOf(std::int64_t session) const {
        for (const Turn& turn : past().turns)
            if (turn.session == SessionId{session}) return &turn;
        return nullptr;
    }
    const LockPast& past() const { return *m_past.history().of("/s/leases"); }

private:
    /// Whoever else is there, each is the same znode.
    static void addLock(SampleBuilder& builder, const std::string& path, const std::string& words) {
        builder.lock(path, words);
        const auto count = static_cast<std::size_t>(std::ranges::count(words, '@'));
        for (std::size_t i = 0; i < count; ++i)
            builder.edit(i, [](Contender& it) { it.stat->czxid = Zxid{100 + *it.parsed.sequence}; });
    }
    void take(const std::shared_ptr<const LockQueue>& queue) { m_past.take(queue, queue->readAtUnixMs); }

    ToldQueues m_told;
    FactHistory m_past;
    std::uint64_t m_reading = 0;
};

}  // namespace

/// When somebody stopped waiting for a permit, by the samples that showed it.
class TestSemaphoreWaiters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastWaiterLeavesWhenItIsMissed();
    void whoWaitedLongWasThereUntilTheSampleBefore();
    void permitsThatAreReadAgainDoNotShowWhoWaits();
    void oneOfTwoLeaves();
    void aWaitAndItsPermitAreOneTurnOfTheClient();
    void whoGivesUpIsNotJoined();
};

/// All permits are taken for long, so that nothing tells of them.
void TestSemaphoreWaiters::lastWaiterLeavesWhenItIsMissed() {
    WatchedSemaphore semaphore;
    semaphore.permitsRead(kOneLease, kSemaphoreMs);
    semaphore.sampled(kOneLease, "", kSemaphoreMs + 1'000);
    semaphore.sampled(kOneLease, kFirst, kSemaphoreMs + 20'000);
    semaphore.sampled(kOneLease, "", kSemaphoreMs + 23'000);
    QVERIFY(semaphore.turnOf(2));
    QCOMPARE(semaphore.turnOf(2)->firstSeenUnixMs, kSemaphoreMs + 20'000);
    QCOMPARE(semaphore.turnOf(2)->leftNotBeforeUnixMs, std::optional(kSemaphoreMs + 20'000));
    QCOMPARE(semaphore.turnOf(2)->leftAtUnixMs, std::optional(kSemaphoreMs + 23'000));
    QVERIFY(!semaphore.past().clockWentBack);
}

/// Rows that are the same are not told again.
void TestSemaphoreWaiters::whoWaitedLongWasThereUntilTheSampleBefore() {
    WatchedSemaphore semaphore;
    semaphore.permitsRead(kOneLease, kSemaphoreMs);
    for (int seconds = 3; seconds <= 60; seconds += 3)
        semaphore.sampled(kOneLease, kFirst, kSemaphoreMs + seconds * 1'000);
    semaphore.sampled(kOneLease, "", kSemaphoreMs + 63'000);
    QCOMPARE(semaphore.turnOf(2)->leftNotBeforeUnixMs, std::optional(kSemaphoreMs + 60'000));
    QCOMPARE(semaphore.turnOf(2)->leftAtUnixMs, std::optional(kSemaphoreMs + 63'000));
}

/// They are told with those that the sample before has shown, who may have left meanwhile.
void TestSemaphoreWaiters::permitsThatAreReadAgainDoNotShowWhoWaits() {
    WatchedSemaphore semaphore;
    semaphore.permitsRead(kTwoLeases, kSemaphoreMs);
    semaphore.sampled(kTwoLeases, kBoth, kSemaphoreMs + 3'000);
    semaphore.permitsRead(kOneLease, kSemaphoreMs + 5'000);
    semaphore.sampled(kOneLease, kSecond, kSemaphoreMs + 6'000);
    QCOMPARE(semaphore.turnOf(2)->leftNotBeforeUnixMs, std::optional(kSemaphoreMs + 3'000));
    QCOMPARE(semaphore.turnOf(2)->leftAtUnixMs, std::optional(kSemaphoreMs + 6'000));
    // The permit's own times are those of its directory.
    QCOMPARE(semaphore.turnOf(5)->leftAtUnixMs, std::optional(kSemaphoreMs + 5'000));
}

void TestSemaphoreWaiters::oneOfTwoLeaves() {
    WatchedSemaphore semaphore;
    semaphore.permitsRead(kOneLease, kSemaphoreMs);
    semaphore.sampled(kOneLease, kFirst, kSemaphoreMs + 3'000);
    semaphore.sampled(kOneLease, kBoth, kSemaphoreMs + 6'000);
    semaphore.sampled(kOneLease, kBoth, kSemaphoreMs + 9'000);
    semaphore.sampled(kOneLease, kSecond, kSemaphoreMs + 12'000);
    QCOMPARE(semaphore.turnOf(2)->leftNotBeforeUnixMs, std::optional(kSemaphoreMs + 9'000));
    semaphore.sampled(kOneLease, "", kSemaphoreMs + 15'000);
    QCOMPARE(semaphore.turnOf(3)->leftNotBeforeUnixMs, std::optional(kSemaphoreMs + 12'000));
    QCOMPARE(semaphore.turnOf(3)->leftAtUnixMs, std::optional(kSemaphoreMs + 15'000));
}

/// Of kazoo's semaphore, as Statistics and Timeline show it.
void TestSemaphoreWaiters::aWaitAndItsPermitAreOneTurnOfTheClient() {
    KazooSemaphoreStory story;
    FactHistory past;
    const auto take = [&](const Fact& fact) {
        past.take(std::get<PermitWaiters::Queue>(fact.what), fact.atUnixMs);
    };
    story.permit(1, 1);
    take(story.permits(2));
    story.waits(2, 10);
    take(story.permits(11));
    take(story.permits(100));
    story.noPermit(1);
    take(story.permits(130));
    story.permit(2, 130.01);
    story.waitsNoMore(2);
    take(story.permits(130.1));
    story.noPermit(2);
    take(story.permits(140));
    const LockPast& seen = *past.history().of("/s");
    QCOMPARE(seen.turns.size(), std::size_t{3});
    const LockPast byClients = withTurnsOfClients(seen);
    QCOMPARE(byClients.turns.size(), std::size_t{2});
    const Turn& turn = byClients.turns.back();
    QCOMPARE(turn.session, SessionId{2});
    QCOMPARE(turn.queuedAtUnixMs, std::optional(RecordedStory::at(10)));
    QCOMPARE(turn.granted->notAfterUnixMs, RecordedStory::at(130.1));
    // It waited until its permit came, which the list before did not show.
    QVERIFY(turn.granted->notBeforeUnixMs >= RecordedStory::at(130));
    QCOMPARE(turn.leftAtUnixMs, std::optional(RecordedStory::at(140)));
    QVERIFY(!standsBeside(turn));
}

void TestSemaphoreWaiters::whoGivesUpIsNotJoined() {
    KazooSemaphoreStory story;
    FactHistory past;
    const auto take = [&](const Fact& fact) {
        past.take(std::get<PermitWaiters::Queue>(fact.what), fact.atUnixMs);
    };
    story.permit(1, 1);
    story.waits(2, 2);
    take(story.permits(3));
    story.waitsNoMore(2);
    take(story.permits(20));
    story.noPermit(1);
    story.permit(2, 60);
    take(story.permits(61));
    QCOMPARE(withTurnsOfClients(*past.history().of("/s")).turns.size(), std::size_t{3});
}

LOCKSCOPE_TEST(TestSemaphoreWaiters)
#include "tst_semaphore_waiters.moc"
