// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "scripted_server.h"
#include "test_program.h"
#include "tls_parts.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// A key that is its own authority, as the server wants it: a store with the key, and one with whom to trust.
class KeyStores {
public:
    KeyStores() {
        keytool({"-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-keystore", path("key.p12")});
        keytool({"-exportcert", "-file", path("certificate"), "-keystore", path("key.p12")});
        keytool({"-importcert", "-noprompt", "-file", path("certificate"), "-keystore", path("trust.p12")});
    }

    std::vector<std::string> config() const {
        const QString trusted = path("trust.p12");
        return {"ssl.keyStore.location=" + path("key.p12").toStdString(),
                "ssl.keyStore.password=" + kPassword.toStdString(),
                "ssl.trustStore.location=" + trusted.toStdString(),
                "ssl.trustStore.password=" + kPassword.toStdString(), "ssl.clientAuth=none"};
    }

private:
    const QString kPassword = QStringLiteral("lockscope");

    QString path(const QString& name) const { return m_directory.filePath(name); }
    void keytool(QStringList arguments) const {
        arguments << "-storetype"
                  << "PKCS12"
                  << "-storepass" << kPassword << "-alias"
                  << "server";
        if (QProcess::execute("keytool", arguments) != 0) qFatal("keytool failed");
    }

    QTemporaryDir m_directory;
};

}  // namespace

/// Clients at a server's TLS port, which four-letter words don't list.
class TestTlsFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clientsThatWordsDoNotList();
};

void TestTlsFindings::clientsThatWordsDoNotList() {
    const QByteArray netty = nettyForTls();
    if (netty.isEmpty() || QStandardPaths::findExecutable("keytool").isEmpty())
        QSKIP("no Netty or no keytool: install libnetty-java and default-jre-headless");
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const KeyStores keys;
    const std::uint16_t tlsPort = ScriptedServer::unusedPort();
    LocalClusterOptions options;
    options.tickTime = 200ms;
    options.extraConfig = keys.config();
    options.extraConfig.push_back("serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory");
    options.extraConfig.push_back("secureClientPort=" + std::to_string(tlsPort));
    options.extraConfig.push_back("secureClientPortAddress=127.0.0.1");
    qputenv("JAVA_TOOL_OPTIONS", netty);
    const auto server = LocalCluster::start(options);
    qunsetenv("JAVA_TOOL_OPTIONS");
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());

    const auto secret = Peer::kazooOverTls("127.0.0.1:" + std::to_string(tlsPort));
    QVERIFY(secret);
    secret->ask("lock /lock");
    QCOMPARE(secret->ask("acquire"), "ACQUIRED");
    const ClusterWatch::Plan words{
        .connect = (*server)->connectString(), .adminUrl = "http://{host}:1/commands", .interval = 1s};
    const auto isJudged = [](const ClusterAssessment& seen) {
        const auto& report = seen.sample->servers.at(0);
        return seen.sessions.size() == 1 && report.lastZxid &&
               *report.lastZxid >= seen.sample->locks.at(0)->rows.at(0).contender->stat->czxid;
    };
    {
        ClusterWatch watch(words);
        const auto seen = watch.await(isJudged);
        QVERIFY(seen);
        QCOMPARE(textOf(seen->findings), "");
        QCOMPARE(seen->sessions[0].state, SessionState::Unknown);
        QVERIFY(seen->sample->servers[0].hasUnlistedConnections);
    }
    if (!(*server)->adminUrl().empty()) {
        ClusterWatch watch(**server, (*server)->connectString());
        const auto seen = watch.await(isJudged);
        QVERIFY(seen);
        QCOMPARE(textOf(seen->findings), "");
        QCOMPARE(seen->sessions[0].state, SessionState::Connected);
    }
    // Nobody is left whom the words don't list, so they can be believed.
    secret->kill();
    ClusterWatch watch(words);
    QVERIFY(watch.awaitFindings("warning ghost-holder /lock"));
}

LOCKSCOPE_TEST(TestTlsFindings)
#include "tst_tls_findings.moc"
