// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

}  // namespace

/// Clients that are gone or silent: holders, waiters, standbys and members.
class TestAbsentFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ghostHolder();
    void silentHolder_data();
    void silentHolder();
    void absentClientThatMayWait();
    void circleThatAnExpiryEnds();
    void ghostThatOnlyGhostsWaitFor();
    void leadersMayBeGhosts();
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
};

void TestAbsentFindings::ghostHolder() {
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

void TestAbsentFindings::silentHolder_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("silentMs");
    QTest::addColumn<QString>("expected");
    QTest::newRow("half") << "M1@1 M2@2" << 5'000 << "";
    QTest::newRow("more than half") << "M1@1 M2@2" << 5'001 << "warning silent-holder /a zk1:2181";
    QTest::newRow("nearly over") << "M1@1 M2@2" << 8'001 << "fault silent-holder /a zk1:2181";
    QTest::newRow("nearly over, nobody waits") << "M1@1" << 8'001 << "warning silent-holder /a zk1:2181";
    QTest::newRow("a waiter") << "M1@2 M2@1" << 9'000 << "";
}

void TestAbsentFindings::silentHolder() {
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
void TestAbsentFindings::absentClientThatMayWait() {
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

// One of the two was killed: its session's end lets the other one go on. Who is dead is not blocked.
void TestAbsentFindings::circleThatAnExpiryEnds() {
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

/// It blocks nobody who is there.
void TestAbsentFindings::ghostThatOnlyGhostsWaitFor() {
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

void TestAbsentFindings::leadersMayBeGhosts() {
    SampleBuilder builder;
    builder.lock("/a", "L1@1 L2@2").server("zk1:2181").connect(2);
    const auto findings = findProblems(builder.sample());
    QCOMPARE(findings.size(), 1u);
    QCOMPARE(findings[0].kind, FindingKind::GhostHolder);
    QCOMPARE(findings[0].severity, Severity::Fault);
    QCOMPARE(findings[0].detail, std::string("leader"));
    QCOMPARE(findings[0].sessions, std::vector{SessionId{1}});
}

/// Session 2 is nowhere; when its turn comes, 3 and 4 are blocked until it expires.
void TestAbsentFindings::ghostWaiter() {
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

void TestAbsentFindings::ghostWaiterThatIsInNobodysWay() {
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
void TestAbsentFindings::ghostWaiterReadsAmongOthers() {
    SampleBuilder builder;
    builder.lock("/a", "W1@1 R2@2 R3@3 W4@4").server("zk1:2181").connect(1).connect(3).connect(4);
    const auto sample = builder.sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning ghost-waiter /a");
    QCOMPARE(finding.contenders, names(sample, {1}));
}

/// Session 2 says nothing for more than half of its timeout, and is the next to get the lock.
void TestAbsentFindings::silentWaiter() {
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
void TestAbsentFindings::silentWaiterThatIsNotTheNext() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4@4").server("zk1:2181").connect(1).connect(2);
    builder.connect(3, 6'000).connect(4);
    QCOMPARE(problemsOf(builder.sample()), "information silent-waiter /a zk1:2181");
    SampleBuilder readers;
    readers.lock("/a", "W1@1 R2@2 R3@3 W4@4").server("zk1:2181").connect(1).connect(2);
    readers.connect(3, 6'000).connect(4);
    QCOMPARE(problemsOf(readers.sample()), "warning silent-waiter /a zk1:2181");
}

void TestAbsentFindings::silentWaiterThatIsInNobodysWay() {
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

void TestAbsentFindings::standbysMayBeGhosts() {
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

void TestAbsentFindings::standbysMayBeSilent() {
    SampleBuilder builder;
    builder.lock("/a", "L1@1 L2@2 L3@3").server("zk1:2181").connect(1).connect(2, 6'000).connect(3);
    QCOMPARE(problemsOf(builder.sample()), "warning silent-waiter standby /a zk1:2181");
}

/// Nobody waits for them, but who looks for members finds them.
void TestAbsentFindings::membersMayBeGhosts() {
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

void TestAbsentFindings::manyGhostMembersOfOneHostAreOneFinding() {
    SampleBuilder builder;
    builder.lock("/a", "s1@1 s2@2 s3@3").lock("/b", "s1@4 s2@5").server("zk1:2181").connect(1);
    const Finding finding = single(builder.sample());
    QCOMPARE(textOf({finding}), "information ghost-member");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(4));
    QCOMPARE(finding.sessions, sessions({2, 3, 4, 5}));
    QVERIFY(finding.contenders.front().starts_with("/a/"));
}

/// As after a restart of their server, or of one reading alone.
void TestAbsentFindings::membersThatMayComeBackAreNoGhosts() {
    const auto of = [](const std::function<void(ServerReport&)>& edit) {
        SampleBuilder builder;
        builder.lock("/a", "s1@1 s2@2").server("zk1:2181").connect(1).editServer(edit);
        return problemsOf(builder.sample());
    };
    QCOMPARE(of([](ServerReport&) {}), "information ghost-member /a");
    QCOMPARE(of([](ServerReport& it) { it.servesSinceUnixMs = SampleBuilder::kNowMs - 1'000; }), "");
    QCOMPARE(of([](ServerReport& it) { it.listedBefore.reset(); }), "");
}

LOCKSCOPE_TEST(TestAbsentFindings)
#include "tst_absent_findings.moc"
