// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "link_to_server.h"
#include "plain_socket.h"
#include "test_program.h"
#include "tls_partner.h"

#include "link/tls_channel.h"
#include "link/tls_context.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using KeyPlan = MemoryKey::Plan;

const std::string kOrNotShown =
    "; if its root is named already, the server's owner has to let the server show the authorities between";

LinkToServer::Change secureBy(const TlsOptions& options, Duration within = 20s) {
    return [options, within](LinkWiring& wiring, EventLoop&) {
        auto context = makeTlsContext(options);
        if (!context) qFatal("%s", describe(context.error()).c_str());
        wiring.channelMaker = std::make_unique<TlsChannelMaker>(std::move(*context), options.checksName);
        wiring.openWithin = within;
    };
}

/// The versions that we take.
void addVersions() {
    QTest::addColumn<int>("version");
    QTest::newRow("TLS 1.2") << TLS1_2_VERSION;
    QTest::newRow("TLS 1.3") << TLS1_3_VERSION;
}

}  // namespace

/// What a link says of a handshake that comes to nothing, whichever side ends it: where, why, and what to do.
class TlsHandshakeTest : public QObject {
    Q_OBJECT

    const MemoryKey m_authority = MemoryKey::authority("Test authority");
    const MemoryKey m_other = MemoryKey::authority("Another authority");
    const MemoryKey m_namesake = MemoryKey::authority("Test authority");
    const MemoryKey m_server{{}, &m_authority};
    QTemporaryDir m_directory;

    std::string file(const char* name) const {
        return m_directory.filePath(QLatin1String(name)).toStdString();
    }
    TlsOptions trusting() const { return {.caFile = file("authority.pem")}; }

    /// What a link has to say when this server's part is over. The client asks nothing.
    static Error failureAt(const MemoryKey& key, const TlsPartner::Plan& plan, const TlsOptions& options) {
        PlainListener listener;
        LinkToServer link(listener.address(), secureBy(options));
        auto client = link.connectClient();
        auto connection = listener.accept();
        TlsPartner(key, plan).talk(connection);
        connection.close();
        client.receiveUntilEnd();
        const auto failures = link.failures();
        if (failures.size() != 1) return {ErrorCode::Io, "failures: " + std::to_string(failures.size())};
        if (failures.front().server != listener.address()) return {ErrorCode::Io, "another server"};
        // "Connecting to 127.0.0.1:1234: …"
        auto failure = failures.front();
        const std::string attempt = "Connecting to " + listener.address() + ": ";
        if (failure.what.starts_with(attempt)) failure.what.erase(0, attempt.size());
        return failure;
    }

private Q_SLOTS:
    void initTestCase() {
        m_authority.write(file("authority.pem"));
        m_other.write(file("other.pem"));
        MemoryKey({}, &m_authority).write(file("ours.pem"));
        MemoryKey({}, &m_other).write(file("stranger.pem"));
    }

    void comesToItsEnd_data() { addVersions(); }
    void comesToItsEnd() {
        QFETCH(const int, version);
        PlainListener listener;
        LinkToServer link(listener.address(), secureBy(trusting()));
        auto client = link.connectClient();
        auto connection = listener.accept();
        TlsPartner partner(m_server, {.newestVersion = version});
        partner.talk(connection);
        QVERIFY(partner.isDone());
        QTRY_COMPARE(link.steps(), QStringList({"Connect ok", "Tls ok"}));
        QVERIFY(link.failures().empty());
    }

    void cutAnywhere_data() { addVersions(); }
    /// Of all that the server has to say until the client is through, so many bytes.
    void cutAnywhere() {
        QFETCH(const int, version);
        PlainListener listener;
        LinkToServer link(listener.address(), secureBy(trusting()));
        bool isCut = true;
        std::size_t count = 0;
        for (; isCut; ++count) {
            auto client = link.connectClient();
            auto connection = listener.accept();
            TlsPartner partner(m_server, {.newestVersion = version});
            std::size_t sent = 0;
            isCut = false;
            while (!isCut && !partner.isDone()) {
                const auto heard = TlsPartner::recordOf(connection);
                if (heard.empty()) break;
                const auto said = partner.answer(heard);
                // What TLS 1.3 says once it is done is for later connections.
                const bool isLater = version == TLS1_3_VERSION && partner.isDone();
                isCut = !isLater && said.size() > count - sent;
                connection.send(std::string_view(said).substr(0, count - sent));
                sent += std::min(said.size(), count - sent);
            }
            connection.close();
            QCOMPARE(client.receiveUntilEnd(), std::string());
            const auto failures = link.failures();
            QCOMPARE(failures.size(), count + 1);
            if (!isCut) break;
            const auto told = QByteArray::fromStdString(std::to_string(count) + ": " + failures.back().what);
            QVERIFY2(failures.back().code == ErrorCode::TlsFailed, told.constData());
            const std::string why = count == 0 ? "in the handshake: this may be a port without TLS"
                                               : "in the middle of the handshake: its log may tell why";
            QVERIFY2(failures.back().what == "Connecting to " + listener.address() +
                                                 ": the server has ended the connection " + why,
                     told.constData());
        }
        QVERIFY(count > 500);  // that there was something to cut
    }

    void endRightBehindIt_data() { addVersions(); }
    void endRightBehindIt() {
        QFETCH(const int, version);
        const auto failure = failureAt(m_server, {.newestVersion = version}, trusting());
        QCOMPARE(failure.code, ErrorCode::ConnectionLoss);
        QCOMPARE(failure.what,
                 "the connection was closed by the server before it said anything: it serves "
                 "nobody now, or does not take our certificate, or that we have none");
    }

    void serversCertificate_data() {
        QTest::addColumn<KeyPlan>("plan");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const KeyPlan& plan, const char* why) {
            QTest::newRow(name) << plan << why;
        };
        row("expired", {.from = -48h, .until = -24h}, "has expired, .+: its owner has to renew it$");
        row("not yet valid", {.from = 24h, .until = 48h},
            "is not valid yet, if this machine's clock is right: set the clock");
        row("another name", {.names = "DNS:zk9.example,IP:10.9.8.7"},
            "does not have this name; it has: zk9\\.example, 10\\.9\\.8\\.7\\. Connect by one of these$");
        row("no name", {.names = ""}, "does not have this name, and no other: the server needs another one$");
    }
    void serversCertificate() {
        QFETCH(const KeyPlan, plan);
        QFETCH(const QString, why);
        const auto failure = failureAt({plan, &m_authority}, {}, trusting());
        QCOMPARE(failure.code, ErrorCode::TlsFailed);
        const QRegularExpression expected(QStringLiteral("^the server's certificate ") + why);
        QVERIFY2(expected.match(QString::fromStdString(failure.what)).hasMatch(), failure.what.c_str());
    }

    /// Whose owner has to do something about it is another one than the server's.
    void authorityThatHasExpired() {
        const MemoryKey old = MemoryKey::authority("Old authority", -24h);
        old.write(file("old.pem"));
        const auto failure = failureAt({{}, &old}, {}, {.caFile = file("old.pem")});
        QCOMPARE(failure.code, ErrorCode::TlsFailed);
        QVERIFY2(
            failure.what.starts_with("the certificate of the authority \"CN=Old authority\" has expired"),
            failure.what.c_str());
    }

    void authorityThatIsNotTrusted() {
        const std::string lead = "the server's certificate is of an authority that is not trusted here";
        const std::string advice = ": if it is the right one, name the file of its authority";
        const auto stranger = failureAt({{}, &m_other}, {}, trusting());
        QCOMPARE(stranger.code, ErrorCode::TlsFailed);
        QCOMPARE(stranger.what, lead + ", \"CN=Another authority\"" + advice + kOrNotShown);
        const auto namesake = failureAt({{}, &m_namesake}, {}, trusting());
        QCOMPARE(namesake.code, ErrorCode::TlsFailed);
        QCOMPARE(namesake.what, lead + advice);
        const auto itself = failureAt({{}, nullptr}, {}, trusting());
        QCOMPARE(itself.code, ErrorCode::TlsFailed);
        QVERIFY2(itself.what.ends_with("if it is the right one, name it as the file of the authorities"),
                 itself.what.c_str());
    }

    void authorityBetween_data() { addVersions(); }
    /// We trust the root alone, so that the server has to show who stands between. The same holds for what we
    /// show it.
    void authorityBetween() {
        QFETCH(const int, version);
        const MemoryKey between = MemoryKey::authorityOf(m_authority, "Authority between");
        const MemoryKey server{{}, &between};
        const auto shown = failureAt(server, {.newestVersion = version, .between = &between}, trusting());
        QCOMPARE(shown.code, ErrorCode::ConnectionLoss);  // the end behind the handshake
        const auto missing = failureAt(server, {.newestVersion = version}, trusting());
        QCOMPARE(missing.code, ErrorCode::TlsFailed);
        QCOMPARE(missing.what,
                 "the server's certificate is of an authority that is not trusted here, \"CN=Authority "
                 "between\": if it is the right one, name the file of its authority" +
                     kOrNotShown);

        const MemoryKey ours{{}, &between};
        TlsOptions options = trusting();
        options.certificateFile = file("chain.pem");
        const TlsPartner::Plan asking{.newestVersion = version, .clientsAuthority = &m_authority};
        ours.write(options.certificateFile, &between);
        const auto taken = failureAt(m_server, asking, options);
        QVERIFY2(taken.code == ErrorCode::ConnectionLoss, taken.what.c_str());
        ours.write(options.certificateFile);
        QCOMPARE(failureAt(m_server, asking, options).code, ErrorCode::TlsFailed);
    }

    void oneThatIsNamedIsTrusted_data() { addVersions(); }
    /// Without its root, as by Java's truststore and by curl: an authority that another has signed, and the
    /// server's own certificate. Whom it signs that is no authority counts no more for that.
    void oneThatIsNamedIsTrusted() {
        QFETCH(const int, version);
        const MemoryKey between = MemoryKey::authorityOf(m_authority, "Authority between");
        const MemoryKey server{{}, &between};
        const MemoryKey ofServer{{}, &server};
        const TlsOptions naming{.caFile = file("named.pem")};
        const auto codeAt = [&](const MemoryKey& key, const MemoryKey* shown) {
            return failureAt(key, {.newestVersion = version, .between = shown}, naming).code;
        };
        between.write(naming.caFile);
        QCOMPARE(codeAt(server, nullptr), ErrorCode::ConnectionLoss);  // the end behind the handshake
        QCOMPARE(codeAt(server, &between), ErrorCode::ConnectionLoss);
        QCOMPARE(codeAt(m_server, nullptr), ErrorCode::TlsFailed);
        server.write(naming.caFile);
        QCOMPARE(codeAt(server, nullptr), ErrorCode::ConnectionLoss);
        QCOMPARE(codeAt(ofServer, nullptr), ErrorCode::TlsFailed);
        QCOMPARE(codeAt(ofServer, &server), ErrorCode::TlsFailed);
    }

    void ourCertificate_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<QString>("ours");
        QTest::addColumn<QString>("why");
        QTest::newRow("none, TLS 1.2") << TLS1_2_VERSION << ""
                                       << "^the server asks for a certificate of ours, or ";
        QTest::newRow("none, TLS 1.3") << TLS1_3_VERSION << ""
                                       << "^the server asks for a certificate of ours: name its file";
        for (const auto& [name, version] : {std::pair("another authority's, TLS 1.2", TLS1_2_VERSION),
                                            std::pair("another authority's, TLS 1.3", TLS1_3_VERSION)})
            QTest::newRow(name)
                << version << "stranger.pem"
                << "^the server refuses our certificate, or that we have none \\(.*unknown ca.*\\)$";
        QTest::newRow("right, TLS 1.2") << TLS1_2_VERSION << "ours.pem"
                                        << "";
        QTest::newRow("right, TLS 1.3") << TLS1_3_VERSION << "ours.pem"
                                        << "";
    }
    /// With TLS 1.3 the server's word on it comes behind the handshake.
    void ourCertificate() {
        QFETCH(const int, version);
        QFETCH(const QString, ours);
        QFETCH(const QString, why);
        TlsOptions options = trusting();
        if (!ours.isEmpty()) options.certificateFile = file(ours.toLatin1().constData());
        const auto failure =
            failureAt(m_server, {.newestVersion = version, .clientsAuthority = &m_authority}, options);
        if (why.isEmpty()) {
            QCOMPARE(failure.code, ErrorCode::ConnectionLoss);  // the end behind the handshake
            return;
        }
        QVERIFY2(failure.code == ErrorCode::TlsFailed, failure.what.c_str());
        QVERIFY2(QRegularExpression(why).match(QString::fromStdString(failure.what)).hasMatch(),
                 failure.what.c_str());
    }

    void versionThatIsTooOld_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("TLS 1.0") << TLS1_VERSION;
        QTest::newRow("TLS 1.1") << TLS1_1_VERSION;
    }
    void versionThatIsTooOld() {
        QFETCH(const int, version);
        const auto failure = failureAt(m_server, {.newestVersion = version}, trusting());
        QCOMPARE(failure.code, ErrorCode::TlsFailed);
        QCOMPARE(failure.what, "the server has no TLS of version 1.2 or later: its owner has to allow that");
    }

    void whatIsNoTls_data() {
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a web server") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("an SSH server") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
        QTest::newRow("a frame of ZooKeeper's") << QByteArray("\0\0\0\x25\0\0\0\0", 8);
    }
    void whatIsNoTls() {
        QFETCH(const QByteArray, said);
        PlainListener listener;
        LinkToServer link(listener.address(), secureBy(trusting()));
        auto client = link.connectClient();
        auto connection = listener.accept();
        TlsPartner::recordOf(connection);
        connection.send(said.toStdString());
        QCOMPARE(client.receiveUntilEnd(), std::string());
        const auto failures = link.failures();
        QCOMPARE(failures.size(), 1u);
        QCOMPARE(failures.front().code, ErrorCode::TlsFailed);
        QCOMPARE(failures.front().what, "Connecting to " + listener.address() +
                                            ": what answers there does not speak TLS: this may be a port "
                                            "without it");
    }

    void serverThatNeverAnswers() {
        PlainListener listener;
        LinkToServer link(listener.address(), secureBy(trusting(), 300ms));
        auto client = link.connectClient();
        auto connection = listener.accept();
        QCOMPARE(client.receiveUntilEnd(), std::string());
        const auto failures = link.failures();
        QCOMPARE(failures.size(), 1u);
        QCOMPARE(failures.front().code, ErrorCode::OperationTimeout);
        QCOMPARE(failures.front().what, "Connecting to " + listener.address() +
                                            ": it takes connections, and hangs or is no port for TLS: no "
                                            "handshake came to its end within 300 ms");
        QCOMPARE(link.steps(), QStringList({"Connect ok", "Tls OperationTimeout"}));
    }
};

LOCKSCOPE_TEST(TlsHandshakeTest)
#include "tst_tls_handshake.moc"
