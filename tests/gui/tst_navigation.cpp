// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_page.h"
#include "details/details_panel.h"
#include "document/selection_history.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "locks/lock_list_model.h"
#include "locks/lock_list_view.h"
#include "locks/path_dialog.h"
#include "other_client.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_locks.h"
#include "sample_queues.h"
#include "sessions/sessions_panel.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "widgets/link_button.h"
#include "widgets/stable_table_view.h"
#include "window/navigation.h"
#include "window_fixture.h"
#include "words/session_id_text.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> listedPaths(const LockListModel& model) {
    std::vector<std::string> paths;
    for (const LockSummary& lock : model.locks())
        paths.push_back(lock.path);
    return paths;
}

std::shared_ptr<const lockcore::LockCatalog> catalogWith(const std::vector<std::string>& paths) {
    auto catalog = std::make_shared<lockcore::LockCatalog>();
    for (const std::string& path : paths)
        catalog->locks.push_back({.path = path});
    return catalog;
}

/// A window on a cluster with the locks "/a" and "/b", each held by somebody else. Lives on the GUI thread.
struct OnTwoLocks : TestWindow {
    std::string cluster = TestCluster::instance().freshConnectString();
    OtherClient other{cluster};
    lockcore::Hold a = other.hold("/a");
    lockcore::Hold b = other.hold("/b");

    OnTwoLocks() { window.connectTo({QString::fromStdString(cluster)}); }

    bool isReady() const { return window.locks().locks().size() == 2 && window.selection().queue; }
    const std::string& selected() const { return window.selection().lockPath; }
};

}  // namespace

class TestNavigation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    // Without children nothing in the directory tells what it is.
    void lockThatIsFreeForAMomentStaysWhatItIs() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.window.panels().locks->selectLock("/a");
        const auto queue = [&] { return test.window.selection().queue; };
        QTRY_VERIFY_WITH_TIMEOUT(queue() && queue()->stat && queue()->holders() == 1, kPatienceMs);
        const lockcore::Dialect dialect = queue()->dialect;
        QVERIFY(dialect != lockcore::Dialect::Unknown);
        QVERIFY(test.a.release());
        QTRY_VERIFY_WITH_TIMEOUT(queue() && queue()->rows.empty(), kPatienceMs);
        QVERIFY(queue()->dialect == dialect);
        QVERIFY(queue()->kind == lockcore::DirectoryKind::Lock);
        const int row = test.window.locks().rowOf("/a");
        QVERIFY(test.window.locks().locks()[static_cast<std::size_t>(row)].dialect == dialect);
    }

    void thePaletteNamesNoHoldThatIsNotKnown() {
        LockSummary lock{.path = "/app/lock", .kind = lockcore::DirectoryKind::Lock, .counts = {2, 1}};
        QCOMPARE(paletteTextOf(lock), QStringLiteral("Holders 2 · Waiters 1"));
        lock.inDoubt = true;
        QCOMPARE(paletteTextOf(lock), QStringLiteral("Contenders 3 · how many hold is not known"));
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const lockcore::SessionView session{.holds = {{queue, 0}, {queue, 1}}};
        QCOMPARE(paletteTextOf(session, {}), QStringLiteral("address unknown · holds 2, waits 0"));
        QCOMPARE(paletteTextOf(session, {{"/app/lock", {1}}}),
                 QStringLiteral("address unknown · holds 1, waits 0, not known: 1"));
    }

    void historyGoesBackAndForward() {
        SelectionHistory history;
        QVERIFY(!history.canGoBack());
        for (const char* path : {"/a", "/b", "/b", "/c"})
            history.visit(path);
        history.visit({});  // nothing selected is nowhere to go to
        QCOMPARE(history.back(), std::string("/b"));
        history.visit("/b");  // to go there selects it
        QCOMPARE(history.back(), std::string("/a"));
        QVERIFY(!history.canGoBack());
        QCOMPARE(history.forward(), std::string("/b"));
        history.visit("/d");
        QVERIFY(!history.canGoForward());
        QCOMPARE(history.back(), std::string("/b"));
        for (std::size_t i = 0; i < 2 * SelectionHistory::kMostRemembered; ++i)
            history.visit("/" + std::to_string(i));
        std::size_t steps = 0;
        for (; history.canGoBack(); ++steps)
            (void)history.back();
        QCOMPARE(steps, SelectionHistory::kMostRemembered - 1);
    }

    void sessionsAreReadAsTheyAreShown() {
        QCOMPARE(sessionFromText(QStringLiteral(" 0x1000A ")), lockcore::SessionId{0x1000a});
        QCOMPARE(sessionFromText(QStringLiteral("0xffffffffffffffff")), lockcore::SessionId{-1});
        for (const char* text : {"0x", "0xyz", "1000", "/0x1", "0x0", "0x11112222333344445"})
            QVERIFY2(!sessionFromText(QLatin1String(text)), text);
    }

    void favouritesComeFirst() {
        LockListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCatalog(catalogWith({"/a", "/b", "/c"}));
        model.setFavourites({"/c", "/gone"}, true);
        QCOMPARE(listedPaths(model), (std::vector<std::string>{"/c", "/a", "/b"}));
        QCOMPARE(model.rowOf("/c"), 0);
        QCOMPARE(model.rowOf("/b"), 2);
        QCOMPARE(model.index(0, LockListModel::Favourite).data(Qt::CheckStateRole).toInt(),
                 static_cast<int>(Qt::Checked));
        QVERIFY(
            model.index(0, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("favourite")));
        model.setFavourites({"/b"}, true);
        QCOMPARE(listedPaths(model), (std::vector<std::string>{"/b", "/a", "/c"}));
        model.setCatalog(catalogWith({"/a", "/aa", "/b"}));
        QCOMPARE(listedPaths(model), (std::vector<std::string>{"/b", "/a", "/aa"}));
        model.setFavourites({}, true);
        QCOMPARE(listedPaths(model), (std::vector<std::string>{"/a", "/aa", "/b"}));
    }

    void sessionInTheDetailsLeadsToTheSession() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.window.panels().locks->selectLock("/a");
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.selection().queue && !test.window.selection().queue->rows.empty(), kPatienceMs);
        auto* const queue = test.window.panels().queue->view();
        queue->setCurrentIndex(queue->model()->index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().contender && test.window.selection().contender->stat,
                                 kPatienceMs);
        const lockcore::SessionId session = test.window.selection().contender->stat->ephemeralOwner;
        const QString id = QString::fromStdString(lockcore::toHex(session));
        const auto link = [&] { return test.window.panels().details->findChild<LinkButton*>(); };
        QTRY_VERIFY_WITH_TIMEOUT(link() && link()->text() == id, kPatienceMs);
        QVERIFY(link()->accessibleName().contains(id));
        QVERIFY(link()->focusPolicy() & Qt::TabFocus);
        const auto isKnown = [&] {
            const auto assessment = test.window.connection().assessment();
            return assessment && std::ranges::any_of(assessment->sessions, [&](const auto& known) {
                       return known.session == session;
                   });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isKnown(), kPatienceMs);
        QVERIFY(test.window.panels().sessions->currentSession() != session);
        QTest::keyClick(link(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(test.window.panels().sessions->currentSession(), session, kPatienceMs);
        const WindowPanels& panels = test.window.panels();
        QCOMPARE(panels.client->session(), session);
        QCOMPARE(panels.detailTabs->currentWidget(), static_cast<QWidget*>(panels.client));
        panels.detailTabs->setCurrentWidget(panels.details);
        link()->setFocus();
        QTest::keyClick(link(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), id);
    }

    void starIsSwitchedByAClickOnIt() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        auto* const list = test.window.panels().locks->findChild<QTreeView*>();
        const auto clickStarOf = [&](const char* path) {
            const int row = test.window.locks().rowOf(path);
            const QModelIndex star = list->model()->index(row, LockListModel::Favourite);
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(star).center());
        };
        const QString cluster = QString::fromStdString(test.cluster);
        clickStarOf("/b");
        QCOMPARE(test.settings.favourites(cluster), std::set<std::string>{"/b"});
        QCOMPARE(test.window.locks().rowOf("/b"), 0);
        clickStarOf("/b");
        QVERIFY(test.settings.favourites(cluster).empty());
        // A click beside the star only selects.
        const QModelIndex path = list->model()->index(0, LockListModel::Path);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(path).center());
        QVERIFY(test.settings.favourites(cluster).empty());
    }

    void lockThatIsAskedForIsWaitedFor() {
        TestWindow test;
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold first = other.hold("/first");
        test.window.connectTo({QString::fromStdString(cluster)});
        test.window.panels().locks->selectLock("/wanted");
        QTRY_COMPARE_WITH_TIMEOUT(test.window.locks().locks().size(), 1U, kPatienceMs);
        QCOMPARE(test.window.selection().lockPath, std::string());
        const lockcore::Hold wanted = other.hold("/wanted");
        QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().lockPath, std::string("/wanted"), kPatienceMs);
    }

    void groupingIsRemembered() {
        TestWindow test;
        QVERIFY(!test.settings.groupsLocks());
        test.trigger(ActionId::GroupLocks);
        const WindowSettings again(test.directory.filePath(QStringLiteral("settings.ini")));
        QVERIFY(again.groupsLocks());
        QVERIFY(test.window.actions().get(ActionId::GroupLocks)->isChecked());
        QVERIFY(test.window.panels().locks->findChild<QTreeView*>()->rootIsDecorated());
        // As another window would do it.
        test.settings.setGroupsLocks(false);
        QVERIFY(!test.window.actions().get(ActionId::GroupLocks)->isChecked());
        QVERIFY(!test.window.panels().locks->findChild<QTreeView*>()->rootIsDecorated());
    }

    void favouritesAreRememberedForTheirCluster() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.window.panels().locks->selectLock("/b");
        QCOMPARE(test.selected(), std::string("/b"));
        test.trigger(ActionId::ToggleFavourite);
        QCOMPARE(test.window.locks().rowOf("/b"), 0);
        QCOMPARE(test.selected(), std::string("/b"));
        QVERIFY(test.window.actions().get(ActionId::ToggleFavourite)->isChecked());
        const QString cluster = QString::fromStdString(test.cluster);
        QCOMPARE(test.settings.favourites(cluster), std::set<std::string>{"/b"});
        QVERIFY(test.settings.favourites(QStringLiteral("elsewhere:2181")).empty());
        test.trigger(ActionId::ToggleFavourite);
        QCOMPARE(test.window.locks().rowOf("/b"), 1);
        QVERIFY(test.settings.favourites(cluster).empty());
    }

    void goesBackAndForwardBetweenLocks() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        test.window.panels().locks->selectLock("/a");
        test.window.panels().locks->selectLock("/b");
        QVERIFY(test.isEnabled(ActionId::Back));
        QVERIFY(!test.isEnabled(ActionId::Forward));
        test.trigger(ActionId::Back);
        QCOMPARE(test.selected(), std::string("/a"));
        test.trigger(ActionId::Forward);
        QCOMPARE(test.selected(), std::string("/b"));
        QVERIFY(!test.isEnabled(ActionId::Forward));
        test.trigger(ActionId::Disconnect);
        QVERIFY(!test.isEnabled(ActionId::Back));
    }

    void goesToAPathOrASession() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        const auto& assessment = test.window.connection().assessment();
        QTRY_VERIFY_WITH_TIMEOUT(assessment && !assessment->sessions.empty(), kPatienceMs);
        const auto session = assessment->sessions.front().session;
        test.dialogs.path = QString::fromStdString(lockcore::toHex(session));
        test.trigger(ActionId::GoToLock);
        QCOMPARE(test.window.panels().sessions->currentSession(), session);
        test.dialogs.path = QStringLiteral("0x77");
        test.trigger(ActionId::GoToLock);
        QCOMPARE(test.window.panels().client->session(), static_cast<lockcore::SessionId>(0x77));
        test.dialogs.path = QStringLiteral("/not/there/yet");
        test.trigger(ActionId::GoToLock);
        QCOMPARE(test.selected(), std::string("/not/there/yet"));
    }

    void pathDialogTakesWhatItSays() {
        PathDialog both(nullptr, QStringLiteral("Go"), QStringLiteral("Where:"),
                        PathDialog::Accepts::PathOrSession);
        PathDialog paths(nullptr, QStringLiteral("Pin"), QStringLiteral("Which:"));
        const auto takes = [](PathDialog& dialog, const char* text) {
            dialog.findChild<QLineEdit*>()->setText(QLatin1String(text));
            for (QPushButton* const button : dialog.findChildren<QPushButton*>())
                if (button->isDefault()) return button->isEnabled();
            return false;
        };
        QVERIFY(takes(both, "/a/b") && takes(paths, "/a/b"));
        QVERIFY(takes(both, "0x12"));
        QVERIFY(!takes(paths, "0x12"));
        QVERIFY(!takes(both, "0xzz"));
        QVERIFY(!takes(both, "a/b"));
    }

    void queueFilterHidesWithoutReordering() {
        QueuePanel panel;
        panel.resize(900, 400);
        panel.show();
        panel.setQueue(samples::queue(samples::mutexes(1, 30)));
        QueueView* const view = panel.view();
        panel.focusFilter();
        auto* const line = panel.findChild<QLineEdit*>(QStringLiteral("queue-filter"));
        QVERIFY(line->isVisible());
        view->selectContender(keyOf(*samples::mutex(5)));
        line->setText(QString::fromStdString(samples::sequence(7)));
        QCOMPARE(view->shownRows(), 1);
        QVERIFY(!view->isRowHidden(6));
        QVERIFY(!view->currentContender());  // hidden: nothing may be done to it
        QCOMPARE(panel.model()->rowCount(), 30);

        // What comes meanwhile is filtered too.
        auto contenders = samples::mutexes(2, 31);
        panel.setQueue(samples::queue(contenders));
        QCOMPARE(view->shownRows(), 1);
        panel.setQueue(samples::queue(samples::mutexes(1, 9), "/other"));
        QCOMPARE(view->shownRows(), 1);

        line->setText(QStringLiteral("10.0.0.1 _C_"));  // data and name, in any letter case
        QCOMPARE(view->shownRows(), panel.model()->rowCount());
        line->setText(QStringLiteral("nobody"));
        QCOMPARE(view->shownRows(), 0);
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!line->isVisible());
        QCOMPARE(view->shownRows(), panel.model()->rowCount());
    }

    void copyLeavesHiddenRowsOut() {
        QueuePanel panel;
        panel.show();
        panel.setQueue(samples::queue(samples::mutexes(1, 5)));
        panel.view()->selectAll();
        panel.view()->setFilter(QString::fromStdString(samples::sequence(2)));
        QCOMPARE(panel.view()->selectionAsText().split(QLatin1Char('\n')).size(), 1);
        panel.view()->setFilter({});
        QCOMPARE(panel.view()->selectionAsText().split(QLatin1Char('\n')).size(), 5);
    }

    void layoutCanBeReset() {
        OnTwoLocks test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isReady(), kPatienceMs);
        const WindowPanels& panels = test.window.panels();
        panels.locksDock->hide();
        panels.detailsDock->setFloating(true);
        test.window.addDockWidget(Qt::LeftDockWidgetArea, panels.findingsDock);
        test.trigger(ActionId::ResetLayout);
        QVERIFY(!panels.locksDock->isHidden());
        QVERIFY(!panels.detailsDock->isFloating());
        QCOMPARE(test.window.dockWidgetArea(panels.findingsDock), Qt::BottomDockWidgetArea);
        QCOMPARE(test.window.dockWidgetArea(panels.detailsDock), Qt::RightDockWidgetArea);
    }

    void findingKeysAreForTheirPanelOnly() {
        TestWindow test;
        for (const ActionId id : {ActionId::NextFinding, ActionId::PreviousFinding}) {
            QAction* const action = test.window.actions().get(id);
            QCOMPARE(action->shortcutContext(), Qt::WidgetWithChildrenShortcut);
            QVERIFY(test.window.panels().findings->actions().contains(action));
        }
    }

    void stepsFromFindingToFinding() {
        OnTwoLocks test;
        lockcore::Thresholds thresholds;
        thresholds.emptyParents = 0;
        thresholds.longQueue = 0;
        test.settings.setThresholds(thresholds);
        StableTableView* const view = test.window.panels().findings->view();
        const auto place = test.other.queue("/a");
        const auto another = test.other.queue("/b");
        QTRY_VERIFY_WITH_TIMEOUT(view->model()->rowCount() >= 2 && test.isEnabled(ActionId::NextFinding),
                                 kPatienceMs);
        view->setCurrentIndex(view->model()->index(0, 0));
        test.trigger(ActionId::NextFinding);
        QCOMPARE(view->currentIndex().row(), 1);
        test.trigger(ActionId::PreviousFinding);
        test.trigger(ActionId::PreviousFinding);  // there is none before the first
        QCOMPARE(view->currentIndex().row(), 0);
        place.cancel();
        another.cancel();
    }
};

LOCKSCOPE_TEST(TestNavigation)
#include "tst_navigation.moc"
