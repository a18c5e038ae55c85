// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/end_text.h"
#include "events/event_log_model.h"
#include "events/queue_events.h"
#include "sample_past.h"
#include "test_program.h"
#include "widgets/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace lockscope;
using lockcore::Freshness;

namespace {

constexpr auto kLock = lockcore::DirectoryKind::Lock;
constexpr auto kUnknown = lockcore::DirectoryKind::Unknown;

std::vector<LogEvent> notes(std::size_t count, int first = 0) {
    std::vector<LogEvent> events(count);
    for (std::size_t i = 0; i < count; ++i)
        events[i].text = QString::number(first + static_cast<int>(i));
    return events;
}

const lockcore::Turn& firstTurn(const samples::Past& past) {
    return past.history().of("/app/lock")->turns[0];
}

/// "severity|event|text"
QString rowText(const EventLogModel& model, int row) {
    QStringList cells;
    for (const int column : {EventLogModel::SeverityName, EventLogModel::Kind, EventLogModel::Text})
        cells << model.index(row, column).data().toString();
    return cells.join(QLatin1Char('|'));
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
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Left"), QStringLiteral("Left"),
                                             QStringLiteral("Granted"), QStringLiteral("Queued")}));
        QCOMPARE(events[0].text,
                 QStringLiteral("0000000001 held for at least 0 s and has left: it is not known "
                                "how (session 0x1000007e00503e9)"));
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
                 QStringList({QStringLiteral("Left"), QStringLiteral("Granted")}));
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
        QCOMPARE(kinds(events),
                 QStringList({QStringLiteral("Reading"), QStringLiteral("Left"), QStringLiteral("Granted")}));
        QVERIFY2(events[0].text.contains(QLatin1Char('6')), qPrintable(events[0].text));
        newer->stat->cversion = 3;
        QCOMPARE(kinds(queueEvents(older.get(), *newer)),
                 QStringList({QStringLiteral("Left"), QStringLiteral("Granted")}));
    }

    /// How somebody left is known some seconds later: the row keeps its place and its time.
    void endIsCompletedInPlace() {
        samples::Past past;
        past.comes(4, 0).comes(5, 1000).told(1500, {4, 5}).goes(4, 13'000);
        EventLogModel model;
        QAbstractItemModelTester tester(&model);
        model.add(notes(2));
        model.add({departureEvent("/app/lock", kLock, firstTurn(past))});
        model.add(notes(2));
        QCOMPARE(rowText(model, 2),
                 QStringLiteral("Info|Left|0000000004 held for 13.0 s and has left: how is not "
                                "known yet (session 0x104)"));
        const QString time = model.index(2, EventLogModel::Time).data().toString();
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        past.told(15'000, {5});
        LogEvent event = departureEvent("/app/lock", kLock, firstTurn(past));
        event.atUnixMs += 2'000;
        model.complete(firstTurn(past).id, event);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(2, EventLogModel::Time).data().toString(), time);
        QCOMPARE(rowText(model, 2),
                 QStringLiteral("Warning|Session ended|0000000004 held for 13.0 s and has left: its session "
                                "ended, closed or expired (10.0.0.7:4, session 0x104)"));
        // Once only, and nobody else's.
        model.complete(firstTurn(past).id, event);
        event.lockPath = "/other";
        model.complete(firstTurn(past).id, event);
        QCOMPARE(changed.size(), 1);
    }

    /// Rounded to the nearest tenths it would not lie between them.
    void howLongSomebodyHeldLiesBetweenItsBounds() {
        samples::Past past;
        past.comes(4, 0).goes(4, 13'000);
        lockcore::Turn turn = firstTurn(past);
        turn.beganBefore = false;
        turn.granted = lockcore::Takeover{.notBeforeUnixMs = *turn.leftAtUnixMs - 12'940,
                                          .notAfterUnixMs = *turn.leftAtUnixMs - 12'070};
        turn.leftNotBeforeUnixMs.reset();
        const QString text = departureEvent("/app/lock", kLock, turn).text;
        QVERIFY2(text.contains(QStringLiteral("held for 12.0 s to 13.0 s")), qPrintable(text));
    }

    void rowsOfAnEarlierConnectionStay() {
        samples::Past past;
        past.comes(4, 0).goes(4, 13'000);
        EventLogModel model;
        model.add({departureEvent("/app/lock", kLock, firstTurn(past))});
        model.closeTurns();
        const QString text = rowText(model, 0);
        past.told(15'000, {});
        model.complete(firstTurn(past).id, departureEvent("/app/lock", kLock, firstTurn(past)));
        QCOMPARE(rowText(model, 0), text);
    }

    /// Two may believe that they hold.
    void holderThatSomebodyElseRemovedIsAFault() {
        samples::Past past;
        past.comes(4, 0).comes(5, 1000).told(1500, {4, 5}).goes(4, 13'000);
        past.told(15'000, {4, 5}).told(15'500, {4, 5});
        const LogEvent event = departureEvent("/app/lock", kLock, firstTurn(past));
        QCOMPARE(event.severity, Severity::Fault);
        QCOMPARE(EventLogModel::kindWord(event.kind), QStringLiteral("Removed"));
        QVERIFY2(event.text.contains(QStringLiteral("removed by somebody else while its session lives")),
                 qPrintable(event.text));
        // A waiter that is removed holds nothing.
        past.goes(5, 16'000).told(17'000, {4, 5}).told(17'500, {4, 5});
        QCOMPARE(departureEvent("/app/lock", kLock, past.history().of("/app/lock")->turns[1]).severity,
                 Severity::Fault);  // 5 held by then
        past.comes(6, 18'000).comes(7, 19'000).told(20'000, {6, 7}).goes(7, 21'000);
        past.told(22'000, {6, 7}).told(23'000, {6, 7});
        QCOMPARE(departureEvent("/app/lock", kLock, past.history().of("/app/lock")->turns[3]).severity,
                 Severity::Warning);
    }

    void whatThisProgramRemovedIsNoFault() {
        samples::Past past;
        past.comes(4, 0).goes(4, 13'000);
        past.history().removedHere("/app/lock", lockcore::Zxid{1});
        const LogEvent event = departureEvent("/app/lock", kLock, firstTurn(past));
        QCOMPARE(event.severity, Severity::Information);
        QVERIFY2(event.text.contains(QStringLiteral("removed by this program")), qPrintable(event.text));
    }

    void whoMayBeWaitingIsNotSaidToHold() {
        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__0000000002", 1002);
        const auto older = samples::queue({samples::mutex(1)});
        const auto newer = samples::queue({samples::mutex(1), kazoo});
        lockcore::LockHistory history;
        history.update(older, samples::kNowUnixMs);
        history.update(newer, samples::kNowUnixMs, {1});
        QCOMPARE(kinds(queueEvents(older.get(), *newer, &history)),
                 QStringList{EventLogModel::kindWord(EventKind::Queued)});
        lockcore::Turn left = history.of("/app/lock")->turns.at(1);
        left.leftAtUnixMs = samples::kNowUnixMs;
        left.mayHaveHeld = true;
        const QString text = departureEvent("/app/lock", kLock, left).text;
        QVERIFY2(text.contains(QStringLiteral("whether it held or waited is not known")), qPrintable(text));
    }

    /// Reads slower than grants: who waited in one and is gone in the next may have been granted.
    void waiterThatMayHaveHeldIsNotSaidToHaveGivenUp() {
        samples::Past past;
        past.comes(4, 0).comes(5, 1000).comes(6, 2000);
        past.goes(6, 3000);
        const auto textOf = [&](std::size_t turn) {
            return departureEvent("/app/lock", kLock, past.history().of("/app/lock")->turns[turn]).text;
        };
        QCOMPARE(textOf(2), QStringLiteral("0000000006 waited for 1.0 s and left without a grant: how is not "
                                           "known yet (session 0x106)"));
        past.allGo(9000);
        QCOMPARE(textOf(1), QStringLiteral("0000000005 has left after 8.0 s and may have held between two "
                                           "readings: how is not known yet (session 0x105)"));
    }

    void candidatesOfElectionsNeitherHoldNorWait() {
        lockcore::Contender candidate;
        candidate.name = "_c_11111111-1111-4111-8111-111111111111-latch-0000000004";
        candidate.parsed = lockcore::parseNodeName(candidate.name);
        lockcore::Turn turn;
        turn.contender = std::make_shared<const lockcore::Contender>(candidate);
        turn.firstSeenUnixMs = 0;
        QCOMPARE(endWord(turn, kUnknown), QStringLiteral("stands by"));
        turn.leftAtUnixMs = 3000;
        QVERIFY(departureEvent("/app/leader", kUnknown, turn)
                    .text.startsWith(QStringLiteral("0000000004 stood by for ")));
        turn.granted = lockcore::Takeover{.notBeforeUnixMs = 1000, .notAfterUnixMs = 1000};
        turn.end = lockcore::ContenderEnd{.kind = lockcore::EndKind::Released};
        QCOMPARE(endWord(turn, kUnknown), QStringLiteral("stepped down"));
        const QString text = departureEvent("/app/leader", kUnknown, turn).text;
        QVERIFY2(text.contains(QStringLiteral(" led for ")) && !text.contains(QStringLiteral("lock")),
                 qPrintable(text));
    }

    /// As of Curator's LeaderSelector, whose contenders are named as those of its mutex are.
    void electionsByTheirPathHaveTheirOwnWords() {
        constexpr auto kElection = lockcore::DirectoryKind::Election;
        samples::Past past;
        past.comes(4, 0).comes(5, 1000).comes(6, 2000).goes(6, 3000).goes(4, 13'000);
        const auto& turns = past.history().of("/app/lock")->turns;
        QVERIFY(departureEvent("/leader", kElection, turns[0]).text.startsWith("0000000004 led for "));
        QVERIFY(departureEvent("/leader", kElection, turns[2]).text.startsWith("0000000006 stood by for "));
        QCOMPARE(endWord(turns[1], kElection), QStringLiteral("leads"));
        QCOMPARE(endWord(turns[1], kLock), QStringLiteral("holds"));
        QVERIFY(!endClause(turns[0], kElection).contains(QStringLiteral("lock")));
    }

    /// The log is told of it by the queue in which they stood.
    void candidatesThatLeaveAreToldAsSuch() {
        const auto older = samples::queue({samples::mutex(1), samples::mutex(2)});
        older->path = "/app/leader";
        lockcore::classifyQueue(*older);
        QCOMPARE(older->kind, lockcore::DirectoryKind::Election);
        auto newer = std::make_shared<lockcore::LockQueue>(*older);
        newer->rows.clear();
        lockcore::classifyQueue(*newer);
        const auto events = queueEvents(older.get(), *newer);
        QCOMPARE(events.size(), std::size_t{2});
        QVERIFY2(events[0].text.contains(" led for "), qPrintable(events[0].text));
        QVERIFY2(events[1].text.contains(" stood by for "), qPrintable(events[1].text));
    }

    void lostConnectionTellsNoDepartures() {
        const auto older = samples::queue(samples::mutexes(1, 3));
        auto newer = samples::queue({});
        newer->freshness = Freshness::Stale;
        auto events = queueEvents(older.get(), *newer, nullptr, newer->readAtUnixMs + 5'000);
        QCOMPARE(kinds(events), QStringList({QStringLiteral("Reading")}));
        QCOMPARE(events[0].severity, Severity::Warning);
        QCOMPARE(events[0].atUnixMs, newer->readAtUnixMs + 5'000);  // it stood until then
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
                 QStringList({QStringLiteral("Left"), QStringLiteral("Lock removed")}));
        QCOMPARE(kinds(queueEvents(newer.get(), *older)),
                 QStringList({QStringLiteral("Granted"), QStringLiteral("Lock created")}));
    }
};

LOCKSCOPE_TEST(TestEventLogModel)
#include "tst_event_log_model.moc"
