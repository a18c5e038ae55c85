// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/session/connect_string.h>
#include <lockcore/session/session.h>

#include <dlfcn.h>
#include <netdb.h>
#include <poll.h>

#include <atomic>
#include <cstring>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr const char* kHost = "comes-later.invalid";

/// What the name service says of that host: an EAI_ value, or 0 for this machine.
std::atomic<int> g_answer = 0;
std::atomic<int> g_questions = 0;
/// What an answer takes.
std::atomic<int> g_delayMs = 0;

}  // namespace

/// In place of the C library's, also for the C client, for that one name.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** result) {
    using GetAddressInfo = decltype(&getaddrinfo);
    static const auto original = reinterpret_cast<GetAddressInfo>(dlsym(RTLD_NEXT, "getaddrinfo"));
    if (node == nullptr || std::strcmp(node, kHost) != 0) return original(node, service, hints, result);
    ++g_questions;
    poll(nullptr, 0, g_delayMs);
    if (const int answer = g_answer; answer != 0) return answer;
    return original("127.0.0.1", service, hints, result);
}

/// A session whose server has no address at first.
class TestNameService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        g_questions = 0;
        g_delayMs = 0;
        m_isConnected = m_isOver = false;
        m_tellings = 0;
    }

    void nameThatIsKnownLater_data();
    void nameThatIsKnownLater();
    void closedWhileNoNameIsKnown();
    void requestsDoNotWaitForAName();
    void nameThatIsLostHoldsUpNobody();
    void portNeedNotBeGiven();
    void slowNameStopsNoLoopByLink();

private:
    /// The same server by that name.
    static std::string connectString() {
        ConnectString connect = *parseConnectString(freshCluster());
        connect.servers.front().host = kHost;
        return toString(connect);
    }
    std::shared_ptr<Session> open(const std::string& connect, std::chrono::milliseconds timeout = 6s,
                                  bool byLink = false) {
        SessionOptions options{connect, timeout};
        options.link = byLink;
        return Session::open(m_loop, std::move(options),
                             [this](const ConnectionStatus& status) { note(status); });
    }
    void note(const ConnectionStatus& status) {
        if (isConnected(status.state)) m_isConnected = true;
        if (isOver(status.state)) m_isOver = true;
        if (status.problem && status.problem->code == ErrorCode::HostNotFound) ++m_tellings;
    }

    EventLoop m_loop;
    std::atomic<bool> m_isConnected = false;
    std::atomic<bool> m_isOver = false;
    std::atomic<int> m_tellings = 0;
};

void TestNameService::nameThatIsKnownLater_data() {
    QTest::addColumn<int>("answer");
    QTest::addColumn<bool>("byLink");
    QTest::newRow("no such name") << EAI_NONAME << false;
    QTest::newRow("the service does not answer") << EAI_AGAIN << false;
    QTest::newRow("no such name, by link") << EAI_NONAME << true;
    QTest::newRow("the service does not answer, by link") << EAI_AGAIN << true;
}

void TestNameService::nameThatIsKnownLater() {
    QFETCH(int, answer);
    QFETCH(bool, byLink);
    g_answer = answer;
    const auto session = open(connectString(), 6s, byLink);
    QTRY_VERIFY_WITH_TIMEOUT(g_questions >= 3, kServerPatienceMs);
    QCOMPARE(m_tellings.load(), 1);  // though it was tried again
    QVERIFY(!m_isConnected && !m_isOver);
    g_answer = 0;
    QTRY_VERIFY_WITH_TIMEOUT(m_isConnected.load(), kServerPatienceMs);
    session->closeAndWait();
}

void TestNameService::closedWhileNoNameIsKnown() {
    g_answer = EAI_AGAIN;
    const auto session = open(connectString());
    QTRY_VERIFY_WITH_TIMEOUT(g_questions >= 1, kServerPatienceMs);
    session->closeAndWait();
    const int questions = g_questions;
    std::promise<void> later;
    m_loop.post([&] { m_loop.callAt(m_loop.now() + 1s, [&] { later.set_value(); }); });
    later.get_future().wait();
    QCOMPARE(g_questions.load(), questions);
}

void TestNameService::requestsDoNotWaitForAName() {
    g_answer = EAI_NONAME;
    const auto session = open(connectString());
    QTRY_VERIFY_WITH_TIMEOUT(g_questions >= 1, kServerPatienceMs);
    std::promise<Result<Stat>> answered;
    m_loop.post(
        [&] { session->exists("/", {}, [&](const Result<Stat>& result) { answered.set_value(result); }); });
    QCOMPARE(answered.get_future().get().error().code, ErrorCode::ConnectionLoss);
    session->closeAndWait();
}

/// Each question stops the loop, and with it all its sessions. The rest after it may last as long as a pause
/// may, which is 2.5 s with this timeout.
void TestNameService::nameThatIsLostHoldsUpNobody() {
    g_answer = 0;
    auto server = LocalCluster::start();
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    auto connect = *parseConnectString((*server)->connectString());
    connect.servers.front().host = kHost;
    const auto session = open(toString(connect), 60s);
    QTRY_VERIFY_WITH_TIMEOUT(m_isConnected.load(), kServerPatienceMs);
    g_answer = EAI_AGAIN;
    g_delayMs = 200;
    (*server)->kill();
    QTRY_COMPARE_WITH_TIMEOUT(m_tellings.load(), 1, kServerPatienceMs);
    const int before = g_questions;
    std::promise<void> later;
    m_loop.post([&] { m_loop.callAt(m_loop.now() + 5s, [&] { later.set_value(); }); });
    later.get_future().wait();
    QVERIFY2(g_questions - before <= 3,
             std::to_string(g_questions - before).c_str());  // without rest it is 4 to 7
    QCOMPARE(m_tellings.load(), 1);
    session->closeAndWait();
}

void TestNameService::portNeedNotBeGiven() {
    g_answer = EAI_NONAME;
    const auto session = open(kHost);
    QTRY_VERIFY_WITH_TIMEOUT(g_questions >= 1, kServerPatienceMs);
    session->closeAndWait();
}

void TestNameService::slowNameStopsNoLoopByLink() {
    g_answer = 0;
    const auto connect = connectString();
    g_delayMs = 5'000;
    const auto session = open(connect, 20s, true);
    QTRY_VERIFY_WITH_TIMEOUT(g_questions >= 1, kServerPatienceMs);
    std::promise<void> ran;
    m_loop.post([&] { ran.set_value(); });
    ran.get_future().wait();
    QVERIFY(!m_isConnected);  // the name is being looked up
    QTRY_VERIFY_WITH_TIMEOUT(m_isConnected.load(), kServerPatienceMs);
    session->closeAndWait();
}

LOCKSCOPE_TEST(TestNameService)
#include "tst_name_service.moc"
