// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "other_home.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "window/snapshot_operations.h"
#include "window_fixture.h"
#include "words/coverage_text.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QPointer>
#include <QProgressBar>
#include <QPromise>
#include <QPushButton>
#include <QThread>

#include <algorithm>
#include <atomic>

using namespace lockscope;
using lockcore::GapKind;

namespace {

/// What a window saves of the lock that it shows. Lives on the GUI thread.
struct SavingWindow {
    QTemporaryDir directory;
    QWidget window;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    ClusterConnection connection{audit};
    ClusterDocument document;
    PresetDialogs dialogs;
    Actions actions{nullptr};
    MessageBar bar;
    WindowMessages messages{&bar, actions, nullptr};
    WorkStrip strip;
    SnapshotOperations operations{window, connection, document, dialogs, messages, strip};

    SavingWindow() { document.beginLive(QStringLiteral("zk1:2181")); }

    void shows(const std::shared_ptr<const lockcore::LockQueue>& queue) {
        if (document.selection().lockPath.empty()) document.selectLock(queue->path);
        document.take({samples::kNowUnixMs, queue});
    }
    /// All of them are connected, and watch whom they wait for.
    void checks(const std::shared_ptr<const lockcore::LockQueue>& queue) {
        samples::Cluster cluster(queue);
        for (std::size_t row = 1; row < queue->rows.size(); ++row)
            cluster.watch(row, row - 1);
        document.take({samples::kNowUnixMs, cluster.watchedNow().assessment()});
    }

    /// A file of one lock that so many wait for.
    QString fileWith(int waiters) {
        const QString file = directory.filePath(QStringLiteral("%1.lockscope.json").arg(waiters));
        lockcore::Snapshot snapshot;
        snapshot.locks = {samples::queue(samples::mutexes(0, waiters))};
        if (!lockcore::writeSnapshot(snapshot, file.toStdString())) qFatal("no file could be written");
        return file;
    }

    std::optional<lockcore::Snapshot> saved() {
        dialogs.file = directory.filePath(QStringLiteral("one.lockscope.json"));
        operations.saveLock(document.selection());
        if (!QTest::qWaitFor([this] { return bar.text().contains(dialogs.file); }, kPatienceMs))
            return std::nullopt;
        auto read = lockcore::readSnapshot(dialogs.file.toStdString());
        return read ? std::optional(std::move(*read)) : std::nullopt;
    }
};

QFileDialog* openChooser() {
    for (QWidget* window : QApplication::topLevelWidgets())
        if (auto* chooser = qobject_cast<QFileDialog*>(window); chooser && chooser->isVisible())
            return chooser;
    return nullptr;
}

std::uint64_t countOf(const lockcore::Coverage& coverage, GapKind kind) {
    const auto found = std::ranges::find(coverage.gaps, kind, &lockcore::Gap::kind);
    return found == coverage.gaps.end() ? 0 : found->count;
}

bool hasNotChecked(const std::vector<lockcore::Finding>& findings) {
    return std::ranges::count(findings, lockcore::FindingKind::NotChecked, &lockcore::Finding::kind) > 0;
}

}  // namespace

/// What a window saves.
class TestSnapshotOperations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLockAsItWasCheckedIsSavedAsSuch() {
        SavingWindow test;
        const auto queue = samples::queue(samples::mutexes(1, 3));
        test.shows(queue);
        test.checks(queue);
        const auto read = test.saved();
        QVERIFY(read && read->coverage && read->checked);
        QVERIFY(read->coverage->isComplete());
        QCOMPARE(read->coverage->waitersVerified, std::size_t{2});
        QVERIFY(!hasNotChecked(read->checked->findings));
    }

    /// Who has come since was asked for by nobody, and who watches whom was told of another queue.
    void aLockThatChangedSinceTheCheckIsNotSavedAsChecked() {
        SavingWindow test;
        test.shows(samples::queue(samples::mutexes(1, 3)));
        test.checks(samples::queue(samples::mutexes(1, 3)));
        test.shows(samples::queue(samples::mutexes(1, 4)));
        const auto read = test.saved();
        QVERIFY(read && read->coverage && read->checked);
        QCOMPARE(read->locks.at(0)->rows.size(), std::size_t{4});
        QCOMPARE(countOf(*read->coverage, GapKind::SessionsNotAsked), std::uint64_t{1});
        QCOMPARE(countOf(*read->coverage, GapKind::WatchesNotCompared), std::uint64_t{3});
        const QString clients = notCheckedText(*read->coverage, lockcore::Aspect::Liveness);
        QVERIFY2(clients.contains(QStringLiteral("came to their locks after the servers")),
                 qPrintable(clients));
        const QString watches = notCheckedText(*read->coverage, lockcore::Aspect::Watches);
        QVERIFY2(watches.contains(QStringLiteral("listed watches: 3")), qPrintable(watches));

        ClusterDocument offline;
        offline.show({QStringLiteral("file"), std::make_shared<const lockcore::Snapshot>(*read)});
        QVERIFY(hasNotChecked(offline.findings().findings));
    }

    void whatAFileShowsIsSavedAsThatFileTellsIt() {
        SavingWindow test;
        auto file = std::make_shared<lockcore::Snapshot>();
        file->connectString = "zk7:2181/app";
        file->server = "zk7:2181";
        file->takenAtUnixMs = samples::kNowUnixMs - 3'600'000;
        file->program = "Lockscope of then";
        file->locks = {samples::queue(samples::mutexes(1, 3)),
                       samples::queue(samples::mutexes(1, 1), "/other")};
        test.document.show({QStringLiteral("then.json"), file});
        test.document.selectLock(file->locks[0]->path);
        const auto one = test.saved();
        QVERIFY(one);
        QCOMPARE(one->locks.size(), std::size_t{1});
        QVERIFY(!one->checked);  // nor was it in there
        test.dialogs.file = test.directory.filePath(QStringLiteral("all.lockscope.json"));
        test.operations.saveAll();
        QTRY_VERIFY_WITH_TIMEOUT(test.bar.text().contains(test.dialogs.file), kPatienceMs);
        const auto all = lockcore::readSnapshot(test.dialogs.file.toStdString());
        QVERIFY(all);
        QCOMPARE(all->locks.size(), std::size_t{2});
        for (const lockcore::Snapshot& saved : {*one, *all}) {
            QCOMPARE(saved.connectString, file->connectString);
            QCOMPARE(saved.server, file->server);
            QCOMPARE(saved.takenAtUnixMs, file->takenAtUnixMs);
            QCOMPARE(saved.program, file->program);
        }
    }

    void aLongWorkTellsHowFarItIsAndEndsWhereNobodyWantsIt() {
        WorkStrip strip;
        QPromise<void> work;
        work.setProgressRange(0, 100);
        work.start();
        int cancelled = 0;
        strip.follow(work.future(), QStringLiteral("Saving one.json"), [&cancelled] { ++cancelled; });
        QVERIFY(strip.isHidden());  // most of them are done before anybody could read it
        QTRY_VERIFY_WITH_TIMEOUT(strip.isVisible(), kPatienceMs);
        work.setProgressValue(40);
        const auto* bar = strip.findChild<QProgressBar*>();
        QTRY_COMPARE_WITH_TIMEOUT(bar->value(), 40, kPatienceMs);
        QCOMPARE(bar->accessibleName(), QStringLiteral("Saving one.json"));
        auto* cancel = strip.findChild<QPushButton*>();
        cancel->click();
        cancel->click();
        QCOMPARE(cancelled, 1);
        QVERIFY(strip.isVisible());  // it has not ended yet
        work.finish();
        QTRY_VERIFY_WITH_TIMEOUT(strip.isHidden(), kPatienceMs);
    }

    void whatIsDoneSoonIsNeverShown() {
        WorkStrip strip;
        QPromise<void> soon;
        QPromise<void> longer;
        for (QPromise<void>* work : {&soon, &longer}) {
            work->start();
            strip.follow(work->future(), QStringLiteral("Opening one.json"), [] {});
        }
        soon.finish();
        QTRY_VERIFY_WITH_TIMEOUT(strip.isVisible(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(strip.findChildren<QProgressBar*>().size(), 1, kPatienceMs);
        longer.finish();
        QTRY_VERIFY_WITH_TIMEOUT(strip.isHidden(), kPatienceMs);
    }

    void aSaveThatIsCancelledWritesNothing() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("one.lockscope.json"));
        lockcore::Snapshot snapshot;
        snapshot.locks = {samples::queue(samples::mutexes(1, 3))};
        std::stop_source stop;
        const auto make = [&] {
            stop.request_stop();  // while it is under way
            return snapshot;
        };
        const auto saved = saveSnapshot(make, file, {}, stop.get_token()).result();
        QVERIFY(!saved.written);
        QCOMPARE(saved.written.error().code, lockcore::ErrorCode::Cancelled);
        QVERIFY(QDir(directory.path()).isEmpty());
        QVERIFY(saveSnapshot([&] { return snapshot; }, file, {}, {}).result().written);
        QVERIFY(QFile::exists(file));
    }

    void aCancelledOpenLeavesTheWindowAsItWas() {
        SavingWindow test;
        const QString file = test.fileWith(1);
        QStringList opened;
        const auto open = [&] {
            test.operations.open(file, [&](const OpenedSnapshot& shown) { opened << shown.file; });
        };
        open();
        test.strip.findChild<QPushButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(test.bar.text().contains(QStringLiteral("was cancelled")), kPatienceMs);
        QVERIFY(opened.isEmpty());
        open();
        QTRY_COMPARE_WITH_TIMEOUT(opened, QStringList(file), kPatienceMs);
    }

    /// Else the older one would be shown at last, if it is the larger one.
    void whoOpensAnotherFileWantsThatOne() {
        SavingWindow test;
        const QStringList files{test.fileWith(1), test.fileWith(2)};
        QStringList opened;
        for (const QString& file : files)
            test.operations.open(file, [&](const OpenedSnapshot& shown) { opened << shown.file; });
        QTRY_VERIFY_WITH_TIMEOUT(
            test.bar.text().contains(QStringLiteral("Opening %1 was cancelled").arg(files[0])), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(opened, QStringList(files[1]), kPatienceMs);
    }

    /// Not in the working directory, which is wherever the program happened to be started.
    void filesAreAskedForWhereDocumentsAreAndThenWhereTheLastOneWas() {
        const OtherHome home;
        const QTemporaryDir other;
        const auto dialogs = makeDialogs();
        QString chosen;
        const auto name = QStringLiteral("one.lockscope.json");
        const auto ask = [&] {
            dialogs->askSaveFile(nullptr, QStringLiteral("Save"), name, QStringLiteral("All (*)"),
                                 [&chosen](const QString& file) { chosen = file; });
        };
        ask();
        // Its end writes down where it was, into the home that must still be there then.
        QPointer<QFileDialog> chooser = openChooser();
        QVERIFY(chooser);
        QCOMPARE(chooser->directory().canonicalPath(), QDir(home.documents()).canonicalPath());
        chooser->setDirectory(other.path());
        chooser->selectFile(name);
        QVERIFY(QMetaObject::invokeMethod(chooser, "accept"));
        QTRY_COMPARE(chosen, other.filePath(name));
        QTRY_VERIFY(!chooser);

        dialogs->askOpenFile(nullptr, QStringLiteral("Open"), QStringLiteral("All (*)"),
                             [](const QString&) {});
        chooser = openChooser();
        QVERIFY(chooser);
        QCOMPARE(chooser->directory().canonicalPath(), QDir(other.path()).canonicalPath());
        chooser->reject();
        QTRY_VERIFY(!chooser);
    }

    void aPictureIsPaintedHereAndWrittenElsewhere() {
        SavingWindow test;
        test.dialogs.file = test.directory.filePath(QStringLiteral("queue.png"));
        QThread* painting = nullptr;
        std::atomic<QThread*> writing = nullptr;
        test.operations.exportPicture({{},
                                       [&](const QString& file) {
                                           painting = QThread::currentThread();
                                           return [&writing, file]() -> lockcore::Result<void> {
                                               writing = QThread::currentThread();
                                               return lockcore::fail(lockcore::ErrorCode::Io, "No space left",
                                                                     file.toStdString());
                                           };
                                       }},
                                      {});
        QTRY_VERIFY_WITH_TIMEOUT(test.bar.text().contains(test.dialogs.file), kPatienceMs);
        QVERIFY2(test.bar.text().contains(QStringLiteral("No space left")), qPrintable(test.bar.text()));
        QCOMPARE(painting, QThread::currentThread());
        QVERIFY(writing.load() && writing.load() != QThread::currentThread());
    }

    void aLockBeforeTheFirstCheckIsNotSavedAsChecked() {
        SavingWindow test;
        test.shows(samples::queue(samples::mutexes(1, 3)));
        const auto read = test.saved();
        QVERIFY(read && read->coverage && !read->checked);
        QCOMPARE(countOf(*read->coverage, GapKind::ServersUnknown), std::uint64_t{3});
        QCOMPARE(countOf(*read->coverage, GapKind::WatchesNotTold), std::uint64_t{2});
    }
};

LOCKSCOPE_TEST(TestSnapshotOperations)
#include "tst_snapshot_operations.moc"
