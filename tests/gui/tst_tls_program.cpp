// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_run.h"
#include "scripted_server.h"
#include "test_program.h"
#include "tls_parts.h"

#include <lockcore/lab/local_cluster.h>

#include <QFile>
#include <QJsonArray>

/// The program on a cluster that it reaches by TLS alone, with a certificate of its own.
class TestTlsProgram : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    std::unique_ptr<lockcore::LocalCluster> m_server;
    QTemporaryDir m_directory;
    QString m_secure;

    Outcome run(const QStringList& words, const std::map<QString, QString>& variables = {}) const {
        auto environment = bareEnvironment(m_directory);
        for (const auto& [name, value] : variables)
            environment.insert(name, value);
        return runLockscope(words + QStringList{QStringLiteral("--connect"), m_secure}, environment);
    }
    QStringList ownCertificate(const char* key = "client.key") const {
        return {QStringLiteral("--tls"),           QStringLiteral("--tls-ca"),
                m_certificates.file("ca.pem"),     QStringLiteral("--tls-cert"),
                m_certificates.file("client.pem"), QStringLiteral("--tls-key"),
                m_certificates.file(key)};
    }
    QString written(const char* name, const QByteArray& text) const {
        QFile file(m_directory.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }

private Q_SLOTS:
    void initTestCase() {
        const QByteArray netty = nettyForTls();
        if (netty.isEmpty()) QSKIP("no Netty: install libnetty-java");
        QVERIFY(m_certificates.make() && m_certificates.sign("server", "IP:127.0.0.1"));
        QVERIFY(m_certificates.sign("client", "DNS:client") && m_certificates.lock("client"));
        QVERIFY(m_certificates.pack("server") && m_certificates.pack("client"));
        const std::uint16_t port = ScriptedServer::unusedPort();
        m_secure = QStringLiteral("127.0.0.1:%1").arg(port);
        lockcore::LocalClusterOptions options;
        options.adminServer = false;
        options.extraConfig = tlsServerLines(m_certificates);
        options.extraConfig.insert(options.extraConfig.end(),
                                   {"secureClientPort=" + std::to_string(port),
                                    "secureClientPortAddress=127.0.0.1", "ssl.clientAuth=need"});
        qputenv("JAVA_TOOL_OPTIONS", netty);
        auto server = lockcore::LocalCluster::start(options);
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        m_server = std::move(*server);
    }

    /// A client without TLS holds on the same znodes.
    void tellsWhoHolds() {
        OtherClient other(m_server->connectString());
        const lockcore::Hold hold = other.hold("/lock");
        const auto listed = run(QStringList{"list", "--json"} + ownCertificate());
        QVERIFY2(listed.status == 0, listed.errors.constData());
        const auto locks = QJsonDocument::fromJson(listed.output)[QStringLiteral("locks")].toArray();
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0][QStringLiteral("path")].toString(), QStringLiteral("/lock"));
        const auto checked = run(QStringList{"check", "--json"} + ownCertificate());
        const auto servers =
            QJsonDocument::fromJson(checked.output)[QStringLiteral("coverage")][QStringLiteral("servers")]
                .toArray();
        QCOMPARE(servers.size(), 1);
        QVERIFY2(servers[0][QStringLiteral("answered")].toBool(), checked.output.constData());
    }

    void theKeysPasswordIsThatOfTheEnvironment() {
        const QStringList locked = QStringList{"list"} + ownCertificate("client-locked.key");
        const auto opened = run(locked, {{"LOCKSCOPE_TLS_PASSWORD", "secret"}});
        QVERIFY2(opened.status == 0, opened.errors.constData());
        const auto closed = run(locked);
        QCOMPARE(closed.status, 1);
        QVERIFY2(closed.errors.contains("password"), closed.errors.constData());
    }

    void asAJavaClientsFileSays() {
        const QString settings =
            written("client.properties",
                    "zookeeper.client.secure=true\n"
                    "zookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty\n"
                    "zookeeper.ssl.keyStore.location=" +
                        m_certificates.file("client.p12").toUtf8() +
                        "\nzookeeper.ssl.keyStore.password=secret\n"
                        "zookeeper.ssl.trustStore.location=" +
                        m_certificates.file("ca.pem").toUtf8() + "\nzookeeper.ssl.trustStore.type=PEM\n");
        QVERIFY(!settings.isEmpty());
        const auto listed = run({"list", "--client-config", settings});
        QVERIFY2(listed.status == 0, listed.errors.constData());
    }

    /// Each says what is to be done.
    void saysWhatIsMissing() {
        const auto plain = run({"list"});
        QCOMPARE(plain.status, 1);
        QVERIFY2(plain.errors.contains("a port for TLS"), plain.errors.constData());
        const auto stranger = run({"list", "--tls"});
        QCOMPARE(stranger.status, 1);
        QVERIFY2(stranger.errors.contains("not trusted"), stranger.errors.constData());
        const auto nobody = run({"list", "--tls", "--tls-ca", m_certificates.file("ca.pem")});
        QCOMPARE(nobody.status, 1);
        QVERIFY2(nobody.errors.contains("certificate"), nobody.errors.constData());
    }
};

LOCKSCOPE_TEST(TestTlsProgram)
#include "tst_tls_program.moc"
