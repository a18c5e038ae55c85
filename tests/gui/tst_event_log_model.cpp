// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/event_log_model.h"
#include "models/queue_events.h"
#include "models/roles.h"
#include "sample_queues.h"
#include "test_program.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace lockscope;
using lockcore::Freshness;

namespace {

std::vector<LogEvent> notes(std::size_t count, int first = 0) {
    std::vector<LogEvent> events(count);
    for (std::size_t i = 0; i < count; ++i)
        events[i].text = QString::number(first + static_cast<int>(i));
    return events;
}

QStringList kinds(const std::vector<LogEvent>& events) {
    QStringList words;
    for (const LogEvent& event : events)
        words << EventLogModel::kindWord(event.kind);
    return words;
}

}  // namespace

class TestEventLogModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void appendsOneRange() {
        EventLogModel model;
        QAbstractItemModelTester tester(&model);
        model.add(notes(3));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.add(notes(200, 3));
        model.add({});
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].toInt(), 3);
        QCOMPARE(inserted[0][2].toInt(), 202);
    }

    void dropsTheOldest() {
        EventLogModel model;
        model.add(notes(EventLogModel::kCapacity));
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.add(notes(5, 10'000));
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(model.rowCount(), static_cast<int>(EventLogModel::kCapacity));
        QCOMPARE(model.at(0).text, QStringLiteral("5"));
        QCOMPARE(model.at(model.rowCount() - 1).text, QStringLiteral("10004"));
    }

    void oneHugeBatchKeepsItsEnd() {
        EventLogModel model;
        model.add(notes(3));
        model.add(notes(EventLogModel::kCapacity + 7, 100));
        QCOMPARE(model.rowCount(), static_cast<int>(EventLogModel::kCapacity));
        QCOMPARE(model.at(0).text, QStringLiteral("107"));
    }

    void showsWordsForSeverityAndKind() {
        EventLogModel model;
        model.add({{.atUnixMs = samples::kNowUnixMs,
                    .severity = Severity::Fault,
                    .kind = EventKind::LockRemoved,
                    .lockPath = "/a\n",
                    .text = QStringLiteral("why")}});
        QCOMPARE(model.index(0, EventLogModel::SeverityName).data().toString(), QStringLiteral("Fault"));
        QVERIFY(model.index(0, EventLogModel::SeverityName).data(ToneRole).isValid());
        QCOMPARE(model.index(0, EventLogModel::Kind).data().toString(), QStringLiteral("Lock removed"));
        QCOMPARE(model.index(0, EventLogModel::Lock).data().toString(), QStringLiteral("/a\\n"));
    }

    void firstQueueIsNoEvent() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        QVERIFY(queueEvents(nullptr, *queue).empty());
        QVERIFY(queueEvents(queue.get(), *queue).empty());
    }

    void handOverIsToldInOrder() {
        const auto older = samples::queue(samples::mutexes(1, 3));
        const auto newer = samples::queue({samples::mutex(2), samples::mutex(4)});
        const auto events = queueEvents(older.get(), *newer);
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Released"), QStringLiteral("Left"),
                                             QStringLiteral("Granted"), QStringLiteral("Queued")}));
        QCOMPARE(events[0].text, QStringLiteral("0000000001 held and has left (session 0x1000007e00503e9)"));
        QCOMPARE(events[0].lockPath, std::string("/app/lock"));
        QCOMPARE(events[0].atUnixMs, newer->readAtUnixMs);
        QCOMPARE(events[2].text, QStringLiteral("0000000002 holds, exclusive (session 0x1000007e00503ea)"));
    }

    void contenderGrantedBetweenTwoReadsIsGrantedOnce() {
        const auto older = samples::queue({});
        const auto newer = samples::queue({samples::reader(1), samples::reader(2)});
        QCOMPARE(kinds(queueEvents(older.get(), *newer)),
                 QStringList({QStringLiteral("Granted"), QStringLiteral("Granted")}));
    }

    void usedAgainNameIsAnotherContender() {
        const auto older = samples::queue({samples::contender(samples::name("-lock-", 1), 100)});
        const auto newer = samples::queue({samples::contender(samples::name("-lock-", 1), 200)});
        QCOMPARE(kinds(queueEvents(older.get(), *newer)),
                 QStringList({QStringLiteral("Released"), QStringLiteral("Granted")}));
    }

    void burstIsSummedUp() {
        const auto older = samples::queue(samples::mutexes(1, 1));
        const auto newer = samples::queue(samples::mutexes(1, 1001));
        const auto events = queueEvents(older.get(), *newer);
        QCOMPARE(events.size(), std::size_t{1});
        QVERIFY(events[0].text.contains(QLocale().toString(1000)));
    }

    /// Four contenders came and three went: what the two readings show is one of each.
    void changesBetweenTwoReadingsAreCounted() {
        const auto older = samples::queue({samples::mutex(1)});
        const auto newer = samples::queue({samples::mutex(5)});
        lockcore::Stat directory;
        directory.cversion = 1;
        older->stat = directory;
        directory.cversion = 9;
        newer->stat = directory;
        const auto events = queueEvents(older.get(), *newer);
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Reading"), QStringLiteral("Released"),
                                             QStringLiteral("Granted")}));
        QVERIFY2(events[0].text.contains(QLatin1Char('6')), qPrintable(events[0].text));
        newer->stat->cversion = 3;
        QCOMPARE(kinds(queueEvents(older.get(), *newer)),
                 QStringList({QStringLiteral("Released"), QStringLiteral("Granted")}));
    }

    void lostConnectionTellsNoDepartures() {
        const auto older = samples::queue(samples::mutexes(1, 3));
        auto newer = samples::queue({});
        newer->freshness = Freshness::Stale;
        auto events = queueEvents(older.get(), *newer);
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Reading")}));
        QCOMPARE(events[0].severity, Severity::Warning);
        newer->freshness = Freshness::Failed;
        newer->problem = lockcore::Error{lockcore::ErrorCode::NoAuth, "List the contenders", "/app/lock", {}};
        events = queueEvents(older.get(), *newer);
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Reading")}));
        QCOMPARE(events[0].severity, Severity::Fault);
    }

    void removedDirectoryIsTold() {
        const auto older = samples::queue(samples::mutexes(1, 1));
        auto newer = samples::queue({});
        newer->freshness = Freshness::Gone;
        QCOMPARE(kinds(queueEvents(older.get(), *newer)),
                 QStringList({QStringLiteral("Released"), QStringLiteral("Lock removed")}));
        QCOMPARE(kinds(queueEvents(newer.get(), *older)),
                 QStringList({QStringLiteral("Granted"), QStringLiteral("Lock created")}));
    }
};

LOCKSCOPE_TEST(TestEventLogModel)
#include "tst_event_log_model.moc"
