// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

#include <lockcore/observe/wait_for.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

}  // namespace

/// Who waits in a circle, for itself, for long or in a long queue.
class TestWaitFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deadlock();
    void deadlockNamesThoseThatHold();
    void electionsInOppositeOrderAreNoDeadlock();
    void selfWait();
    void selfWaitByAClockThatNobodyCompared();
    void longWait();
    void longWaitByTheClockOfTheLeader();
    void longWaitOfAnEarlierLeader();
    void longQueue();
    void standbysWaitForNothing();
};

void TestWaitFindings::deadlock() {
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
void TestWaitFindings::deadlockNamesThoseThatHold() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@3 M3@2").lock("/b", "M1@2 M2@1").sample();
    QCOMPARE(single(sample).sessions, sessions({1, 2}));
}

void TestWaitFindings::electionsInOppositeOrderAreNoDeadlock() {
    QVERIFY(!problemsOf(SampleBuilder().lock("/a", "M1@1 M2@2").lock("/b", "M1@2 M2@1").sample()).isEmpty());
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "L1@1 L2@2").lock("/b", "L1@2 L2@1").sample()), "");
    const auto kazoo =
        SampleBuilder().lock("/a/election", "k1@1 k2@2").lock("/b/election", "k1@2 k2@1").sample();
    QCOMPARE(problemsOf(kazoo), "");
    QVERIFY(waitForGraph(kazoo).edges.empty());
}

void TestWaitFindings::selfWait() {
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

void TestWaitFindings::selfWaitByAClockThatNobodyCompared() {
    SampleBuilder builder;
    builder.uncompared().lock("/a", "M1@1 M2@1").age(1, 61s);
    QCOMPARE(problemsOf(builder.sample()), "information self-wait /a, information long-wait /a");
}

void TestWaitFindings::longWait() {
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

void TestWaitFindings::longWaitByTheClockOfTheLeader() {
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
void TestWaitFindings::longWaitOfAnEarlierLeader() {
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

void TestWaitFindings::longQueue() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@2 M3@3").lock("/b", "M1@1 M2@2").sample();
    Thresholds thresholds;
    thresholds.longQueue = 1;
    const Finding finding = single(sample, thresholds);
    QCOMPARE(textOf({finding}), "warning long-queue /a");
    QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
}

void TestWaitFindings::standbysWaitForNothing() {
    Thresholds thresholds;
    thresholds.longQueue = 0;
    const auto sample = SampleBuilder().lock("/a", "L1@1 L2@2 L3@1").age(1, 100h).age(2, 100h).sample();
    QCOMPARE(problemsOf(sample, thresholds), "");
}

LOCKSCOPE_TEST(TestWaitFindings)
#include "tst_wait_findings.moc"
