// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "wire_server.h"
#include "wire_zookeeper.h"

#include <lockcore/session/session.h>

#include <time.h>

#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr int kPatienceMs = 60'000;

/// What the processor has spent on the calling thread: a machine that stands still does not count.
std::chrono::nanoseconds threadTime() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Runs `question` on the loop.
template <class Question>
auto ask(EventLoop& loop, const Question& question) {
    std::promise<decltype(question())> answer;
    loop.post([&] { answer.set_value(question()); });
    return answer.get_future().get();
}

}  // namespace

/// A real session that watches many paths, and the path that an event comes with.
class ManyWatchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void brokenConnectionCostsTheLoopLittle();
    void eventReachesItsWatcher_data();
    void eventReachesItsWatcher();
};

/// The C client makes a list of all different watchers for each change of the connection, and searches it for
/// each of them. With a context for each path 30 000 took the loop many seconds, in which other sessions end.
void ManyWatchesTest::brokenConnectionCostsTheLoopLittle() {
    constexpr int kWatches = 30'000;
    WireServer server([](const WireServer::Request& request) -> std::optional<std::string> {
        // What the C client has not asked for makes it break the connection.
        if (request.path() == "/break") return wire::frame(wire::replyHeader(request.xid + 7));
        return std::nullopt;
    });
    EventLoop loop;
    std::atomic<bool> isReconnected = false;
    std::atomic<int> armed = 0;
    const auto session = Session::open(loop, {server.address(), 30s}, [&](const ConnectionStatus& status) {
        if (status.state == ConnectionState::Reconnected) isReconnected = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(ask(loop, [&] { return isConnected(session->status().state); }), kPatienceMs);
    loop.post([&] {
        for (int i = 0; i < kWatches; ++i)
            session->exists(
                "/" + std::to_string(i), [](const WatchEvent&) {}, [&](const Result<Stat>&) { ++armed; });
    });
    QTRY_COMPARE_WITH_TIMEOUT(armed.load(), kWatches, kPatienceMs);
    const auto before = ask(loop, threadTime);
    loop.post([&] { session->exists("/break", {}, [](const Result<Stat>&) {}); });
    QTRY_VERIFY_WITH_TIMEOUT(isReconnected.load(), kPatienceMs);
    const auto spent = ask(loop, threadTime) - before;
    QCOMPARE(ask(loop, [&] { return session->watchCount(); }), std::size_t{kWatches});
    session->closeAndWait();
    const auto spentMs = std::chrono::duration_cast<std::chrono::milliseconds>(spent).count();
    QVERIFY2(spentMs < 1000, std::to_string(spentMs).c_str());
}

void ManyWatchesTest::eventReachesItsWatcher_data() {
    QTest::addColumn<QString>("root");
    QTest::addColumn<QString>("node");
    QTest::newRow("without a chroot") << ""
                                      << "/app/n";
    QTest::newRow("below a chroot") << "/app"
                                    << "/n";
    QTest::newRow("the chroot itself") << "/app"
                                       << "/";
}

/// The C client takes the chroot off. Watches of both kinds, and those of other paths, are told apart.
void ManyWatchesTest::eventReachesItsWatcher() {
    QFETCH(QString, root);
    QFETCH(QString, node);
    const std::string chroot = root.toStdString();
    const std::string path = node.toStdString();
    const std::string full = path == "/" ? chroot : chroot + path;
    WireZooKeeper server;
    server.ask([&] { server.cluster().createPath("/app/n"); });
    EventLoop loop;
    std::vector<std::string> events;  // the loop's
    std::promise<void> armed;
    const auto session = Session::open(loop, {server.connectString() + chroot, 30s});
    const auto tell = [&](const std::string& what) {
        return [&events, what](const WatchEvent& event) { events.push_back(what + ' ' + event.path); };
    };
    const std::string other = path + (path == "/" ? "other" : "-other");
    loop.post([&] {
        session->get(path, tell("data"), [](const Result<NodeData>&) {});
        session->children(path, tell("children"), [](const Result<ChildList>&) {});
        session->exists(other, tell("other"), [&](const Result<Stat>&) { armed.set_value(); });
    });
    armed.get_future().wait();
    const auto settled = [&] {
        std::promise<void> synced;
        loop.post([&] { session->sync("/", [&](const Result<void>&) { synced.set_value(); }); });
        synced.get_future().wait();
        return ask(loop, [&] { return events; });
    };
    server.ask([&] {
        (void)server.cluster().set(full, "changed");
        server.settle();
    });
    QCOMPARE(settled(), std::vector{"data " + path});
    server.ask([&] {
        server.cluster().createPath(full + "/child");
        server.settle();
    });
    QCOMPARE(settled(), (std::vector{"data " + path, "children " + path}));
    session->closeAndWait();
}

LOCKSCOPE_TEST(ManyWatchesTest)
#include "tst_many_watches.moc"
