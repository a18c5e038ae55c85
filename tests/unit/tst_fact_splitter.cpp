// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/feed/fact_splitter.h>

#include <memory>
#include <thread>

using namespace lockcore;

namespace {

Fact readQueue(const std::string& path, std::int64_t at) {
    LockQueue queue;
    queue.path = path;
    return {at, std::make_shared<const LockQueue>(queue)};
}

Fact sessionIs(ConnectionState state, std::int64_t at) {
    FeedStatus status;
    status.connection.state = state;
    return {at, status};
}

/// What a sink has heard, as "1 3": when it was told.
struct Heard {
    FactSink sink() {
        return [this](const Fact& fact) { times << QString::number(fact.atUnixMs); };
    }
    QString taken() {
        const QString all = times.join(' ');
        times.clear();
        return all;
    }

    QStringList times;
};

}  // namespace

class TestFactSplitter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allHearTheSame();
    void whoComesLateHearsFirstWhatStands();
    void whatIsNotWatchedAnyMoreDoesNotStand();
    void aQueueThatIsStaleStandsAsItWasRead();
    void nothingOfASessionThatIsOverStands();
    void ofAnEarlierFeedNothingIsHeard();
    void theEndIsToldAndGivesBackWhatStood();
    void aSinkThatWasRemovedIsNotCalled();
    void whoComesMeanwhileMissesNothing();
};

void TestFactSplitter::allHearTheSame() {
    const auto facts = std::make_shared<FactSplitter>();
    Heard one;
    Heard other;
    facts->add(one.sink());
    facts->add(other.sink());
    const FactSink feed = facts->forFeed();
    feed(sessionIs(ConnectionState::Connected, 1));
    feed(readQueue("/a", 2));
    feed({3, OwnAct{OwnAct::Kind::DeleteParent, "/a"}});
    QCOMPARE(one.taken(), "1 2 3");
    QCOMPARE(other.taken(), "1 2 3");
}

/// How the session is before all else, queues last, each as it was told.
void TestFactSplitter::whoComesLateHearsFirstWhatStands() {
    const auto facts = std::make_shared<FactSplitter>();
    const FactSink feed = facts->forFeed();
    feed(readQueue("/b", 1));
    feed(readQueue("/a", 2));
    feed(readQueue("/a", 3));
    feed({4, std::make_shared<const ClusterAssessment>()});
    feed({5, std::make_shared<const LockCatalog>()});
    feed({6, WatchCount{2}});
    feed({7, std::vector<OwnHold>(1)});
    feed(sessionIs(ConnectionState::Suspended, 8));
    feed(sessionIs(ConnectionState::Reconnected, 9));
    feed({10, OwnAct{OwnAct::Kind::DeleteParent, "/c"}});
    feed({11, LockAccess{"/a"}});
    Heard late;
    facts->add(late.sink());
    QCOMPARE(late.taken(), "9 6 5 4 7 3 1");
    feed(readQueue("/b", 12));
    QCOMPARE(late.taken(), "12");
}

void TestFactSplitter::whatIsNotWatchedAnyMoreDoesNotStand() {
    StandingFacts facts;
    facts.put(readQueue("/a", 1));
    facts.put(readQueue("/b", 2));
    facts.put({3, Unwatched{"/a", 3}});
    QCOMPARE(facts.all().size(), std::size_t{1});
    QCOMPARE(facts.all().front().atUnixMs, 2);
}

/// Who stood in it is told by the reading, and that it is not watched just now by what came after.
void TestFactSplitter::aQueueThatIsStaleStandsAsItWasRead() {
    StandingFacts facts;
    const auto times = [&] {
        QList<std::int64_t> all;
        for (const Fact& fact : facts.all())
            all << fact.atUnixMs;
        return all;
    };
    const auto stale = [](std::int64_t atUnixMs) {
        Fact fact = readQueue("/a", atUnixMs);
        auto queue = *std::get<std::shared_ptr<const LockQueue>>(fact.what);
        queue.freshness = Freshness::Stale;
        fact.what = std::make_shared<const LockQueue>(std::move(queue));
        return fact;
    };
    facts.put(readQueue("/a", 1));
    facts.put(stale(2));
    facts.put(stale(3));
    QCOMPARE(times(), (QList<std::int64_t>{1, 3}));
    facts.put(readQueue("/a", 4));
    QCOMPARE(times(), QList<std::int64_t>{4});
    facts.put(stale(5));
    facts.put({6, Unwatched{"/a", 6}});
    QVERIFY(times().isEmpty());
}

void TestFactSplitter::nothingOfASessionThatIsOverStands() {
    StandingFacts facts;
    facts.put(readQueue("/a", 1));
    facts.put({2, std::make_shared<const ClusterAssessment>()});
    facts.put({3, std::make_shared<const LockCatalog>()});
    facts.put({4, std::vector<OwnHold>(1)});
    facts.put(sessionIs(ConnectionState::Suspended, 5));
    QCOMPARE(facts.all().size(), std::size_t{5});  // it may come back
    facts.put(sessionIs(ConnectionState::Expired, 6));
    QCOMPARE(facts.all().size(), std::size_t{1});
    QCOMPARE(facts.all().front().atUnixMs, 6);
}

/// It is being closed on a thread of its own, while the next one has begun.
void TestFactSplitter::ofAnEarlierFeedNothingIsHeard() {
    const auto facts = std::make_shared<FactSplitter>();
    Heard heard;
    facts->add(heard.sink());
    const FactSink before = facts->forFeed();
    before(readQueue("/a", 1));
    const FactSink now = facts->forFeed();
    before(readQueue("/a", 2));
    now(readQueue("/a", 3));
    QCOMPARE(heard.taken(), "1 3");
}

void TestFactSplitter::theEndIsToldAndGivesBackWhatStood() {
    const auto facts = std::make_shared<FactSplitter>();
    std::vector<ConnectionState> states;
    facts->add([&](const Fact& fact) {
        if (const auto* status = std::get_if<FeedStatus>(&fact.what))
            states.push_back(status->connection.state);
    });
    const FactSink feed = facts->forFeed();
    feed(sessionIs(ConnectionState::Connected, 1));
    feed(readQueue("/a", 2));
    QCOMPARE(facts->end(3).size(), std::size_t{2});
    feed(readQueue("/a", 4));
    QVERIFY((states == std::vector{ConnectionState::Connected, ConnectionState::Closed}));
    Heard late;
    facts->add(late.sink());
    QCOMPARE(late.taken(), "");
}

void TestFactSplitter::aSinkThatWasRemovedIsNotCalled() {
    const auto facts = std::make_shared<FactSplitter>();
    Heard one;
    Heard other;
    const std::uint64_t id = facts->add(one.sink());
    facts->add(other.sink());
    facts->put(readQueue("/a", 1));
    facts->remove(id);
    facts->remove(id);
    facts->put(readQueue("/a", 2));
    QCOMPARE(one.taken(), "1");
    QCOMPARE(other.taken(), "1 2");
}

/// Each hears a beginning and all that follows it, in order.
void TestFactSplitter::whoComesMeanwhileMissesNothing() {
    constexpr std::int64_t kFacts = 20'000;
    const auto facts = std::make_shared<FactSplitter>();
    facts->put(readQueue("/a", 0));
    std::vector<std::vector<std::int64_t>> heard(50);
    std::thread feed([&] {
        for (std::int64_t at = 1; at <= kFacts; ++at)
            facts->put(readQueue("/a", at));
    });
    for (auto& times : heard)
        facts->add([&times](const Fact& fact) { times.push_back(fact.atUnixMs); });
    feed.join();
    for (const auto& times : heard) {
        QCOMPARE(times.back(), kFacts);
        for (std::size_t i = 1; i < times.size(); ++i)
            QCOMPARE(times[i], times[i - 1] + 1);
    }
}

LOCKSCOPE_TEST(TestFactSplitter)
#include "tst_fact_splitter.moc"
