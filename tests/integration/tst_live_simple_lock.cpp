// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/simple_lock.h>

#include <atomic>
#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

/// The lock without a queue, with the blocking interface on a real server.
class LiveSimpleLockTest : public QObject {
    Q_OBJECT

    std::string m_connect;

    static qint64 watches() { return serverMetric(TestCluster::instance().server(), "zk_watch_count"); }

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    /// No watch, no znode and no session is left by any test here.
    void cleanup() {
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(watches(), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server, "zk_ephemerals_count"), 0);
    }

    void acquiresAndReleases() {
        LiveSession live(m_connect);
        SimpleLock lock(live.session(), "/a/b/lock");
        auto hold = lock.acquireFor(30s);
        QVERIFY2(hold, hold ? "" : describe(hold.error()).c_str());
        const auto node = live.await<NodeData>(
            [&](Session& session, auto done) { session.get("/a/b/lock", {}, std::move(done)); });
        QVERIFY(node);
        QCOMPARE(node->stat.ephemeralOwner, live.id());
        QCOMPARE(node->stat.czxid, hold->fencingToken());
        QCOMPARE(lock.acquireFor(100ms).error().code, ErrorCode::DeadlineExceeded);
        QVERIFY(hold->release());
        const auto gone = live.await<NodeData>(
            [&](Session& session, auto done) { session.get("/a/b/lock", {}, std::move(done)); });
        QVERIFY(!gone);  // released without waiting, but in order before this read
    }

    void excludesThreadsOfManySessions() {
        constexpr int kThreads = 8;
        constexpr int kRounds = 15;
        EventLoop loop;
        int unguarded = 0;  // a data race, and a wrong sum, if two own at a time
        std::atomic<int> inside = 0;
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                const auto session = Session::open(loop, {m_connect, 20s});
                SimpleLock lock(session, "/lock");
                Zxid last = Zxid::None;
                for (int round = 0; round < kRounds; ++round) {
                    auto hold = lock.acquire();
                    if (!hold || ++inside > 1 || hold->fencingToken() <= last) ++wrong;
                    ++unguarded;
                    if (hold) last = hold->fencingToken();
                    --inside;
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(unguarded, kThreads * kRounds);
    }

    /// What a queue would spare: N waiters are woken N + (N − 1) + … + 1 times to be served once each.
    void eachReleaseWakesTheWholeHerd() {
        constexpr int kWaiters = 10;
        LiveSession holder(m_connect);
        LiveSession live(m_connect);
        SimpleLock held(holder.session(), "/lock");
        SimpleLock lock(live.session(), "/lock");
        auto hold = held.acquire();
        QVERIFY(hold);
        std::atomic<int> served = 0;
        for (int i = 0; i < kWaiters; ++i)
            lock.acquireAsync({}, [&](const Result<SimpleHold>& result) {  // given back at once
                if (result) ++served;
            });
        QTRY_COMPARE_WITH_TIMEOUT(live.onLoop([&] { return live.session()->watchCount(); }),
                                  std::size_t{kWaiters}, kServerPatienceMs);
        QVERIFY(hold->release());
        QTRY_COMPARE_WITH_TIMEOUT(served.load(), kWaiters, 30'000);
        QVERIFY(lock.wakeUps() >= kWaiters);
        QVERIFY(lock.wakeUps() <= kWaiters * (kWaiters + 1) / 2);
    }

    void stopTokenCancels() {
        LiveSession live(m_connect);
        SimpleLock lock(live.session(), "/lock");
        auto hold = lock.acquire();
        QVERIFY(hold);
        std::stop_source stop;
        auto waiting = std::async(std::launch::async, [&] { return lock.acquire(stop.get_token()); });
        QTRY_VERIFY_WITH_TIMEOUT(live.onLoop([&] { return live.session()->watchCount(); }) > 0,
                                 kServerPatienceMs);
        stop.request_stop();
        QCOMPARE(waiting.get().error().code, ErrorCode::Cancelled);
        QCOMPARE(hold->state(), HoldState::Held);
    }

    void serverRestartSuspendsTheHoldAndTheWait() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live((*cluster)->connectString(), 20s);
        SimpleLock lock(live.session(), "/lock");
        auto hold = lock.acquire();
        QVERIFY(hold);
        auto waiting = std::async(std::launch::async, [&] { return lock.acquire(); });
        QTRY_VERIFY_WITH_TIMEOUT(live.onLoop([&] { return live.session()->watchCount(); }) > 0,
                                 kServerPatienceMs);
        (*cluster)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Suspended, 30'000);
        QVERIFY((*cluster)->restart());
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Held, 30'000);
        QVERIFY(hold->release());
        const auto next = waiting.get();
        QVERIFY(next && next->fencingToken() > hold->fencingToken());
    }

    void deletedZnodeIsALostHold() {
        LiveSession live(m_connect);
        LiveSession operators(m_connect);
        SimpleLock lock(live.session(), "/lock");
        auto hold = lock.acquire();
        QVERIFY(hold);
        QTRY_COMPARE_WITH_TIMEOUT(watches(), 1, kServerPatienceMs);
        const auto removed = operators.await<void>(
            [](Session& session, auto done) { session.remove("/lock", -1, std::move(done)); });
        QVERIFY(removed);
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Lost, kServerPatienceMs);
        QCOMPARE(hold->release().error().code, ErrorCode::HoldLost);
    }
};

LOCKSCOPE_TEST(LiveSimpleLockTest)
#include "tst_live_simple_lock.moc"
