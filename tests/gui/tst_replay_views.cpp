// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"
#include "events/message_bar.h"
#include "replay/moment_edit.h"
#include "replay/recorded_cluster.h"
#include "replay/recorded_events.h"
#include "replay/replay_bar.h"
#include "replay/replay_scene.h"
#include "replay/replay_strip.h"
#include "replayed_file.h"
#include "statistics/statistics_panel.h"
#include "test_program.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_view.h"
#include "window/offline_strip.h"
#include "window/status_strip.h"
#include "window_fixture.h"
#include "words/wording.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QThread>
#include <QTimeZone>
#include <QTranslator>

#include <atomic>
#include <cmath>
#include <ctime>
#include <set>

using namespace lockscope;

namespace {

/// Counts where events are put into words.
class EventWords : public QTranslator {
public:
    QString translate(const char* context, const char*, const char*, int) const override {
        const QByteArray name(context);
        if (name == "lockscope::QueueEvents" || name == "lockscope::RecordedEvents")
            ++(QThread::currentThread() == thread() ? here : elsewhere);
        return {};
    }
    bool isEmpty() const override { return false; }

    mutable std::atomic<int> here = 0;
    mutable std::atomic<int> elsewhere = 0;
};

}  // namespace

/// The bar, the field for a moment, the log and the window that show a recording.
class TestReplayViews : public QObject, private ReplayedFile {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { write(); }

    void sceneHasEverythingInItsPlace();
    void barHasAnAxis();
    void barTakesKeysAndMouse();
    void momentCanBeTyped();
    void theHourThatComesTwiceIsTypedAsItIsShown();
    void logHasWhatHappenedInTheSpan();
    void theLogIsWordedOnAnotherThread();
    void actsAreToldInTheUsersLanguage();
    void windowShowsIt();
    void spanIsOfAllViews();
    void shownMomentIsSaved();
    void damagedOneIsRefused();
};

void TestReplayViews::sceneHasEverythingInItsPlace() {
    const OpenedRecording opened = open();
    const ReplayScene scene(opened.whole, QRectF(10, 0, 1300, 60), 12);
    QCOMPARE(scene.xOf(storyAt(0)), 10.0);
    QCOMPARE(scene.xOf(storyAt(65)), 660.0);
    QCOMPARE(scene.timeAt(660), storyAt(65));
    QCOMPARE(scene.timeAt(-100), storyAt(0));
    QCOMPARE(scene.timeAt(5000), storyAt(130));
    QCOMPARE(scene.unseen().size(), std::size_t{1});
    QCOMPARE(scene.unseen().front().left(), 610.0);
    QCOMPARE(scene.unseen().front().right(), 1210.0);
    QCOMPARE(scene.runEnds(), (std::vector<double>{610, 1210}));
    QCOMPARE(scene.mostWaiters(), 2U);
    QCOMPARE(scene.marks().size(), std::size_t{1});
    const ReplayScene::Mark& mark = scene.marks().front();
    QCOMPARE(mark.square.center().x(), 110.0);
    QCOMPARE(mark.endX, 260.0);
    QCOMPARE(mark.tone, Tone::Warning);
    QCOMPARE(scene.findingAt(mark.square.center()), std::optional<std::size_t>(0));
    QVERIFY(!scene.findingAt(QPointF(400, 5)));
    QVERIFY(!scene.changes().empty());
    for (const QRectF& change : scene.changes())
        QVERIFY(scene.chart().adjusted(-2, -2, 2, 2).contains(change));
    QVERIFY(scene.bucketAt(660));
    // Of nothing there is nothing.
    const ReplayScene none(RecordedWhole(), QRectF(), 12);
    QVERIFY(none.marks().empty() && !none.bucketAt(0));
}

/// Below the chart, in which nothing covers it.
void TestReplayViews::barHasAnAxis() {
    const OpenedRecording opened = open();
    ReplayBar bar;
    bar.resize(1300, bar.sizeHint().height());
    const auto axisOf = [&bar] {
        const QImage all = bar.grab().toImage();
        const auto floor = static_cast<int>(std::ceil(bar.scene().chart().bottom())) + 1;
        const QImage axis = all.copy(0, floor, all.width(), all.height() - floor);
        std::set<QRgb> colors;
        for (int y = 0; y < axis.height(); ++y)
            for (int x = 0; x < axis.width(); ++x)
                colors.insert(axis.pixel(x, y));
        return colors.size();
    };
    bar.setPosition(storyAt(0));
    const std::size_t before = axisOf();
    bar.setWhole(opened.whole);
    bar.setPosition(storyAt(65));
    QVERIFY(bar.scene().chart().bottom() + bar.fontMetrics().lineSpacing() <= bar.height());
    QVERIFY2(axisOf() > before, qPrintable(QString::number(axisOf())));
}

void TestReplayViews::barTakesKeysAndMouse() {
    const OpenedRecording opened = open();
    ReplayBar bar;
    bar.resize(1300 + 2 * 4, bar.sizeHint().height());
    bar.setWhole(opened.whole);
    bar.setPosition(storyAt(65));
    bar.show();
    QSignalSpy moves(&bar, &ReplayBar::moveWanted);
    QSignalSpy spans(&bar, &ReplayBar::spanWanted);
    QSignalSpy steps(&bar, &ReplayBar::stepWanted);
    QSignalSpy findings(&bar, &ReplayBar::findingWanted);
    QSignalSpy plays(&bar, &ReplayBar::playWanted);
    const int y = bar.height() - 8;
    const auto pointOf = [&](double seconds) {
        return QPoint(static_cast<int>(bar.scene().xOf(storyAt(seconds))), y);
    };
    QTest::mouseClick(&bar, Qt::LeftButton, {}, pointOf(30));
    QCOMPARE(moves.size(), 1);
    QVERIFY(std::abs(secondsOf(moves.takeFirst().front().toLongLong()) - 30) < 0.2);
    // A finding's mark goes to its begin.
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.scene().marks().front().square.center().toPoint());
    QCOMPARE(moves.takeFirst().front().toLongLong(), storyAt(10));
    QTest::mousePress(&bar, Qt::LeftButton, {}, pointOf(20));
    QTest::mouseMove(&bar, pointOf(40));
    QTest::mouseMove(&bar, pointOf(50));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, pointOf(50));
    QCOMPARE(spans.size(), 1);
    const auto span = spans.takeFirst().front().value<std::optional<lockcore::TimeSpan>>();
    QVERIFY(span && std::abs(secondsOf(span->fromUnixMs) - 20) < 0.2);
    QVERIFY(std::abs(secondsOf(span->toUnixMs) - 50) < 0.2);
    QVERIFY(moves.isEmpty());
    // The handle is moved.
    QTest::mousePress(&bar, Qt::LeftButton, {}, pointOf(65));
    QTest::mouseMove(&bar, pointOf(70));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, pointOf(70));
    QVERIFY(!moves.isEmpty() && spans.isEmpty());
    moves.clear();
    QTest::keyClick(&bar, Qt::Key_Left);
    QTest::keyClick(&bar, Qt::Key_Right);
    QCOMPARE(steps.size(), 2);
    QVERIFY(!steps[0].front().toBool() && steps[1].front().toBool());
    QTest::keyClick(&bar, Qt::Key_BracketLeft);
    QTest::keyClick(&bar, Qt::Key_BracketRight);
    QCOMPARE(findings.size(), 2);
    QTest::keyClick(&bar, Qt::Key_Space);
    QCOMPARE(plays.size(), 1);
    QTest::keyClick(&bar, Qt::Key_Home);
    QCOMPARE(moves.takeFirst().front().toLongLong(), storyAt(0));
    QTest::keyClick(&bar, Qt::Key_Escape);
    QVERIFY(!spans.takeFirst().front().value<std::optional<lockcore::TimeSpan>>());
}

void TestReplayViews::momentCanBeTyped() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    test.window.goToLock(kOrders);
    MomentEdit* const moment = test.window.panels().replay->moment();
    QCOMPARE(moment->dateTime(), wallTime(storyAt(130)));
    moment->setDateTime(wallTime(storyAt(15.5)));
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(test.window.selection().queue), QStringLiteral("H1 W2 W3"), kPatienceMs);
}

/// In Berlin clocks went from 3:00 back to 2:00 on 25 October 2026, at 01:00 UTC.
void TestReplayViews::theHourThatComesTwiceIsTypedAsItIsShown() {
    const QByteArray before = qgetenv("TZ");
    const auto restore = qScopeGuard([&] {
        before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
        tzset();
    });
    qputenv("TZ", "Europe/Berlin");
    tzset();
    const auto utc = [](int hour, int minute) {
        return QDateTime(QDate(2026, 10, 25), QTime(hour, minute), QTimeZone::utc()).toMSecsSinceEpoch();
    };
    const lockcore::TimeSpan span{utc(0, 0), utc(3, 0)};
    MomentEdit edit;
    QSignalSpy typed(&edit, &MomentEdit::momentTyped);
    const auto typedAt = [&](std::int64_t shown, int minute) {
        edit.setMoment(shown, span);
        QDateTime wall = edit.dateTime();
        wall.setTime(QTime(wall.time().hour(), minute));
        edit.setDateTime(wall);
        return typed.isEmpty() ? 0 : typed.takeLast().front().toLongLong();
    };
    QCOMPARE(typedAt(utc(0, 30), 40), utc(0, 40));
    QVERIFY(edit.displayFormat().contains(QStringLiteral("UTC+02:00")));
    QCOMPARE(typedAt(utc(1, 30), 40), utc(1, 40));
    QVERIFY(edit.displayFormat().contains(QStringLiteral("UTC+01:00")));
    QCOMPARE(typedAt(utc(2, 30), 40), utc(2, 40));
    QVERIFY(!edit.displayFormat().contains(QStringLiteral("UTC")));
    // In spring there is no half past two.
    const QDateTime none(QDate(2026, 3, 29), QTime(2, 30), QTimeZone::utc());
    const auto spring = QDateTime(QDate(2026, 3, 29), QTime(0, 0), QTimeZone::utc()).toMSecsSinceEpoch();
    QCOMPARE(momentAtWall(none, spring),
             QDateTime(QDate(2026, 3, 29), QTime(1, 30), QTimeZone::utc()).toMSecsSinceEpoch());
}

void TestReplayViews::logHasWhatHappenedInTheSpan() {
    const OpenedRecording opened = open();
    const auto kindsIn = [&](double from, double to) {
        QStringList words;
        for (const LogEvent& event :
             recordedEvents(*readHappenings(*opened.recording, {storyAt(from), storyAt(to)})))
            words << EventLogModel::kindWord(event.kind) + QLatin1Char(' ') +
                         QString::number(secondsOf(event.atUnixMs));
        return words;
    };
    const auto word = [](EventKind kind, double seconds) {
        return EventLogModel::kindWord(kind) + QLatin1Char(' ') + QString::number(seconds);
    };
    QCOMPARE(kindsIn(0, 4), (QStringList{word(EventKind::Connection, 0.1), word(EventKind::Granted, 1),
                                         word(EventKind::Queued, 2), word(EventKind::Queued, 3)}));
    QCOMPARE(kindsIn(11, 21), (QStringList{word(EventKind::Finding, 12), word(EventKind::Action, 19),
                                           word(EventKind::Released, 20), word(EventKind::Granted, 20)}));
    QCOMPARE(kindsIn(24, 26), QStringList{word(EventKind::Finding, 25)});
    QCOMPARE(kindsIn(49, 59), QStringList());
    const auto events = recordedEvents(*readHappenings(*opened.recording, {storyAt(1), storyAt(2)}));
    QCOMPARE(events.front().lockPath, kOrders);
    QCOMPARE(events.front().session, lockcore::SessionId{1});
}

/// A log of a hundred thousand events would hold up the window.
void TestReplayViews::theLogIsWordedOnAnotherThread() {
    EventWords words;
    QCoreApplication::installTranslator(&words);
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&words); });
    ClusterDocument document;
    RecordedCluster recorded(document);
    QSignalSpy read(&recorded, &RecordedCluster::eventsRead);
    recorded.show(open());
    QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, kPatienceMs);
    QVERIFY(words.elsewhere > 0);
    QCOMPARE(words.here.load(), 0);
}

void TestReplayViews::actsAreToldInTheUsersLanguage() {
    RecordedHappenings happenings;
    happenings.span = {storyAt(0), storyAt(10)};
    const auto act = [](double seconds, const char* kind, std::string outcome) {
        return lockcore::RecordedAct{.atUnixMs = storyAt(seconds),
                                     .kind = kind,
                                     .lock = kOrders,
                                     .contender = "c-1",
                                     .outcome = std::move(outcome)};
    };
    const lockcore::Error denied{lockcore::ErrorCode::NoAuth, "delete the znode", "/app/orders/c-1", "zk:1"};
    happenings.acts = {act(1, "acquire", "done"), act(2, "release", "done"),
                       act(3, "remove-contender", describe(denied))};
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/i18n/lockscope_zh_CN.qm")));
    QCoreApplication::installTranslator(&chinese);
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&chinese); });
    const auto events = recordedEvents(happenings);
    QCOMPARE(events.size(), std::size_t{3});
    static const QRegularExpression english(QStringLiteral("[A-Za-z]{5,}"));
    for (const LogEvent& event : events) {
        QString text = event.text;
        for (const char* name : {"/app/orders/c-1", "znode"})
            text.remove(QLatin1String(name));
        QVERIFY2(!text.contains(english), qPrintable(text));
    }
}

void TestReplayViews::windowShowsIt() {
    TestWindow test;
    new QAbstractItemModelTester(&const_cast<EventLogModel&>(test.window.events()), this);
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    const auto& panels = test.window.panels();
    QVERIFY(panels.replay->isVisible());
    QCOMPARE(test.window.subject(), QStringLiteral("a.lockrec"));
    QVERIFY(panels.offline->isVisible());
    const auto statusHas = [&](const QString& words) {
        const auto labels = panels.status->findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* label) { return label->text().contains(words); });
    };
    QVERIFY(statusHas(recordingWord(storyAt(130))));
    QTRY_VERIFY_WITH_TIMEOUT(test.window.events().rowCount() > 5, kPatienceMs);
    for (const ActionId id :
         {ActionId::Acquire, ActionId::Refresh, ActionId::AllowActions, ActionId::Reconnect})
        QVERIFY(!test.window.actions().get(id)->isEnabled());
    QVERIFY(test.window.actions().get(ActionId::Disconnect)->isEnabled());
    test.window.goToLock(kOrders);
    QTest::keyClick(panels.replay->bar(), Qt::Key_BracketLeft);
    QTRY_VERIFY_WITH_TIMEOUT(statusHas(recordingWord(storyAt(25))), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(test.window.selection().queue), QStringLiteral("H2 W3"), kPatienceMs);
    test.window.actions().get(ActionId::Disconnect)->trigger();
    QVERIFY(test.window.isStartPage());
    QVERIFY(!panels.replay->isVisible());
    QCOMPARE(test.window.events().rowCount(), 0);
}

void TestReplayViews::spanIsOfAllViews() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(test.window.events().rowCount() > 5, kPatienceMs);
    ReplayBar* const bar = test.window.panels().replay->bar();
    const lockcore::TimeSpan span{storyAt(19.5), storyAt(21)};
    Q_EMIT bar->spanWanted(span);
    QTRY_COMPARE_WITH_TIMEOUT(test.window.events().rowCount(), 2, kPatienceMs);
    QCOMPARE(test.window.panels().timeline->view()->selectedSpan(), std::optional(span));
    Q_EMIT test.window.panels().statistics->showAllRequested();
    QTRY_VERIFY_WITH_TIMEOUT(test.window.events().rowCount() > 5, kPatienceMs);
    QVERIFY(!test.window.panels().timeline->view()->selectedSpan());
}

void TestReplayViews::shownMomentIsSaved() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    test.dialogs.file = m_directory.filePath(QStringLiteral("moment.lockscope.json"));
    test.window.goToLock(kOrders);
    Q_EMIT test.window.panels().replay->bar()->moveWanted(storyAt(15));
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(test.window.selection().queue), QStringLiteral("H1 W2 W3"), kPatienceMs);
    test.window.actions().get(ActionId::SaveSnapshot)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(test.dialogs.file), kPatienceMs);
    const auto saved = lockcore::readSnapshot(test.dialogs.file.toStdString());
    QVERIFY(saved);
    QCOMPARE(saved->takenAtUnixMs, storyAt(15));
    QCOMPARE(saved->connectString, std::string("zk:2181"));
    QCOMPARE(saved->locks.size(), std::size_t{3});
    QVERIFY(saved->checked);
}

void TestReplayViews::damagedOneIsRefused() {
    const QString file = m_directory.filePath(QStringLiteral("damaged.lockrec"));
    QFile whole(m_file);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QFile part(file);
    QVERIFY(part.open(QIODevice::WriteOnly));
    part.write(whole.read(5000));
    part.close();
    TestWindow test;
    test.window.openSnapshot(file);
    QTRY_VERIFY_WITH_TIMEOUT(test.window.panels().messageBar->isVisible(), kPatienceMs);
    QVERIFY(test.window.isStartPage());
}

LOCKSCOPE_TEST(TestReplayViews)
#include "tst_replay_views.moc"
