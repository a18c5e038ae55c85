// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

#include <lockcore/observe/finding_history.h>

using namespace lockcore;
using namespace std::chrono_literals;

/// What is wrong with the children of a directory, as they are listed and read.
class TestContenderFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orphanContender();
    void duplicateId();
    void noDuplicates();
    void persistentContender();
    void sequenceExhaustion_data();
    void sequenceExhaustion();
    void negativeNumbers();
    void equalNumbers_data();
    void equalNumbers();
    void orderMismatch();
    void noOrderMismatch();
    void overtakenHolder_data();
    void overtakenHolder();
    void overtakenHolderNeedsNoWatch();
    void exceededPermits();
    void unreadable();
    void emptyParents();
    void mixedDialects();
    void mixedDialectsThatWaitForEachOther();
    void manyEphemerals();
    void manyEphemeralsThatAreNoLocks();
};

void TestContenderFindings::orphanContender() {
    const auto sample =
        SampleBuilder().lock("/a", "M1@1 M2@2 M3@1").sameId(0, 2).server("zk1:2181").sample(true);
    const Finding finding = single(sample);
    QCOMPARE(finding.kind, FindingKind::OrphanContender);
    QCOMPARE(finding.severity, Severity::Fault);
    QCOMPARE(finding.contenders, names(sample, {0, 2}));
    QCOMPARE(finding.sessions, sessions({1}));
}

void TestContenderFindings::duplicateId() {
    const auto ofTwoSessions = SampleBuilder().lock("/a", "M1@1 M2@2").sameId(0, 1).sample();
    QCOMPARE(problemsOf(ofTwoSessions), "warning duplicate-id /a");
    QCOMPARE(single(ofTwoSessions).contenders, names(ofTwoSessions, {0, 1}));
    const auto ofWaiters = SampleBuilder().lock("/a", "M1@1 M2@2 M3@2").sameId(1, 2).sample();
    QCOMPARE(problemsOf(ofWaiters), "warning duplicate-id /a");
    QCOMPARE(single(ofWaiters).contenders, names(ofWaiters, {1, 2}));
}

void TestContenderFindings::noDuplicates() {
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "W1@1 R1@1").sameId(0, 1).sample()), "");
    QCOMPARE(problemsOf(SampleBuilder()
                            .lock("/a", "_c_00000000000000000000000000000001-lock-0000000001")
                            .lock("/b", "_c_00000000000000000000000000000001-lock-0000000002")
                            .sample()),
             "");
}

void TestContenderFindings::persistentContender() {
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

void TestContenderFindings::sequenceExhaustion_data() {
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

void TestContenderFindings::sequenceExhaustion() {
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

void TestContenderFindings::negativeNumbers() {
    const auto sample = SampleBuilder().lock("/a", "k-2147483648@1").sample();
    QCOMPARE(problemsOf(sample), "fault sequence-exhaustion /a, fault dialect-bug negative-numbers /a");
    QCOMPARE(findProblems(sample)[1].contenders, names(sample, {0}));
}

void TestContenderFindings::equalNumbers_data() {
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

void TestContenderFindings::equalNumbers() {
    QFETCH(QString, words);
    QFETCH(bool, found);
    const auto sample = SampleBuilder().lock("/a", words.toStdString()).sample();
    const QString problems = problemsOf(sample);
    QVERIFY2(problems.contains("fault dialect-bug equal-numbers /a") == found, qPrintable(problems));
    for (const Finding& finding : findProblems(sample)) {
        if (finding.kind == FindingKind::DialectBug) QCOMPARE(finding.count, std::optional<std::uint64_t>(2));
    }
}

void TestContenderFindings::orderMismatch() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M3@3 M4@4 M2@2").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning order-mismatch /a");
    QCOMPARE(finding.contenders, names(sample, {1}));
    QCOMPARE(finding.count, std::optional<std::uint64_t>(1));
}

void TestContenderFindings::noOrderMismatch() {
    // The reader took the place of a write lock, which is gone.
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "W2@2 R1@1").sample()), "");
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "M2@2 M1").sample()), "");
    QCOMPARE(problemsOf(SampleBuilder().lock("/a", "k2@2 M1@1").sample()), "warning mixed-dialects /a");
}

/// In the order of creation; who holds by the rules, and who may hold nevertheless.
void TestContenderFindings::overtakenHolder_data() {
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
void TestContenderFindings::overtakenHolder() {
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
void TestContenderFindings::overtakenHolderNeedsNoWatch() {
    SampleBuilder builder;
    builder.lock("/a", "M5@1 M3@2").server("zk1:2181", true).connect(1).connect(2);
    QCOMPARE(problemsOf(builder.sample()), "fault order-mismatch holder-overtaken /a");
}

void TestContenderFindings::exceededPermits() {
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

void TestContenderFindings::unreadable() {
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

void TestContenderFindings::emptyParents() {
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

void TestContenderFindings::mixedDialects() {
    const auto sample = SampleBuilder().lock("/a", "M1@1 M2@2 k3@3").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning mixed-dialects /a");
    QCOMPARE(finding.contenders, names(sample, {0, 2}));
}

/// By the sample alone; what was seen before is not needed.
void TestContenderFindings::mixedDialectsThatWaitForEachOther() {
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

void TestContenderFindings::manyEphemerals() {
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
void TestContenderFindings::manyEphemeralsThatAreNoLocks() {
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

LOCKSCOPE_TEST(TestContenderFindings)
#include "tst_contender_findings.moc"
