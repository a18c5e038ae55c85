// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "counting_clients.h"
#include "java_options.h"
#include "live_session.h"
#include "test_program.h"
#include "tls_server.h"

#include <lockcore/lab/local_ensemble.h>
#include <lockcore/recipes/mutex.h>

#include <QFile>
#include <QRegularExpression>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// How members speak TLS to each other, each with the packed certificate "server".
std::vector<std::string> quorumTlsLines(const TestCertificates& keys) {
    return {"sslQuorum=true",
            "ssl.quorum.keyStore.location=" + keys.path("server.p12"),
            "ssl.quorum.keyStore.password=secret",
            "ssl.quorum.keyStore.type=PKCS12",
            "ssl.quorum.trustStore.location=" + keys.path("ca.pem"),
            "ssl.quorum.trustStore.type=PEM"};
}

}  // namespace

/// Three servers that speak TLS to each other and to their clients.
class TlsEnsembleTest : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    TestCertificates m_others;
    std::optional<JavaOptions> m_java;  ///< until the end: servers are started again
    std::unique_ptr<LocalEnsemble> m_ensemble;

    SessionOptions secure(const std::string& connectString, const TestCertificates& trusted) const {
        SessionOptions options{connectString, 30s};
        options.tls = TlsOptions{.caFile = trusted.path("ca.pem")};
        return options;
    }
    /// The address by which members elect.
    std::string electionAddress(std::size_t server) const {
        QFile config(QString::fromStdString(m_ensemble->directory(server)) + QStringLiteral("/zoo.cfg"));
        if (!config.open(QIODevice::ReadOnly)) return {};
        const QRegularExpression member(
            QStringLiteral("^server\\.%1=127\\.0\\.0\\.1:\\d+:(\\d+)").arg(server + 1),
            QRegularExpression::MultilineOption);
        const auto found = member.match(QString::fromUtf8(config.readAll()));
        return "127.0.0.1:" + found.captured(1).toStdString();
    }

private Q_SLOTS:
    void initTestCase() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        QVERIFY(m_certificates.makeForServer() && m_others.make());
        LocalClusterOptions options;
        options.tickTime = 200ms;
        options.extraConfig = tlsServerLines(m_certificates);
        for (const std::string& line : quorumTlsLines(m_certificates))
            options.extraConfig.push_back(line);
        options.extraConfig.insert(
            options.extraConfig.end(),
            {"client.portUnification=true", "ssl.clientAuth=none", "maxSessionTimeout=60000"});
        m_java.emplace(nettyForTls());
        auto ensemble = LocalEnsemble::start(3, options);
        QVERIFY2(ensemble, ensemble ? "" : describe(ensemble.error()).c_str());
        m_ensemble = std::move(*ensemble);
    }
    void cleanupTestCase() {
        m_ensemble.reset();
        m_java.reset();
    }

    /// They do among each other what the test below is about.
    void membersSpeakTls() {
        for (std::size_t server = 0; server < m_ensemble->size(); ++server) {
            const auto status = firstWord(secure(electionAddress(server), m_others));
            const std::string said = status.problem ? describe(*status.problem) : "nothing";
            QVERIFY2(said.find("authority that is not trusted here") != std::string::npos, said.c_str());
        }
    }

    void lockGoesOnWhenTheLeaderIsKilled() {
        const auto connect = m_ensemble->connectString();
        CountingClients clients({.connectString = connect,
                                 .sessionTimeout = 4s,
                                 .counting = 10,
                                 .tls = secure(connect, m_certificates).tls});
        LiveSession holding(secure(connect, m_certificates));
        Mutex held(holding.session(), "/held");
        auto hold = held.acquire();
        QVERIFY(hold);
        const SessionId id = holding.id();
        QVERIFY(clients.everybodyProceeds());
        for (int round = 0; round < 2; ++round) {
            const auto leader = m_ensemble->awaitLeader();
            QVERIFY(leader);
            m_ensemble->kill(*leader);
            QVERIFY(clients.everybodyProceeds());
            QVERIFY(m_ensemble->restart(*leader));
            QVERIFY(clients.everybodyProceeds());
        }
        clients.stop();
        QCOMPARE(clients.mistakes().mid(0, 5).join('\n'), QString());

        QTRY_VERIFY_WITH_TIMEOUT(hold->state() == HoldState::Held, 60'000);
        QCOMPARE(holding.id(), id);
        QVERIFY(holding.onLoop([&] { return holding.session()->status().tls; }));
        const auto caughtUp =
            holding.await<void>([](Session& zookeeper, auto done) { zookeeper.sync("/", std::move(done)); });
        QVERIFY2(caughtUp, caughtUp ? "" : describe(caughtUp.error()).c_str());
        const auto number = holding.await<NodeData>(
            [](Session& zookeeper, auto done) { zookeeper.get("/number", {}, std::move(done)); });
        QVERIFY2(number, number ? "" : describe(number.error()).c_str());
        const int counted = std::stoi(number->data);
        QVERIFY(counted >= clients.confirmed());
        QVERIFY(counted <= clients.confirmed() + clients.undecided());
        QVERIFY(hold->release());
    }
};

LOCKSCOPE_TEST(TlsEnsembleTest)
#include "tst_tls_ensemble.moc"
