// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/end_text.h"
#include "events/event_export.h"
#include "events/event_log_panel.h"
#include "events/queue_events.h"
#include "sample_queues.h"
#include "test_program.h"
#include "theme/theme.h"
#include "widgets/stable_table_view.h"
#include "window_fixture.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace lockscope;
using lockcore::SessionId;

namespace {

constexpr auto kClient = SessionId{0x1000007e0050000};

/// Two events of a client, the second one newer by ten minutes, and one of nobody.
std::vector<LogEvent> threeEvents() {
    const std::int64_t now = samples::kNowUnixMs;
    std::vector<LogEvent> events{{.atUnixMs = now - 600'000,
                                  .kind = EventKind::Queued,
                                  .lockPath = "/app/lock",
                                  .text = QStringLiteral("=1+1, \"queued\""),
                                  .session = kClient},
                                 {.atUnixMs = now,
                                  .kind = EventKind::Granted,
                                  .lockPath = "/app/=lock\n",
                                  .text = QStringLiteral("holds"),
                                  .session = kClient,
                                  .address = "10.0.3.7:4400"},
                                 {.atUnixMs = now, .text = QStringLiteral("connected")}};
    return events;
}

/// A log with those, in a panel whose clock stands still. Lives on the GUI thread.
struct ShownLog {
    EventLogModel model;
    EventLogPanel panel;

    ShownLog() {
        panel.resize(800, 300);
        panel.setClock([] { return samples::kNowUnixMs; });
        panel.setLogModel(&model);
        model.add(threeEvents());
        panel.show();
    }
    QString host(int row) const { return model.index(row, EventLogModel::Host).data().toString(); }
    void chooseRange(const QString& text) {
        auto* const range = panel.findChild<QComboBox*>(QStringLiteral("event-range"));
        range->setCurrentIndex(range->findText(text));
    }
};

}  // namespace

class TestEventLogPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hostsAreToldAsSoonAsTheyAreKnown() {
        ShownLog log;
        QAbstractItemModelTester tester(&log.model);
        QCOMPARE(log.host(0), QStringLiteral("–"));  // of a client, but not known
        QCOMPARE(log.host(1), QStringLiteral("10.0.3.7:4400"));
        QCOMPARE(log.host(2), QString());  // of no client
        QSignalSpy changed(&log.model, &QAbstractItemModel::dataChanged);
        log.model.tellAddresses([](SessionId) { return std::string(); });
        QCOMPARE(changed.size(), 0);
        log.model.tellAddresses(
            [](SessionId session) { return session == kClient ? std::string("10.0.3.8:1") : std::string(); });
        QCOMPARE(changed.size(), 1);
        QCOMPARE(log.host(0), QStringLiteral("10.0.3.8:1"));
        QCOMPARE(log.host(1), QStringLiteral("10.0.3.7:4400"));  // as it was then
    }

    void eventsOfOneContenderHaveItsSession() {
        const auto older = samples::queue(samples::mutexes(1, 1));
        const auto newer = samples::queue({samples::mutex(2)});
        const auto events = queueEvents(older.get(), *newer);
        QCOMPARE(events.size(), std::size_t{2});  // left, granted
        QCOMPARE(events[0].session, lockcore::ownerOf(older->rows[0]));
        QCOMPARE(events[1].session, lockcore::ownerOf(newer->rows[0]));
        const auto burst = queueEvents(older.get(), *samples::queue(samples::mutexes(1, 1001)));
        QCOMPARE(burst.front().session, SessionId::None);  // of a thousand
    }

    void showsTheLastMinutesAlone() {
        ShownLog log;
        const auto rows = [&] { return log.panel.view()->model()->rowCount(); };
        QCOMPARE(rows(), 3);
        log.chooseRange(QStringLiteral("Last 5 min"));
        QCOMPARE(rows(), 2);
        log.chooseRange(QStringLiteral("Last 15 min"));
        QCOMPARE(rows(), 3);
        log.panel.setFilter(QStringLiteral("10.0.3.7:"));
        QCOMPARE(rows(), 1);
        // What is exported is what is shown.
        QCOMPARE(log.panel.shownEvents().size(), std::size_t{1});
        QCOMPARE(log.panel.shownEvents()[0].address, std::string("10.0.3.7:4400"));
        log.panel.setFilter({});
        // Time goes on.
        log.panel.setClock([] { return samples::kNowUnixMs + 6 * 60'000; });
        QCOMPARE(rows(), 2);
        log.chooseRange(QStringLiteral("All"));
        QCOMPARE(rows(), 3);
    }

    // Also in a room that nobody has looked into yet, and in a smaller one than it had then.
    void opensAtTheNewestEvent() {
        ShownLog log;
        log.panel.hide();
        std::vector<LogEvent> many(100, LogEvent{.atUnixMs = samples::kNowUnixMs, .text = "again"});
        log.model.add(many);
        log.panel.resize(800, 200);
        log.panel.show();
        auto* const table = log.panel.findChild<StableTableView*>();
        const QModelIndex newest = table->model()->index(table->model()->rowCount() - 1, 0);
        const auto isInView = [&] { return table->viewport()->rect().contains(table->visualRect(newest)); };
        QTRY_VERIFY(isInView());
        log.panel.resize(800, 160);
        QTRY_VERIFY(isInView());
        // Who reads further up stays there.
        table->scrollToTop();
        log.model.add(many);
        log.panel.resize(800, 140);
        QCoreApplication::processEvents();
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }

    /// 1366 pixels less those of the details, by the font that has eight for a digit.
    void whatHappenedIsReadInASmallWindow() {
        ShownLog log;
        const QString sentence =
            QStringLiteral("0000000066 held for 2.0 s and has left: its client released the lock");
        log.model.add({{.atUnixMs = samples::kNowUnixMs, .text = sentence}});
        auto* const table = log.panel.findChild<StableTableView*>();
        const QFontMetrics metrics = table->fontMetrics();
        log.panel.resize(137 * metrics.horizontalAdvance(QLatin1Char('0')), 300);
        const auto isWhole = [&](int column, const QString& text) {
            return table->columnWidth(column) >= metrics.horizontalAdvance(text) + 2 * contentMargin();
        };
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        QVERIFY(isWhole(EventLogModel::Text, sentence));
        QVERIFY(isWhole(EventLogModel::Time, QStringLiteral("09:52:24.652")));
        QVERIFY(isWhole(EventLogModel::Kind, EventLogModel::kindWord(EventKind::SessionExpired)));
        QVERIFY(isWhole(EventLogModel::Host, QStringLiteral("127.0.0.1:47354")));
    }

    void anEventLeadsToItsLock() {
        ShownLog log;
        std::vector<std::string> locks;
        connect(&log.panel, &EventLogPanel::lockActivated, this,
                [&](const std::string& path) { locks.push_back(path); });
        const QAbstractItemModel* const shown = log.panel.view()->model();
        Q_EMIT log.panel.view()->activated(shown->index(0, EventLogModel::Text));
        Q_EMIT log.panel.view()->activated(shown->index(2, EventLogModel::Text));  // about none
        QCOMPARE(locks, std::vector<std::string>{"/app/lock"});
    }

    void theMenuIsAboutTheRow() {
        ShownLog log;
        RowSubject about;
        connect(&log.panel, &EventLogPanel::menuWanted, this,
                [&](const QMenu*, const RowSubject& row) { about = row; });
        const QRect row = log.panel.view()->visualRect(log.panel.view()->model()->index(1, 0));
        Q_EMIT log.panel.view()->customContextMenuRequested(row.center());
        QCOMPARE(about.lock, std::string("/app/=lock\n"));
        QCOMPARE(about.session, kClient);
        QCOMPARE(about.address, std::string("10.0.3.7:4400"));
    }

    void csvIsInertInSpreadsheets() {
        const QStringList lines = QString::fromUtf8(eventsAsCsv(threeEvents())).split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 5);  // header, three, and the end
        QCOMPARE(lines[0], QStringLiteral("at,atUnixMs,severity,event,host,session,lock,text"));
        QCOMPARE(lines[1].section(QLatin1Char(','), 2),
                 QStringLiteral("info,queued,,0x1000007e0050000,/app/lock,\"'=1+1, \"\"queued\"\"\""));
        QVERIFY(lines[1].contains(QStringLiteral("Z,1789999400000,")));
        QVERIFY2(lines[2].contains(QStringLiteral(",/app/=lock\\n,")), qPrintable(lines[2]));
        QVERIFY(lines[3].endsWith(QStringLiteral(",connection,,,,connected")));
    }

    void jsonSaysWhatIsNotKnown() {
        const QJsonArray events = QJsonDocument::fromJson(eventsAsJson(threeEvents())).array();
        QCOMPARE(events.size(), 3);
        const QJsonObject queued = events[0].toObject();
        QVERIFY(queued[QStringLiteral("host")].isNull());
        QCOMPARE(queued[QStringLiteral("session")].toString(), QStringLiteral("0x1000007e0050000"));
        QCOMPARE(queued[QStringLiteral("text")].toString(), QStringLiteral("=1+1, \"queued\""));
        QVERIFY(events[2].toObject()[QStringLiteral("lock")].isNull());
    }

    void jsonShowsWhatNobodySees() {
        std::vector<LogEvent> events = threeEvents();
        events[0].text = QStringLiteral("a\u202eb\u200bc\u009bd\u3164 \u9501");
        events[0].lockPath = "/a\u202eb";
        const QByteArray json = eventsAsJson(events);
        const QString shown = QString::fromUtf8(json);
        for (const char16_t hidden : {u'\u202e', u'\u200b', u'\u009b', u'\u3164'})
            QVERIFY2(!shown.contains(QChar(hidden)), json.constData());
        QVERIFY2(shown.contains(QStringLiteral("a\\u202eb\\u200bc\\u009bd\\u3164 \u9501")), json.constData());
        // Who reads it has the text as it was.
        const QJsonArray read = QJsonDocument::fromJson(json).array();
        QCOMPARE(read[0].toObject()[QStringLiteral("text")].toString(), events[0].text);
    }

    void aFileIsForItsOwnerAlone() {
        const QTemporaryDir directory;
        for (const char* name : {"events.csv", "events.JSON"}) {
            const QString file = directory.filePath(QLatin1String(name));
            QFile before(file);  // which others may read
            QVERIFY(before.open(QIODevice::WriteOnly));
            before.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadOther);
            before.close();
            auto written = writeEvents(threeEvents(), file);
            QTRY_VERIFY_WITH_TIMEOUT(written.isFinished(), kPatienceMs);
            QVERIFY(written.result());
            const auto others = QFileDevice::ReadOther | QFileDevice::ReadGroup | QFileDevice::WriteGroup;
            QVERIFY(!(QFileInfo(file).permissions() & others));
            QFile read(file);
            QVERIFY(read.open(QIODevice::ReadOnly));
            const bool isJson = file.endsWith(QStringLiteral("JSON"));
            QCOMPARE(read.readAll(), isJson ? eventsAsJson(threeEvents()) : eventsAsCsv(threeEvents()));
        }
        auto failed = writeEvents(threeEvents(), directory.filePath(QStringLiteral("none/events.csv")));
        QTRY_VERIFY_WITH_TIMEOUT(failed.isFinished(), kPatienceMs);
        QVERIFY(!failed.result());
    }
};

LOCKSCOPE_TEST(TestEventLogPanel)
#include "tst_event_log_panel.moc"
