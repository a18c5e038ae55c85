// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "peer.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>

#include <atomic>
#include <barrier>
#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const QString kPassed = QStringLiteral("PASSED");
const QString kEntered = QStringLiteral("ENTERED");
const QString kLeft = QStringLiteral("LEFT");

std::size_t childCount(LiveSession& live, const std::string& path) {
    const auto list = live.await<ChildList>(
        [&](Session& session, auto done) { session.children(path, {}, std::move(done)); });
    return list ? list->names.size() : 0;
}

std::future<Result<void>> inThread(std::function<Result<void>()> call) {
    return std::async(std::launch::async, std::move(call));
}

bool isPending(const std::future<Result<void>>& future) {
    return future.wait_for(0s) != std::future_status::ready;
}

}  // namespace

/// Barriers with the blocking interface on a real server, among threads and with Curator and kazoo.
class LiveBarriersTest : public QObject {
    Q_OBJECT

    std::string m_connect;

    void awaitChildren(LiveSession& live, const std::string& path, std::size_t count) {
        QTRY_COMPARE_WITH_TIMEOUT(childCount(live, path), count, 30'000);
    }

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    /// No watch and no session is left by any test here.
    void cleanup() {
        auto& server = TestCluster::instance().server();
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_global_sessions"), 0, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(server, "zk_watch_count"), 0, kServerPatienceMs);
        QCOMPARE(serverMetric(server, "zk_ephemerals_count"), 0);
    }

    void absentBarrierPassesAtOnce() {
        LiveSession live(m_connect);
        Barrier barrier(live.session(), "/a/barrier");
        QVERIFY(barrier.wait());
        QVERIFY(barrier.waitFor(10s));
        QVERIFY(barrier.remove());
    }

    void removingReleasesAllWaiters() {
        LiveSession first(m_connect);
        LiveSession second(m_connect);
        {
            LiveSession setter(m_connect);
            QVERIFY(Barrier(setter.session(), "/a/b/barrier").setFor(30s));
        }
        const auto wait = [](LiveSession& live) {
            return inThread([&live] { return Barrier(live.session(), "/a/b/barrier").wait(); });
        };
        auto one = wait(first);
        auto other = wait(second);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count"), 2,
                                  kServerPatienceMs);
        QVERIFY(isPending(one) && isPending(other));
        QVERIFY(Barrier(first.session(), "/a/b/barrier").removeFor(30s));
        QVERIFY(one.get() && other.get());
    }

    void deadlineAndStopEndTheWait() {
        LiveSession live(m_connect);
        Barrier barrier(live.session(), "/barrier");
        QVERIFY(barrier.set());
        QCOMPARE(barrier.waitFor(100ms).error().code, ErrorCode::DeadlineExceeded);
        std::stop_source stop;
        auto waiting = inThread([&] { return barrier.wait(stop.get_token()); });
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count"), 1,
                                  kServerPatienceMs);
        stop.request_stop();
        QCOMPARE(waiting.get().error().code, ErrorCode::Cancelled);
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count"), 0,
                                  kServerPatienceMs);
    }

    /// Curator's testServerCrash throws; here the wait goes on, and ends by its deadline, the session's end
    /// or the barrier's.
    void waitOutlivesAServerCrash() {
        const auto cluster = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
        QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
        LiveSession live((*cluster)->connectString(), 20s);
        Barrier barrier(live.session(), "/barrier");
        QVERIFY(barrier.set());
        auto timed = inThread([&] { return barrier.waitFor(1s); });
        auto patient = inThread([&] { return barrier.wait(); });
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(**cluster, "zk_watch_count"), 1, kServerPatienceMs);
        (*cluster)->kill();
        QCOMPARE(timed.get().error().code, ErrorCode::DeadlineExceeded);
        QVERIFY(isPending(patient));
        QVERIFY((*cluster)->restart());
        QVERIFY(barrier.remove());
        QVERIFY(patient.get());
    }

    void closedSessionEndsTheWait() {
        LiveSession live(m_connect);
        Barrier barrier(live.session(), "/barrier");
        QVERIFY(barrier.set());
        auto waiting = inThread([&] { return barrier.wait(); });
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count"), 1,
                                  kServerPatienceMs);
        live.session()->closeAndWait();
        QVERIFY(isSessionOver(waiting.get().error().code));
    }

    void membersStartAndEndTogether_data() {
        QTest::addColumn<bool>("ownSessions");
        QTest::addColumn<int>("memberQty");
        QTest::newRow("one session") << false << 5;
        QTest::newRow("a session each") << true << 5;
        QTest::newRow("over-subscribed") << true << 4;
    }
    void membersStartAndEndTogether() {
        QFETCH(bool, ownSessions);
        QFETCH(int, memberQty);
        constexpr int kMembers = 5;
        constexpr int kRounds = 5;
        EventLoop loop;
        const auto shared = Session::open(loop, {m_connect, 20s});
        std::atomic<int> inside = 0;
        std::atomic<int> tooFew = 0;
        std::atomic<int> failed = 0;
        std::barrier<> betweenRounds(kMembers);
        std::vector<std::jthread> threads;
        for (int i = 0; i < kMembers; ++i) {
            threads.emplace_back([&] {
                const auto session = ownSessions ? Session::open(loop, {m_connect, 20s}) : shared;
                DoubleBarrier barrier(session, "/app/barrier", memberQty);
                for (int round = 0; round < kRounds; ++round) {
                    ++inside;  // before it enters: whoever has passed must see all that had to come
                    if (!barrier.enterFor(60s)) ++failed;
                    if (inside < memberQty) ++tooFew;
                    betweenRounds.arrive_and_wait();
                    --inside;
                    if (!barrier.leaveFor(60s)) ++failed;
                    if (inside > 0) ++tooFew;
                    betweenRounds.arrive_and_wait();
                }
                if (ownSessions) session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(failed.load(), 0);
        QCOMPARE(tooFew.load(), 0);
        shared->closeAndWait();
        LiveSession onlooker(m_connect);
        QCOMPARE(childCount(onlooker, "/app/barrier"), std::size_t{0});
    }

    void timedOutMemberIsCleanedUp() {
        LiveSession live(m_connect);
        DoubleBarrier one(live.session(), "/barrier", 2);
        DoubleBarrier other(live.session(), "/barrier", 2);
        QCOMPARE(one.enterFor(100ms).error().code, ErrorCode::DeadlineExceeded);
        QCOMPARE(other.enterFor(100ms).error().code, ErrorCode::DeadlineExceeded);
        awaitChildren(live, "/barrier", 0);
        auto entered = inThread([&] { return one.enter(); });
        QVERIFY(other.enter());
        QVERIFY(entered.get());
        QCOMPARE(one.leaveFor(100ms).error().code, ErrorCode::DeadlineExceeded);
        QVERIFY(other.leave());
        awaitChildren(live, "/barrier", 0);
    }

    void barrierTakesTurnsWithPeers_data() {
        QTest::addColumn<bool>("isCurator");
        QTest::newRow("Curator") << true;
        QTest::newRow("kazoo") << false;
    }
    void barrierTakesTurnsWithPeers() {
        QFETCH(bool, isCurator);
        if (const auto problem = isCurator ? Peer::curatorProblem() : Peer::kazooProblem();
            !problem.isEmpty())
            QSKIP(qPrintable(problem));
        LiveSession live(m_connect);
        const auto peer = isCurator ? Peer::curator(m_connect) : Peer::kazoo(m_connect);
        QVERIFY(peer);
        Barrier ours(live.session(), "/app/barrier");
        const auto ourWatches = [&] { return live.onLoop([&] { return live.session()->watchCount(); }); };
        for (int round = 0; round < 3; ++round) {
            QVERIFY(ours.set());
            peer->send("barrier wait /app/barrier");
            // At least one: peers leave watches behind.
            QTRY_VERIFY_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_watch_count") > 0,
                                     kServerPatienceMs);
            QVERIFY(peer->isSilent());
            QVERIFY(ours.remove());
            QCOMPARE(peer->hear(), kPassed);

            QCOMPARE(peer->ask("barrier set /app/barrier"), "BARRIER /app/barrier");
            QCOMPARE(peer->ask("barrier wait /app/barrier 100"), kTimeout);
            QCOMPARE(ours.waitFor(100ms).error().code, ErrorCode::DeadlineExceeded);
            auto waiting = inThread([&] { return ours.wait(); });
            QTRY_COMPARE_WITH_TIMEOUT(ourWatches(), std::size_t{1}, kServerPatienceMs);
            QVERIFY(isPending(waiting));
            QCOMPARE(peer->ask("barrier remove /app/barrier"), "BARRIER /app/barrier");
            QVERIFY(waiting.get());
            QVERIFY(ours.wait());
            QCOMPARE(peer->ask("barrier wait /app/barrier"), kPassed);
        }
    }

    /// In turns the peer and one of ours are the last to come, and the last to go.
    void doubleBarrierWithPeers_data() { barrierTakesTurnsWithPeers_data(); }
    void doubleBarrierWithPeers() {
        QFETCH(bool, isCurator);
        if (const auto problem = isCurator ? Peer::curatorProblem() : Peer::kazooProblem();
            !problem.isEmpty())
            QSKIP(qPrintable(problem));
        LiveSession live(m_connect);
        const auto peer = isCurator ? Peer::curator(m_connect) : Peer::kazoo(m_connect);
        QVERIFY(peer);
        DoubleBarrier ours(live.session(), "/app/barrier", 2);
        for (int round = 0; round < 4; ++round) {
            QCOMPARE(peer->ask("double /app/barrier 2"), "DOUBLE /app/barrier");
            if (round % 2 == 0) {
                peer->send("enter");
                awaitChildren(live, "/app/barrier", 1);
                QVERIFY(peer->isSilent());
                QVERIFY(ours.enterFor(60s));
            } else {
                auto waiting = inThread([&] { return ours.enterFor(60s); });
                awaitChildren(live, "/app/barrier", 1);
                QVERIFY(isPending(waiting));
                peer->send("enter");
                QVERIFY(waiting.get());
            }
            QCOMPARE(peer->hear(), kEntered);
            if (round < 2) {
                peer->send("leave");
                QVERIFY(ours.leaveFor(60s));
            } else {
                auto waiting = inThread([&] { return ours.leaveFor(60s); });
                peer->send("leave");
                QVERIFY(waiting.get());
            }
            QCOMPARE(peer->hear(), kLeft);
            awaitChildren(live, "/app/barrier", 0);
        }
    }

    void doubleBarrierOfThree() {
        if (const auto problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        LiveSession first(m_connect);
        LiveSession second(m_connect);
        const auto peer = Peer::curator(m_connect);
        QVERIFY(peer);
        DoubleBarrier one(first.session(), "/barrier", 3);
        DoubleBarrier other(second.session(), "/barrier", 3);
        for (int round = 0; round < 5; ++round) {
            QCOMPARE(peer->ask("double /barrier 3"), "DOUBLE /barrier");
            auto oneEntered = inThread([&] { return one.enterFor(60s); });
            auto otherEntered = inThread([&] { return other.enterFor(60s); });
            awaitChildren(first, "/barrier", 2);
            QVERIFY(isPending(oneEntered) && isPending(otherEntered));
            QCOMPARE(peer->ask("enter"), kEntered);
            QVERIFY(oneEntered.get() && otherEntered.get());
            peer->send("leave");
            auto oneLeft = inThread([&] { return one.leaveFor(60s); });
            QVERIFY(other.leaveFor(60s));
            QVERIFY(oneLeft.get());
            QCOMPARE(peer->hear(), kLeft);
            awaitChildren(first, "/barrier", 0);
        }
    }

    /// A member that is killed is awaited until its session expires, not for ever.
    void killedPeerIsNotAwaitedForEver() {
        if (const auto problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        LiveSession live(m_connect);
        const auto peer = Peer::curator(m_connect, 2s);
        QVERIFY(peer);
        QCOMPARE(peer->ask("double /barrier 2"), "DOUBLE /barrier");
        DoubleBarrier ours(live.session(), "/barrier", 2);
        peer->send("enter");
        QVERIFY(ours.enterFor(60s));
        QCOMPARE(peer->hear(), kEntered);
        peer->kill();
        QVERIFY(ours.leaveFor(60s));
        QCOMPARE(childCount(live, "/barrier"), std::size_t{0});
    }
};

LOCKSCOPE_TEST(LiveBarriersTest)
#include "tst_live_barriers.moc"
