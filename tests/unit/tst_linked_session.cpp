// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "packet_server.h"
#include "plain_socket.h"
#include "scripted_server.h"
#include "test_program.h"
#include "wire_server.h"

#include <lockcore/log.h>
#include <lockcore/session/session.h>

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <future>
#include <mutex>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using wire::frame;
using wire::int32;
using wire::replyHeader;
using wire::stat;

/// A session that goes by links, and all that it has told of itself. Test's thread.
class LinkedSession {
public:
    explicit LinkedSession(const std::string& connectString, std::chrono::milliseconds timeout = 10s)
        : m_session(Session::open(m_loop, optionsOf(connectString, timeout),
                                  [this](const ConnectionStatus& status) { note(status); })) {}
    ~LinkedSession() { m_session->closeAndWait(); }
    LinkedSession(const LinkedSession&) = delete;
    LinkedSession& operator=(const LinkedSession&) = delete;

    ConnectionStatus last() {
        const std::lock_guard guard(m_mutex);
        return m_told.empty() ? ConnectionStatus() : m_told.back();
    }
    std::vector<ConnectionStatus> told() {
        const std::lock_guard guard(m_mutex);
        return m_told;
    }
    bool isConnected() { return lockcore::isConnected(last().state); }

    Result<NodeData> get() {
        std::promise<Result<NodeData>> answered;
        m_loop.post([&] {
            m_session->get("/lock", {}, [&](const Result<NodeData>& result) { answered.set_value(result); });
        });
        return answered.get_future().get();
    }

private:
    static SessionOptions optionsOf(const std::string& connectString, std::chrono::milliseconds timeout) {
        SessionOptions options{connectString, timeout};
        options.link = true;
        options.largestAnswer = 10'000;
        return options;
    }
    void note(const ConnectionStatus& status) {
        const std::lock_guard guard(m_mutex);
        m_told.push_back(status);
    }

    std::mutex m_mutex;
    std::vector<ConnectionStatus> m_told;
    EventLoop m_loop;
    std::shared_ptr<Session> m_session;
};

/// Answers each read of /lock with these packets.
WireServer::Script answering(std::function<std::string(std::int32_t xid)> packets) {
    return [packets = std::move(packets)](const WireServer::Request& request) -> std::optional<std::string> {
        if (request.type != WireServer::kGetData) return std::nullopt;
        return packets(request.xid);
    };
}

std::string nodeData(std::int32_t xid, const std::string& data) {
    return frame(replyHeader(xid) + wire::string(data) + stat());
}

constexpr const char* kListens = "0A";
constexpr const char* kIsConnected = "01";

/// Ports of this process's TCP sockets that are in that state.
std::set<std::uint16_t> ownPorts(const char* state = kListens) {
    QStringList sockets;
    for (const QString& name : QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::System | QDir::Files))
        sockets << QFile::symLinkTarget(QStringLiteral("/proc/self/fd/") + name).section('/', -1);
    QFile table(QStringLiteral("/proc/self/net/tcp"));
    if (!table.open(QIODevice::ReadOnly)) qFatal("no table of ports");
    std::set<std::uint16_t> ports;
    for (const QByteArray& line : table.readAll().split('\n')) {
        const auto fields = line.simplified().split(' ');
        constexpr int kAddress = 1;
        constexpr int kState = 3;
        constexpr int kInode = 9;
        if (fields.size() <= kInode || fields[kState] != state) continue;
        const auto socket = QStringLiteral("socket:[%1]").arg(QString::fromLatin1(fields[kInode]));
        if (sockets.contains(socket)) ports.insert(fields[kAddress].split(':').back().toUShort(nullptr, 16));
    }
    return ports;
}

/// So many sessions of one loop, and how many of the requests of all of them were answered. Test's thread.
class SessionsOfALoop {
public:
    SessionsOfALoop(EventLoop& loop, const SessionOptions& options, int count) : m_loop(loop) {
        for (int i = 0; i < count; ++i)
            m_sessions.push_back(Session::open(loop, options, [this](const ConnectionStatus& status) {
                if (isConnected(status.state)) ++connected;
                if (status.problem) ++problems;
            }));
    }
    ~SessionsOfALoop() {
        for (const auto& session : m_sessions)
            session->closeAndWait();
    }
    SessionsOfALoop(const SessionsOfALoop&) = delete;
    SessionsOfALoop& operator=(const SessionsOfALoop&) = delete;

    void readEach(int times) {
        m_loop.post([this, times] {
            for (const auto& session : m_sessions)
                read(*session, times);
        });
    }

    std::atomic<int> connected = 0;
    std::atomic<int> problems = 0;
    std::atomic<int> answered = 0;

private:
    /// One behind the other.
    void read(Session& session, int times) {
        if (times == 0) return;
        session.get("/lock", {}, [this, &session, times](const Result<NodeData>& result) {
            if (result) ++answered;
            read(session, times - 1);
        });
    }

    EventLoop& m_loop;
    std::vector<std::shared_ptr<Session>> m_sessions;
};

}  // namespace

/// A session by links: what libzookeeper does not survive ends the session and not the process, and nobody
/// is told of a link where a server is meant.
class LinkedSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAndNamesTheServer();
    void answersThatNoServerSends_data();
    void answersThatNoServerSends();
    void answerThatIsTooLongIsOneRequests();
    void serverThatRefusesIsNamed();
    void serverThatTakesNobodyUnknown();
    void serverThatHangsIsNamed();
    void connectReplyCutAnywhere();
    void reconnectsToTheOther();
    void strangerGetsNothing();
    void nothingIsSaidOnANetwork();
    void logNamesTheServer();
    void closingStopsNoLoop();
    void closingWaitsForNobodyWhoReadsNothing();
    void hungHandshakesHoldUpNobody();
    void filesThatHangHoldUpNobody();
};

void LinkedSessionTest::readsAndNamesTheServer() {
    WireServer server(answering([](std::int32_t xid) { return nodeData(xid, "data"); }));
    LinkedSession session(server.address() + "/app");
    QTRY_VERIFY(session.isConnected());
    QCOMPARE(session.last().server, server.address());
    QCOMPARE(session.get()->data, std::string("data"));
}

void LinkedSessionTest::answersThatNoServerSends_data() {
    using Packets = std::function<std::string(std::int32_t)>;
    QTest::addColumn<Packets>("packets");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const Packets& packets, const char* what) {
        QTest::newRow(name) << packets << what;
    };
    row(
        "short data", [](auto xid) { return frame(replyHeader(xid) + int32(100) + "short"); },
        "counts 100 bytes and has 5");
    row(
        "no Stat", [](auto xid) { return frame(replyHeader(xid) + wire::string("data")); },
        "ends within its Stat");
    row(
        "negative length", [](auto xid) { return int32(-5) + replyHeader(xid); },
        "a packet claims to have -5 bytes");
    row(
        "not asked for", [](auto xid) { return nodeData(xid, "") + frame(replyHeader(1)); },
        "none is awaited");
    row(
        "short header", [](auto xid) { return frame(int32(xid)); }, "fewer than its header");
}

void LinkedSessionTest::answersThatNoServerSends() {
    QFETCH(const std::function<std::string(std::int32_t)>, packets);
    QFETCH(const QString, what);
    WireServer server(answering(packets));
    LinkedSession session(server.address());
    QTRY_VERIFY(session.isConnected());
    const auto result = session.get();
    const bool isAnswered = QTest::currentDataTag() == QByteArray("not asked for");
    if (!isAnswered) QCOMPARE(result.error().code, ErrorCode::NotZooKeeper);
    QTRY_COMPARE(session.last().state, ConnectionState::Closed);
    const auto problem = session.last().problem;
    QVERIFY(problem);
    QCOMPARE(problem->code, ErrorCode::NotZooKeeper);
    QCOMPARE(problem->server, server.address());
    QVERIFY2(problem->what.find(what.toStdString()) != std::string::npos, problem->what.c_str());
}

void LinkedSessionTest::answerThatIsTooLongIsOneRequests() {
    std::atomic<bool> isFirst = true;
    WireServer server(answering([&](std::int32_t xid) {
        return nodeData(xid, isFirst.exchange(false) ? std::string(100'000, 'x') : "data");
    }));
    LinkedSession session(server.address());
    QTRY_VERIFY(session.isConnected());
    const auto tooLong = session.get();
    QVERIFY(!tooLong);
    QCOMPARE(tooLong.error().code, ErrorCode::TooLarge);
    QCOMPARE(session.get()->data, std::string("data"));
    QCOMPARE(session.told().size(), 1u);
}

void LinkedSessionTest::serverThatRefusesIsNamed() {
    const auto server = "127.0.0.1:" + std::to_string(ScriptedServer::unusedPort());
    LinkedSession session(server);
    QTRY_VERIFY(session.last().problem);
    QCOMPARE(session.last().state, ConnectionState::Connecting);
    QCOMPARE(session.last().problem->code, ErrorCode::ConnectionRefused);
    QCOMPARE(session.last().problem->what, "Connecting to " + server + ": Connection refused");
    QCOMPARE(session.last().problem->server, server);
    QCOMPARE(session.last().server, server);
}

/// With enforce.auth a server takes everybody's connection, and nobody's request.
void LinkedSessionTest::serverThatTakesNobodyUnknown() {
    constexpr std::int32_t kSessionClosedRequiresSaslAuth = -124;
    WireServer server(
        answering([](std::int32_t xid) { return frame(replyHeader(xid, kSessionClosedRequiresSaslAuth)); }));
    LinkedSession session(server.address());
    QTRY_VERIFY(session.isConnected());
    QCOMPARE(session.get().error().code, ErrorCode::SignInRequired);
    QTRY_COMPARE(session.last().state, ConnectionState::AuthFailed);
    QVERIFY(session.last().problem);
    QCOMPARE(session.last().problem->code, ErrorCode::SignInRequired);
    QCOMPARE(session.last().problem->server, server.address());
}

void LinkedSessionTest::serverThatHangsIsNamed() {
    const PlainListener server;
    LinkedSession session(server.address(), 1s);
    QTRY_VERIFY(session.last().problem);
    QCOMPARE(session.last().problem->code, ErrorCode::OperationTimeout);
    QCOMPARE(session.last().problem->server, server.address());
    QVERIFY(session.last().problem->what.find("within 600 ms") != std::string::npos);
}

/// The next connection is whole.
void LinkedSessionTest::connectReplyCutAnywhere() {
    const auto whole = WireServer::connected(10'000);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        PacketServer* server = nullptr;
        const auto answer = [&](PacketServer::Connection connection, const std::string& packet) {
            const bool isFirst = connection == 1;
            const bool isRequest = packet.size() < 40;
            const auto reply = isRequest ? frame(replyHeader(wire::readInt32(packet, 0)))
                                         : whole.substr(0, isFirst ? size : whole.size());
            server->send(connection, reply);
            if (isFirst) server->close(connection);
        };
        PacketServer cutting({.opened = {}, .received = answer, .closed = {}});
        server = &cutting;
        const auto address = cutting.address();
        LinkedSession session(address);
        QTRY_VERIFY(session.isConnected());
        const auto told = session.told();
        QCOMPARE(told.size(), 2u);
        QVERIFY(told.front().problem);
        QCOMPARE(told.front().problem->server, address);
        QVERIFY(told.front().problem->what.find("closed by the server") != std::string::npos);
    }
}

void LinkedSessionTest::reconnectsToTheOther() {
    auto first = std::make_unique<WireServer>(answering([](auto xid) { return nodeData(xid, "first"); }));
    WireServer second(answering([](auto xid) { return nodeData(xid, "second"); }));
    const auto dead = "127.0.0.1:" + std::to_string(ScriptedServer::unusedPort());
    LinkedSession session(first->address() + ',' + dead);
    QTRY_VERIFY(session.isConnected());
    const auto address = first->address();
    QCOMPARE(session.last().server, address);
    first.reset();
    QTRY_COMPARE(session.last().state, ConnectionState::Suspended);
    QTRY_VERIFY(session.last().problem && session.last().problem->server == dead);
    for (const auto& status : session.told())
        QVERIFY(status.server == address || status.server == dead);
}

void LinkedSessionTest::strangerGetsNothing() {
    WireServer server(answering([](std::int32_t xid) { return nodeData(xid, "data"); }));
    const auto before = ownPorts();
    LinkedSession session(server.address() + ',' + server.address());
    QTRY_VERIFY(session.isConnected());
    auto ports = ownPorts();
    for (const auto port : before)
        ports.erase(port);
    QCOMPARE(ports.size(), 2u);
    for (const auto port : ports) {
        PlainSocket stranger;
        stranger.connect(port);
        stranger.send(frame(std::string(45, '\0')));
        QCOMPARE(stranger.receiveUntilEnd(), std::string());
    }
    QCOMPARE(server.connects(), 1);
    QCOMPARE(session.get()->data, std::string("data"));
}

/// What TLS keeps from others between the link and the server would be there to be read, by whoever may
/// listen to the network of this machine.
void LinkedSessionTest::nothingIsSaidOnANetwork() {
    WireServer server(answering([](std::int32_t xid) { return nodeData(xid, "data"); }));
    const auto before = ownPorts();
    LinkedSession session(server.address());
    QTRY_VERIFY(session.isConnected());
    QCOMPARE(session.get()->data, std::string("data"));
    auto links = ownPorts();
    for (const auto port : before)
        links.erase(port);
    QCOMPARE(links.size(), 1u);
    QVERIFY(!ownPorts(kIsConnected).contains(*links.begin()));
    QCOMPARE(session.last().server, server.address());
}

void LinkedSessionTest::logNamesTheServer() {
    std::mutex mutex;
    QString lines;
    setLogSink([&](LogLevel, std::string_view line) {
        const std::lock_guard guard(mutex);
        lines += QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())) + '\n';
    });
    const auto server = "127.0.0.1:" + std::to_string(ScriptedServer::unusedPort());
    {
        LinkedSession session(server);
        QTRY_VERIFY(session.last().problem);
    }
    setLogSink({});
    QVERIFY(lines.contains(QStringLiteral("Socket %1 zk retcode").arg(QString::fromStdString(server))));
    const QRegularExpression addresses(QStringLiteral("127\\.0\\.0\\.1:(\\d+)"));
    for (auto found = addresses.globalMatch(lines); found.hasNext();)
        QCOMPARE(found.next().captured(0).toStdString(), server);
}

/// The C client waits for an answer when it ends a session, which its own loop brings.
void LinkedSessionTest::closingStopsNoLoop() {
    PacketServer* server = nullptr;
    std::promise<void> asked;
    std::atomic<PacketServer::Connection> asking = 0;
    const auto answer = [&](PacketServer::Connection connection, const std::string& packet) {
        constexpr std::int32_t kCloseType = -11;
        if (packet.size() > 40) {
            server->send(connection, WireServer::connected(10'000));
        } else if (wire::readInt32(packet, 4) == kCloseType) {
            asking = connection;
            asked.set_value();
        }
    };
    PacketServer hanging({.opened = {}, .received = answer, .closed = {}});
    server = &hanging;
    EventLoop loop;
    SessionOptions options{hanging.address(), 10s};
    options.link = true;
    std::promise<void> connected;
    const auto session = Session::open(loop, options, [&](const ConnectionStatus& status) {
        if (status.state == ConnectionState::Connected) connected.set_value();
    });
    connected.get_future().wait();
    std::promise<void> closed;
    auto closing = closed.get_future();
    session->close([&] { closed.set_value(); });
    asked.get_future().wait();
    std::promise<void> turn;
    loop.post([&] { turn.set_value(); });
    turn.get_future().wait();
    QVERIFY(closing.wait_for(0s) == std::future_status::timeout);
    hanging.post([&] { hanging.close(asking); });
    closing.wait();
}

/// The C client would wait for 3 s until it can say that the session has ended, on the loop that is to take
/// it.
void LinkedSessionTest::closingWaitsForNobodyWhoReadsNothing() {
    PlainListener listener;
    // They outlive the loop, which ticks to its end.
    TimePoint last;
    Duration longest{0};
    std::function<void()> tick;
    EventLoop loop;
    SessionOptions options{listener.address(), 10s};
    options.link = true;
    std::promise<void> connected;
    const auto session = Session::open(loop, options, [&](const ConnectionStatus& status) {
        if (status.state == ConnectionState::Connected) connected.set_value();
    });
    auto server = listener.accept();
    server.receive(static_cast<std::size_t>(wire::readInt32(server.receive(4), 0)));
    server.send(WireServer::connected(10'000));
    connected.get_future().wait();
    // More than all the buffers on the way take.
    loop.post([&] {
        for (int i = 0; i < 16; ++i)
            session->set("/lock", std::string(1'000'000, 'x'), -1, [](const Result<Stat>&) {});
    });
    last = Clock::now();
    tick = [&] {
        longest = std::max(longest, Clock::now() - last);
        last = Clock::now();
        loop.callAt(last + 10ms, tick);
    };
    loop.post(tick);
    session->closeAndWait();
    std::promise<Duration> waited;
    loop.post([&] { waited.set_value(longest); });
    QVERIFY(waited.get_future().get() < 2s);
}

/// Servers that take a connection and never answer a handshake, each for another session of the same loop.
void LinkedSessionTest::hungHandshakesHoldUpNobody() {
    constexpr int kHung = 10;
    constexpr int kHealthy = 20;
    constexpr int kRequests = 20;
    EventLoop loop;
    PlainListener hanging;
    SessionOptions toHang{hanging.address(), 10min};  // none of them gives up meanwhile
    toHang.tls = TlsOptions{};
    const SessionsOfALoop hung(loop, toHang, kHung);
    std::vector<PlainSocket> handshakes;
    while (handshakes.size() < kHung) {
        handshakes.push_back(hanging.accept());
        constexpr char kHandshake = 22;
        QCOMPARE(handshakes.back().receive(1), std::string(1, kHandshake));
    }

    WireServer server(answering([](std::int32_t xid) { return nodeData(xid, "data"); }));
    SessionOptions options{server.address(), 10s};
    options.link = true;
    SessionsOfALoop healthy(loop, options, kHealthy);
    QTRY_COMPARE_WITH_TIMEOUT(healthy.connected.load(), kHealthy, 30'000);
    healthy.readEach(kRequests);
    QTRY_COMPARE_WITH_TIMEOUT(healthy.answered.load(), kHealthy * kRequests, 30'000);
    QCOMPARE(healthy.problems.load(), 0);
    QCOMPARE(hung.connected.load() + hung.problems.load(), 0);
}

/// A pipe that nobody writes to is opened as long as a file of a network whose server is gone.
void LinkedSessionTest::filesThatHangHoldUpNobody() {
    const QTemporaryDir directory;
    const std::string file = directory.filePath(QStringLiteral("ca.pem")).toStdString();
    QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
    std::promise<ConnectionStatus> told;
    EventLoop loop;
    WireServer server(answering([](std::int32_t xid) { return nodeData(xid, "data"); }));
    SessionOptions options{server.address(), 10s};
    options.link = true;
    SessionsOfALoop healthy(loop, options, 1);
    QTRY_COMPARE_WITH_TIMEOUT(healthy.connected.load(), 1, 30'000);
    options.tls = TlsOptions{.caFile = file};
    const auto reading = Session::open(loop, options, [&](const ConnectionStatus& status) {
        if (isOver(status.state)) told.set_value(status);
    });
    const auto closing = Session::open(loop, options);

    healthy.readEach(20);
    const bool isAnswered = QTest::qWaitFor([&] { return healthy.answered == 20; }, 30'000);
    if (isAnswered) closing->closeAndWait();
    const int writer = ::open(file.c_str(), O_WRONLY);  // somebody has come
    QVERIFY(QFile::remove(QString::fromStdString(file)));
    ::close(writer);
    QVERIFY(isAnswered);
    const ConnectionStatus end = told.get_future().get();
    QVERIFY(end.problem);
    QVERIFY2(end.problem->code == ErrorCode::TlsFailed, describe(*end.problem).c_str());
    QCOMPARE(end.problem->path, file);
    reading->closeAndWait();
}

LOCKSCOPE_TEST(LinkedSessionTest)
#include "tst_linked_session.moc"
