// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "link_to_server.h"
#include "plain_socket.h"
#include "test_program.h"
#include "wire_server.h"

#include "link/faulty_channel.h"

#include <lockcore/session/session.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include <poll.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr int kPingXid = -2;
constexpr int kPingType = 11;
constexpr int kEndOfSessionType = -11;

std::string pingRequest() {
    return wire::frame(wire::int32(kPingXid) + wire::int32(kPingType));
}
std::string pingAnswer() {
    return wire::frame(wire::replyHeader(kPingXid));
}

std::string repeated(const std::string& bytes, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += bytes;
    return all;
}

/// Whether anything has come within a while that is long for what nothing holds up.
bool hasCome(const PlainSocket& socket) {
    constexpr int kMilliseconds = 200;
    pollfd readable{.fd = socket.descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&readable, 1, kMilliseconds) > 0;
}

/// A client and a server that are the test's, on a link with a fault.
class FaultyLink {
public:
    FaultyLink() : m_link(m_listener.address(), withFault(fault)) {}

    /// Connected, and answered.
    PlainSocket connectedClient(std::optional<PlainSocket>& server) {
        auto client = m_link.connectClient();
        client.send(LinkToServer::connectRequest());
        server.emplace(m_listener.accept());
        if (server->receive(LinkToServer::connectRequest().size()) != LinkToServer::connectRequest())
            qFatal("no connect request");
        server->send(LinkToServer::connectReply());
        if (client.receive(LinkToServer::connectReply().size()) != LinkToServer::connectReply())
            qFatal("not connected");
        return client;
    }
    static LinkToServer::Change withFault(const std::shared_ptr<LinkFault>& fault) {
        return [fault](LinkWiring& wiring, EventLoop&) {
            wiring.channelMaker = std::make_unique<FaultyChannelMaker>(fault, nullptr);
        };
    }
    LinkToServer& link() { return m_link; }

    const std::shared_ptr<LinkFault> fault = std::make_shared<LinkFault>();

private:
    PlainListener m_listener;
    LinkToServer m_link;
};

}  // namespace

/// What a fault on a link lets through, and what it does to the two at its ends.
class LinkFaultTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void openLinkPassesAll();
    void whatPassesIsCounted();
    void stallKeepsAllInOrder();
    void stallHoldsUpWhoGoesOn();
    void connectionMadeWhileStalledWaits();
    void closeEndsWhileStalled();
    void lostAnswersEndTheConnection();
    void cutEndsAndRefusesUntilMended();
    void cutThatIsMendedAtOnceHasBeenOne();
    void delayIsALongerWayNotASlowerOne();
    void sessionLearnsOfAStallAndComesBack();
};

void LinkFaultTest::openLinkPassesAll() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    const auto requests = repeated(pingRequest(), 5'000);
    const auto answers = repeated(pingAnswer(), 5'000);
    client.send(requests);
    QCOMPARE(server->receive(requests.size()), requests);
    server->send(answers);
    QCOMPARE(client.receive(answers.size()), answers);
    // A fault is no step on the way to a server.
    QCOMPARE(way.link().steps(), QStringList({"Connect ok", "Session ok"}));
    QVERIFY(way.link().failures().empty());
}

/// As the server counts it: the request to connect is one, and of what the server says only watches count.
void LinkFaultTest::whatPassesIsCounted() {
    const auto traffic = std::make_shared<LinkTraffic>();
    PlainListener listener;
    LinkToServer link(listener.address(), [&](LinkWiring& wiring, EventLoop&) { wiring.traffic = traffic; });
    auto client = link.connectClient();
    client.send(LinkToServer::connectRequest());
    auto server = listener.accept();
    (void)server.receive(LinkToServer::connectRequest().size());
    const auto event = wire::frame(wire::int32(-1) + wire::int64(-1) + wire::int32(0) + wire::int32(3) +
                                   wire::int32(3) + wire::string("/a"));
    const auto answers = LinkToServer::connectReply() + pingAnswer() + event + event;
    client.send(repeated(pingRequest(), 3));
    server.send(answers);
    QCOMPARE(client.receive(answers.size()), answers);
    (void)server.receive(3 * pingRequest().size());
    QCOMPARE(traffic->requests.load(), std::uint64_t{4});
    QCOMPARE(traffic->events.load(), std::uint64_t{2});
}

void LinkFaultTest::stallKeepsAllInOrder() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->set(LinkState::Stalled);
    way.link().onLoop([] {});
    const auto requests = pingRequest() + wire::frame(wire::int32(7) + wire::int32(kPingType));
    client.send(requests);
    server->send(repeated(pingAnswer(), 3));
    QVERIFY(!hasCome(*server));
    QVERIFY(!hasCome(client));
    way.fault->set(LinkState::Open);
    QCOMPARE(server->receive(requests.size()), requests);
    const auto answers = repeated(pingAnswer(), 3);
    QCOMPARE(client.receive(answers.size()), answers);
    QVERIFY(way.link().failures().empty());
}

void LinkFaultTest::stallHoldsUpWhoGoesOn() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->set(LinkState::Stalled);
    way.link().onLoop([] {});
    const auto requests = repeated(pingRequest(), 5'000);
    constexpr std::size_t kMost = std::size_t{256} << 20U;
    std::size_t sent = 0;
    while (sent < kMost && client.canSend(500ms))
        sent += client.sendSome(std::string_view(requests).substr(sent % requests.size()));
    QVERIFY2(sent < kMost, "the client was not held up");
    way.fault->set(LinkState::Open);
    QCOMPARE(server->receive(sent).size(), sent);
}

void LinkFaultTest::connectionMadeWhileStalledWaits() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    const auto fault = std::make_shared<LinkFault>();
    fault->set(LinkState::Stalled);
    LinkToServer link(server.address(), FaultyLink::withFault(fault));
    auto client = link.connectClient();
    client.send(LinkToServer::connectRequest());
    QVERIFY(!hasCome(client));
    fault->set(LinkState::Open);
    QCOMPARE(client.receive(LinkToServer::connectReply().size()), LinkToServer::connectReply());
}

void LinkFaultTest::closeEndsWhileStalled() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->set(LinkState::Stalled);
    way.link().onLoop([] {});
    client.send(wire::frame(wire::int32(9) + wire::int32(kEndOfSessionType)));
    client.close();
    const auto began = Clock::now();
    way.link().finish();
    QVERIFY(Clock::now() - began < 20s);
    QCOMPARE(server->receiveUntilEnd(), std::string());
}

void LinkFaultTest::lostAnswersEndTheConnection() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->set(LinkState::LosesAnswers);
    way.link().onLoop([] {});
    client.send(pingRequest());
    QCOMPARE(server->receive(pingRequest().size()), pingRequest());
    // More than all the buffers on the way take: most of it is lost when this returns.
    server->send(repeated(pingAnswer(), 1'000'000));
    QVERIFY(!hasCome(client));
    QVERIFY(way.link().failures().empty());
    way.fault->set(LinkState::Open);
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(way.link().failures().size(), 1u);
    QCOMPARE(way.link().failures().front().code, ErrorCode::ConnectionLoss);
}

void LinkFaultTest::cutEndsAndRefusesUntilMended() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    const auto fault = std::make_shared<LinkFault>();
    LinkToServer link(server.address(), FaultyLink::withFault(fault));
    auto client = link.connectedClient();
    fault->set(LinkState::Cut);
    QCOMPARE(client.receiveUntilEnd(), std::string());
    auto refused = link.connectClient();
    QCOMPARE(refused.receiveUntilEnd(), std::string());
    const auto failures = link.failures();
    QCOMPARE(failures.size(), 2u);
    for (const auto& failure : failures) {
        QCOMPARE(failure.code, ErrorCode::ConnectionLoss);
        QCOMPARE(failure.server, server.address());
    }
    QCOMPARE(failures.back().what, "Connecting to " + server.address() + ": the link is cut");
    fault->set(LinkState::Open);
    const auto mended = link.connectedClient();
    QVERIFY(mended.descriptor() >= 0);
}

void LinkFaultTest::cutThatIsMendedAtOnceHasBeenOne() {
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->set(LinkState::Cut);
    way.fault->set(LinkState::Open);
    QCOMPARE(client.receiveUntilEnd(), std::string());
    QCOMPARE(server->receiveUntilEnd(), std::string());
}

void LinkFaultTest::delayIsALongerWayNotASlowerOne() {
    constexpr auto kOneWay = 100ms;
    constexpr int kFrames = 200;
    FaultyLink way;
    std::optional<PlainSocket> server;
    auto client = way.connectedClient(server);
    way.fault->setDelay(kOneWay);
    way.link().onLoop([] {});
    const auto began = Clock::now();
    client.send(pingRequest());
    QCOMPARE(server->receive(pingRequest().size()), pingRequest());
    QVERIFY(Clock::now() - began >= kOneWay);
    for (int i = 0; i < kFrames; ++i)
        server->send(pingAnswer());
    const auto answers = repeated(pingAnswer(), kFrames);
    QCOMPARE(client.receive(answers.size()), answers);
    const auto took = Clock::now() - began;
    QVERIFY(took >= 2 * kOneWay);
    QVERIFY2(took < kFrames * kOneWay / 2, "each waited for the one before it");
}

void LinkFaultTest::sessionLearnsOfAStallAndComesBack() {
    WireServer server([](const WireServer::Request&) { return std::optional<std::string>(); });
    std::mutex mutex;
    std::vector<ConnectionState> told;
    EventLoop loop;
    const auto hasTold = [&](ConnectionState state) {
        const std::lock_guard guard(mutex);
        return std::ranges::find(told, state) != told.end();
    };
    SessionOptions options{server.address(), 2s};
    options.fault = std::make_shared<LinkFault>();
    const auto session = Session::open(loop, options, [&](const ConnectionStatus& status) {
        const std::lock_guard guard(mutex);
        told.push_back(status.state);
    });
    QTRY_VERIFY_WITH_TIMEOUT(hasTold(ConnectionState::Connected), 30'000);
    options.fault->set(LinkState::Stalled);
    QTRY_VERIFY_WITH_TIMEOUT(hasTold(ConnectionState::Suspended), 30'000);
    options.fault->set(LinkState::Open);
    QTRY_VERIFY_WITH_TIMEOUT(hasTold(ConnectionState::Reconnected), 30'000);
    session->closeAndWait();
}

LOCKSCOPE_TEST(LinkFaultTest)
#include "tst_link_fault.moc"
