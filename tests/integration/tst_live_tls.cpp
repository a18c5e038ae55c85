// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "scripted_server.h"
#include "test_program.h"
#include "tls_server.h"
#include "turn_takers.h"

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/server_probe.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/connect_string.h>

#include <QDateTime>
#include <QRegularExpression>

#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What a session says first of why it is not connected.
std::string firstProblem(SessionOptions options) {
    EventLoop loop;
    std::promise<std::string> told;
    std::once_flag once;
    const auto session = Session::open(loop, std::move(options), [&](const ConnectionStatus& status) {
        if (isConnected(status.state)) std::call_once(once, [&] { told.set_value("connected"); });
        if (status.problem) std::call_once(once, [&] { told.set_value(describe(*status.problem)); });
    });
    auto future = told.get_future();
    const bool isTold = future.wait_for(60s) == std::future_status::ready;
    session->closeAndWait();
    return isTold ? future.get() : "nothing";
}

}  // namespace

/// Sessions by TLS: at a real server, and all that may be wrong with certificates.
class LiveTlsTest : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    TestCertificates m_others;
    std::unique_ptr<TlsServer> m_server;

    SessionOptions secure(const std::string& host = "127.0.0.1") const {
        SessionOptions options{m_server->connectString(host), 10s};
        options.tls = TlsOptions{.caFile = m_certificates.path("ca.pem")};
        return options;
    }
    SessionOptions withOwn(const std::string& certificate, const std::string& key = {},
                           const std::string& password = {}) const {
        SessionOptions options = secure();
        options.tls->certificateFile = certificate;
        options.tls->keyFile = key;
        options.tls->keyPassword = password;
        return options;
    }
    SessionOptions known() const {
        return withOwn(m_certificates.path("client.pem"), m_certificates.path("client.key"));
    }

private Q_SLOTS:
    /// It asks its clients for a certificate, by both kinds of port.
    void initTestCase() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        m_server =
            std::make_unique<TlsServer>(m_certificates, TlsServer::Options{.asksForCertificates = true});
        QVERIFY(m_others.make());
        QVERIFY(m_certificates.sign("client", "DNS:client") && m_others.sign("client", "DNS:client"));
        QVERIFY(m_certificates.pack("client") && m_certificates.lock("client"));
        QVERIFY(m_certificates.sign("old", "DNS:client", -1));
    }

    /// A lock by TLS keeps out one that goes without, on the same znodes.
    void locksByTls() {
        LiveSession secret(known());
        LiveSession plain(m_server->cluster().connectString());
        QCOMPARE(secret.onLoop([&] { return secret.session()->status().server; }), m_server->connectString());
        Mutex one(secret.session(), "/tls");
        Mutex other(plain.session(), "/tls");
        auto hold = one.acquire();
        QVERIFY(hold);
        QVERIFY(!other.acquireFor(100ms));
        hold->release();
        QVERIFY(other.acquireFor(30s));
    }

    /// Each shows a certificate: this port takes nobody without, and nobody without TLS.
    void threeLibrariesTakeTurns() {
        for (const QString& problem : {Peer::curatorProblem(), Peer::kazooProblem()})
            if (!problem.isEmpty()) QSKIP(qPrintable(problem));
        LiveSession session(known());
        const auto connect = known().connectString;
        const auto file = [this](const char* name) { return m_certificates.path(name); };
        OurTurnTaker ours(known());
        PeerTurnTaker curator(Peer::curatorOverTls(connect, tlsClientOptions(m_certificates)), "mutex /lock");
        PeerTurnTaker kazoo(
            Peer::kazooOverTls(connect, {file("ca.pem"), file("client.pem"), file("client.key")}),
            "curatorlock /lock");
        QVERIFY(curator.isThere() && kazoo.isThere());
        takeTurns(session, ours, curator, kazoo);
    }

    void tellsWhatWasAgreedOn() {
        LiveSession live(known());
        const auto tls = live.onLoop([&] { return live.session()->status().tls; });
        QVERIFY(tls);
        QVERIFY2(tls->version == "TLSv1.2" || tls->version == "TLSv1.3", tls->version.c_str());
        QVERIFY(!tls->cipher.empty());
        QCOMPARE(tls->server.subject, std::string("CN=server"));
        QCOMPARE(tls->server.issuer, std::string("CN=Test authority"));
        QCOMPARE(tls->server.fingerprint, m_certificates.fingerprint("server"));
        const auto hours = [](std::int64_t ms) { return std::chrono::milliseconds(ms) / 1h; };
        QCOMPARE(hours(tls->server.untilUnixMs - tls->server.fromUnixMs), 48);
        QVERIFY(std::abs(hours(tls->server.fromUnixMs - QDateTime::currentMSecsSinceEpoch())) < 1);
        QVERIFY(tls->own);
        QCOMPARE(tls->own->fingerprint, m_certificates.fingerprint("client"));
        LiveSession plain(m_server->cluster().connectString());
        QVERIFY(!plain.onLoop([&] { return plain.session()->status().tls; }));
    }

    /// The certificate is who we are to the server.
    void whoWeAreIsInAccessControlLists() {
        LiveSession live(known());
        const Acl mine{{permission::kAll, "auth", ""}};
        const auto made = live.await<CreatedNode>([&](Session& session, auto done) {
            session.create({"/ours", "data", NodeKind::Persistent, mine}, std::move(done));
        });
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
        const auto acl =
            live.await<Acl>([](Session& session, auto done) { session.acl("/ours", std::move(done)); });
        QVERIFY(acl && *acl == (Acl{{permission::kAll, "x509", "CN=client"}}));
        LiveSession plain(m_server->cluster().connectString());
        const auto read = plain.await<NodeData>(
            [](Session& session, auto done) { session.get("/ours", {}, std::move(done)); });
        QVERIFY(!read && read.error().code == ErrorCode::NoAuth);
    }

    /// That port answers four-letter words, too.
    void wordsByTls() {
        const HostPort server{"127.0.0.1", m_server->port()};
        const auto ask = [&](const SideWay& way) { return probeServer(server, 30s, {}, way); };
        const ServerProbe told = ask({.tls = known().tls, .tlsServers = {server}});
        QVERIFY2(told.answer == ServerAnswer::Serving, told.problem ? describe(*told.problem).c_str() : "");
        QCOMPARE(told.mode, std::string("standalone"));
        // It wants our certificate, and hears nobody without TLS.
        QVERIFY(ask({.tls = secure().tls, .tlsServers = {server}}).answer != ServerAnswer::Serving);
        QVERIFY(probeServer(server, 3s, {}, {.tls = known().tls}).answer != ServerAnswer::Serving);
    }

    /// They were signed for two days, of which eight hours are left.
    void certificatesThatEndAreFound() {
        SurveyOptions survey;
        survey.servers = {{"127.0.0.1", m_server->port()}};
        survey.way = {.tls = known().tls, .tlsServers = survey.servers};
        survey.limit = 30s;
        ClusterSample sample;
        sample.takenAtUnixMs = QDateTime::currentMSecsSinceEpoch() + std::chrono::milliseconds(40h).count();
        sample.servers = surveyCluster(survey);
        QVERIFY(sample.servers.front().tls);
        QCOMPARE(sample.servers.front().tls->server.fingerprint, m_certificates.fingerprint("server"));
        std::vector<std::string> ends;
        for (const Finding& finding : findProblems(sample))
            if (finding.kind == FindingKind::CertificateEnds) ends.push_back(finding.server + finding.detail);
        QCOMPARE(ends, (std::vector<std::string>{"own", toString(survey.servers.front())}));
    }

    /// Data of many records, both ways.
    void carriesMuch() {
        LiveSession live(known());
        const std::string data(500'000, 'x');
        const auto made = live.await<CreatedNode>([&](Session& session, auto done) {
            session.create("/much", data, NodeKind::Persistent, std::move(done));
        });
        QVERIFY(made);
        const auto read = live.await<NodeData>(
            [&](Session& session, auto done) { session.get("/much", {}, std::move(done)); });
        QVERIFY(read && read->data == data);
    }

    void connectsAgainAfterTheServerWasKilled() {
        LiveSession live(known());
        const auto id = live.id();
        m_server->cluster().kill();
        QVERIFY(m_server->cluster().restart());
        const auto read = live.await<ChildList>([](Session& session, auto done) {
            session.sync("/", [](const Result<void>&) {});
            session.children("/", {}, std::move(done));
        });
        QTRY_VERIFY_WITH_TIMEOUT(live.onLoop([&] { return isConnected(live.session()->status().state); }),
                                 30'000);
        QCOMPARE(live.id(), id);
    }

    void ownCertificate_data() {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("password");
        QTest::addColumn<QString>("said");
        const auto file = [this](const char* name) { return m_certificates.file(name); };
        QTest::newRow("PEM") << file("client.pem") << file("client.key") << QByteArray() << "^connected$";
        QTest::newRow("locked key") << file("client.pem") << file("client-locked.key") << QByteArray("secret")
                                    << "^connected$";
        QTest::newRow("PKCS#12") << file("client.p12") << QString() << QByteArray("secret") << "^connected$";
        QTest::newRow("none")
            << QString() << QString() << QByteArray()
            << "the server (refuses our certificate, or that we have none|asks for a certificate)";
        QTest::newRow("of another authority")
            << m_others.file("client.pem") << m_others.file("client.key") << QByteArray()
            << "the server refuses our certificate, or that we have none";
        QTest::newRow("no password") << file("client.pem") << file("client-locked.key") << QByteArray()
                                     << "encrypted, and no password.*client-locked\\.key";
        QTest::newRow("wrong password") << file("client.pem") << file("client-locked.key")
                                        << QByteArray("public") << "password is not.*client-locked\\.key";
        QTest::newRow("PKCS#12, no password")
            << file("client.p12") << QString() << QByteArray() << "none is given";
        QTest::newRow("PKCS#12, wrong password")
            << file("client.p12") << QString() << QByteArray("public") << "password is not that of the file";
        QTest::newRow("without its key")
            << file("client.pem") << QString() << QByteArray() << "no private key";
        QTest::newRow("another's key")
            << file("client.pem") << file("server.key") << QByteArray() << "not this certificate's";
        QTest::newRow("expired") << file("old.pem") << file("old.key") << QByteArray()
                                 << "has expired.*old\\.pem";
        QTest::newRow("missing file")
            << file("missing.pem") << QString() << QByteArray() << "No such file.*missing\\.pem";
        QTest::newRow("no certificate")
            << file("client.key") << QString() << QByteArray() << "no certificate in";
        QTest::newRow("neither kind") << file("server.ext") << QString() << QByteArray() << "neither PEM nor";
    }
    void ownCertificate() {
        QFETCH(const QString, certificate);
        QFETCH(const QString, key);
        QFETCH(const QByteArray, password);
        QFETCH(const QString, said);
        const std::string problem =
            firstProblem(withOwn(certificate.toStdString(), key.toStdString(), password.toStdString()));
        QVERIFY2(QRegularExpression(said).match(QString::fromStdString(problem)).hasMatch(), problem.c_str());
    }

    void javaKeyStoreIsToldHowToConvert() {
        QFile store(m_certificates.file("keys.jks"));
        QVERIFY(store.open(QIODevice::WriteOnly) && store.write("\xfe\xed\xfe\xed\0\0\0\2", 8) == 8);
        store.close();
        const std::string problem = firstProblem(withOwn(m_certificates.path("keys.jks")));
        QVERIFY2(problem.find("keytool -importkeystore -srckeystore") != std::string::npos, problem.c_str());
        SessionOptions options = known();
        options.tls->caFile = m_certificates.path("keys.jks");
        const std::string ofTrusted = firstProblem(options);
        QVERIFY2(ofTrusted.find("keytool -list -rfc -keystore") != std::string::npos, ofTrusted.c_str());
    }

    void otherAuthority() {
        SessionOptions options = known();
        options.tls->caFile = m_others.path("ca.pem");
        const std::string problem = firstProblem(options);
        QVERIFY2(problem.find("authority that is not trusted") != std::string::npos, problem.c_str());
        QVERIFY2(problem.find(m_server->connectString()) != std::string::npos, problem.c_str());
    }

    /// A plain server at a profile for TLS, and the reverse.
    void otherKindOfPort() {
        SessionOptions options = known();
        options.connectString = m_server->cluster().connectString();
        const std::string plainServer = firstProblem(options);
        QVERIFY2(plainServer.find("this may be a port without TLS") != std::string::npos,
                 plainServer.c_str());
        SessionOptions plain{m_server->connectString(), 10s};
        plain.link = true;
        const std::string tlsServer = firstProblem(plain);
        QVERIFY2(tlsServer.find("this is a port for TLS") != std::string::npos, tlsServer.c_str());
    }

    void silentServer() {
        const ScriptedServer server([](const std::string&) { return ScriptedServer::Reply{{}, true}; });
        SessionOptions options = known();
        options.timeout = 2s;
        options.connectString = "127.0.0.1:" + std::to_string(server.port());
        const std::string problem = firstProblem(options);
        QVERIFY2(problem.find(
                     "it takes connections, and hangs or is no port for TLS: no handshake came to its end "
                     "within 1200 ms") != std::string::npos,
                 problem.c_str());
    }

    void serversCertificate_data() {
        QTest::addColumn<QString>("names");
        QTest::addColumn<int>("days");
        QTest::addColumn<bool>("checksName");
        QTest::addColumn<QString>("said");
        QTest::newRow("expired") << "IP:127.0.0.1" << -1 << true << "has expired";
        QTest::newRow("other name") << "DNS:zk9.example,IP:10.9.8.7" << 2 << true
                                    << "does not have this name; it has: zk9.example, 10.9.8.7";
        QTest::newRow("other name, not checked") << "DNS:zk9.example" << 2 << false << "";
    }
    void serversCertificate() {
        QFETCH(const QString, names);
        QFETCH(const int, days);
        QFETCH(const bool, checksName);
        QFETCH(const QString, said);
        const TestCertificates& keys = m_certificates;
        QVERIFY(keys.sign("odd", names, days));
        const std::uint16_t port = ScriptedServer::unusedPort();
        const OpenSslServer server(keys, port, "odd");
        QVERIFY(server.isThere());
        SessionOptions options = known();
        options.timeout = 2s;
        options.tls->checksName = checksName;
        options.connectString = "127.0.0.1:" + std::to_string(port);
        const std::string problem = firstProblem(options);
        // Behind the handshake it is no ZooKeeper.
        const std::string expected = said.isEmpty() ? "hangs or is no ZooKeeper server" : said.toStdString();
        QVERIFY2(problem.find(expected) != std::string::npos, problem.c_str());
    }

    void authorityBetween_data() {
        QTest::addColumn<bool>("isShown");
        QTest::addColumn<QString>("said");
        // Behind the handshake it is no ZooKeeper.
        QTest::newRow("shown") << true << "hangs or is no ZooKeeper server";
        QTest::newRow("not shown")
            << false
            << "not trusted here, \"CN=Authority between\": if it is the right one, name "
               "the file of its authority; if its root is named already, the server's "
               "owner has to let the server show the authorities between";
    }
    /// We trust the root alone.
    void authorityBetween() {
        QFETCH(const bool, isShown);
        QFETCH(const QString, said);
        const TestCertificates& keys = m_certificates;
        QVERIFY(keys.makeBetween() && keys.sign("below", "IP:127.0.0.1", 2, "between"));
        const std::uint16_t port = ScriptedServer::unusedPort();
        const QStringList chain{"-cert_chain", keys.file("between.pem")};
        const OpenSslServer server(keys, port, "below", isShown ? chain : QStringList());
        QVERIFY(server.isThere());
        SessionOptions options = known();
        options.timeout = 2s;
        options.connectString = "127.0.0.1:" + std::to_string(port);
        const std::string problem = firstProblem(options);
        QVERIFY2(problem.find(said.toStdString()) != std::string::npos, problem.c_str());
    }
};

LOCKSCOPE_TEST(LiveTlsTest)
#include "tst_live_tls.moc"
