// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

}  // namespace

/// What watch tables tell: no watch, a wrong one, too many at once, and what a library does wrong.
class TestWatchFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noWatch();
    void noWatchOfAClientThatStandsStill();
    void noWatchIsOnlySaidOfOneMoment();
    void wrongWatch_data();
    void wrongWatch();
    void recursiveWatchMayTell();
    void herd();
    void readersOfOneWriterAreAHarmlessHerd();
    void herdByCounters();
    void unsafeDowngrade();
    void readerBehindLaterWriter();
};

void TestWatchFindings::noWatch() {
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
void TestWatchFindings::noWatchOfAClientThatStandsStill() {
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

void TestWatchFindings::noWatchIsOnlySaidOfOneMoment() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    ClusterSample sample = builder.sample();
    QCOMPARE(problemsOf(sample), "warning no-watch /a zk1:2181");
    sample.changing = {"/a"};
    QCOMPARE(problemsOf(sample), "");
    QCOMPARE(problemsOf(builder.editLock([](LockQueue& it) { it.freshness = Freshness::Stale; }).sample()),
             "");
}

void TestWatchFindings::wrongWatch_data() {
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

void TestWatchFindings::wrongWatch() {
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
void TestWatchFindings::recursiveWatchMayTell() {
    SampleBuilder builder;
    builder.lock("/locks/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).connect(2);
    QCOMPARE(problemsOf(builder.sample()), "warning no-watch /locks/a zk1:2181");
    for (const char* path : {"/locks/a", "/locks", "/"})
        QCOMPARE(problemsOf(SampleBuilder(builder).watch(2, path).sample()), "");
    QCOMPARE(problemsOf(SampleBuilder(builder).watch(2, "/lock").sample()),
             "warning no-watch /locks/a zk1:2181");
}

void TestWatchFindings::herd() {
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

void TestWatchFindings::readersOfOneWriterAreAHarmlessHerd() {
    Thresholds thresholds;
    thresholds.herd = 3;
    const auto sample = SampleBuilder().lock("/a", "k1@1 r2@2 r3@3 r4@4").server("zk1:2181").sample(true);
    QCOMPARE(problemsOf(sample, thresholds), "information herd /a");
}

void TestWatchFindings::herdByCounters() {
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

// Session 1 reads and writes; its reader watches nobody, so it was let in although writer 2 is before it.
void TestWatchFindings::unsafeDowngrade() {
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

void TestWatchFindings::readerBehindLaterWriter() {
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

LOCKSCOPE_TEST(TestWatchFindings)
#include "tst_watch_findings.moc"
