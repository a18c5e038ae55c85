// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/assessment.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// The roles of a lock's rows, and whom each follows.
QString rolesOf(const LockQueue& lock) {
    QStringList rows;
    for (const QueueRow& row : lock.rows) {
        QString text = QString::fromUtf8(roleName(row.role).data());
        if (row.predecessor) text += QStringLiteral(" %1").arg(*row.predecessor);
        rows << text;
    }
    return rows.join(", ");
}

/// Sequential children of sessions 1, 2, …, with a server that has all of them.
SampleBuilder members(const std::string& words, int sessions) {
    SampleBuilder builder;
    builder.lock("/a", words).server("zk1:2181", true);
    for (int session = 1; session <= sessions; ++session)
        builder.connect(session);
    return builder;
}

const std::string kThree = "job-0000000001@1 job-0000000002@2 job-0000000003@3";

}  // namespace

class TestVerifiedQueues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainMakesAQueue();
    void whatMakesNone_data();
    void whatMakesNone();
    void chainMakesAnElectionWhereItsPathSaysSo();
    void oneQueueForEachPrefix();
    void severalOfOneSession();
    void whoWatchesItsOwnProvesNothing();
    void whatIsNotReadCountsForNobody();
    void onceSeenItStays();
    void anotherDirectoryIsAnotherOne();
    void changingDirectoriesProveNothing();
    void otherDialectsStayWhatTheyAre();
    void kazooThatWaitsForCurator();
    void curatorThatPassesKazoo();
    void curatorThatPassesKazooAndItsWaiter();
    void whoIsNotAtWorkIsNoSecondHolder();
    void clientWithoutTheOthersPatternTakesItBack();
    void mixedQueuesThatAreOne();
    void whatNobodyHasShownIsInDoubt();
};

void TestVerifiedQueues::chainMakesAQueue() {
    SampleBuilder builder = members(kThree, 3);
    builder.watch(2, 0, 0).watch(3, 0, 1);
    const auto sample = std::make_shared<const ClusterSample>(builder.sample());
    QCOMPARE(sample->locks[0]->kind, DirectoryKind::Membership);
    QCOMPARE(rolesOf(*sample->locks[0]), "member, member, member");
    FindingHistory history;
    const ClusterAssessment assessment = assess(sample, history);
    QCOMPARE(rolesOf(*assessment.sample->locks[0]), "holder, waiter 0, waiter 1");
    QCOMPARE(assessment.sample->locks[0]->kind, DirectoryKind::Lock);
    QCOMPARE(assessment.waitFor.edges.size(), 2u);
    QCOMPARE(assessment.chains[0][1].verdict, ChainVerdict::Verified);
    QCOMPARE(assessment.sessions[0].holds.size(), 1u);
    QCOMPARE(assessment.queues.size(), 1u);
}

void TestVerifiedQueues::whatMakesNone_data() {
    QTest::addColumn<QStringList>("watches");  // session and row that it watches
    QTest::newRow("nobody watches anybody") << QStringList{};
    QTest::newRow("one watches nothing") << QStringList{"2:0"};
    QTest::newRow("all watch the first") << QStringList{"2:0", "3:0"};
    QTest::newRow("all watch all") << QStringList{"1:1", "1:2", "2:0", "2:2", "3:0", "3:1"};
    QTest::newRow("the first watches somebody") << QStringList{"1:2", "2:0", "3:1"};
    QTest::newRow("the other way round") << QStringList{"1:1", "2:2"};
}

void TestVerifiedQueues::whatMakesNone() {
    QFETCH(QStringList, watches);
    SampleBuilder builder = members(kThree, 3);
    for (const QString& watch : watches)
        builder.watch(watch.section(':', 0, 0).toInt(), 0, watch.section(':', 1, 1).toUInt());
    const ClusterSample sample = builder.sample();
    QCOMPARE(int(queuesByWatches(*sample.locks[0], sample.servers, {})), int(SequentialQueues::None));
}

/// As in many a tutorial: two such elections in opposite order are no deadlock, and nobody waits for long.
void TestVerifiedQueues::chainMakesAnElectionWhereItsPathSaysSo() {
    SampleBuilder builder;
    builder.lock("/election", "c_0000000000@1 c_0000000001@2").age(1, 5h);
    builder.lock("/b/leader", "candidate-0000000000@2 candidate-0000000001@1").age(1, 5h);
    builder.server("zk1:2181", true).connect(1).connect(2).watch(2, 0, 0).watch(1, 1, 0);
    FindingHistory history;
    const auto sample = std::make_shared<const ClusterSample>(builder.sample());
    const ClusterAssessment assessment = assess(sample, history);
    for (const auto& lock : assessment.sample->locks) {
        QCOMPARE(rolesOf(*lock), "leader, standby 0");
        QCOMPARE(lock->kind, DirectoryKind::Election);
    }
    QCOMPARE(assessment.chains[0][1].verdict, ChainVerdict::Verified);
    QCOMPARE(assessment.sessions[0].leads.size(), 1u);
    QCOMPARE(assessment.sessions[0].standsBy.size(), 1u);
    QVERIFY(assessment.findings.empty());
}

void TestVerifiedQueues::oneQueueForEachPrefix() {
    SampleBuilder builder =
        members("a_lock_0000000001@1 b_lock_0000000002@2 a_lock_0000000003@3 b_lock_0000000004@4", 4);
    builder.watch(3, 0, 0).watch(4, 0, 1);
    const ClusterSample sample = builder.sample();
    const auto stands = queuesByWatches(*sample.locks[0], sample.servers, {});
    QCOMPARE(int(stands), int(SequentialQueues::ByPrefix));
    QCOMPARE(rolesOf(asQueue(*sample.locks[0], stands)), "holder, holder, waiter 0, waiter 1");
}

void TestVerifiedQueues::severalOfOneSession() {
    SampleBuilder builder = members("job-0000000001@1 job-0000000002@2 job-0000000003@2 job-0000000004@1", 2);
    builder.watch(2, 0, 0).watch(2, 0, 1).watch(1, 0, 2);
    const ClusterSample sample = builder.sample();
    QCOMPARE(int(queuesByWatches(*sample.locks[0], sample.servers, {})), int(SequentialQueues::One));
}

/// As Curator's PersistentNode does, several of them in one client.
void TestVerifiedQueues::whoWatchesItsOwnProvesNothing() {
    SampleBuilder builder = members("job-0000000001@1 job-0000000002@1", 1);
    builder.watch(1, 0, 0).watch(1, 0, 1);
    const ClusterSample sample = builder.sample();
    QCOMPARE(int(queuesByWatches(*sample.locks[0], sample.servers, {})), int(SequentialQueues::None));
}

void TestVerifiedQueues::whatIsNotReadCountsForNobody() {
    SampleBuilder builder = members(kThree, 2);  // nobody tells of session 3
    builder.watch(2, 0, 0);
    const ClusterSample sample = builder.sample();
    QCOMPARE(int(queuesByWatches(*sample.locks[0], sample.servers, {})), int(SequentialQueues::One));
}

void TestVerifiedQueues::onceSeenItStays() {
    SampleBuilder seen = members(kThree, 3);
    seen.watch(2, 0, 0).watch(3, 0, 1);
    VerifiedQueues known;
    learnQueues(seen.sample(), {}, known);
    QCOMPARE(known.size(), 1u);
    const auto later = std::make_shared<const ClusterSample>(members(kThree, 3).sample());
    FindingHistory history;
    QCOMPARE(rolesOf(*assess(later, history, {}, {}, &known).sample->locks[0]), "holder, waiter 0, waiter 1");
    QCOMPARE(rolesOf(*assess(later, history).sample->locks[0]), "member, member, member");
    QCOMPARE(asKnown(later, {}), later);
}

void TestVerifiedQueues::anotherDirectoryIsAnotherOne() {
    SampleBuilder seen = members(kThree, 3);
    seen.watch(2, 0, 0).watch(3, 0, 1);
    VerifiedQueues known;
    learnQueues(seen.sample(), {}, known);
    SampleBuilder another = members(kThree, 3);
    another.editLock([](LockQueue& lock) { lock.stat->czxid = Zxid{77}; });
    const ClusterSample sample = another.sample();
    QCOMPARE(asKnown(sample.locks[0], known), sample.locks[0]);
    learnQueues(sample, {}, known);
    QVERIFY(known.empty());
}

void TestVerifiedQueues::changingDirectoriesProveNothing() {
    SampleBuilder builder = members(kThree, 3);
    builder.watch(2, 0, 0).watch(3, 0, 1);
    ClusterSample sample = builder.sample();
    sample.changing.insert("/a");
    VerifiedQueues known;
    learnQueues(sample, {}, known);
    QVERIFY(known.empty());
    sample.changing.clear();
    learnQueues(sample, {}, known);
    QVERIFY(!known.empty());
}

void TestVerifiedQueues::otherDialectsStayWhatTheyAre() {
    SampleBuilder builder = members("member_0000000001@1 member_0000000002@2", 2);
    builder.watch(2, 0, 0);
    const ClusterSample sample = builder.sample();
    QCOMPARE(int(queuesByWatches(*sample.locks[0], sample.servers, {})), int(SequentialQueues::None));
}

namespace {

/// Curator holds, and kazoo's client with extra_lock_patterns waits behind it.
SampleBuilder kazooBehindCurator() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 k2@2").server("zk1:2181", true).connect(1).connect(2);
    return builder;
}

ClusterAssessment assessedLater(const SampleBuilder& builder, FindingHistory& history, VerifiedQueues& known,
                                std::int64_t laterMs = 0) {
    auto sample = std::make_shared<ClusterSample>(builder.sample());
    sample->takenAtUnixMs += laterMs;
    for (ServerReport& server : sample->servers) {
        server.watchedAtUnixMs += laterMs;
        server.readAtUnixMs += laterMs;
    }
    return assess(sample, history, {}, {}, &known);
}

QString mixedOf(const ClusterAssessment& assessment) {
    QStringList texts;
    for (const Finding& finding : assessment.findings)
        if (finding.kind == FindingKind::MixedDialects)
            texts << QStringLiteral("%1 %2 %3")
                         .arg(QString::fromUtf8(severityName(finding.severity).data()),
                              QString::fromStdString(finding.detail),
                              finding.evidence.empty() ? QStringLiteral("by names")
                                                       : QStringLiteral("by watches"));
    return texts.join(", ");
}

}  // namespace

/// It is no holder, and the two libraries do not ignore each other. Whether Curator waits for kazoo, nobody
/// knows as long as nobody of Curator stands behind it.
void TestVerifiedQueues::kazooThatWaitsForCurator() {
    SampleBuilder unwatched = kazooBehindCurator();
    unwatched.editServer([](ServerReport& it) { it.watched.reset(); });
    FindingHistory history;
    VerifiedQueues known;
    const ClusterAssessment byNames = assessedLater(unwatched, history, known);
    QCOMPARE(rolesOf(*byNames.sample->locks[0]), "holder, holder");
    QCOMPARE(mixedOf(byNames), "warning  by names");

    SampleBuilder watched = kazooBehindCurator();
    watched.watch(2, 0, 0);
    const ClusterAssessment seen = assessedLater(watched, history, known, 2'000);
    QCOMPARE(rolesOf(*seen.sample->locks[0]), "holder, waiter 0");
    QCOMPARE(seen.chains[0][1].verdict, ChainVerdict::Verified);
    QCOMPARE(mixedOf(seen), "information one-way by watches");
    QCOMPARE(seen.findings[0].contenders, (std::vector{seen.sample->locks[0]->rows[1].contender->name,
                                                       seen.sample->locks[0]->rows[0].contender->name}));
    QCOMPARE(seen.events->size(), 2u);
    QVERIFY(seen.events->back().finding.stage == FindingStage::Over);
    QVERIFY(seen.events->back().end == FindingEnd::Withdrawn);

    // Who has only just come need not watch yet.
    const ClusterAssessment later = assessedLater(unwatched, history, known, 4'000);
    QCOMPARE(rolesOf(*later.sample->locks[0]), "holder, waiter 0");
    QCOMPARE(mixedOf(later), "information one-way by watches");
}

void TestVerifiedQueues::curatorThatPassesKazoo() {
    SampleBuilder builder;
    builder.lock("/a", "k1@1 M2@2 k3@3").server("zk1:2181", true).connect(1).connect(2).connect(3);
    builder.watch(3, 0, 1);
    FindingHistory history;
    VerifiedQueues known;
    const ClusterAssessment seen = assessedLater(builder, history, known);
    QCOMPARE(rolesOf(*seen.sample->locks[0]), "holder, holder, waiter 1");
    QCOMPARE(mixedOf(seen), "warning  by watches, information two-hold by watches");
    const ClusterAssessment again = assessedLater(builder, history, known, 2'000);
    QCOMPARE(mixedOf(again), "fault two-hold by watches");
    QCOMPARE(again.findings[0].contenders, (std::vector{again.sample->locks[0]->rows[1].contender->name,
                                                        again.sample->locks[0]->rows[0].contender->name}));
}

/// The holder that it passes need not be right before it.
void TestVerifiedQueues::curatorThatPassesKazooAndItsWaiter() {
    SampleBuilder builder;
    builder.lock("/a", "k1@1 k2@2 M3@3").server("zk1:2181", true).connect(1).connect(2).connect(3);
    builder.watch(2, 0, 0);
    FindingHistory history;
    VerifiedQueues known;
    assessedLater(builder, history, known);
    const ClusterAssessment seen = assessedLater(builder, history, known, 2'000);
    QCOMPARE(rolesOf(*seen.sample->locks[0]), "holder, waiter 0, holder");
    QCOMPARE(mixedOf(seen), "fault two-hold by watches");
    QCOMPARE(seen.findings[0].sessions, (std::vector{SessionId{3}, SessionId{1}}));
}

/// One that was not heard of since it came may still be about to watch; one that is connected nowhere, and
/// one that left its znode behind, hold nothing that anybody uses.
void TestVerifiedQueues::whoIsNotAtWorkIsNoSecondHolder() {
    const auto mixedIn = [](const std::string& contenders,
                            const std::function<void(SampleBuilder&)>& connect) {
        SampleBuilder builder;
        builder.lock("/a", contenders).server("zk1:2181", true);
        connect(builder);
        FindingHistory history;
        VerifiedQueues known;
        assessedLater(builder, history, known);
        return mixedOf(assessedLater(builder, history, known, 2'000));
    };
    constexpr int kForLong = 40'000;
    QCOMPARE(mixedIn("k1@1 M2@2", [](SampleBuilder& it) { it.connect(1).connect(2); }),
             "fault two-hold by watches");
    QCOMPARE(mixedIn("k1@1 M2@2", [](SampleBuilder& it) { it.connect(1).connect(2, kForLong, 100'000); }),
             "warning  by watches");
    QCOMPARE(mixedIn("k1@1 M2@2", [](SampleBuilder& it) { it.connect(2); }), "warning  by watches");
    QCOMPARE(mixedIn("k1@0 M2@2", [](SampleBuilder& it) { it.connect(2); }), "warning  by watches");
}

/// Each client is told of other names for itself.
void TestVerifiedQueues::clientWithoutTheOthersPatternTakesItBack() {
    FindingHistory history;
    VerifiedQueues known;
    SampleBuilder watched = kazooBehindCurator();
    assessedLater(watched.watch(2, 0, 0), history, known);
    const SampleBuilder deaf = kazooBehindCurator();
    const ClusterAssessment once = assessedLater(deaf, history, known, 2'000);
    QCOMPARE(rolesOf(*once.sample->locks[0]), "holder, waiter 0");
    const ClusterAssessment again = assessedLater(deaf, history, known, 4'000);
    QCOMPARE(rolesOf(*again.sample->locks[0]), "holder, holder");
    QCOMPARE(mixedOf(again), "warning  by watches, information two-hold by watches");
}

/// As kazoo's and go-zookeeper's clients do.
void TestVerifiedQueues::mixedQueuesThatAreOne() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 k2@2 M3@3").server("zk1:2181", true).connect(1).connect(2).connect(3);
    builder.watch(2, 0, 0).watch(3, 0, 1);
    FindingHistory history;
    VerifiedQueues known;
    const ClusterAssessment seen = assessedLater(builder, history, known);
    QCOMPARE(rolesOf(*seen.sample->locks[0]), "holder, waiter 0, waiter 1");
    QVERIFY(seen.findings.empty());
    QCOMPARE(seen.waitFor.edges.size(), 2u);
}

/// Rows that hold by their names; whether they do, only watches tell.
void TestVerifiedQueues::whatNobodyHasShownIsInDoubt() {
    using InDoubt = decltype(ClusterAssessment::inDoubt);
    const InDoubt second{{"/a", {1}}};
    const auto inDoubt = [](const SampleBuilder& builder, bool isChanging = false) {
        auto sample = std::make_shared<ClusterSample>(builder.sample());
        if (isChanging) sample->changing.insert("/a");
        FindingHistory history;
        return assess(sample, history).inDoubt;
    };
    SampleBuilder untold = kazooBehindCurator();
    QCOMPARE(inDoubt(untold.editServer([](ServerReport& it) { it.watched.reset(); })), second);
    SampleBuilder watched = kazooBehindCurator();
    watched.watch(2, 0, 0);
    QCOMPARE(inDoubt(watched), InDoubt());
    QCOMPARE(inDoubt(watched, true), second);
    QCOMPARE(inDoubt(kazooBehindCurator()), InDoubt());  // it waits for nobody
    SampleBuilder young = kazooBehindCurator();
    QCOMPARE(inDoubt(young.age(1, 100ms)), second);  // it may be about to watch
}

LOCKSCOPE_TEST(TestVerifiedQueues)
#include "tst_verified_queues.moc"
