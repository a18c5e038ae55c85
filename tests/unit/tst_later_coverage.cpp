// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "gap_words.h"
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/assessment.h>

#include <random>

using namespace lockcore;

namespace {

std::shared_ptr<const ClusterAssessment> checkedOnce(ClusterSample sample) {
    sample.catalog = std::make_shared<const LockCatalog>(
        LockCatalog{.locks = {}, .source = DiscoverySource::PinnedRoots, .server = {}, .problems = {}});
    FindingHistory history;
    return std::make_shared<const ClusterAssessment>(
        assess(std::make_shared<const ClusterSample>(std::move(sample)), history));
}

/// Of `words` in /a, where all is as it should be.
std::shared_ptr<const ClusterAssessment> checkedQueue(const std::string& words) {
    return checkedOnce(SampleBuilder().lock("/a", words).server("zk1", true).sample(true));
}

LockQueues laterQueue(const std::string& words) {
    return SampleBuilder().lock("/a", words).sample().locks;
}

/// "1/2 sessions, 1/1 waiters: gap, gap".
QString toldOf(const Coverage& coverage) {
    return QStringLiteral("%1/%2 sessions, %3/%4 waiters: %5")
        .arg(coverage.sessionsFound)
        .arg(coverage.sessions)
        .arg(coverage.waitersVerified)
        .arg(coverage.waiters)
        .arg(gapsOf(coverage));
}

}  // namespace

/// What a check covers of queues that were read later.
class TestLaterCoverage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aQueueThatIsAsItWasIsChecked() {
        const auto checked = checkedQueue("M1@1 M2@2");
        const Coverage coverage = coverageOf(laterQueue("M1@1 M2@2"), LockCatalog(), checked.get());
        QCOMPARE(toldOf(coverage), QStringLiteral("2/2 sessions, 1/1 waiters: "));
        QVERIFY(coverage.isComplete());
        QCOMPARE(coverage.servers.size(), std::size_t{1});
    }

    void whoCameSinceIsNotChecked() {
        const auto checked = checkedQueue("M1@1 M2@2");
        QVERIFY(checked->coverage->isComplete());
        const Coverage coverage = coverageOf(laterQueue("M1@1 M2@2 M3@3"), LockCatalog(), checked.get());
        QCOMPARE(toldOf(coverage),
                 QStringLiteral("2/3 sessions, 0/2 waiters: sessions-not-asked 1, watches-not-compared 2"));
    }

    /// Of watches that no server told nothing is known, whenever the queue changed.
    void noServerToldOfWatches() {
        const auto checked =
            checkedOnce(SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1").connect(1).connect(2).sample());
        const Coverage coverage = coverageOf(laterQueue("M1@1 M2@2 M3@2"), LockCatalog(), checked.get());
        QVERIFY2(!gapsOf(coverage).contains(QStringLiteral("watches-not-compared")),
                 qPrintable(toldOf(coverage)));
        QVERIFY2(gapsOf(coverage).contains(QStringLiteral("watches-not-told zk1 2")),
                 qPrintable(toldOf(coverage)));
    }

    /// Another contender of a client that servers were asked for.
    void aClientThatIsKnownWasAskedFor() {
        const auto checked = checkedQueue("M1@1 M2@2");
        const Coverage coverage = coverageOf(laterQueue("M1@1 M2@2 M3@2"), LockCatalog(), checked.get());
        QCOMPARE(toldOf(coverage), QStringLiteral("2/2 sessions, 0/2 waiters: watches-not-compared 2"));
    }

    void whoStandsBehindAnotherOneIsNotCompared() {
        const auto checked = checkedQueue("M1@1 M2@2 M3@3");
        auto later = std::make_shared<LockQueue>(*checked->sample->locks[0]);
        later->rows = rowsWithout(*later, 0);
        const Coverage coverage = coverageOf({later}, LockCatalog(), checked.get());
        QCOMPARE(toldOf(coverage), QStringLiteral("2/2 sessions, 0/1 waiters: watches-not-compared 1"));
    }

    void aLockThatWasFoundSince() {
        const auto checked = checkedQueue("M1@1");
        const LockQueues later = SampleBuilder().lock("/a", "M1@1").lock("/b", "M1@4 M2@5").sample().locks;
        QCOMPARE(toldOf(coverageOf(later, LockCatalog(), checked.get())),
                 QStringLiteral("1/3 sessions, 0/1 waiters: sessions-not-asked 2, watches-not-compared 1"));
    }

    /// Whom its waiters watched was told while they changed places.
    void aQueueThatChangedWhileServersWereAsked() {
        ClusterSample sample = SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1", true).sample(true);
        sample.changing = {"/a"};
        const auto checked = checkedOnce(std::move(sample));
        QCOMPARE(toldOf(coverageOf(checked->sample->locks, LockCatalog(), checked.get())),
                 QStringLiteral("2/2 sessions, 0/1 waiters: watches-not-compared 1"));
    }

    void whereNobodyWasAskedNobodyIsKnown() {
        const auto checked = checkedOnce(SampleBuilder().lock("/a", "M1@1 M2@2").sample());
        const QString expected =
            QStringLiteral("0/3 sessions, 0/2 waiters: servers-unknown 3, watches-not-told 2");
        const LockQueues later = laterQueue("M1@1 M2@2 M3@3");
        QCOMPARE(toldOf(coverageOf(later, LockCatalog(), checked.get())), expected);
        QCOMPARE(toldOf(coverageOf(later, LockCatalog(), nullptr)), expected);
    }

    /// Each doubt stays with its lock.
    void whatIsInDoubtIsSoInItsOwnLock() {
        SampleBuilder builder;
        builder.lock("/app/a", "M1@1 M2@2").editLock([](LockQueue& it) { it.stat->pzxid = Zxid{9}; });
        builder.lock("/app/b", "M1@1 M2@3").lock("/app/c", "M1@1 M2@4").server("zk1", true);
        for (const int session : {1, 2, 3, 4})
            builder.connect(session);
        builder.watch(3, "/app").watch(4, 2, 0);
        const auto checked = checkedOnce(builder.sample());
        QCOMPARE(gapsOf(*checked->coverage), QStringLiteral("watches-settling 1, watchers-unknown 1"));
        const auto gapsAt = [&](std::size_t lock) {
            return gapsOf(coverageOf({checked->sample->locks[lock]}, LockCatalog(), checked.get()));
        };
        QCOMPARE(gapsAt(0), QStringLiteral("watches-settling 1"));
        QCOMPARE(gapsAt(1), QStringLiteral("watchers-unknown 1"));
        QCOMPARE(gapsAt(2), QString());
    }

    void aListThatWasBehindStillIs() {
        auto checked = std::make_shared<ClusterAssessment>(*checkedQueue("M1@1"));
        checked->coverage->gaps = {{.kind = GapKind::LaggingSource, .server = "zk2"}};
        LockCatalog catalog;
        catalog.server = "zk2";
        QCOMPARE(gapsOf(coverageOf(checked->sample->locks, catalog, checked.get())),
                 QStringLiteral("lagging-source zk2"));
        catalog.server = "zk3";
        QCOMPARE(gapsOf(coverageOf(checked->sample->locks, catalog, checked.get())), QString());
    }

    void ofTheSameLocksItIsTheSame_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed)
            QTest::addRow("%u", seed) << seed;
    }

    void ofTheSameLocksItIsTheSame() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        SampleBuilder cluster;
        const int locks = 1 + upTo(4);
        for (int lock = 0; lock < locks; ++lock) {
            std::string words;
            for (int i = upTo(5); i > 0; --i)
                words += std::string(1, "MRWLk"[upTo(4)]) + std::to_string(i) + "@" +
                         std::to_string(1 + upTo(6)) + ' ';
            cluster.lock("/l" + std::to_string(lock), words);
        }
        const int servers = upTo(2);
        for (int server = 0; server < servers; ++server) {
            cluster.server("zk" + std::to_string(server) + ":2181", upTo(1) == 0);
            for (int session = 1; session <= 7; ++session)
                if (upTo(servers) == 0) cluster.connect(session, upTo(9'000));
        }
        const auto checked = checkedOnce(cluster.sample());
        const Coverage again = coverageOf(checked->sample->locks, *checked->sample->catalog, checked.get());
        QCOMPARE(toldOf(again), toldOf(*checked->coverage));
    }
};

LOCKSCOPE_TEST(TestLaterCoverage)
#include "tst_later_coverage.moc"
