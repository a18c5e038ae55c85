// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "scripted_server.h"
#include "test_program.h"
#include "tls_server.h"

#include <lockcore/recipes/mutex.h>

using namespace lockcore;
using namespace std::chrono_literals;

/// Sessions by TLS at a real server that takes both kinds of clients on one port and asks for no certificate:
/// whom they trust, and by which versions and names.
class LiveTrustTest : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    std::unique_ptr<TlsServer> m_server;

    SessionOptions secure(const std::string& server) const {
        SessionOptions options{server, 5s};
        options.tls = TlsOptions{.caFile = m_certificates.path("ca.pem")};
        return options;
    }
    SessionOptions secure() const { return secure(m_server->connectString()); }

    /// "connected", or why not.
    static std::string saidOf(SessionOptions options) {
        const ConnectionStatus status = firstWord(std::move(options));
        if (isConnected(status.state)) return "connected";
        return status.problem ? describe(*status.problem) : "nothing";
    }

private Q_SLOTS:
    void initTestCase() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        m_server = std::make_unique<TlsServer>(m_certificates, TlsServer::Options{.sharesPort = true});
        QVERIFY(m_certificates.makeFolder() && m_certificates.sign("other", "DNS:other.example"));
    }

    void bothKindsOfClientsOnOnePort() {
        LiveSession secret(secure());
        LiveSession plain(m_server->connectString());
        QVERIFY(secret.onLoop([&] { return secret.session()->status().tls; }));
        QVERIFY(!plain.onLoop([&] { return plain.session()->status().tls; }));
        Mutex one(secret.session(), "/tls");
        Mutex other(plain.session(), "/tls");
        auto hold = one.acquire();
        QVERIFY(hold);
        QVERIFY(!other.acquireFor(100ms));
    }

    void aFolderOfAuthoritiesIsTrusted() {
        SessionOptions options = secure();
        options.tls = TlsOptions{.caFolder = m_certificates.path("trusted")};
        QCOMPARE(saidOf(options), "connected");
    }

    /// Those that OpenSSL trusts on this machine; the variable names others.
    void theSystemsAuthoritiesAreTrusted() {
        SessionOptions options = secure();
        options.tls = TlsOptions{};
        const std::string stranger = saidOf(options);
        QVERIFY2(stranger.find("authority that is not trusted") != std::string::npos, stranger.c_str());
        qputenv("SSL_CERT_FILE", m_certificates.file("ca.pem").toUtf8());
        const std::string known = saidOf(options);
        qunsetenv("SSL_CERT_FILE");
        QCOMPARE(known, "connected");
    }

    void olderVersionsAreRefused() {
        const std::uint16_t port = ScriptedServer::unusedPort();
        const OpenSslServer server(m_certificates, port, "server", {"-tls1_1", "-cipher", "ALL:@SECLEVEL=0"});
        QVERIFY(server.isThere());
        const std::string said = saidOf(secure("127.0.0.1:" + std::to_string(port)));
        QVERIFY2(said.find("the server has no TLS of version 1.2 or later") != std::string::npos,
                 said.c_str());
    }

    /// A server of several names has a certificate for each, and shows that of the name that it is asked for.
    void theServerIsToldItsName() {
        const std::uint16_t port = ScriptedServer::unusedPort();
        const OpenSslServer server(m_certificates, port, "other",
                                   {"-servername", "localhost", "-cert2", m_certificates.file("server.pem"),
                                    "-key2", m_certificates.file("server.key")});
        QVERIFY(server.isThere());
        const auto said = [&](const char* host) {
            return saidOf(secure(host + (":" + std::to_string(port))));
        };
        const std::string byName = said("localhost");
        // Behind the handshake it is no ZooKeeper.
        QVERIFY2(byName.find("hangs or is no ZooKeeper server") != std::string::npos, byName.c_str());
        const std::string byAddress = said("127.0.0.1");
        QVERIFY2(byAddress.find("it has: other.example") != std::string::npos, byAddress.c_str());
    }
};

LOCKSCOPE_TEST(LiveTrustTest)
#include "tst_live_trust.moc"
