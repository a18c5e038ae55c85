// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/feed/newest_facts.h>

#include <thread>

using namespace lockcore;

namespace {

Fact queueFact(const std::string& path, std::int64_t at) {
    LockQueue queue;
    queue.path = path;
    return {at, std::make_shared<const LockQueue>(queue)};
}

Fact statusFact(std::int64_t at, ConnectionState state) {
    return {at, FeedStatus{{state, SessionId{1}, {}, {}, {}}, {}}};
}

/// "1 3": when the facts were told.
QString timesOf(const std::vector<Fact>& facts) {
    QStringList times;
    for (const Fact& fact : facts)
        times << QString::number(fact.atUnixMs);
    return times.join(' ');
}

}  // namespace

class TestNewestFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void newestQueueOfEachLock();
    void whoKeepsUpGetsAll();
    void newestOfWhatIsOneState();
    void whatCountsOneByOneIsKeptInOrder();
    void oneWakeUpForAllThatComesBeforeTheTake();
    void ofManyThreadsNothingIsLost();
};

void TestNewestFacts::newestQueueOfEachLock() {
    NewestFacts facts([] {});
    facts.put(queueFact("/a", 1));
    facts.put(queueFact("/b", 2));
    facts.put(queueFact("/a", 3));
    QCOMPARE(timesOf(facts.take()), "2 3");
    QCOMPARE(timesOf(facts.take()), "");
    facts.put(queueFact("/b", 4));
    QCOMPARE(timesOf(facts.take()), "4");
}

void TestNewestFacts::whoKeepsUpGetsAll() {
    NewestFacts facts([] {}, 3);
    for (int at = 1; at <= 3; ++at)
        facts.put(queueFact("/a", at));
    QCOMPARE(timesOf(facts.take()), "1 2 3");
    QCOMPARE(facts.combined(), 0u);
    facts.put(queueFact("/b", 4));
    for (int at = 5; at <= 8; ++at)
        facts.put(queueFact("/a", at));
    QCOMPARE(timesOf(facts.take()), "4 5 8");
    QCOMPARE(facts.combined(), 2u);
}

void TestNewestFacts::newestOfWhatIsOneState() {
    NewestFacts facts([] {});
    facts.put({1, std::make_shared<const LockCatalog>()});
    facts.put({2, std::make_shared<const ClusterAssessment>()});
    facts.put({3, WatchCount{1}});
    facts.put({4, std::make_shared<const LockCatalog>()});
    facts.put({5, WatchCount{2}});
    QCOMPARE(timesOf(facts.take()), "2 4 5");
}

/// That a connection was lost is told although it is back; that a lock was let go stands between what was
/// read before and after it.
void TestNewestFacts::whatCountsOneByOneIsKeptInOrder() {
    NewestFacts facts([] {});
    facts.put(statusFact(1, ConnectionState::Suspended));
    facts.put(statusFact(2, ConnectionState::Reconnected));
    facts.put({3, std::vector<OwnHold>{}});
    facts.put({4, std::vector<OwnHold>(1)});
    facts.put(queueFact("/a", 5));
    facts.put({6, Unwatched{"/a", 6}});
    facts.put({7, OwnAct{OwnAct::Kind::DeleteParent, "/a"}});
    facts.put(queueFact("/b", 8));
    QCOMPARE(timesOf(facts.take()), "1 2 3 4 5 6 7 8");
}

void TestNewestFacts::oneWakeUpForAllThatComesBeforeTheTake() {
    int wakes = 0;
    NewestFacts facts([&] { ++wakes; });
    facts.put(queueFact("/a", 1));
    facts.put(queueFact("/b", 2));
    QCOMPARE(wakes, 1);
    facts.take();
    QCOMPARE(wakes, 1);
    facts.put(queueFact("/a", 3));
    QCOMPARE(wakes, 2);
}

void TestNewestFacts::ofManyThreadsNothingIsLost() {
    constexpr int kEach = 2'000;
    std::atomic<int> wakes = 0;
    NewestFacts facts([&] { ++wakes; });
    std::size_t taken = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread)
            threads.emplace_back([&] {
                for (int i = 0; i < kEach; ++i)
                    facts.put({i, Unwatched{"/a", i}});
            });
        while (taken < kEach)
            taken += facts.take().size();
    }
    taken += facts.take().size();
    QCOMPARE(taken, 4u * kEach);
    QVERIFY(wakes > 0);
}

LOCKSCOPE_TEST(TestNewestFacts)
#include "tst_newest_facts.moc"
