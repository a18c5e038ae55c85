// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "checked_clusters.h"
#include "gap_words.h"
#include "test_program.h"

using namespace lockcore;

namespace {

Snapshot writtenAndRead(const std::shared_ptr<const ClusterAssessment>& checked, const LockQueues& locks) {
    Snapshot snapshot = snapshotOf(checked);
    snapshot.locks = locks;
    auto read = snapshotFromJson(toJson(snapshot));
    if (!read) qFatal("%s", describe(read.error()).c_str());
    return std::move(*read);
}

/// A whole cluster in order, of which nothing is unknown, and the same one in which somebody has come to /a
/// since.
struct GrownQueue {
    std::shared_ptr<const ClusterAssessment> checked;
    LockQueues later;
    LockCatalog catalog;

    GrownQueue() {
        ClusterSample sample =
            SampleBuilder().lock("/a", "M1@1 M2@2").lock("/b", "M1@3").server("zk1:2181", true).sample(true);
        catalog.readAtUnixMs = catalog.asOfUnixMs = SampleBuilder::kNowMs;
        sample.catalog = std::make_shared<const LockCatalog>(catalog);
        FindingHistory history;
        checked = std::make_shared<const ClusterAssessment>(
            assess(std::make_shared<const ClusterSample>(std::move(sample)), history));
        later = checked->sample->locks;
        auto grown = std::make_shared<LockQueue>(*later[0]);
        auto newest = std::make_shared<Contender>(*grown->rows[1].contender);
        newest->name.back() = '9';
        newest->parsed = parseNodeName(newest->name);
        newest->stat->czxid = Zxid{99};
        newest->stat->ephemeralOwner = SessionId{4};
        grown->rows.push_back({newest, Role::Waiter, std::size_t{1}});
        grown->readAtUnixMs += 700;
        later[0] = grown;
    }
};

/// The aspects that findings say were not checked, and since when after the check.
QString notCheckedIn(const ClusterAssessment& checked) {
    QStringList words;
    for (const Finding& finding : checked.findings)
        if (finding.kind == FindingKind::NotChecked)
            words << QStringLiteral("%1 %2 +%3")
                         .arg(QString::fromStdString(finding.detail))
                         .arg(finding.count.value_or(0))
                         .arg(finding.sinceUnixMs - checked.sample->takenAtUnixMs);
    return words.join(QStringLiteral(", "));
}

constexpr const char* kGapsOfGrown = "sessions-not-asked 1, watches-not-compared 2";

}  // namespace

/// What a file of some locks, which may have been read later than they were checked, says of them.
class TestSnapshotPart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneLockIsSavedWithWhatIsAboutIt() {
        const auto checked = checkedTwice(richCluster().sample());
        const auto lock = checked->sample->locks[1];
        const Snapshot read = writtenAndRead(aboutLock(*checked, lock), {lock});
        QCOMPARE(read.checked->sessions.size(), std::size_t{3});
        QVERIFY(!read.checked->findings.empty());
        for (const Finding& finding : read.checked->findings)
            QVERIFY2(finding.lock == "/locks/a" || finding.lock.empty(), finding.lock.c_str());
        QCOMPARE(read.coverage->locks, std::size_t{1});
        QCOMPARE(read.coverage->sessions, std::size_t{3});
        QVERIFY(!read.coverage->lacks(Aspect::Locks));
    }

    void aLockThatHasChangedSinceIsNotCheckedAsItIs() {
        const GrownQueue grown;
        QVERIFY(grown.checked->coverage->isComplete());
        const auto part = aboutLock(*grown.checked, grown.later[0]);
        const Snapshot read = writtenAndRead(part, {grown.later[0]});
        QCOMPARE(gapsOf(*read.coverage), QString::fromLatin1(kGapsOfGrown));
        QCOMPARE(notCheckedIn(*read.checked), QStringLiteral("liveness 1 +700, watches 2 +700"));
        QVERIFY(read.checked->chains[0].empty());
    }

    void aLockThatIsAsItWasIsChecked() {
        const GrownQueue grown;
        const Snapshot read = writtenAndRead(aboutLock(*grown.checked, grown.later[1]), {grown.later[1]});
        QVERIFY(read.coverage->isComplete());
        QCOMPARE(notCheckedIn(*read.checked), QString());
    }

    /// Nobody has looked since.
    void whatWasNotCheckedIsNotWhenItIsSavedAgain() {
        const GrownQueue grown;
        const Snapshot read =
            writtenAndRead(aboutLocks(*grown.checked, grown.later, grown.catalog), grown.later);
        const auto again = aboutLock(*read.checked, read.locks[0]);
        QCOMPARE(gapsOf(*again->coverage), QString::fromLatin1(kGapsOfGrown));
        const Snapshot readAgain = writtenAndRead(again, {read.locks[0]});
        const auto thrice = aboutLock(*readAgain.checked, readAgain.locks[0]);
        QCOMPARE(gapsOf(*thrice->coverage), QString::fromLatin1(kGapsOfGrown));
        QVERIFY(aboutLock(*read.checked, read.locks[1])->coverage->isComplete());
    }

    void allLocksOfWhichOneHasChangedSince() {
        const GrownQueue grown;
        const auto checked = aboutLocks(*grown.checked, grown.later, grown.catalog);
        const Snapshot read = writtenAndRead(checked, grown.later);
        QCOMPARE(gapsOf(*read.coverage), QString::fromLatin1(kGapsOfGrown));
        QCOMPARE(read.coverage->locks, std::size_t{2});
        QCOMPARE(read.coverage->sessions, std::size_t{4});
        QCOMPARE(read.coverage->sessionsFound, std::size_t{3});
        QCOMPARE(notCheckedIn(*read.checked), QStringLiteral("liveness 1 +700, watches 2 +700"));
    }

    /// What is missing elsewhere is none of this lock's; what was missing here before is so since then.
    void notCheckedIsToldAsTheCoverageHasIt() {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M2@2").lock("/b", "M1@3 M2@4").server("zk1:2181", true);
        builder.connect(1).connect(2).watch(2, 0, 0).editServer([](ServerReport& server) {
            server.mode = "leader";
            server.metrics.emplace().learners = 1;
        });
        builder.server("zk2:2181").connect(3).connect(4).editServer([](ServerReport& server) {
            server.mode = "follower";
        });
        const auto checked = checkedTwice(builder.sample());
        QVERIFY(checked->coverage->lacks(Aspect::Locks) && checked->coverage->lacks(Aspect::Watches));
        const auto& locks = checked->sample->locks;
        const auto ofA = aboutLock(*checked, locks[0]);
        QVERIFY2(ofA->coverage->isComplete(), qPrintable(gapsOf(*ofA->coverage)));
        QCOMPARE(notCheckedIn(*ofA), QString());
        const auto ofB = aboutLock(*checked, locks[1]);
        QCOMPARE(gapsOf(*ofB->coverage), QStringLiteral("watches-not-told zk2:2181 1"));
        QCOMPARE(notCheckedIn(*ofB), QStringLiteral("watches 1 +-6000"));
    }

    void whatConcernsALock() {
        struct Case {
            const char* name;
            bool isAbout;
            Finding finding;
        };
        using enum FindingKind;
        const std::vector<SessionId> client{SessionId{2}};
        const std::vector<SessionId> another{SessionId{99}};
        const std::vector<Case> cases{
            {"its own", true, {.kind = LongQueue, .lock = "/locks/a"}},
            {"another lock's", false, {.kind = LongQueue, .lock = "/locks/b", .sessions = client}},
            {"a circle through it",
             true,
             {.kind = PossibleDeadlock, .contenders = {"x", "y"}, .locks = {"/locks/b", "/locks/a"}}},
            {"a circle of others",
             false,
             {.kind = PossibleDeadlock, .contenders = {"x"}, .locks = {"/locks/b"}, .hosts = {"10.0.0.1"}}},
            {"a contender of it", true, {.kind = GhostHolder, .contenders = {"/locks/a/x"}}},
            {"a client of it", true, {.kind = ManyEphemerals, .sessions = client}},
            {"another client", false, {.kind = ManyEphemerals, .sessions = another}},
            {"the host of its clients",
             true,
             {.kind = GhostHolder, .contenders = {"/z/x"}, .sessions = another, .hosts = {"10.0.0.1"}}},
            {"another host",
             false,
             {.kind = GhostHolder, .contenders = {"/z/x"}, .sessions = another, .hosts = {"10.0.0.2"}}},
            {"waits for that host",
             true,
             {.kind = LongWait, .contenders = {"/z/x"}, .hosts = {"10.0.0.1", "10.0.0.3"}}},
            {"the server of its clients", true, {.kind = ServerLag, .server = "zk1:2181"}},
            {"another server", false, {.kind = ServerLag, .server = "zk9:2181"}},
            {"this machine's clock", true, {.kind = ClockSkew, .detail = "own"}},
            {"this program", false, {.kind = WatchBudget}},
            {"all directories", false, {.kind = EmptyParents}},
            {"what was not checked of the list", false, {.kind = NotChecked, .detail = "locks"}}};
        auto checked = std::make_shared<ClusterAssessment>(*checkedTwice(richCluster().sample()));
        for (const Case& each : cases) {
            checked->findings = {each.finding};
            const auto part = aboutLock(*checked, checked->sample->locks[1]);
            const bool isThere = std::ranges::any_of(part->findings, [&](const Finding& finding) {
                return finding.identity() == each.finding.identity();
            });
            QVERIFY2(isThere == each.isAbout, each.name);
        }
    }

    void doubtsStayWithTheirLock() {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M2@2").editLock([](LockQueue& it) { it.stat->pzxid = Zxid{9}; });
        builder.lock("/b", "M1@1 M2@3").server("zk1:2181", true).connect(1).connect(2).connect(3);
        builder.watch(3, 1, 0);
        ClusterSample sample = builder.sample();
        sample.catalog = std::make_shared<const LockCatalog>();
        FindingHistory history;
        const auto checked = std::make_shared<const ClusterAssessment>(
            assess(std::make_shared<const ClusterSample>(std::move(sample)), history));
        const Snapshot read = writtenAndRead(checked, checked->sample->locks);
        QCOMPARE(gapsOf(*aboutLock(*read.checked, read.locks[0])->coverage),
                 QStringLiteral("watches-settling 1"));
        QCOMPARE(gapsOf(*aboutLock(*read.checked, read.locks[1])->coverage), QString());
    }
};

LOCKSCOPE_TEST(TestSnapshotPart)
#include "tst_snapshot_part.moc"
