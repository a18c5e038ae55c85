// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "digest_server.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>

#include <atomic>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Result<CreatedNode> createBy(LiveSession& live, const NewNode& node) {
    return live.await<CreatedNode>(
        [&](Session& session, auto done) { session.create(node, std::move(done)); });
}

}  // namespace

/// Sessions by SASL, at a real server that takes nobody without.
class LiveSaslTest : public QObject {
    Q_OBJECT

    std::unique_ptr<DigestServer> m_server;

private Q_SLOTS:
    void initTestCase() { m_server = std::make_unique<DigestServer>(); }
    void cleanupTestCase() { m_server.reset(); }

    void takesNobodyWithout_data() {
        QTest::addColumn<bool>("link");
        QTest::addColumn<QString>("digest");
        QTest::newRow("by a link") << true << QString();
        QTest::newRow("directly") << false << QString();
        QTest::newRow("with user and password of the scheme digest") << true << "alice:secret";
    }
    /// Connects, and is told at the first thing that it asks.
    void takesNobodyWithout() {
        QFETCH(const bool, link);
        QFETCH(const QString, digest);
        SessionOptions options{m_server->connectString(), 10s};
        options.link = link;
        options.digest = digest.toStdString();
        LiveSession stranger(options);
        const auto made = createBy(stranger, {"/stranger"});
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::SignInRequired);
        const auto status = stranger.onLoop([&] { return stranger.session()->status(); });
        QCOMPARE(status.state, ConnectionState::AuthFailed);
        QVERIFY(status.problem);
        QCOMPARE(status.problem->code, ErrorCode::SignInRequired);
        QCOMPARE(status.problem->server, m_server->connectString());
    }

    /// What is created for who we are is the user's.
    void isWhoItSays() {
        LiveSession live(m_server->options("alice", "secret"));
        const Acl mine{{permission::kAll, "auth", ""}};
        const auto made = createBy(live, {"/alices", "data", NodeKind::Persistent, mine});
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
        const auto acl =
            live.await<Acl>([](Session& session, auto done) { session.acl("/alices", std::move(done)); });
        QVERIFY(acl && *acl == (Acl{{permission::kAll, "sasl", "alice"}}));

        LiveSession other(m_server->options("bob", "other"));
        const auto read = other.await<NodeData>(
            [](Session& session, auto done) { session.get("/alices", {}, std::move(done)); });
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::NoAuth);
    }

    void locks() {
        LiveSession alice(m_server->options("alice", "secret"));
        LiveSession bob(m_server->options("bob", "other"));
        Mutex one(alice.session(), "/lock");
        Mutex other(bob.session(), "/lock");
        auto hold = one.acquire();
        QVERIFY(hold);
        QVERIFY(!other.acquireFor(100ms));
        hold->release();
        QVERIFY(other.acquireFor(30s));
    }

    void refused_data() {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("password");
        QTest::newRow("wrong password") << "alice"
                                        << "secrets";
        QTest::newRow("no password") << "alice"
                                     << "";
        QTest::newRow("another's password") << "alice"
                                            << "other";
        // Not with a password that the user before had: ZooKeeper 3.8 takes that of anybody unknown.
        QTest::newRow("unknown user") << "carol"
                                      << "unknown";
    }
    /// For good: another try would not help. The number is that of a server which takes nobody without.
    void refused() {
        QFETCH(const QString, user);
        QFETCH(const QString, password);
        const auto word = firstWord(m_server->options(user.toStdString(), password.toStdString()));
        QCOMPARE(word.state, ConnectionState::AuthFailed);
        QCOMPARE(word.problem->code, ErrorCode::AuthFailed);
        QCOMPARE(word.problem->what, "Authenticating at " + m_server->connectString() +
                                         " by DIGEST-MD5: the server refuses it with error -124");
        QCOMPARE(word.server, m_server->connectString());
    }

    /// Who we are is said again, before anything else is.
    void connectsAgainAfterTheServerWasKilled() {
        LiveSession live(m_server->options("alice", "secret"));
        const auto id = live.id();
        QVERIFY(createBy(live, {"/before", {}, NodeKind::Ephemeral}));
        QVERIFY(m_server->killAndRestart());
        QTRY_VERIFY_WITH_TIMEOUT(
            live.onLoop([&] { return live.session()->status().state == ConnectionState::Reconnected; }),
            kServerPatienceMs);
        QCOMPARE(live.id(), id);
        const auto made =
            createBy(live, {"/after", {}, NodeKind::Ephemeral, {{permission::kAll, "auth", ""}}});
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
    }

    /// More than are authenticated at once, of one loop. One user: a server asks all exchanges' users of one
    /// object, so that two at the same moment may be taken for each other.
    void manySessions() {
        EventLoop loop;
        constexpr int kSessions = 100;
        std::atomic<int> connected = 0;
        std::vector<std::shared_ptr<Session>> sessions;
        for (int i = 0; i < kSessions; ++i)
            sessions.push_back(Session::open(loop, m_server->options("alice", "secret"),
                                             [&connected](const ConnectionStatus& status) {
                                                 if (status.state == ConnectionState::Connected) ++connected;
                                             }));
        QTRY_COMPARE_WITH_TIMEOUT(connected.load(), kSessions, kServerPatienceMs);
        for (const auto& session : sessions)
            session->closeAndWait();
    }

    void serverWithoutSasl() {
        SessionOptions options = m_server->options("alice", "secret");
        options.connectString = TestCluster::instance().server().connectString();
        const auto word = firstWord(options);
        QCOMPARE(word.state, ConnectionState::Connecting);
        QCOMPARE(word.problem->code, ErrorCode::SaslFailed);
        QCOMPARE(word.problem->what, "Authenticating at " + options.connectString +
                                         " by DIGEST-MD5: the server has no SASL, or not this mechanism");
    }
};

LOCKSCOPE_TEST(LiveSaslTest)
#include "tst_live_sasl.moc"
