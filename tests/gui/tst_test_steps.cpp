// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/test_page.h"
#include "digest_server.h"
#include "socks_relay.h"
#include "ssh_bastion.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "tls_server.h"

#include <QLabel>
#include <QRegularExpression>

using namespace lockscope;
using namespace std::chrono_literals;

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
                     QStringLiteral("✖ %1: signing in by SASL · ").arg(options.connectString)) &&
                     refused.last().contains(QStringLiteral("DIGEST-MD5: the server refuses it")),
                 qPrintable(refused.join(QLatin1Char('\n'))));
    }

    void tlsTellsWhatWasAgreedOn() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const TestCertificates certificates;
        TlsServer::Options wanted;
        wanted.cluster.adminServer = false;
        const TlsServer server(certificates, wanted);

        ConnectionOptions options = optionsFor(server.connectString());
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
