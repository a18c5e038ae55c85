// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/environment_strip.h"
#include "locks/lock_list_view.h"
#include "other_client.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/lab/local_cluster.h>

#include <QHeaderView>
#include <QTabBar>
#include <QTreeView>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

QString freshConnectString() {
    return QString::fromStdString(TestCluster::instance().freshConnectString());
}

OpenedSnapshot emptySnapshot(const QString& file) {
    return {file, std::make_shared<const lockcore::Snapshot>()};
}

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void oneTabHasNoBar() {
        TestWindow test;
        QCOMPARE(test.tabs.count(), 1);
        QVERIFY(!test.tabs.tabBar()->isVisible());
        test.trigger(ActionId::NewTab);
        QCOMPARE(test.tabs.count(), 2);
        QVERIFY(test.tabs.tabBar()->isVisible());
        QVERIFY(test.tabs.currentPage() != &test.window);
        QVERIFY(test.tabs.currentPage()->isStartPage());
    }

    void chosenColumnsAreThoseOfAllTabsAndOfTheNextStart() {
        TestWindow test;
        const std::map<QString, bool> chosen{{QStringLiteral("blocked"), true}};
        const auto isShown = [](const ClusterTab& window) {
            return !window.panels().locks->findChild<QTreeView*>()->header()->isSectionHidden(
                LockListModel::Blocked);
        };
        QVERIFY(!isShown(test.window));
        test.trigger(ActionId::NewTab);
        Q_EMIT test.window.panels().locks->columnsChosen(chosen);
        QVERIFY(isShown(*test.tabs.currentPage()));
        const WindowSettings again(test.directory.filePath(QStringLiteral("settings.ini")));
        QVERIFY(again.lockColumns() == chosen);
        const MainWindow next({test.dialogs, test.audit, test.settings, {}});
        QVERIFY(isShown(*next.currentPage()));
    }

    void smallScreenIsTakenAsAWhole() {
        TestWindow test;
        QVERIFY(test.tabs.size().boundedTo(test.tabs.screen()->availableSize()) != test.tabs.size());
        test.tabs.fitScreen();
        QVERIFY(test.tabs.isMaximized());
        test.tabs.showNormal();
        test.settings.setGeometry(test.tabs.saveGeometry());
        test.tabs.fitScreen();
        QVERIFY(!test.tabs.isMaximized());
    }

    void twoClustersStayConnectedBesideEachOther() {
        TestWindow test;
        const QString first = freshConnectString();
        test.window.connectTo({first});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        test.dialogs.connection = ConnectionOptions{freshConnectString()};
        test.trigger(ActionId::Connect);
        QCOMPARE(test.tabs.count(), 2);
        ClusterTab& other = *test.tabs.currentPage();
        QTRY_VERIFY_WITH_TIMEOUT(other.connection().catalog(), kPatienceMs);
        QVERIFY(lockcore::isConnected(test.window.connection().status().connection.state));
        QCOMPARE(test.tabs.tabToolTip(0), first);
        QCOMPARE(test.tabs.tabToolTip(1), test.dialogs.connection->connectString);
        QVERIFY(test.tabs.windowTitle().contains(test.dialogs.connection->connectString));
        test.tabs.setCurrentIndex(0);
        QVERIFY(test.tabs.windowTitle().contains(first));
    }

    void aHiddenTabIsNotPolled() {
        TestWindow test;
        test.window.connectTo({freshConnectString()});
        QSignalSpy passes(&test.window.connection(), &ClusterConnection::catalogChanged);
        QVERIFY(passes.wait(kPatienceMs));
        test.trigger(ActionId::NewTab);
        constexpr int kQuietMs = 7'000;  // more than the pace of discovery
        (void)passes.wait(kQuietMs);     // one may be under way
        QVERIFY(!passes.wait(kQuietMs));
        test.tabs.setCurrentIndex(0);
        QVERIFY(passes.wait(kPatienceMs));
    }

    void aSnapshotOpensBesideALiveCluster() {
        TestWindow test;
        test.window.connectTo({freshConnectString()});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().isOpen(), kPatienceMs);
        test.window.showSnapshot(emptySnapshot(QStringLiteral("/tmp/of & yesterday.lockscope.json")));
        QCOMPARE(test.tabs.count(), 2);
        QCOMPARE(test.tabs.tabToolTip(1), QStringLiteral("of & yesterday.lockscope.json"));
        QCOMPARE(test.tabs.tabText(1), QStringLiteral("of && yesterday.lockscope.json"));
        QVERIFY(test.window.connection().isOpen());
        // A second file takes the place of the first, as there is nothing that would be lost.
        test.tabs.currentPage()->showSnapshot(emptySnapshot(QStringLiteral("today.json")));
        QCOMPARE(test.tabs.count(), 2);
    }

    void closingATabLeavesTheOthers() {
        TestWindow test;
        test.window.connectTo({freshConnectString()});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().isOpen(), kPatienceMs);
        test.trigger(ActionId::NewTab);
        test.tabs.closePage(*test.tabs.currentPage());
        QCOMPARE(test.tabs.count(), 1);
        QVERIFY(test.window.connection().isOpen());
        test.tabs.closePage(test.window);
        QCOMPARE(test.tabs.count(), 1);
        QVERIFY(test.window.isStartPage());
        QVERIFY(!test.window.connection().isOpen());
    }

    /// Its session takes seconds to close, and nobody sees that.
    void aTabOfAHangingServerClosesAtOnce() {
        auto server = lockcore::LocalCluster::start();
        QVERIFY2(server.has_value(), server ? "" : describe(server.error()).c_str());
        TestWindow test;
        test.window.connectTo({QString::fromStdString((*server)->connectString())});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        (*server)->pause();
        test.tabs.closePage(test.window);
        const bool isClosing = !waitForClosing(0ms);
        const bool isGone = test.window.isStartPage() && !test.window.connection().isOpen();
        (*server)->resume();
        QVERIFY(isGone);
        QVERIFY(isClosing);  // so it was not waited for
        QVERIFY(waitForClosing(30s));
    }

    void disconnectingTakesTheTabWithIt() {
        TestWindow test;
        test.trigger(ActionId::NewTab);
        ClusterTab& other = *test.tabs.currentPage();
        other.showSnapshot(emptySnapshot(QStringLiteral("a.json")));
        other.actions().get(ActionId::Disconnect)->trigger();
        QCOMPARE(test.tabs.count(), 1);
        QCOMPARE(test.tabs.currentPage(), &test.window);
    }

    void closingTheWindowAsksForEachTabThatHoldsALock() {
        TestWindow test;
        test.dialogs.acquire.emplace();
        const QString cluster = freshConnectString();
        OtherClient other(cluster.toStdString());
        lockcore::Hold hold = other.hold("/lock");
        test.window.connectTo({cluster});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue, kPatienceMs);
        test.trigger(ActionId::AllowActions);
        test.trigger(ActionId::Acquire);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().holds().size() == 1, kPatienceMs);
        test.trigger(ActionId::NewTab);
        test.tabs.close();
        QTRY_VERIFY_WITH_TIMEOUT(test.dialogs.asked, kPatienceMs);
        QVERIFY(test.tabs.isVisible());
        // Turned down once, it is asked again.
        test.dialogs.asked.reset();
        test.tabs.close();
        QTRY_VERIFY_WITH_TIMEOUT(test.dialogs.asked, kPatienceMs);
        QVERIFY(test.tabs.isVisible());
        test.dialogs.saysYes = true;
        test.tabs.close();
        QTRY_VERIFY_WITH_TIMEOUT(!test.tabs.isVisible(), kPatienceMs);
    }

    void productionIsMarked() {
        TestWindow test;
        QVERIFY(test.window.panels().environment->isHidden());
        ConnectionOptions options{freshConnectString()};
        options.environment = Environment::Production;
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.panels().environment->isVisible(), kPatienceMs);
        QCOMPARE(test.window.panels().environment->accessibleName(), QStringLiteral("Production"));
        test.trigger(ActionId::Disconnect);
        QVERIFY(test.window.panels().environment->isHidden());
    }
};

LOCKSCOPE_TEST(TestMainWindow)
#include "tst_main_window.moc"
