// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_run.h"
#include "test_program.h"
#include "tls_server.h"

#include <QFile>
#include <QJsonArray>

/// The program on a cluster that it reaches by TLS alone, with a certificate of its own.
class TestTlsProgram : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    std::unique_ptr<TlsServer> m_server;
    QTemporaryDir m_directory;

    Outcome run(const QStringList& words, const std::map<QString, QString>& variables = {}) const {
        auto environment = bareEnvironment(m_directory);
        for (const auto& [name, value] : variables)
            environment.insert(name, value);
        const QString server = QString::fromStdString(m_server->connectString());
        return runLockscope(words + QStringList{QStringLiteral("--connect"), server}, environment);
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
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        TlsServer::Options options{.asksForCertificates = true};
        options.cluster.adminServer = false;
        m_server = std::make_unique<TlsServer>(m_certificates, options);
        QVERIFY(m_certificates.sign("client", "DNS:client") && m_certificates.lock("client"));
        QVERIFY(m_certificates.pack("client"));
    }

    /// A client without TLS holds on the same znodes.
    void tellsWhoHolds() {
        OtherClient other(m_server->cluster().connectString());
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
