// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/explanation.h"
#include "program_run.h"
#include "test_program.h"
#include "tls_parts.h"

#include <lockcore/feed/connection_problem.h>

#include <QRegularExpression>

using namespace lockscope;

namespace {

/// How a session stands, and what has to be said of it.
struct ToldProblem {
    lockcore::ConnectionState state = lockcore::ConnectionState::Connecting;
    lockcore::Error error = {};
    std::optional<lockcore::SaslOptions> sasl = {};
    QStringList parts = {};
    QString user = {};
};

/// A server with TLS of the program openssl. It says its port when it listens.
class OpensslServer {
public:
    explicit OpensslServer(const TestCertificates& certificates) {
        m_openssl.start(QStringLiteral("openssl"),
                        {"s_server", "-accept", "127.0.0.1:0", "-cert", certificates.file("server.pem"),
                         "-key", certificates.file("server.key")});
    }
    ~OpensslServer() {
        m_openssl.kill();
        m_openssl.waitForFinished(-1);
    }
    OpensslServer(const OpensslServer&) = delete;
    OpensslServer& operator=(const OpensslServer&) = delete;

    QString address() {
        static const QRegularExpression kPort(QStringLiteral("ACCEPT (127\\.0\\.0\\.1:\\d+)\\n"));
        QByteArray output;
        QRegularExpressionMatch found;
        while (!found.hasMatch() && m_openssl.waitForReadyRead(60'000)) {
            output += m_openssl.readAllStandardOutput();
            found = kPort.match(QString::fromUtf8(output));
        }
        return found.captured(1);
    }

private:
    QProcess m_openssl;
};

}  // namespace

/// What a person is told of a cluster that does not let us in: what failed, where, why, and what to do.
class TestProblemTexts : public QObject {
    Q_OBJECT

    TestCertificates m_keys;

private Q_SLOTS:
    void initTestCase() {
        const TestCertificates others;
        QVERIFY(m_keys.make() && others.make() && m_keys.sign("server", "IP:127.0.0.1"));
        QVERIFY(m_keys.sign("client", "DNS:client") && m_keys.lock("client"));
        QVERIFY(QFile::copy(others.file("ca.pem"), m_keys.file("other.pem")));
    }

    void eachTellsWhatToDo_data() {
        using lockcore::ConnectionState;
        using lockcore::ErrorCode;
        QTest::addColumn<ToldProblem>("told");
        const auto row = [](const char* name, const ToldProblem& told) { QTest::newRow(name) << told; };
        const std::string server = "zk1:2281";
        const auto at = [&](ErrorCode code, const std::string& what) {
            return lockcore::Error{code, what, {}, server};
        };
        const lockcore::SaslOptions digest = lockcore::SaslDigest{"alice", "x"};
        const lockcore::SaslOptions kerberos = lockcore::SaslKerberos();
        const QString noTls = QStringLiteral("No TLS with zk1:2281.");
        const QString noSasl = QStringLiteral("No SASL with zk1:2281.");
        row("a file of ours",
            {.state = ConnectionState::Closed,
             .error = {ErrorCode::TlsFailed, "Reading our certificate: the password is not that of its key",
                       "/own.key"},
             .parts = {noTls, "the password is not that of its key (/own.key)",
                       "Check that this is the right file"}});
        row("a certificate",
            {.error = at(ErrorCode::TlsFailed, "the server's certificate has expired"),
             .parts = {noTls, "the server's certificate has expired", "the authority that signed"}});
        row("a server that says nothing",
            {.error = at(ErrorCode::OperationTimeout, "no handshake came to its end"),
             .parts = {"Nothing answers at zk1:2281.", "no handshake came to its end",
                       "Check host and port"}});
        row("a port for TLS, perhaps", {.error = at(ErrorCode::ConnectionLoss, "or this is a port for TLS"),
                                        .parts = {"The connection to zk1:2281 broke off.",
                                                  "or this is a port for TLS", "Check host and port"}});
        row("damage in a connection that lived",
            {.state = ConnectionState::Suspended,
             .error = at(ErrorCode::ConnectionLoss, "Connecting to zk1:2281: it was damaged on the way"),
             .parts = {"Lost connection to zk1:2281.", "it was damaged on the way"}});
        row("no ssh", {.error = at(ErrorCode::MissingProgram, "\"ssh\" is not installed here"),
                       .parts = {"The way to zk1:2281 does not lead there.", "\"ssh\" is not installed here",
                                 "Install it (on Debian, openssh-client)"}});
        row("a bastion",
            {.error = at(ErrorCode::RouteFailed, "the bastion's host key is not known here"),
             .parts = {"The way to zk1:2281 does not lead there.", "the bastion's host key is not known here",
                       "Check the proxy or the bastion"}});
        row("no such mechanism", {.error = at(ErrorCode::SaslFailed, "the server has no SASL"),
                                  .sasl = digest,
                                  .parts = {noSasl, "the server has no SASL", "Compare the mechanism"}});
        row("no ticket", {.error = at(ErrorCode::SaslFailed, "no Kerberos ticket: get one with kinit"),
                          .sasl = kerberos,
                          .parts = {noSasl, "get one with kinit", "Compare our ticket"}});
        row("a wrong password", {.state = ConnectionState::AuthFailed,
                                 .error = at(ErrorCode::AuthFailed, "the server refuses it"),
                                 .sasl = digest,
                                 .parts = {"The server zk1:2281 refused the credentials.",
                                           "the server refuses it", "Check user and password"}});
        row("the server's clock", {.state = ConnectionState::AuthFailed,
                                   .error = at(ErrorCode::AuthFailed, "the server refuses it"),
                                   .sasl = kerberos,
                                   .parts = {"The server zk1:2281 refused the credentials.",
                                             "the server refuses it", "Compare the server's clock"}});
        const QString nobody = QStringLiteral("The server zk1:2281 takes nobody who has not signed in.");
        row("nobody", {.state = ConnectionState::AuthFailed,
                       .error = at(ErrorCode::SignInRequired, "Connecting to zk1:2281"),
                       .parts = {nobody, "mostly by SASL", "--sasl"}});
        row("user and password of the scheme digest",
            {.state = ConnectionState::AuthFailed,
             .error = at(ErrorCode::SignInRequired, "Connecting to zk1:2281"),
             .parts = {nobody, "User and password alone are not what it wants", "--sasl"},
             .user = QStringLiteral("alice")});
    }
    void eachTellsWhatToDo() {
        QFETCH(const ToldProblem, told);
        ConnectionOptions options;
        options.connectString = QStringLiteral("zk1:2281");
        options.sasl = told.sasl;
        options.credentials.user = told.user;
        lockcore::ConnectionStatus status;
        status.state = told.state;
        status.problem = told.error;
        const auto problem = lockcore::problemOf(status);
        QVERIFY(problem);
        for (const Audience audience : {Audience::Window, Audience::CommandLine}) {
            const QString text = explainProblem(*problem, options, audience).joined();
            for (const QString& part : told.parts)
                QVERIFY2(text.contains(part), qPrintable(text));
        }
    }

    /// Such a server takes the connection: that it does not let us in shows when the root is read.
    void theRootShowsThatNobodyIsTaken() {
        const auto problem = lockcore::problemOfRoot(
            lockcore::fail(lockcore::ErrorCode::SignInRequired, "Reading /", "/", "zk1:2281"));
        QVERIFY(problem);
        QCOMPARE(problem->kind, lockcore::ProblemKind::AuthFailed);
    }

    void theProgramSaysSo_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("another authority")
            << QStringList{"--tls", "--tls-ca", "other.pem"}
            << QStringList{"No TLS with 127.0.0.1:", "of an authority that is not trusted here",
                           "name the file of its authority", "Compare the port"};
        QTest::newRow("another's key")
            << QStringList{"--tls",      "--tls-ca",  "ca.pem",    "--tls-cert",
                           "client.pem", "--tls-key", "server.key"}
            << QStringList{"No TLS with 127.0.0.1:", "the key is not this certificate's", "/server.key",
                           "Check that this is the right file"};
        QTest::newRow("wrong password of the key")
            << QStringList{"--tls",      "--tls-ca",  "ca.pem",           "--tls-cert",
                           "client.pem", "--tls-key", "client-locked.key"}
            << QStringList{"No TLS with 127.0.0.1:", "the password is not that of its key",
                           "/client-locked.key", "the password of its key"};
        QTest::newRow("no ssh") << QStringList{"--bastion", "jump"}
                                << QStringList{"The way to 127.0.0.1:", "\"ssh\" is not installed here",
                                               "openssh-client"};
    }
    void theProgramSaysSo() {
        QFETCH(QStringList, words);
        QFETCH(const QStringList, parts);
        const QTemporaryDir directory;
        for (QString& word : words)
            if (word.contains(QLatin1Char('.'))) word = m_keys.file(word.toLatin1().constData());
        OpensslServer server(m_keys);
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("LOCKSCOPE_TLS_PASSWORD"), QStringLiteral("public"));
        environment.insert(QStringLiteral("PATH"), directory.path());
        const auto outcome = runLockscope(
            QStringList{QStringLiteral("list"), QStringLiteral("--connect"), server.address()} + words,
            environment);
        QCOMPARE(outcome.status, 1);
        const QString said = QString::fromUtf8(outcome.errors);
        for (const QString& part : parts)
            QVERIFY2(said.contains(part), qPrintable(said));
    }
};

LOCKSCOPE_TEST(TestProblemTexts)
#include "tst_problem_texts.moc"
