// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"
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
#include "replay/recorded_cluster.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "replayed_file.h"
#include "sessions/sessions_panel.h"
#include "shown_texts.h"
#include "statistics/statistics_panel.h"
#include "test_program.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_panel.h"
#include "widgets/elided_label.h"
#include "widgets/read_only_text.h"
#include "window_fixture.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QLabel>

#include <algorithm>
#include <initializer_list>

using namespace lockscope;

/// What was not recorded, or not seen by who recorded, is not told as known.
class TestReplayGaps : public QObject, private ReplayedFile {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { write(); }

    void whatWasNotReadYetIsNotGone();
    void thePanelSaysWhatIsNotRecorded();
    void statisticsEndAtTheMomentThatIsShown();
    void whatWasNotSeenIsNotToldAsKnown();
    void quietLocksAreNotCalledUnseen();
    void whereNothingWasRecordedNothingIsClaimed();
    void whereNothingWasRecordedAllViewsSaySo();
    void thePastIsThatOfAllRuns();
    void findingsOfBeforeAreTheLastThatWasSeen();
};

/// Before its first reading nobody knows whether a lock was there; that it is gone was seen.
void TestReplayGaps::whatWasNotReadYetIsNotGone() {
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

void TestReplayGaps::thePanelSaysWhatIsNotRecorded() {
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

/// Whatever time it is now, of a recording nothing is counted beyond the moment.
void TestReplayGaps::statisticsEndAtTheMomentThatIsShown() {
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
void TestReplayGaps::whatWasNotSeenIsNotToldAsKnown() {
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
void TestReplayGaps::quietLocksAreNotCalledUnseen() {
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

void TestReplayGaps::whereNothingWasRecordedNothingIsClaimed() {
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
void TestReplayGaps::whereNothingWasRecordedAllViewsSaySo() {
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
void TestReplayGaps::thePastIsThatOfAllRuns() {
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
void TestReplayGaps::findingsOfBeforeAreTheLastThatWasSeen() {
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

LOCKSCOPE_TEST(TestReplayGaps)
#include "tst_replay_gaps.moc"
