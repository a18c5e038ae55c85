// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/test_page.h"
#include "digest_server.h"
#include "scripted_server.h"
#include "ssh_bastion.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "tls_parts.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A SOCKS5 proxy that leads to this machine's ports, whatever the host is called. Lives on the thread that
/// makes it.
class SocksRelay : public QTcpServer {
public:
    SocksRelay() {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* const client = nextPendingConnection())
                connect(client, &QTcpSocket::readyRead, this, [this, client] { serve(client); });
        });
    }
    lockcore::SocksProxy proxy() const { return {.host = "127.0.0.1", .port = serverPort()}; }

private:
    /// Each of what it says comes at once, and behind an answer.
    void serve(QTcpSocket* client) {
        const QByteArray said = client->readAll();
        if (!client->property("greeted").toBool()) {
            client->setProperty("greeted", true);
            client->write(QByteArray("\x05\x00", 2));
            return;
        }
        disconnect(client, &QTcpSocket::readyRead, this, nullptr);
        const auto port = static_cast<quint16>(static_cast<quint8>(said.at(said.size() - 2)) << 8U |
                                               static_cast<quint8>(said.back()));
        auto* const server = new QTcpSocket(this);
        relay(client, server);
        relay(server, client);
        connect(server, &QTcpSocket::connected, client,
                [client] { client->write(QByteArray("\x05\x00\x00\x01", 4) + QByteArray(6, '\0')); });
        server->connectToHost(QHostAddress::LocalHost, port);
    }
    static void relay(QTcpSocket* from, QTcpSocket* to) {
        connect(from, &QTcpSocket::readyRead, to, [from, to] { to->write(from->readAll()); });
        connect(from, &QTcpSocket::disconnected, to, &QTcpSocket::disconnectFromHost);
    }
};

}  // namespace

/// What the page *Test* says of each step where all goes well.
class TestTestSteps : public QObject {
    Q_OBJECT

    /// The lines, without their times.
    static QStringList stepsTo(const ConnectionOptions& options) {
        TestPage page;
        page.start(options);
        if (!QTest::qWaitFor([&] { return !page.isRunning(); }, kServerPatienceMs)) return {};
        static const QRegularExpression time(QStringLiteral(" · [^·]*$"));
        QStringList lines =
            page.findChild<QLabel*>(QStringLiteral("test-steps"))->text().split(QLatin1Char('\n'));
        for (QString& line : lines)
            if (line.startsWith(QStringLiteral("✔"))) line.remove(time);
        return lines;
    }
    static ConnectionOptions optionsFor(const std::string& server) {
        ConnectionOptions options;
        options.connectString = QString::fromStdString(server);
        return options;
    }

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void saslNamesMechanismAndUser() {
        const DigestServer server;
        ConnectionOptions options = optionsFor(server.connectString());
        options.sasl = lockcore::SaslDigest{"alice", "secret"};
        const QString line = QStringLiteral("✔ %1: %2");
        QCOMPARE(stepsTo(options),
                 QStringList({line.arg(options.connectString, QStringLiteral("TCP connection")),
                              line.arg(options.connectString,
                                       QStringLiteral("signed in by SASL, DIGEST-MD5, as alice")),
                              line.arg(options.connectString, QStringLiteral("ZooKeeper answers"))}));

        options.sasl = lockcore::SaslDigest{"alice", "wrong"};
        const QStringList refused = stepsTo(options);
        QVERIFY2(refused.last().startsWith(
                     QStringLiteral("✖ %1: signed in by SASL · ").arg(options.connectString)) &&
                     refused.last().contains(QStringLiteral("DIGEST-MD5: the server refuses it")),
                 qPrintable(refused.join(QLatin1Char('\n'))));
    }

    void tlsTellsWhatWasAgreedOn() {
        const QByteArray netty = nettyForTls();
        if (netty.isEmpty()) QSKIP("no Netty: install libnetty-java");
        const TestCertificates certificates;
        QVERIFY(certificates.make() && certificates.sign("server", "IP:127.0.0.1"));
        QVERIFY(certificates.pack("server"));
        const std::uint16_t port = ScriptedServer::unusedPort();
        lockcore::LocalClusterOptions wanted;
        wanted.adminServer = false;
        wanted.extraConfig = tlsServerLines(certificates);
        wanted.extraConfig.insert(wanted.extraConfig.end(),
                                  {"secureClientPort=" + std::to_string(port),
                                   "secureClientPortAddress=127.0.0.1", "ssl.clientAuth=none"});
        qputenv("JAVA_TOOL_OPTIONS", netty);
        const auto server = lockcore::LocalCluster::start(wanted);
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());

        ConnectionOptions options = optionsFor("127.0.0.1:" + std::to_string(port));
        options.tls = lockcore::TlsOptions{.caFile = certificates.path("ca.pem")};
        const QStringList steps = stepsTo(options);
        const QByteArray told = steps.join(QLatin1Char('\n')).toUtf8();
        QVERIFY2(steps.size() > 3, told.constData());
        QCOMPARE(steps.at(1), QStringLiteral("✔ %1: TLS, certificate trusted").arg(options.connectString));
        QCOMPARE(steps.last(), QStringLiteral("✔ %1: ZooKeeper answers").arg(options.connectString));
        QVERIFY2(!told.contains("✖"), told.constData());
        const QString facts = steps.mid(2, steps.size() - 3).join(QLatin1Char('\n'));
        QVERIFY2(facts.contains(QStringLiteral("TLSv1.")) && facts.contains(QStringLiteral("CN")),
                 told.constData());
        QVERIFY2(facts.contains(QString::fromStdString(certificates.fingerprint("server"))),
                 told.constData());
    }

    void proxyIsAStep() {
        const SocksRelay relay;
        ConnectionOptions options = optionsFor(TestCluster::instance().server().connectString());
        options.route = relay.proxy();
        const QString line = QStringLiteral("✔ %1: %2");
        QCOMPARE(stepsTo(options),
                 QStringList({line.arg(options.connectString, QStringLiteral("TCP connection")),
                              line.arg(options.connectString, QStringLiteral("through proxy or bastion")),
                              line.arg(options.connectString, QStringLiteral("ZooKeeper answers"))}));
    }

    void bastionIsAStep() {
        const SshBastion bastion({});
        ConnectionOptions options = optionsFor(TestCluster::instance().server().connectString());
        options.route = bastion.route();
        const QString line = QStringLiteral("✔ %1: %2");
        QCOMPARE(stepsTo(options),
                 QStringList({line.arg(options.connectString, QStringLiteral("through proxy or bastion")),
                              line.arg(options.connectString, QStringLiteral("ZooKeeper answers"))}));
    }
};

LOCKSCOPE_TEST(TestTestSteps)
#include "tst_test_steps.moc"
