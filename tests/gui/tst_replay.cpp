// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/checked_scope.h"
#include "findings/findings_model.h"
#include "queue/queue_evidence.h"
#include "recording/database.h"
#include "replay/recorded_cluster.h"
#include "replayed_file.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"
#include "words/unrecorded_lock.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>

#include <algorithm>
#include <memory>
#include <stop_token>

using namespace lockscope;

/// A recording that is moved through.
class TestReplay : public QObject, private ReplayedFile {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { write(); }

    void wholeTellsWhatTheBarShows();
    void documentHasTheMoment();
    void aLockThatIsSelectedLaterIsLookedFor();
    void theClientsAreKnown();
    void thePastIsNeverLaterThanTheMoment();
    void documentTellsOnlyOfQueuesThatDiffer();
    void movesToTheNewestMoment();
    void stepsThroughTheSelectedLock();
    void goesToBeginsAndEndsOfFindings();
    void playsAndEndsAtTheEnd();
    void anotherSourceEndsIt();
    void openingCanBeCancelled();
    void closingWaitsForNoRead();
    void aFileIsClosedOnNoThreadOfTheWindow();
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

void TestReplay::openingCanBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto opened = openRecording(m_file, stop.get_token());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, lockcore::ErrorCode::Cancelled);
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

LOCKSCOPE_TEST(TestReplay)
#include "tst_replay.moc"
