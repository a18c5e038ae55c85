// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>
#include "test_program.h"
#include "tls_parts.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/connect_string.h>

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr SideChannelLimits kPatient{60s, 1 << 20};

std::string text(const QString& path) {
    return path.toStdString();
}

/// An HTTPS server that asks each client for a certificate of its authority. It refuses in the handshake:
/// with TLS 1.3 that comes later, and may be lost with the connection.
class StrictServer {
public:
    explicit StrictServer(const TestCertificates& certificates) {
        m_openssl.start(QStringLiteral("openssl"),
                        {"s_server", "-accept", "127.0.0.1:0", "-www", "-no_tls1_3", "-Verify", "1",
                         "-verify_return_error", "-cert", certificates.file("server.pem"), "-key",
                         certificates.file("server.key"), "-CAfile", certificates.file("ca.pem")});
    }
    ~StrictServer() {
        m_openssl.kill();
        m_openssl.waitForFinished(-1);
    }
    /// Empty if it did not come up: it tells its port when it listens.
    std::string url() {
        static const QRegularExpression kPort(QStringLiteral("ACCEPT 127\\.0\\.0\\.1:(\\d+)\\n"));
        QByteArray output;
        QRegularExpressionMatch port;
        while (!port.hasMatch() && m_openssl.waitForReadyRead(60'000)) {
            output += m_openssl.readAllStandardOutput();
            port = kPort.match(QString::fromUtf8(output));
        }
        return port.hasMatch() ? "https://127.0.0.1:" + text(port.captured(1)) + "/commands" : std::string();
    }

private:
    QProcess m_openssl;
};

}  // namespace

/// AdminServer behind https: who trusts whom.
class TestAdminTls : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;

    AdminTls trusting() const { return {text(m_certificates.file("ca.pem"))}; }
    AdminTls withOwn(const char* certificate, const char* key) const {
        return {text(m_certificates.file("ca.pem")), text(m_certificates.file(certificate)),
                text(m_certificates.file(key))};
    }

private Q_SLOTS:
    void initTestCase() {
        const auto& keys = m_certificates;
        QVERIFY2(keys.make() && keys.sign("server", "IP:127.0.0.1") && keys.sign("client", "DNS:client") &&
                     keys.pack("server"),
                 "openssl could not make certificates");
    }

    void realServerWithATrustedCertificate() {
        LocalClusterOptions options;
        options.extraConfig = {"admin.portUnification=true",
                               "ssl.quorum.keyStore.location=" + text(m_certificates.file("server.p12")),
                               "ssl.quorum.keyStore.password=secret",
                               "ssl.quorum.keyStore.type=PKCS12",
                               "ssl.quorum.trustStore.location=" + text(m_certificates.file("server.p12")),
                               "ssl.quorum.trustStore.password=secret",
                               "ssl.quorum.trustStore.type=PKCS12"};
        const auto server = LocalCluster::start(options);
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        std::string url = (*server)->adminUrl();
        url.replace(0, url.find(':'), "https");
        SurveyOptions survey{.servers = {{"127.0.0.1", (*server)->port()}}, .adminUrl = url, .limit = 60s};
        survey.adminTls = trusting();
        const ServerReport trusted = surveyCluster(survey).at(0);
        QCOMPARE(trusted.rungs.at(0).source, EvidenceSource::AdminServer);
        QCOMPARE(trusted.mode, std::string("standalone"));

        survey.adminTls = {};
        const ServerReport untrusted = surveyCluster(survey).at(0);
        QCOMPARE(untrusted.rungs.at(0).source, EvidenceSource::FourLetter);
        const auto refused = fetchAdminCommand(url, "dump", kPatient);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotTrusted);
    }

    void clientCertificates_data() {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("code");
        constexpr int kNone = -1;
        QTest::newRow("signed by the server's authority")
            << QByteArray("client.pem") << QByteArray("client.key") << kNone;
        QTest::newRow("none") << QByteArray() << QByteArray() << static_cast<int>(ErrorCode::NotTrusted);
        QTest::newRow("no such file") << QByteArray("nowhere.pem") << QByteArray("client.key")
                                      << static_cast<int>(ErrorCode::MissingProgram);
        QTest::newRow("key of another one") << QByteArray("client.pem") << QByteArray("server.key")
                                            << static_cast<int>(ErrorCode::MissingProgram);
    }
    void clientCertificates() {
        QFETCH(QByteArray, certificate);
        QFETCH(QByteArray, key);
        QFETCH(int, code);
        StrictServer server(m_certificates);
        const std::string url = server.url();
        QVERIFY(!url.empty());
        const auto reply =
            fetchAdminCommand(url, "dump", kPatient, {},
                              certificate.isEmpty() ? trusting() : withOwn(certificate.data(), key.data()));
        QVERIFY2(reply || code >= 0, reply ? "" : describe(reply.error()).c_str());
        if (!reply)
            QVERIFY2(static_cast<int>(reply.error().code) == code, describe(reply.error()).c_str());
        else
            QVERIFY(!reply->empty());
    }
};

LOCKSCOPE_TEST(TestAdminTls)
#include "tst_admin_tls.moc"
