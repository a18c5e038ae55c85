// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"
#include "details/details_panel.h"
#include "events/message_bar.h"
#include "findings/checked_scope.h"
#include "findings/findings_model.h"
#include "findings/findings_panel.h"
#include "graph/graph_panel.h"
#include "locks/lock_list_model.h"
#include "locks/lock_list_view.h"
#include "overview/overview_panel.h"
#include "overview/trouble.h"
#include "overview/trouble_text.h"
#include "queue/queue_evidence.h"
#include "queue/queue_panel.h"
#include "recorded_file.h"
#include "recording/database.h"
#include "replay/moment_edit.h"
#include "replay/recorded_cluster.h"
#include "replay/recorded_events.h"
#include "replay/replay_bar.h"
#include "replay/replay_scene.h"
#include "replay/replay_strip.h"
#include "sessions/sessions_panel.h"
#include "shown_texts.h"
#include "statistics/statistics_panel.h"
#include "test_program.h"
#include "threads/closing.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_view.h"
#include "widgets/elided_label.h"
#include "widgets/read_only_text.h"
#include "window/offline_strip.h"
#include "window/status_strip.h"
#include "window_fixture.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>
#include <QTranslator>

#include <atomic>
#include <cmath>
#include <ctime>
#include <memory>
#include <set>
#include <stop_token>

using namespace lockscope;

namespace {

constexpr auto storyAt = lockcore::RecordedStory::at;
const std::string kOrders = "/app/orders";

/// "H1 W2": who is there, by role and number.
QString rowsOf(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (!queue) return QStringLiteral("none");
    if (queue->freshness == lockcore::Freshness::Gone) return QStringLiteral("gone");
    if (isUnrecorded(*queue)) return QStringLiteral("not recorded");
    QStringList words;
    for (const lockcore::QueueRow& row : queue->rows)
        words << QString::fromLatin1(roleName(row.role).data()).left(1).toUpper() +
                     QString::number(row.contender->parsed.sequence.value_or(-1));
    return words.join(QLatin1Char(' '));
}

double secondsOf(std::int64_t unixMs) {
    return static_cast<double>(unixMs - lockcore::RecordedStory::kBeginMs) / 1000;
}

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

/// A recording that is moved through.
class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        QVERIFY(writeRecordedFile(m_file));
    }

    void wholeTellsWhatTheBarShows();
    void documentHasTheMoment();
    void whatWasNotReadYetIsNotGone();
    void aLockThatIsSelectedLaterIsLookedFor();
    void thePanelSaysWhatIsNotRecorded();
    void theClientsAreKnown();
    void thePastIsNeverLaterThanTheMoment();
    void statisticsEndAtTheMomentThatIsShown();
    void whatWasNotSeenIsNotToldAsKnown();
    void openingCanBeCancelled();
    void quietLocksAreNotCalledUnseen();
    void documentTellsOnlyOfQueuesThatDiffer();
    void whereNothingWasRecordedNothingIsClaimed();
    void whereNothingWasRecordedAllViewsSaySo();
    void thePastIsThatOfAllRuns();
    void findingsOfBeforeAreTheLastThatWasSeen();
    void movesToTheNewestMoment();
    void stepsThroughTheSelectedLock();
    void goesToBeginsAndEndsOfFindings();
    void playsAndEndsAtTheEnd();
    void anotherSourceEndsIt();
    void logHasWhatHappenedInTheSpan();
    void sceneHasEverythingInItsPlace();
    void barHasAnAxis();
    void barTakesKeysAndMouse();
    void windowShowsIt();
    void spanIsOfAllViews();
    void momentCanBeTyped();
    void theHourThatComesTwiceIsTypedAsItIsShown();
    void theLogIsWordedOnAnotherThread();
    void closingWaitsForNoRead();
    void aFileIsClosedOnNoThreadOfTheWindow();
    void actsAreToldInTheUsersLanguage();
    void shownMomentIsSaved();
    void damagedOneIsRefused();

private:
    OpenedRecording open() const {
        auto opened = openRecording(m_file);
        return opened ? std::move(*opened) : OpenedRecording();
    }

    QTemporaryDir m_directory;
    const QString m_file = m_directory.filePath(QStringLiteral("a.lockrec"));
};

void TestReplay::wholeTellsWhatTheBarShows() {
    const OpenedRecording opened = open();
    QVERIFY(opened.recording);
    QCOMPARE(opened.whole.span, (lockcore::TimeSpan{storyAt(0), storyAt(130)}));
    QCOMPARE(opened.first.atUnixMs, storyAt(130));
    QCOMPARE(opened.whole.findings.size(), std::size_t{1});
    QCOMPARE(opened.whole.overview.unseen, (std::vector<lockcore::TimeSpan>{{storyAt(60), storyAt(120)}}));
    QVERIFY(opened.whole.covers(storyAt(60)));
    QVERIFY(!opened.whole.covers(storyAt(90)));
    QCOMPARE(opened.whole.nextRun(storyAt(61)), std::optional(storyAt(120)));
    QVERIFY(!opened.whole.nextRun(storyAt(121)));
}

void TestReplay::documentHasTheMoment() {
    const OpenedRecording opened = open();
    ClusterDocument document;
    document.beginRecorded(opened.file, QStringLiteral("zk:2181"), opened.first);
    QVERIFY(document.isRecorded() && document.standsStill() && document.hasPast() && !document.isLive());
    QVERIFY(!document.opened().snapshot);
    QCOMPARE(document.cluster(), QStringLiteral("zk:2181"));
    QCOMPARE(rowsOf(document.queue(kOrders)), QStringLiteral("H9"));
    const WallClock clock = document.clock();
    QCOMPARE(clock(), storyAt(130));
    document.selectLock(kOrders);
    document.showMoment(*readMoment(*opened.recording, storyAt(15), {.pastFrom = storyAt(0)}));
    QCOMPARE(clock(), storyAt(15));
    QCOMPARE(rowsOf(document.selection().queue), QStringLiteral("H1 W2 W3"));
    QCOMPARE(document.catalog()->locks.size(), std::size_t{3});
    QCOMPARE(document.history().of(kOrders)->turns.size(), std::size_t{3});
    QVERIFY(std::ranges::any_of(document.findings().findings, [](const lockcore::Finding& finding) {
        return finding.kind == lockcore::FindingKind::LongWait;
    }));
    // What is selected stays so, also where it is not there.
    document.selectContender(document.queue(kOrders)->rows[1].contender);
    document.showMoment(*readMoment(*opened.recording, storyAt(25), {}));
    QVERIFY(document.selection().contender);
    QCOMPARE(document.selection().contender->parsed.sequence, std::optional<std::int64_t>(2));
    document.showMoment(*readMoment(*opened.recording, storyAt(0.2), {}));
    QCOMPARE(document.selection().lockPath, kOrders);
    QVERIFY(document.selection().queue);
    QVERIFY(isUnrecorded(*document.selection().queue));
    QVERIFY(!document.selection().contender);
}

/// Before its first reading nobody knows whether a lock was there; that it is gone was seen.
void TestReplay::whatWasNotReadYetIsNotGone() {
    const OpenedRecording opened = open();
    const auto stateAt = [&](const std::string& lock, double seconds) {
        ClusterDocument document;
        document.beginRecorded(opened.file, {}, opened.first);
        document.selectLock(lock);
        document.showMoment(*readMoment(*opened.recording, storyAt(seconds), {.lock = lock}));
        return rowsOf(document.selection().queue);
    };
    QCOMPARE(stateAt(kOrders, 0.2), QStringLiteral("not recorded"));
    QCOMPARE(stateAt("/app/stock", 4), QStringLiteral("not recorded"));
    QCOMPARE(stateAt("/app/stock", 6), QStringLiteral("H5"));
    QCOMPARE(stateAt("/app/passing", 9), QStringLiteral("H7"));
    QCOMPARE(stateAt("/app/passing", 55), QStringLiteral("gone"));
    // Of another run it was not read again.
    QCOMPARE(stateAt("/app/passing", 125), QStringLiteral("not recorded"));
    QCOMPARE(stateAt(kOrders, 90), QStringLiteral("not recorded"));
}

/// What is selected later is looked for then.
void TestReplay::aLockThatIsSelectedLaterIsLookedFor() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    recorded.moveTo(storyAt(55));
    QTRY_COMPARE_WITH_TIMEOUT(document.clock()(), storyAt(55), kPatienceMs);
    document.selectLock("/app/passing");
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(document.selection().queue), QStringLiteral("gone"), kPatienceMs);
}

void TestReplay::thePanelSaysWhatIsNotRecorded() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    test.window.goToLock(kOrders);
    const auto says = [&](const QString& words) {
        const auto labels = test.window.panels().queue->findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
    };
    Q_EMIT test.window.panels().replay->bar()->moveWanted(storyAt(0.2));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("Not recorded yet at this moment")), kPatienceMs);
    QVERIFY(says(QStringLiteral("not recorded")));
    Q_EMIT test.window.panels().replay->bar()->moveWanted(storyAt(90));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("Nothing was recorded at this moment")), kPatienceMs);
    Q_EMIT test.window.panels().replay->bar()->moveWanted(storyAt(15));
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(test.window.selection().queue), QStringLiteral("H1 W2 W3"), kPatienceMs);
    QVERIFY(!says(QStringLiteral("live")));
}

/// A recording has what servers told of clients, and not which servers were asked.
void TestReplay::theClientsAreKnown() {
    const OpenedRecording opened = open();
    ClusterDocument document;
    document.beginRecorded(opened.file, {}, opened.first);
    document.showMoment(*readMoment(*opened.recording, storyAt(15), {}));
    document.selectLock(kOrders);
    const QueueEvidence evidence(document.assessment(), kOrders);
    const lockcore::SessionView* const client =
        evidence.clientOf(*document.selection().queue->rows[0].contender);
    QVERIFY(client);
    QCOMPARE(client->address, std::string("10.0.0.7:1"));
    // Servers tell it time and again; that it is as before is not written down.
    QCOMPARE(client->toldAtUnixMs, storyAt(15));
    const QString scope = checkedText(checkedScope(document), document.clock()());
    QVERIFY2(scope.contains(QStringLiteral("Servers had told of 4 of 5 clients.")), qPrintable(scope));
    // Before the servers were first asked.
    document.showMoment(*readMoment(*opened.recording, storyAt(3), {}));
    QVERIFY(
        !QueueEvidence(document.assessment(), kOrders).clientOf(*document.queue(kOrders)->rows[0].contender));
    QVERIFY(checkedText(checkedScope(document), document.clock()())
                .contains(QStringLiteral("No server had told by then who is connected.")));
}

/// Nothing that came later than the moment that is shown, while it moves back and forth.
void TestReplay::thePastIsNeverLaterThanTheMoment() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    QStringList later;
    std::int64_t shown = 0;
    connect(&document, &ClusterDocument::momentShown, this, [&] {
        shown = document.clock()();
        for (const auto& [path, past] : document.history().all())
            if (past.lastReadUnixMs > shown) later << QString::number(secondsOf(shown));
    });
    for (const double seconds : {45.0, 15.0, 50.0, 25.0, 12.0, 44.0, 3.0}) {
        recorded.moveTo(storyAt(seconds));
        QTRY_COMPARE_WITH_TIMEOUT(shown, storyAt(seconds), kPatienceMs);
    }
    QCOMPARE(later, QStringList());
    // … and where it can be read fast it is that of the moment.
    QCOMPARE(document.history().of(kOrders)->lastReadUnixMs, storyAt(3));
}

/// Whatever time it is now, of a recording nothing is counted beyond the moment.
void TestReplay::statisticsEndAtTheMomentThatIsShown() {
    ClusterDocument document;
    StatisticsPanel panel;
    panel.follow(document);
    RecordedCluster recorded(document);
    recorded.show(open());
    document.selectLock(kOrders);
    panel.resize(1000, 700);
    panel.show();
    const auto watched = [&] {
        const int row = panel.model()->rowOf(Measure::Watched);
        return row < 0 ? QString() : panel.model()->at(row).value;
    };
    recorded.moveTo(storyAt(15.5));
    QTRY_COMPARE_WITH_TIMEOUT(watched(), durationText(std::chrono::milliseconds(15'000)), kPatienceMs);
    recorded.moveTo(storyAt(30.5));
    // From 3 to 20 s the lock was not read, while somebody left.
    QTRY_COMPARE_WITH_TIMEOUT(watched(), durationText(std::chrono::milliseconds(13'000)), kPatienceMs);
}

/// While the recorder had no connection: neither who holds nor for how long somebody waits.
void TestReplay::whatWasNotSeenIsNotToldAsKnown() {
    const QString file = m_directory.filePath(QStringLiteral("outage.lockrec"));
    QVERIFY(writeRecordedOutage(file));
    const auto opened = openRecording(file);
    QVERIFY(opened);
    ClusterDocument document;
    LockListModel list;
    OverviewPanel overview;
    overview.follow(document);
    connect(&document, &ClusterDocument::queueChanged, &list, &LockListModel::setQueue);
    connect(&document, &ClusterDocument::findingsChanged, &list,
            [&] { list.setJudged(judgedDirectories(*document.findings().basis)); });
    document.beginRecorded(file, {}, opened->first);
    list.setObserved({kOrders});
    const auto showAt = [&](double seconds) {
        document.showMoment(*readMoment(*opened->recording, storyAt(seconds), {}));
        list.setCatalog(document.catalog());
    };
    const auto holders = [&] {
        return list.index(list.rowOf(kOrders), LockListModel::Holders).data().toString();
    };
    const auto troubles = [&] {
        return troublesOf(*document.findings().basis, document.findings().findings, document.history());
    };
    showAt(15);
    QCOMPARE(holders(), QStringLiteral("1"));
    QCOMPARE(troubles().worst.size(), std::size_t{1});
    QVERIFY(!troubles().worst[0].unseenSinceUnixMs);
    QVERIFY(!checkedScope(document).unseenSinceUnixMs);

    showAt(40);
    QCOMPARE(holders(), QStringLiteral("–"));
    QCOMPARE(troubles().worst.size(), std::size_t{1});
    const QString since = momentText(storyAt(20));
    const QString sentence = troubleSentence(troubles().worst[0], storyAt(40));
    QVERIFY2(sentence.startsWith(QStringLiteral("When it was last seen, at %1: ").arg(since)) &&
                 !sentence.contains(QStringLiteral(" for ")),
             qPrintable(sentence));
    const CheckedScope scope = checkedScope(document);
    QCOMPARE(scope.unseenSinceUnixMs, std::optional(storyAt(20)));
    QVERIFY2(checkedText(scope, storyAt(40)).contains(unseenText(storyAt(20))),
             qPrintable(checkedText(scope, storyAt(40))));
    const auto labels = overview.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->text() == unseenText(storyAt(20)); }));
    // What servers had told is as old as the last answer.
    const QueueEvidence evidence(document.assessment(), kOrders);
    const auto* const client = evidence.clientOf(*document.queue(kOrders)->rows[0].contender);
    QVERIFY(client);
    QVERIFY2(client->toldAtUnixMs <= storyAt(22),
             qPrintable(QString::number(secondsOf(client->toldAtUnixMs))));
    showAt(65);
    QCOMPARE(holders(), QStringLiteral("1"));
    QVERIFY(!checkedScope(document).unseenSinceUnixMs);
}

/// Its last client has gone; servers list the locks all the time.
void TestReplay::quietLocksAreNotCalledUnseen() {
    const QString file = m_directory.filePath(QStringLiteral("quiet.lockrec"));
    {
        lockcore::RecordedStory story;
        const auto writer =
            lockcore::RecordingWriter::open({.file = QFile::encodeName(file).toStdString()}, storyAt(0));
        QVERIFY(writer);
        (*writer)->take(story.comes(kOrders, 1, 1));
        (*writer)->take(story.told(5, {1}));
        (*writer)->take(story.goes(kOrders, 1, 10));
        (*writer)->take({storyAt(20), lockcore::Unwatched{kOrders, storyAt(20)}});
        (*writer)->take(story.told(25, {}));
        QVERIFY((*writer)->end(storyAt(70)));
    }
    const auto opened = openRecording(file);
    QVERIFY(opened);
    ClusterDocument document;
    document.beginRecorded(file, {}, opened->first);
    document.showMoment(*readMoment(*opened->recording, storyAt(40), {}));
    const CheckedScope scope = checkedScope(document);
    QVERIFY(!scope.unseenSinceUnixMs);
    QCOMPARE(scope.quietSinceUnixMs, std::optional(storyAt(20)));
    const QString text = checkedText(scope, storyAt(40));
    QVERIFY2(text.contains(QStringLiteral("Not watched since %1").arg(momentText(storyAt(20)))),
             qPrintable(text));
}

void TestReplay::documentTellsOnlyOfQueuesThatDiffer() {
    const OpenedRecording opened = open();
    ClusterDocument document;
    document.beginRecorded(opened.file, {}, *readMoment(*opened.recording, storyAt(15), {}));
    QSignalSpy changed(&document, &ClusterDocument::queueChanged);
    QSignalSpy shown(&document, &ClusterDocument::momentShown);
    document.showMoment(*readMoment(*opened.recording, storyAt(16), {}));
    QCOMPARE(changed.size(), 0);
    QCOMPARE(shown.size(), 1);
    document.showMoment(*readMoment(*opened.recording, storyAt(25), {}));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(rowsOf(document.queue(kOrders)), QStringLiteral("H2 W3"));
}

void TestReplay::whereNothingWasRecordedNothingIsClaimed() {
    const OpenedRecording opened = open();
    const auto moment = readMoment(*opened.recording, storyAt(90), {});
    QVERIFY(moment);
    QVERIFY(moment->checked->sample->locks.empty());
    QVERIFY(moment->checked->coverage->lacks(lockcore::Aspect::Locks));
    ClusterDocument document;
    document.beginRecorded(opened.file, {}, *moment);
    QVERIFY(document.catalog()->locks.empty());
    QVERIFY(document.history().all().empty());
    // Neither that the selected lock was there nor that it was not.
    document.selectLock(kOrders);
    document.showMoment(*readMoment(*opened.recording, storyAt(95), {}));
    QVERIFY(document.selection().queue);
    QVERIFY(isUnrecorded(*document.selection().queue));
}

/// From when to when, instead of a list of what was not found.
void TestReplay::whereNothingWasRecordedAllViewsSaySo() {
    TestWindow test;
    test.window.resize(1366, 768);
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    test.window.goToLock(kOrders);
    const auto& panels = test.window.panels();
    Q_EMIT panels.replay->bar()->moveWanted(storyAt(90));
    const QString hole = unrecordedSpanText({storyAt(60), storyAt(120)});
    const auto says = [&](const QWidget& widget) { return visibleTexts(widget).join(QLatin1Char('\n')); };
    QTRY_VERIFY_WITH_TIMEOUT(says(*panels.overview).contains(hole), kPatienceMs);
    panels.tabs->setCurrentWidget(panels.graph);
    for (const QWidget* const view : std::initializer_list<const QWidget*>{
             panels.overview, panels.findings, panels.sessions, panels.queue, panels.graph})
        QVERIFY2(says(*view).contains(hole), qPrintable(says(*view)));
    QVERIFY2(!says(*panels.overview).contains(QStringLiteral("Locks: ")), qPrintable(says(*panels.overview)));
    QVERIFY2(!says(*panels.overview).contains(QStringLiteral("nobody was seen")),
             qPrintable(says(*panels.overview)));
    QVERIFY2(!says(*panels.locks).contains(QStringLiteral("Locks: ")), qPrintable(says(*panels.locks)));
    QVERIFY2(!says(*panels.details).contains(QStringLiteral("Members")), qPrintable(says(*panels.details)));
    const auto notes = panels.replay->findChildren<ElidedLabel*>();
    QVERIFY(std::ranges::any_of(notes, [&](const ElidedLabel* note) { return note->text() == hole; }));
    Q_EMIT panels.replay->bar()->moveWanted(storyAt(15));
    QTRY_VERIFY_WITH_TIMEOUT(says(*panels.locks).contains(QStringLiteral("Locks: ")), kPatienceMs);
}

/// With what lies between two runs as not watched; also at a moment between them.
void TestReplay::thePastIsThatOfAllRuns() {
    ClusterDocument document;
    StatisticsPanel statistics;
    TimelinePanel timeline({}, {});
    statistics.follow(document);
    timeline.follow(document);
    RecordedCluster recorded(document);
    recorded.show(open());
    document.selectLock(kOrders);
    for (QWidget* const panel : std::initializer_list<QWidget*>{&statistics, &timeline}) {
        panel->resize(1000, 700);
        panel->show();
    }
    const auto valueOf = [&](Measure measure) {
        const int row = statistics.model()->rowOf(measure);
        return row < 0 ? QString() : statistics.model()->at(row).value;
    };
    const auto seconds = [](double count) {
        return durationText(std::chrono::milliseconds(static_cast<int>(count * 1000)));
    };
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(Measure::Watched), seconds(68.5 - 17), kPatienceMs);
    QCOMPARE(valueOf(Measure::Unseen), seconds(61 + 17));
    QTRY_COMPARE_WITH_TIMEOUT(timeline.model()->rowCount(), 4, kPatienceMs);
    const auto labels = timeline.findChildren<ElidedLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const ElidedLabel* label) {
        return label->text().contains(
            QStringLiteral("from %1 to %2").arg(momentText(storyAt(0.5)), momentText(storyAt(130))));
    }));
    recorded.moveTo(storyAt(90));
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(Measure::Watched), seconds(59.5 - 17), kPatienceMs);
    QCOMPARE(valueOf(Measure::Unseen), seconds(30 + 17));
    QCOMPARE(valueOf(Measure::InQueue), QStringLiteral("–"));
    QCOMPARE(document.history().of(kOrders)->turns.size(), std::size_t{3});
    // A time in which nobody looked has no longest queue.
    document.selectSpan(lockcore::TimeSpan{storyAt(70), storyAt(80)});
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(Measure::LongestQueue), QStringLiteral("–"), kPatienceMs);
    QCOMPARE(valueOf(Measure::Watched), seconds(0));
}

/// While the recorder had no connection they may be over.
void TestReplay::findingsOfBeforeAreTheLastThatWasSeen() {
    const QString file = m_directory.filePath(QStringLiteral("outage_findings.lockrec"));
    QVERIFY(writeRecordedOutage(file));
    const auto opened = openRecording(file);
    QVERIFY(opened);
    ClusterDocument document;
    FindingsPanel panel;
    panel.follow(document);
    document.beginRecorded(file, {}, opened->first);
    const auto showAt = [&](double seconds) {
        document.showMoment(*readMoment(*opened->recording, storyAt(seconds), {}));
    };
    const auto text = [&] { return panel.findChild<ReadOnlyText*>()->toPlainText(); };
    const QString seenLast = QStringLiteral("As it was seen last, at %1.").arg(momentText(storyAt(20)));
    showAt(15);
    QVERIFY2(text().contains(QStringLiteral("Long wait")) && !text().contains(seenLast), qPrintable(text()));
    showAt(40);
    QVERIFY2(text().startsWith(seenLast), qPrintable(text()));
    QVERIFY(visibleTexts(panel).contains(unseenText(storyAt(20))));
    // For how long it has been so is known until then.
    const auto* const model = panel.findChild<FindingsModel*>();
    QCOMPARE(model->index(0, FindingsModel::Since).data().toString(), ageText(storyAt(10), storyAt(20)));
}

void TestReplay::movesToTheNewestMoment() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    QSignalSpy moments(&document, &ClusterDocument::momentShown);
    for (int second = 1; second <= 50; ++second)
        recorded.moveTo(storyAt(second));
    QCOMPARE(recorded.position(), storyAt(50));
    QTRY_COMPARE_WITH_TIMEOUT(document.clock()(), storyAt(50), kPatienceMs);
    // Of those that were wanted meanwhile none was read.
    QVERIFY2(moments.size() <= 3, qPrintable(QString::number(moments.size())));
    QTRY_VERIFY_WITH_TIMEOUT(document.history().of(kOrders), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(document.history().of(kOrders)->lastReadUnixMs, storyAt(50), kPatienceMs);
    recorded.moveTo(storyAt(1000));
    QCOMPARE(recorded.position(), storyAt(130));
    recorded.moveTo(storyAt(-5));
    QCOMPARE(recorded.position(), storyAt(0));
}

void TestReplay::stepsThroughTheSelectedLock() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    recorded.moveTo(storyAt(0));
    QSignalSpy ended(&recorded, &RecordedCluster::reachedEnd);
    recorded.step(true);  // of no lock there is no step
    QCOMPARE(recorded.position(), storyAt(0));
    document.selectLock(kOrders);
    for (const double expected : {1.0, 2.0, 3.0, 20.0, 30.0, 40.0, 125.0}) {
        recorded.step(true);
        QTRY_COMPARE_WITH_TIMEOUT(secondsOf(recorded.position()), expected, kPatienceMs);
    }
    recorded.step(true);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kPatienceMs);
    QCOMPARE(recorded.position(), storyAt(125));
    recorded.step(false);
    QTRY_COMPARE_WITH_TIMEOUT(recorded.position(), storyAt(40), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(document.selection().queue), QString(), kPatienceMs);
}

void TestReplay::goesToBeginsAndEndsOfFindings() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    QSignalSpy ended(&recorded, &RecordedCluster::reachedEnd);
    recorded.goToFinding(false);
    QCOMPARE(recorded.position(), storyAt(25));
    recorded.goToFinding(false);
    QCOMPARE(recorded.position(), storyAt(10));
    recorded.goToFinding(false);
    QCOMPARE(recorded.position(), storyAt(10));
    QCOMPARE(ended.size(), 1);
    recorded.goToFinding(true);
    QCOMPARE(recorded.position(), storyAt(25));
}

/// At most times its speed, and not through what nobody recorded.
void TestReplay::playsAndEndsAtTheEnd() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    recorded.setSpeed(1000);
    QCOMPARE(recorded.speed(), RecordedCluster::kFastest);
    recorded.moveTo(storyAt(50));
    QSignalSpy positions(&recorded, &RecordedCluster::positionChanged);
    bool wasInGap = false;
    connect(&recorded, &RecordedCluster::positionChanged, this,
            [&] { wasInGap = wasInGap || !recorded.whole().covers(recorded.position()); });
    QElapsedTimer took;
    took.start();
    recorded.setPlaying(true);
    QVERIFY(recorded.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!recorded.isPlaying(), kPatienceMs);
    QCOMPARE(recorded.position(), storyAt(130));
    QVERIFY(!wasInGap);
    // Twenty seconds of recording at a hundred times.
    QVERIFY2(took.elapsed() >= 150, qPrintable(QString::number(took.elapsed())));
    QVERIFY(positions.size() > 1);
    // From the begin again.
    recorded.setSpeed(1);
    recorded.setPlaying(true);
    QVERIFY(recorded.position() < storyAt(60));
    recorded.setPlaying(false);
}

void TestReplay::anotherSourceEndsIt() {
    ClusterDocument document;
    RecordedCluster recorded(document);
    recorded.show(open());
    recorded.moveTo(storyAt(15));
    recorded.setPlaying(true);
    document.clear();
    QVERIFY(!recorded.isShown() && !recorded.isPlaying());
    // What was still being read is of nobody's interest.
    QSignalSpy moments(&document, &ClusterDocument::momentShown);
    recorded.show(open());
    QTRY_COMPARE_WITH_TIMEOUT(document.clock()(), storyAt(130), kPatienceMs);
    QCOMPARE(moments.size(), 1);
}

void TestReplay::logHasWhatHappenedInTheSpan() {
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

void TestReplay::sceneHasEverythingInItsPlace() {
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
void TestReplay::barHasAnAxis() {
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

void TestReplay::barTakesKeysAndMouse() {
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

void TestReplay::windowShowsIt() {
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

void TestReplay::spanIsOfAllViews() {
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

void TestReplay::momentCanBeTyped() {
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
void TestReplay::theHourThatComesTwiceIsTypedAsItIsShown() {
    const QByteArray before = qgetenv("TZ");
    const auto restore = qScopeGuard([&] {
        before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
        tzset();
    });
    qputenv("TZ", "Europe/Berlin");
    tzset();
    const auto utc = [](int hour, int minute) {
        return QDateTime(QDate(2026, 10, 25), QTime(hour, minute), Qt::UTC).toMSecsSinceEpoch();
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
    const QDateTime none(QDate(2026, 3, 29), QTime(2, 30), Qt::UTC);
    const auto spring = QDateTime(QDate(2026, 3, 29), QTime(0, 0), Qt::UTC).toMSecsSinceEpoch();
    QCOMPARE(momentAtWall(none, spring),
             QDateTime(QDate(2026, 3, 29), QTime(1, 30), Qt::UTC).toMSecsSinceEpoch());
}

/// Somebody else has the file, so that what is being read waits for seconds.
void TestReplay::closingWaitsForNoRead() {
    const QString file = m_directory.filePath(QStringLiteral("busy.lockrec"));
    QVERIFY(QFile::copy(m_file, file));
    auto opened = openRecording(file);
    QVERIFY(opened);
    auto other = lockcore::Database::open(file.toStdString(), lockcore::Database::Access::Write);
    QVERIFY(other);
    (*other)->run("BEGIN EXCLUSIVE");
    QVERIFY((*other)->result());
    ClusterDocument document;
    auto recorded = std::make_unique<RecordedCluster>(document);
    recorded->show(*opened);
    recorded->moveTo(storyAt(15));
    opened->recording.reset();
    QElapsedTimer took;
    took.start();
    recorded.reset();
    const qint64 tookMs = took.elapsed();
    (*other)->rollBack();
    QVERIFY(waitForClosing(std::chrono::milliseconds(kPatienceMs)));
    QVERIFY2(tookMs < 500, qPrintable(QString::number(tookMs)));
}

/// A log of a hundred thousand events would hold up the window.
void TestReplay::theLogIsWordedOnAnotherThread() {
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

void TestReplay::openingCanBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto opened = openRecording(m_file, stop.get_token());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, lockcore::ErrorCode::Cancelled);
}

/// Nor does a session wait for it.
void TestReplay::aFileIsClosedOnNoThreadOfTheWindow() {
    const QString file = m_directory.filePath(QStringLiteral("closed.lockrec"));
    QVERIFY(writeRecordedFile(file));
    const auto isOpen = [&] {
        const QDir descriptors(QStringLiteral("/proc/self/fd"));
        return std::ranges::any_of(descriptors.entryInfoList(QDir::AllEntries | QDir::System),
                                   [&](const QFileInfo& each) { return each.symLinkTarget() == file; });
    };
    QSemaphore rest;
    closeFileInBackground([&rest] { rest.acquire(); });
    const auto release = qScopeGuard([&rest] { rest.release(); });
    {
        const auto opened = openRecording(file);
        QVERIFY(opened && isOpen());
    }
    QVERIFY(isOpen());
    QSemaphore ended;
    closeInBackground([&ended] { ended.release(); });
    QVERIFY(ended.tryAcquire(1, kPatienceMs));
    rest.release();
    QTRY_VERIFY_WITH_TIMEOUT(!isOpen(), kPatienceMs);
}

void TestReplay::actsAreToldInTheUsersLanguage() {
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

void TestReplay::shownMomentIsSaved() {
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

void TestReplay::damagedOneIsRefused() {
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

LOCKSCOPE_TEST(TestReplay)
#include "tst_replay.moc"
