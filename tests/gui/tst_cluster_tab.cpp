// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/connect_dialog.h"
#include "events/message_bar.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "operations/work_strip.h"
#include "other_client.h"
#include "overview/overview_panel.h"
#include "peer.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "shown_texts.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window/offline_strip.h"
#include "window/start_page.h"
#include "window_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A window that shows "/lock" of a cluster, on which somebody else holds it. Lives on the GUI thread.
struct OnHeldLock : TestWindow {
    std::string cluster = freshCluster();
    OtherClient other{cluster};
    lockcore::Hold hold = other.hold("/lock");

    OnHeldLock() { window.connectTo({QString::fromStdString(cluster)}); }

    std::shared_ptr<const lockcore::LockQueue> queue() const { return window.selection().queue; }
    bool isReady() const { return queue() && queue()->holders() == 1 && isComplete(*queue()); }

    void selectRow(std::size_t row) {
        window.panels().queue->view()->selectContender(keyOf(*queue()->rows[row].contender));
    }
    void allowActions() { trigger(ActionId::AllowActions); }
};

}  // namespace

class TestClusterTab : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void theLabFitsIntoANarrowWindow() {
        TestWindow test;
        test.tabs.resize(1280, 800);
        test.trigger(ActionId::OpenLab);
        const WindowPanels& panels = test.window.panels();
        const auto* const area = qobject_cast<QScrollArea*>(panels.labDock->widget());
        QVERIFY(area);
        QTRY_VERIFY_WITH_TIMEOUT(area->isVisible(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(area->horizontalScrollBar()->maximum(), 0, kPatienceMs);
        const QPushButton* const start = panels.lab->findChild<QPushButton*>(QStringLiteral("lab-start"));
        const auto* const place = panels.lab->findChild<QComboBox*>(QStringLiteral("lab-place"));
        const auto top = [&](const QWidget* widget) { return widget->mapTo(panels.lab, QPoint(0, 0)).y(); };
        // With room to spare, what is asked for is in one line again.
        test.tabs.resize(2'560, 1'440);
        QTRY_VERIFY_WITH_TIMEOUT(top(start) < top(place) + place->height(), kPatienceMs);
    }

    void aVeryWideWindowGivesItsSidesMoreRoom() {
        TestWindow test;
        test.tabs.resize(2'560, 1'440);
        test.window.showSnapshot({QStringLiteral("empty"), std::make_shared<const lockcore::Snapshot>()});
        const WindowPanels& panels = test.window.panels();
        QTRY_VERIFY_WITH_TIMEOUT(panels.locksDock->width() > 2'560 / 4, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panels.detailsDock->width() > 2'560 * 18 / 100, kPatienceMs);
    }

    /// Also where the window opens on a cluster at once, as with `--connect`.
    void whatItSaysAtFirstIsSeen() {
        TestWindow settings;
        const QString notice = QStringLiteral("The settings are damaged.");
        MainWindow tabs({settings.dialogs, settings.audit, settings.settings, {}, {notice}});
        tabs.show();
        ClusterTab& window = *tabs.currentPage();
        QCOMPARE(window.panels().messageBar->text(), notice);
        window.openConnection({QString::fromStdString(freshCluster())});
        QCOMPARE(window.panels().messageBar->text(), notice);
        window.panels().messageBar->dismiss();
        window.showSnapshot({QString(), std::make_shared<lockcore::Snapshot>()});
        QVERIFY(window.panels().messageBar->text() != notice || window.panels().messageBar->isHidden());
    }

    void settingsThatCanNotBeWrittenAreTold() {
        TestWindow test;
        const QString file = test.directory.filePath(QStringLiteral("settings.ini"));
        QVERIFY(!QFile::exists(file) || QFile::remove(file));
        QVERIFY(QDir().mkdir(file));  // nobody may write there, whoever he is
        test.settings.setGroupsLocks(!test.settings.groupsLocks());
        const MessageBar& bar = *test.window.panels().messageBar;
        QTRY_VERIFY_WITH_TIMEOUT(bar.text().contains(QStringLiteral("settings.ini")), kPatienceMs);
        QVERIFY2(bar.text().contains(QStringLiteral("can't be written")), qPrintable(bar.text()));
        QVERIFY(!bar.isHidden());
    }

    // A row that somebody is about to click would be another one.
    void aMessageMovesNoRow() {
        TestWindow test;
        const WindowPanels& panels = test.window.panels();
        panels.messageBar->dismiss();
        const auto top = [&] {
            (void)test.tabs.grab();  // lays all out
            return panels.centre->mapTo(&test.tabs, QPoint());
        };
        const QPoint before = top();
        panels.messageBar->showMessage(Severity::Warning, QStringLiteral("Something has happened."));
        QVERIFY(panels.messageBar->isVisible());
        QCOMPARE(top(), before);
    }

    void startsWithWhatOneCanDo() {
        TestWindow test;
        const WindowPanels& panels = test.window.panels();
        QCOMPARE(panels.centre->currentWidget(), panels.start);
        QVERIFY(panels.locksDock->isHidden());
        for (const char* name : {"start-start-demo", "start-connect", "start-open-snapshot"}) {
            auto* button = panels.start->findChild<QPushButton*>(QLatin1String(name));
            QVERIFY2(button && button->isEnabled(), name);
        }
        QVERIFY(!test.isEnabled(ActionId::Acquire));
        QVERIFY(!test.isEnabled(ActionId::SaveSnapshot));
    }

    void connectsAndShowsTheLockThatWaitsMost() {
        OnHeldLock test;
        OtherClient waiting(test.cluster);
        const lockcore::Hold first = test.other.hold("/busy");
        auto queued = lockcore::Mutex(waiting.session().session(), "/busy");
        const auto place = queued.acquireAsync(lockcore::Owner::unique(), {}, [](auto) {});
        QTRY_COMPARE_WITH_TIMEOUT(test.other.children("/busy").size(), 2U, kPatienceMs);
        test.trigger(ActionId::Disconnect);
        test.dialogs.connection = ConnectionOptions{QString::fromStdString(test.cluster)};
        test.trigger(ActionId::Connect);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().lockPath, std::string("/busy"), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->waiters() == 1, kPatienceMs);
        QCOMPARE(test.window.locks().rowCount(), 2);
        QVERIFY(!test.window.panels().locksDock->isHidden());
        QVERIFY(test.window.windowTitle().contains(QString::fromStdString(test.cluster)));
        place.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->waiters() == 0, kPatienceMs);

        // The next connect dialog starts from this one.
        test.dialogs.connection.reset();
        test.trigger(ActionId::Connect);
        QCOMPARE(test.dialogs.offeredConnection->connectString, QString::fromStdString(test.cluster));
    }

    void connectingAgainSelectsTheSameLockAgain() {
        OnHeldLock test;
        QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().lockPath, std::string("/lock"), kPatienceMs);
        test.trigger(ActionId::Disconnect);
        QVERIFY(test.window.selection().lockPath.empty());
        test.dialogs.connection = ConnectionOptions{QString::fromStdString(test.cluster)};
        test.trigger(ActionId::Connect);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().lockPath, std::string("/lock"), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
    }

    void selectionChoosesTheQueue() {
        OnHeldLock test;
        const lockcore::Hold second = test.other.hold("/other");
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.trigger(ActionId::Refresh);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.locks().rowCount(), 2, kPatienceMs);
        test.window.panels().locks->selectLock("/other");
        QCOMPARE(test.window.selection().lockPath, std::string("/other"));
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->path == "/other", kPatienceMs);
        QCOMPARE(test.window.panels().queue->model()->queue()->path, std::string("/other"));
    }

    void startsReadOnlyAndSaysWhy() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.selectRow(0);
        for (const ActionId id : {ActionId::Acquire, ActionId::AskToRelease, ActionId::RemoveContender}) {
            QVERIFY(!test.isEnabled(id));
            QVERIFY(test.window.actions().get(id)->toolTip().contains(QStringLiteral("read-only")));
        }
        test.allowActions();
        for (const ActionId id : {ActionId::Acquire, ActionId::AskToRelease, ActionId::RemoveContender})
            QVERIFY2(test.isEnabled(id), qPrintable(test.window.actions().get(id)->toolTip()));
        test.trigger(ActionId::AllowActions);
        QVERIFY(!test.isEnabled(ActionId::Acquire));
    }

    void acquiresAndReleasesAsThisProgram() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.allowActions();
        test.trigger(ActionId::Acquire);  // turned down
        QCOMPARE(test.dialogs.acquireQuestions, 1);
        test.dialogs.acquire.emplace();
        test.trigger(ActionId::Acquire);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->waiters() == 1, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::Release), kPatienceMs);
        QVERIFY(!test.window.panels().ownLocks->isHidden());

        QVERIFY(test.hold.release());
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->holders() == 1 && test.queue()->waiters() == 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.panels().messageBar->text().contains(QStringLiteral("Acquired /lock")), kPatienceMs);
        test.trigger(ActionId::Release);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->rows.empty(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!test.isEnabled(ActionId::Release), kPatienceMs);
        QVERIFY(test.window.panels().ownLocks->isHidden());
    }

    void forcesTheReleaseOnlyWhenConfirmed() {
        OnHeldLock test;
        auto queued = lockcore::Mutex(test.other.session().session(), "/lock");
        lockcore::Hold next;  // written on the loop, read nowhere: it only has to live
        const auto place = queued.acquireAsync(lockcore::Owner::unique(), {}, [&next](auto granted) {
            if (granted) next = std::move(*granted);
        });
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady() && test.queue()->waiters() == 1, kPatienceMs);
        test.allowActions();
        test.selectRow(0);
        const std::string holder = test.queue()->rows[0].contender->name;
        const std::string waiter = test.queue()->rows[1].contender->name;

        test.trigger(ActionId::RemoveContender);  // answered with Keep
        QVERIFY(test.dialogs.removal);
        QString text = test.dialogs.removal->consequence;
        for (const RemovalFact& fact : test.dialogs.removal->facts)
            text += QLatin1Char(' ') + fact.value;
        QVERIFY2(text.contains(QString::fromStdString(waiter)), qPrintable(text));  // who is next
        QVERIFY2(text.contains(QStringLiteral("not stopped")), qPrintable(text));
        QCOMPARE(test.dialogs.removal->softer, SofterWay::AskToRelease);
        QVERIFY(test.other.exists("/lock/" + holder));

        test.dialogs.removalAnswer = RemovalAnswer::Remove;
        test.trigger(ActionId::RemoveContender);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->waiters() == 0 && test.queue()->holders() == 1, kPatienceMs);
        QCOMPARE(test.queue()->rows[0].contender->name, waiter);
        QTRY_COMPARE_WITH_TIMEOUT(test.hold.state(), lockcore::HoldState::Lost, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.panels().messageBar->text().contains(QStringLiteral("not stopped")), kPatienceMs);
    }

    void asksACuratorHolderThatListensToRelease() {
        if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const std::string cluster = freshCluster();
        const auto curator = Peer::curator(cluster);
        QVERIFY(curator);
        QCOMPARE(curator->ask(QStringLiteral("mutex /lock")), QStringLiteral("LOCK /lock"));
        QCOMPARE(curator->ask(QStringLiteral("revocable")), QStringLiteral("REVOCABLE"));
        QCOMPARE(curator->ask(QStringLiteral("acquire")), QStringLiteral("ACQUIRED"));
        TestWindow test;
        test.window.connectTo({QString::fromStdString(cluster)});
        const auto queue = [&] { return test.window.selection().queue; };
        QTRY_VERIFY_WITH_TIMEOUT(queue() && queue()->holders() == 1 && isComplete(*queue()), kPatienceMs);
        test.trigger(ActionId::AllowActions);
        test.window.panels().queue->view()->selectContender(keyOf(*queue()->rows[0].contender));
        test.trigger(ActionId::AskToRelease);
        QTRY_VERIFY_WITH_TIMEOUT(queue()->rows.empty(), kPatienceMs);
        QCOMPARE(curator->hear(), QStringLiteral("REVOKED"));
    }

    void removalDialogFollowsTheQueueAndKeepsByDefault() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        RemovalDialog dialog(&test.window, {"/lock", test.queue()->rows[0].contender}, test.queue(), nullptr);
        connect(&test.window.connection(), &ClusterConnection::queueChanged, &dialog,
                &RemovalDialog::setQueue);
        dialog.show();
        auto* const remove = dialog.findChild<QPushButton*>(QStringLiteral("remove"));
        QTRY_VERIFY_WITH_TIMEOUT(remove->isEnabled(), kPatienceMs);
        QVERIFY(dialog.findChild<QPushButton*>(QStringLiteral("keep"))->isDefault());
        QVERIFY(dialog.windowTitle().contains(QStringLiteral("/lock")));
        QVERIFY(test.hold.release());
        QTRY_VERIFY_WITH_TIMEOUT(!remove->isEnabled(), kPatienceMs);  // it has left by itself
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Rejected));
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Keep);
    }

    void savesAllLocksAndOpensThemOffline() {
        OnHeldLock test;
        const lockcore::Hold second = test.other.hold("/nested/other");
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.trigger(ActionId::Refresh);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.locks().rowCount(), 2, kPatienceMs);
        test.dialogs.file = test.directory.filePath(QStringLiteral("all.lockscope.json"));
        test.trigger(ActionId::SaveSnapshot);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(test.dialogs.file), kPatienceMs);
        const auto live = test.queue();

        TestWindow offline;
        offline.dialogs.file = test.dialogs.file;
        offline.trigger(ActionId::OpenSnapshot);
        QTRY_COMPARE_WITH_TIMEOUT(offline.window.locks().rowCount(), 2, kPatienceMs);
        QVERIFY(!offline.window.panels().offline->isHidden());
        offline.window.panels().locks->selectLock("/lock");
        QVERIFY(offline.window.selection().queue);
        QCOMPARE(offline.window.selection().queue->rows.size(), 1U);
        QCOMPARE(offline.window.selection().queue->rows[0].contender->name, live->rows[0].contender->name);
        QCOMPARE(offline.window.selection().queue->rows[0].contender->stat->czxid,
                 live->rows[0].contender->stat->czxid);
        QVERIFY(!offline.isEnabled(ActionId::Acquire));
        QVERIFY(
            offline.window.actions().get(ActionId::Acquire)->toolTip().contains(QStringLiteral("snapshot")));
        QVERIFY(!offline.isEnabled(ActionId::AllowActions));
        offline.trigger(ActionId::Disconnect);
        QCOMPARE(offline.window.panels().centre->currentWidget(), offline.window.panels().start);
        QVERIFY(offline.window.panels().offline->isHidden());
    }

    void savesTheShownLockAndItsPicture() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.dialogs.file = test.directory.filePath(QStringLiteral("one.lockscope.json"));
        test.trigger(ActionId::SaveLock);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(test.dialogs.file), kPatienceMs);
        const auto snapshot = lockcore::readSnapshot(test.dialogs.file.toStdString());
        QVERIFY(snapshot);
        QCOMPARE(snapshot->locks.size(), 1U);
        QVERIFY(test.dialogs.suggestedFile.startsWith(QStringLiteral("lock-")));

        // The message bar takes room from the queue when it appears: the size is that at the export.
        const QSize shown = test.window.panels().queue->size() * test.window.devicePixelRatioF();
        test.dialogs.file = test.directory.filePath(QStringLiteral("queue.png"));
        test.trigger(ActionId::ExportPicture);
        QTRY_COMPARE_WITH_TIMEOUT(QImage(test.dialogs.file).size(), shown, kPatienceMs);
        test.dialogs.file = test.directory.filePath(QStringLiteral("queue.svg"));
        test.trigger(ActionId::ExportPicture);
        QFile svg(test.dialogs.file);
        QTRY_VERIFY_WITH_TIMEOUT(svg.exists(), kPatienceMs);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("/lock"));  // text stays text
        test.dialogs.file = QStringLiteral("/not/there/queue.png");
        test.trigger(ActionId::ExportPicture);
        const auto& message = *test.window.panels().messageBar;
        QTRY_VERIFY_WITH_TIMEOUT(message.text().contains(QStringLiteral("/not/there/queue.png")),
                                 kPatienceMs);
    }

    void savingAllEndsWhileItIsReadWhereNobodyWantsIt() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.dialogs.file = test.directory.filePath(QStringLiteral("all.lockscope.json"));
        test.trigger(ActionId::SaveSnapshot);
        test.window.panels().work->findChild<QPushButton*>()->click();
        QVERIFY(test.window.panels().messageBar->text().contains(QStringLiteral("cancelled")));
        // What is read by then is not saved: the next one finds no line of the first, and alone writes.
        QTRY_VERIFY_WITH_TIMEOUT(!test.window.panels().work->findChild<QPushButton*>(), kPatienceMs);
        QVERIFY(!QFile::exists(test.dialogs.file));
        const QString first =
            std::exchange(test.dialogs.file, test.directory.filePath(QStringLiteral("again.lockscope.json")));
        test.trigger(ActionId::SaveSnapshot);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(test.dialogs.file), kPatienceMs);
        QVERIFY(!QFile::exists(first));
    }

    void whoLeavesWhileAllIsReadIsToldThatNothingIsSaved() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.dialogs.file = test.directory.filePath(QStringLiteral("all.lockscope.json"));
        test.trigger(ActionId::SaveSnapshot);
        test.trigger(ActionId::Disconnect);
        const auto& bar = *test.window.panels().messageBar;
        QTRY_VERIFY_WITH_TIMEOUT(bar.text().contains(test.dialogs.file), kPatienceMs);
        QVERIFY2(bar.text().contains(QStringLiteral("Nothing was written")), qPrintable(bar.text()));
        QVERIFY(!QFile::exists(test.dialogs.file));
    }

    void asksBeforeOwnLocksAreGivenBackByLeaving() {
        OnHeldLock test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        QVERIFY(test.hold.release());
        test.allowActions();
        test.dialogs.acquire.emplace();
        test.trigger(ActionId::Acquire);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().holds().size() == 1, kPatienceMs);
        test.tabs.close();
        QVERIFY(test.tabs.isVisible());
        QVERIFY(test.dialogs.asked);
        test.trigger(ActionId::Disconnect);
        QVERIFY(test.window.connection().isOpen());
        test.dialogs.saysYes = true;
        test.tabs.close();
        QTRY_VERIFY_WITH_TIMEOUT(!test.tabs.isVisible(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.other.children("/lock").empty(), kPatienceMs);
    }

    void selectionAndScrollSurviveUpdates() {
        OnHeldLock test;
        for (int i = 0; i < 60; ++i)
            QVERIFY(test.other.create("/lock/_c_00000000-0000-0000-0000-000000000000-lock-", {},
                                      lockcore::NodeKind::EphemeralSequential));
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady() && test.queue()->rows.size() == 61, kPatienceMs);
        test.selectRow(40);
        const std::string selected = test.window.selection().contender->name;
        QVERIFY(test.hold.release());
        QTRY_COMPARE_WITH_TIMEOUT(test.queue()->rows.size(), 60U, kPatienceMs);
        QVERIFY(test.window.selection().contender);
        QCOMPARE(test.window.selection().contender->name, selected);
    }

    void saysWhatWasSearchedWhereThereAreNoLocks() {
        const std::string cluster = freshCluster();
        TestWindow test;
        test.window.connectTo({QString::fromStdString(cluster)});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        QString text;
        for (const QLabel* label : test.window.panels().locks->findChildren<QLabel*>())
            text += label->text();
        QVERIFY2(text.contains(QStringLiteral("No locks found")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("sequential ephemeral")), qPrintable(text));
    }

    void searchThatEndedEarlyIsTold() {
        TestWindow test;
        test.window.connectTo({QString::fromStdString(freshCluster())});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        lockcore::LockCatalog catalog = *test.window.connection().catalog();
        const auto show = [&](bool isPartial) {
            catalog.gaps.clear();
            if (isPartial) catalog.gaps.push_back({.kind = lockcore::GapKind::SearchCut, .count = 7});
            Q_EMIT test.window.connection().told({0, std::make_shared<const lockcore::LockCatalog>(catalog)});
        };
        const auto* note = test.window.panels().locks->findChild<QWidget*>(QStringLiteral("search-note"));
        show(true);
        QVERIFY(note->isVisible());
        const auto* text = note->findChild<QLabel*>();
        QVERIFY2(text->text().contains(QStringLiteral("may be more locks")), qPrintable(text->text()));
        QVERIFY2(text->text().contains(QStringLiteral("Pin")), qPrintable(text->text()));
        QVERIFY2(text->toolTip().contains(QStringLiteral("Znodes left: 7")), qPrintable(text->toolTip()));
        show(false);
        QVERIFY(!note->isVisible());
    }

    void layoutAndThemeAreRemembered() {
        TestWindow first;
        first.window.openSnapshot({});  // fails: what matters is the layout of the docks below
        first.trigger(ActionId::ThemeDark);
        QCOMPARE(first.settings.theme(), ThemeChoice::Dark);
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
        lockcore::Snapshot empty;
        first.window.showSnapshot(
            {QStringLiteral("empty"), std::make_shared<const lockcore::Snapshot>(empty)});
        first.window.panels().detailsDock->hide();
        first.tabs.close();
        QTRY_VERIFY_WITH_TIMEOUT(!first.tabs.isVisible(), kPatienceMs);

        MainWindow tabs({first.dialogs, first.audit, first.settings, {}});
        ClusterTab& second = *tabs.currentPage();
        tabs.show();
        second.showSnapshot({QStringLiteral("empty"), std::make_shared<const lockcore::Snapshot>(empty)});
        QVERIFY(second.panels().detailsDock->isHidden());
        QVERIFY(!second.panels().locksDock->isHidden());
        QVERIFY(second.actions().get(ActionId::ThemeDark)->isChecked());
    }

    void connectDialogExplainsWhatIsWrong_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("valid");
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("one host") << QStringLiteral("zk1") << true;
        QTest::newRow("several with chroot") << QStringLiteral("zk1:2181,[::1]:2182/app/locks") << true;
        QTest::newRow("bad port") << QStringLiteral("zk1:99999") << false;
        QTest::newRow("chroot with slash at its end") << QStringLiteral("zk1:2181/app/") << false;
        QTest::newRow("no host") << QStringLiteral(":2181") << false;
    }

    void connectDialogExplainsWhatIsWrong() {
        QFETCH(QString, text);
        QFETCH(bool, valid);
        TestWindow test;
        ConnectDialog dialog(nullptr, test.settings.profiles(), {text});
        QCOMPARE(dialog.findChild<QPushButton*>(QStringLiteral("connect"))->isEnabled(), valid);
        QVERIFY(!dialog.findChild<QLabel*>(QStringLiteral("meaning"))->text().isEmpty());
        if (valid) QCOMPARE(dialog.options().connectString, text);
    }

    void demoRunsWithItsContendersAndLeavesNothing() {
        TestWindow test;
        bool saidThereAreNone = false;
        connect(&test.window.connection(), &ClusterConnection::told, &test.window, [&] {
            const QStringList texts = visibleTexts(*test.window.panels().locks);
            saidThereAreNone = saidThereAreNone || texts.contains(QStringLiteral("No locks found"));
        });
        test.window.startDemo(5);
        QVERIFY(!test.isEnabled(ActionId::StartDemo));
        QTRY_VERIFY_WITH_TIMEOUT(test.window.demo().isRunning(), 60'000);
        const auto queue = [&] { return test.window.connection().queue(Demo::kMutexPath); };
        QTRY_VERIFY_WITH_TIMEOUT(queue() && queue()->waiters() > 0, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.locks().rowCount(), 4, kPatienceMs);
        const auto deadlocked = [&] {
            const auto& assessment = test.window.connection().assessment();
            return assessment && !assessment->waitFor.cycles.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(deadlocked(), kPatienceMs);
        QVERIFY(!saidThereAreNone);
        // It opens on its deadlock.
        const WindowPanels& panels = test.window.panels();
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
        QCOMPARE(test.window.selection().lockPath, Demo::kAccountPaths[0]);
        QTRY_VERIFY_WITH_TIMEOUT(
            !visibleTexts(*panels.overview).filter(QStringLiteral("wait for each other")).isEmpty(),
            kPatienceMs);
        test.trigger(ActionId::Disconnect);
        QVERIFY(!test.window.demo().isRunning());
        QVERIFY(waitForClosing(30s));
    }
};

LOCKSCOPE_TEST(TestClusterTab)
#include "tst_cluster_tab.moc"
