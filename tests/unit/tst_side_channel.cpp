// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>
#include "plain_socket.h"
#include "scripted_server.h"
#include "test_program.h"

#include <lockcore/observe/server_probe.h>

#include <future>

using namespace lockcore;
using namespace std::chrono_literals;
using Reply = ScriptedServer::Reply;

namespace {

constexpr SideChannelLimits kShort{300ms, 1 << 20};
constexpr SideChannelLimits kLong{60s, 1 << 20};

HostPort at(std::uint16_t port) {
    return {"127.0.0.1", port};
}

std::string urlAt(std::uint16_t port) {
    return "http://127.0.0.1:" + std::to_string(port) + "/commands";
}

ScriptedServer::Script always(Reply reply) {
    return [reply = std::move(reply)](const std::string&) { return reply; };
}

/// A SOCKS5 proxy whose every step is the test's. Lives on the test's thread.
class Proxy {
public:
    SideWay way() const {
        return {.route = SocksProxy{"127.0.0.1", parseConnectString(m_listener.address())->servers[0].port}};
    }
    /// The next client, which is answered by that code; 0: it is connected.
    PlainSocket serve(char code) {
        PlainSocket client = m_listener.accept();
        const std::string methods = client.receive(2);
        client.receive(static_cast<std::size_t>(methods.at(1)));
        client.send(std::string("\x05\x00", 2));
        const std::string head = client.receive(5);
        m_wanted = client.receive(static_cast<std::size_t>(head.at(4)));
        client.receive(2);
        client.send(std::string("\x05") + code + std::string("\x00\x01", 2) + std::string(6, '\0'));
        return client;
    }
    /// The name of the host that was asked for.
    const std::string& wanted() const { return m_wanted; }

private:
    PlainListener m_listener;
    std::string m_wanted;
};

QString errorOf(const Result<std::string>& result) {
    return result ? QStringLiteral("no error") : QString::fromUtf8(errorName(result.error().code).data());
}

}  // namespace

class TestSideChannel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordIsSentAloneAndTheReplyComesWhole();
    void onlyHarmlessWordsAreSent_data();
    void onlyHarmlessWordsAreSent();
    void wordFailures_data();
    void wordFailures();
    void ipv6();
    void hostNames();
    void stopInterruptsAWord();
    void wordsGoByTheProxy();
    void commandsGoByTheProxy();

    void commandIsFetched();
    void dateOfAReply_data();
    void dateOfAReply();
    void onlyHarmlessCommandsAreSent_data();
    void onlyHarmlessCommandsAreSent();
    void commandFailures_data();
    void commandFailures();
    void badAddresses_data();
    void badAddresses();
    void secretsInTheAddressAreRefusedAndNotShown();
    void loginIsToldToItsHostsAlone();
    void stopInterruptsACommand();

    void probe_data();
    void probe();
    void probeOfNothing();
};

void TestSideChannel::wordIsSentAloneAndTheReplyComesWhole() {
    const std::string big(3'000'000, 'x');
    ScriptedServer server(always({big}));
    const auto reply = askFourLetterWord(at(server.port()), "mntr");
    QCOMPARE(errorOf(reply), QStringLiteral("no error"));
    QVERIFY(*reply == big);
    QCOMPARE(server.requests(), std::vector<std::string>{"mntr"});
}

void TestSideChannel::onlyHarmlessWordsAreSent_data() {
    QTest::addColumn<QByteArray>("word");
    for (const char* const word : {"wchc", "wchp", "crst", "srst", "stmk", "", "dump\n", "DUMP"})
        QTest::newRow(qPrintable(QStringLiteral("'%1'").arg(word))) << QByteArray(word);
}

void TestSideChannel::onlyHarmlessWordsAreSent() {
    QFETCH(QByteArray, word);
    ScriptedServer server(always({"data"}));
    QCOMPARE(errorOf(askFourLetterWord(at(server.port()), word.toStdString())),
             QStringLiteral("BadArguments"));
    QVERIFY(server.requests().empty());
}

void TestSideChannel::wordFailures_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("hold");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("says nothing") << 0 << true << QByteArray("OperationTimeout");
    QTest::newRow("stops in the middle") << 1000 << true << QByteArray("OperationTimeout");
    QTest::newRow("too large") << 2'000'000 << false << QByteArray("TooLarge");
    QTest::newRow("exactly at the limit") << (1 << 20) << false << QByteArray("no error");
    QTest::newRow("empty") << 0 << false << QByteArray("no error");
}

void TestSideChannel::wordFailures() {
    QFETCH(int, bytes);
    QFETCH(bool, hold);
    QFETCH(QByteArray, error);
    ScriptedServer server(always({std::string(static_cast<std::size_t>(bytes), 'x'), hold}));
    const auto reply = askFourLetterWord(at(server.port()), "dump", hold ? kShort : kLong);
    QCOMPARE(errorOf(reply), QString::fromUtf8(error));
    if (!reply) QCOMPARE(reply.error().server, toString(at(server.port())));
}

void TestSideChannel::ipv6() {
    ScriptedServer server(always({"answer"}), true);
    if (server.port() == 0) QSKIP("no IPv6 on this machine");
    QCOMPARE(askFourLetterWord({"::1", server.port()}, "srvr").value_or("error"), std::string("answer"));
    ScriptedServer admin(always({ScriptedServer::http(200, "{}")}), true);
    QCOMPARE(fetchAdminCommand("http://[::1]:" + std::to_string(admin.port()) + "/commands", "dump")
                 .value_or("error"),
             std::string("{}"));
}

void TestSideChannel::hostNames() {
    ScriptedServer server(always({"answer"}));
    QCOMPARE(askFourLetterWord({"localhost", server.port()}, "srvr").value_or("error"),
             std::string("answer"));
    QCOMPARE(errorOf(askFourLetterWord({"no..such..host", server.port()}, "srvr")),
             QStringLiteral("HostNotFound"));
    QCOMPARE(errorOf(askFourLetterWord(at(ScriptedServer::unusedPort()), "srvr")), QStringLiteral("Io"));
}

void TestSideChannel::stopInterruptsAWord() {
    std::stop_source stop;
    ScriptedServer server([&](const std::string&) {
        stop.request_stop();
        return Reply{"part", true};
    });
    QCOMPARE(errorOf(askFourLetterWord(at(server.port()), "dump", kLong, stop.get_token())),
             QStringLiteral("Cancelled"));
    QCOMPARE(errorOf(askFourLetterWord(at(server.port()), "dump", kLong, stop.get_token())),
             QStringLiteral("Cancelled"));
}

void TestSideChannel::wordsGoByTheProxy() {
    Proxy proxy;
    const auto ask = [&] {
        return std::async(std::launch::async, [way = proxy.way()] {
            return askFourLetterWord({"zk.example", 2181}, "mntr", kLong, {}, way);
        });
    };
    auto asked = ask();
    {
        PlainSocket client = proxy.serve(0);
        QCOMPARE(client.receive(4), std::string("mntr"));
        client.send("answer");
    }
    QCOMPARE(asked.get().value_or("error"), std::string("answer"));
    QCOMPARE(proxy.wanted(), std::string("zk.example"));
    asked = ask();
    const PlainSocket refused = proxy.serve('\x05');
    const auto reply = asked.get();
    QCOMPARE(errorOf(reply), QStringLiteral("RouteFailed"));
    QVERIFY2(reply.error().what.starts_with("Ask for \"mntr\""), reply.error().what.c_str());
    QCOMPARE(reply.error().server, std::string("zk.example:2181"));
    const SideWay silent = proxy.way();  // takes connections, and says nothing
    QCOMPARE(errorOf(askFourLetterWord({"zk.example", 2181}, "mntr", kShort, {}, silent)),
             QStringLiteral("RouteFailed"));
    const HostPort nobody = at(ScriptedServer::unusedPort());
    QCOMPARE(probeServer(nobody, 60s, {}, {.tls = TlsOptions(), .tlsServers = {nobody}}).answer,
             ServerAnswer::Unreachable);

    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(errorOf(askFourLetterWord({"zk.example", 2181}, "mntr", kLong, stop.get_token(), proxy.way())),
             QStringLiteral("Cancelled"));
}

void TestSideChannel::commandsGoByTheProxy() {
    Proxy proxy;
    const auto ask = [&] {
        return std::async(std::launch::async, [way = proxy.way()] {
            return fetchAdminCommand("http://zk.example:8080/commands", "dump", kLong, {}, {}, {}, way);
        });
    };
    auto asked = ask();
    {
        PlainSocket client = proxy.serve(0);
        std::string request;
        while (!request.ends_with("\r\n\r\n"))
            request += client.receive(1);
        QVERIFY2(request.starts_with("GET /commands/dump "), request.c_str());
        client.send(ScriptedServer::http(200, "{}"));
    }
    QCOMPARE(asked.get().value_or("error"), std::string("{}"));
    QCOMPARE(proxy.wanted(), std::string("zk.example"));
    asked = ask();
    const PlainSocket refused = proxy.serve('\x05');
    QCOMPARE(errorOf(asked.get()), QStringLiteral("RouteFailed"));
    const SideWay nowhere{.route = SocksProxy{"127.0.0.1", ScriptedServer::unusedPort()}};
    QCOMPARE(
        errorOf(fetchAdminCommand("http://zk.example:8080/commands", "dump", kLong, {}, {}, {}, nowhere)),
        QStringLiteral("RouteFailed"));
}

void TestSideChannel::commandIsFetched() {
    // A proxy in the environment is for other traffic.
    qputenv("http_proxy", "http://127.0.0.1:1");
    ScriptedServer server(always({ScriptedServer::http(200, "{\"error\": null}")}));
    for (const char* const slash : {"", "/"}) {
        const auto reply = fetchAdminCommand(urlAt(server.port()) + slash, "dump");
        QCOMPARE(errorOf(reply), QStringLiteral("no error"));
        QCOMPARE(*reply, std::string("{\"error\": null}"));
        QVERIFY(server.requests().back().starts_with("GET /commands/dump HTTP/1.1\r\n"));
    }
    qunsetenv("http_proxy");
}

void TestSideChannel::dateOfAReply_data() {
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<qint64>("unixMs");
    QTest::newRow("told") << QByteArray("Date: Sat, 21 Nov 2026 18:30:00 GMT\r\n") << qint64{1795285800000};
    QTest::newRow("not told") << QByteArray() << qint64{-1};
    QTest::newRow("no date") << QByteArray("Date: soon\r\n") << qint64{-1};
}

void TestSideChannel::dateOfAReply() {
    QFETCH(QByteArray, headers);
    QFETCH(qint64, unixMs);
    ScriptedServer server(always({ScriptedServer::http(200, "{}", headers.toStdString())}));
    const auto reply = fetchAdminReply(urlAt(server.port()), "monitor");
    QVERIFY(reply);
    QCOMPARE(reply->body, std::string("{}"));
    QCOMPARE(reply->dateUnixMs.value_or(-1), std::int64_t{unixMs});
}

void TestSideChannel::onlyHarmlessCommandsAreSent_data() {
    QTest::addColumn<QByteArray>("command");
    for (const char* const command : {"stat_reset", "set_trace_mask", "connection_stat_reset", "restore",
                                      "wchc", "wchp", "watches_by_path", "", "dump/../stat_reset"})
        QTest::newRow(qPrintable(QStringLiteral("'%1'").arg(command))) << QByteArray(command);
}

void TestSideChannel::onlyHarmlessCommandsAreSent() {
    QFETCH(QByteArray, command);
    ScriptedServer server(always({ScriptedServer::http(200, "{}")}));
    QCOMPARE(errorOf(fetchAdminCommand(urlAt(server.port()), command.toStdString())),
             QStringLiteral("BadArguments"));
    QVERIFY(server.requests().empty());
}

void TestSideChannel::commandFailures_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("hold");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char* tag, const std::string& reply, bool hold, const char* error) {
        QTest::newRow(tag) << QByteArray::fromStdString(reply) << hold << QByteArray(error);
    };
    row("not there", ScriptedServer::http(404, "no"), false, "NotZooKeeper");
    row("redirect", ScriptedServer::http(302, "", "Location: /elsewhere\r\n"), false, "NotZooKeeper");
    row("login wanted", ScriptedServer::http(401, ""), false, "NotAllowed");
    row("forbidden", ScriptedServer::http(403, ""), false, "NotAllowed");
    row("not HTTP", "imok", false, "NotZooKeeper");
    row("closes at once", "", false, "NotZooKeeper");
    row("says nothing", "", true, "OperationTimeout");
    row("stops in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", true, "OperationTimeout");
    row("cut off", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", false, "ConnectionLoss");
    row("too large", ScriptedServer::http(200, std::string(2'000'000, ' ')), false, "TooLarge");
}

void TestSideChannel::commandFailures() {
    QFETCH(QByteArray, reply);
    QFETCH(bool, hold);
    QFETCH(QByteArray, error);
    ScriptedServer server(always({reply.toStdString(), hold}));
    const auto result = fetchAdminCommand(urlAt(server.port()), "dump", hold ? kShort : kLong);
    QCOMPARE(errorOf(result), QString::fromUtf8(error));
    QCOMPARE(result.error().server, toString(at(server.port())));
    QCOMPARE(server.requests().size(), 1u);
}

void TestSideChannel::badAddresses_data() {
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("empty") << QByteArray() << QByteArray("BadArguments");
    QTest::newRow("no scheme") << QByteArray("127.0.0.1:8080/commands") << QByteArray("BadArguments");
    QTest::newRow("a file") << QByteArray("file:///etc/passwd") << QByteArray("BadArguments");
    QTest::newRow("another protocol") << QByteArray("ftp://127.0.0.1/commands") << QByteArray("BadArguments");
    QTest::newRow("control characters")
        << QByteArray("http://127.0.0.1:8080/\r\nX: y") << QByteArray("BadArguments");
    QTest::newRow("nobody there") << QByteArray::fromStdString(urlAt(ScriptedServer::unusedPort()))
                                  << QByteArray("Io");
}

void TestSideChannel::badAddresses() {
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, error);
    QCOMPARE(errorOf(fetchAdminCommand(url.toStdString(), "dump", kShort)), QString::fromUtf8(error));
}

void TestSideChannel::secretsInTheAddressAreRefusedAndNotShown() {
    ScriptedServer server(always({ScriptedServer::http(200, "{}")}));
    const auto result = fetchAdminCommand(
        "http://admin:s3cret@127.0.0.1:" + std::to_string(server.port()) + "/commands", "dump");
    QCOMPARE(errorOf(result), QStringLiteral("BadArguments"));
    QVERIFY(describe(result.error()).find("s3cret") == std::string::npos);
    QVERIFY(server.requests().empty());
}

void TestSideChannel::loginIsToldToItsHostsAlone() {
    ScriptedServer server(always({ScriptedServer::http(401, "")}));
    const AdminLogin login{"admin", "s3cret", {"127.0.0.1"}};
    const auto ask = [&](const std::string& host) {
        const std::string url = "http://" + host + ":" + std::to_string(server.port()) + "/commands";
        return fetchAdminCommand(url, "dump", kLong, {}, {}, login);
    };
    const auto told = ask("127.0.0.1");
    QCOMPARE(errorOf(told), QStringLiteral("NotAllowed"));
    QVERIFY(told.error().what.find("not sent") == std::string::npos);
    const auto keptBack = ask("localhost");
    QCOMPARE(errorOf(keptBack), QStringLiteral("NotAllowed"));
    QVERIFY2(keptBack.error().what.find("not sent") != std::string::npos, keptBack.error().what.c_str());
    QVERIFY(describe(keptBack.error()).find("s3cret") == std::string::npos);

    const std::string basic = "Authorization: Basic YWRtaW46czNjcmV0";
    QCOMPARE(server.requests().size(), 2U);
    QVERIFY(server.requests()[0].find(basic) != std::string::npos);
    QVERIFY(server.requests()[1].find("Authorization") == std::string::npos);

    using Hosts = std::vector<std::string>;
    const std::vector<HostPort> named{{"zk1", 1}, {"::1", 2}};
    QCOMPARE(adminHosts(named, ""), (Hosts{"zk1", "::1"}));
    QCOMPARE(adminHosts(named, "https://{host}:8443/commands"), (Hosts{"zk1", "::1"}));
    QCOMPARE(adminHosts(named, "https://[fe80::2]:8443/commands"), (Hosts{"zk1", "::1", "fe80::2"}));
}

void TestSideChannel::stopInterruptsACommand() {
    std::stop_source stop;
    ScriptedServer server([&](const std::string&) {
        stop.request_stop();
        return Reply{"HTTP/1.1 200 OK\r\n", true};
    });
    QCOMPARE(errorOf(fetchAdminCommand(urlAt(server.port()), "dump", kLong, stop.get_token())),
             QStringLiteral("Cancelled"));
    QCOMPARE(errorOf(fetchAdminCommand(urlAt(server.port()), "dump", kLong, stop.get_token())),
             QStringLiteral("Cancelled"));
}

void TestSideChannel::probe_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("hold");
    QTest::addColumn<ServerAnswer>("answer");
    QTest::addColumn<ErrorCode>("code");
    using enum ServerAnswer;
    const auto row = [](const char* tag, const char* reply, bool hold, ServerAnswer answer, ErrorCode code) {
        QTest::newRow(tag) << QByteArray(reply) << hold << answer << code;
    };
    row("not serving", "This ZooKeeper instance is not currently serving requests\n", false, NotServing,
        ErrorCode::NotServing);
    row("refused", "srvr is not executed because it is not in the whitelist.\n", false, Refused,
        ErrorCode::NotAllowed);
    row("web server", "HTTP/1.1 400 Bad Request\r\n\r\n", false, Other, ErrorCode::NotZooKeeper);
    row("another server", "220 mail ESMTP\r\n", false, Other, ErrorCode::NotZooKeeper);
    row("closes at once", "", false, Other, ErrorCode::NotZooKeeper);
    row("says nothing", "", true, Silent, ErrorCode::OperationTimeout);
}

void TestSideChannel::probe() {
    QFETCH(QByteArray, reply);
    QFETCH(bool, hold);
    QFETCH(ServerAnswer, answer);
    QFETCH(ErrorCode, code);
    ScriptedServer server(always({reply.toStdString(), hold}));
    const ServerProbe probe = probeServer(at(server.port()), hold ? 300ms : 60s);
    QCOMPARE(probe.answer, answer);
    QCOMPARE(probe.problem->code, code);
    QCOMPARE(probe.problem->server, toString(at(server.port())));

    ScriptedServer serving(always(
        {"Zookeeper version: 3.8.0-x, built on 2024-12-29\nZxid: 0x29\nMode: standalone\nNode count: 32\n"}));
    const ServerProbe served = probeServer(at(serving.port()));
    QCOMPARE(served.answer, ServerAnswer::Serving);
    QCOMPARE(served.version, std::string("3.8.0-x, built on 2024-12-29"));
    QCOMPARE(served.mode, std::string("standalone"));
    QVERIFY(!served.problem);
}

void TestSideChannel::probeOfNothing() {
    QCOMPARE(probeServer(at(ScriptedServer::unusedPort())).answer, ServerAnswer::Unreachable);
    QCOMPARE(probeServer({"no..such..host", 2181}).answer, ServerAnswer::HostNotFound);
    std::stop_source stop;
    stop.request_stop();
    ScriptedServer server(always({"", true}));
    QCOMPARE(probeServer(at(server.port()), 60s, stop.get_token()).answer, ServerAnswer::Cancelled);
}

LOCKSCOPE_TEST(TestSideChannel)
#include "tst_side_channel.moc"
