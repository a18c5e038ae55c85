// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/session/session.h>

#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What a session said of itself, for a test thread to wait on.
class StatusLog {
public:
    std::function<void(const ConnectionStatus&)> listener() {
        return [this](const ConnectionStatus& status) {
            const std::lock_guard guard(m_mutex);
            m_seen.push_back(status);
            m_changed.notify_all();
        };
    }

    std::optional<ConnectionStatus> await(ConnectionState state) {
        return await([state](const ConnectionStatus& status) { return status.state == state; });
    }
    std::optional<ConnectionStatus> await(const std::function<bool(const ConnectionStatus&)>& wanted) {
        std::unique_lock lock(m_mutex);
        std::optional<ConnectionStatus> found;
        m_changed.wait_for(lock, 30s, [&] {
            for (const auto& status : m_seen) {
                if (!wanted(status)) continue;
                found = status;
                return true;
            }
            return false;
        });
        return found;
    }
    QStringList states() {
        const std::lock_guard guard(m_mutex);
        QStringList names;
        for (const auto& status : m_seen)
            names << QString::fromLatin1(connectionStateName(status.state).data());
        return names;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<ConnectionStatus> m_seen;
};

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT

    LocalCluster& server() { return TestCluster::instance().server(); }

private Q_SLOTS:
    void connects() {
        StatusLog log;
        EventLoop loop;
        const auto session = Session::open(loop, {server().connectString(), 6s}, log.listener());
        const auto status = log.await(ConnectionState::Connected);
        QVERIFY(status);
        QVERIFY(status->session != SessionId::None);
        QCOMPARE(status->server, server().connectString());
        QCOMPARE(status->timeout, std::chrono::milliseconds(6s));
        QVERIFY(!status->problem);
        session->closeAndWait();
        QCOMPARE(log.states(), QStringList({"Connected", "Closed"}));
    }

    void readsWhatItWrote() {
        LiveSession live(TestCluster::instance().freshConnectString());
        const auto data = std::string("\0\xff binary", 9);
        const auto created = live.await<CreatedNode>([&](Session& session, auto done) {
            session.create("/node-", data, NodeKind::EphemeralSequential, std::move(done));
        });
        QVERIFY2(created, created ? "" : describe(created.error()).c_str());
        QCOMPARE(created->path, std::string("/node-0000000000"));
        QCOMPARE(created->stat.ephemeralOwner, live.id());
        const auto read = live.await<NodeData>(
            [&](Session& session, auto done) { session.get(created->path, {}, std::move(done)); });
        QVERIFY(read);
        QCOMPARE(read->data, data);
        QCOMPARE(read->stat.czxid, created->stat.czxid);
        const auto list = live.await<ChildList>(
            [](Session& session, auto done) { session.children("/", {}, std::move(done)); });
        QVERIFY(list);
        QCOMPARE(list->names, std::vector<std::string>{"node-0000000000"});
    }

    void tellsErrors() {
        LiveSession live(TestCluster::instance().freshConnectString());
        const auto missing = live.await<NodeData>(
            [](Session& session, auto done) { session.get("/missing", {}, std::move(done)); });
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NoNode);
        QCOMPARE(missing.error().path, std::string("/missing"));
        QCOMPARE(missing.error().server, server().connectString());
        const auto invalid = live.await<NodeData>(
            [](Session& session, auto done) { session.get("not a path", {}, std::move(done)); });
        QVERIFY(!invalid);
        QCOMPARE(invalid.error().code, ErrorCode::BadArguments);
    }

    void watchFiresOnceAndOnlyForItsNode() {
        LiveSession live(TestCluster::instance().freshConnectString());
        std::atomic<int> fired = 0;
        const auto watched = live.await<ChildList>([&](Session& session, auto done) {
            session.children(
                "/", [&fired](const WatchEvent&) { ++fired; }, std::move(done));
        });
        QVERIFY(watched);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(live.await<CreatedNode>([](Session& session, auto done) {
                session.create("/x-", {}, NodeKind::PersistentSequential, std::move(done));
            }));
        }
        QCOMPARE(fired.load(), 1);
        QCOMPARE(live.onLoop([&] { return live.session()->watchCount(); }), std::size_t{0});
    }

    void existsWatchesWhatIsNotThereYet() {
        LiveSession live(TestCluster::instance().freshConnectString());
        std::atomic<bool> created = false;
        const auto looked = live.await<Stat>([&](Session& session, auto done) {
            session.exists(
                "/later", [&](const WatchEvent& event) { created = event.kind == WatchEvent::Kind::Created; },
                std::move(done));
        });
        QVERIFY(!looked);
        QVERIFY(live.await<CreatedNode>([](Session& session, auto done) {
            session.create("/later", {}, NodeKind::Ephemeral, std::move(done));
        }));
        QVERIFY(created.load());
    }

    /// zoo_remove_watches() would leave the server's watch behind.
    void cancelledWatchLeavesTheServer() {
        LiveSession live(TestCluster::instance().freshConnectString());
        QVERIFY(live.await<NodeData>([&](Session& session, auto done) {
            const auto token = session.get(
                "/", [](const WatchEvent&) {}, std::move(done));
            session.sync("/", [&session, token](const Result<void>&) { session.cancelWatch(token); });
        }));
        QVERIFY(serverMetric(server(), "zk_watch_count") <= 1);
        QTRY_VERIFY_WITH_TIMEOUT(live.onLoop([&] { return live.session()->watchCount(); }) == 0,
                                 kServerPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server(), "zk_watch_count"), 0, kServerPatienceMs);
    }

    /// The C client drops completions on close; every one has to be called all the same.
    void closeSettlesEveryOperationOnce() {
        const auto connect = TestCluster::instance().freshConnectString();
        for (int round = 0; round < 20; ++round) {
            StatusLog log;
            EventLoop loop;
            const auto session = Session::open(loop, {connect, 6s}, log.listener());
            QVERIFY(log.await(ConnectionState::Connected));
            std::atomic<int> settled = 0;
            constexpr int kOperations = 500;
            loop.post([&] {
                for (int i = 0; i < kOperations; ++i) {
                    session->create("/op-", {}, NodeKind::EphemeralSequential,
                                    [&settled](const Result<CreatedNode>&) { ++settled; });
                }
                session->close();
                session->get("/", {}, [&settled](const Result<NodeData>&) { ++settled; });
            });
            session->closeAndWait();
            const auto drained = [&] { return settled.load() == kOperations + 1; };
            QTRY_VERIFY_WITH_TIMEOUT(drained(), 30'000);
        }
    }

    void operationsWithoutConnectionFail() {
        EventLoop loop;
        const auto session = Session::open(loop, {"127.0.0.1:1", 6s});
        std::promise<ErrorCode> code;
        loop.post([&] {
            session->get("/", {}, [&](const Result<NodeData>& result) {
                code.set_value(result ? ErrorCode::Io : result.error().code);
            });
        });
        QCOMPARE(code.get_future().get(), ErrorCode::ConnectionLoss);
        session->closeAndWait();
    }

    void hundredsOpenAtOnce() {
        std::atomic<int> connected = 0;
        EventLoop loop;
        std::vector<std::shared_ptr<Session>> sessions;
        for (int i = 0; i < 300; ++i) {
            sessions.push_back(
                Session::open(loop, {server().connectString(), 20s}, [&](const ConnectionStatus& status) {
                    if (status.state == ConnectionState::Connected) ++connected;
                }));
        }
        QTRY_COMPARE_WITH_TIMEOUT(connected.load(), 300, 60'000);
    }

    void survivesServerRestart() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        StatusLog log;
        EventLoop loop;
        const auto session = Session::open(loop, {(*cluster)->connectString(), 20s}, log.listener());
        QVERIFY(log.await(ConnectionState::Connected));
        std::atomic<int> fired = 0;
        std::promise<void> armed;
        loop.post([&] {
            session->create("/kept", {}, NodeKind::Persistent, [](const Result<CreatedNode>&) {});
            session->get(
                "/kept", [&](const WatchEvent&) { ++fired; },
                [&](const Result<NodeData>&) { armed.set_value(); });
        });
        armed.get_future().wait();
        (*cluster)->kill();
        QVERIFY(log.await(ConnectionState::Suspended));
        QVERIFY((*cluster)->restart());
        QVERIFY(log.await(ConnectionState::Reconnected));
        QCOMPARE(fired.load(), 0);  // a disconnect is no node event
        std::promise<bool> written;
        loop.post([&] {
            session->set("/kept", "new", -1,
                         [&](const Result<Stat>& done) { written.set_value(done.has_value()); });
        });
        QVERIFY(written.get_future().get());
        QTRY_COMPARE_WITH_TIMEOUT(fired.load(), 1, kServerPatienceMs);
        session->closeAndWait();
    }

    void expires() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        StatusLog log;
        EventLoop loop;
        const auto session = Session::open(loop, {(*cluster)->connectString(), 400ms}, log.listener());
        QVERIFY(log.await(ConnectionState::Connected));
        (*cluster)->kill();
        QVERIFY(log.await(ConnectionState::Suspended));
        // A server that starts gives the sessions it knew one more timeout; the loop keeps this one from
        // using it.
        std::promise<void> resume;
        loop.post([&resume] { resume.get_future().wait(); });
        QVERIFY((*cluster)->restart());
        QTRY_VERIFY_WITH_TIMEOUT(serverMetric(**cluster, "zk_global_sessions") == 0, 30'000);
        resume.set_value();
        const auto status = log.await(ConnectionState::Expired);
        QVERIFY(status);
        QCOMPARE(status->problem->code, ErrorCode::SessionExpired);
        std::promise<ErrorCode> code;
        loop.post([&] {
            session->sync("/", [&](const Result<void>& result) {
                code.set_value(result ? ErrorCode::Io : result.error().code);
            });
        });
        QCOMPARE(code.get_future().get(), ErrorCode::SessionExpired);
        session->closeAndWait();
    }

    /// The server deletes what an expired session owned, and tells that session's own watches, before it
    /// hangs up: whoever acts on that must not take the end of the session for anything else.
    void expiryIsKnownBeforeWhatItEnds() {
        LiveSession onlooker(server().connectString());
        std::vector<std::pair<ErrorCode, ConnectionState>> failures;  // on the loop
        LiveSession live(server().connectString(), 400ms);
        auto& session = *live.session();
        const std::function<void()> sync = [&] {
            session.sync("/", [&](const Result<void>& result) {
                if (!result) failures.emplace_back(result.error().code, session.status().state);
                if (!result && !isOver(session.status().state)) sync();
            });
        };
        QVERIFY(live.await<CreatedNode>([](Session& own, auto done) {
            own.create({"/mine", {}, NodeKind::Ephemeral, {}}, std::move(done));
        }));
        QVERIFY(live.await<NodeData>([&](Session& own, auto done) {
            own.get(
                "/mine", [&](const WatchEvent&) { sync(); }, std::move(done));
        }));
        std::promise<void> resume;
        live.loop().post([&] {
            resume.get_future().wait();
            sync();
        });
        QTRY_VERIFY_WITH_TIMEOUT(!onlooker.await<Stat>([](Session& other, auto done) {
            other.exists("/mine", {}, std::move(done));
        }),
                                 30'000);
        resume.set_value();
        QTRY_VERIFY_WITH_TIMEOUT(
            live.onLoop([&] { return session.status().state == ConnectionState::Expired; }), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(live.onLoop([&] { return session.watchCount() == 0; }), kServerPatienceMs);
        for (const auto& [code, state] : live.onLoop([&] { return failures; })) {
            QVERIFY(code != ErrorCode::Closing);
            QVERIFY(code != ErrorCode::SessionExpired || state == ConnectionState::Expired);
        }
    }

    void unreachableServerIsNamed() {
        StatusLog log;
        EventLoop loop;
        const auto session = Session::open(loop, {"127.0.0.1:1", 6s}, log.listener());
        const auto status = log.await([](const ConnectionStatus& s) { return s.problem.has_value(); });
        QVERIFY(status);
        QCOMPARE(status->state, ConnectionState::Connecting);
        QCOMPARE(status->problem->code, ErrorCode::ConnectionRefused);
        QCOMPARE(status->problem->server, std::string("127.0.0.1:1"));
        session->closeAndWait();
    }

    void badConnectStringEndsTheSession() {
        StatusLog log;
        EventLoop loop;
        const auto session = Session::open(loop, {"127.0.0.1:99999", 6s}, log.listener());
        const auto status = log.await(ConnectionState::Closed);
        QVERIFY(status && status->problem);
        QCOMPARE(status->problem->code, ErrorCode::BadArguments);
    }

    /// The C client takes any 41 bytes for a connect reply and would go on with a session of nonsense.
    void serverOfAnotherKindIsRecognised() {
        QTcpServer web;
        QVERIFY(web.listen(QHostAddress::LocalHost));
        connect(&web, &QTcpServer::newConnection, &web, [&web] {
            auto* socket = web.nextPendingConnection();
            socket->write(
                "HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: keep-alive\r\n\r\n");
        });
        StatusLog log;
        EventLoop loop;
        const auto connectString = "127.0.0.1:" + std::to_string(web.serverPort());
        const auto session = Session::open(loop, {connectString, 6s}, log.listener());
        QTRY_VERIFY_WITH_TIMEOUT(log.states().contains(QStringLiteral("Closed")), 30'000);
        const auto status = log.await(ConnectionState::Closed);
        QCOMPARE(status->problem->code, ErrorCode::NotZooKeeper);
        QVERIFY(!log.states().contains(QStringLiteral("Connected")));
    }

    void loopEndsWithOpenSessions() {
        const auto before = serverMetric(server(), "zk_global_sessions");
        {
            StatusLog log;
            EventLoop loop;
            const auto session = Session::open(loop, {server().connectString(), 6s}, log.listener());
            QVERIFY(log.await(ConnectionState::Connected));
            loop.post([&] { loop.callAt(loop.now() + 1h, [] {}); });
        }
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server(), "zk_global_sessions"), before, 30'000);
    }
};

LOCKSCOPE_TEST(SessionTest)
#include "tst_session.moc"
