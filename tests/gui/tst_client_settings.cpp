// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client_config.h"
#include "connect/client_settings.h"
#include "program_run.h"
#include "test_cluster.h"
#include "test_program.h"

#include <QTemporaryDir>

using namespace lockscope;

namespace {

using Fate = ClientSetting::Outcome;

/// "key=value|key=value", or the problem.
QString writtenOut(const tl::expected<JavaProperties, QString>& properties) {
    if (!properties) return properties.error();
    QStringList all;
    for (const JavaProperty& each : *properties)
        all << each.key + QLatin1Char('=') + each.value;
    return all.join(QLatin1Char('|'));
}

ClientImport importOf(const char* file, const ConnectionOptions& into = {}) {
    const auto properties = javaPropertiesFrom(file);
    if (!properties) qFatal("%s", qPrintable(properties.error()));
    return importClientSettings(into, *properties);
}

ClientSetting settingOf(const ClientImport& import, const char* key) {
    for (const ClientSetting& each : import.settings)
        if (each.key == QLatin1String(key)) return each;
    return {.key = {}, .text = QStringLiteral("nothing is told")};
}

/// A file with that text, for as long as it is there.
struct ClientFile {
    explicit ClientFile(const QByteArray& text) {
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
    }

    QTemporaryDir directory;
    QString name = directory.filePath(QStringLiteral("client.cfg"));
};

tl::expected<CommandLine, QString> commandOf(const QStringList& arguments, QStringList& told) {
    const auto command =
        parseCommandLine(QStringList{QStringLiteral("list"), QStringLiteral("--connect=zk1")} + arguments);
    return command ? withClientConfig(*command, told) : command;
}

}  // namespace

class TestClientSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fileIsReadAsJavaReadsIt_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("read");
        const auto row = [](const char* name, const QByteArray& file, const char* read) {
            QTest::newRow(name) << file << QString::fromUtf8(read);
        };
        row("nothing", "", "");
        row("separators", "a=1\nb:2\nc 3\nd\t4\ne = 5\nf : 6", "a=1|b=2|c=3|d=4|e=5|f=6");
        row("one separator alone", "a==1\nb =:2\nc  = 3", "a==1|b=:2|c=3");
        row("no value", "a\nb=\nc =", "a=|b=|c=");
        row("no key", "=1\n:2", "");
        row("blanks", "  a=1\n\f\tb = 2 \nc=3\t", "a=1|b=2|c=3");
        row("comments", "#a=1\n  !b=2\n\nc=3 # no comment", "c=3 # no comment");
        row("line ends", "a=1\rb=2\r\nc=3\n\r\nd=4", "a=1|b=2|c=3|d=4");
        row("lines that go on", "a=1,\\\n   2,\\\r\n\t3\nb=4", "a=1,2,3|b=4");
        row("a comment does not go on", "# a \\\nb=1", "b=1");
        row("what goes on is no comment", "a=1\\\n#2", "a=1#2");
        row("nothing goes on", "a=1\\\n\nb=2\\", "a=1|b=2");
        row("backslashes at the end", "a=1\\\\\nb=2\\\\\\\nc", "a=1\\|b=2\\c");
        row("separators in a key", "a\\=b\\:c\\ d=1", "a=b:c d=1");
        row("escapes", "a=\\u0041\\tb\\\\c\\q", "a=A\tb\\cq");
        row("ISO 8859-1", "a=\xfc", "a=\xc3\xbc");
        row("the last one counts", "a=1\nb=2\na=3", "a=3|b=2");
    }
    void fileIsReadAsJavaReadsIt() {
        QFETCH(const QByteArray, file);
        QFETCH(const QString, read);
        QCOMPARE(writtenOut(javaPropertiesFrom(file)), read);
    }

    void hostileFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const QByteArray& file, const char* problem) {
            QTest::newRow(name) << file << QString::fromUtf8(problem);
        };
        QByteArray many;
        for (int i = 0; i < 1'001; ++i)
            many += 'k' + QByteArray::number(i) + '\n';
        row("too large", QByteArray(300'000, '\n'), "too large");
        row("a key store", QByteArray("\xfe\xed\xfe\xed\0\0\0\2", 8), "no text");
        row("too many", many, "1000");
        row("too few digits", "a=1\n\nb=\\u12", "Line 3");
        row("no digits", "\\u+123=1", "Line 1");
    }
    void hostileFilesAreRefused() {
        QFETCH(const QByteArray, file);
        QFETCH(const QString, problem);
        const auto read = javaPropertiesFrom(file);
        QVERIFY(!read);
        QVERIFY2(read.error().contains(problem), qPrintable(read.error()));
    }

    void flagsAreSplitAtBlanks() {
        QCOMPARE(writtenOut(javaPropertiesOfFlags(
                     QStringLiteral("-Xmx1g  -Da=1\t-Db=\"2 3\" -Dc -D -D=4 -Dd=e=f\n-Da=5 g=6"))),
                 QStringLiteral("a=5|b=\"2|c=|d=e=f"));
    }

    void environmentSaysWhatIsOfAClient() {
        qunsetenv("JVMFLAGS");
        qputenv("CLIENT_JVMFLAGS", "-Xmx1g -Duser.language=en");
        QVERIFY(!clientEnvironmentProperties());
        qputenv("CLIENT_JVMFLAGS", "-Dzookeeper.client.secure=false -Duser.language=en");
        qputenv("JVMFLAGS", "-Dzookeeper.client.secure=true -Djava.security.auth.login.config=/j");
        const QString read = writtenOut(clientEnvironmentProperties());
        qunsetenv("CLIENT_JVMFLAGS");
        qunsetenv("JVMFLAGS");
        QCOMPARE(read, QStringLiteral("zookeeper.client.secure=true|java.security.auth.login.config=/j"));
    }

    void tlsAndKerberosAreTakenOver() {
        const ClientImport import = importOf(
            "zookeeper.client.secure = True\n"
            "zookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty\n"
            "zookeeper.ssl.keyStore.location=/etc/zk/keys.p12\n"
            "zookeeper.ssl.keyStore.password=s3cret\n"
            "zookeeper.ssl.trustStore.location=/etc/zk/trusted\n"
            "zookeeper.ssl.trustStore.type=PEM\n"
            "zookeeper.ssl.trustStore.password=qu1et\n"
            "zookeeper.sasl.client.username=zk\n"
            "zookeeper.sasl.client.canonicalize.hostname=true\n"
            "java.security.auth.login.config=/etc/zk/jaas.conf\n"
            "zookeeper.nonsense=1\n");
        const lockcore::TlsOptions tls{
            .caFile = "/etc/zk/trusted", .certificateFile = "/etc/zk/keys.p12", .keyPassword = "s3cret"};
        QCOMPARE(import.options.tls, std::optional(tls));
        QVERIFY(import.options.tlsKeyHasPassword);
        QVERIFY(import.options.sasl ==
                lockcore::SaslOptions(lockcore::SaslKerberos{.service = "zk", .canonicalizesHost = true}));
        const QString text = clientImportText(import);
        QVERIFY(!text.contains(QStringLiteral("s3cret")) && !text.contains(QStringLiteral("qu1et")));
        QCOMPARE(import.settings.size(), std::size_t{11});
        QCOMPARE(settingOf(import, "zookeeper.nonsense").outcome, Fate::Left);
        QVERIFY(settingOf(import, "java.security.auth.login.config").text.contains(QStringLiteral("JAAS")));
        QVERIFY2(text.startsWith(QStringLiteral("Taken over:")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Not taken over:")));
    }

    void whatCanNotBeTakenSaysWhatToDo_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* file, const char* key, Fate outcome, const char* text) {
            QTest::newRow(file) << QByteArray(file) << QString::fromUtf8(key) << static_cast<int>(outcome)
                                << QString::fromUtf8(text);
        };
        const char* const keyStore = "zookeeper.ssl.keyStore.location";
        const char* const trustStore = "zookeeper.ssl.trustStore.location";
        row("zookeeper.ssl.keyStore.location=/k.jks", keyStore, Fate::Refused,
            "keytool -importkeystore -srckeystore /k.jks -destkeystore keys.p12 -deststoretype PKCS12");
        row("zookeeper.ssl.keyStore.location=/a b;c.jks", keyStore, Fate::Refused,
            "-srckeystore '/a b;c.jks' ");
        row("zookeeper.ssl.keyStore.location=/k.p12\nzookeeper.ssl.keyStore.type=jks", keyStore,
            Fate::Refused, "keytool");
        row("zookeeper.ssl.keyStore.location=/k.bcfks", keyStore, Fate::Refused, "PEM");
        row("zookeeper.ssl.keyStore.location=/k", keyStore, Fate::Refused, "keyStore.type");
        row("zookeeper.ssl.keyStore.location=k.pem", keyStore, Fate::Refused, "whole path");
        row("zookeeper.ssl.keyStore.location=/k\\u202e.pem", keyStore, Fate::Refused, "seen");
        row("zookeeper.ssl.keyStore.location=", keyStore, Fate::Left, "no value");
        row("zookeeper.ssl.keyStore.location=/k.jks\nzookeeper.ssl.keyStore.password=s",
            "zookeeper.ssl.keyStore.password", Fate::Left, "not taken");
        row("zookeeper.ssl.trustStore.location=/t.jks", trustStore, Fate::Refused,
            "keytool -list -rfc -keystore /t.jks > trusted.pem");
        row("zookeeper.ssl.trustStore.location=/t.p12", trustStore, Fate::Refused, "keytool -list -rfc");
        row("zookeeper.client.secure=false\nzookeeper.ssl.trustStore.location=/t.jks", trustStore, Fate::Left,
            "zookeeper.client.secure");
        row("zookeeper.client.secure=yes", "zookeeper.client.secure", Fate::Refused, "true or false");
        row("zookeeper.ssl.hostnameVerification=false", "zookeeper.ssl.hostnameVerification", Fate::Left,
            "all the same");
        row("zookeeper.ssl.ciphersuites=A,B", "zookeeper.ssl.ciphersuites", Fate::Left, "OpenSSL");
        row("zookeeper.clientCnxnSocket=x", "zookeeper.clientCnxnSocket", Fate::Needless, "by itself");
        row("zookeeper.sasl.client=true", "zookeeper.sasl.client", Fate::Left, "JAAS");
        row("zookeeper.sasl.client=false\nzookeeper.sasl.client.username=zk",
            "zookeeper.sasl.client.username", Fate::Left, "zookeeper.sasl.client");
        row("zookeeper.server.principal=/host", "zookeeper.server.principal", Fate::Refused, "service");
        row("ssl.keyStore.location=/k.pem", "ssl.keyStore.location", Fate::Left, "zookeeper.");
    }
    void whatCanNotBeTakenSaysWhatToDo() {
        QFETCH(const QByteArray, file);
        QFETCH(const QString, key);
        QFETCH(const int, outcome);
        QFETCH(const QString, text);
        const ClientImport import = importOf(file.constData());
        const ClientSetting setting = settingOf(import, key.toLatin1().constData());
        QCOMPARE(static_cast<int>(setting.outcome), outcome);
        QVERIFY2(setting.text.contains(text), qPrintable(setting.text));
        const lockcore::TlsOptions tls = import.options.tls.value_or(lockcore::TlsOptions());
        QCOMPARE(tls, lockcore::TlsOptions());
        QVERIFY(!import.options.sasl);
    }

    void whatIsNotSpokenOfStays() {
        ConnectionOptions before;
        before.connectString = QStringLiteral("zk1");
        before.tls = lockcore::TlsOptions{.caFile = "/ca.pem", .checksName = false};
        before.sasl = lockcore::SaslDigest{"alice", "s3cret"};
        const ClientImport import =
            importOf("zookeeper.sasl.client.username=zk\nzookeeper.ssl.hostnameVerification=false\n", before);
        QCOMPARE(import.options, before);
        QVERIFY(settingOf(import, "zookeeper.ssl.hostnameVerification")
                    .text.contains(QStringLiteral("any name already")));
        const ClientImport plain =
            importOf("zookeeper.client.secure=false\nzookeeper.sasl.client=false", before);
        QVERIFY(!plain.options.tls && !plain.options.sasl);
        const ClientImport strict = importOf("zookeeper.ssl.hostnameVerification=true", before);
        QVERIFY(strict.options.tls->checksName && strict.options.tls->caFile == "/ca.pem");
    }

    /// It was told line by line: on standard error, and in the dialog.
    void anotherFileIsNotToldLineByLine() {
        const ClientFile key("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\ns3cret+/\n");
        const auto read = clientFileProperties(key.name);
        QVERIFY(!read);
        QVERIFY(!read.error().contains(QStringLiteral("MII")));
        const QString text =
            clientImportText(importOf("zookeeper.client.secure=true\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n"));
        QVERIFY2(!text.contains(QStringLiteral("MII")), qPrintable(text));
    }

    void serversSettingsTurnNoTlsOn() {
        QVERIFY(!importOf("zookeeper.ssl.quorum.keyStore.location=/k.jks\nzookeeper.ssl.clientAuth=need\n"
                          "zookeeper.ssl.ciphersuites=x")
                     .options.tls);
        QVERIFY(importOf("zookeeper.ssl.trustStore.location=/t.pem").options.tls);
    }

    void serviceIsTakenOfAPrincipal() {
        const ClientImport import =
            importOf("zookeeper.sasl.client.username=other\nzookeeper.server.principal=zk/host@REALM");
        QVERIFY(import.options.sasl == lockcore::SaslOptions(lockcore::SaslKerberos{.service = "zk"}));
        QVERIFY(settingOf(import, "zookeeper.sasl.client.username")
                    .text.contains(QStringLiteral("zookeeper.server.principal")));
    }

    void otherOptionsOfTheCommandLineCount() {
        const QTemporaryDir directory;
        const QString ca = directory.filePath(QStringLiteral("ca.pem"));
        const QString keys = directory.filePath(QStringLiteral("keys.p12"));
        for (const QString& name : {ca, keys})
            QVERIFY(QFile(name).open(QIODevice::WriteOnly));
        const ClientFile settings(
            "zookeeper.client.secure=false\nzookeeper.ssl.keyStore.location=" + keys.toUtf8() +
            "\nzookeeper.ssl.keyStore.password=s3cret\n"
            "zookeeper.ssl.trustStore.location=/nowhere/t.jks\n"
            "zookeeper.sasl.client.username=zk\nzookeeper.ssl.crl=true\n"
            "zookeeper.clientCnxnSocket=x\n");
        const QStringList config{QStringLiteral("--client-config"), settings.name};
        QStringList told;
        const auto plain = commandOf(config, told);
        QVERIFY2(plain, plain ? "" : qPrintable(plain.error()));
        QVERIFY(!plain->connection->tls);

        told.clear();
        const auto command =
            commandOf(config + QStringList{QStringLiteral("--tls-ca"), ca, QStringLiteral("--sasl=kerberos"),
                                           QStringLiteral("--service=other")},
                      told);
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        const lockcore::TlsOptions tls{
            .caFile = ca.toStdString(), .certificateFile = keys.toStdString(), .keyPassword = "s3cret"};
        QCOMPARE(command->connection->tls, std::optional(tls));
        QVERIFY(command->connection->sasl ==
                lockcore::SaslOptions(lockcore::SaslKerberos{.service = "other"}));
        QCOMPARE(told.size(), 1);
        QVERIFY(told.front().contains(QStringLiteral("zookeeper.ssl.crl")));

        told.clear();
        const auto usual = commandOf(
            config + QStringList{QStringLiteral("--sasl=kerberos"), QStringLiteral("--service=zookeeper")},
            told);
        QVERIFY(usual && usual->connection->sasl == lockcore::SaslOptions(lockcore::SaslKerberos()));

        // Without the authorities it would trust others than the client does.
        const auto refused = commandOf(config + QStringList{QStringLiteral("--tls")}, told);
        QVERIFY(!refused);
        QVERIFY2(refused.error().contains(QStringLiteral("keytool -list -rfc")), qPrintable(refused.error()));
    }

    void fileCountsBeforeTheEnvironment() {
        const ClientFile settings("zookeeper.sasl.client.username=one");
        qputenv("CLIENT_JVMFLAGS", "-Dzookeeper.sasl.client.username=two -Dzookeeper.client.secure=true");
        QStringList told;
        const auto command = commandOf(
            {QStringLiteral("--client-config"), settings.name, QStringLiteral("--client-env")}, told);
        qunsetenv("CLIENT_JVMFLAGS");
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QVERIFY(command->connection->tls == lockcore::TlsOptions());
        QVERIFY(command->connection->sasl == lockcore::SaslOptions(lockcore::SaslKerberos{.service = "one"}));
    }

    void programSaysWhatItHasNotTaken() {
        const OnBusyLock busy;
        const ClientFile settings("zookeeper.client.secure=false\nzookeeper.ssl.keyStore.password=s3cret\n");
        const Outcome listed =
            busy.run({QStringLiteral("list"), QStringLiteral("--client-config"), settings.name});
        QVERIFY2(listed.output.contains("/a/lock"), listed.errors.constData());
        QVERIFY2(listed.errors.contains("zookeeper.ssl.keyStore.password"), listed.errors.constData());
        QVERIFY(!listed.errors.contains("s3cret"));

        const ClientFile stores("zookeeper.ssl.trustStore.location=/t.jks");
        const Outcome refused =
            busy.run({QStringLiteral("list"), QStringLiteral("--client-config"), stores.name});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("keytool"), refused.errors.constData());

        const Outcome missing =
            busy.run({QStringLiteral("list"), QStringLiteral("--client-config=/nowhere")});
        QCOMPARE(missing.status, 2);
        QVERIFY2(missing.errors.contains("/nowhere"), missing.errors.constData());
    }
};

LOCKSCOPE_TEST(TestClientSettings)
#include "tst_client_settings.moc"
