// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"
#include "compare/comparison_dialog.h"
#include "compare/comparison_model.h"
#include "operations/redaction_boxes.h"
#include "recorded_file.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "test_program.h"
#include "window_fixture.h"
#include "words/unrecorded_lock.h"

#include <lockcore/history/snapshot.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace lockscope;

namespace {

constexpr auto secondsIn = lockcore::RecordedStory::at;
const std::string kComparedLock = "/app/orders";

/// "What|change|before|after" of each row, those beneath another one with a dash for each level.
QStringList treeRows(const ComparisonModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QStringList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < ComparisonModel::ColumnCount; ++column)
            cells << model.index(row, column, parent).data().toString();
        rows << QString(depth, QLatin1Char('-')) + cells.join(QLatin1Char('|'));
        rows << treeRows(model, model.index(row, 0, parent), depth + 1);
    }
    return rows;
}

}  // namespace

/// How two moments differ, and what of them is handed on.
class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        QVERIFY(writeRecordedFile(m_file));
    }

    void modelTellsWhatDiffers();
    void whatNobodyKnowsIsSaid();
    void whereNothingWasRecordedNothingIsCompared();
    void aLockThatNobodyHoldsIsFree();
    void theSameIsSaidToBeTheSame();
    void aLockOfAnotherClusterIsNotGoneTo();
    void itFitsASmallScreen();
    void spanOfARecordingIsCompared();
    void theTimeBarsMenuCompares();
    void snapshotsAreCompared();
    void whatIsHiddenIsInNoByte();
    void theSaveDialogAsksWhatToHide();
    void theKindOfFileIsItsEnding();

private:
    Comparison comparedAt(double one, double other) const {
        const auto opened = openRecording(m_file);
        const auto sideAt = [&](double seconds) {
            const auto moment = readMoment(*opened->recording, secondsIn(seconds));
            return ComparedSide{m_file, QStringLiteral("zk:2181"), moment->atUnixMs, moment->checked,
                                moment->unrecorded};
        };
        return compared(sideAt(one), sideAt(other), lockcore::MomentSources::OneRun);
    }
    static ComparisonDialog* dialogOf(const ClusterTab& window) {
        const auto isThere = [&] { return window.findChild<ComparisonDialog*>() != nullptr; };
        return QTest::qWaitFor(isThere, kPatienceMs) ? window.findChild<ComparisonDialog*>() : nullptr;
    }

    QTemporaryDir m_directory;
    const QString m_file = m_directory.filePath(QStringLiteral("a.lockrec"));
};

void TestComparison::modelTellsWhatDiffers() {
    const Comparison comparison = comparedAt(26, 2.5);  // the earlier one comes first all the same
    ComparisonModel model(comparison.groups);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QStringList rows = treeRows(model);
    QCOMPARE(rows[0], QStringLiteral("Locks (1)|||"));
    QVERIFY2(rows.size() > 4, qPrintable(rows.join('\n')));
    QCOMPARE(rows[1], QStringLiteral("-/app/orders|changed|held by 0x1|held by 0x2"));
    QVERIFY(rows.contains(QStringLiteral("--number 2, 0x2|granted|Waiter (1 ahead)|Holder")));
    QVERIFY(rows.contains(QStringLiteral("--number 1, 0x1|went|Holder|")));
    QVERIFY(comparison.summary.contains(QStringLiteral("of which 1 differ")));
    const QString text = comparison.asText();
    QVERIFY(
        text.contains(QStringLiteral("Lock\t/app/orders\t/app/orders\tchanged\theld by 0x1\theld by 0x2")));
    QVERIFY(text.startsWith(QStringLiteral("From ")));
    const QStringList later = treeRows(ComparisonModel(comparedAt(15, 26).groups));
    QVERIFY2(later.contains(QStringLiteral("-/app/orders|is over|Long wait|")), qPrintable(later.join('\n')));
}

void TestComparison::whatNobodyKnowsIsSaid() {
    const Comparison comparison = comparedAt(0.2, 15);
    const QStringList rows = treeRows(ComparisonModel(comparison.groups));
    QVERIFY2(!rows.filter(QStringLiteral("What can't be told")).isEmpty(), qPrintable(rows.join('\n')));
    QVERIFY(!rows.filter(QStringLiteral("it may have been there")).isEmpty());
    QVERIFY(rows.filter(QStringLiteral("-/app/orders|came into use")).isEmpty());
}

/// Nobody looked then: that nothing differs, or that all has gone, would be a guess.
void TestComparison::whereNothingWasRecordedNothingIsCompared() {
    const QString hole = unrecordedSpanText({secondsIn(60), secondsIn(120)});
    for (const auto& [one, other] : {std::pair(90.0, 95.0), {15.0, 90.0}, {90.0, 126.0}}) {
        const Comparison comparison = comparedAt(one, other);
        QVERIFY2(comparison.summary.contains(hole) && !comparison.summary.contains(QStringLiteral("differ")),
                 qPrintable(comparison.summary));
        QCOMPARE(comparison.summary.count(hole), 1);
        QVERIFY(comparison.groups.empty());
    }
}

/// That nobody is in its queue any more says nothing of its directory.
void TestComparison::aLockThatNobodyHoldsIsFree() {
    const QStringList emptied = treeRows(ComparisonModel(comparedAt(35, 46).groups));
    QVERIFY2(emptied.contains(QStringLiteral("-/app/orders|changed|held by 0x2|free")),
             qPrintable(emptied.join('\n')));
    QVERIFY2(emptied.contains(QStringLiteral("-0x2|contends no more|connected · zk:2181 · 10.0.0.7:2|")),
             qPrintable(emptied.join('\n')));
    // Whether that one was still there then was not seen.
    const QStringList gone = treeRows(ComparisonModel(comparedAt(46, 55).groups));
    QVERIFY2(gone.contains(QStringLiteral("-/app/passing|fell out of use|no holder is known|")),
             qPrintable(gone.join('\n')));
}

void TestComparison::theSameIsSaidToBeTheSame() {
    const Comparison comparison = comparedAt(31, 32);
    QVERIFY2(comparison.summary.startsWith(QStringLiteral("Nothing differs")),
             qPrintable(comparison.summary));
}

void TestComparison::spanOfARecordingIsCompared() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    QVERIFY(!test.isEnabled(ActionId::CompareSpan));
    QVERIFY(test.isEnabled(ActionId::CompareFile));
    Q_EMIT test.window.panels().replay->bar()->spanWanted(lockcore::TimeSpan{secondsIn(2.5), secondsIn(26)});
    QVERIFY(test.isEnabled(ActionId::CompareSpan));
    test.trigger(ActionId::CompareSpan);
    ComparisonDialog* const dialog = dialogOf(test.window);
    QVERIFY(dialog);
    QVERIFY(
        treeRows(dialog->model()).contains(QStringLiteral("-/app/orders|changed|held by 0x1|held by 0x2")));
    dialog->copy();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("held by 0x2")));
    // What was and what is have the same room, also in a small window.
    dialog->resize(dialog->minimumSizeHint());
    const auto sideWidth = [&](int side) { return dialog->tree()->header()->sectionSize(side); };
    QVERIFY(sideWidth(ComparisonModel::After) >= 10 * dialog->fontMetrics().averageCharWidth());
    QVERIFY(std::abs(sideWidth(ComparisonModel::Before) - sideWidth(ComparisonModel::After)) <= 1);
    // A row leads to its lock.
    const QModelIndex lock = dialog->model().index(0, 0, dialog->model().index(0, 0));
    Q_EMIT dialog->tree()->activated(lock);
    QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().lockPath, kComparedLock, kPatienceMs);
    test.trigger(ActionId::Disconnect);
    QVERIFY(!test.isEnabled(ActionId::CompareFile));
}

void TestComparison::theTimeBarsMenuCompares() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    ReplayBar* const bar = test.window.panels().replay->bar();
    Q_EMIT bar->moveWanted(secondsIn(26));
    Q_EMIT bar->menuWanted(bar->mapToGlobal(QPoint(5, 5)), secondsIn(2.5));
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    menu->actions().front()->trigger();
    menu->close();
    ComparisonDialog* const dialog = dialogOf(test.window);
    QVERIFY(dialog);
    QVERIFY(
        treeRows(dialog->model()).contains(QStringLiteral("-/app/orders|changed|held by 0x1|held by 0x2")));
}

void TestComparison::snapshotsAreCompared() {
    const auto opened = openRecording(m_file);
    QVERIFY(opened);
    const auto saved = [&](const char* name, double seconds) {
        const auto moment = readMoment(*opened->recording, secondsIn(seconds));
        lockcore::Snapshot snapshot;
        snapshot.connectString = "zk:2181";
        snapshot.takenAtUnixMs = moment->atUnixMs;
        snapshot.checked = moment->checked;
        snapshot.locks = snapshot.checked->sample->locks;
        snapshot.coverage = snapshot.checked->coverage;
        const QString file = m_directory.filePath(QLatin1String(name));
        return lockcore::writeSnapshot(snapshot, file.toStdString()) ? file : QString();
    };
    TestWindow test;
    test.window.openSnapshot(saved("later.json", 26));
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    test.dialogs.file = saved("sooner.json", 2.5);
    test.trigger(ActionId::CompareFile);
    ComparisonDialog* const dialog = dialogOf(test.window);
    QVERIFY(dialog);
    QVERIFY(
        treeRows(dialog->model()).contains(QStringLiteral("-/app/orders|changed|held by 0x1|held by 0x2")));
}

/// The window may show another file by the time that somebody looks.
void TestComparison::aLockOfAnotherClusterIsNotGoneTo() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    Q_EMIT test.window.panels().replay->bar()->spanWanted(lockcore::TimeSpan{secondsIn(2.5), secondsIn(26)});
    test.trigger(ActionId::CompareSpan);
    ComparisonDialog* const dialog = dialogOf(test.window);
    QVERIFY(dialog);
    const QString other = m_directory.filePath(QStringLiteral("other.lockrec"));
    QVERIFY(writeRecordedFile(other));
    test.window.openSnapshot(other);
    QTRY_VERIFY_WITH_TIMEOUT(test.window.windowTitle().contains(QStringLiteral("other.lockrec")),
                             kPatienceMs);
    test.window.goToLock("/app/stock");
    Q_EMIT dialog->tree()->activated(dialog->model().index(0, 0, dialog->model().index(0, 0)));
    QCOMPARE(test.window.selection().lockPath, std::string("/app/stock"));
    QVERIFY(dialog->isVisible());
}

void TestComparison::itFitsASmallScreen() {
    const ComparisonDialog dialog(comparedAt(2.5, 26));
    QVERIFY2(dialog.minimumSizeHint().width() < 700,
             qPrintable(QString::number(dialog.minimumSizeHint().width())));
    QVERIFY(dialog.minimumSizeHint().height() < 600);
}

void TestComparison::whatIsHiddenIsInNoByte() {
    TestWindow test;
    test.window.openSnapshot(m_file);
    QTRY_VERIFY_WITH_TIMEOUT(!test.window.isStartPage(), kPatienceMs);
    Q_EMIT test.window.panels().replay->bar()->moveWanted(secondsIn(15));
    test.window.goToLock(kComparedLock);
    QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue && test.window.selection().queue->rows.size() == 3,
                             kPatienceMs);
    const auto savedBytes = [&](const char* name, ActionId action) {
        test.dialogs.file = m_directory.filePath(QLatin1String(name));
        test.trigger(action);
        const auto isThere = [&] { return QFile::exists(test.dialogs.file); };
        QFile file(test.dialogs.file);
        return QTest::qWaitFor(isThere, kPatienceMs) && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                                       : QByteArray();
    };
    QVERIFY(savedBytes("open.json", ActionId::SaveSnapshot).contains("orders"));
    test.dialogs.hidden = {.hosts = true, .data = true, .users = true, .paths = true};
    for (const QByteArray& bytes : {savedBytes("hidden.json", ActionId::SaveSnapshot),
                                    savedBytes("hidden-lock.json", ActionId::SaveLock)}) {
        QVERIFY(bytes.contains("lock-0000000001"));
        for (const char* original : {"orders", "stock", "10.0.0.7", "zk:2181"})
            QVERIFY2(!bytes.contains(original), original);
    }
    QVERIFY2(test.dialogs.suggestedFile.startsWith(QStringLiteral("lock-")),
             qPrintable(test.dialogs.suggestedFile));
}

void TestComparison::theSaveDialogAsksWhatToHide() {
    QWidget parent;
    const auto dialogs = makeDialogs();
    QString file;
    lockcore::RedactionChoice hidden;
    dialogs->askSaveRedacted(&parent,
                             {QStringLiteral("Save"), QStringLiteral("app-orders.lockscope.json"),
                              QStringLiteral("lock.lockscope.json"), QString(), true},
                             [&](const QString& chosen, const lockcore::RedactionChoice& choice) {
                                 file = chosen;
                                 hidden = choice;
                             });
    auto* const dialog = parent.findChild<QFileDialog*>();
    QVERIFY(dialog);
    dialog->setDirectory(m_directory.path());
    dialog->selectFile(QStringLiteral("app-orders.lockscope.json"));
    auto* const boxes = dialog->findChild<RedactionBoxes*>();
    QVERIFY(boxes && boxes->isVisible());
    QVERIFY(boxes->choice().isEmpty());
    QVERIFY(boxes->findChild<QLabel*>(QStringLiteral("reasons-stay"))->isVisible());
    boxes->findChild<QCheckBox*>(QStringLiteral("hide-hosts"))->click();
    QCheckBox* const paths = boxes->findChild<QCheckBox*>(QStringLiteral("hide-paths"));
    const auto chosen = [&] { return QFileInfo(dialog->selectedFiles().value(0)).fileName(); };
    paths->click();
    QCOMPARE(chosen(), QStringLiteral("lock.lockscope.json"));
    paths->click();
    QCOMPARE(chosen(), QStringLiteral("app-orders.lockscope.json"));
    // What somebody typed stays, and gets the ending that is wanted.
    dialog->selectFile(QStringLiteral("chosen"));
    paths->click();
    static_cast<QDialog*>(dialog)->accept();
    QTRY_COMPARE_WITH_TIMEOUT(file, m_directory.filePath(QStringLiteral("chosen.lockscope.json")),
                              kPatienceMs);
    QCOMPARE(hidden, (lockcore::RedactionChoice{.hosts = true, .paths = true}));
}

void TestComparison::theKindOfFileIsItsEnding() {
    QWidget parent;
    const auto dialogs = makeDialogs();
    dialogs->askSaveRedacted(
        &parent,
        {QStringLiteral("Save"), QStringLiteral("report-1.html"), QStringLiteral("report-1.html"),
         QStringLiteral("Page (*.html);;Print (*.pdf);;All (*)"), true},
        [](const QString&, const lockcore::RedactionChoice&) {});
    auto* const dialog = parent.findChild<QFileDialog*>();
    QVERIFY(dialog);
    dialog->setDirectory(m_directory.path());
    dialog->selectFile(QStringLiteral("report-1.html"));
    const auto chosen = [&] { return QFileInfo(dialog->selectedFiles().value(0)).fileName(); };
    Q_EMIT dialog->filterSelected(QStringLiteral("Print (*.pdf)"));
    QCOMPARE(chosen(), QStringLiteral("report-1.pdf"));
    Q_EMIT dialog->filterSelected(QStringLiteral("All (*)"));
    QCOMPARE(chosen(), QStringLiteral("report-1.pdf"));
}

LOCKSCOPE_TEST(TestComparison)
#include "tst_comparison.moc"
