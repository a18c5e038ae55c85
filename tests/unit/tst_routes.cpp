// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "plain_socket.h"
#include "scripted_server.h"
#include "test_program.h"

#include "event_loop_impl.h"
#include "link/route_maker.h"

#include <lockcore/session/connect_string.h>

#include <QTemporaryDir>

#include <array>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

constexpr auto kPatient = 60s;

/// A route on a loop of its own. Test's thread.
class RouteUnderTest {
public:
    explicit RouteUnderTest(const RouteOptions& options, Duration within = kPatient) {
        onRouteLoop([&] {
            m_route = makeRoute(m_loop.impl().context(), options, within,
                                [this](const LinkStepReport& step) { m_steps.push_back(step); });
        });
    }
    ~RouteUnderTest() {
        onRouteLoop([this] {
            m_attempt.reset();
            m_route.reset();
        });
    }
    RouteUnderTest(const RouteUnderTest&) = delete;
    RouteUnderTest& operator=(const RouteUnderTest&) = delete;

    /// What has become of an attempt. The stream's descriptor is the caller's.
    Result<PlainSocket> open(const ServerAddress& to) {
        begin(to);
        return outcome();
    }
    void begin(const ServerAddress& to) {
        m_outcome = {};
        onRouteLoop([&] {
            m_attempt = m_route->open(to, [this](Result<ByteStream> stream) {
                asio::error_code ignored;
                m_outcome.set_value(stream.map([&](ByteStream& open) { return open.release(ignored); }));
            });
        });
    }
    Result<PlainSocket> outcome() {
        auto outcome = m_outcome.get_future();
        if (outcome.wait_for(kPatient) != std::future_status::ready) qFatal("nothing became of the attempt");
        return outcome.get().map([](int descriptor) { return PlainSocket(descriptor); });
    }
    void cancel() {
        onRouteLoop([this] { m_attempt.reset(); });
    }
    std::string failure(const ServerAddress& to) {
        const auto opened = open(to);
        return opened ? "opened"s : std::string(errorName(opened.error().code)) + ": " + opened.error().what;
    }
    std::vector<std::string> steps() {
        std::vector<std::string> names;
        onRouteLoop([&] {
            for (const auto& step : m_steps)
                names.push_back(std::string(linkStepName(step.step)) + (step.problem ? " failed" : ""));
        });
        return names;
    }

private:
    void onRouteLoop(const std::function<void()>& task) {
        std::promise<void> done;
        m_loop.post([&] {
            task();
            done.set_value();
        });
        done.get_future().wait();
    }

    EventLoop m_loop;
    std::unique_ptr<Route> m_route;
    std::unique_ptr<Attempt> m_attempt;
    std::promise<Result<int>> m_outcome;
    std::vector<LinkStepReport> m_steps;
};

SocksProxy proxyAt(const PlainListener& listener) {
    return {"127.0.0.1", parseConnectString(listener.address())->servers.front().port};
}

const std::string& openReply() {
    static const std::string reply = "\x05\x00\x05\x00\x00\x01"s + std::string(6, '\0');
    return reply;
}

/// A stand-in for ssh, in a directory of the test's.
class StandInForSsh {
public:
    explicit StandInForSsh(const std::string& script) {
        QFile file(m_directory.filePath(QStringLiteral("ssh")));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file for a script");
        file.write(QByteArray::fromStdString("#!/bin/sh\n" + script));
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    Bastion bastion() const { return {.destination = "ann@bastion", .program = path("ssh")}; }
    std::string path(const char* name) const {
        return m_directory.filePath(QLatin1String(name)).toStdString();
    }
    std::string content(const char* name) const {
        QFile file(m_directory.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

private:
    QTemporaryDir m_directory;
};

const char* const kOpenAndEcho = "echo 'debug2: channel 0: open confirm rwindow 1 rmax 1' >&2\nexec cat\n";

bool isGone(const std::string& pid) {
    return !pid.empty() &&
           !QFileInfo::exists(QStringLiteral("/proc/") + QString::fromStdString(pid).trimmed());
}

}  // namespace

/// The ways to a server by others: a proxy, and a bastion.
class RoutesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProxyOpensTheWay() {
        PlainListener listener;
        RouteUnderTest route(proxyAt(listener));
        route.begin({"zk1", 2181});
        auto proxy = listener.accept();
        QCOMPARE(proxy.receive(3), "\x05\x01\x00"s);
        proxy.send(openReply().substr(0, 2));
        QCOMPARE(proxy.receive(10), "\x05\x01\x00\x03\x03zk1\x08\x85"s);
        proxy.send(openReply().substr(2) + "first words");
        auto stream = route.outcome();
        QVERIFY2(stream.has_value(), stream ? "" : describe(stream.error()).c_str());
        QCOMPARE(stream->receive(11), "first words"s);
        stream->send("answer");
        QCOMPARE(proxy.receive(6), "answer"s);
        QCOMPARE(route.steps(), (std::vector{"Connect"s, "Proxy"s}));
    }

    void aProxyThatIsCutAnywhereFails() {
        for (std::size_t cut = 0; cut < openReply().size(); ++cut) {
            PlainListener listener;
            RouteUnderTest route(proxyAt(listener));
            route.begin({"zk1", 2181});
            auto proxy = listener.accept();
            proxy.receive(3);
            proxy.send(openReply().substr(0, cut));
            if (cut >= 2) proxy.receive(10);
            proxy.close();
            const auto stream = route.outcome();
            QVERIFY2(!stream, qPrintable(QString::number(cut)));
            QCOMPARE(stream.error().code, ErrorCode::RouteFailed);
            QVERIFY2(stream.error().what.starts_with("The SOCKS proxy 127.0.0.1:"),
                     stream.error().what.c_str());
            QCOMPARE(stream.error().server, "zk1:2181"s);
        }
    }

    void aProxyThatIsNotThereIsToldFromAServer() {
        const auto port = ScriptedServer::unusedPort();
        RouteUnderTest route(SocksProxy{"127.0.0.1", port});
        const auto failure = route.failure({"zk1", 2181});
        QVERIFY2(failure.starts_with("RouteFailed: The SOCKS proxy 127.0.0.1:"), failure.c_str());
        QVERIFY2(failure.find("can't be reached") != std::string::npos, failure.c_str());
        QCOMPARE(route.steps(), std::vector{"Connect failed"s});
    }

    void aProxyThatNeverAnswersFailsInTime() {
        PlainListener listener;
        RouteUnderTest route(proxyAt(listener), 100ms);
        const auto failure = route.failure({"zk1", 2181});
        QVERIFY2(failure.find("takes too long to reach zk1:2181") != std::string::npos, failure.c_str());
        QCOMPARE(route.steps(), (std::vector{"Connect"s, "Proxy failed"s}));
    }

    void whatIsCancelledTellsNothing() {
        PlainListener listener;
        RouteUnderTest route(proxyAt(listener));
        route.begin({"zk1", 2181});
        auto proxy = listener.accept();
        route.cancel();
        QVERIFY(proxy.receiveUntilEnd().size() <= 3);
    }

    void sshOpensTheWay() {
        const StandInForSsh ssh(kOpenAndEcho);
        RouteUnderTest route(ssh.bastion());
        auto stream = route.open({"zk1", 2181});
        QVERIFY2(stream.has_value(), stream ? "" : describe(stream.error()).c_str());
        stream->send("to and fro");
        QCOMPARE(stream->receive(10), "to and fro"s);
        QCOMPARE(route.steps(), std::vector{"Proxy"s});
    }

    void sshGetsItsArgumentsAsTheyAre() {
        const StandInForSsh ssh("printf '%s\\n' \"$@\" >\"$0.arguments\"\n"s + kOpenAndEcho);
        auto bastion = ssh.bastion();
        bastion.arguments = {"-o", "User=$(id); rm"};
        RouteUnderTest route(bastion);
        QVERIFY(route.open({"::1", 2181}).has_value());
        const auto arguments = ssh.content("ssh.arguments");
        QVERIFY2(arguments.ends_with("-o\nUser=$(id); rm\n-W\n[::1]:2181\n--\nann@bastion\n"),
                 arguments.c_str());
        QVERIFY(arguments.find("BatchMode=yes") != std::string::npos);
    }

    void whatCouldBeAnOptionIsRefused_data() {
        QTest::addColumn<QString>("destination");
        QTest::addColumn<QString>("host");
        QTest::newRow("destination") << "-oProxyCommand=id"
                                     << "zk1";
        QTest::newRow("empty destination") << ""
                                           << "zk1";
        QTest::newRow("destination with a blank") << "a b"
                                                  << "zk1";
        QTest::newRow("host") << "bastion"
                              << "-oProxyCommand=id";
    }
    void whatCouldBeAnOptionIsRefused() {
        QFETCH(QString, destination);
        QFETCH(QString, host);
        const StandInForSsh ssh("touch \"$0.ran\"\n"s + kOpenAndEcho);
        auto bastion = ssh.bastion();
        bastion.destination = destination.toStdString();
        RouteUnderTest route(bastion);
        const auto failure = route.failure({host.toStdString(), 2181});
        QVERIFY2(failure.starts_with("BadArguments: "), failure.c_str());
        QVERIFY(!QFileInfo::exists(QString::fromStdString(ssh.path("ssh.ran"))));
    }

    void withoutSshThatIsSaid() {
        RouteUnderTest route(Bastion{.destination = "bastion", .program = "no-such-ssh"});
        const auto failure = route.failure({"zk1", 2181});
        QCOMPARE(failure, "MissingProgram: \"no-such-ssh\" is not installed here"s);
    }

    void whatSshSaysIsTheReason_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("last words") << "echo 'b: Permission denied (publickey).' >&2; exit 255"
                                    << "lets nobody in";
        QTest::newRow("unknown") << "echo 'never heard of' >&2; exit 255"
                                 << "ssh says: never heard of";
        QTest::newRow("nothing") << "exit 255"
                                 << "without a word, with status 255";
        QTest::newRow("killed") << "kill -TERM $$"
                                << "ended by signal 15";
        QTest::newRow("a flood")
            << "yes flood | head -c 10000000 >&2; echo 'Host key verification failed.' >&2; exit 255"
            << "host key is not known";
        QTest::newRow("no line end") << "printf 'Host key verification failed.' >&2; exit 255"
                                     << "host key is not known";
    }
    void whatSshSaysIsTheReason() {
        QFETCH(QString, script);
        QFETCH(QString, words);
        const StandInForSsh ssh(script.toStdString() + "\n");
        RouteUnderTest route(ssh.bastion());
        const auto failure = QString::fromStdString(route.failure({"zk1", 2181}));
        QVERIFY2(failure.startsWith("RouteFailed: By the bastion ann@bastion to zk1:2181, "),
                 qPrintable(failure));
        QVERIFY2(failure.contains(words), qPrintable(failure));
        QCOMPARE(route.steps(), std::vector{"Proxy failed"s});
    }

    /// Each would be counted there.
    void aBastionThatLetsNobodyInIsNotAskedAgainAtOnce() {
        const StandInForSsh ssh(
            "echo x >>\"$0.ran\"; echo 'b: Permission denied (publickey).' >&2; exit 255\n");
        RouteUnderTest route(ssh.bastion());
        const auto began = Clock::now();
        const auto first = route.failure({"zk1", 2181});
        const auto second = route.failure({"zk2", 2181});
        if (Clock::now() - began > 2s) QSKIP("this machine takes longer than the pause");
        QCOMPARE(ssh.content("ssh.ran"), "x\n"s);
        QVERIFY2(second.find("to zk2:2181, the bastion lets nobody in") != std::string::npos, second.c_str());
        QCOMPARE(route.steps(), (std::vector{"Proxy failed"s, "Proxy failed"s}));
        QVERIFY(first != second);
        QTRY_VERIFY_WITH_TIMEOUT((route.failure({"zk1", 2181}), ssh.content("ssh.ran") != "x\n"), 60'000);
    }

    void aServerThatABastionDoesNotReachIsTriedAgain_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("after a login") << "Authenticated to b using \"publickey\".\\n"
                                          "channel 0: open failed: connect failed: Connection refused";
        QTest::newRow("by a running master") << "mux_client_request_stdio_fwd: session request failed\\n"
                                                "stdio forwarding failed\\nStdio forwarding request failed";
    }
    /// What is wrong there is another server's business.
    void aServerThatABastionDoesNotReachIsTriedAgain() {
        QFETCH(const QString, words);
        const StandInForSsh ssh("echo x >>\"$0.ran\"; printf '" + words.toStdString() +
                                "\\n' >&2; exit 255\n");
        RouteUnderTest route(ssh.bastion());
        route.failure({"zk1", 2181});
        const auto second = route.failure({"zk2", 2181});
        QVERIFY2(second.find("the bastion does not reach the server") != std::string::npos, second.c_str());
        QCOMPARE(ssh.content("ssh.ran"), "x\nx\n"s);
    }

    void sshThatHangsIsEndedInTime() {
        const StandInForSsh ssh(
            "trap '' TERM HUP; echo $$ >\"$0.pid\"; echo hm >&2; while :; do read line; done\n");
        RouteUnderTest route(ssh.bastion(), 2s);
        const auto failure = route.failure({"zk1", 2181});
        QVERIFY2(failure.find("ssh is not through in time; ssh says: hm") != std::string::npos,
                 failure.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(isGone(ssh.content("ssh.pid")), 60'000);
    }

    void theEndOfSshIsTheEndOfTheStream() {
        const StandInForSsh ssh(
            "echo 'debug2: channel 0: open confirm' >&2; read line; echo \"$line\"; exit 255\n");
        RouteUnderTest route(ssh.bastion());
        auto stream = route.open({"zk1", 2181});
        QVERIFY(stream.has_value());
        stream->send("word\n");
        QCOMPARE(stream->receiveUntilEnd(), "word\n"s);
    }

    void theEndOfTheStreamIsTheEndOfSsh() {
        const StandInForSsh ssh(
            "trap '' TERM HUP; echo $$ >\"$0.pid\"\n"
            "echo 'debug2: channel 0: open confirm' >&2; sleep 600\n");
        RouteUnderTest route(ssh.bastion());
        auto stream = route.open({"zk1", 2181});
        QVERIFY(stream.has_value());
        QVERIFY(!isGone(ssh.content("ssh.pid")));
        stream->close();
        QTRY_VERIFY_WITH_TIMEOUT(isGone(ssh.content("ssh.pid")), 60'000);
    }

    void sshEndsWithItsRoute() {
        const StandInForSsh ssh("echo $$ >\"$0.pid\"\n"s + kOpenAndEcho);
        std::optional<Result<PlainSocket>> stream;
        {
            RouteUnderTest route(ssh.bastion());
            stream.emplace(route.open({"zk1", 2181}));
            QVERIFY(stream->has_value());
        }
        QVERIFY(isGone(ssh.content("ssh.pid")));
        QCOMPARE((*stream)->receiveUntilEnd(), ""s);
    }

    void sshHasNoTerminalAndNothingOfOurs() {
        const StandInForSsh ssh(
            "ls /proc/self/fd >\"$0.descriptors\"; (: </dev/tty) 2>/dev/null && touch \"$0.tty\"\n"s +
            kOpenAndEcho);
        RouteUnderTest route(ssh.bastion());
        QVERIFY(route.open({"zk1", 2181}).has_value());
        QCOMPARE(ssh.content("ssh.descriptors"), "0\n1\n2\n3\n"s);  // the last is the directory's
        QVERIFY(!QFileInfo::exists(QString::fromStdString(ssh.path("ssh.tty"))));
    }

    void whoIsAskedMayTakeLonger() {
        const StandInForSsh ssh(
            "echo $$ >>\"$0.pids\"; echo \"$SSH_ASKPASS $SSH_ASKPASS_REQUIRE\" >\"$0.asks\"\n"
            "until [ -e \"$0.answer\" ]; do sleep 0.05; done\n"s +
            kOpenAndEcho);
        auto bastion = ssh.bastion();
        bastion.askpass = "/path/of/askpass";
        RouteUnderTest route(bastion, 2s);
        const auto failure = route.failure({"zk1", 2181});
        QVERIFY2(failure.find("not through in time") != std::string::npos, failure.c_str());
        QCOMPARE(ssh.content("ssh.asks"), "/path/of/askpass force\n"s);
        route.begin({"zk1", 2181});
        QFile answer(QString::fromStdString(ssh.path("ssh.answer")));
        QVERIFY(answer.open(QIODevice::WriteOnly));
        QVERIFY(route.outcome().has_value());
        const auto pids = ssh.content("ssh.pids");
        QCOMPARE(std::count(pids.begin(), pids.end(), '\n'), 1);
    }
};

LOCKSCOPE_TEST(RoutesTest)
#include "tst_routes.moc"
