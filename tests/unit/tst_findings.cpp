// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/finding_history.h>
#include <lockcore/observe/findings.h>

#include <algorithm>
#include <initializer_list>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

/// "fault ghost-holder /a, warning …": severity, kind, detail, and lock or server of each finding.
QString textOf(const std::vector<Finding>& findings) {
    QStringList lines;
    for (const Finding& finding : findings) {
        QStringList words{QString::fromStdString(std::string(severityName(finding.severity))),
                          QString::fromStdString(std::string(findingKey(finding.kind)))};
        for (const std::string& word : {finding.detail, finding.lock, finding.server})
            if (!word.empty()) words << QString::fromStdString(word);
        lines << words.join(' ');
    }
    return lines.join(", ");
}

QString problemsOf(const ClusterSample& sample, const Thresholds& thresholds = {}) {
    return textOf(findProblems(sample, thresholds));
}

/// The only finding of a sample.
Finding single(const ClusterSample& sample, const Thresholds& thresholds = {}) {
    const auto findings = findProblems(sample, thresholds);
    if (findings.size() != 1) qWarning("%s", qPrintable(textOf(findings)));
    return findings.size() == 1 ? findings.front() : Finding{};
}

std::vector<std::string> names(const ClusterSample& sample, std::initializer_list<std::size_t> rows) {
    std::vector<std::string> names;
    for (const std::size_t row : rows)
        names.push_back(sample.locks[0]->rows[row].contender->name);
    return names;
}

std::vector<SessionId> sessions(std::initializer_list<std::int64_t> ids) {
    std::vector<SessionId> sessions;
    for (const std::int64_t id : ids)
        sessions.push_back(SessionId{id});
    return sessions;
}

/// Locks as a cluster has them: held by one of 200 sessions, with some others waiting; all dialects.
SampleBuilder healthyLocks(int count) {
    SampleBuilder builder;
    const std::array<std::string, 5> kinds{"MMMM", "WRRW", "LLLL", "krrk", "RRWR"};
    for (int lock = 0; lock < count; ++lock) {
        const std::string& kind = kinds[std::size_t(lock) % kinds.size()];
        std::string words;
        for (int row = 0; row < lock % 5; ++row) {
            // A lower session never waits for a higher one: nobody waits in a circle.
            words += kind[std::size_t(row)] + std::to_string(lock + row) + '@' +
                     std::to_string(1 + lock % 190 + row) + ' ';
        }
        builder.lock("/locks/" + std::to_string(lock), words);
    }
    builder.server("zk1:2181", true).editServer([](ServerReport& it) {
        it.mode = "leader";
        it.clockAhead = 300ms;
        it.metrics = ServerMetrics{.mostChildWatchers = 2, .mostDeleteWatchers = 2};
    });
    return builder;
}

}  // namespace

class TestFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyClusterIsSilent();
    void findsNothingInNothing();
    void deadlock();
    void deadlockNamesThoseThatHold();
    void circleThatAnExpiryEnds();
    void ghostHolder();
    void silentHolder_data();
    void silentHolder();
    void absentClientThatMayWait();
    void orphanContender();
    void duplicateId();
    void noDuplicates();
    void selfWait();
    void persistentContender();
    void noWatch();
    void noWatchOfAClientThatStandsStill();
    void noWatchIsOnlySaidOfOneMoment();
    void herd();
    void readersOfOneWriterAreAHarmlessHerd();
    void herdByCounters();
    void longWait();
    void longWaitByTheClockOfTheLeader();
    void longWaitOfAnEarlierLeader();
    void selfWaitByAClockThatNobodyCompared();
    void longQueue();
    void sequenceExhaustion_data();
    void sequenceExhaustion();
    void orderMismatch();
    void noOrderMismatch();
    void overtakenHolder_data();
    void overtakenHolder();
    void overtakenHolderNeedsNoWatch();
    void exceededPermits();
    void waitBehindAPersistentContender();
    void unreadable();
    void emptyParents();
    void watchBudget();
    void ticketEnds();
    void certificateEnds();
    void clockSkew();
    void clockSkewOfThisMachine();
    void mixedDialects();
    void mixedDialectsThatWaitForEachOther();
    void ghostWaiter();
    void ghostWaiterThatIsInNobodysWay();
    void ghostWaiterReadsAmongOthers();
    void silentWaiter();
    void silentWaiterThatIsNotTheNext();
    void silentWaiterThatIsInNobodysWay();
    void standbysMayBeGhosts();
    void standbysMayBeSilent();
    void membersMayBeGhosts();
    void manyGhostMembersOfOneHostAreOneFinding();
    void membersThatMayComeBackAreNoGhosts();
    void equalNumbers_data();
    void equalNumbers();
    void negativeNumbers();
    void unsafeDowngrade();
    void readerBehindLaterWriter();
    void standbysWaitForNothing();
    void leadersMayBeGhosts();
    void ghostThatOnlyGhostsWaitFor();
    void electionsInOppositeOrderAreNoDeadlock();
    void membersAreNoReasonToWorry_data();
    void membersAreNoReasonToWorry();
    void ownSessionIsNoFinding();
    void worstFirstAndAlwaysTheSame();
    void ofTwoAlikeWhatMoreWaitFor();
    void keys();
    void suppressions();
    void manyHoldersOfOneHostAreOneFinding();
    void longWaitsForManyLocksOfOneHostAreOneFinding();
    void whoIsBlocked_data();
    void whoIsBlocked();
    void wrongWatch_data();
    void wrongWatch();
    void recursiveWatchMayTell();
    void manyEphemerals();
    void manyEphemeralsThatAreNoLocks();
    void thirtyThousandContenders();
};

void TestFindings::healthyClusterIsSilent() {
    const auto sample = healthyLocks(1'000).sample(true);
    QCOMPARE(sample.locks.size(), 1'000u);
    QCOMPARE(problemsOf(sample), "");
}

void TestFindings::findsNothingInNothing() {
    QCOMPARE(problemsOf(ClusterSample{}), "");
}

void TestFindings::deadlock() {
    const auto sample =
        SampleBuilder().lock("/a", "M1@2 M2@1").age(1, 9s).lock("/b", "M1@1 M2@2").age(1, 8s).sample();
    const Finding finding = single(sample);
    QCOMPARE(finding.kind, FindingKind::PossibleDeadlock);
    // One sample can't tell more.
    QCOMPARE(finding.severity, Severity::Information);
    QCOMPARE(finding.stage, FindingStage::Suspected);
    QCOMPARE(finding.lock, "");
    QCOMPARE(finding.sessions, sessions({1, 2}));
    QCOMPARE(finding.contenders, (std::vector{"/a/" + sample.locks[0]->rows[1].contender->name,
                                              "/b/" + sample.locks[1]->rows[1].contender->name}));
    QCOMPARE(finding.duration, std::optional<milliseconds>(8s));
}

// Session 3 stands in the queue between them, and holds nothing.
void TestFindings::deadlockNamesThoseThatHold() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@3 M3@2").lock("/b", "M1@2 M2@1").sample();
    QCOMPARE(single(sample).sessions, sessions({1, 2}));
}

// One of the two was killed: its session's end lets the other one go on. Who is dead is not blocked.
void TestFindings::circleThatAnExpiryEnds() {
    SampleBuilder builder;
    builder.lock("/a", "M1@2 M2@1").lock("/b", "M1@1 M2@2").server("zk1:2181").connect(2);
    const auto sample = builder.sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "fault ghost-holder /b");
    QCOMPARE(finding.sessions, sessions({1}));
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(finding.blocked->inAll, 1u);
    builder.connect(1);
    QCOMPARE(single(builder.sample()).kind, FindingKind::PossibleDeadlock);
}

void TestFindings::ghostHolder() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1").server("zk1:2181").connect(2);
    Finding finding = single(builder.sample());
    QCOMPARE(finding.kind, FindingKind::GhostHolder);
    QCOMPARE(finding.severity, Severity::Warning);
    QCOMPARE(finding.sessions, sessions({1}));
    QCOMPARE(finding.contenders, names(builder.sample(), {0}));
    QVERIFY(!finding.remaining);
    QCOMPARE(finding.evidence, std::vector{Evidence::Connections});

    SampleBuilder waited;
    waited.lock("/a", "M1@1 M2@2").server("zk1:2181").connect(2).editServer([](ServerReport& it) {
        it.expiresIn[SessionId{1}] = 4s;
    });
    finding = single(waited.sample());
    QCOMPARE(finding.severity, Severity::Fault);
    QCOMPARE(finding.remaining, std::optional<milliseconds>(4s));
    waited.server("zk2:2181").editServer([](ServerReport& it) { it.connections.reset(); });
    QCOMPARE(problemsOf(waited.sample()), "");
}

void TestFindings::silentHolder_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("silentMs");
    QTest::addColumn<QString>("expected");
    QTest::newRow("half") << "M1@1 M2@2" << 5'000 << "";
    QTest::newRow("more than half") << "M1@1 M2@2" << 5'001 << "warning silent-holder /a zk1:2181";
    QTest::newRow("nearly over") << "M1@1 M2@2" << 8'001 << "fault silent-holder /a zk1:2181";
    QTest::newRow("nearly over, nobody waits") << "M1@1" << 8'001 << "warning silent-holder /a zk1:2181";
    QTest::newRow("a waiter") << "M1@2 M2@1" << 9'000 << "";
}

void TestFindings::silentHolder() {
    QFETCH(QString, words);
    QFETCH(int, silentMs);
    const auto sample = SampleBuilder()
                            .lock("/a", words.toStdString())
                            .server("zk1:2181")
                            .connect(1, silentMs)
                            .connect(2)
                            .sample();
    QTEST(problemsOf(sample), "expected");
    for (const Finding& finding : findProblems(sample))
        QCOMPARE(finding.duration, std::optional<milliseconds>(silentMs));
}

/// It is first of its library, and may wait for another one's: it is no holder for sure, and nobody's fault.
void TestFindings::absentClientThatMayWait() {
    SampleBuilder silent;
    silent.lock("/a", "M1@1 k2@2 k3@3").server("zk1:2181").connect(1).connect(2, 9'000).connect(3);
    QVERIFY2(problemsOf(silent.sample()).contains("warning silent-holder may-wait /a"),
             qPrintable(problemsOf(silent.sample())));
    SampleBuilder gone;
    gone.lock("/a", "M1@1 k2@2 k3@3").server("zk1:2181").connect(1).connect(3);
    QVERIFY2(problemsOf(gone.sample()).contains("warning ghost-holder may-wait /a"),
             qPrintable(problemsOf(gone.sample())));
    SampleBuilder first;
    first.lock("/a", "k1@2 M2@1 k3@3").server("zk1:2181").connect(1).connect(2, 9'000).connect(3);
    QVERIFY2(problemsOf(first.sample()).contains("fault silent-holder /a"),
             qPrintable(problemsOf(first.sample())));
}

void TestFindings::orphanContender() {
    const auto sample =
        SampleBuilder().lock("/a", "M1@1 M2@2 M3@1").sameId(0, 2).server("zk1:2181").sample(true);
    const Finding finding = single(sample);
    QCOMPARE(finding.kind, FindingKind::OrphanContender);
    QCOMPARE(finding.severity, Severity::Fault);
    QCOMPARE(finding.contenders, names(sample, {0, 2}));
    QCOMPARE(finding.sessions, sessions({1}));
}

void TestFindings::duplicateId() {
    const auto ofTwoSessions = SampleBuilder().lock("/a", "M1@1 M2@2").sameId(0, 1).sample();
    QCOMPARE(problemsOf(ofTwoSessions), "warning duplicate-id /a");
    QCOMPARE(single(ofTwoSessions).contenders, names(ofTwoSessions, {0, 1}));
    const auto ofWaiters = SampleBuilder().lock("/a", "M1@1 M2@2 M3@2").sameId(1, 2).sample();
    QCOMPARE(problemsOf(ofWaiters), "warning duplicate-id /a");
    QCOMPARE(single(ofWaiters).contenders, names(ofWaiters, {1, 2}));
}

void TestFindings::noDuplicates() {
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "W1@1 R1@1").sameId(0, 1).sample()), "");
    QCOMPARE(problemsOf(SampleBuilder()
                            .lock("/a", "_c_00000000000000000000000000000001-lock-0000000001")
                            .lock("/b", "_c_00000000000000000000000000000001-lock-0000000002")
                            .sample()),
             "");
}

void TestFindings::selfWait() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@1 M3@2 M4@1");
    Finding finding = single(builder.sample());
    QCOMPARE(finding.kind, FindingKind::SelfWait);
    QCOMPARE(finding.severity, Severity::Information);
    QCOMPARE(finding.contenders, names(builder.sample(), {0, 1}));
    QCOMPARE(finding.sessions, sessions({1}));
    QCOMPARE(finding.duration, std::optional<milliseconds>(10s));

    builder.age(1, 61s);
    QCOMPARE(problemsOf(builder.sample()), "warning self-wait /a, warning long-wait /a");
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "M1@2 M2@1 M3@1").age(2, 61s).sample()),
             "warning long-wait /a, information self-wait /a");
}

void TestFindings::persistentContender() {
    const auto sample = SampleBuilder().lock("/a", "M1@0 M2@2 M3@0 M4").sample();
    const Finding finding = single(sample);
    QCOMPARE(finding.kind, FindingKind::PersistentContender);
    QCOMPARE(finding.severity, Severity::Warning);
    QCOMPARE(finding.contenders, names(sample, {0, 2}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
    QCOMPARE(problemsOf(SampleBuilder()
                            .lock("/a", "M1@1 config")
                            .edit(1, [](Contender& it) { it.stat = Stat{}; })
                            .sample()),
             "");
}

void TestFindings::noWatch() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4")
        .age(3, 1s)
        .server("zk1:2181", true)
        .connect(1)
        .connect(2)
        .connect(3)
        .connect(4)
        .watch(2, 0, 0);
    const Finding finding = single(builder.sample());
    QCOMPARE(finding.kind, FindingKind::NoWatch);
    QCOMPARE(finding.severity, Severity::Warning);
    QCOMPARE(finding.contenders, names(builder.sample(), {2}));
    QCOMPARE(finding.sessions, sessions({3}));
    QCOMPARE(finding.server, "zk1:2181");
    QCOMPARE(finding.evidence, (std::vector{Evidence::Connections, Evidence::Watches}));
    QCOMPARE(textOf(findProblems(builder.sample(), {}, "/app")), "warning no-watch /a zk1:2181");
    QCOMPARE(findProblems(builder.sample(), {}, "/app")[0].contenders, names(builder.sample(), {1, 2}));
}

// Frozen between queueing up and watching: it may watch when it goes on.
void TestFindings::noWatchOfAClientThatStandsStill() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2, 6'000);
    const Finding silent = single(builder.sample());
    QCOMPARE(silent.kind, FindingKind::NoWatch);
    QCOMPARE(silent.detail, "silent");
    QCOMPARE(silent.sessions, sessions({2}));

    SampleBuilder both;
    both.lock("/a", "M1@1 M2@2 M3@3").server("zk1:2181", true).connect(1).connect(2, 6'000).connect(3);
    const auto found = findProblems(both.sample());
    QCOMPARE(textOf(found), "warning silent-waiter /a zk1:2181, warning no-watch /a zk1:2181");
    QCOMPARE(found[1].sessions, sessions({3}));
}

void TestFindings::noWatchIsOnlySaidOfOneMoment() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    ClusterSample sample = builder.sample();
    QCOMPARE(problemsOf(sample), "warning no-watch /a zk1:2181");
    sample.changing = {"/a"};
    QCOMPARE(problemsOf(sample), "");
    QCOMPARE(problemsOf(builder.editLock([](LockQueue& it) { it.freshness = Freshness::Stale; }).sample()),
             "");
}

void TestFindings::herd() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4").server("zk1:2181", true);
    for (int session = 1; session <= 4; ++session)
        builder.connect(session);
    builder.watch(2, 0, 0).watch(3, 0, 0).watch(4, 0, 0);
    Thresholds thresholds;
    thresholds.herd = 3;
    const Finding finding = single(builder.sample(), thresholds);
    QCOMPARE(finding.kind, FindingKind::Herd);
    QCOMPARE(finding.severity, Severity::Warning);
    QCOMPARE(finding.lock, "/a");
    QCOMPARE(finding.contenders, names(builder.sample(), {0}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(3));
    thresholds.herd = 4;
    QCOMPARE(problemsOf(builder.sample(), thresholds), "");
}

void TestFindings::readersOfOneWriterAreAHarmlessHerd() {
    Thresholds thresholds;
    thresholds.herd = 3;
    const auto sample = SampleBuilder().lock("/a", "k1@1 r2@2 r3@3 r4@4").server("zk1:2181").sample(true);
    QCOMPARE(problemsOf(sample, thresholds), "information herd /a");
}

void TestFindings::herdByCounters() {
    const auto sample = SampleBuilder()
                            .server("zk1:2181")
                            .editServer([](ServerReport& it) {
                                it.metrics = ServerMetrics{.mostChildWatchers = 10, .mostDeleteWatchers = 9};
                                it.servesSinceUnixMs = SampleBuilder::kNowMs - 90'000;
                            })
                            .sample();
    const Finding finding = single(sample);
    // Of that time nobody knows when it was.
    QCOMPARE(finding.duration, std::optional<milliseconds>(90s));
    QCOMPARE(textOf({finding}), "information herd children zk1:2181");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(10));
    QCOMPARE(finding.evidence, std::vector{Evidence::Metrics});
}

void TestFindings::longWait() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2 M3@3 M4@4")
                            .age(0, 10min)
                            .age(1, 61s)
                            .age(2, 2min)
                            .age(3, 60s)
                            .sample();
    const Finding finding = single(sample);
    QCOMPARE(finding.kind, FindingKind::LongWait);
    QCOMPARE(finding.contenders, names(sample, {2}));
    QCOMPARE(finding.sessions, sessions({3}));
    QCOMPARE(finding.duration, std::optional<milliseconds>(2min));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
}

void TestFindings::longWaitByTheClockOfTheLeader() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").age(1, 59s).server("zk1:2181").connect(1).connect(2);
    builder.editServer([](ServerReport& it) {
        it.mode = "follower";
        it.clockAhead = 2s;
    });
    Thresholds thresholds;
    thresholds.clockSkew = 10s;
    QCOMPARE(problemsOf(builder.sample(), thresholds), "");
    builder.editServer([](ServerReport& it) { it.mode = "leader"; });
    QCOMPARE(problemsOf(builder.sample(), thresholds), "warning long-wait /a");
}

/// Its leader was another one; this machine's clock was wrong then, too.
void TestFindings::longWaitOfAnEarlierLeader() {
    const auto waited = [](std::chrono::milliseconds followersClock) {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M2@2").age(1, 5min + 10s);
        builder.server("zk1:2181").connect(1).connect(2).editServer([](ServerReport& it) {
            it.mode = "leader";
            it.lastZxid = Zxid{std::int64_t{7} << 32};
            it.clockAhead = -5min;
        });
        return builder.server("zk2:2181").editServer([&](ServerReport& it) {
            it.mode = "follower";
            it.clockAhead = followersClock;
        });
    };
    QCOMPARE(problemsOf(waited(-5min).sample()), "warning clock-skew own");
    // Where they differ nobody knows which of them it was.
    QVERIFY(problemsOf(waited(0ms).sample()).contains("information long-wait /a"));
}

void TestFindings::selfWaitByAClockThatNobodyCompared() {
    SampleBuilder builder;
    builder.uncompared().lock("/a", "M1@1 M2@1").age(1, 61s);
    QCOMPARE(problemsOf(builder.sample()), "information self-wait /a, information long-wait /a");
}

void TestFindings::longQueue() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@2 M3@3").lock("/b", "M1@1 M2@2").sample();
    Thresholds thresholds;
    thresholds.longQueue = 1;
    const Finding finding = single(sample, thresholds);
    QCOMPARE(textOf({finding}), "warning long-queue /a");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
}

void TestFindings::sequenceExhaustion_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<qlonglong>("created");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<qulonglong>("left");
    const qlonglong last = 2'147'483'647;
    const qlonglong few = qlonglong{1} << 24;
    QTest::newRow("enough") << "" << last - few << "" << 0ull;
    QTest::newRow("few") << "" << last - few + 1 << "warning sequence-exhaustion /a" << qulonglong(few - 1);
    QTest::newRow("hardly any") << "" << last - (1 << 20) << "fault sequence-exhaustion /a" << (1ull << 20);
    QTest::newRow("none") << "" << last << "fault sequence-exhaustion /a" << 0ull;
    QTest::newRow("above 2^30") << "" << (1ll << 30) + 5 << "" << 0ull;
    QTest::newRow("by a contender") << "M2146435071@1" << 0ll << "fault sequence-exhaustion /a"
                                    << 1'048'575ull;
    QTest::newRow("digits that no server gave") << "s2147483647@1" << 0ll << "" << 0ull;
}

void TestFindings::sequenceExhaustion() {
    QFETCH(QString, words);
    QFETCH(qlonglong, created);
    QFETCH(qulonglong, left);
    const auto sample = SampleBuilder()
                            .lock("/a", words.toStdString())
                            .editLock([&](LockQueue& it) {
                                it.stat->numChildren = 3;
                                it.stat->cversion = static_cast<std::int32_t>(2 * created - 3);
                            })
                            .sample();
    QTEST(problemsOf(sample), "expected");
    for (const Finding& finding : findProblems(sample))
        QCOMPARE(finding.count, std::optional<std::uint64_t>(left));
}

void TestFindings::orderMismatch() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M3@3 M4@4 M2@2").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning order-mismatch /a");
    QCOMPARE(finding.contenders, names(sample, {1}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(1));
}

/// In the order of creation; who holds by the rules, and who may hold nevertheless.
void TestFindings::overtakenHolder_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QList<int>>("rows");
    QTest::newRow("by one") << "M5@1 M3@2" << QList<int>{1};
    QTest::newRow("by two") << "M5@1 M6@4 M3@2 M2@3" << QList<int>{1, 2};
    QTest::newRow("a reader by a writer") << "r5@1 k3@2" << QList<int>{1};
    QTest::newRow("a writer by a reader") << "k5@1 r3@2" << QList<int>{1};
    QTest::newRow("not a reader by a reader") << "r5@1 r3@2" << QList<int>{};
    QTest::newRow("not behind the first one") << "M1@1 M5@2 M3@3" << QList<int>{};
    QTest::newRow("not behind one of unknown age") << "M5@1 M3@2 M1" << QList<int>{};
    QTest::newRow("not by another library") << "M5@1 k3@2" << QList<int>{};
}

/// Both its client and that of the lower number believe that they hold.
void TestFindings::overtakenHolder() {
    QFETCH(const QString, words);
    QFETCH(const QList<int>, rows);
    const auto sample = SampleBuilder().lock("/a", words.toStdString()).sample();
    std::vector<std::string> expected;
    for (const int row : rows)
        expected.push_back(sample.locks[0]->rows[std::size_t(row)].contender->name);
    std::vector<std::string> overtaken;
    for (const Finding& finding : findProblems(sample)) {
        if (finding.detail != "holder-overtaken") continue;
        QCOMPARE(textOf({finding}), "fault order-mismatch holder-overtaken /a");
        overtaken = finding.contenders;
    }
    QCOMPARE(overtaken, expected);
}

/// It was "a waiter that watches nothing", whose client is to be restarted.
void TestFindings::overtakenHolderNeedsNoWatch() {
    SampleBuilder builder;
    builder.lock("/a", "M5@1 M3@2").server("zk1:2181", true).connect(1).connect(2);
    QCOMPARE(problemsOf(builder.sample()), "fault order-mismatch holder-overtaken /a");
}

void TestFindings::exceededPermits() {
    const auto sampleWith = [](std::size_t capacity) {
        const std::string a(32, 'a'), b(32, 'b'), c(32, 'c');
        SampleBuilder builder;
        builder.lock("/s", a + "@1 " + b + "@2 " + c + "@3").editLock([&](LockQueue& it) {
            it.kind = DirectoryKind::Semaphore;
            it.dialect = Dialect::KazooSemaphore;
            it.capacity = capacity;
            for (QueueRow& row : it.rows)
                row.role = Role::Holder;
        });
        return builder.sample();
    };
    QCOMPARE(problemsOf(sampleWith(3)), "");
    const auto sample = sampleWith(2);
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning exceeded-permits /s");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(1));
    QCOMPARE(finding.contenders, names(sample, {0, 1, 2}));
}

/// No edge leads to a znode without a session: those behind it had waited for 0 s in sum.
void TestFindings::waitBehindAPersistentContender() {
    const auto sample = SampleBuilder().lock("/a", "M1@0 M2@2 M3@3").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning persistent-contender /a");
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(finding.blocked->inAll, 2u);
    QCOMPARE(finding.blocked->waited, milliseconds(20'000));
}

void TestFindings::noOrderMismatch() {
    // The reader took the place of a write lock, which is gone.
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "W2@2 R1@1").sample()), "");
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "M2@2 M1").sample()), "");
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "k2@2 M1@1").sample()), "warning mixed-dialects /a");
}

void TestFindings::unreadable() {
    const auto forbid = [](Contender& it) { it.problem = Error{ErrorCode::NoAuth, "read"}; };
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@2").edit(0, forbid).sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "information unreadable /a");
    QCOMPARE(finding.contenders, names(sample, {0}));
    const auto forbidAll = [&](Contender& it) {
        forbid(it);
        it.stat.reset();
    };
    const Finding unowned = single(SampleBuilder().lock("/a", "M1@1 M2@2").edit(0, forbidAll).sample());
    QCOMPARE(textOf({unowned}), "information unreadable owner-unknown /a");
    const auto failed = [](ErrorCode code) {
        return SampleBuilder()
            .lock("/a", "")
            .editLock([&](LockQueue& it) {
                it.freshness = Freshness::Failed;
                it.problem = Error{code, "list"};
            })
            .sample();
    };
    QCOMPARE(problemsOf(failed(ErrorCode::NoAuth)), "information unreadable /a");
    QCOMPARE(problemsOf(failed(ErrorCode::ConnectionLoss)), "");
    // A closed directory is none of the contenders whose data may not be read.
    const auto closed = SampleBuilder()
                            .lock("/a", "M1@1 M2@2")
                            .edit(0, forbidAll)
                            .edit(1, forbidAll)
                            .editLock([](LockQueue& it) {
                                it.freshness = Freshness::Named;
                                it.problem = Error{ErrorCode::NoAuth, "list"};
                            })
                            .sample();
    QCOMPARE(single(closed).count, std::optional<std::uint64_t>(2));
}

void TestFindings::emptyParents() {
    Thresholds thresholds;
    thresholds.emptyParents = 2;
    SampleBuilder builder;
    builder.lock("/a", "").lock("/b", "M1@1").lock("/gone", "");
    builder.editLock([](LockQueue& it) { it.freshness = Freshness::Gone; });
    QCOMPARE(problemsOf(builder.sample(), thresholds), "");
    const Finding finding = single(builder.lock("/c", "config").sample(), thresholds);
    QCOMPARE(textOf({finding}), "information empty-parents");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
}

void TestFindings::watchBudget() {
    ClusterSample sample;
    sample.ownWatches = 1'000;
    QCOMPARE(problemsOf(sample), "");
    sample.ownWatches = 1'001;
    QCOMPARE(problemsOf(sample), "warning watch-budget");
    QCOMPARE(single(sample).count, std::optional<std::uint64_t>(1'001));
}

void TestFindings::certificateEnds() {
    using std::chrono::days;
    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").sample();
    const auto facts = [&](days server, days own) {
        TlsFacts tls;
        tls.server.untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(server).count();
        tls.own.emplace().untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(own).count();
        return tls;
    };
    const auto found = [&](days server, days own) {
        sample.servers = {ServerReport{.server = "zk1:2281", .tls = facts(server, own)}};
        QStringList texts;
        for (const Finding& finding : findProblems(sample))
            if (finding.kind == FindingKind::CertificateEnds)
                texts << QStringLiteral("%1 %2%3 %4")
                             .arg(QString::fromUtf8(severityName(finding.severity)),
                                  QString::fromStdString(finding.server),
                                  QString::fromStdString(finding.detail))
                             .arg(*finding.remaining / days(1));
        return texts;
    };
    QCOMPARE(found(days(22), days(400)), QStringList());
    QCOMPARE(found(days(21), days(400)), QStringList({"information zk1:2281 21"}));
    QCOMPARE(found(days(400), days(7)), QStringList({"warning own 7"}));
    QCOMPARE(found(days(-1), days(20)), QStringList({"warning zk1:2281 0", "information own 20"}));
    // Of one that lives for six days, two are early enough.
    sample.servers.front().tls->own.reset();
    auto& certificate = sample.servers.front().tls->server;
    certificate.fromUnixMs = sample.takenAtUnixMs - std::chrono::milliseconds(days(3)).count();
    certificate.untilUnixMs = sample.takenAtUnixMs + std::chrono::milliseconds(days(3)).count();
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
    // What our session has agreed on is newer.
    TlsFacts renewed = *sample.servers.front().tls;
    certificate.untilUnixMs = sample.takenAtUnixMs;
    sample.ownServer = "zk1:2281";
    sample.ownTls = std::make_shared<const TlsFacts>(renewed);
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
    sample.ownServer = "zk2:2281";
    QCOMPARE(std::ranges::count(findProblems(sample), FindingKind::CertificateEnds, &Finding::kind), 1);
    // One that says no time tells nothing.
    sample.ownTls.reset();
    sample.servers.front().tls->server.untilUnixMs = 0;
    sample.servers.front().tls->own.reset();
    QVERIFY(std::ranges::none_of(findProblems(sample), [](const Finding& finding) {
        return finding.kind == FindingKind::CertificateEnds;
    }));
}

void TestFindings::ticketEnds() {
    ClusterSample sample;
    sample.takenAtUnixMs = 1'000'000'000;
    const auto leftFor = [&](milliseconds left) {
        sample.ownTicket = OwnTicket{"alice@REALM", sample.takenAtUnixMs + left.count()};
    };
    QCOMPARE(problemsOf(sample), "");  // needs none
    leftFor(15min + 1ms);
    QCOMPARE(problemsOf(sample), "");
    leftFor(15min);
    QCOMPARE(problemsOf(sample), "warning ticket-ends");
    QCOMPARE(single(sample).remaining, std::optional<milliseconds>(15min));
    leftFor(-1min);
    QCOMPARE(single(sample).remaining, std::optional<milliseconds>(0ms));
    sample.ownTicket = OwnTicket();
    QCOMPARE(problemsOf(sample), "warning ticket-ends none");
    QVERIFY(!single(sample).remaining);
    Thresholds shorter;
    shorter.ownTicket = 5min;
    leftFor(10min);
    QCOMPARE(problemsOf(sample, shorter), "");
}

void TestFindings::clockSkew() {
    SampleBuilder builder;
    for (const auto& [server, ahead] : {std::pair("zk1", 1'000), {"zk2", 1'001}, {"zk3", -3'000}})
        builder.server(server).editServer(
            [ahead = ahead](ServerReport& it) { it.clockAhead = milliseconds(ahead); });
    const auto findings = findProblems(builder.sample());
    QCOMPARE(textOf(findings), "warning clock-skew zk2, warning clock-skew zk3");
    QCOMPARE(findings[1].duration, std::optional<milliseconds>(-3s));
}

/// Servers agree with each other: one finding, of this machine.
void TestFindings::clockSkewOfThisMachine() {
    const auto skewOf = [](std::initializer_list<int> aheadMs) {
        SampleBuilder builder;
        for (const int ahead : aheadMs)
            builder.server("zk" + std::to_string(ahead)).editServer([ahead](ServerReport& it) {
                it.clockAhead = milliseconds(ahead);
            });
        return findProblems(builder.sample());
    };
    const auto own = skewOf({5000, 5400, 4800});
    QCOMPARE(textOf(own), "warning clock-skew own");
    QVERIFY(own[0].duration == milliseconds(-5100));
    QCOMPARE(skewOf({5000, 5400, 100}).size(), 2u);
    QCOMPARE(skewOf({5000, 15'000}).size(), 2u);
    QCOMPARE(skewOf({5000}).size(), 1u);
    QVERIFY(skewOf({5000})[0].detail.empty());
}

void TestFindings::mixedDialects() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@2 k3@3").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning mixed-dialects /a");
    QCOMPARE(finding.contenders, names(sample, {0, 2}));
}

/// By the sample alone; what was seen before is not needed.
void TestFindings::mixedDialectsThatWaitForEachOther() {
    const auto with = [](std::vector<AwaitedQueue> awaited) {
        return SampleBuilder().lock("/a", "M1@1 k2@2").editLock([=](LockQueue& lock) {
            lock = asAwaiting(lock, awaited);
        });
    };
    using enum Dialect;
    QCOMPARE(problemsOf(with({}).sample()), "warning mixed-dialects /a");
    QCOMPARE(problemsOf(with({{KazooLock, CuratorMutex}}).sample()), "information mixed-dialects one-way /a");
    QCOMPARE(problemsOf(with({{CuratorMutex, KazooLock}, {KazooLock, CuratorMutex}}).sample()), "");
}

/// Session 2 is nowhere; when its turn comes, 3 and 4 are blocked until it expires.
void TestFindings::ghostWaiter() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4").server("zk1:2181").connect(1).connect(3).connect(4);
    builder.editServer([](ServerReport& it) { it.expiresIn[SessionId{2}] = 7s; });
    const auto sample = builder.sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning ghost-waiter /a");
    QCOMPARE(finding.contenders, names(sample, {1}));
    QCOMPARE(finding.sessions, sessions({2}));
    QVERIFY(finding.blocked);
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(finding.blocked->inAll, 2u);
    QCOMPARE(finding.remaining, std::optional(milliseconds(7'000)));
}

void TestFindings::ghostWaiterThatIsInNobodysWay() {
    const auto of = [](const std::string& words, std::initializer_list<int> living) {
        SampleBuilder builder;
        builder.lock("/a", words).server("zk1:2181");
        for (const int session : living)
            builder.connect(session);
        return problemsOf(builder.sample());
    };
    QCOMPARE(of("M1@1 M2@2", {1}), "");
    QCOMPARE(of("M1@1 M2@2 M3@3", {1}), "");
    QCOMPARE(of("M1@1 M2@2 M3@3 M4@4", {1, 4}), "warning ghost-waiter /a, warning ghost-waiter /a");
}

/// A writer waits for all readers before it.
void TestFindings::ghostWaiterReadsAmongOthers() {
    SampleBuilder builder;
    builder.lock("/a", "W1@1 R2@2 R3@3 W4@4").server("zk1:2181").connect(1).connect(3).connect(4);
    const auto sample = builder.sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning ghost-waiter /a");
    QCOMPARE(finding.contenders, names(sample, {1}));
}

void TestFindings::standbysMayBeGhosts() {
    SampleBuilder builder;
    builder.lock("/a", "L1@1 L2@2 L3@3").server("zk1:2181").connect(1).connect(3);
    QCOMPARE(problemsOf(builder.sample()), "warning ghost-waiter standby /a");
    // Nobody is behind the last one.
    SampleBuilder last;
    last.lock("/a", "L1@1 L2@2 L3@3").server("zk1:2181").connect(1).connect(2);
    const Finding finding = single(last.sample());
    QCOMPARE(textOf({finding}), "information ghost-member standby /a");
    QVERIFY(!finding.blocked);
}

/// Session 2 says nothing for more than half of its timeout, and is the next to get the lock.
void TestFindings::silentWaiter() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4").server("zk1:2181").connect(1).connect(2, 6'000);
    builder.connect(3).connect(4);
    builder.editServer([](ServerReport& it) { it.expiresIn[SessionId{2}] = 4s; });
    const auto sample = builder.sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning silent-waiter /a zk1:2181");
    QCOMPARE(finding.contenders, names(sample, {1}));
    QCOMPARE(finding.sessions, sessions({2}));
    QCOMPARE(finding.duration, std::optional(milliseconds(6'000)));
    QCOMPARE(finding.remaining, std::optional(milliseconds(4'000)));
    QVERIFY(finding.blocked);
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(finding.blocked->inAll, 2u);
}

/// It may be back, or its session over, before its turn comes.
void TestFindings::silentWaiterThatIsNotTheNext() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4").server("zk1:2181").connect(1).connect(2);
    builder.connect(3, 6'000).connect(4);
    QCOMPARE(problemsOf(builder.sample()), "information silent-waiter /a zk1:2181");
    SampleBuilder readers;
    readers.lock("/a", "W1@1 R2@2 R3@3 W4@4").server("zk1:2181").connect(1).connect(2);
    readers.connect(3, 6'000).connect(4);
    QCOMPARE(problemsOf(readers.sample()), "warning silent-waiter /a zk1:2181");
}

void TestFindings::silentWaiterThatIsInNobodysWay() {
    const auto of = [](const std::string& words, std::initializer_list<int> silent) {
        SampleBuilder builder;
        builder.lock("/a", words).server("zk1:2181");
        for (int session = 1; session <= 3; ++session)
            builder.connect(session, std::ranges::find(silent, session) == silent.end() ? 100 : 6'000);
        return problemsOf(builder.sample());
    };
    QCOMPARE(of("M1@1 M2@2", {2}), "");
    QCOMPARE(of("M1@1 M2@2 M3@3", {3}), "");
    // Who is silent may well go on, and waits behind it.
    QCOMPARE(of("M1@1 M2@2 M3@3", {2, 3}), "warning silent-waiter /a zk1:2181");
    QCOMPARE(of("s1@1 s2@2 s3@3", {2}), "");
}

void TestFindings::standbysMayBeSilent() {
    SampleBuilder builder;
    builder.lock("/a", "L1@1 L2@2 L3@3").server("zk1:2181").connect(1).connect(2, 6'000).connect(3);
    QCOMPARE(problemsOf(builder.sample()), "warning silent-waiter standby /a zk1:2181");
}

/// Nobody waits for them, but who looks for members finds them.
void TestFindings::membersMayBeGhosts() {
    SampleBuilder builder;
    builder.lock("/a", "s1@1 s2@2 s3@3").server("zk1:2181").connect(1);
    const auto sample = builder.sample();
    QCOMPARE(absentMembers(*sample.locks[0], sessionsOf(sample)).gone, 2u);
    QCOMPARE(problemsOf(sample), "information ghost-member /a, information ghost-member /a");
    builder.editServer([](ServerReport& it) { it.connections.reset(); });
    const auto untold = builder.sample();
    QCOMPARE(absentMembers(*untold.locks[0], sessionsOf(untold)).gone, 0u);
    QCOMPARE(absentMembers(*untold.locks[0], sessionsOf(untold)).inDoubt, 0u);
    QCOMPARE(problemsOf(untold), "");
}

void TestFindings::manyGhostMembersOfOneHostAreOneFinding() {
    SampleBuilder builder;
    builder.lock("/a", "s1@1 s2@2 s3@3").lock("/b", "s1@4 s2@5").server("zk1:2181").connect(1);
    const Finding finding = single(builder.sample());
    QCOMPARE(textOf({finding}), "information ghost-member");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(4));
    QCOMPARE(finding.sessions, sessions({2, 3, 4, 5}));
    QVERIFY(finding.contenders.front().starts_with("/a/"));
}

/// As after a restart of their server, or of one reading alone.
void TestFindings::membersThatMayComeBackAreNoGhosts() {
    const auto of = [](const std::function<void(ServerReport&)>& edit) {
        SampleBuilder builder;
        builder.lock("/a", "s1@1 s2@2").server("zk1:2181").connect(1).editServer(edit);
        return problemsOf(builder.sample());
    };
    QCOMPARE(of([](ServerReport&) {}), "information ghost-member /a");
    QCOMPARE(of([](ServerReport& it) { it.servesSinceUnixMs = SampleBuilder::kNowMs - 1'000; }), "");
    QCOMPARE(of([](ServerReport& it) { it.listedBefore.reset(); }), "");
}

void TestFindings::equalNumbers_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("found");
    QTest::newRow("mutex") << "M7@1 M7@2" << true;
    QTest::newRow("kazoo") << "k1@1 k7@2 k7@3" << true;
    QTest::newRow("kazoo reader and writer") << "k7@1 r7@2" << true;
    QTest::newRow("readers share") << "r7@1 r7@2" << false;
    QTest::newRow("one owner turned its write lock into a read lock") << "W7@1 R7@1 W8@2" << false;
    QTest::newRow("owner not read yet") << "W7@1 R7" << false;
    QTest::newRow("two owners") << "W7@1 R7@2" << true;
    QTest::newRow("two libraries") << "M7@1 k7@2" << false;
    QTest::newRow("digits of unknown children") << "s7@1 s7@2" << false;
}

void TestFindings::equalNumbers() {
    QFETCH(QString, words);
    QFETCH(bool, found);
    const auto sample = SampleBuilder().lock("/a", words.toStdString()).sample();
    const QString problems = problemsOf(sample);
    QVERIFY2(problems.contains("fault dialect-bug equal-numbers /a") == found, qPrintable(problems));
    for (const Finding& finding : findProblems(sample)) {
        if (finding.kind == FindingKind::DialectBug) QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
    }
}

void TestFindings::negativeNumbers() {
    const auto sample = SampleBuilder().lock("/a", "k-2147483648@1").sample();
    QCOMPARE(problemsOf(sample), "fault sequence-exhaustion /a, fault dialect-bug negative-numbers /a");
    QCOMPARE(findProblems(sample)[1].contenders, names(sample, {0}));
}

// Session 1 reads and writes; its reader watches nobody, so it was let in although writer 2 is before it.
void TestFindings::unsafeDowngrade() {
    const auto builderOf = [](const std::string& words) {
        SampleBuilder builder;
        builder.lock("/a", words).server("zk1:2181", true).connect(1).connect(2).connect(3);
        return builder.watch(2, 0, 0);
    };
    const auto found = problemsOf(builderOf("W1@1 W2@2 R3@1").sample());
    QVERIFY2(found.contains("fault dialect-bug CURATOR-621 /a zk1:2181"), qPrintable(found));
    QVERIFY(!problemsOf(builderOf("W1@1 W2@2 R3@1").watch(1, 0, 0).sample()).contains("CURATOR-621"));
    QVERIFY(!problemsOf(builderOf("W1@1 W2@2 R3@3").sample()).contains("CURATOR-621"));
    QVERIFY(!problemsOf(builderOf("W1@1 W2@1 R3@1").sample()).contains("CURATOR-621"));
}

void TestFindings::readerBehindLaterWriter() {
    SampleBuilder builder;
    builder.lock("/a", "r1@1 k2@2").server("zk1:2181", true).connect(1).connect(2).watch(2, 0, 0);
    QCOMPARE(problemsOf(builder.sample()), "");
    const Finding finding = single(builder.watch(1, 0, 1).sample());
    QCOMPARE(textOf({finding}), "fault dialect-bug kazoo#649 /a zk1:2181");
    QCOMPARE(finding.contenders, names(builder.sample(), {0}));

    SampleBuilder earlier;
    earlier.lock("/a", "k1@1 k2@2 k3@3 r4@4").server("zk1:2181", true);
    earlier.connect(1).connect(2).watch(2, 0, 0).connect(3).watch(3, 0, 1).connect(4).watch(4, 0, 1);
    QCOMPARE(problemsOf(earlier.sample()), "");
}

void TestFindings::standbysWaitForNothing() {
    Thresholds thresholds;
    thresholds.longQueue = 0;
    const auto sample = SampleBuilder().lock("/a", "L1@1 L2@2 L3@1").age(1, 100h).age(2, 100h).sample();
    QCOMPARE(problemsOf(sample, thresholds), "");
}

/// It blocks nobody who is there.
void TestFindings::ghostThatOnlyGhostsWaitFor() {
    const auto severity = [](const SampleBuilder& builder) {
        const auto findings = findProblems(builder.sample());
        const auto ghost = std::ranges::find(findings, FindingKind::GhostHolder, &Finding::kind);
        return ghost == findings.end() ? Severity::Information : ghost->severity;
    };
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181");
    QCOMPARE(severity(builder), Severity::Warning);
    builder.connect(2);
    QCOMPARE(severity(builder), Severity::Fault);
    QCOMPARE(severity(SampleBuilder().lock("/a", "M1@1").server("zk1:2181")), Severity::Warning);
}

void TestFindings::leadersMayBeGhosts() {
    SampleBuilder builder;
    builder.lock("/a", "L1@1 L2@2").server("zk1:2181").connect(2);
    const auto findings = findProblems(builder.sample());
    QCOMPARE(findings.size(), 1u);
    QCOMPARE(findings[0].kind, FindingKind::GhostHolder);
    QCOMPARE(findings[0].severity, Severity::Fault);
    QCOMPARE(findings[0].detail, std::string("leader"));
    QCOMPARE(findings[0].sessions, std::vector{SessionId{1}});
}

void TestFindings::electionsInOppositeOrderAreNoDeadlock() {
    QVERIFY(!problemsOf(SampleBuilder().lock("/a", "M1@1 M2@2").lock("/b", "M1@2 M2@1").sample()).isEmpty());
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "L1@1 L2@2").lock("/b", "L1@2 L2@1").sample()), "");
    const auto kazoo =
        SampleBuilder().lock("/a/election", "k1@1 k2@2").lock("/b/election", "k1@2 k2@1").sample();
    QCOMPARE(problemsOf(kazoo), "");
    QVERIFY(waitForGraph(kazoo).edges.empty());
}

/// Old, of one session, persistent, in no order: whatever would be wrong in a lock.
void TestFindings::membersAreNoReasonToWorry_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("sequential") << "s1@1 s3@3 s2@2 s4@0";
    QTest::newRow("serverset") << "member_0000000001@1 member_0000000002@1 member_0000000003@0";
    QTest::newRow("32 digits") << QString(32, 'a') + "@1 " + QString(32, 'b') + "@2";
    QTest::newRow("party") << QString(32, 'a') + "__party__@1 " + QString(32, 'b') + "__party__@1";
}

void TestFindings::membersAreNoReasonToWorry() {
    QFETCH(QString, words);
    Thresholds thresholds;
    thresholds.longQueue = 0;
    thresholds.longWait = 1s;
    SampleBuilder builder;
    builder.lock("/a", words.toStdString()).age(1, 100h).server("zk1:2181", true).connect(1);
    builder.connect(2, 9'000).connect(3);
    QCOMPARE(problemsOf(builder.sample(), thresholds), "");
}

void TestFindings::ownSessionIsNoFinding() {
    ClusterSample sample = SampleBuilder()
                               .lock("/a", "M1@1 M2@1")
                               .lock("/b", "M1@2 M2@1")
                               .server("zk1:2181", true)
                               .connect(1, 9'000)
                               .connect(2)
                               .sample();
    QVERIFY(!problemsOf(sample).isEmpty());
    sample.ownSession = SessionId{1};
    QCOMPARE(problemsOf(sample), "");
    sample.servers[0].connections->clear();
    sample.ownSession = SessionId::None;
    QVERIFY(problemsOf(sample).contains("warning ghost-holder /a"));
    sample.ownSession = SessionId{1};
    QCOMPARE(problemsOf(sample), "fault ghost-holder /b");
}

void TestFindings::worstFirstAndAlwaysTheSame() {
    SampleBuilder builder;
    builder.lock("/z", "M1@1 M2@2").lock("/b", "M1@1 k2@2").lock("/a", "M1@3 k2@2").lock("/c", "k7@8 k7@9");
    builder.server("zk1:2181").connect(2).connect(8).connect(9).connect(3, 6'000);
    const auto sample = builder.sample();
    const QString expected =
        "fault ghost-holder /z, fault dialect-bug equal-numbers /c, warning ghost-holder /b, "
        "warning silent-holder /a zk1:2181, warning mixed-dialects /a, warning mixed-dialects /b";
    QCOMPARE(problemsOf(sample), expected);
    QCOMPARE(problemsOf(sample), expected);
    ClusterSample turned = sample;
    std::reverse(turned.locks.begin(), turned.locks.end());
    QCOMPARE(problemsOf(turned), expected);
}

void TestFindings::ofTwoAlikeWhatMoreWaitFor() {
    Thresholds thresholds;
    thresholds.longWait = 1s;
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").age(1, 1h).lock("/b", "M1@3 M2@4 M3@5").age(1, 1h).server("zk1:2181");
    for (int session = 1; session <= 5; ++session)
        builder.connect(session);
    QCOMPARE(problemsOf(builder.sample(), thresholds), "warning long-wait /b, warning long-wait /a");
}

void TestFindings::keys() {
    for (const FindingKind kind : findingKinds())
        QCOMPARE(findingKind(findingKey(kind)), kind);
    QCOMPARE(findingKey(FindingKind::PossibleDeadlock), "possible-deadlock");
    QCOMPARE(findingKey(FindingKind::Herd), "herd");
    QCOMPARE(findingKey(FindingKind::DialectBug), "dialect-bug");
    QVERIFY(!findingKind("unknown"));
}

void TestFindings::suppressions() {
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.lock = "/a";
    const auto covered = [&](const std::string& lock, FindingKind kind) {
        return Suppressions{{{lock, kind}}}.covers(finding);
    };
    QVERIFY(covered("/a", FindingKind::LongWait));
    QVERIFY(covered("*", FindingKind::LongWait));
    QVERIFY(!covered("/b", FindingKind::LongWait));
    QVERIFY(!covered("/a", FindingKind::LongQueue));
    QVERIFY(!covered("*", FindingKind::LongQueue));
}

void TestFindings::manyHoldersOfOneHostAreOneFinding() {
    SampleBuilder builder;
    for (int lock = 1; lock <= 4; ++lock)
        builder.lock("/" + std::to_string(lock), 'M' + std::to_string(lock) + '@' + std::to_string(lock));
    builder.lock("/waited", "M1@5 M2@6").server("zk1:2181");
    for (int session = 1; session <= 5; ++session)
        builder.connect(session, 9'000);
    builder.connect(6).editServer([](ServerReport& it) { it.connections->at(4).address = "10.0.0.2:1"; });
    const auto findings = findProblems(builder.sample());
    QCOMPARE(textOf(findings), "fault silent-holder /waited zk1:2181, warning silent-holder zk1:2181");
    QCOMPARE(findings[1].count, std::optional<std::uint64_t>(4));
    QCOMPARE(findings[1].hosts, std::vector<std::string>{"10.0.0.1"});
    QCOMPARE(findings[1].sessions, sessions({1, 2, 3, 4}));
    QVERIFY(findings[1].contenders.at(3).starts_with("/4/"));
}

/// Thousands of them would hide what else is wrong.
void TestFindings::longWaitsForManyLocksOfOneHostAreOneFinding() {
    const auto waits = [](int locks) {
        SampleBuilder builder;
        for (int i = 1; i <= locks; ++i)
            builder.lock("/" + std::to_string(100 + i), "M1@" + std::to_string(i) + " M2@50 M3@51")
                .age(1, 2min)
                .age(2, 90s);
        builder.lock("/elsewhere", "M1@49 M2@50").age(1, 3min).server("zk1:2181");
        for (int i = 1; i <= locks; ++i)
            builder.connect(i);
        builder.connect(50).connect(51).connect(49);
        builder.editServer([](ServerReport& it) { it.connections->back().address = "10.0.0.2:1"; });
        return builder.sample();
    };
    QCOMPARE(findProblems(waits(20)).size(), std::size_t(21));
    const auto findings = findProblems(waits(21));
    QCOMPARE(textOf(findings), "warning long-wait, warning long-wait /elsewhere");
    QCOMPARE(findings[0].count, std::optional<std::uint64_t>(21));
    QCOMPARE(findings[0].duration, std::optional<milliseconds>(2min));
    QCOMPARE(findings[0].hosts, std::vector<std::string>{"10.0.0.1"});
    QCOMPARE(findings[0].sessions.size(), std::size_t(21));
    QVERIFY(findings[0].contenders.at(20).starts_with("/121/"));
    QCOMPARE(findings[0].blocked->directly, std::size_t(1));
    QCOMPARE(findings[0].blocked->inAll, std::size_t(2));
}

void TestFindings::whoIsBlocked_data() {
    QTest::addColumn<QStringList>("locks");
    QTest::addColumn<int>("directly");
    QTest::addColumn<int>("inAll");
    QTest::newRow("nobody") << QStringList{"M1@1"} << 0 << 0;
    QTest::newRow("a queue") << QStringList{"M1@1 M2@2 M3@3"} << 1 << 2;
    QTest::newRow("and behind it in another lock") << QStringList{"M1@1 M2@2", "M1@2 M2@3"} << 1 << 2;
    QTest::newRow("not what it only holds besides") << QStringList{"M1@1 M2@2", "M1@4 M2@3"} << 1 << 1;
    QTest::newRow("a client counts once") << QStringList{"M1@1 M2@2 M3@2"} << 1 << 1;
}

void TestFindings::whoIsBlocked() {
    QFETCH(QStringList, locks);
    QFETCH(int, directly);
    QFETCH(int, inAll);
    SampleBuilder builder;
    for (int i = 0; i < locks.size(); ++i)
        builder.lock("/" + std::to_string(i), locks[i].toStdString());
    builder.server("zk1:2181").connect(2).connect(3).connect(4);
    const auto findings = findProblems(builder.sample());
    QCOMPARE(findings.at(0).kind, FindingKind::GhostHolder);
    const BlockedClients& blocked = findings[0].blocked.value();
    QCOMPARE(blocked.directly, std::size_t(directly));
    QCOMPARE(blocked.inAll, std::size_t(inAll));
    QCOMPARE(blocked.waited, milliseconds(10'000 * inAll));
    QVERIFY(blocked.isExact);
}

void TestFindings::wrongWatch_data() {
    QTest::addColumn<QString>("watched");
    QTest::addColumn<QString>("expected");
    QTest::newRow("its predecessor") << "1"
                                     << "";
    QTest::newRow("one further ahead") << "0"
                                       << "";
    QTest::newRow("one behind it") << "3"
                                   << "warning wrong-watch behind /a zk1:2181";
    QTest::newRow("itself") << "2"
                            << "warning wrong-watch itself /a zk1:2181";
    QTest::newRow("no contender") << "4"
                                  << "warning wrong-watch stranger /a zk1:2181";
    QTest::newRow("one that has gone") << "gone"
                                       << "warning wrong-watch gone /a zk1:2181";
    QTest::newRow("its predecessor, and one that has gone") << "1 gone"
                                                            << "";
    QTest::newRow("its predecessor, and one behind it") << "1 3"
                                                        << "";
}

void TestFindings::wrongWatch() {
    QFETCH(QString, watched);
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4 config").server("zk1:2181", true);
    for (int session = 1; session <= 4; ++session)
        builder.connect(session);
    builder.watch(2, 0, 0).watch(4, 0, 2);
    for (const QString& row : watched.split(' '))
        if (row == "gone")
            builder.watch(3, "/a/_c_99999999-9d0a-4c3e-8a2b-0123456789ab-lock-0000000000");
        else
            builder.watch(3, 0, row.toUInt());
    auto findings = findProblems(builder.sample());
    std::erase_if(findings, [](const Finding& it) { return it.kind == FindingKind::DialectBug; });
    QTEST(textOf(findings), "expected");
}

/// A table does not tell it from others, so that it is no reason to say that nothing is watched.
void TestFindings::recursiveWatchMayTell() {
    SampleBuilder builder;
    builder.lock("/locks/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    QCOMPARE(problemsOf(builder.sample()), "warning no-watch /locks/a zk1:2181");
    for (const char* path : {"/locks/a", "/locks", "/"})
        QCOMPARE(problemsOf(SampleBuilder(builder).watch(2, path).sample()), "");
    QCOMPARE(problemsOf(SampleBuilder(builder).watch(2, "/lock").sample()),
             "warning no-watch /locks/a zk1:2181");
}

void TestFindings::manyEphemerals() {
    Thresholds thresholds;
    thresholds.ephemerals = 3;
    const auto sample =
        SampleBuilder().lock("/a", "M1@1").lock("/b", "M1@1").lock("/c", "M1@1 M2@2").sample();
    const Finding finding = single(sample, thresholds);
    QCOMPARE(textOf({finding}), "warning many-ephemerals");
    QCOMPARE(finding.sessions, sessions({1}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(3));
}

/// Members, standbys, and what no name tells anything about.
void TestFindings::manyEphemeralsThatAreNoLocks() {
    Thresholds thresholds;
    thresholds.ephemerals = 3;
    const auto found =
        SampleBuilder().lock("/a", "member_0000000001@1").lock("/b", "L1@1 L2@2").lock("/c", "L1@2 L2@1");
    QCOMPARE(single(found.sample(), thresholds).sessions, sessions({1}));

    ClusterSample sample = SampleBuilder().lock("/a", "M1@1").sample();
    LockCatalog catalog;
    DumpedSessions dumped;
    dumped.ephemerals = {{SessionId{1}, 2}, {SessionId{7}, 95'000}};
    catalog.sessions = std::make_shared<const DumpedSessions>(dumped);
    sample.catalog = std::make_shared<const LockCatalog>(catalog);
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "fault many-ephemerals");
    QCOMPARE(finding.sessions, sessions({7}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(95'000));

    // What one list told is not over because the next one failed.
    FindingHistory history;
    static_cast<void>(history.update({finding}, sample, {}));
    catalog.sessions.reset();
    catalog.notListed = Error{ErrorCode::NotServing, "Ask for \"dump\""};
    sample.catalog = std::make_shared<const LockCatalog>(catalog);
    QCOMPARE(history.update({}, sample, {}).size(), 1u);
    catalog.notListed.reset();
    sample.catalog = std::make_shared<const LockCatalog>(catalog);
    QVERIFY(history.update({}, sample, {}).empty());
}

void TestFindings::thirtyThousandContenders() {
    std::string words;
    for (int i = 0; i < 30'000; ++i)
        words += 'M' + std::to_string(i) + '@' + std::to_string(i % 15'000 + 1) + ' ';
    const auto sample = SampleBuilder().lock("/a", words).server("zk1:2181").sample(true);
    QCOMPARE(problemsOf(sample), "warning long-queue /a");
    ClusterSample silent = sample;
    for (ClientConnection& connection : *silent.servers[0].connections)
        connection.silentFor = 9s;
    silent.servers[0].watched->clear();
    const auto findings = findProblems(silent);
    QCOMPARE(textOf(findings),
             "fault silent-holder /a zk1:2181, warning silent-waiter zk1:2181, "
             "warning no-watch silent /a zk1:2181, warning long-queue /a");
    // Behind the last one nobody waits.
    QCOMPARE(findings[1].count, std::optional<std::uint64_t>(29'998));
    QCOMPARE(findings[2].count, std::optional<std::uint64_t>(29'999));
    for (const std::size_t many : {1u, 2u})
        QCOMPARE(findings[many].contenders.size(), kMostNamed);
}

LOCKSCOPE_TEST(TestFindings)
#include "tst_findings.moc"
