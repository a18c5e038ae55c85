// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_story.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// The holder of /a is connected nowhere, and session 2 waits for it.
SampleBuilder ghost() {
    SampleBuilder builder;
    return builder.lock("/a", "M1@1 M2@2").server("zk1:2181").connect(2);
}

/// Session 2 holds after it.
SampleBuilder ghostIsGone() {
    return ghost().editLock([](LockQueue& it) {
        it.rows.erase(it.rows.begin());
        it.rows[0].role = Role::Holder;
        it.rows[0].predecessor.reset();
    });
}

/// Session 2's client is gone, and others are before and behind it.
SampleBuilder ghostBetween(const std::string& contenders = "M1@1 M2@2 M3@3") {
    return SampleBuilder().lock("/a", contenders).server("zk1:2181").connect(1).connect(3);
}

/// The holder has left, and the next one has its turn.
SampleBuilder afterItsHolder(SampleBuilder builder) {
    return builder.editLock([](LockQueue& lock) {
        lock.rows.erase(lock.rows.begin());
        lock.rows[0].role = Role::Holder;
        lock.rows[0].predecessor.reset();
        lock.rows[1].predecessor = 0;
    });
}

/// What the server tells of whoever lives, and of when session 1 ends.
SampleBuilder& tellLiving(SampleBuilder& builder, std::set<SessionId> living,
                          std::optional<std::chrono::milliseconds> left = {}) {
    return builder.editServer([&](ServerReport& it) {
        it.livingSessions = std::move(living);
        if (left) it.expiresIn[SessionId{1}] = *left;
    });
}

/// "over fault ghost-holder by expiry": what became of each finding.
QString eventsOf(const ClusterAssessment& assessment) {
    QStringList lines;
    for (const FindingEvent& event : *assessment.events) {
        QString line = lifeOf({event.finding});
        if (event.finding.stage == FindingStage::Over)
            line += ' ' + QString::fromStdString(std::string(findingEndName(event.end)));
        lines << line;
    }
    return lines.join(", ");
}

std::int64_t after(double seconds) {
    return SampleBuilder::kNowMs + static_cast<std::int64_t>(seconds * 1'000);
}

/// A holder whose client has been silent for most of its timeout, and a waiter.
SampleBuilder silent() {
    return SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1:2181").connect(1, 9'000).connect(2);
}

/// What a standalone server tells of clients 1 and 2, when the first has sent so many requests.
SampleBuilder& tellRequests(SampleBuilder& builder, std::int64_t requests, std::int64_t zxid) {
    return builder.server("zk1:2181").connect(1).connect(2).editServer([=](ServerReport& it) {
        it.lastZxid = Zxid{zxid};
        for (ClientConnection& connection : *it.connections) {
            connection.sinceUnixMs = 1;
            connection.lastRequest = requests;
            connection.lastZxid = Zxid{zxid};
        }
    });
}

/// Session 1 holds /a, and session 2 waits.
SampleBuilder heldByOne() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2");
    return tellRequests(builder, 5, 2);
}

/// The holder's znode is gone, and the server has applied another transaction since.
SampleBuilder removedFrom(const std::string& contenders = "M1@1 M2@2", std::int64_t requests = 5) {
    SampleBuilder builder;
    builder.lock("/a", contenders).editLock([](LockQueue& it) {
        it.rows.erase(it.rows.begin());
        it.rows[0].role = Role::Holder;
        it.rows[0].predecessor.reset();
        it.stat->pzxid = Zxid{3};
    });
    return tellRequests(builder, requests, 4);
}

/// The first of two waiters has been silent for so long.
SampleBuilder silentBetween(const std::string& contenders = "M1@1 M2@2 M3@3", int silentMs = 6'000) {
    SampleBuilder builder;
    builder.lock("/a", contenders).server("zk1:2181").connect(1).connect(2, silentMs).connect(3);
    return builder;
}

/// None of them watches anything.
SampleBuilder unwatched(const std::string& contenders) {
    SampleBuilder builder;
    builder.lock("/a", contenders).age(0, 1h).server("zk1:2181", true);
    for (int session = 1; session <= 3; ++session)
        builder.connect(session);
    return builder;
}

}  // namespace

/// What becomes of a finding from sample to sample.
class TestFindingLife : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSecondSurveyVerifies();
    void theSameFactsAgainVerifyNothing();
    void certainAtOnce();
    void missingWatchNeedsASecondTable();
    void missingWatchThatNoSecondTableTells();
    void missingWatchAfterARemoval();
    void missingWatchOfANewWaiter();
    void missingWatchInABusyQueue();
    void herdNeedsToStay();
    void alwaysAnotherOneBetweenTwoWatchesIsNoFinding();
    void timesAreKept();
    void endsByExpiry();
    void endsByExpiryBeforeItsZnodeGoes();
    void endsByExpiryWhenItsTimeIsOver();
    void znodeOfAGhostIsRemoved();
    void endsByItself();
    void ghostThatWaitedGetsItsTurn();
    void ghostThatWaitedExpires();
    void silentWaiterIsSuspectedAtFirst();
    void silentWaiterGetsItsTurn();
    void silenceOfAClientThatIsLost();
    void endsByAct();
    void circleIsWithdrawn();
    void suspicionsAreNotTold();
    void lockThatWasNotReadEndsNothing();
    void listThatIsLostEndsNothing();
    void whatIsOutOfSightIsNotKeptForGood();
    void whatASearchDoesNotFindIsGone();
    void searchThatLacksAnotherDirectory();
    void longWaitByAClockThatNobodyCompared();
    void longWaitsByAClockThatNobodyCompared();
    void serverThatDoesNotTellEndsNothing();
    void lockThatChangesMeanwhileEndsNothing();
    void waiterThatGetsItsTurnIsDone();
    void manyOfOneHostTakeOver();
    void longWaitsOfOneHostTakeOver();
    void leadershipThatChangesOften();
    void serverThatLags();
    void serverThatServesNobody();
    void holderRemovedBySomebodyElse();
    void removedHolderWhoseClientAsksNowAndThen();
    void removedHolderOfASessionThatEnds();
    void removedHolderThatQueuesUpAnew();
    void removedByThisProgram();
    void lastHolderIsRemoved();
};

void TestFindingLife::aSecondSurveyVerifies() {
    SampleStory story;
    const auto first = story.at(0, silent());
    QCOMPARE(lifeOf(first.findings), "suspected information silent-holder");
    QVERIFY(!first.isSettled());
    const auto second = story.at(2, silent());
    QCOMPARE(lifeOf(second.findings), "verified fault silent-holder");
    QVERIFY(second.isSettled());
    QCOMPARE(second.findings[0].blocked->inAll, std::size_t(1));
}

/// As a sample in between has them, for which no server was asked.
void TestFindingLife::theSameFactsAgainVerifyNothing() {
    FindingHistory history;
    const auto sample = std::make_shared<ClusterSample>(silent().sample());
    static_cast<void>(assess(sample, history));
    const auto later = std::make_shared<ClusterSample>(*sample);
    later->takenAtUnixMs += 2'000;
    QCOMPARE(lifeOf(assess(later, history).findings), "suspected information silent-holder");
}

void TestFindingLife::certainAtOnce() {
    SampleStory story;
    const auto assessment = story.at(0, SampleBuilder().lock("/a", "M1@0 M2@2"));
    QCOMPARE(lifeOf(assessment.findings), "verified warning persistent-contender");
    QCOMPARE(assessment.findings[0].blocked->directly, std::size_t(1));
    QVERIFY(assessment.isSettled());
}

void TestFindingLife::missingWatchNeedsASecondTable() {
    const auto waiter = [] {
        SampleBuilder builder;
        return builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, waiter()).findings), "suspected information no-watch");
    auto sameTable = waiter().editServer([](ServerReport& it) { it.watchedAtUnixMs -= 2'000; });
    QCOMPARE(lifeOf(story.at(2, sameTable).findings), "suspected information no-watch");
    QCOMPARE(lifeOf(story.at(4, waiter()).findings), "verified warning no-watch");
}

/// Nobody looks again after the last look, which could not verify what an earlier one showed.
void TestFindingLife::missingWatchThatNoSecondTableTells() {
    const auto waiter = [] {
        return SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    };
    const auto gapOf = [](const ClusterAssessment& assessment) {
        const auto& gaps = assessment.coverage->gaps;
        const auto found = std::ranges::find(gaps, GapKind::WatchesSettling, &Gap::kind);
        return found == gaps.end() ? 0 : found->count;
    };
    SampleStory story;
    (void)story.at(0, waiter());
    const auto last = story.at(2, waiter(), {"/a"});
    QCOMPARE(lifeOf(last.findings).contains("suspected information no-watch"), true);
    const ClusterAssessment told = withDoubtsLeft(last, 0);
    QCOMPARE(gapOf(told), std::uint64_t{1});
    QCOMPARE(gapOf(withDoubtsLeft(told, 0)), std::uint64_t{1});
    QCOMPARE(told.coverage->waiters, std::size_t{1});
    QCOMPARE(told.coverage->waitersVerified, std::size_t{0});

    SampleStory verified;
    (void)verified.at(0, waiter());
    QCOMPARE(gapOf(withDoubtsLeft(verified.at(2, waiter()), 0)), std::uint64_t{0});
}

/// When a contender has gone no server tells: who waited for it may be about to watch the next one. Only a
/// table of later shows that it does not.
void TestFindingLife::missingWatchAfterARemoval() {
    const auto waiter = [] {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M2@2").editLock([](LockQueue& it) { it.stat->pzxid = Zxid{3}; });
        return builder.server("zk1:2181", true).connect(1).connect(2);
    };
    const auto doubtOf = [](const ClusterAssessment& assessment) {
        const auto& gaps = assessment.coverage->gaps;
        const auto found = std::ranges::find(gaps, GapKind::WatchesSettling, &Gap::kind);
        return found == gaps.end() ? 0 : found->count;
    };
    SampleStory story;
    const auto first = story.at(0, waiter());
    QCOMPARE(lifeOf(first.findings), "");
    QVERIFY(!first.isSettled());
    QCOMPARE(doubtOf(first), std::uint64_t{1});
    QCOMPARE(first.coverage->waitersVerified, std::size_t{0});
    const auto second = story.at(2, waiter());
    QCOMPARE(lifeOf(second.findings), "suspected information no-watch");
    QVERIFY(!second.isSettled());
    QCOMPARE(doubtOf(second), std::uint64_t{0});
    QCOMPARE(lifeOf(story.at(4, waiter()).findings), "verified warning no-watch");
}

void TestFindingLife::missingWatchOfANewWaiter() {
    const auto waiter = [] {
        return SampleBuilder().lock("/a", "M1@1 M2@2").age(1, 500ms).server("zk1:2181", true).connect(1);
    };
    SampleStory story;
    const auto first = story.at(0, waiter().connect(2));
    QCOMPARE(lifeOf(first.findings), "");
    QVERIFY(!first.isSettled());
    QCOMPARE(lifeOf(story.at(2, waiter().connect(2)).findings), "suspected information no-watch");
}

/// In each sample its tables are of another moment than the queue. Whom they have as is due is fine, and
/// others are others each time; one who never wakes up stays.
void TestFindingLife::missingWatchInABusyQueue() {
    const auto queue = [](int holder, int stuck) {
        SampleBuilder builder;
        const std::string next = std::to_string(holder + 1);
        const std::string hung = std::to_string(stuck);
        builder.lock("/a", "M" + std::to_string(holder) + "@1 M" + next + "@2 M" + hung + "@3");
        std::size_t row = 0;
        for (const int number : {holder, holder + 1, stuck})
            builder.edit(row++, [number](Contender& it) { it.stat->czxid = Zxid{number}; });
        return builder.server("zk1:2181", true).connect(1).connect(2).connect(3);
    };
    const auto doubtOf = [](const ClusterAssessment& assessment) {
        const auto& gaps = assessment.coverage->gaps;
        const auto found = std::ranges::find(gaps, GapKind::WatchesSettling, &Gap::kind);
        return found == gaps.end() ? 0 : found->count;
    };
    SampleStory story;
    const auto first = story.at(0, queue(10, 90), {"/a"});
    QCOMPARE(lifeOf(first.findings), "");
    QVERIFY(!first.isSettled());
    QCOMPARE(doubtOf(first), std::uint64_t{2});
    QCOMPARE(first.coverage->waiters, std::size_t{2});
    QCOMPARE(first.coverage->waitersVerified, std::size_t{0});
    const auto second = story.at(2, queue(20, 90), {"/a"});
    QVERIFY(!second.isSettled());
    QCOMPARE(doubtOf(second), std::uint64_t{1});
    const auto third = story.at(4, queue(30, 95), {"/a"});
    QVERIFY(third.isSettled());
    QCOMPARE(doubtOf(third), std::uint64_t{0});

    // It stood still for a moment: the same waiter has no watch before and after.
    SampleStory still;
    (void)still.at(0, queue(10, 90));
    const auto moving = still.at(2, queue(20, 90), {"/a"});
    QVERIFY(!moving.isSettled());
    QCOMPARE(doubtOf(moving), std::uint64_t{1});

    SampleStory healthy;
    QVERIFY(healthy.at(0, queue(10, 90).watch(2, 0, 0).watch(3, 0, 1), {"/a"}).isSettled());
}

/// On a lock that moves on, the watches of whoever gave up waiting are gone with the next holder.
void TestFindingLife::herdNeedsToStay() {
    const auto herd = [](int holder) {
        SampleBuilder builder;
        builder.lock("/a", "M" + std::to_string(holder) + "@1 M90@2 M91@3 M92@4");
        for (std::size_t row = 1; row < 4; ++row)
            builder.edit(row, [](Contender& it) { it.stat->czxid = Zxid{raw(it.stat->czxid) + 1'000}; });
        builder.edit(0, [&](Contender& it) { it.stat->czxid = Zxid{holder}; });
        builder.server("zk1:2181", true);
        for (int session = 1; session <= 4; ++session)
            builder.connect(session);
        return builder.watch(2, 0, 0).watch(3, 0, 0).watch(4, 0, 0).watch(3, 0, 1).watch(4, 0, 2);
    };
    const Thresholds few{.longWait = 1h, .herd = 3};
    SampleStory moving(few);
    for (int holder = 1; holder <= 4; ++holder)
        QCOMPARE(lifeOf(moving.at(holder * 30, herd(holder)).findings), "suspected information herd");
    SampleStory standing(few);
    standing.at(0, herd(1));
    QCOMPARE(lifeOf(standing.at(30, herd(1)).findings), "verified warning herd");
}

void TestFindingLife::alwaysAnotherOneBetweenTwoWatchesIsNoFinding() {
    SampleStory story;
    for (int round = 0; round < 5; ++round) {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M" + std::to_string(round + 2) + '@' + std::to_string(round + 2));
        builder.edit(1, [&](Contender& it) { it.stat->czxid = Zxid{10 + round}; });
        builder.server("zk1:2181", true).connect(1).connect(round + 2);
        QCOMPARE(lifeOf(story.at(round * 30, builder).findings), "suspected information no-watch");
    }
}

void TestFindingLife::timesAreKept() {
    SampleStory story;
    story.at(0, silent());
    story.at(2, silent());
    const Finding finding = story.at(9, silent()).findings.at(0);
    QCOMPARE(finding.sinceUnixMs, after(0));
    QCOMPARE(finding.verifiedUnixMs, after(2));
    story.at(10, ghostIsGone());
    QCOMPARE(story.at(11, silent()).findings.at(0).sinceUnixMs, after(11));
}

void TestFindingLife::endsByExpiry() {
    SampleStory story;
    story.at(0, ghost());
    story.at(2, ghost());
    auto gone = ghostIsGone();
    const auto assessment = story.at(4, tellLiving(gone, {SessionId{2}}));
    QCOMPARE(lifeOf(assessment.findings), "");
    QCOMPARE(eventsOf(assessment), "verified fault ghost-holder, over fault ghost-holder by expiry");
    QCOMPARE(assessment.events->back().atUnixMs, after(4));
    QCOMPARE(story.at(6, ghostIsGone()).events->size(), std::size_t(2));
}

/// The server knows that the session is over; the queue has its znode for a moment longer.
void TestFindingLife::endsByExpiryBeforeItsZnodeGoes() {
    SampleStory story;
    story.at(0, ghost());
    story.at(2, ghost());
    const auto expired =
        story.at(4, ghost().editServer([](ServerReport& it) { it.livingSessions = std::set{SessionId{2}}; }));
    QCOMPARE(eventsOf(expired), "verified fault ghost-holder, over fault ghost-holder by expiry");
}

/// The servers told last when it still lived.
void TestFindingLife::endsByExpiryWhenItsTimeIsOver() {
    const std::set<SessionId> both{SessionId{1}, SessionId{2}};
    SampleStory story;
    auto before = ghost();
    tellLiving(before, both, 5s);
    story.at(0, before);
    story.at(2, before);
    auto gone = ghostIsGone();
    tellLiving(gone, both).editServer([](ServerReport& it) { it.readAtUnixMs -= 5'000; });
    QCOMPARE(eventsOf(story.at(7, gone)), "verified fault ghost-holder, over fault ghost-holder by expiry");
}

/// Somebody else did that, while its session lives.
void TestFindingLife::znodeOfAGhostIsRemoved() {
    const std::set<SessionId> both{SessionId{1}, SessionId{2}};
    for (const bool isExpiryTold : {true, false}) {
        SampleStory story;
        auto before = ghost();
        if (isExpiryTold) tellLiving(before, both, 30s);
        story.at(0, before);
        story.at(2, before);
        auto gone = ghostIsGone();
        if (isExpiryTold) tellLiving(gone, both, 26s);
        QCOMPARE(eventsOf(story.at(4, gone)),
                 "verified fault ghost-holder, over fault ghost-holder by itself");
    }
}

/// The client came back.
void TestFindingLife::endsByItself() {
    SampleStory story;
    story.at(0, ghost());
    story.at(2, ghost());
    QCOMPARE(eventsOf(story.at(4, ghost().connect(1))),
             "verified fault ghost-holder, over fault ghost-holder by itself");
}

/// What was only ahead has come: that the one finding is over takes nothing back, and nothing is well now.
void TestFindingLife::ghostThatWaitedGetsItsTurn() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, ghostBetween()).findings), "verified warning ghost-waiter");
    story.at(2, ghostBetween());
    const auto held = story.at(4, afterItsHolder(ghostBetween()));
    QCOMPARE(lifeOf(held.findings), "verified fault ghost-holder");
    QVERIFY(eventsOf(held).contains("over warning ghost-waiter replaced"));
}

void TestFindingLife::silentWaiterIsSuspectedAtFirst() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, silentBetween()).findings), "suspected information silent-waiter");
    QCOMPARE(lifeOf(story.at(2, silentBetween()).findings), "verified warning silent-waiter");
    const auto back = story.at(4, silentBetween("M1@1 M2@2 M3@3", 100));
    QCOMPARE(lifeOf(back.findings), "");
    QCOMPARE(eventsOf(back), "verified warning silent-waiter, over warning silent-waiter by itself");
}

void TestFindingLife::silentWaiterGetsItsTurn() {
    SampleStory story;
    story.at(0, silentBetween());
    story.at(2, silentBetween());
    const auto held = story.at(4, afterItsHolder(silentBetween()));
    QVERIFY(lifeOf(held.findings).contains("silent-holder"));
    QVERIFY(eventsOf(held).contains("over warning silent-waiter replaced"));
}

/// "What was seen since does not say so any more" was told of clients whose connections were gone, too.
void TestFindingLife::silenceOfAClientThatIsLost() {
    const auto lost = [](int session) {
        return [=](ServerReport& it) {
            std::erase_if(*it.connections,
                          [&](const ClientConnection& each) { return each.session == SessionId{session}; });
        };
    };
    SampleStory story;
    story.at(0, silent());
    story.at(2, silent());
    // By one reading it is not known to be a ghost yet.
    auto once = silent().editServer(lost(1)).editServer([](ServerReport& it) { it.listedBefore.reset(); });
    const auto seen = story.at(4, once);
    QCOMPARE(lifeOf(seen.findings), "");
    QCOMPARE(eventsOf(seen), "verified fault silent-holder, over fault silent-holder replaced");
    SampleStory waiting;
    waiting.at(0, silentBetween());
    waiting.at(2, silentBetween());
    const auto ghosts = waiting.at(4, silentBetween().editServer(lost(2)));
    QCOMPARE(lifeOf(ghosts.findings), "verified warning ghost-waiter");
    QVERIFY(eventsOf(ghosts).endsWith("over warning silent-waiter replaced"));
    // Of one that is back, nothing is wrong.
    SampleStory back;
    back.at(0, silent());
    back.at(2, silent());
    auto well = SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1:2181").connect(1).connect(2);
    QCOMPARE(eventsOf(back.at(4, well)), "verified fault silent-holder, over fault silent-holder by itself");
}

void TestFindingLife::ghostThatWaitedExpires() {
    SampleStory story;
    story.at(0, ghostBetween());
    auto expired = ghostBetween("M1@1 M3@3");
    const auto seen = story.at(2, tellLiving(expired, {SessionId{1}, SessionId{3}}));
    QCOMPARE(lifeOf(seen.findings), "");
    QCOMPARE(eventsOf(seen), "verified warning ghost-waiter, over warning ghost-waiter by expiry");
}

void TestFindingLife::endsByAct() {
    SampleStory story;
    story.at(0, ghost());
    const auto told = story.at(2, ghost());
    story.history().noteRemoval("/a", told.findings.at(0).contenders.at(0));
    // One that was begun before it.
    story.at(3, ghost());
    QCOMPARE(eventsOf(story.at(4, ghostIsGone())),
             "verified fault ghost-holder, over fault ghost-holder by act");
}

/// One of its sessions does something after all.
void TestFindingLife::circleIsWithdrawn() {
    const auto circle = [](bool worksOn) {
        SampleBuilder builder;
        builder.lock("/a", "r1@1 k2@1");
        if (worksOn) builder.lock("/b", "M1@1");
        return builder;
    };
    SampleStory story;
    story.at(0, circle(false));
    story.at(5, circle(false));
    const auto assessment = story.at(7, circle(true));
    QCOMPARE(eventsOf(assessment),
             "verified warning possible-deadlock self-upgrade, "
             "over warning possible-deadlock self-upgrade withdrawn");
    QCOMPARE(lifeOf(assessment.findings), "suspected information possible-deadlock own-upgrade");
}

void TestFindingLife::suspicionsAreNotTold() {
    SampleStory story;
    story.at(0, silent());
    QCOMPARE(eventsOf(story.at(2, silent().connect(1))), "");
}

/// Names come first where all takes long to be read.
void TestFindingLife::lockThatWasNotReadEndsNothing() {
    const auto longWait = [] { return SampleBuilder().lock("/a", "M1@1 M2@2").age(1, 2h); };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, longWait()).findings), "verified warning long-wait");
    const auto named = [](Contender& it) { it.stat.reset(); };
    const auto byNames = [&](const std::string& contenders) {
        SampleBuilder builder;
        builder.lock("/a", contenders).editLock([](LockQueue& it) { it.freshness = Freshness::Named; });
        return builder;
    };
    const auto partial = story.at(2, byNames("M1@1 M2@2").edit(0, named).edit(1, named));
    QCOMPARE(lifeOf(partial.findings), "verified warning long-wait");
    QVERIFY(!eventsOf(partial).contains("over"));
    // That it is gone, names tell.
    QCOMPARE(lifeOf(story.at(4, byNames("M1@1").edit(0, named)).findings), "");
}

/// A server that may not list its ephemerals any more tells nothing of the locks that it had listed.
void TestFindingLife::listThatIsLostEndsNothing() {
    for (const GapKind kind : {GapKind::NoSource, GapKind::NotListed, GapKind::SearchCut}) {
        SampleStory story;
        story.at(0, ghost());
        story.at(2, ghost());
        story.setGaps({{.kind = kind}});
        const auto lost = story.at(4, SampleBuilder().server("zk1:2181").connect(2));
        QCOMPARE(lifeOf(lost.findings), "verified fault ghost-holder");
        story.setGaps({});
        QCOMPARE(eventsOf(story.at(6, ghost())), "verified fault ghost-holder");
        QVERIFY(eventsOf(story.at(8, SampleBuilder().server("zk1:2181").connect(2))).contains("over"));
    }
}

/// A list that is lost for good would keep it for good. What became of it nobody can say.
void TestFindingLife::whatIsOutOfSightIsNotKeptForGood() {
    const SampleBuilder nothing = SampleBuilder().server("zk1:2181").connect(2);
    SampleStory story;
    story.at(0, ghost());
    story.at(2, ghost());
    story.setGaps({{.kind = GapKind::NoSource}});
    QCOMPARE(lifeOf(story.at(601, nothing).findings), "verified fault ghost-holder");
    const auto lost = story.at(603, nothing);
    QCOMPARE(lifeOf(lost.findings), "");
    QCOMPARE(lost.events->size(), 2u);
    QCOMPARE(lost.events->back().end, FindingEnd::OutOfSight);
}

/// Whether somebody has listed the ephemerals or not.
void TestFindingLife::whatASearchDoesNotFindIsGone() {
    const SampleBuilder nothing = SampleBuilder().server("zk1:2181").connect(2);
    for (const char* const searched : {"/a", "/", "/b", "/aa"}) {
        SampleStory story;
        story.at(0, ghost());
        story.at(2, ghost());
        story.setGaps({{.kind = GapKind::NotListed}});
        story.setSearched({searched});
        const bool isThere = searched == std::string("/b") || searched == std::string("/aa");
        QCOMPARE(!lifeOf(story.at(4, nothing).findings).isEmpty(), isThere);
    }
    SampleStory story;
    story.at(0, ghost());
    story.at(2, ghost());
    story.setGaps({{.kind = GapKind::NotListed}, {.kind = GapKind::DirectoryUnread, .path = "/a"}});
    story.setSearched({"/"});
    QCOMPARE(lifeOf(story.at(4, nothing).findings), "verified fault ghost-holder");
}

/// What was found is over all the same.
void TestFindingLife::searchThatLacksAnotherDirectory() {
    for (const char* const unread : {"/ab", "/", "/a"}) {
        SampleStory story;
        story.at(0, ghost());
        story.at(2, ghost());
        story.setGaps({{.kind = GapKind::DirectoryUnread, .path = unread}});
        const auto gone = story.at(4, SampleBuilder().server("zk1:2181").connect(2));
        QCOMPARE(lifeOf(gone.findings).isEmpty(), unread == std::string("/ab"));
    }
    // A list of all ephemerals has all locks of living sessions, whatever was searched besides.
    SampleStory story(DiscoverySource::FourLetter);
    story.at(0, ghost());
    story.at(2, ghost());
    story.setGaps({{.kind = GapKind::SearchCut}});
    QCOMPARE(lifeOf(story.at(4, SampleBuilder().server("zk1:2181").connect(2)).findings), "");
}

/// It may be as far ahead of this machine's, or behind it. What was seen here is certain.
void TestFindingLife::longWaitByAClockThatNobodyCompared() {
    const auto waits = [](std::chrono::milliseconds age) {
        return SampleBuilder().uncompared().lock("/a", "M1@1 M2@2").age(1, age);
    };
    SampleStory ahead;
    const auto first = ahead.at(0, waits(2h));
    QCOMPARE(lifeOf(first.findings), "suspected information long-wait");
    QVERIFY(first.isSettled());
    QCOMPARE(lifeOf(ahead.at(3'599, waits(2h)).findings), "suspected information long-wait");
    const auto seen = ahead.at(3'601, waits(2h));
    QCOMPARE(lifeOf(seen.findings), "verified warning long-wait");
    QCOMPARE(seen.findings[0].duration, std::optional<std::chrono::milliseconds>(3'601s));
    QCOMPARE(eventsOf(seen), "verified warning long-wait");
    SampleStory behind;
    QCOMPARE(lifeOf(behind.at(0, waits(-2h)).findings), "");
    QCOMPARE(lifeOf(behind.at(3'601, waits(-2h)).findings), "verified warning long-wait");
}

/// Those that were seen for long are not taken for the others.
void TestFindingLife::longWaitsByAClockThatNobodyCompared() {
    const auto waits = [](int locks) {
        SampleBuilder builder;
        builder.uncompared();
        for (int i = 1; i <= locks; ++i)
            builder.lock('/' + std::to_string(100 + i), "M1@1 M2@2").age(1, 2h);
        return builder.server("zk1:2181").connect(1).connect(2);
    };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, waits(21)).findings), "suspected information long-wait not-compared");
    const auto both = "verified warning long-wait, suspected information long-wait not-compared";
    QCOMPARE(lifeOf(story.at(3'601, waits(42)).findings), both);
    const auto again = story.at(3'603, waits(42));
    QCOMPARE(lifeOf(again.findings), both);
    QCOMPARE(eventsOf(again), "verified warning long-wait");
}

/// One reading in which a server is slow proves nothing.
void TestFindingLife::serverThatDoesNotTellEndsNothing() {
    const auto untold = [](SampleBuilder builder) {
        return builder.editServer([](ServerReport& it) { it.connections.reset(); });
    };
    SampleStory story;
    story.at(0, ghost());
    QCOMPARE(lifeOf(story.at(2, ghost()).findings), "verified fault ghost-holder");
    const auto slow = story.at(4, untold(ghost()));
    QCOMPARE(lifeOf(slow.findings), "verified fault ghost-holder");
    QVERIFY(!eventsOf(slow).contains("over"));
}

/// Whom its waiters watch can't be compared then.
void TestFindingLife::lockThatChangesMeanwhileEndsNothing() {
    SampleStory story;
    story.at(0, unwatched("M1@1 M2@2"));
    QCOMPARE(lifeOf(story.at(30, unwatched("M1@1 M2@2")).findings), "verified warning no-watch");
    const auto busy = story.at(60, unwatched("M1@1 M2@2 M3@3"), {"/a"});
    QCOMPARE(lifeOf(busy.findings), "verified warning no-watch");
    QVERIFY(!eventsOf(busy).contains("over"));
}

/// It has nobody to watch then, so its server tells nothing of it.
void TestFindingLife::waiterThatGetsItsTurnIsDone() {
    SampleStory story;
    story.at(0, unwatched("M1@1 M2@2"));
    QCOMPARE(lifeOf(story.at(30, unwatched("M1@1 M2@2")).findings), "verified warning no-watch");
    const auto done = story.at(60, unwatched("M2@2"));
    QCOMPARE(lifeOf(done.findings), "");
    QVERIFY(eventsOf(done).contains("over"));
}

/// What was verified of each of them stays so when they are told as one.
void TestFindingLife::manyOfOneHostTakeOver() {
    const auto silent = [](int count) {
        SampleBuilder builder;
        for (int i = 1; i <= 4; ++i)
            builder.lock('/' + std::to_string(i), "M1@" + std::to_string(i));
        builder.server("zk1:2181");
        for (int i = 1; i <= 4; ++i)
            builder.connect(i, i <= count ? 9'000 : 100);
        return builder;
    };
    SampleStory story;
    story.at(0, silent(3));
    QCOMPARE(story.at(2, silent(3)).findings.size(), std::size_t(3));
    const auto many = story.at(4, silent(4));
    QCOMPARE(lifeOf(many.findings), "verified warning silent-holder");
    QCOMPARE(many.findings[0].count, std::optional<std::uint64_t>(4));
    QVERIFY(!eventsOf(many).contains("over"));
}

/// Nobody has stopped waiting.
void TestFindingLife::longWaitsOfOneHostTakeOver() {
    const auto waits = [](int locks) {
        SampleBuilder builder;
        for (int i = 1; i <= 21; ++i) {
            const int waitedS = i <= locks ? 120 : 30;
            builder.lock('/' + std::to_string(100 + i), "M1@1 M2@2").age(1, std::chrono::seconds(waitedS));
        }
        return builder.server("zk1:2181").connect(1).connect(2);
    };
    SampleStory story{Thresholds{}};
    const auto count = [](const ClusterAssessment& each) { return lifeOf(each.findings).count("long-wait"); };
    QCOMPARE(count(story.at(0, waits(20))), 20);
    const auto many = story.at(2, waits(21));
    QCOMPARE(lifeOf(many.findings), "verified warning long-wait");
    QVERIFY(!eventsOf(many).contains("over"));
    const auto few = story.at(4, waits(20));
    QCOMPARE(count(few), 20);
    QVERIFY(!eventsOf(few).contains("over"));
}

void TestFindingLife::leadershipThatChangesOften() {
    const auto led = [](int leader) {
        SampleBuilder builder;
        builder.lock("/election", "L" + std::to_string(leader) + '@' + std::to_string(leader));
        return builder.edit(0, [&](Contender& it) { it.stat->czxid = Zxid{leader}; });
    };
    SampleStory story;
    for (int leader = 1; leader <= 3; ++leader)
        QCOMPARE(lifeOf(story.at(leader * 60, led(leader)).findings), "");
    const auto fourth = story.at(240, led(4));
    QCOMPARE(lifeOf(fourth.findings), "verified warning leadership-changes");
    QCOMPARE(fourth.findings[0].count, std::optional<std::uint64_t>(3));
    // Nobody leads for a moment.
    story.at(241, SampleBuilder());
    QCOMPARE(lifeOf(story.at(242, led(4)).findings), "verified warning leadership-changes");
    QCOMPARE(lifeOf(story.at(780, led(4)).findings), "");
}

void TestFindingLife::serverThatServesNobody() {
    const auto answering = [](std::optional<ErrorCode> second) {
        SampleBuilder builder;
        return builder.server("zk1:2181").server("zk2:2181").editServer([&](ServerReport& it) {
            if (!second) return;
            it.connections.reset();
            it.metrics.reset();
            it.rungs = {{Evidence::Server, EvidenceSource::FourLetter, Error{*second, "Ask for \"srvr\""}}};
        });
    };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, answering({})).findings), "");
    QCOMPARE(lifeOf(story.at(2, answering(ErrorCode::OperationTimeout)).findings), "");
    const auto first = story.at(4, answering(ErrorCode::NotServing));
    QCOMPARE(lifeOf(first.findings), "suspected information server-not-serving");
    QCOMPARE(first.findings[0].server, "zk2:2181");
    QCOMPARE(lifeOf(story.at(6, answering(ErrorCode::NotServing)).findings),
             "verified warning server-not-serving");
    QCOMPARE(lifeOf(story.at(8, answering({})).findings), "");
}

void TestFindingLife::serverThatLags() {
    const auto servers = [](std::int64_t zxid, std::int64_t laggards) {
        SampleBuilder builder;
        builder.server("zk1:2181").editServer([&](ServerReport& it) { it.lastZxid = Zxid{zxid}; });
        return builder.server("zk2:2181").editServer([&](ServerReport& it) {
            it.lastZxid = Zxid{laggards};
            it.mode = "follower";
        });
    };
    // A new leader is ahead by its epoch's number alone.
    constexpr std::int64_t kEpoch = std::int64_t{2} << 32;
    SampleStory elected;
    QCOMPARE(lifeOf(elected.at(0, servers(kEpoch, 50)).findings), "");
    QCOMPARE(lifeOf(elected.at(9, servers(kEpoch, 50)).findings), "");
    QCOMPARE(lifeOf(elected.at(18, servers(kEpoch, 50)).findings), "");

    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, servers(100, 50)).findings), "");
    // It may be catching up.
    QCOMPARE(lifeOf(story.at(4, servers(200, 90)).findings), "");
    const auto behind = story.at(6, servers(300, 95));
    QCOMPARE(lifeOf(behind.findings), "suspected information server-lag");
    QCOMPARE(behind.findings[0].server, "zk2:2181");
    QCOMPARE(behind.findings[0].duration, std::optional<std::chrono::milliseconds>(6s));
    QCOMPARE(lifeOf(story.at(9, servers(400, 150)).findings), "verified warning server-lag");
    // It had told how far it was before it told all the rest.
    QCOMPARE(
        lifeOf(
            story.at(9.5, servers(450, 150).editServer([](ServerReport& it) { it.zxidAskedUnixMs -= 2'000; }))
                .findings),
        "");
    // It has what the others had three seconds before.
    QCOMPARE(lifeOf(story.at(12, servers(500, 400)).findings), "");
}

void TestFindingLife::holderRemovedBySomebodyElse() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, heldByOne()).findings), "");
    // Its client may have moved, and be listed by the server that it left.
    QCOMPARE(lifeOf(story.at(2, removedFrom()).findings), "");
    const auto removed = story.at(3, removedFrom());
    QCOMPARE(lifeOf(removed.findings), "verified fault removed-holder");
    const Finding& finding = removed.findings[0];
    QCOMPARE(finding.lock, std::string("/a"));
    QVERIFY(finding.contenders.at(0).ends_with("lock-0000000001"));
    QCOMPARE(finding.sessions, std::vector{SessionId{1}});
    QCOMPARE(finding.hosts, std::vector<std::string>{"10.0.0.1"});
    QCOMPARE(lifeOf(story.at(4, removedFrom()).findings), "verified fault removed-holder");
    // By a request it may have noticed.
    const auto sent = [] { return removedFrom("M1@1 M2@2", 6); };
    QCOMPARE(lifeOf(story.at(6, sent()).findings), "verified warning removed-holder");
    QCOMPARE(lifeOf(story.at(600, sent()).findings), "verified warning removed-holder");
    const auto over = story.at(610, sent());
    QCOMPARE(lifeOf(over.findings), "");
    QCOMPARE(eventsOf(over), "verified fault removed-holder, over warning removed-holder by itself");
}

/// By what it asked it may have noticed.
void TestFindingLife::removedHolderWhoseClientAsksNowAndThen() {
    const auto asked = [](const std::string& operation) {
        return removedFrom("M1@1 M2@2", 6).editServer([&](ServerReport& it) {
            for (ClientConnection& connection : *it.connections)
                connection.lastOperation = operation;
        });
    };
    for (const auto& [operation, expected] :
         {std::pair("GETD", "verified warning removed-holder"), {"DELE", ""}}) {
        SampleStory story;
        story.at(0, heldByOne());
        story.at(2, asked(operation));
        QCOMPARE(lifeOf(story.at(4, asked(operation)).findings), expected);
    }
}

void TestFindingLife::removedHolderOfASessionThatEnds() {
    SampleStory story;
    story.at(0, heldByOne());
    story.at(2, removedFrom());
    story.at(3, removedFrom());
    const auto living = [](std::set<SessionId> sessions) {
        return removedFrom().editServer([&](ServerReport& it) {
            it.connections->erase(it.connections->begin());
            it.livingSessions = sessions;
            it.rungs = {{Evidence::Ephemerals, EvidenceSource::AdminServer}};
        });
    };
    QCOMPARE(lifeOf(story.at(20, living({SessionId{1}, SessionId{2}})).findings),
             "verified fault removed-holder");
    QCOMPARE(lifeOf(story.at(22, living({SessionId{2}})).findings), "");
}

void TestFindingLife::removedHolderThatQueuesUpAnew() {
    SampleStory story;
    story.at(0, heldByOne());
    story.at(2, removedFrom());
    QCOMPARE(lifeOf(story.at(3, removedFrom()).findings), "verified fault removed-holder");
    QCOMPARE(lifeOf(story.at(4, removedFrom("M1@1 M2@2 M3@1")).findings), "");
}

void TestFindingLife::removedByThisProgram() {
    SampleStory story;
    const auto held = story.at(0, heldByOne());
    story.history().noteRemoval("/a", held.sample->locks[0]->rows[0].contender->name);
    QCOMPARE(lifeOf(story.at(2, removedFrom()).findings), "");
    QCOMPARE(lifeOf(story.at(4, removedFrom()).findings), "");
}

/// A lock without a contender is in no list of ephemerals.
void TestFindingLife::lastHolderIsRemoved() {
    const auto none = [] {
        SampleBuilder builder;
        return tellRequests(builder, 5, 3);
    };
    const auto held = [] {
        SampleBuilder builder;
        builder.lock("/a", "M1@1");
        return tellRequests(builder, 5, 1);
    };
    SampleStory story;
    story.at(0, held());
    story.at(2, none());
    story.at(4, none());
    QCOMPARE(lifeOf(story.at(6, none()).findings), "");  // not read: nobody has listed what there is
    SampleStory listed(DiscoverySource::AdminServer);
    listed.at(0, held());
    listed.at(2, none());
    listed.at(4, none());
    QCOMPARE(lifeOf(listed.at(6, none()).findings), "verified fault removed-holder");
}

LOCKSCOPE_TEST(TestFindingLife)
#include "tst_finding_life.moc"
