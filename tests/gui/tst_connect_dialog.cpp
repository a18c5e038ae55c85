// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/client_settings_dialog.h"
#include "connect/connect_dialog.h"
#include "connect/kept_secrets.h"
#include "connect/password_dialog.h"
#include "connect/profile_json.h"
#include "connect/profile_list.h"
#include "connect/question_dialog.h"
#include "connect/security_page.h"
#include "digest_server.h"
#include "events/message_bar.h"
#include "guarded_cluster.h"
#include "locks/lock_list_view.h"
#include "operations/dialogs.h"
#include "other_client.h"
#include "other_home.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sessions/servers_panel.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "widgets/elided_label.h"
#include "window/start_page.h"
#include "window/status_strip.h"
#include "window_fixture.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTabWidget>
#include <QTreeWidget>

#include <sys/stat.h>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

ConnectionOptions profileNamed(const char* id, const char* name, const char* connect = "zk1:2181/app") {
    ConnectionOptions profile;
    profile.connectString = QLatin1String(connect);
    profile.profile = {QLatin1String(id), QLatin1String(name), {}};
    return profile;
}

/// The dialog over settings of its own. Lives on the GUI thread.
struct OpenDialog : TestWindow {
    std::unique_ptr<ConnectDialog> dialog;

    void open(const ConnectionOptions& initial = {}) {
        dialog = std::make_unique<ConnectDialog>(nullptr, settings.profiles(), initial);
        dialog->show();
    }

    template <class Widget>
    Widget& widget(const char* name) const {
        auto* found = dialog->findChild<Widget*>(QLatin1String(name));
        if (!found) qFatal("no widget %s", name);
        return *found;
    }
    QTreeWidget& list() const { return widget<QTreeWidget>("profiles"); }
    QString meaning() const { return widget<QLabel>("meaning").text(); }

    void type(const char* field, const QString& text) const { widget<QLineEdit>(field).setText(text); }
    /// The question what of a Java client's file is to be taken over.
    ClientSettingsDialog& offerClientFile(const QString& file, const QByteArray& text) const {
        QFile written(file);
        if (!written.open(QIODevice::WriteOnly) || written.write(text) != text.size()) qFatal("no file");
        written.close();
        auto* const page = dialog->findChild<SecurityPage*>();
        page->offerClientFile(file);
        ClientSettingsDialog* question = nullptr;
        const auto isAsked = [&] {
            for (auto* each : page->findChildren<ClientSettingsDialog*>())
                if (each->isVisible()) question = each;
            return question != nullptr;
        };
        if (isAsked()) qFatal("the window has waited for a file");
        if (!QTest::qWaitFor(isAsked, kPatienceMs)) qFatal("no question");
        return *question;
    }
    QString typed(const char* field) const { return widget<QLineEdit>(field).text(); }
    void press(const char* button) const { widget<QPushButton>(button).click(); }
    bool canPress(const char* button) const { return widget<QPushButton>(button).isEnabled(); }

    /// The last one with that text: profiles come below the newest.
    QTreeWidgetItem* item(const QString& text) const {
        const auto found = list().findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.back();
    }
    void choose(const char* text) const { list().setCurrentItem(item(QLatin1String(text))); }
    void signInAs(const QString& user, const QString& password) const {
        widget<QRadioButton>("sign-in-digest").setChecked(true);
        type("user", user);
        type("password", password);
    }
    QStringList keptNames() {
        QStringList names;
        for (const ConnectionOptions& each : settings.profiles().profiles())
            names << each.profile.name;
        return names;
    }
};

/// The lock's holder is shown, which only who may read the znodes can see.
bool seesTheLock(ClusterTab& window) {
    const auto& queue = window.selection().queue;
    return queue && queue->path == "/lock" && queue->freshness == lockcore::Freshness::Live &&
           queue->holders() == 1;
}

}  // namespace

class TestConnectDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void whatWasTypedIsThereAgainAfterEsc() {
        TestWindow test;
        const auto dialogs = makeDialogs();
        QString asked;
        const auto open = [&]() -> ConnectDialog& {
            dialogs->askConnection(nullptr, test.settings.profiles(), {},
                                   [&](const ConnectionOptions& options) { asked = options.connectString; });
            for (QWidget* window : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<ConnectDialog*>(window); dialog && dialog->isVisible())
                    return *dialog;
            qFatal("no dialog");
        };
        const auto field = [](const ConnectDialog& dialog, const char* name) {
            return dialog.findChild<QLineEdit*>(QLatin1String(name));
        };
        ConnectDialog& first = open();
        field(first, "connect-string")->setText(QStringLiteral("zk7:2181,zk8:2181/app"));
        first.findChild<QRadioButton*>(QStringLiteral("sign-in-digest"))->setChecked(true);
        field(first, "user")->setText(QStringLiteral("alice"));
        field(first, "password")->setText(QStringLiteral("s3cret"));
        first.reject();
        ConnectDialog& second = open();
        QCOMPARE(field(second, "connect-string")->text(), QStringLiteral("zk7:2181,zk8:2181/app"));
        QCOMPARE(field(second, "user")->text(), QStringLiteral("alice"));
        QVERIFY(field(second, "password")->text().isEmpty());
        field(second, "password")->setText(QStringLiteral("s3cret"));
        second.accept();
        QCOMPARE(asked, QStringLiteral("zk7:2181,zk8:2181/app"));
        // It is among the recent ones now.
        ConnectDialog& third = open();
        QVERIFY(field(third, "connect-string")->text().isEmpty());
        third.reject();
    }

    void whatWasOnlyChosenIsNotKeptAfterEsc() {
        OpenDialog test;
        ConnectionOptions recent;
        recent.connectString = QStringLiteral("zk9:2181");
        test.settings.profiles().noteConnected(recent);
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        const auto typed = [&] {
            return test.dialog->typed() ? test.dialog->typed()->connectString : QStringLiteral("nothing");
        };
        test.choose("zk9:2181");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk9:2181"));
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.choose("one");
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.type("connect-string", QStringLiteral("zk1:2181/other"));  // that is the profile's draft
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.choose("zk9:2181");
        test.type("connect-string", QStringLiteral("zk9:2181/app"));
        QCOMPARE(typed(), QStringLiteral("zk9:2181/app"));
        test.type("connect-string", QStringLiteral("zk9:2181"));  // as it was
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.type("connect-string", QStringLiteral("zk8:2181"));
        test.choose("one");
        test.choose("zk9:2181");
        QCOMPARE(typed(),
                 QStringLiteral("zk8:2181"));  // what was typed before is not lost by a look at others
    }

    void aRecentConnectionThatWasLookedAtIsNoDraft() {
        TestWindow test;
        const auto dialogs = makeDialogs();
        ConnectionOptions recent;
        recent.connectString = QStringLiteral("zk9:2181");
        test.settings.profiles().noteConnected(recent);
        const auto open = [&]() -> ConnectDialog& {
            dialogs->askConnection(nullptr, test.settings.profiles(), {}, [](const ConnectionOptions&) {});
            for (QWidget* window : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<ConnectDialog*>(window); dialog && dialog->isVisible())
                    return *dialog;
            qFatal("no dialog");
        };
        const auto servers = [](const ConnectDialog& dialog) {
            return dialog.findChild<QLineEdit*>(QStringLiteral("connect-string"))->text();
        };
        ConnectDialog& first = open();
        auto* const list = first.findChild<QTreeWidget*>(QStringLiteral("profiles"));
        list->setCurrentItem(list->findItems(QStringLiteral("Recent"), Qt::MatchExactly).value(0)->child(0));
        QCOMPARE(servers(first), QStringLiteral("zk9:2181"));
        first.reject();
        ConnectDialog& second = open();
        QVERIFY(servers(second).isEmpty());
        second.reject();
    }

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

    void profileIsMadeSavedAndConnectedTo() {
        OpenDialog test;
        test.open();
        QVERIFY(!test.canPress("connect"));
        test.press("new-profile");
        test.type("profile-name", QStringLiteral("prod-eu"));
        QVERIFY(!test.canPress("save"));
        test.type("connect-string", QStringLiteral("zk1,zk2/app"));
        test.widget<QComboBox>("profile-folder").setEditText(QStringLiteral("Europe"));
        auto& environment = test.widget<QComboBox>("environment-choice");
        environment.setCurrentIndex(environment.findText(QStringLiteral("Production")));
        test.widget<QCheckBox>("lab-may-run").setChecked(true);
        const auto labNote = [&] { return test.widget<QLabel>("lab-note").text(); };
        QVERIFY2(labNote().contains(QStringLiteral("has to be typed")), qPrintable(labNote()));
        QVERIFY2(labNote().contains(QStringLiteral("100 sessions")), qPrintable(labNote()));
        test.widget<QCheckBox>("read-only").setChecked(true);
        QVERIFY(!test.widget<QCheckBox>("lab-may-run").isEnabled());
        QVERIFY2(labNote().contains(QStringLiteral("read-only")), qPrintable(labNote()));
        test.widget<QCheckBox>("records").setChecked(true);
        QVERIFY(test.widget<ElidedLabel>("chroot").text().contains(QStringLiteral("/app")));
        QVERIFY(test.keptNames().isEmpty());
        QVERIFY(test.canPress("save"));
        test.press("save");
        QVERIFY(!test.canPress("save"));
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("prod-eu")});
        // In its folder, and marked by a word.
        QTreeWidgetItem* const item = test.item(QStringLiteral("prod-eu"));
        QCOMPARE(item->parent()->text(0), QStringLiteral("Europe"));
        QCOMPARE(item->text(1), QStringLiteral("Production · read-only"));

        test.type("profile-name", QStringLiteral("prod"));
        test.press("connect");
        QCOMPARE(test.dialog->result(), static_cast<int>(QDialog::Accepted));
        const ConnectionOptions options = test.dialog->options();
        QCOMPARE(options.connectString, QStringLiteral("zk1,zk2/app"));
        QCOMPARE(options.environment, Environment::Production);
        QVERIFY(options.readOnly);
        QVERIFY(options.records);
        QVERIFY(options.labMayRun);
        QCOMPARE(options.profile.name, QStringLiteral("prod"));
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("prod")});
    }

    void cancelChangesNothing() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.press("delete-profile");
        test.press("new-profile");
        test.type("connect-string", QStringLiteral("zk"));
        test.dialog->reject();
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("one")});
    }

    void profilesAreDuplicatedAndDeleted() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.secrets->kept[QStringLiteral("1")] = QStringLiteral("s3cret");
        test.open();
        QVERIFY(!test.canPress("delete-profile"));
        test.choose("one");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk1:2181/app"));
        test.press("duplicate-profile");
        QCOMPARE(test.typed("profile-name"), QStringLiteral("one (2)"));
        test.press("save");
        QCOMPARE(test.keptNames().size(), 2);
        test.choose("one");
        test.press("delete-profile");
        QVERIFY(test.secrets->kept.size() == 1);  // nothing before it is saved
        test.press("save");
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("one (2)")});
        QVERIFY(test.secrets->kept.empty());
    }

    void sameNameTwiceIsRefused() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.press("new-profile");
        test.type("connect-string", QStringLiteral("zk"));
        QVERIFY(test.canPress("connect"));
        test.type("profile-name", QStringLiteral("one"));
        QVERIFY(!test.canPress("connect"));
        QVERIFY(test.meaning().contains(QStringLiteral("name")));
    }

    void whatIsTypedStaysWithItsProfile() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.settings.profiles().put(profileNamed("2", "two", "zk2"));
        test.open();
        test.choose("one");
        test.type("connect-string", QStringLiteral("changed"));
        test.choose("two");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk2"));
        test.choose("one");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("changed"));
    }

    void recentConnectionsAreOffered() {
        OpenDialog test;
        ConnectionOptions byHand;
        byHand.connectString = QStringLiteral("zk9");
        test.settings.profiles().put(profileNamed("1", "one"));
        test.settings.profiles().noteConnected(profileNamed("1", "one"));
        test.settings.profiles().noteConnected(byHand);
        test.open();
        const auto recent = test.list().findItems(QStringLiteral("Recent"), Qt::MatchExactly);
        QCOMPARE(recent.size(), 1);
        QCOMPARE(recent[0]->childCount(), 2);
        test.list().setCurrentItem(recent[0]->child(0));
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk9"));
        QVERIFY(test.dialog->options().profile.id.isEmpty());
        test.list().setCurrentItem(recent[0]->child(1));
        QCOMPARE(test.dialog->options().profile.id, QStringLiteral("1"));

        // And on the start page, where one click connects.
        const auto offered = [&] {
            const auto* shown = test.window.panels().start->findChild<QWidget*>(QStringLiteral("recent"));
            QStringList names;
            for (const QPushButton* button : shown->findChildren<QPushButton*>())
                if (!button->isHidden()) names << button->accessibleName();
            return names;
        };
        QTRY_COMPARE(offered(), (QStringList{QStringLiteral("zk9"), QStringLiteral("one")}));
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

    void filesGoOutAndComeIn() {
        OpenDialog test;
        const QString file = test.directory.filePath(QStringLiteral("profiles.json"));
        ConnectionOptions guarded = profileNamed("1", "one");
        guarded.credentials.user = QStringLiteral("operator");
        test.settings.profiles().put(guarded);
        test.open();
        test.choose("one");
        test.signInAs(QStringLiteral("operator"), QStringLiteral("s3cret"));
        test.dialog->exportFile(file);
        QVERIFY(test.meaning().startsWith(QStringLiteral("Writing ")));
        QTRY_VERIFY_WITH_TIMEOUT(test.meaning().contains(QStringLiteral("exported to ") + file), kPatienceMs);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY(text.contains("operator") && !text.contains("s3cret"));

        test.dialog->importFile(file);
        QVERIFY(test.meaning().startsWith(QStringLiteral("Reading ")));
        QTRY_VERIFY_WITH_TIMEOUT(test.item(QStringLiteral("one (2)")), kPatienceMs);
        QCOMPARE(test.keptNames().size(), 1);
        test.press("save");
        QCOMPARE(test.keptNames().size(), 2);

        QFile hostile(file + QStringLiteral(".bad"));
        QVERIFY(hostile.open(QIODevice::WriteOnly));
        hostile.write(R"({"format":"lockscope-profiles","version":1,"profiles":[{"name":"x","connect":1}]})");
        hostile.close();
        test.dialog->importFile(hostile.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(test.meaning().contains(QStringLiteral("profiles[0].connect")), kPatienceMs);
    }

    /// Such as a pipe, of which nobody knows when it ends; or where nothing can be written.
    void whatIsNoFileIsSaidToBeNone() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        const QString pipe = test.directory.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        test.dialog->importFile(pipe);
        QTRY_VERIFY_WITH_TIMEOUT(test.meaning().contains(QStringLiteral("pipe can't be read: it is no file")),
                                 kPatienceMs);
        test.dialog->findChild<SecurityPage*>()->offerClientFile(pipe);
        const auto told = [&] {
            const auto* const text =
                test.dialog->findChild<QPlainTextEdit*>(QStringLiteral("client-settings-text"));
            return text ? text->toPlainText() : QString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(told().contains(QStringLiteral("it is no file")), kPatienceMs);
        test.dialog->exportFile(QStringLiteral("/not/there/profiles.json"));
        QTRY_VERIFY_WITH_TIMEOUT(
            test.meaning().startsWith(QStringLiteral("/not/there/profiles.json can't be written: ")),
            kPatienceMs);
    }

    /// Profiles, settings of a client, certificates: all of them, as the window's own.
    void filesAreAskedForWhereTheLastOneWas() {
        const OtherHome home;
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("profiles.json"));
        const auto chooser = [&] { return test.dialog->findChild<QFileDialog*>(); };
        const auto choose = [&](const char* entry) {
            for (const auto* menu : test.dialog->findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    if (action->text().contains(QLatin1String(entry))) action->trigger();
        };
        choose("xport profiles");
        QVERIFY(chooser());
        QCOMPARE(chooser()->directory().canonicalPath(), QDir(home.documents()).canonicalPath());
        chooser()->setDirectory(folder.path());
        chooser()->selectFile(QStringLiteral("profiles.json"));
        QVERIFY(QMetaObject::invokeMethod(chooser(), "accept"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file) && !chooser(), kPatienceMs);
        for (const char* entry : {"mport profiles", "Its &file"}) {
            choose(entry);
            QVERIFY2(chooser(), entry);
            QCOMPARE(chooser()->directory().canonicalPath(), QDir(folder.path()).canonicalPath());
            chooser()->reject();
            QTRY_VERIFY_WITH_TIMEOUT(!chooser(), kPatienceMs);
        }
    }

    void settingsOfAJavaClientFillThePage() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        const QString keys = test.directory.filePath(QStringLiteral("keys.p12"));
        QVERIFY(QFile(keys).open(QIODevice::WriteOnly));
        ClientSettingsDialog& question = test.offerClientFile(
            test.directory.filePath(QStringLiteral("client.cfg")),
            "zookeeper.client.secure=true\nzookeeper.ssl.keyStore.location=" + keys.toUtf8() +
                "\nzookeeper.ssl.keyStore.password=s3cret\n"
                "zookeeper.ssl.trustStore.location=/etc/zk/trust.jks\n"
                "zookeeper.ssl.hostnameVerification=false\n"
                "zookeeper.sasl.client.username=zk\n");
        const QString told =
            question.findChild<QPlainTextEdit*>(QStringLiteral("client-settings-text"))->toPlainText();
        QVERIFY2(told.startsWith(QStringLiteral("To be done by you:")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("keytool -list -rfc -keystore /etc/zk/trust.jks")),
                 qPrintable(told));
        QVERIFY(!told.contains(QStringLiteral("s3cret")));
        QVERIFY(!test.widget<QCheckBox>("tls").isChecked());

        question.findChild<QPushButton*>(QStringLiteral("take-over"))->click();
        QVERIFY(test.widget<QCheckBox>("tls").isChecked());
        QCOMPARE(test.typed("tls-certificate"), keys);
        QVERIFY(test.typed("tls-ca").isEmpty());
        QVERIFY(test.widget<QCheckBox>("tls-checks-name").isChecked());
        QVERIFY(test.widget<QCheckBox>("sasl").isChecked());
        QCOMPARE(test.typed("sasl-service"), QStringLiteral("zk"));

        test.press("save");
        const auto kept = test.settings.profiles().named(QStringLiteral("one"));
        QVERIFY(kept && kept->tls && kept->tlsKeyHasPassword);
        QCOMPARE(kept->tls->certificateFile, keys.toStdString());
        QVERIFY(kept->tls->keyPassword.empty());
        QCOMPARE(test.secrets->kept.at(secretKey(QStringLiteral("1"), SecretKind::KeyPassword)),
                 QStringLiteral("s3cret"));
    }

    void settingsOfAJavaClientStayWhereTheyAre() {
        OpenDialog test;
        test.open();
        const QString file = test.directory.filePath(QStringLiteral("client.cfg"));
        ClientSettingsDialog& question = test.offerClientFile(file, "zookeeper.client.secure=true");
        question.reject();
        QVERIFY(!test.widget<QCheckBox>("tls").isChecked());

        const QByteArray none[] = {QByteArray("\xfe\xed\xfe\xed\0\0\0\2", 8), "# nothing",
                                   "zookeeper.nonsense=1"};
        const QString told[] = {QStringLiteral("no text"), QStringLiteral("no settings"),
                                QStringLiteral("Not known")};
        for (int i = 0; i < 3; ++i) {
            ClientSettingsDialog& useless = test.offerClientFile(file, none[i]);
            const QString text =
                useless.findChild<QPlainTextEdit*>(QStringLiteral("client-settings-text"))->toPlainText();
            QVERIFY2(text.contains(told[i]), qPrintable(text));
            QVERIFY(!useless.findChild<QPushButton*>(QStringLiteral("take-over"))->isEnabled());
            useless.reject();
        }
    }

    void everyControlHasAName() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        for (QWidget* control : test.dialog->findChildren<QWidget*>()) {
            if (control->window() != test.dialog.get() || control->isHidden() ||
                !(control->focusPolicy() & Qt::TabFocus) ||
                control->objectName().startsWith(QLatin1String("qt_")))
                continue;
            QAccessibleInterface* const accessible = QAccessible::queryAccessibleInterface(control);
            const QString name = accessible ? accessible->text(QAccessible::Name) : QString();
            QVERIFY2(!name.isEmpty() || control->inherits("QTabBar"),
                     qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(control->metaObject()->className()),
                                                            control->objectName())));
        }
    }

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

LOCKSCOPE_TEST(TestConnectDialog)
#include "tst_connect_dialog.moc"
