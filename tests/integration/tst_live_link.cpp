// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/session/connect_string.h>

#include <QDir>
#include <QFile>

#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

SessionOptions byLink(const std::string& connectString, std::chrono::milliseconds timeout = 10s) {
    SessionOptions options{connectString, timeout};
    options.link = true;
    return options;
}

/// The port that the session's client is connected to: the end of one of this process's connections within
/// 127.0.0.1 whose other end is this process's too.
std::uint16_t linkPort(const LocalCluster& server) {
    QFile table(QStringLiteral("/proc/self/net/tcp"));
    if (!table.open(QIODevice::ReadOnly)) qFatal("no table of ports");
    const auto inodes = [] {
        QStringList sockets;
        QDir descriptors(QStringLiteral("/proc/self/fd"));
        for (const QString& name : descriptors.entryList(QDir::System | QDir::Files))
            sockets << QFile::symLinkTarget(descriptors.filePath(name)).section('[', -1).chopped(1);
        return sockets;
    }();
    for (const QByteArray& line : table.readAll().split('\n')) {
        const auto fields = line.simplified().split(' ');
        constexpr int kAddress = 1;
        constexpr int kState = 3;
        constexpr int kInode = 9;
        const bool isOurs = fields.size() > kInode && fields[kState] == "0A" &&
                            inodes.contains(QString::fromLatin1(fields[kInode]));
        const auto port = isOurs ? fields[kAddress].split(':').back().toUShort(nullptr, 16) : ushort{0};
        if (port != 0 && port != server.port()) return port;
    }
    qFatal("no link");
}

/// What another process gets that connects to the port. By popen, not by QProcess: that starts a process by a
/// vfork which leaves ThreadSanitizer blind on the calling thread.
std::string strangersAnswer(std::uint16_t port) {
    const std::string command =
        "/usr/bin/python3 -c \"import socket\n"
        "s = socket.create_connection(('127.0.0.1', " +
        std::to_string(port) +
        "), 20)\n"
        "try:\n"
        "    s.sendall(bytes([0, 0, 0, 45]) + bytes(45))\n"
        "    print('got', s.recv(100))\n"
        "except ConnectionError:\n"
        "    print('got', bytes())\n\"";
    const std::unique_ptr<FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"), pclose);
    if (!output) qFatal("no process");
    std::array<char, 200> line{};
    return fgets(line.data(), static_cast<int>(line.size()), output.get()) ? line.data() : "";
}

}  // namespace

/// Sessions by links at a real server: nothing is different, except for what a link is for.
class LiveLinkTest : public QObject {
    Q_OBJECT

    static LocalCluster& server() { return TestCluster::instance().server(); }

private Q_SLOTS:
    /// No watch, no znode and no session is left by any test here.
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server(), "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server(), "zk_watch_count"), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server(), "zk_ephemerals_count"), 0);
    }

    void namesTheServer() {
        const auto connectString = freshCluster();
        LiveSession live(byLink(connectString));
        QCOMPARE(live.onLoop([&] { return live.session()->status().server; }),
                 toString(parseConnectString(connectString)->servers.front()));
    }

    /// Some go directly, so that both see the same.
    void excludesThreadsOfManySessions() {
        constexpr int kThreads = 6;
        constexpr int kRounds = 25;
        const auto connectString = freshCluster();
        EventLoop loop;
        int unguarded = 0;  // a data race, and a wrong sum, if two own at a time
        std::atomic<int> inside = 0;
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                auto options = byLink(connectString, 20s);
                options.link = i % 3 != 0;
                const auto session = Session::open(loop, options);
                Mutex mutex(session, "/lock");
                for (int round = 0; round < kRounds; ++round) {
                    auto hold = mutex.acquire();
                    if (!hold || ++inside > 1) ++wrong;
                    ++unguarded;
                    --inside;
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(unguarded, kThreads * kRounds);
    }

    void holdOutlivesTheServersRestart() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live(byLink((*cluster)->connectString(), 20s));
        const auto before = live.id();
        Mutex mutex(live.session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
        (*cluster)->kill();
        const auto status = [&] { return live.onLoop([&] { return live.session()->status(); }); };
        QTRY_COMPARE_WITH_TIMEOUT(status().state, ConnectionState::Suspended, kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(status().problem->what.find("Connection refused") != std::string::npos,
                                 kServerPatienceMs);
        QCOMPARE(status().server, (*cluster)->connectString());
        QVERIFY((*cluster)->restart());
        QTRY_COMPARE_WITH_TIMEOUT(status().state, ConnectionState::Reconnected, kServerPatienceMs);
        QCOMPARE(live.id(), before);
        QVERIFY(hold->verify());
        QVERIFY(hold->release());
    }

    void hangingServerIsTold() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live(byLink((*cluster)->connectString(), 2s));
        (*cluster)->pause();
        const auto status = [&] { return live.onLoop([&] { return live.session()->status(); }); };
        QTRY_COMPARE_WITH_TIMEOUT(status().state, ConnectionState::Suspended, kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(status().problem->code == ErrorCode::OperationTimeout, kServerPatienceMs);
        QCOMPARE(status().server, (*cluster)->connectString());
        (*cluster)->resume();
    }

    /// Not by its timeout: the server has ended it when close() says so.
    void closingEndsTheSessionAtTheServer() {
        const auto connectString = freshCluster();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server(), "zk_global_sessions"), 0, kServerPatienceMs);
        {
            LiveSession live(byLink(connectString, 60s));
            QCOMPARE(serverMetric(server(), "zk_global_sessions"), 1);
        }
        QCOMPARE(serverMetric(server(), "zk_global_sessions"), 0);
    }

    void otherProcessGetsNothing() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live(byLink((*cluster)->connectString()));
        QCOMPARE(strangersAnswer(linkPort(**cluster)), std::string("got b''\n"));
        QVERIFY(
            live.await<Stat>([](Session& session, auto done) { session.exists("/", {}, std::move(done)); }));
    }
};

LOCKSCOPE_TEST(LiveLinkTest)
#include "tst_live_link.moc"
