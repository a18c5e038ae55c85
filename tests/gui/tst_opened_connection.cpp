// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/password_dialog.h"
#include "events/message_bar.h"
#include "guarded_cluster.h"
#include "locks/lock_list_view.h"
#include "open_dialog.h"
#include "other_client.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window/status_strip.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// The lock's holder is shown, which only who may read the znodes can see.
bool seesTheLock(ClusterTab& window) {
    const auto& queue = window.selection().queue;
    return queue && queue->path == "/lock" && queue->freshness == lockcore::Freshness::Live &&
           queue->holders() == 1;
}

}  // namespace

/// A window that connects by a profile: what it is asked for, what it may do, and what it shows when the way
/// breaks.
class TestOpenedConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void digestOpensWhatItsAclGuards() {
        const GuardedCluster guarded;
        TestWindow test;
        ConnectionOptions stranger = guarded.options();
        stranger.credentials = {};
        stranger.pinnedRoots << QStringLiteral("/lock");
        test.window.connectTo(stranger);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().status().problem, kPatienceMs);
        QCOMPARE(test.window.connection().status().problem->kind, lockcore::ProblemKind::RootNotReadable);

        test.dialogs.password = QStringLiteral("s3cret");
        test.window.openConnection(guarded.options());
        QVERIFY(test.dialogs.passwordReason.contains(QStringLiteral("profile")));
        // The first page keeps its cluster: this one is on another.
        ClusterTab& page = *test.tabs.currentPage();
        QVERIFY(&page != &test.window);
        QTRY_VERIFY_WITH_TIMEOUT(page.connection().catalog(), kPatienceMs);
        page.panels().locks->selectLock("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(seesTheLock(page), kPatienceMs);
        QVERIFY(!page.connection().status().problem);
        page.connection().reconnect();
        QTRY_VERIFY_WITH_TIMEOUT(
            lockcore::isConnected(page.connection().status().connection.state) && seesTheLock(page),
            kPatienceMs);

        // Nowhere written down.
        for (const char* name : {"settings.ini", "audit.jsonl"}) {
            QFile file(test.directory.filePath(QLatin1String(name)));
            if (file.open(QIODevice::ReadOnly)) QVERIFY2(!file.readAll().contains("s3cret"), name);
        }
    }

    void keptPasswordIsNotAskedFor() {
        const GuardedCluster guarded;
        TestWindow test;
        ConnectionOptions profile = guarded.options();
        profile.profile = {QStringLiteral("1"), QStringLiteral("guarded"), {}};
        test.settings.profiles().put(profile);
        test.secrets->kept[QStringLiteral("1")] = QStringLiteral("s3cret");
        test.window.openConnection(profile);
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::isConnected(test.window.connection().status().connection.state),
                                 kPatienceMs);
        QVERIFY(test.dialogs.passwordReason.isEmpty());
        QVERIFY(!test.window.connection().status().problem);

        // Without it the reason is told; who turns the question down stays where he was.
        test.trigger(ActionId::Disconnect);
        test.secrets->kept.clear();
        test.window.openConnection(profile);
        QTRY_VERIFY(test.dialogs.passwordReason.contains(QStringLiteral("No password is kept")));
        QVERIFY(!test.window.connection().isOpen());
    }

    void passwordDialogTakesNothingEmpty() {
        PasswordDialog dialog(nullptr, QStringLiteral("Password of x:"), QStringLiteral("Because."),
                              PasswordDialog::Asks::Password);
        auto* const accept = dialog.findChild<QDialogButtonBox*>()->buttons().front();
        QVERIFY(!accept->isEnabled());
        auto* const field = dialog.findChild<QLineEdit*>(QStringLiteral("password"));
        QCOMPARE(field->echoMode(), QLineEdit::Password);
        field->setText(QStringLiteral("s3cret"));
        QVERIFY(accept->isEnabled());
        QCOMPARE(dialog.password(), QStringLiteral("s3cret"));
    }

    void adminLoginIsAskedForWhereNoneIsKept() {
        TestWindow test;
        ConnectionOptions profile = profileNamed("1", "a", "127.0.0.1:1");
        profile.adminSignIn = true;
        test.window.openConnection(profile);
        QTRY_VERIFY(test.dialogs.loginReason.contains(QStringLiteral("No password is kept")));
        QVERIFY(!test.window.connection().isOpen());

        test.dialogs.login = Credentials{QStringLiteral("webadmin"), QStringLiteral("s3cret")};
        test.window.openConnection(profile);
        QTRY_VERIFY(test.window.connection().isOpen());
        QCOMPARE(test.window.connection().options().adminCredentials, *test.dialogs.login);
        test.trigger(ActionId::Disconnect);

        PasswordDialog dialog(nullptr, QStringLiteral("User and password:"), QStringLiteral("Because."),
                              PasswordDialog::Asks::UserAndPassword);
        auto* const accept = dialog.findChild<QDialogButtonBox*>()->buttons().front();
        dialog.findChild<QLineEdit*>(QStringLiteral("password"))->setText(QStringLiteral("s3cret"));
        QVERIFY(!accept->isEnabled());
        auto* const user = dialog.findChild<QLineEdit*>(QStringLiteral("user"));
        user->setText(QStringLiteral("a:b"));
        QVERIFY(!accept->isEnabled());
        user->setText(QStringLiteral("webadmin"));
        QVERIFY(accept->isEnabled());
        QCOMPARE(dialog.user(), QStringLiteral("webadmin"));
    }

    void readOnlyProfileNeverLetsActionsBeAllowed() {
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(TestCluster::instance().freshConnectString());
        options.readOnly = true;
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::isConnected(test.window.connection().status().connection.state),
                                 kPatienceMs);
        QAction* const allow = test.window.actions().get(ActionId::AllowActions);
        QVERIFY(!allow->isEnabled() && allow->isVisible());
        QVERIFY2(allow->toolTip().contains(QStringLiteral("profile")), qPrintable(allow->toolTip()));
        test.window.connection().setReadOnly(false);
        QVERIFY(test.window.connection().isReadOnly());
        QSignalSpy finished(&test.window.connection(), &ClusterConnection::actionFinished);
        test.window.connection().launchContenders({.lockPath = "/x"});
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].value<ActionReport>().outcome, ActionOutcome::Refused);
    }

    void ownThresholdsOfAProfileCount() {
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(TestCluster::instance().freshConnectString());
        options.thresholds.longQueue = 3;
        options.hasOwnThresholds = true;
        test.window.connectTo(options);
        lockcore::Thresholds others;
        others.longQueue = 9;
        test.settings.setThresholds(others);
        QCOMPARE(test.window.connection().options().thresholds.longQueue, 3U);
        options.hasOwnThresholds = false;
        test.window.connectTo(options);
        QCOMPARE(test.window.connection().options().thresholds.longQueue, 9U);
    }

    void suspendedAndExpiredDoNotLookAlike() {
        const std::string chroot = TestCluster::instance().freshConnectString();
        OtherClient other(chroot);
        const lockcore::Hold hold = other.hold("/lock");
        TcpProxy network(TestCluster::instance().server().port());
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(network.address() + chroot.substr(chroot.find('/')));
        options.sessionTimeout = 4s;
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::isConnected(test.window.connection().status().connection.state),
                                 kPatienceMs);
        test.dialogs.path = QStringLiteral("/lock");
        test.trigger(ActionId::GoToLock);
        QTRY_VERIFY_WITH_TIMEOUT(seesTheLock(test.window), kPatienceMs);
        const WindowPanels& panels = test.window.panels();
        const auto said = [&] {
            QStringList texts;
            for (const QLabel* label : panels.status->findChildren<QLabel*>())
                if (!label->isHidden()) texts << label->text();
            return texts.join(QLatin1Char('\n'));
        };
        QVERIFY(!panels.queue->view()->isDimmed());

        network.cut();
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("expires in ≤")), kPatienceMs);
        QVERIFY(panels.queue->view()->isDimmed());
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("may have expired")), kPatienceMs);

        network.mend();
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("Expired")), kPatienceMs);
        QVERIFY(!said().contains(QStringLiteral("may have expired")));
        QVERIFY(!panels.queue->view()->isDimmed());
        QVERIFY(panels.messageBar->text().contains(QStringLiteral("gone")));
        QVERIFY(test.isEnabled(ActionId::Reconnect));
    }

    void updatesByTheClockReadWithoutWatching() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(cluster);
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(seesTheLock(test.window), kPatienceMs);
        test.trigger(ActionId::UpdateEvery5Seconds);
        QVERIFY(test.window.connection().isPaused());
        QCOMPARE(test.window.actions().get(ActionId::Pause)->iconText(), QStringLiteral("Every 5 s"));
        OtherClient second(cluster);
        const auto waiting = second.queue("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue->waiters() == 1, kPatienceMs);

        // F8 leads back to live, and from there to paused.
        test.trigger(ActionId::Pause);
        QVERIFY(!test.window.connection().isPaused());
        test.trigger(ActionId::Pause);
        QVERIFY(test.window.actions().get(ActionId::UpdatePaused)->isChecked());
        QVERIFY(test.window.connection().isPaused());
        // Another connection is live again.
        test.trigger(ActionId::Disconnect);
        QVERIFY(test.window.actions().get(ActionId::UpdateLive)->isChecked());
    }
};

LOCKSCOPE_TEST(TestOpenedConnection)
#include "tst_opened_connection.moc"
