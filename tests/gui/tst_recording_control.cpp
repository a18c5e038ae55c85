// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"
#include "events/message_bar.h"
#include "locks/lock_list_view.h"
#include "other_client.h"
#include "recording/background_series.h"
#include "recording/recording_mark.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "widgets/file_chooser.h"
#include "window_fixture.h"

#include <lockcore/history/recorder.h>
#include <lockcore/history/recording.h>
#include <lockcore/history/recording_series.h>

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QToolButton>

#include <csignal>
#include <memory>

#include <sys/resource.h>

using namespace lockscope;

namespace {

const std::string kHeldFirst = "/a/lock";
const std::string kHeldLater = "/b/other";

/// Files are ended in the background: their directory goes after that.
struct WaitsForClosing {
    WaitsForClosing() = default;
    Q_DISABLE_COPY_MOVE(WaitsForClosing)
    ~WaitsForClosing() { (void)waitForClosing(std::chrono::milliseconds(kPatienceMs)); }
};

/// A window on a cluster of its own, which would record into a folder of its own.
struct RecordingWindow {
    std::string cluster = freshCluster();
    QTemporaryDir kept;
    WaitsForClosing closing;  // after the window has gone, before `kept` goes
    TestWindow test;
    QString folder = kept.filePath(QStringLiteral("of/recordings"));

    RecordingWindow() { test.settings.setRecordingsFolder(folder); }

    ConnectionOptions options(bool records = false) const {
        ConnectionOptions options;
        options.connectString = QString::fromStdString(cluster);
        options.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
        options.profile = {QStringLiteral("1"), QStringLiteral("prod eu"), {}};
        options.records = records;
        return options;
    }
    bool connect(bool records = false) {
        test.window.connectTo(options(records));
        return QTest::qWaitFor([this] { return test.isEnabled(ActionId::Acquire) || isConnected(); },
                               kPatienceMs);
    }
    bool isConnected() { return lockcore::isConnected(test.window.connection().status().connection.state); }
    QStringList files() const { return QDir(folder).entryList({QStringLiteral("*.lockrec")}, QDir::Files); }
    std::string file() const {
        return files().isEmpty() ? std::string()
                                 : (folder + QLatin1Char('/') + files().front()).toStdString();
    }
    RecordingMark& mark() { return *test.window.panels().recording; }
    bool isMarked(const QString& words) { return mark().isVisible() && mark().text().contains(words); }
    bool tells(const QString& words) {
        const auto* const bar = test.window.panels().messageBar;
        return bar->isVisible() && bar->text().contains(words);
    }
    /// Who holds the lock by what is in the file; None: nobody, or there is none.
    lockcore::SessionId recordedHolder(const std::string& lock) const {
        const auto recording = lockcore::Recording::open(file());
        if (!recording) return lockcore::SessionId::None;
        const auto queues = (*recording)->locksAt((*recording)->runs().back().untilUnixMs, lock);
        if (!queues || queues->empty() || queues->front()->rows.empty()) return lockcore::SessionId::None;
        const lockcore::QueueRow& row = queues->front()->rows.front();
        return row.role == lockcore::Role::Holder ? lockcore::ownerOf(row) : lockcore::SessionId::None;
    }
};

}  // namespace

/// What a window records of its cluster.
class TestRecordingControl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(std::chrono::milliseconds(kPatienceMs))); }

    /// Reading a file may take minutes, and closing it waits for that.
    void endingWaitsForNoReader() {
        const QTemporaryDir directory;
        QSemaphore read;
        closeFileInBackground([&read] { read.acquire(); });
        const auto release = qScopeGuard([&] {
            read.release();
            (void)waitForClosing(std::chrono::milliseconds(kPatienceMs));
        });
        QString file;
        {
            BackgroundSeries series({.directory = directory.path().toStdString(), .name = "prod"});
            QFuture<RecordingProgress> begun = series.start();
            begun.waitForFinished();
            QVERIFY(!begun.result().problem);
            file = begun.result().file;
        }
        const auto hasEnded = [&] {
            const auto recording = lockcore::Recording::open(QFile::encodeName(file).toStdString());
            return recording && (*recording)->runs().back().ended;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), kPatienceMs);
    }

    /// By whichever name it is called.
    void aFolderOfTwoNamesIsOne() {
        const QTemporaryDir directory;
        const QString folder = directory.filePath(QStringLiteral("kept"));
        const QString link = directory.filePath(QStringLiteral("link"));
        QVERIFY(QDir().mkdir(folder) && QFile::link(folder, link));
        const WaitsForClosing closing;
        BackgroundSeries first({.directory = folder.toStdString(), .name = "prod"});
        first.start().waitForFinished();
        for (const QString& name : {link, folder + QLatin1Char('/')}) {
            BackgroundSeries second({.directory = name.toStdString(), .name = "prod"});
            QFuture<RecordingProgress> refused = second.start();
            refused.waitForFinished();
            QVERIFY2(refused.result().isRecordedHere, qPrintable(name));
        }
    }

    /// All locks, not those alone that are looked at; and it says so meanwhile.
    void recordsWhatHappensUntilItIsStopped() {
        RecordingWindow record;
        OtherClient client(record.cluster);
        const lockcore::Hold first = client.hold(kHeldFirst);
        QVERIFY(!record.test.isEnabled(ActionId::Record));
        QVERIFY(record.connect());
        QTRY_VERIFY_WITH_TIMEOUT(record.test.isEnabled(ActionId::Record), kPatienceMs);
        QVERIFY(!record.test.isEnabled(ActionId::StopRecording));
        QVERIFY(record.files().isEmpty() && !record.mark().isVisible());
        record.test.trigger(ActionId::Record);
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        QVERIFY(!record.test.isEnabled(ActionId::Record));
        QVERIFY(record.mark().toolTip().contains(QStringLiteral("prod%20eu-")));
        QTRY_COMPARE_WITH_TIMEOUT(record.recordedHolder(kHeldFirst), client.session().id(), kPatienceMs);
        // One that comes while it is recorded, and that nobody looks at.
        record.test.window.goToLock(kHeldFirst);
        record.test.window.panels().locks->findChild<QLineEdit*>()->setText(QStringLiteral("/a/lock"));
        const lockcore::Hold second = client.hold(kHeldLater);
        QTRY_COMPARE_WITH_TIMEOUT(record.recordedHolder(kHeldLater), client.session().id(), kPatienceMs);
        record.mark().findChild<QToolButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(record.tells(QStringLiteral("Recorded to ")), kPatienceMs);
        QVERIFY(!record.mark().isVisible());
        // Whoever opens a file then is where it is.
        const std::unique_ptr<QFileDialog> chooser(fileChooser(nullptr, {}, {}));
        QCOMPARE(chooser->directory().absolutePath(), QFileInfo(record.folder).absoluteFilePath());
        const auto recording = lockcore::Recording::open(record.file());
        QVERIFY2(recording, recording ? "" : lockcore::describe(recording.error()).c_str());
        QVERIFY((*recording)->runs().back().ended);
        QCOMPARE((*recording)->runs().back().cluster, record.cluster);
        // What is not looked at is watched no longer.
        QTRY_VERIFY_WITH_TIMEOUT(!record.test.window.connection().observed().contains(kHeldLater),
                                 kPatienceMs);
    }

    /// Its queue is read for the recording before its row comes into view, and changes no more.
    void aLockThatComesLaterIsShown() {
        RecordingWindow record;
        OtherClient client(record.cluster);
        const lockcore::Hold first = client.hold(kHeldFirst);
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        auto* const filter = record.test.window.panels().locks->findChild<QLineEdit*>();
        filter->setText(QStringLiteral("/a/lock"));
        const lockcore::Hold second = client.hold(kHeldLater);
        const lockcore::Acquisition waiter = client.queue(kHeldLater);
        const auto isRead = [&] {
            const auto known = record.test.window.connection().queue(kHeldLater);
            return known && known->rows.size() == 2 && known->rows.back().contender->stat;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(record.test.window.locks().rowOf(kHeldLater) >= 0, kPatienceMs);
        filter->clear();
        record.test.window.goToLock(kHeldLater);
        QTRY_COMPARE_WITH_TIMEOUT(record.test.window.selection().lockPath, kHeldLater, kPatienceMs);
        const auto& queue = record.test.window.selection().queue;
        QVERIFY(queue && queue->rows.size() == 2);
    }

    void aProfileIsRecordedFromTheBegin() {
        RecordingWindow record;
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        QVERIFY(record.test.window.connection().options().thresholds.ownWatches >=
                lockcore::RecordedLocks::kMost);
        // It ends with the connection, and that is in the file.
        record.test.trigger(ActionId::Disconnect);
        QTRY_VERIFY_WITH_TIMEOUT(record.tells(QStringLiteral("Recorded to ")), kPatienceMs);
        const auto recording = lockcore::Recording::open(record.file());
        QVERIFY(recording);
        QVERIFY((*recording)->runs().back().ended);
    }

    void closingTheWindowEndsIt() {
        const QTemporaryDir other;
        auto record = std::make_unique<RecordingWindow>();
        record->test.settings.setRecordingsFolder(other.path());
        record->folder = other.path();
        QVERIFY(record->connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record->isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        const std::string file = record->file();
        record.reset();
        const auto recording = lockcore::Recording::open(file);
        QVERIFY(recording);
        QVERIFY((*recording)->runs().back().ended);
    }

    void whatCanNotBeBegunIsTold() {
        RecordingWindow record;
        QVERIFY(QDir().mkpath(QFileInfo(record.folder).path()));
        QFile inTheWay(record.folder);
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        inTheWay.close();
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.tells(QStringLiteral("The cluster is not recorded.")), kPatienceMs);
        QVERIFY(record.isMarked(QStringLiteral("Not recorded: ")));
        // Another try is possible once that is mended.
        QVERIFY(inTheWay.remove());
        record.test.trigger(ActionId::Record);
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
    }

    void theSecondRecorderIsRefused() {
        RecordingWindow record;
        QVERIFY(QDir().mkpath(record.folder));
        const auto first = lockcore::Recorder::start(
            {.file = (record.folder + QLatin1Char('/')).toStdString() +
                     lockcore::seriesFileName("prod eu", lockscope::systemNowUnixMs())});
        QVERIFY(first);
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.tells(QStringLiteral("Another program records into ")), kPatienceMs);
    }

    void anotherTabOfThisProgramIsNoOtherProgram() {
        RecordingWindow record;
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        record.test.window.openConnection(record.options(true));
        ClusterTab* const second = record.test.tabs.currentPage();
        QVERIFY(second != &record.test.window);
        const auto says = [&] { return second->panels().messageBar->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(says().contains(QStringLiteral("is not recorded")), kPatienceMs);
        QVERIFY2(says().contains(QStringLiteral("Another tab of this program records into ")),
                 qPrintable(says()));
        QVERIFY(second->panels().recording->text().contains(QStringLiteral("another tab records it")));
        // As soon as that one ends.
        record.test.trigger(ActionId::StopRecording);
        second->actions().get(ActionId::Record)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(second->panels().recording->text().contains(QStringLiteral("Recording · ")),
                                 kPatienceMs);
    }

    /// Its file may still be written then.
    void itIsStartedAgainAtOnce() {
        RecordingWindow record;
        OtherClient client(record.cluster);
        const lockcore::Hold hold = client.hold(kHeldFirst);
        QVERIFY(record.connect(true));
        for (int i = 0; i < 5; ++i) {
            QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
            record.test.trigger(ActionId::StopRecording);
            record.test.trigger(ActionId::Record);
            QVERIFY(record.isMarked(QStringLiteral("Recording…")));
        }
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        QVERIFY(!record.tells(QStringLiteral("is not recorded")));
    }

    void aFullDiskIsToldAtOnce() {
        std::signal(SIGXFSZ, SIG_IGN);
        RecordingWindow record;
        OtherClient client(record.cluster);
        QVERIFY(record.connect(true));
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), kPatienceMs);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit full = before;
        full.rlim_cur = 4'096;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
        const lockcore::Hold hold = client.hold(kHeldFirst);
        const bool isTold = QTest::qWaitFor(
            [&] { return record.tells(QStringLiteral("Nothing is recorded for now")); }, kPatienceMs);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(isTold);
        QVERIFY(record.isMarked(QStringLiteral("Not recorded: ")));
        const auto recording = lockcore::Recording::open(record.file());
        QVERIFY2(recording, recording ? "" : lockcore::describe(recording.error()).c_str());
        // There is room again: what stands is in the file then.
        QTRY_VERIFY_WITH_TIMEOUT(record.isMarked(QStringLiteral("Recording · ")), 2 * kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(record.recordedHolder(kHeldFirst), client.session().id(), kPatienceMs);
    }
};

LOCKSCOPE_TEST(TestRecordingControl)
#include "tst_recording_control.moc"
