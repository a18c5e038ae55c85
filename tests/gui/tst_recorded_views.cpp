// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"
#include "process.h"
#include "program_run.h"
#include "queue/departures_model.h"
#include "queue/departures_view.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_sentence.h"
#include "recorded_file.h"
#include "replay/moment_edit.h"
#include "replay/recorded_whole.h"
#include "replay/replay_strip.h"
#include "sessions/sessions_model.h"
#include "sessions/sessions_panel.h"
#include "shown_texts.h"
#include "test_program.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_panel.h"
#include "widgets/elided_label.h"
#include "window_fixture.h"
#include "words/wording.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTimeZone>

#include <memory>

using namespace lockscope;

namespace {

constexpr auto recordedAt = lockcore::RecordedStory::at;
const std::string kOrderLock = "/app/orders";

/// A document that shows moments of a recording, and the panels that follow it.
struct ShownRecording {
    explicit ShownRecording(const QString& file) : opened(*openRecording(file)) {
        queue.follow(document);
        details.follow(document, queue.model()->takeovers());
        sessions.follow(document);
        timeline.follow(document);
        document.beginRecorded(file, {}, opened.first);
        document.selectLock(kOrderLock);
        timeline.show();
    }

    void showAt(double seconds) {
        document.showMoment(*readMoment(*opened.recording, recordedAt(seconds),
                                        {.pastFrom = recordedAt(0), .lock = document.selection().lockPath}));
    }

    QString queueCell(int row, QueueModel::Column column) const {
        return queue.model()->index(row, column).data().toString();
    }
    QStringList departures() const {
        const DeparturesModel& left = *queue.model()->departures();
        QStringList texts;
        for (int row = 0; row < left.rowCount(); ++row)
            texts << left.index(row, DeparturesModel::Sequence).data().toString() + QLatin1Char(' ') +
                         left.index(row, DeparturesModel::Was).data().toString();
        return texts;
    }
    QString leftText() const { return queue.model()->departures()->summary(document.clock()()); }
    QString timelineCell(const QString& contender, TimelineModel::Column column) const {
        const TimelineModel& model = *timeline.model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, TimelineModel::Contender).data().toString() == contender)
                return model.index(row, column).data().toString();
        return {};
    }

    OpenedRecording opened;
    ClusterDocument document;
    QueuePanel queue;
    DetailsPanel details;
    SessionsPanel sessions;
    TimelinePanel timeline{{}, {}};
};

}  // namespace

/// What the views tell of a moment of a recording, whichever moments were shown before.
class TestRecordedViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        QVERIFY(writeRecordedFile(m_file));
        QVERIFY(writeRecordedOutage(m_outage));
    }

    void whoHasLeftIsWhatWasRecorded();
    void timesOfGrantsAreThoseOfTheRecording();
    void inAnOutageNoRoleIsSure();
    void theCommandLineNamesNobodyWhoIsWaitedForThen();
    void inAHoleNothingGoesOn();
    void aWholeMomentIsTyped();
    void textsSayMoments();

private:
    QTemporaryDir m_directory;
    const QString m_file = m_directory.filePath(QStringLiteral("a.lockrec"));
    const QString m_outage = m_directory.filePath(QStringLiteral("outage.lockrec"));
};

/// 1 leaves at 20 s, 3 gives up at 30 s, 2 leaves at 40 s.
void TestRecordedViews::whoHasLeftIsWhatWasRecorded() {
    ShownRecording shown(m_file);
    shown.showAt(44);
    const QStringList atTheEnd{QStringLiteral("0002 Holder"), QStringLiteral("0003 Waiter"),
                               QStringLiteral("0001 Holder")};
    QCOMPARE(shown.departures(), atTheEnd);
    const QString lately = shown.leftText();
    QVERIFY2(lately.startsWith(QStringLiteral("1 left in the last ")), qPrintable(lately));
    // Back: those who are there later had not left, and those who come later had not come.
    shown.showAt(15);
    QCOMPARE(shown.departures(), QStringList());
    QCOMPARE(shown.leftText(), QString());
    shown.showAt(0.7);
    shown.showAt(15);
    QCOMPARE(shown.departures(), QStringList());
    shown.showAt(24);
    QCOMPARE(shown.departures(), QStringList{QStringLiteral("0001 Holder")});
    shown.showAt(44);
    QCOMPARE(shown.departures(), atTheEnd);
    QCOMPARE(shown.leftText(), lately);
    // What is not read of the past is not known.
    shown.document.selectLock("/app/stock");
    QCOMPARE(shown.departures(), QStringList());
}

/// 2 was granted between the readings at 3 s and at 20 s.
void TestRecordedViews::timesOfGrantsAreThoseOfTheRecording() {
    ShownRecording shown(m_file);
    shown.showAt(35);
    QCOMPARE(shown.queueCell(0, QueueModel::Standing), QStringLiteral("Holds"));
    const QString direct = shown.queueCell(0, QueueModel::Time);
    QCOMPARE(direct, QStringLiteral("00:15–00:32"));
    for (const double before : {3.5, 15.0, 22.0, 50.0}) {
        shown.showAt(before);
        shown.showAt(35);
        QCOMPARE(shown.queueCell(0, QueueModel::Time), direct);
    }
    const auto& contender = shown.document.selection().queue->rows[0].contender;
    QVERIFY(shown.queue.model()->takeovers()->of(*contender));
}

/// From 20 to 61 s nothing was seen: by then 1 had left, and when is not known.
void TestRecordedViews::inAnOutageNoRoleIsSure() {
    ShownRecording shown(m_outage);
    shown.showAt(15);
    QVERIFY(queueSentence(*shown.queue.model(), {}).startsWith(QStringLiteral("Held by")));
    shown.showAt(40);
    const QueueModel& model = *shown.queue.model();
    QCOMPARE(model.rowCount(), 3);
    for (const int row : {0, 1}) {
        QCOMPARE(shown.queueCell(row, QueueModel::Standing), QStringLiteral("–"));
        QCOMPARE(shown.queueCell(row, QueueModel::Time), QString());
        QCOMPARE(shown.queueCell(row, QueueModel::Watches), QString());
    }
    QCOMPARE(shown.queueCell(2, QueueModel::Standing), QStringLiteral("Waits"));
    const QString sentence = fileSentence(model, {});
    QVERIFY2(sentence.contains(momentText(recordedAt(20))) && !sentence.contains(QStringLiteral("Held by")),
             qPrintable(sentence));
    QVERIFY2(sentence.endsWith(QStringLiteral("Seen there before or after that: 3 contender(s).")),
             qPrintable(sentence));
    const QString details = visibleTexts(shown.details).join(QLatin1Char('\n'));
    QVERIFY2(details.contains(QStringLiteral("how many hold is not known")), qPrintable(details));
    const SessionsModel& sessions = *shown.sessions.findChild<SessionsModel*>();
    for (int row = 0; row < sessions.rowCount(); ++row)
        for (const int column : {SessionsModel::Holds, SessionsModel::Waits}) {
            const QString text = sessions.index(row, column).data().toString();
            const bool isThird =
                sessions.at(row).session.session == ownerOf(shown.document.queue(kOrderLock)->rows[2]);
            QVERIFY2(isThird || text == QStringLiteral("–") || text.startsWith(QStringLiteral("not known")),
                     qPrintable(text));
        }
    QTRY_COMPARE_WITH_TIMEOUT(shown.timelineCell(QStringLiteral("0001"), TimelineModel::End),
                              QStringLiteral("–"), kPatienceMs);
    shown.showAt(65);
    QCOMPARE(shown.queueCell(0, QueueModel::Standing), QStringLiteral("Holds"));
}

void TestRecordedViews::theCommandLineNamesNobodyWhoIsWaitedForThen() {
    const QString at = QDateTime::fromMSecsSinceEpoch(recordedAt(40)).toUTC().toString(Qt::ISODateWithMs);
    const auto told = [&](const QString& format) {
        return runLockscope({QStringLiteral("show"), QString::fromStdString(kOrderLock), m_outage,
                             QStringLiteral("--at"), at, QStringLiteral("--format"), format},
                            bareEnvironment(m_directory));
    };
    const Outcome csv = told(QStringLiteral("csv"));
    QCOMPARE(csv.status, 3);
    const QList<QByteArray> lines = csv.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(!lines.at(2).contains("inferred"), lines.at(2).constData());
    QVERIFY2(lines.at(3).contains("inferred"), lines.at(3).constData());
    const Outcome json = told(QStringLiteral("json"));
    QCOMPARE(json.output.count("\"predecessor\""), 1);
}

/// The run ended at 60 s, the next one began at 120 s.
void TestRecordedViews::inAHoleNothingGoesOn() {
    ShownRecording shown(m_file);
    shown.document.selectLock("/app/stock");
    shown.showAt(60);
    const QString contender = QStringLiteral("0005");
    QTRY_COMPARE_WITH_TIMEOUT(shown.timelineCell(contender, TimelineModel::End), QStringLiteral("holds"),
                              kPatienceMs);
    shown.showAt(90);
    QTRY_COMPARE_WITH_TIMEOUT(shown.timelineCell(contender, TimelineModel::End), QStringLiteral("–"),
                              kPatienceMs);
    const QString held = shown.timelineCell(contender, TimelineModel::Held);
    QCOMPARE(held, QStringLiteral("≥ %1").arg(atLeastDurationText(std::chrono::milliseconds(55'000))));
}

void TestRecordedViews::aWholeMomentIsTyped() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    ReplayStrip* const strip = test.window.panels().replay;
    MomentEdit* const moment = strip->moment();
    const auto enter = [&](const QString& text, bool pastes = false) {
        moment->setFocus();
        moment->selectAll();
        if (pastes) {
            QGuiApplication::clipboard()->setText(text);
            QTest::keySequence(moment, QKeySequence::Paste);
        } else {
            QTest::keyClicks(moment, text);
        }
        QTest::keyClick(moment, Qt::Key_Return);
    };
    const auto typed = [](double seconds, const QString& format) {
        return wallTime(recordedAt(seconds)).toString(format);
    };
    const QString whole = QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz");
    enter(typed(15.5, whole));
    QCOMPARE(moment->dateTime(), wallTime(recordedAt(15.5)));
    enter(typed(21.25, whole), true);
    QCOMPARE(moment->dateTime(), wallTime(recordedAt(21.25)));
    enter(typed(33, QStringLiteral("HH:mm:ss")));
    QCOMPARE(moment->dateTime(), wallTime(recordedAt(33)));
    const auto says = [&](const QString& text) {
        const auto notes = strip->findChildren<ElidedLabel*>();
        return std::ranges::any_of(notes,
                                   [&](const ElidedLabel* note) { return note->text().contains(text); });
    };
    enter(typed(7'000, whole));
    QVERIFY(says(QStringLiteral("is not in the recording")));
    QCOMPARE(moment->dateTime(), wallTime(recordedAt(33)));
    QTest::keyClick(moment, Qt::Key_Escape);
    enter(QStringLiteral("soon"));
    QVERIFY(says(QStringLiteral("“soon” is no moment")));
    QTest::keyClick(moment, Qt::Key_Escape);
    QCOMPARE(moment->dateTime(), wallTime(recordedAt(33)));
}

void TestRecordedViews::textsSayMoments() {
    const auto utc = [](int hour, int minute, int second, int ms) {
        return QDateTime(QDate(2026, 11, 28), QTime(hour, minute, second, ms), QTimeZone::utc())
            .toMSecsSinceEpoch();
    };
    const std::int64_t near = utc(12, 0, 0, 0);
    const auto says = [&](const char* text) { return momentFromText(QString::fromUtf8(text), near); };
    QCOMPARE(says("2026-11-28T19:13:50Z"), std::optional(utc(19, 13, 50, 0)));
    QCOMPARE(says(" 2026-11-28 19:13:50.5 UTC"), std::optional(utc(19, 13, 50, 500)));
    QCOMPARE(says("2026-11-28 21:13:50.084 UTC+02:00"), std::optional(utc(19, 13, 50, 84)));
    QCOMPARE(says("2026-11-28 17:13:50 -02:00"), std::optional(utc(19, 13, 50, 0)));
    for (const char* const none : {"", "yesterday", "2026-13-28 19:13:50", "25:00", "19:13:50.1234", "19"})
        QVERIFY2(!says(none), none);
}

LOCKSCOPE_TEST(TestRecordedViews)
#include "tst_recorded_views.moc"
