// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/client_settings_dialog.h"
#include "connect/kept_secrets.h"
#include "connect/question_dialog.h"
#include "events/message_bar.h"
#include "open_dialog.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTabWidget>

using namespace lockscope;
using namespace std::chrono_literals;

/// TLS, sign-in and route of a profile, and which secrets go to the keychain.
class TestConnectSecurity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void adminLoginGoesToTheKeychain() {
        OpenDialog test;
        test.open();
        test.press("new-profile");
        test.type("profile-name", QStringLiteral("prod"));
        test.type("connect-string", QStringLiteral("zk1:2181"));
        test.widget<QCheckBox>("admin-sign-in").setChecked(true);
        test.type("admin-user", QStringLiteral("webadmin"));
        QVERIFY(!test.canPress("save"));
        test.type("admin-password", QStringLiteral("s3cret"));
        QVERIFY(test.canPress("save"));
        QCOMPARE(test.widget<QLineEdit>("admin-password").echoMode(), QLineEdit::Password);
        test.press("save");
        const auto profile = test.settings.profiles().named(QStringLiteral("prod"));
        QVERIFY(profile && profile->adminSignIn);
        QVERIFY(profile->adminCredentials.user.isEmpty());
        const QString key = secretKey(profile->profile.id, SecretKind::AdminLogin);
        QCOMPARE(test.secrets->kept.at(key), QStringLiteral("webadmin:s3cret"));

        test.widget<QCheckBox>("admin-sign-in").setChecked(false);
        test.press("save");
        QVERIFY(!test.secrets->kept.contains(key));
        QVERIFY(!test.settings.profiles().named(QStringLiteral("prod"))->adminSignIn);
    }

    void securityGoesWithTheProfileAndItsPasswordToTheKeychain() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        QVERIFY(!test.widget<QLineEdit>("tls-ca").isEnabled());
        test.widget<QCheckBox>("tls").setChecked(true);
        test.type("tls-ca", test.directory.path());  // a folder
        test.type("tls-key", test.directory.filePath(QStringLiteral("key.pem")));
        QVERIFY2(test.meaning().contains(QStringLiteral("certificate")), qPrintable(test.meaning()));
        QVERIFY(!test.canPress("save"));
        test.type("tls-certificate", test.directory.filePath(QStringLiteral("own.pem")));
        QVERIFY(!test.canPress("connect"));  // there is no such file
        for (const char* name : {"own.pem", "key.pem"}) {
            QFile file(test.directory.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        test.widget<QCheckBox>("tls-key-has-password").setChecked(true);
        test.type("tls-key-password", QStringLiteral("s3cret"));
        QVERIFY2(test.canPress("save"), qPrintable(test.meaning()));
        test.press("save");
        const auto profile = test.settings.profiles().named(QStringLiteral("one"));
        QVERIFY(profile && profile->tls && profile->tlsKeyHasPassword && profile->tls->checksName);
        QCOMPARE(profile->tls->caFolder, test.directory.path().toStdString());
        QVERIFY(profile->tls->caFile.empty() && profile->tls->keyPassword.empty());
        QCOMPARE(test.secrets->kept.at(secretKey(QStringLiteral("1"), SecretKind::KeyPassword)),
                 QStringLiteral("s3cret"));

        test.widget<QCheckBox>("tls").setChecked(false);
        test.press("save");
        QVERIFY(test.secrets->kept.empty());
        QVERIFY(!test.settings.profiles().named(QStringLiteral("one"))->tls);
    }

    /// Neither before it is saved nor after; where the new one's is typed that is kept.
    void passwordOfAnotherKeyIsNotOffered() {
        OpenDialog test;
        const auto pathOf = [&](const char* name) {
            const QString path = test.directory.filePath(QLatin1String(name));
            if (!QFile(path).open(QIODevice::WriteOnly)) qFatal("no file");
            return path;
        };
        ConnectionOptions profile = profileNamed("1", "one");
        profile.tls = lockcore::TlsOptions{.certificateFile = pathOf("own.pem").toStdString()};
        profile.tlsKeyHasPassword = true;
        test.settings.profiles().put(profile);
        const QString key = secretKey(QStringLiteral("1"), SecretKind::KeyPassword);
        test.secrets->kept[key] = QStringLiteral("s3cret");
        test.open(profile);
        test.type("tls-certificate", pathOf("new.pem"));
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(
            test.widget<QLabel>("test-session").text().contains(QStringLiteral("a password is missing")),
            kServerPatienceMs);
        QCOMPARE(test.secrets->reads, 0);
        QVERIFY(test.secrets->kept.contains(key));  // for as long as nothing is saved
        test.press("save");
        QVERIFY(!test.secrets->kept.contains(key));

        test.type("tls-key-password", QStringLiteral("other"));
        test.press("save");
        QCOMPARE(test.secrets->kept.at(key), QStringLiteral("other"));
        ClientSettingsDialog& question = test.offerClientFile(
            test.directory.filePath(QStringLiteral("client.cfg")),
            "zookeeper.client.secure=true\nzookeeper.ssl.keyStore.location=" + pathOf("keys.p12").toUtf8() +
                "\nzookeeper.ssl.keyStore.passwordPath=/etc/zk/password\n");
        question.findChild<QPushButton*>(QStringLiteral("take-over"))->click();
        QVERIFY(test.widget<QCheckBox>("tls-key-has-password").isChecked());
        test.press("save");
        QVERIFY(!test.secrets->kept.contains(key));
    }

    /// Before anything is saved.
    void passwordThatIsTypedForAnotherUserIsTried() {
        OpenDialog test;
        ConnectionOptions profile = profileNamed("1", "one");
        profile.sasl = lockcore::SaslDigest{"alice", ""};
        test.settings.profiles().put(profile);
        test.secrets->kept[secretKey(QStringLiteral("1"), SecretKind::SaslPassword)] =
            QStringLiteral("s3cret");
        test.open(profile);
        const auto says = [&] { return test.widget<QLabel>("test-session").text(); };
        const QString missing = QStringLiteral("a password is missing");
        test.type("sasl-user", QStringLiteral("bob"));
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(says().contains(missing), kServerPatienceMs);
        test.type("sasl-password", QStringLiteral("other"));
        test.press("test");
        QTRY_VERIFY_WITH_TIMEOUT(!says().contains(missing), kServerPatienceMs);
    }

    void passwordOfAnotherUserIsNotOffered() {
        OpenDialog test;
        ConnectionOptions profile = profileNamed("1", "one");
        profile.sasl = lockcore::SaslDigest{"alice", ""};
        profile.route = lockcore::SocksProxy{"proxy", 1080, "walker", ""};
        test.settings.profiles().put(profile);
        for (const SecretKind kind : {SecretKind::SaslPassword, SecretKind::ProxyPassword})
            test.secrets->kept[secretKey(QStringLiteral("1"), kind)] = QStringLiteral("s3cret");
        test.open(profile);
        test.type("sasl-user", QStringLiteral("bob"));
        test.press("save");
        QVERIFY(!test.secrets->kept.contains(secretKey(QStringLiteral("1"), SecretKind::SaslPassword)));
        QVERIFY(test.secrets->kept.contains(secretKey(QStringLiteral("1"), SecretKind::ProxyPassword)));
    }

    /// What a window was started with is not lost by looking at it.
    void optionsOfTheWayStayAsTheyAre() {
        ConnectionOptions options = profileNamed("", "");
        options.tls = lockcore::TlsOptions{
            .caFile = "/ca.pem", .certificateFile = "/own.p12", .keyPassword = "s3cret", .checksName = false};
        options.tlsKeyHasPassword = true;
        options.sasl = lockcore::SaslDigest{"alice", "s3cret"};
        options.route = lockcore::SocksProxy{"proxy", 1081, "walker", "s3cret"};
        OpenDialog test;
        test.open(options);
        QCOMPARE(test.dialog->options().tls, options.tls);
        QCOMPARE(test.dialog->options().route, options.route);
        QVERIFY(test.dialog->options().sasl == options.sasl);
        options.sasl = lockcore::SaslKerberos{
            .service = "zk", .canonicalizesHost = true, .keytab = "/k", .principal = "alice"};
        options.tls->caFolder = "/authorities";  // beside the file
        options.route = lockcore::Bastion{.destination = "bastion", .arguments = {"-i", "/key"}};
        test.open(options);
        QCOMPARE(test.dialog->options().tls, options.tls);
        QCOMPARE(test.dialog->options().route, options.route);
        QVERIFY(test.dialog->options().sasl == options.sasl);
    }

    void anyNameIsAskedAbout() {
        OpenDialog test;
        test.open();
        test.widget<QCheckBox>("tls").setChecked(true);
        auto& checks = test.widget<QCheckBox>("tls-checks-name");
        checks.click();
        auto* question = test.dialog->findChild<QuestionDialog*>();
        QVERIFY(question && question->isVisible());
        QVERIFY(checks.isChecked());
        question->findChild<QPushButton*>(QStringLiteral("keep"))->click();
        QTRY_VERIFY(!test.dialog->findChild<QuestionDialog*>());
        QVERIFY(checks.isChecked() && test.widget<QLabel>("tls-any-name").isHidden());
        checks.click();
        test.dialog->findChild<QuestionDialog*>()->findChild<QPushButton*>(QStringLiteral("verb"))->click();
        QVERIFY(!checks.isChecked() && !test.widget<QLabel>("tls-any-name").isHidden());
        QVERIFY(!test.dialog->options().tls->checksName);
    }

    void saslGoesWithTheProfileAndItsPasswordToTheKeychain() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        QVERIFY(!test.widget<QLineEdit>("sasl-user").isEnabled());
        test.widget<QCheckBox>("sasl").setChecked(true);
        QVERIFY2(test.meaning().contains(QStringLiteral("SASL")), qPrintable(test.meaning()));
        QVERIFY(!test.canPress("connect"));
        test.type("sasl-user", QStringLiteral("alice"));
        test.type("sasl-password", QStringLiteral("s3cret"));
        test.press("save");
        const auto profile = test.settings.profiles().named(QStringLiteral("one"));
        QVERIFY(profile && profile->sasl);
        QVERIFY(*profile->sasl == lockcore::SaslOptions(lockcore::SaslDigest{"alice", ""}));
        const QString key = secretKey(QStringLiteral("1"), SecretKind::SaslPassword);
        QCOMPARE(test.secrets->kept.at(key), QStringLiteral("s3cret"));
        test.widget<QCheckBox>("sasl").setChecked(false);
        test.press("save");
        QVERIFY(test.secrets->kept.empty());
        QVERIFY(!test.settings.profiles().named(QStringLiteral("one"))->sasl);
    }

    void kerberosGoesWithTheProfile() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.widget<QCheckBox>("sasl").setChecked(true);
        test.widget<QComboBox>("sasl-mechanism").setCurrentIndex(1);
        QVERIFY(test.widget<QLineEdit>("sasl-user").parentWidget()->isHidden());
        QVERIFY(!test.widget<QLineEdit>("sasl-service").parentWidget()->isHidden());
        QCOMPARE(test.typed("sasl-service"), QStringLiteral("zookeeper"));
        QVERIFY2(test.canPress("connect"), qPrintable(test.meaning()));
        test.type("sasl-service", QString());
        QVERIFY2(test.meaning().contains(QStringLiteral("service")), qPrintable(test.meaning()));
        QVERIFY(!test.canPress("connect"));
        test.type("sasl-service", QStringLiteral("zk"));
        const QString keytab = test.directory.filePath(QStringLiteral("k"));
        test.type("sasl-keytab", keytab);
        QVERIFY2(test.meaning().contains(QStringLiteral("principal")), qPrintable(test.meaning()));
        test.type("sasl-principal", QStringLiteral("alice"));
        QVERIFY2(test.meaning().contains(keytab), qPrintable(test.meaning()));  // which is not there
        QVERIFY(QFile(keytab).open(QIODevice::WriteOnly));
        test.type("sasl-service", QStringLiteral("zoo"));
        QVERIFY2(test.canPress("save"), qPrintable(test.meaning()));
        test.press("save");
        const auto profile = test.settings.profiles().named(QStringLiteral("one"));
        QVERIFY(profile && profile->sasl);
        QVERIFY(*profile->sasl ==
                lockcore::SaslOptions(lockcore::SaslKerberos{
                    .service = "zoo", .keytab = keytab.toStdString(), .principal = "alice"}));
        QVERIFY(test.secrets->kept.empty());
    }

    void routeGoesWithTheProfile() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.widget<QRadioButton>("route-socks").setChecked(true);
        QVERIFY(!test.canPress("connect"));
        test.type("socks-proxy", QStringLiteral("a:b:c"));
        QVERIFY2(test.meaning().contains(QStringLiteral("SOCKS5")), qPrintable(test.meaning()));
        QCOMPARE(test.typed("socks-proxy"), QStringLiteral("a:b:c"));
        test.type("socks-proxy", QStringLiteral("proxy"));
        test.type("socks-user", QStringLiteral("walker"));
        test.type("socks-password", QStringLiteral("s3cret"));
        test.press("save");
        QCOMPARE(test.settings.profiles().named(QStringLiteral("one"))->route,
                 lockcore::RouteOptions(lockcore::SocksProxy{"proxy", 1080, "walker", ""}));
        QCOMPARE(test.secrets->kept.at(secretKey(QStringLiteral("1"), SecretKind::ProxyPassword)),
                 QStringLiteral("s3cret"));
        test.widget<QRadioButton>("route-bastion").setChecked(true);
        test.type("bastion", QStringLiteral("-oProxyCommand=x"));
        QVERIFY(!test.canPress("save"));
        test.type("bastion", QStringLiteral("operator@bastion"));
        test.press("save");
        QCOMPARE(test.settings.profiles().named(QStringLiteral("one"))->route,
                 lockcore::RouteOptions(lockcore::Bastion{.destination = "operator@bastion"}));
        QVERIFY(test.secrets->kept.empty());
    }

    /// What is not complete stays as it was kept, with its secrets.
    void secretsOfAnUnfinishedDraftStay() {
        OpenDialog test;
        ConnectionOptions profile = profileNamed("1", "one");
        profile.route = lockcore::SocksProxy{"proxy", 1080, "walker", ""};
        test.settings.profiles().put(profile);
        const QString key = secretKey(QStringLiteral("1"), SecretKind::ProxyPassword);
        test.secrets->kept[key] = QStringLiteral("s3cret");
        test.settings.profiles().put(profileNamed("2", "two", "zk2"));
        test.open();
        test.choose("one");
        test.widget<QRadioButton>("route-bastion").setChecked(true);  // and no host
        test.choose("two");
        test.press("connect");
        QCOMPARE(test.settings.profiles().named(QStringLiteral("one"))->route, profile.route);
        QVERIFY(test.secrets->kept.contains(key));
    }

    void typedPasswordGoesToTheKeychainAlone() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.signInAs(QStringLiteral("operator"), QStringLiteral("s3cret"));
        test.press("connect");
        QCOMPARE(test.secrets->kept.at(QStringLiteral("1")), QStringLiteral("s3cret"));
        QCOMPARE(test.settings.profiles().profiles().front().credentials,
                 (Credentials{QStringLiteral("operator"), {}}));
        QCOMPARE(test.dialog->options().credentials.password, QStringLiteral("s3cret"));

        // Said, but never shown, when it is looked at again.
        test.open();
        test.choose("one");
        test.widget<QTabWidget>("connect-tabs").setCurrentIndex(1);
        QTRY_VERIFY(test.widget<QLabel>("keychain-note").text().contains(QStringLiteral("kept")));
        QVERIFY(test.typed("password").isEmpty());
        test.widget<QRadioButton>("sign-in-none").setChecked(true);
        test.press("save");
        QVERIFY(test.secrets->kept.empty());
    }

    void passwordIsNotKeptAgainstTheUsersWill() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.signInAs(QStringLiteral("operator"), QStringLiteral("s3cret"));
        test.widget<QCheckBox>("keep-password").setChecked(false);
        test.press("connect");
        QVERIFY(test.secrets->kept.empty());
        QCOMPARE(test.dialog->options().credentials.password, QStringLiteral("s3cret"));
    }

    void desktopWithoutKeychainIsSaid() {
        OpenDialog test;
        test.secrets->failure = SecretProblem::NoService;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.widget<QTabWidget>("connect-tabs").setCurrentIndex(1);
        test.signInAs(QStringLiteral("operator"), QStringLiteral("s3cret"));
        QTRY_VERIFY(
            test.widget<QLabel>("keychain-note").text().contains(QStringLiteral("No keychain service")));
        test.press("connect");
        QTRY_VERIFY(test.window.panels().messageBar->text().contains(QStringLiteral("not kept")));
    }
};

LOCKSCOPE_TEST(TestConnectSecurity)
#include "tst_connect_security.moc"
