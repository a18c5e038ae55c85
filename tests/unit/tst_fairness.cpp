// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/fairness.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const TimePoint kStart{};

Zxid zxid(std::int64_t value) {
    return Zxid{value};
}

}  // namespace

class TestFairness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fairQueueHasNoInversions() {
        FairnessRecorder recorder;
        for (int i = 1; i <= 5; ++i)
            recorder.queued(static_cast<std::uint64_t>(i), LockMode::Exclusive, zxid(i), kStart);
        for (std::uint64_t i = 1; i <= 5; ++i)
            recorder.granted(i, kStart + 1s);

        const FairnessReport report = recorder.report();
        QCOMPARE(report.grants, 5u);
        QCOMPARE(report.inversions, 0u);
        QCOMPARE(report.jainIndex, 1.0);
        QCOMPARE(report.recent.size(), 5u);
        for (const GrantRecord& grant : report.recent) {
            QCOMPARE(grant.arrivalRank, grant.grantRank);
            QCOMPARE(grant.contender, grant.grantRank);
            QVERIFY(!grant.overtaken);
        }
    }

    void overtakenGrantCountsOnce() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Exclusive, zxid(10), kStart);
        recorder.queued(2, LockMode::Exclusive, zxid(11), kStart);
        recorder.queued(3, LockMode::Exclusive, zxid(12), kStart);
        recorder.granted(2, kStart);
        QCOMPARE(recorder.report().inversions, 0u);  // 1 may still give up, and then nobody was wronged
        recorder.granted(3, kStart);
        recorder.granted(1, kStart);

        const FairnessReport report = recorder.report();
        QCOMPARE(report.inversions, 1u);
        QCOMPARE(report.recent.back().contender, 1u);
        QCOMPARE(report.recent.back().arrivalRank, 1u);
        QCOMPARE(report.recent.back().grantRank, 3u);
        QVERIFY(report.recent.back().overtaken);
    }

    void ordersArrivalsByCzxidAndNotByReport() {
        FairnessRecorder recorder;
        recorder.queued(3, LockMode::Exclusive, zxid(30), kStart);
        recorder.queued(1, LockMode::Exclusive, zxid(10), kStart);
        recorder.queued(2, LockMode::Exclusive, zxid(20), kStart);
        for (std::uint64_t i = 1; i <= 3; ++i)
            recorder.granted(i, kStart);
        const FairnessReport report = recorder.report();
        QCOMPARE(report.inversions, 0u);
        for (const GrantRecord& grant : report.recent)
            QCOMPARE(grant.arrivalRank, grant.contender);
    }

    void arrivalToldAfterALaterGrantIsStillAnInversion() {
        FairnessRecorder recorder;
        recorder.queued(2, LockMode::Exclusive, zxid(20), kStart);
        recorder.granted(2, kStart);
        recorder.queued(1, LockMode::Exclusive, zxid(10), kStart);
        recorder.granted(1, kStart);
        QCOMPARE(recorder.report().inversions, 1u);
    }

    void readersDoNotOvertakeEachOther() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Read, zxid(1), kStart);
        recorder.queued(2, LockMode::Read, zxid(2), kStart);
        recorder.granted(2, kStart);
        recorder.granted(1, kStart);
        QCOMPARE(recorder.report().inversions, 0u);
    }

    void readerBeforeEarlierWriterIsAnInversion() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Write, zxid(1), kStart);
        recorder.queued(2, LockMode::Read, zxid(2), kStart);
        recorder.granted(2, kStart);
        recorder.granted(1, kStart);
        QCOMPARE(recorder.report().inversions, 1u);
    }

    void writerBeforeEarlierReaderIsAnInversion() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Read, zxid(1), kStart);
        recorder.queued(2, LockMode::Write, zxid(2), kStart);
        recorder.granted(2, kStart);
        recorder.granted(1, kStart);
        QCOMPARE(recorder.report().inversions, 1u);
    }

    void withdrawnArrivalDoesNotCount() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Exclusive, zxid(1), kStart);
        recorder.queued(2, LockMode::Exclusive, zxid(2), kStart);
        recorder.withdrawn(1);
        recorder.granted(2, kStart);
        recorder.granted(1, kStart);  // too late: ignored
        const FairnessReport report = recorder.report();
        QCOMPARE(report.grants, 1u);
        QCOMPARE(report.inversions, 0u);
        QCOMPARE(report.recent.front().arrivalRank, 1u);
    }

    void queueingAgainReplacesTheEarlierArrival() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Exclusive, zxid(1), kStart);
        recorder.queued(2, LockMode::Exclusive, zxid(2), kStart);
        recorder.queued(1, LockMode::Exclusive, zxid(3), kStart);
        recorder.granted(2, kStart);
        recorder.granted(1, kStart);
        const FairnessReport report = recorder.report();
        QCOMPARE(report.inversions, 0u);
        QCOMPARE(report.recent.back().arrivalRank, 2u);
    }

    void waitsAreSummedUpByNearestRank() {
        FairnessRecorder recorder;
        for (int i = 1; i <= 20; ++i) {
            recorder.queued(1, LockMode::Exclusive, zxid(i), kStart);
            recorder.granted(1, kStart + i * 100ms);
        }
        const FairnessReport report = recorder.report();
        QCOMPARE(report.waitMedian, Duration(1000ms));
        QCOMPARE(report.waitP95, Duration(1900ms));
        QCOMPARE(report.waitMax, Duration(2000ms));
        QCOMPARE(report.recent.front().wait, Duration(100ms));
    }

    void emptyReportIsFair() {
        const FairnessReport report = FairnessRecorder().report();
        QCOMPARE(report.grants, 0u);
        QCOMPARE(report.waitMax, Duration::zero());
        QCOMPARE(report.jainIndex, 1.0);
    }

    void remembersOnlyTheLastGrants() {
        FairnessRecorder recorder(3);
        for (int i = 1; i <= 10; ++i) {
            recorder.queued(1, LockMode::Exclusive, zxid(i), kStart);
            recorder.granted(1, kStart);
        }
        const FairnessReport report = recorder.report();
        QCOMPARE(report.grants, 10u);
        QCOMPARE(report.recent.size(), 3u);
        QCOMPARE(report.recent.front().grantRank, 8u);
    }

    void jainIndexIsTheWorstOfTheModes() {
        FairnessRecorder recorder;
        int arrival = 0;
        const auto acquire = [&](std::uint64_t contender, LockMode mode) {
            recorder.queued(contender, mode, zxid(++arrival), kStart);
            recorder.granted(contender, kStart);
        };
        acquire(1, LockMode::Write);  // one writer, three times a reader's share: no matter
        acquire(2, LockMode::Read);
        acquire(3, LockMode::Read);
        acquire(1, LockMode::Write);
        acquire(1, LockMode::Write);
        QCOMPARE(recorder.report().jainIndex, 1.0);
        acquire(3, LockMode::Read);
        acquire(3, LockMode::Read);
        QCOMPARE(recorder.report().jainIndex, 0.8);
    }

    void starvedContenderLowersJainsIndexUntilItLeaves() {
        FairnessRecorder recorder;
        recorder.queued(1, LockMode::Exclusive, zxid(1), kStart);
        recorder.queued(2, LockMode::Exclusive, zxid(2), kStart);
        recorder.granted(2, kStart);
        QCOMPARE(recorder.report().jainIndex, 0.5);
        recorder.left(1);
        QCOMPARE(recorder.report().jainIndex, 1.0);
    }
};

LOCKSCOPE_TEST(TestFairness)
#include "tst_fairness.moc"
