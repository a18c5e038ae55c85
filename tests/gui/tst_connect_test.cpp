// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "digest_server.h"
#include "guarded_cluster.h"
#include "open_dialog.h"
#include "sessions/servers_panel.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

using namespace lockscope;
using namespace std::chrono_literals;

/// What the dialog's test of a connection tells before anything is connected.
class TestConnectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void testShowsWhatAWhitelistedServerWithholdsAndTheLineToAdd() {
        auto server = lockcore::LocalCluster::start({.adminServer = false, .fourLetterWords = "srvr"});
        QVERIFY2(server, server ? "" : lockcore::describe(server.error()).c_str());
        OpenDialog test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString((*server)->connectString());
        test.open(options);
        test.press("test");
        QVERIFY(!test.canPress("test"));
        QTRY_VERIFY_WITH_TIMEOUT(test.canPress("test"), kServerPatienceMs);
        const QString session = test.widget<QLabel>("test-session").text();
        QVERIFY2(session.startsWith(QStringLiteral("✔")), qPrintable(session));
        QVERIFY(test.widget<QLabel>("test-progress").text().startsWith(QStringLiteral("✖")));
        const auto* panel = test.dialog->findChild<ServersPanel*>();
        const lockcore::ServerReport* report = panel->currentServer();
        QVERIFY(report && report->has(lockcore::Evidence::Server));
        QVERIFY(!report->has(lockcore::Evidence::Connections));
        auto* copy = panel->findChild<QPushButton*>(QStringLiteral("copy"));
        QVERIFY(copy);
        copy->click();
        QVERIFY2(QGuiApplication::clipboard()->text().contains(QStringLiteral("4lw.commands.whitelist")),
                 qPrintable(QGuiApplication::clipboard()->text()));
        test.type("connect-string", QStringLiteral("elsewhere"));
        QVERIFY(test.widget<QLabel>("test-session").text().contains(QStringLiteral("Nothing is changed")));
    }

    void testTellsInWordsWhatIsInTheWay() {
        OpenDialog test;
        ConnectionOptions options;
        options.connectString =
            QString::fromStdString(TestCluster::instance().freshConnectString()) + QStringLiteral("/missing");
        test.open(options);
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(test.canPress("test"), kServerPatienceMs);
        const QString session = test.widget<QLabel>("test-session").text();
        QVERIFY2(session.startsWith(QStringLiteral("✖")) && session.contains(QStringLiteral("chroot")),
                 qPrintable(session));
        // The servers are asked all the same.
        QVERIFY(test.dialog->findChild<ServersPanel*>()->currentServer());
    }

    void testTellsEachStepOfTheWay() {
        OpenDialog test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(TestCluster::instance().freshConnectString());
        const auto steps = [&] { return test.widget<QLabel>("test-steps").text(); };
        test.open(options);
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(test.canPress("test"), kServerPatienceMs);
        QVERIFY2(steps().contains(QStringLiteral("TCP connection")), qPrintable(steps()));
        QVERIFY2(steps().contains(QStringLiteral("ZooKeeper answers")), qPrintable(steps()));
        QVERIFY2(!steps().contains(QStringLiteral("✖")), qPrintable(steps()));

        options.tls = lockcore::TlsOptions();
        test.open(options);
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(test.canPress("test"), kServerPatienceMs);
        QVERIFY2(steps().contains(QStringLiteral("✔")) && steps().contains(QStringLiteral("✖")),
                 qPrintable(steps()));
        const QString session = test.widget<QLabel>("test-session").text();
        QVERIFY2(session.contains(QStringLiteral("TLS")), qPrintable(session));
    }

    /// It connects, and says only then that it takes nobody.
    void testTellsThatAServerWantsToKnowWho() {
        const DigestServer server;
        OpenDialog test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(server.connectString());
        const auto said = [&] {
            test.open(options);
            test.press("test");
            if (!QTest::qWaitFor([&] { return test.canPress("test"); }, kServerPatienceMs)) return QString();
            return test.widget<QLabel>("test-session").text();
        };
        const QString unknown = said();
        QVERIFY2(unknown.startsWith(QStringLiteral("✖")) &&
                     unknown.contains(QStringLiteral("takes nobody who has not signed in")) &&
                     unknown.contains(QStringLiteral("SASL")),
                 qPrintable(unknown));
        options.sasl = lockcore::SaslDigest{"alice", "wrong"};
        const QString refused = said();
        QVERIFY2(refused.startsWith(QStringLiteral("✖")) &&
                     refused.contains(QStringLiteral("refused the credentials")) &&
                     refused.contains(QStringLiteral("Check user and password")),
                 qPrintable(refused));
        options.sasl = lockcore::SaslDigest{"alice", "secret"};
        const QString taken = said();
        QVERIFY2(taken.startsWith(QStringLiteral("✔")), qPrintable(taken));
    }

    /// With an empty one it was "refused the credentials", as if a wrong one had been typed.
    void testWithoutThePasswordIsNotTried() {
        const DigestServer server;
        OpenDialog test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(server.connectString());
        options.sasl = lockcore::SaslDigest{"alice", ""};
        test.open(options);
        test.press("test");
        const auto session = [&] { return test.widget<QLabel>("test-session").text(); };
        QTRY_VERIFY_WITH_TIMEOUT(session().contains(QStringLiteral("a password is missing")),
                                 kServerPatienceMs);
        QVERIFY(test.canPress("test"));
    }

    void closingTheDialogEndsTheTest() {
        OpenDialog test;
        ConnectionOptions options;
        options.connectString = QStringLiteral("127.0.0.1:%1").arg(1);
        test.open(options);
        test.press("test");
        test.dialog.reset();
        QVERIFY(waitForClosing(30s));
    }

    void testSignsInWithTheKeptPassword() {
        const GuardedCluster guarded;
        OpenDialog test;
        ConnectionOptions profile = guarded.options();
        profile.profile = {QStringLiteral("1"), QStringLiteral("guarded"), {}};
        test.settings.profiles().put(profile);
        test.open(profile);
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(
            test.widget<QLabel>("test-session").text().contains(QStringLiteral("a password is missing")),
            kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.canPress("test"), kServerPatienceMs);
        test.secrets->kept[QStringLiteral("1")] = QStringLiteral("s3cret");
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(test.widget<QLabel>("test-session").text().startsWith(QStringLiteral("✔")),
                                 kServerPatienceMs);
    }
};

LOCKSCOPE_TEST(TestConnectTest)
#include "tst_connect_test.moc"
