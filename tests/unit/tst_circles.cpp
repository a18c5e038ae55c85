// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_story.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const QString kSuspected = "suspected information possible-deadlock";
const QString kVerified = "verified warning possible-deadlock";
const QString kFault = "verified fault possible-deadlock";

/// Queued up when it had all that it holds.
void last(Contender& contender) {
    contender.stat->czxid = Zxid{raw(contender.stat->czxid) + 100};
}

/// Sessions 1 and 2 hold a lock each, and wait for the other one's, the last of them for `lasting`. Session 1
/// has one more, if told so.
SampleBuilder circle(std::chrono::milliseconds lasting = 1s, bool holdsAnother = false) {
    SampleBuilder builder;
    builder.lock("/another", "M1@1");
    if (!holdsAnother) builder.editLock([](LockQueue& it) { it.rows.clear(); });
    builder.lock("/a", "M1@1 M2@2").age(1, lasting).edit(1, last);
    return builder.lock("/b", "M1@2 M2@1").age(1, lasting).edit(1, last);
}

}  // namespace

/// When a circle of waiting is a deadlock, and when it is clients of several threads that take turns.
class TestCircles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void certainOnceItHasLasted();
    void clocksThatContradictHideNothing();
    void anotherComparisonOfClocksHidesNothing();
    void atOnceAFaultWhereItOutlastedAll();
    void clockThatNobodyComparedMakesNoFault();
    void listThatIsLostChangesNothing();
    void lockThatIsNotListedTellsOfNoThreads();
    void outlastsWhatWasHeldBefore();
    void newerContenderOfASessionBeginsItAnew();
    void lostContenderBeginsItAnew();
    void othersMayGoOn();
    void lastsInAKnotOfOthers();
    void threadsThatHoldOneLockEach();
    void contenderThatCameDuringAWaitTellsOfThreads();
    void clocksThatContradictHideNoThreads();
    void deadlockOfThreads();
    void upgrades_data();
    void upgrades();
    void newestAgainIsTheSame();
};

void TestCircles::certainOnceItHasLasted() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, circle()).findings), kSuspected);
    QVERIFY(!story.at(2, circle()).isSettled());
    QCOMPARE(lifeOf(story.at(4.9, circle()).findings), kSuspected);
    const auto verified = story.at(5, circle());
    QCOMPARE(lifeOf(verified.findings), kVerified);
    QVERIFY(verified.isSettled());
    QVERIFY(verified.waitFor.cycles.at(0).hasLasted);
    QCOMPARE(lifeOf(story.at(58, circle()).findings), kVerified);
    QCOMPARE(lifeOf(story.at(59, circle()).findings), kFault);
}

/// The leader's clock is ahead, and no server tells: its contenders seem to come later than they were seen.
void TestCircles::clocksThatContradictHideNothing() {
    SampleStory story;
    const auto first = story.at(0, circle(-1h));
    QCOMPARE(lifeOf(first.findings), "");
    QVERIFY(!first.isSettled());
    QCOMPARE(lifeOf(story.at(5, circle(-1h)).findings), kVerified);
}

/// What stood at one time by a first comparison is not gone by a second one, to be found anew by a third.
void TestCircles::anotherComparisonOfClocksHidesNothing() {
    FindingHistory history;
    ClusterSample sample = circle().sample();
    const auto judge = [&] { return assess(std::make_shared<const ClusterSample>(sample), history); };
    const auto first = judge();
    QCOMPARE(lifeOf(first.findings), kSuspected);
    ServerReport leader{"zk0:2181", "leader"};
    leader.clockAhead = -1h;
    sample.clocks = {};
    sample.clocks.take({leader});
    sample.takenAtUnixMs += 2'000;
    const auto again = judge();
    QCOMPARE(lifeOf(again.findings), kSuspected);
    QCOMPARE(again.findings[0].sinceUnixMs, first.findings[0].sinceUnixMs);
    QCOMPARE(again.waitFor.cycles.size(), std::size_t{1});
}

/// It stood for minutes when it was seen first.
void TestCircles::atOnceAFaultWhereItOutlastedAll() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, circle(2min)).findings), kSuspected);
    QCOMPARE(lifeOf(story.at(5, circle(2min)).findings), kFault);
}

/// It stands for as long as it was seen to, whatever that clock says.
void TestCircles::clockThatNobodyComparedMakesNoFault() {
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, circle(2min).uncompared()).findings), kSuspected);
    QCOMPARE(lifeOf(story.at(5, circle(2min).uncompared()).findings), kVerified);
    QCOMPARE(lifeOf(story.at(60, circle(2min).uncompared()).findings), kFault);
}

void TestCircles::listThatIsLostChangesNothing() {
    SampleStory story;
    story.at(0, circle());
    QCOMPARE(lifeOf(story.at(5, circle()).findings), kVerified);
    story.setGaps({{.kind = GapKind::NoSource}});
    QCOMPARE(lifeOf(story.at(7, SampleBuilder()).findings), kVerified);
    QCOMPARE(lifeOf(story.at(9, SampleBuilder().lock("/new", "M1@7")).findings), kVerified);
    story.setGaps({});
    const auto again = story.at(11, circle());
    QCOMPARE(lifeOf(again.findings), kVerified);
    QCOMPARE(again.events->size(), 1u);
}

/// That a search did not get to one of its locks is nothing that a session did.
void TestCircles::lockThatIsNotListedTellsOfNoThreads() {
    SampleStory story;
    story.at(0, circle());
    QCOMPARE(lifeOf(story.at(5, circle()).findings), kVerified);
    story.setGaps({{.kind = GapKind::SearchCut}});
    SampleBuilder onlyOne;
    onlyOne.lock("/another", "M1@1").editLock([](LockQueue& it) { it.rows.clear(); });
    onlyOne.lock("/a", "M1@1 M2@2").age(1, 1s).edit(1, last);
    QCOMPARE(lifeOf(story.at(7, onlyOne).findings), kVerified);
    const auto again = story.at(9, circle());
    QCOMPARE(lifeOf(again.findings), kVerified);
    QVERIFY(!again.findings[0].isOfThreads);
    QCOMPARE(again.events->size(), 1u);
}

void TestCircles::outlastsWhatWasHeldBefore() {
    SampleStory story;
    // The holder before was there for 4 seconds.
    story.at(0, SampleBuilder().lock("/a", "M0@9"));
    story.at(4, SampleBuilder().lock("/a", ""));
    story.at(5, circle(-5s));
    QCOMPARE(lifeOf(story.at(16, circle(-5s)).findings), kVerified);
    QCOMPARE(lifeOf(story.at(17, circle(-5s)).findings), kFault);
}

void TestCircles::newerContenderOfASessionBeginsItAnew() {
    SampleStory story;
    story.at(0, circle());
    story.at(3, circle().lock("/c", "M7@1").age(0, -2s));
    QCOMPARE(lifeOf(story.at(7, circle().lock("/c", "M7@1").age(0, -2s)).findings), kSuspected);
}

void TestCircles::lostContenderBeginsItAnew() {
    SampleStory story;
    story.at(0, circle(1s, true));
    story.at(3, circle());
    const auto assessment = story.at(7, circle());
    QCOMPARE(lifeOf(assessment.findings), kSuspected);
    QVERIFY(assessment.findings[0].isOfThreads);
    QCOMPARE(lifeOf(story.at(70, circle()).findings), kVerified);
}

/// Others come and go in the same queues.
void TestCircles::othersMayGoOn() {
    SampleStory story;
    story.at(0, circle().lock("/c", "M5@5"));
    story.at(3, circle().lock("/c", "M5@6 M6@7"));
    QCOMPARE(lifeOf(story.at(6, circle().lock("/c", "")).findings), kVerified);
}

/// Sessions 2 and 3 wait for each other, too, and are met first; but session 3 works on.
void TestCircles::lastsInAKnotOfOthers() {
    const auto knot = [](int round) {
        SampleBuilder builder;
        builder.lock("/a", "r1@1 r2@3 k3@2").edit(2, last);
        builder.lock("/b", "M1@2 M2@1").edit(1, last);
        builder.lock("/c", "M1@2 M2@3").edit(1, last);
        for (int i = 0; i < round; ++i)
            builder.lock("/x" + std::to_string(i), "M1@3");
        return builder;
    };
    SampleStory story;
    QCOMPARE(story.at(0, knot(0)).findings.at(0).sessions, (std::vector{SessionId{2}, SessionId{3}}));
    story.at(3, knot(1));
    const auto assessment = story.at(6, knot(2));
    QCOMPARE(lifeOf(assessment.findings), kVerified);
    QCOMPARE(assessment.findings[0].sessions, (std::vector{SessionId{1}, SessionId{2}}));
}

/// Two threads in each of two clients, which take turns on two locks.
void TestCircles::threadsThatHoldOneLockEach() {
    SampleStory story;
    for (int round = 0; round < 20; ++round) {
        SampleBuilder builder;
        for (int i = 0; i < round; ++i)
            builder.lock("/before" + std::to_string(i), "M1@9");
        builder.lock("/a", "M1@1 M2@2").age(0, -round * 1s).age(1, -round * 1s);
        builder.lock("/b", "M1@2 M2@1").age(0, -round * 1s).age(1, -round * 1s);
        const auto assessment = story.at(round + 0.5, builder);
        for (const Finding& finding : assessment.findings)
            QCOMPARE(finding.severity, Severity::Information);
    }
}

/// Session 1 waited before it got the lock that session 2 waits for: with another thread.
void TestCircles::contenderThatCameDuringAWaitTellsOfThreads() {
    const auto threads = [] {
        SampleBuilder builder;
        return builder.lock("/b", "M1@2 M2@1").lock("/a", "M1@1 M2@2");
    };
    SampleStory story;
    const auto first = story.at(0, threads());
    QCOMPARE(lifeOf(first.findings), kSuspected);
    QVERIFY(first.findings[0].isOfThreads);
    QVERIFY(first.isSettled());
    QCOMPARE(lifeOf(story.at(6, threads()).findings), kSuspected);
}

/// Contenders that seem to come later than they were seen are no deadlock for that.
void TestCircles::clocksThatContradictHideNoThreads() {
    const auto threads = [] {
        SampleBuilder builder;
        builder.lock("/b", "M1@2 M2@1").age(0, -1h).age(1, -1h);
        return builder.lock("/a", "M1@1 M2@2").age(0, -1h).age(1, -1h);
    };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, threads()).findings), "");
    const auto lasting = story.at(6, threads());
    QCOMPARE(lifeOf(lasting.findings), kSuspected);
    QVERIFY(lasting.findings[0].isOfThreads);
}

/// They have threads, and yet the circle outlasts everything: it is worth a warning.
void TestCircles::deadlockOfThreads() {
    const auto threads = [] {
        SampleBuilder builder;
        builder.lock("/b", "M1@2 M2@1").age(1, 1s);
        return builder.lock("/a", "M1@1 M2@2").age(0, 500ms).age(1, 500ms);
    };
    SampleStory story;
    story.at(0, threads());
    QCOMPARE(lifeOf(story.at(50, threads()).findings), kSuspected);
    const auto assessment = story.at(60, threads());
    QCOMPARE(lifeOf(assessment.findings), kVerified);
    QVERIFY(assessment.findings[0].isOfThreads);
}

void TestCircles::upgrades_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<int>("sessions");
    QTest::newRow("Curator, two clients") << "R1@1 R2@2 W3@1 W4@2"
                                          << ""
                                          << "upgrade" << 2;
    QTest::newRow("kazoo, two clients") << "r1@1 r2@2 k3@1 k4@2"
                                        << ""
                                        << "upgrade" << 2;
    QTest::newRow("behind another's reader") << "R1@1 R2@2 W3@2"
                                             << ""
                                             << "self-upgrade" << 1;
    QTest::newRow("alone") << "r1@1 k2@1"
                           << ""
                           << "self-upgrade" << 1;
    QTest::newRow("with another contender") << "r1@1 k2@1"
                                            << "M1@1"
                                            << "own-upgrade" << 1;
}

void TestCircles::upgrades() {
    QFETCH(QString, words);
    QFETCH(QString, other);
    QFETCH(QString, detail);
    QFETCH(int, sessions);
    const auto sample = [&] {
        SampleBuilder builder;
        if (!other.isEmpty()) builder.lock("/other", other.toStdString());
        builder.lock("/a", words.toStdString());
        return builder;
    };
    SampleStory story;
    QCOMPARE(lifeOf(story.at(0, sample()).findings), kSuspected + ' ' + detail);
    const auto assessment = story.at(5, sample());
    QCOMPARE(lifeOf(assessment.findings), kVerified + ' ' + detail);
    QCOMPARE(assessment.findings[0].sessions.size(), std::size_t(sessions));
    QCOMPARE(assessment.findings[0].contenders.size(), std::size_t(sessions));
}

void TestCircles::newestAgainIsTheSame() {
    SampleStory story;
    story.at(0, circle());
    QCOMPARE(lifeOf(story.at(5, circle()).findings), kVerified);
    QCOMPARE(lifeOf(story.at(5, circle()).findings), kVerified);
}

LOCKSCOPE_TEST(TestCircles)
#include "tst_circles.moc"
