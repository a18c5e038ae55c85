// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "link_to_server.h"
#include "most_resident.h"
#include "packet_server.h"
#include "plain_socket.h"
#include "scripted_server.h"
#include "test_program.h"
#include "wire_server.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <future>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using wire::frame;
using wire::int32;
using wire::replyHeader;

constexpr int kGetData = 4;
constexpr int kGetChildren = 8;
constexpr int kCloseSession = -11;
constexpr int kSasl = 102;
constexpr int kPing = -2;

std::string request(std::int32_t xid, std::int32_t type, const std::string& body = {}) {
    return frame(int32(xid) + int32(type) + body);
}
const std::string& connectRequest() {
    return LinkToServer::connectRequest();
}
const std::string& connectReply() {
    return LinkToServer::connectReply();
}

std::string manyTimes(const std::string& bytes) {
    std::string many;
    for (int i = 0; i < 5'000; ++i)
        many += bytes;
    return many;
}

/// Answers the connect request and nothing else; keeps what it gets.
class SilentServer {
public:
    explicit SilentServer(std::string connectAnswer = connectReply())
        : m_connectAnswer(std::move(connectAnswer)),
          m_server({.opened = [this](auto connection, int) { m_connection = connection; },
                    .received = [this](auto connection, const auto& packet) { take(connection, packet); },
                    .closed = [this](auto) { m_isClosed = true; }}) {}

    std::string address() const { return m_server.address(); }
    void send(const std::string& bytes) {
        m_server.post([this, bytes] { m_server.send(m_connection, bytes); });
    }
    void close() {
        m_server.post([this] { m_server.close(m_connection); });
    }
    bool isClosed() const { return m_isClosed; }
    std::vector<std::string> packets() {
        const std::lock_guard guard(m_mutex);
        return m_packets;
    }

private:
    void take(PacketServer::Connection connection, const std::string& packet) {
        bool isFirst = false;
        {
            const std::lock_guard guard(m_mutex);
            isFirst = m_packets.empty();
            m_packets.push_back(packet);
        }
        if (isFirst && !m_connectAnswer.empty()) m_server.send(connection, m_connectAnswer);
    }

    const std::string m_connectAnswer;
    std::mutex m_mutex;
    std::vector<std::string> m_packets;
    std::atomic<bool> m_isClosed = false;
    PacketServer::Connection m_connection = 0;  // the server's thread's
    PacketServer m_server;
};

/// Says these tokens, one a step; the loop's.
class ScriptedSasl final : public SaslExchange {
public:
    ScriptedSasl(Loop& loop, std::vector<SaslStep> steps, std::vector<std::string>& challenges)
        : m_loop(loop), m_steps(std::move(steps)), m_challenges(challenges) {}

    std::string mechanism() const override { return "DIGEST-MD5"; }
    std::string who() const override { return "alice"; }
    void start(Done done) override { next(std::move(done)); }
    void step(std::string challenge, Done done) override {
        m_challenges.push_back(std::move(challenge));
        next(std::move(done));
    }

private:
    void next(Done done) {
        m_loop.post(
            m_lifetime.whileAlive([step = m_steps.at(m_next++), done = std::move(done)] { done(step); }));
    }

    Loop& m_loop;
    const std::vector<SaslStep> m_steps;
    std::size_t m_next = 0;
    std::vector<std::string>& m_challenges;
    Lifetime m_lifetime;
};

/// A server with SASL: what it answers to each token.
class SaslServer {
public:
    explicit SaslServer(std::vector<std::string> answers, std::int32_t error = 0)
        : m_answers(std::move(answers)),
          m_error(error),
          m_server({.opened = {},
                    .received = [this](auto connection, const auto& packet) { take(connection, packet); },
                    .closed = {}}) {}

    std::string address() const { return m_server.address(); }
    std::vector<std::string> tokens() {
        const std::lock_guard guard(m_mutex);
        return m_tokens;
    }

private:
    void take(PacketServer::Connection connection, const std::string& packet) {
        if (!std::exchange(m_isGreeted, true)) {
            m_server.send(connection, connectReply());
            return;
        }
        wire::Reader reader(packet);
        const auto xid = reader.int32();
        if (reader.int32() != kSasl) return;
        std::size_t number = 0;
        {
            const std::lock_guard guard(m_mutex);
            number = m_tokens.size();
            m_tokens.push_back(reader.string());
        }
        m_server.send(connection, m_error != 0
                                      ? frame(replyHeader(xid, m_error))
                                      : frame(replyHeader(xid) + wire::string(m_answers.at(number))));
    }

    const std::vector<std::string> m_answers;
    const std::int32_t m_error;
    std::mutex m_mutex;
    std::vector<std::string> m_tokens;
    bool m_isGreeted = false;  // the server's thread's
    PacketServer m_server;
};

/// No TLS, but where that stands: made later, or refused.
class LaterChannels final : public ChannelMaker {
public:
    LaterChannels(Loop& loop, std::optional<Error> problem) : m_loop(loop), m_problem(std::move(problem)) {}

    std::unique_ptr<Attempt> make(ByteStream stream, const ServerAddress&,
                                  std::function<void(Result<std::unique_ptr<Channel>>)> done) override {
        const auto kept = std::make_shared<ByteStream>(std::move(stream));
        m_loop.post([this, kept, done = std::move(done)] {
            if (m_problem)
                done(tl::unexpected(*m_problem));
            else
                done(std::make_unique<PlainChannel>(std::move(*kept)));
        });
        return std::make_unique<Attempt>();
    }

private:
    Loop& m_loop;
    const std::optional<Error> m_problem;
};

}  // namespace

/// One link between a client and a server that are the test's: what passes, and what becomes of the rest.
class LinkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesOnWhatBothSay();
    void isToldWhenItCanBeRead();
    void strangerGetsNothing();

    void serverThatRefuses();
    void nameThatIsNotKnown();
    void nameWithADeadAddress();
    void serverThatNeverAnswers();
    void connectReplyCutAnywhere();
    void serverThatSpeaksTls();
    void serverThatSpeaksHttp();

    void negativeLength();
    void answerThatIsTooLong();
    void answerOutOfTurn();
    void eventThatIsTooLong();
    void claimsTakeNoMemory_data();
    void claimsTakeNoMemory();

    void clientThatDoesNotReadHoldsUpTheServer();
    void serverThatDoesNotReadHoldsUpTheClient();
    void endOfTheServer();
    void endOfTheClient();
    void lastWordOfTheClient();
    void lastWordToAServerThatHangs();
    void clientThatConnectsAnew();

    void saslBeforeTheConnectReply();
    void saslThatIsRefused();
    void saslOfASessionThatHasExpired();
    void channelThatIsMade();
    void channelThatCanNotBeMade();
    void serversInPlaceOfLinks();
};

void LinkTest::passesOnWhatBothSay() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    client.send(request(7, kGetData, wire::string("/path") + '\0'));
    const auto answer = frame(replyHeader(7, -101));
    QCOMPARE(client.receive(answer.size()), answer);
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Session ok"}));
    QCOMPARE(link.reports().front().server, server.address());
    QVERIFY(link.failures().empty());
}

void LinkTest::isToldWhenItCanBeRead() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    std::atomic<int> socket = -1;
    std::promise<int> readable;
    LinkToServer link(server.address(), [&](LinkWiring& wiring, EventLoop&) {
        wiring.answered = [&] {
            int bytes = 0;
            ::ioctl(socket, FIONREAD, &bytes);
            readable.set_value(bytes);
        };
    });
    auto client = link.connectClient();
    socket = client.descriptor();
    client.send(connectRequest());
    QCOMPARE(readable.get_future().get(), static_cast<int>(connectReply().size()));
}

void LinkTest::strangerGetsNothing() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    PlainSocket stranger;
    // Anybody may take the client's port at another address, and both ports are in /proc/net/tcp.
    PlainSocket withOurPort = PlainSocket::besideLoopback(client.port());
    for (PlainSocket* const each : {&stranger, &withOurPort}) {
        each->connect(link.port());
        each->send(connectRequest());
        QCOMPARE(each->receiveUntilEnd(), std::string());
    }
    QCOMPARE(server.connects(), 1);
    client.send(request(7, kGetData, wire::string("/path") + '\0'));
    QVERIFY(!client.receive(20).empty());
}

void LinkTest::serverThatRefuses() {
    const auto server = "127.0.0.1:" + std::to_string(ScriptedServer::unusedPort());
    LinkToServer link(server);
    auto client = link.connectClient();
    QCOMPARE(client.receiveUntilEnd(), std::string());
    const auto failures = link.failures();
    QCOMPARE(failures.size(), 1u);
    QCOMPARE(failures.front().code, ErrorCode::ConnectionRefused);
    QCOMPARE(failures.front().what, "Connecting to " + server + ": Connection refused");
    QCOMPARE(failures.front().server, server);
    QCOMPARE(link.steps(), QStringList{"Connect ConnectionRefused"});
}

void LinkTest::nameThatIsNotKnown() {
    const auto host = std::string(70, 'x') + ".invalid";  // nobody has to be asked for that
    LinkToServer link(host + ":2181");
    auto client = link.connectClient();
    QCOMPARE(client.receiveUntilEnd(), std::string());
    const auto failures = link.failures();
    QCOMPARE(failures.size(), 1u);
    QCOMPARE(failures.front().code, ErrorCode::HostNotFound);
    QCOMPARE(failures.front().server, host + ":2181");
    QCOMPARE(link.steps(), QStringList{"Name HostNotFound"});
}

/// "localhost" is 127.0.0.1 and, where there is IPv6, ::1: a server is at one of them.
void LinkTest::nameWithADeadAddress() {
    const ScriptedServer server([](const std::string&) {
        return ScriptedServer::Reply{connectReply(), true};
    });
    LinkToServer link("localhost:" + std::to_string(server.port()));
    auto client = link.connectedClient();
    QCOMPARE(link.steps(), QStringList({"Name ok", "Connect ok", "Session ok"}));
}

void LinkTest::serverThatNeverAnswers() {
    SilentServer server("");
    LinkToServer link(server.address(), [](LinkWiring& wiring, EventLoop&) { wiring.openWithin = 300ms; });
    auto client = link.connectClient();
    client.send(connectRequest());
    QCOMPARE(client.receiveUntilEnd(), std::string());
    const auto failures = link.failures();
    QCOMPARE(failures.size(), 1u);
    QCOMPARE(failures.front().code, ErrorCode::OperationTimeout);
    QCOMPARE(failures.front().what,
             "Connecting to " + server.address() +
                 ": it takes connections, and hangs or is no ZooKeeper server: no answer came within 300 ms");
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Session OperationTimeout"}));
    QTRY_VERIFY(server.isClosed());
}

void LinkTest::connectReplyCutAnywhere() {
    for (std::size_t size = 0; size < connectReply().size(); ++size) {
        ScriptedServer server(
            [size](const std::string&) { return ScriptedServer::Reply{connectReply().substr(0, size)}; });
        const auto address = "127.0.0.1:" + std::to_string(server.port());
        LinkToServer link(address);
        auto client = link.connectClient();
        client.send(connectRequest());
        QCOMPARE(client.receiveUntilEnd(), std::string());
        const auto failures = link.failures();
        QCOMPARE(failures.size(), 1u);
        QCOMPARE(failures.front().code, ErrorCode::ConnectionLoss);
        const std::string within =
            size == 0 ? " before it said anything: it serves nobody now, or this is a port for TLS"
                      : " in the middle of an answer";
        QCOMPARE(failures.front().what,
                 "Connecting to " + address + ": the connection was closed by the server" + within);
    }
}

void LinkTest::serverThatSpeaksTls() {
    const std::string alert("\x15\x03\x03\x00\x02\x02\x46", 7);
    ScriptedServer server([&](const std::string&) { return ScriptedServer::Reply{alert}; });
    LinkToServer link("127.0.0.1:" + std::to_string(server.port()));
    auto client = link.connectClient();
    client.send(connectRequest());
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().code, ErrorCode::TlsFailed);
}

void LinkTest::serverThatSpeaksHttp() {
    ScriptedServer server([&](const std::string&) {
        return ScriptedServer::Reply{ScriptedServer::http(400, "what?"), true};
    });
    LinkToServer link("127.0.0.1:" + std::to_string(server.port()));
    auto client = link.connectClient();
    client.send(connectRequest());
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().code, ErrorCode::NotZooKeeper);
    QVERIFY2(link.failures().front().what.find("1213486160 bytes") != std::string::npos,
             link.failures().front().what.c_str());
}

void LinkTest::negativeLength() {
    SilentServer server;
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    server.send(int32(-5) + replyHeader(kPing));
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().code, ErrorCode::NotZooKeeper);
    QCOMPARE(link.failures().front().what,
             "Connecting to " + server.address() + " (a packet claims to have -5 bytes)");
}

/// Whoever has asked does without; the connection goes on.
void LinkTest::answerThatIsTooLong() {
    SilentServer server;
    LinkToServer link(server.address(), [](LinkWiring& wiring, EventLoop&) { wiring.largestAnswer = 1000; });
    auto client = link.connectedClient();
    client.send(request(7, kGetData, wire::string("/path") + '\0'));
    QTRY_COMPARE(server.packets().size(), 2u);
    server.send(frame(replyHeader(7) + std::string(3'000'000, 'x')) + frame(replyHeader(kPing)));
    const auto passed = frame(replyHeader(7, kTooManyEntries)) + frame(replyHeader(kPing));
    QCOMPARE(client.receive(passed.size()), passed);
    QVERIFY(link.failures().empty());
}

void LinkTest::answerOutOfTurn() {
    SilentServer server;
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    client.send(request(7, kGetData, wire::string("/path") + '\0') +
                request(8, kGetData, wire::string("/path") + '\0'));
    QTRY_COMPARE(server.packets().size(), 3u);
    server.send(frame(replyHeader(8, -101)));
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().front().code, ErrorCode::ConnectionLoss);
}

void LinkTest::eventThatIsTooLong() {
    SilentServer server;
    LinkToServer link(server.address(), [](LinkWiring& wiring, EventLoop&) { wiring.largestAnswer = 1000; });
    auto client = link.connectedClient();
    server.send(frame(replyHeader(-1) + std::string(3'000, 'x')));
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().front().code, ErrorCode::NotZooKeeper);
}

void LinkTest::claimsTakeNoMemory_data() {
    QTest::addColumn<std::string>("answer");
    QTest::addColumn<std::string>("passed");
    QTest::addColumn<bool>("goesOn");
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto refused = frame(replyHeader(7, kTooManyEntries));
    QTest::newRow("a packet of 2 GB") << int32(kMost) + replyHeader(7) << refused << true;
    QTest::newRow("a list of 2 G entries") << frame(replyHeader(7) + int32(kMost)) << std::string() << false;
    QTest::newRow("a list of 100 M entries, and some of them")
        << frame(replyHeader(7) + int32(100'000'000) + std::string(1'000'000, '\0')) << std::string()
        << false;
    std::string names;
    for (std::int32_t i = 0; i <= kMostEntries; ++i)
        names += wire::string("n");
    QTest::newRow("a list of too many entries, all of them")
        << frame(replyHeader(7) + int32(kMostEntries + 1) + names) << refused << false;
}

/// What a server says that it will send, before it has sent it; and what it sends of it and nobody will read.
void LinkTest::claimsTakeNoMemory() {
    QFETCH(const std::string, answer);
    QFETCH(const std::string, passed);
    QFETCH(const bool, goesOn);
    if (kIsSanitized) QSKIP("a sanitizer keeps what was freed, or a shadow of it");
    PlainListener server;
    LinkToServer link(server.address());
    auto client = link.connectClient();
    client.send(connectRequest());
    auto connection = server.accept();
    connection.send(connectReply());
    QCOMPARE(client.receive(connectReply().size()), connectReply());
    const auto asked = request(7, kGetChildren, wire::string("/path") + '\0');
    client.send(asked);
    QCOMPARE(connection.receive(connectRequest().size() + asked.size()).size(),
             connectRequest().size() + asked.size());
    const std::string more(1U << 20U, 'x');
    const long before = mostResidentKb();
    connection.send(answer);
    QCOMPARE(passed.empty() ? client.receiveUntilEnd() : client.receive(passed.size()), passed);
    constexpr int kMoreMb = 128;
    for (int i = 0; goesOn && i < kMoreMb; ++i)
        connection.send(more);
    constexpr long kAllowedKb = 32 * 1024;
    const long grown = mostResidentKb() - before;
    QVERIFY2(grown < kAllowedKb, std::to_string(grown).c_str());
    QCOMPARE(link.failures().empty(), !passed.empty());
}

/// What is held on the way is what the system's sockets hold, and a frame.
void LinkTest::clientThatDoesNotReadHoldsUpTheServer() {
    PlainListener server;
    LinkToServer link(server.address());
    auto client = link.connectClient();
    client.send(connectRequest());
    auto connection = server.accept();
    connection.send(connectReply());
    const auto pings = manyTimes(frame(replyHeader(kPing)));
    constexpr std::size_t kMost = std::size_t{256} << 20U;
    std::size_t sent = 0;
    while (sent < kMost && connection.canSend(500ms))
        sent += connection.sendSome(std::string_view(pings).substr(sent % pings.size()));
    QVERIFY2(sent < kMost, "the server was not held up");
    QCOMPARE(client.receive(connectReply().size()), connectReply());
    const auto received = client.receive(sent);
    QCOMPARE(received.size(), sent);
    QVERIFY(connection.canSend(30s));
}

void LinkTest::serverThatDoesNotReadHoldsUpTheClient() {
    PlainListener server;
    LinkToServer link(server.address());
    auto client = link.connectClient();
    client.send(connectRequest());
    auto connection = server.accept();
    connection.send(connectReply());
    QCOMPARE(client.receive(connectReply().size()), connectReply());
    const auto pings = manyTimes(request(kPing, 11));
    constexpr std::size_t kMost = std::size_t{256} << 20U;
    std::size_t sent = 0;
    while (sent < kMost && client.canSend(500ms))
        sent += client.sendSome(std::string_view(pings).substr(sent % pings.size()));
    QVERIFY2(sent < kMost, "the client was not held up");
    const auto all = connectRequest().size() + sent;
    QCOMPARE(connection.receive(all).size(), all);
}

void LinkTest::endOfTheServer() {
    SilentServer server;
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    server.send(frame(replyHeader(kPing)));
    server.close();
    QCOMPARE(client.receiveUntilEnd(), frame(replyHeader(kPing)));
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().what,
             "Connecting to " + server.address() + ": the connection was closed by the server");
}

void LinkTest::endOfTheClient() {
    SilentServer server;
    LinkToServer link(server.address());
    link.connectedClient().close();
    QTRY_VERIFY(server.isClosed());
    QVERIFY(link.failures().empty());
}

/// Though the client is gone when the link reads it.
void LinkTest::lastWordOfTheClient() {
    SilentServer server;
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    std::promise<void> isClosed;
    link.loop().post([&] { isClosed.get_future().wait(); });
    client.send(request(9, kCloseSession));
    client.close();
    isClosed.set_value();
    std::jthread finishing([&] { link.finish(); });
    QTRY_COMPARE(server.packets().size(), 2u);
    QCOMPARE(wire::readInt32(server.packets().back(), 4), kCloseSession);
    server.send(frame(replyHeader(kPing)) + frame(replyHeader(9)));
    finishing.join();
    QTRY_VERIFY(server.isClosed());
}

void LinkTest::lastWordToAServerThatHangs() {
    SilentServer server;
    LinkToServer link(server.address());
    auto client = link.connectedClient();
    client.send(request(9, kCloseSession));
    client.close();
    const auto began = Clock::now();
    link.finish();
    QVERIFY(Clock::now() - began < 20s);
    QTRY_VERIFY(server.isClosed());
    QCOMPARE(server.packets().size(), 2u);
}

void LinkTest::clientThatConnectsAnew() {
    SilentServer server;
    LinkToServer link(server.address());
    auto before = link.connectedClient();
    link.onLoop([&] { link.links().abandonOld(); });
    QCOMPARE(before.receiveUntilEnd(), std::string());
    QTRY_VERIFY(server.isClosed());
    QVERIFY(link.failures().empty());
}

void LinkTest::saslBeforeTheConnectReply() {
    SaslServer server({"challenge", "verified"});
    std::vector<std::string> challenges;
    LinkToServer link(server.address(), [&](LinkWiring& wiring, EventLoop& loop) {
        wiring.makeSasl = [&loop, &challenges](const ServerAddress&) {
            return std::make_unique<ScriptedSasl>(
                loop, std::vector<SaslStep>{SaslStep{""}, SaslStep{"response"}, SaslStep{std::nullopt, true}},
                challenges);
        };
    });
    auto client = link.connectedClient();
    QCOMPARE(server.tokens(), std::vector<std::string>({"", "response"}));
    QCOMPARE(challenges, std::vector<std::string>({"challenge", "verified"}));
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Sasl ok", "Session ok"}));
    const auto facts = link.reports().at(1).sasl;
    QVERIFY(facts && facts->mechanism == "DIGEST-MD5" && facts->who == "alice");
    QVERIFY(!link.reports().at(2).sasl);
}

void LinkTest::saslThatIsRefused() {
    SaslServer server({}, -115);
    std::vector<std::string> challenges;
    LinkToServer link(server.address(), [&](LinkWiring& wiring, EventLoop& loop) {
        wiring.makeSasl = [&loop, &challenges](const ServerAddress&) {
            return std::make_unique<ScriptedSasl>(loop, std::vector<SaslStep>{SaslStep{"token", true}},
                                                  challenges);
        };
    });
    auto client = link.connectClient();
    client.send(connectRequest());
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().code, ErrorCode::AuthFailed);
    QCOMPARE(link.failures().front().what, "Authenticating at " + server.address() +
                                               " by DIGEST-MD5: the server refuses it with error -115");
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Sasl AuthFailed"}));
    QVERIFY(!link.reports().at(1).sasl);
}

/// The client has to learn that, and the server hangs up.
void LinkTest::saslOfASessionThatHasExpired() {
    const auto expired = WireServer::connected(0, 0);
    SilentServer server(expired);
    LinkToServer link(server.address(), [](LinkWiring& wiring, EventLoop&) {
        wiring.makeSasl = [](const ServerAddress&) { return std::unique_ptr<SaslExchange>(); };
    });
    auto client = link.connectClient();
    client.send(connectRequest());
    QCOMPARE(client.receive(expired.size()), expired);
}

void LinkTest::channelThatIsMade() {
    SilentServer server;
    LinkToServer link(server.address(), [&](LinkWiring& wiring, EventLoop& loop) {
        wiring.channelMaker = std::make_unique<LaterChannels>(loop, std::nullopt);
    });
    auto client = link.connectedClient();
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Tls ok", "Session ok"}));
}

void LinkTest::channelThatCanNotBeMade() {
    SilentServer server;
    LinkToServer link(server.address(), [&](LinkWiring& wiring, EventLoop& loop) {
        wiring.channelMaker =
            std::make_unique<LaterChannels>(loop, Error{ErrorCode::TlsFailed, "Securing it"});
    });
    auto client = link.connectClient();
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(link.failures().size(), 1u);
    QCOMPARE(link.failures().front().code, ErrorCode::TlsFailed);
    QCOMPARE(link.failures().front().server, server.address());
    QCOMPARE(link.steps(), QStringList({"Connect ok", "Tls TlsFailed"}));
}

void LinkTest::serversInPlaceOfLinks() {
    LinkToServer link("zk1:2181,[::1]:2182/app");
    const auto connect = *parseConnectString(link.links().connectString());
    QCOMPARE(connect.chroot, std::string("/app"));
    QCOMPARE(connect.servers.size(), 2u);
    const auto first = toString(connect.servers.front());
    QCOMPARE(link.links().withServers(first), std::string("zk1:2181"));
    QCOMPARE(
        link.links().withServers("Socket " + toString(connect.servers.back()) + " zk retcode=-4, " + first),
        std::string("Socket [::1]:2182 zk retcode=-4, zk1:2181"));
    for (const std::string other : {"127.0.0.1:1", "127.0.0.1:", "127.0.0.1:99999", "nothing"})
        QCOMPARE(link.links().withServers(other), other);
    QCOMPARE(link.links().withServers(first + "7"), first + "7");
}

LOCKSCOPE_TEST(LinkTest)
#include "tst_link.moc"
