// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "live_session.h"
#include "peer.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <thread>
#include <variant>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::vector<std::string> kPaths{"/app/a", "/app/b", "/app/c"};
/// Either recipe behind what both have.
class AnyMultiLock {
public:
    AnyMultiLock(bool atomic, const std::shared_ptr<ZooKeeper>& session,
                 const std::vector<std::string>& paths = kPaths)
        : m_lock(make(atomic, session, paths)) {}

    Result<MultiHold> acquire(const std::stop_token& stop = {}) {
        return std::visit([&](auto& lock) { return lock.acquire(stop); }, m_lock);
    }
    Result<MultiHold> acquireFor(Duration limit) {
        return std::visit([&](auto& lock) { return lock.acquireFor(limit); }, m_lock);
    }
    Result<MultiHold> tryAcquire() {
        return std::visit([&](auto& lock) { return lock.tryAcquire(); }, m_lock);
    }
    bool isHeldHere() const {
        return std::visit([](const auto& lock) { return lock.isHeldHere(); }, m_lock);
    }

private:
    using Lock = std::variant<MultiLock, AtomicMultiLock>;
    static Lock make(bool atomic, const std::shared_ptr<ZooKeeper>& session,
                     const std::vector<std::string>& paths) {
        if (atomic) return AtomicMultiLock(session, paths);
        std::vector<QueueLock> locks;
        for (const auto& path : paths)
            locks.push_back(Mutex(session, path));
        return MultiLock(std::move(locks));
    }

    Lock m_lock;
};

const char* textOf(const Error& error) {
    static std::string text;
    text = describe(error);
    return text.c_str();
}

std::size_t contenders(LiveSession& live, const std::string& directory) {
    const auto list = live.await<ChildList>(
        [&](Session& session, auto done) { session.children(directory, {}, std::move(done)); });
    return list ? list->names.size() : 0;
}

}  // namespace

/// MultiLock and AtomicMultiLock with the blocking interface on a real server: Curator's tests of all its
/// locks (TestInterProcessMutexBase) first.
class LiveMultiLockTest : public QObject {
    Q_OBJECT

    std::string m_connect;

    static void bothKinds() {
        QTest::addColumn<bool>("atomic");
        QTest::newRow("one by one") << false;
        QTest::newRow("atomic") << true;
    }

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    /// No watch, no znode and no session is left by any test here.
    void cleanup() {
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server, "zk_ephemerals_count"), 0);
    }

    /// testLocker, and testWithNamespace: the connect string has a chroot.
    void holdEndsWithItsScope_data() { bothKinds(); }
    void holdEndsWithItsScope() {
        QFETCH(const bool, atomic);
        LiveSession live(m_connect);
        AnyMultiLock lock(atomic, live.session());
        {
            const auto hold = lock.acquire();
            QVERIFY2(hold, hold ? "" : textOf(hold.error()));
            QVERIFY(lock.isHeldHere());
            for (std::size_t i = 0; i < kPaths.size(); ++i) {
                QVERIFY(
                    QString::fromStdString(hold->holds()[i].path())
                        .contains(QRegularExpression(QStringLiteral("^%1/_c_[0-9a-f-]{36}-lock-0000000000$")
                                                         .arg(QString::fromStdString(kPaths[i])))));
                QCOMPARE(contenders(live, kPaths[i]), std::size_t{1});
            }
        }
        QVERIFY(!lock.isHeldHere());
        for (const auto& path : kPaths)
            QCOMPARE(contenders(live, path), std::size_t{0});
    }

    void allPlacesHaveOneZxid() {
        LiveSession live(m_connect);
        AnyMultiLock lock(true, live.session());
        const auto hold = lock.acquire();
        QVERIFY2(hold, hold ? "" : textOf(hold.error()));
        for (const auto& each : hold->holds()) {
            const auto stat = live.await<Stat>(
                [&](Session& session, auto done) { session.exists(each.path(), {}, std::move(done)); });
            QVERIFY(stat);
            QCOMPARE(stat->czxid, each.fencingToken());
            QCOMPARE(each.fencingToken(), hold->holds()[0].fencingToken());
            QCOMPARE(each.session(), live.id());
        }
    }

    void twoClientsTakeTurns_data() { bothKinds(); }
    void twoClientsTakeTurns() {  // test2Clients
        QFETCH(const bool, atomic);
        LiveSession first(m_connect);
        LiveSession second(m_connect);
        AnyMultiLock ours(atomic, first.session());
        AnyMultiLock theirs(atomic, second.session());
        auto hold = ours.acquire();
        QVERIFY(hold);
        QCOMPARE(theirs.acquireFor(kShortWait).error().code, ErrorCode::DeadlineExceeded);
        QCOMPARE(theirs.tryAcquire().error().code, ErrorCode::Busy);
        std::jthread waiter([&] {
            const auto later = theirs.acquire();
            QVERIFY(later);
            QVERIFY(!ours.isHeldHere());
        });
        QTRY_COMPARE_WITH_TIMEOUT(contenders(first, kPaths[0]), std::size_t{2}, kServerPatienceMs);
        QVERIFY(!theirs.isHeldHere());
        QVERIFY(hold->release());
    }

    void nestsInOneThread() {  // testReentrant, testReentrant2Threads
        LiveSession live(m_connect);
        AnyMultiLock lock(false, live.session());
        auto outer = lock.acquire();
        auto middle = lock.acquireFor(10s);
        auto inner = lock.acquire();
        QVERIFY(outer && middle && inner);
        std::jthread([&] {
            QCOMPARE(lock.acquireFor(kShortWait).error().code, ErrorCode::DeadlineExceeded);
        }).join();
        QVERIFY(outer->release());
        QVERIFY(inner->release());
        QVERIFY(lock.isHeldHere());
        QVERIFY(middle->release());
        QVERIFY(!lock.isHeldHere());
    }

    void atomicFormDoesNotNest() {
        LiveSession live(m_connect);
        AnyMultiLock lock(true, live.session());
        for (int i = 0; i < 3; ++i) {
            auto hold = lock.acquire();
            QVERIFY(hold);
            QCOMPARE(lock.acquire().error().code, ErrorCode::WouldDeadlock);
            QVERIFY(hold->release());
        }
    }

    void excludesThreadsOfOneObject_data() { bothKinds(); }
    void excludesThreadsOfOneObject() {  // testReentrantSingleLock
        QFETCH(const bool, atomic);
        constexpr int kThreads = 10;
        constexpr int kRounds = 10;
        LiveSession live(m_connect);
        AnyMultiLock lock(atomic, live.session());
        int unguarded = 0;  // a data race, and a wrong sum, if two own at a time
        std::atomic<int> failures = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                for (int round = 0; round < kRounds; ++round) {
                    const auto hold = lock.acquire();
                    failures += !hold;
                    ++unguarded;
                }
            });
        }
        threads.clear();
        QCOMPARE(failures.load(), 0);
        QCOMPARE(unguarded, kThreads * kRounds);
    }

    /// T-multi-order-reversed at full speed: nobody has a deadline, so a circle would hang here.
    void shuffledSetsDoNotDeadlock() {
        constexpr int kThreads = 6;
        constexpr int kRounds = 30;
        EventLoop loop;
        EventLoop otherLoop;
        std::map<std::string, int> unguarded{{"/a", 0}, {"/b", 0}, {"/c", 0}, {"/d", 0}};
        std::atomic<int> expected = 0;
        std::atomic<int> failures = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                std::mt19937 random(static_cast<unsigned>(i));
                const auto session = Session::open(i % 2 == 0 ? loop : otherLoop, {m_connect, 20s});
                for (int round = 0; round < kRounds; ++round) {
                    std::vector<std::string> paths{"/a", "/b", "/c", "/d"};
                    std::ranges::shuffle(paths, random);
                    paths.resize(1 + random() % paths.size());
                    AtomicMultiLock lock(session, paths);
                    const auto hold = lock.acquire();
                    if (!hold) ++failures;
                    for (const auto& path : paths)
                        ++unguarded.at(path);
                    expected += static_cast<int>(paths.size());
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(failures.load(), 0);
        int sum = 0;
        for (const auto& [path, count] : unguarded)
            sum += count;
        QCOMPARE(sum, expected.load());
    }

    void stopTokenCancels_data() { bothKinds(); }
    void stopTokenCancels() {
        QFETCH(const bool, atomic);
        LiveSession live(m_connect);
        Mutex taken(live.session(), kPaths[2]);
        const auto holder = taken.acquire();
        QVERIFY(holder);
        AnyMultiLock lock(atomic, live.session());
        std::stop_source stop;
        std::optional<ErrorCode> code;
        std::jthread waiter([&] {
            const auto result = lock.acquire(stop.get_token());
            if (!result) code = result.error().code;
        });
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, kPaths[2]), std::size_t{2}, kServerPatienceMs);
        stop.request_stop();
        waiter.join();
        QCOMPARE(code, std::optional(ErrorCode::Cancelled));
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, kPaths[0]), std::size_t{0}, kServerPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, kPaths[2]), std::size_t{1}, kServerPatienceMs);
    }

    void expiredHolderMakesRoom_data() { bothKinds(); }
    void expiredHolderMakesRoom() {  // testKilledSession
        QFETCH(const bool, atomic);
        LiveSession first(m_connect, 1s);
        LiveSession second(m_connect);
        AnyMultiLock ours(atomic, first.session());
        AnyMultiLock theirs(atomic, second.session());
        auto hold = ours.acquire();
        QVERIFY(hold);
        std::promise<void> resume;  // the holder's loop does not answer the server until its session is over
        first.loop().post([gone = resume.get_future().share()] { gone.wait(); });
        const auto later = theirs.acquire();
        resume.set_value();
        QVERIFY(later);
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Lost, kServerPatienceMs);
        const auto released = hold->release();
        QVERIFY(!released);
        QCOMPARE(released.error().size(), kPaths.size());
    }

    void serverRestartDelaysOnly_data() { bothKinds(); }
    void serverRestartDelaysOnly() {  // testWaitingProcessKilledServer
        QFETCH(const bool, atomic);
        auto server = LocalCluster::start();
        QVERIFY2(server, server ? "" : textOf(server.error()));
        LiveSession first((*server)->connectString(), 20s);
        LiveSession second((*server)->connectString(), 20s);
        AnyMultiLock ours(atomic, first.session());
        AnyMultiLock theirs(atomic, second.session());
        auto hold = ours.acquire();
        QVERIFY(hold);
        bool granted = false;
        std::jthread waiter([&] { granted = theirs.acquire().has_value(); });
        QTRY_COMPARE_WITH_TIMEOUT(contenders(first, kPaths[0]), std::size_t{2}, kServerPatienceMs);
        (*server)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Suspended, 30'000);
        QVERIFY((*server)->restart());
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Held, 30'000);
        QVERIFY(hold->release());
        waiter.join();
        QVERIFY(granted);
    }

    /// testContainerCleanup. The server does not tell that a znode is a container, but one that looks every
    /// 100 ms instead of every minute shows it.
    void directoriesAreContainers_data() { bothKinds(); }
    void directoriesAreContainers() {
        QFETCH(const bool, atomic);
        qputenv("JAVA_TOOL_OPTIONS", "-Dznode.container.checkIntervalMs=100");
        auto server = LocalCluster::start();
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(server, server ? "" : textOf(server.error()));
        LiveSession live((*server)->connectString());
        AnyMultiLock lock(atomic, live.session());
        for (int round = 0; round < 10; ++round)
            QVERIFY(lock.acquire());
        std::promise<void> gone;
        const auto watched = live.await<Stat>([&](Session& session, auto done) {
            session.exists(
                "/app",
                [&](const WatchEvent& event) {
                    if (event.kind == WatchEvent::Kind::Deleted) gone.set_value();
                },
                std::move(done));
        });
        QVERIFY(watched);
        QCOMPARE(gone.get_future().wait_for(30s), std::future_status::ready);
    }

    void childProcessIsRefused_data() { bothKinds(); }
    void childProcessIsRefused() {
        QFETCH(const bool, atomic);
        LiveSession live(m_connect);
        AnyMultiLock lock(atomic, live.session());
        const pid_t child = fork();
        if (child == 0) {
            const auto hold = lock.acquire();
            _exit(!hold && hold.error().code == ErrorCode::Forked ? 0 : 1);
        }
        QVERIFY(child > 0);
        int status = -1;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QVERIFY(lock.acquire());
    }

    void takesTurnsWithCuratorsMutex_data() { bothKinds(); }
    void takesTurnsWithCuratorsMutex();
    void takesTurnsWithCuratorsMultiLock_data() { bothKinds(); }
    void takesTurnsWithCuratorsMultiLock();
    void countsWithCuratorsMutex();
    void killedCuratorHolderMakesRoom();
};

/// The middle one of our locks is Curator's only one.
void LiveMultiLockTest::takesTurnsWithCuratorsMutex() {
    QFETCH(const bool, atomic);
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    LiveSession live(m_connect);
    AnyMultiLock lock(atomic, live.session());
    const auto curator = Peer::curator(m_connect);
    QVERIFY(curator);
    QCOMPARE(curator->ask("mutex /app/b"), "LOCK /app/b");
    for (int round = 0; round < 3; ++round) {
        QCOMPARE(curator->ask("acquire"), kAcquired);
        QCOMPARE(lock.acquireFor(kShortWait).error().code, ErrorCode::DeadlineExceeded);
        auto later = std::async(std::launch::async, [&] { return lock.acquire(); });
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, "/app/b"), std::size_t{2}, kServerPatienceMs);
        QCOMPARE(curator->ask("release"), kReleased);
        auto hold = later.get();
        QVERIFY2(hold, hold ? "" : textOf(hold.error()));

        QCOMPARE(curator->ask("acquire 300"), kTimeout);
        curator->send("acquire");
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, "/app/b"), std::size_t{2}, kServerPatienceMs);
        QVERIFY(curator->isSilent());
        QVERIFY(hold->release());
        QCOMPARE(curator->hear(), kAcquired);
        QCOMPARE(curator->ask("release"), kReleased);
    }
}

void LiveMultiLockTest::takesTurnsWithCuratorsMultiLock() {
    QFETCH(const bool, atomic);
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    LiveSession live(m_connect);
    AnyMultiLock lock(atomic, live.session());
    const auto curator = Peer::curator(m_connect);
    QVERIFY(curator);
    QCOMPARE(curator->ask("multi /app/a /app/b /app/c"), "LOCK /app/a /app/b /app/c");
    for (int round = 0; round < 3; ++round) {
        QCOMPARE(curator->ask("acquire"), kAcquired);
        QCOMPARE(lock.acquireFor(kShortWait).error().code, ErrorCode::DeadlineExceeded);
        auto later = std::async(std::launch::async, [&] { return lock.acquire(); });
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, "/app/a"), std::size_t{2}, kServerPatienceMs);
        QCOMPARE(curator->ask("release"), kReleased);
        auto hold = later.get();
        QVERIFY2(hold, hold ? "" : textOf(hold.error()));
        QCOMPARE(curator->ask("acquire 300"), kTimeout);
        curator->send("acquire");
        QTRY_COMPARE_WITH_TIMEOUT(contenders(live, "/app/a"), std::size_t{2}, kServerPatienceMs);
        QVERIFY(curator->isSilent());
        QVERIFY(hold->release());
        QCOMPARE(curator->hear(), kAcquired);
        QCOMPARE(curator->ask("release"), kReleased);
    }
}

/// One znode that both count in under the mutex which they share: a lost update would show.
void LiveMultiLockTest::countsWithCuratorsMutex() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    constexpr int kTimes = 100;
    LiveSession live(m_connect);
    QVERIFY(live.await<CreatedNode>([](Session& session, auto done) {
        session.create("/number", "0", NodeKind::Persistent, std::move(done));
    }));
    const auto curator = Peer::curator(m_connect);
    QVERIFY(curator);
    QCOMPARE(curator->ask("mutex /app/b"), "LOCK /app/b");
    curator->send(QStringLiteral("count /number %1").arg(kTimes));
    AtomicMultiLock lock(live.session(), kPaths);
    const auto read = [&] {
        return live.await<NodeData>(
            [](Session& session, auto done) { session.get("/number", {}, std::move(done)); });
    };
    for (int i = 0; i < kTimes; ++i) {
        const auto hold = lock.acquire();
        QVERIFY2(hold, hold ? "" : textOf(hold.error()));
        const auto number = read();
        QVERIFY(number);
        const auto next = std::to_string(std::stoi(number->data) + 1);
        QVERIFY(live.await<Stat>(
            [&](Session& session, auto done) { session.set("/number", next, -1, std::move(done)); }));
    }
    QCOMPARE(curator->hear(), "COUNTED");
    QCOMPARE(QString::fromStdString(read()->data), QString::number(2 * kTimes));
}

void LiveMultiLockTest::killedCuratorHolderMakesRoom() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    LiveSession live(m_connect);
    AtomicMultiLock lock(live.session(), kPaths);
    const auto curator = Peer::curator(m_connect, 1s);
    QVERIFY(curator);
    QCOMPARE(curator->ask("mutex /app/b"), "LOCK /app/b");
    QCOMPARE(curator->ask("acquire"), kAcquired);
    auto later = std::async(std::launch::async, [&] { return lock.acquire(); });
    QTRY_COMPARE_WITH_TIMEOUT(contenders(live, "/app/b"), std::size_t{2}, kServerPatienceMs);
    curator->kill();
    const auto hold = later.get();
    QVERIFY2(hold, hold ? "" : textOf(hold.error()));
}

LOCKSCOPE_TEST(LiveMultiLockTest)
#include "tst_live_multi_lock.moc"
