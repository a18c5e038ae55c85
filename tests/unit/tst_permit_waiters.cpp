// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kazoo_semaphore_story.h"
#include "test_program.h"

#include <lockcore/feed/permit_waiters.h>

#include <QTest>

using namespace lockcore;

namespace {

PermitWaiters::Queue queueIn(const Fact& fact) {
    return std::get<PermitWaiters::Queue>(fact.what);
}

}  // namespace

/// Who waits for permits, from one session to the next.
class TestPermitWaiters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_story = {};
        m_waiters = {};
        m_story.permit(1, 1);
        m_story.waits(2, 2);
        (void)m_waiters.complete(queueIn(m_story.permits(3)));
    }

    void withinASessionNothingIsAdded();
    void theNextSessionHasThoseOfBefore();
    void aSampleTellsWhoStillWaits();
    void whatIsReadLaterIsNotTakenBack();
    void anotherDirectoryHasNone();

private:
    PermitWaiters::Queue completeAlone(double seconds) {
        return m_waiters.complete(queueIn(m_story.permitsAlone(seconds)));
    }
    ClusterSample sample(double seconds) {
        const Fact sampled = m_story.sampled(seconds);
        return *std::get<std::shared_ptr<const ClusterAssessment>>(sampled.what)->sample;
    }

    KazooSemaphoreStory m_story;
    PermitWaiters m_waiters;
};

void TestPermitWaiters::withinASessionNothingIsAdded() {
    QCOMPARE(completeAlone(4)->rows.size(), std::size_t{1});
}

void TestPermitWaiters::theNextSessionHasThoseOfBefore() {
    m_waiters.beginAnew();
    const auto complete = completeAlone(4);
    QCOMPARE(complete->rows.size(), std::size_t{2});
    QCOMPARE(complete->waiters(), std::size_t{1});
    // Also where that one is over before anybody has looked.
    m_waiters.beginAnew();
    QCOMPARE(completeAlone(5)->rows.size(), std::size_t{2});
}

void TestPermitWaiters::aSampleTellsWhoStillWaits() {
    m_waiters.beginAnew();
    (void)completeAlone(4);
    m_story.waitsNoMore(2);
    const auto settled = m_waiters.settle(sample(5));
    QCOMPARE(settled.size(), std::size_t{1});
    QCOMPARE(settled.front()->rows.size(), std::size_t{1});
    QCOMPARE(settled.front()->readAtUnixMs, RecordedStory::at(5));
    // From then on it is told of as it is read.
    QCOMPARE(completeAlone(6)->rows.size(), std::size_t{1});
    QVERIFY(m_waiters.settle(sample(7)).empty());
}

void TestPermitWaiters::whatIsReadLaterIsNotTakenBack() {
    m_waiters.beginAnew();
    (void)completeAlone(4);
    m_story.waits(3, 4.5);
    QCOMPARE(m_waiters.complete(queueIn(m_story.permits(5)))->waiters(), std::size_t{2});
    QVERIFY(m_waiters.settle(sample(5)).empty());
}

void TestPermitWaiters::anotherDirectoryHasNone() {
    m_waiters.beginAnew();
    LockQueue other = *queueIn(m_story.permitsAlone(4));
    other.stat->czxid = Zxid{7};
    QCOMPARE(m_waiters.complete(std::make_shared<const LockQueue>(other))->rows.size(), std::size_t{1});
}

LOCKSCOPE_TEST(TestPermitWaiters)
#include "tst_permit_waiters.moc"
