// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "found_problems.h"
#include "test_program.h"

#include <algorithm>
#include <array>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

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

/// What holds of findings of all kinds.
class TestFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyClusterIsSilent();
    void findsNothingInNothing();
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
    void waitBehindAPersistentContender();
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

/// No edge leads to a znode without a session: those behind it had waited for 0 s in sum.
void TestFindings::waitBehindAPersistentContender() {
    const auto sample = SampleBuilder().lock("/a", "M1@0 M2@2 M3@3").sample();
    const Finding finding = single(sample);
    QCOMPARE(textOf({finding}), "warning persistent-contender /a");
    QCOMPARE(finding.blocked->directly, 1u);
    QCOMPARE(finding.blocked->inAll, 2u);
    QCOMPARE(finding.blocked->waited, milliseconds(20'000));
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
