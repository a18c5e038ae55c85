// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/client_settings_dialog.h"
#include "connect/kept_secrets.h"
#include "connect/security_page.h"
#include "open_dialog.h"
#include "other_home.h"
#include "test_program.h"
#include "threads/closing.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace lockscope;
using namespace std::chrono_literals;

/// Profiles that go out and come in as files, and the settings of a Java client.
class TestConnectFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

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
};

LOCKSCOPE_TEST(TestConnectFiles)
#include "tst_connect_files.moc"
