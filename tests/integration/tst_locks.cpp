// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/session/connect_string.h>

#include <malloc.h>
#include <atomic>
#include <future>
#include <random>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Waits for another thread, and serves this one's event loop meanwhile.
template <class T>
bool awaitServing(const std::future<T>& result) {
    return QTest::qWaitFor([&] { return result.wait_for(0s) == std::future_status::ready; }, 60'000);
}

/// Takes locks of all kinds with limits that are often too short, and lets go of them at once.
class ImpatientClient {
public:
    ImpatientClient(std::shared_ptr<Session> session, unsigned seed)
        : m_session(std::move(session)), m_random(seed), m_thread([this](const std::stop_token& stop) {
              while (!stop.stop_requested())
                  take(stop);
          }) {}

    int attempts() const { return m_attempts; }

private:
    void take(const std::stop_token& stop) {
        const std::chrono::milliseconds limit(upTo(30));
        ReadWriteLock sides(m_session, "/sides");
        switch (upTo(3)) {
            case 0: static_cast<void>(Mutex(m_session, "/mutex").acquireFor(limit, stop)); break;
            case 1:
                static_cast<void>(Semaphore(m_session, "/semaphore", 2).acquireFor(2, limit, stop));
                break;
            case 2: static_cast<void>(sides.read().acquireFor(limit, stop)); break;
            default: {
                const auto writing = sides.write().acquireFor(limit, stop);
                if (writing) static_cast<void>(sides.read().acquireFor(limit, stop));
            }
        }
        ++m_attempts;
    }
    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }

    std::shared_ptr<Session> m_session;
    std::mt19937 m_random;
    std::atomic<int> m_attempts = 0;
    std::jthread m_thread;
};

}  // namespace

/// Mutex and read/write lock with the blocking interface, from many threads on a real server.
class LocksTest : public QObject {
    Q_OBJECT

    std::string m_connect;

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    /// No watch, no znode and no session is left by any test here.
    void cleanup() {
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server, "zk_ephemerals_count"), 0);
    }

    void acquiresAndReleases() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/a/b/lock");
        auto hold = mutex.acquire();
        QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
        QVERIFY(QString::fromStdString(hold->path())
                    .contains(
                        QRegularExpression(QStringLiteral("^/a/b/lock/_c_[0-9a-f-]{36}-lock-0000000000$"))));
        QCOMPARE(hold->session(), live.id());
        QVERIFY(mutex.isHeldHere());
        const auto node = live.await<NodeData>(
            [&](Session& session, auto done) { session.get(hold->path(), {}, std::move(done)); });
        QVERIFY(node);
        QCOMPARE(hold->fencingToken(), node->stat.czxid);
        QVERIFY(QString::fromStdString(node->data)
                    .contains(QRegularExpression(QStringLiteral("^\\d+(\\.\\d+){3}$"))));
        QVERIFY(hold->release());
        QVERIFY(!mutex.isHeldHere());
        const auto gone = live.await<NodeData>(
            [&](Session& session, auto done) { session.get(hold->path(), {}, std::move(done)); });
        QVERIFY(!gone);  // released without waiting, but in order before this read
    }

    void nestsInOneThread() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        auto outer = mutex.acquire();
        auto inner = mutex.acquireFor(10s);
        QVERIFY(outer && inner);
        QCOMPARE(outer->path(), inner->path());
        std::jthread([&] {
            const auto other = mutex.acquireFor(200ms);
            QVERIFY(!other);
            QCOMPARE(other.error().code, ErrorCode::DeadlineExceeded);
        }).join();
        QVERIFY(outer->release());
        QVERIFY(inner->release());
        QVERIFY(!inner->release());
    }

    void excludesThreadsOfManySessions() {
        constexpr int kThreads = 8;
        constexpr int kRounds = 25;
        EventLoop loop;
        int unguarded = 0;  // a data race, and a wrong sum, if two own at a time
        std::atomic<int> inside = 0;
        std::atomic<int> together = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                const auto session = Session::open(loop, {m_connect, 20s});
                Mutex mutex(session, "/lock");
                for (int round = 0; round < kRounds; ++round) {
                    auto hold = mutex.acquire();
                    if (!hold || ++inside > 1) ++together;
                    ++unguarded;
                    --inside;
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(together.load(), 0);
        QCOMPARE(unguarded, kThreads * kRounds);
    }

    void grantsInQueueOrder() {
        LiveSession first(m_connect);
        Mutex mutex(first.session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        std::vector<Zxid> arrivals;
        std::vector<Zxid> grants;
        std::vector<Hold> held;
        for (int i = 0; i < 20; ++i) {
            first.loop().post([&] {
                mutex.acquireAsync(
                    Owner::unique(), std::nullopt,
                    [&](Result<Hold> result) {
                        if (result) grants.push_back(result->fencingToken());
                    },
                    [&](const Queued& queued) { arrivals.push_back(queued.czxid); });
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(first.onLoop([&] { return arrivals.size(); }), std::size_t{20},
                                  kServerPatienceMs);
        QVERIFY(hold->release());
        QTRY_COMPARE_WITH_TIMEOUT(first.onLoop([&] { return grants.size(); }), std::size_t{20},
                                  kServerPatienceMs);
        QCOMPARE(grants, arrivals);
        QVERIFY(std::is_sorted(grants.begin(), grants.end()));
    }

    void stopTokenCancels() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        std::stop_source stop;
        std::optional<ErrorCode> code;
        std::jthread waiter([&] {
            const auto result = mutex.acquire(stop.get_token());
            if (!result) code = result.error().code;
        });
        QTRY_COMPARE_WITH_TIMEOUT(live.await<ChildList>([](Session& session, auto done) {
                                          session.children("/lock", {}, std::move(done));
                                      })
                                      ->names.size(),
                                  std::size_t{2}, kServerPatienceMs);
        stop.request_stop();
        waiter.join();
        QCOMPARE(code, std::optional(ErrorCode::Cancelled));
        QTRY_COMPARE_WITH_TIMEOUT(live.await<ChildList>([](Session& session, auto done) {
                                          session.children("/lock", {}, std::move(done));
                                      })
                                      ->names.size(),
                                  std::size_t{1}, kServerPatienceMs);
    }

    void readersShareWritersDoNot() {
        constexpr int kRounds = 20;
        EventLoop loop;
        std::atomic<int> readers = 0;
        std::atomic<int> writers = 0;
        std::atomic<int> sharedAtOnce = 0;
        std::atomic<int> violations = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                const auto session = Session::open(loop, {m_connect, 20s});
                ReadWriteLock lock(session, "/lock");
                const bool write = i % 4 == 0;
                for (int round = 0; round < kRounds; ++round) {
                    auto hold = write ? lock.write().acquire() : lock.read().acquire();
                    if (!hold) ++violations;
                    auto& mine = write ? writers : readers;
                    const int same = ++mine;
                    if (write && (same > 1 || readers > 0)) ++violations;
                    if (!write && writers > 0) ++violations;
                    if (!write && same > 1) ++sharedAtOnce;
                    std::this_thread::yield();
                    --mine;
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(violations.load(), 0);
        QVERIFY(sharedAtOnce.load() > 0);
    }

    void upgradeIsRefused() {
        LiveSession live(m_connect);
        ReadWriteLock lock(live.session(), "/lock");
        auto reading = lock.read().acquire();
        QVERIFY(reading);
        const auto upgrade = lock.write().acquire();
        QVERIFY(!upgrade);
        QCOMPARE(upgrade.error().code, ErrorCode::WouldDeadlock);
    }

    void closingTheSessionLosesTheHold() {
        auto live = std::make_unique<LiveSession>(m_connect);
        Mutex mutex(live->session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        live->session()->closeAndWait();
        QCOMPARE(hold->state(), HoldState::Lost);
        QCOMPARE(hold->release().error().code, ErrorCode::HoldLost);
    }

    /// CURATOR-264, -190, -483: the znode whose create was not answered is adopted; CURATOR-666: also under a
    /// chroot, whose path answers don't have.
    void lostCreateReplyUnderAChrootIsAdopted() {
        LiveSession onlooker(m_connect);
        {
            Mutex before(onlooker.session(), "/lock");  // makes the directory
            QVERIFY(before.acquire());
        }
        const auto names = [&] {
            const auto list = onlooker.await<ChildList>(
                [](Session& session, auto done) { session.children("/lock", {}, std::move(done)); });
            return list ? list->names : std::vector<std::string>{"no list"};
        };
        QTRY_COMPARE_WITH_TIMEOUT(names().size(), std::size_t{0}, kServerPatienceMs);
        TcpProxy network(TestCluster::instance().server().port());
        const auto chroot = m_connect.substr(m_connect.find('/'));
        std::vector<std::string> made;
        std::vector<std::string> left;
        std::string held;
        std::promise<void> queued;
        auto isQueued = queued.get_future();
        auto ended = std::async(std::launch::async, [&] {
            LiveSession live(network.address() + chroot);
            Mutex mutex(live.session(), "/lock");
            network.loseAnswers();
            auto waiting = std::async(std::launch::async, [&] { return mutex.acquireFor(60s); });
            while (made.empty())
                made = names();
            queued.set_value();
            const auto hold = waiting.get();
            held = hold ? hold->path() : describe(hold.error());
            left = names();
        });
        QVERIFY(awaitServing(isQueued));
        network.cut();
        network.mend();
        QVERIFY(awaitServing(ended));
        QCOMPARE(made.size(), std::size_t{1});
        QCOMPARE(held, "/lock/" + made.front());
        QCOMPARE(left, made);
    }

    /// Whether the connection breaks, or answers get lost, between any of its steps.
    void whoGivesUpLeavesNothing() {
        constexpr int kFaults = 20;
        constexpr int kAttemptsBetween = 50;
        TcpProxy proxy(TestCluster::instance().server().port());
        const std::string connect = proxy.address() + parseConnectString(m_connect)->chroot;
        std::vector<std::unique_ptr<EventLoop>> loops;
        std::vector<std::shared_ptr<Session>> sessions;
        std::vector<std::unique_ptr<ImpatientClient>> clients;
        for (unsigned client = 0; client < 16; ++client) {
            if (client % 4 == 0) {
                loops.push_back(std::make_unique<EventLoop>());
                sessions.push_back(Session::open(*loops.back(), {connect, 30s}));
            }
            clients.push_back(std::make_unique<ImpatientClient>(sessions.back(), client));
        }
        const auto attempts = [&] {
            int sum = 0;
            for (const auto& client : clients)
                sum += client->attempts();
            return sum;
        };
        for (int fault = 0; fault < kFaults; ++fault) {
            const int next = attempts() + kAttemptsBetween;
            if (fault % 2 == 1) proxy.loseAnswers();
            QVERIFY(QTest::qWaitFor([&] { return attempts() >= next; }, kServerPatienceMs));
            proxy.cut();
            proxy.mend();
        }
        clients.clear();
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_ephemerals_count"), 0, kServerPatienceMs);
        // Not because they are over. A session whose connection broke while it was made ends by itself.
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"),
                                  static_cast<int>(sessions.size()), kServerPatienceMs);
        const auto closed = std::async(std::launch::async, [&] {
            for (const auto& session : sessions)
                session->closeAndWait();
        });
        QVERIFY(awaitServing(closed));
    }

    void tenThousandCyclesLeaveNothing() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        const auto cycles = [&](int count) {
            for (int i = 0; i < count; ++i)
                if (!mutex.acquire()) return false;
            return true;
        };
        QVERIFY(cycles(1'000));
        const auto before = mallinfo2().uordblks;  // 0 where a sanitizer has an allocator of its own
        QVERIFY(cycles(9'000));
        // Less than the name of a znode. The allocator's caches of free blocks, of which each thread has one,
        // count as used and may change by a quarter of a MB.
        constexpr std::size_t kBytesOfACycle = 64;
        QVERIFY2(mallinfo2().uordblks < before + 9'000 * kBytesOfACycle,
                 qPrintable(QString::number(mallinfo2().uordblks - before)));
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count"), 0,
                                  kServerPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_ephemerals_count"), 0,
                                  kServerPatienceMs);
    }
};

LOCKSCOPE_TEST(LocksTest)
#include "tst_locks.moc"
