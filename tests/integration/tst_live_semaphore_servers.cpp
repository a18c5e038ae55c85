// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "test_program.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/lab/local_ensemble.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr auto kLongWait = 100s;

LocalClusterOptions quickTicks() {
    LocalClusterOptions options;
    options.tickTime = 200ms;
    options.adminServer = false;
    return options;
}

/// Clients that take one lease and give it back, over and over, each in a thread, until the end of this
/// object. A client opens a new session where its old one expired.
class LeaseLoop {
public:
    LeaseLoop(const std::string& connect, int clients, int maxLeases, std::chrono::milliseconds timeout)
        : m_counts(static_cast<std::size_t>(clients)) {
        for (auto& count : m_counts)
            m_threads.emplace_back([this, &count, connect, maxLeases, timeout](const std::stop_token& stop) {
                while (!stop.stop_requested())
                    runSession(stop, count, Session::open(m_loop, {connect, timeout}), maxLeases);
            });
    }

    /// True once every client has had a lease again.
    bool everybodyProceeds() {
        std::vector<int> before(m_counts.begin(), m_counts.end());
        return QTest::qWaitFor([&] { return std::ranges::equal(before, m_counts, std::less()); },
                               kPatienceMs);
    }
    int believed() const { return m_believed; }
    int mostAtOnce() const { return m_most; }

private:
    void runSession(const std::stop_token& stop, std::atomic<int>& count,
                    const std::shared_ptr<Session>& session, int maxLeases) {
        Semaphore semaphore(session, "/test", maxLeases);
        while (!stop.stop_requested()) {
            auto lease = semaphore.acquire(stop);
            if (!lease) break;
            Belief belief(*this, *lease);
            ++count;
            std::this_thread::yield();
        }
        session->closeAndWait();
    }

    /// Counts a lease for as long as its owner believes in it.
    class Belief {
    public:
        Belief(LeaseLoop& loop, Hold& lease) : m_state(std::make_shared<State>(loop)) {
            if (lease.state() == HoldState::Held) m_state->set(true);
            lease.onChange([state = m_state](HoldState now) { state->set(now == HoldState::Held); });
        }
        ~Belief() { m_state->end(); }
        Belief(const Belief&) = delete;
        Belief& operator=(const Belief&) = delete;

    private:
        struct State {
            explicit State(LeaseLoop& all) : loop(all) {}
            void set(bool held) {
                const std::lock_guard lock(mutex);
                if (ended || held == counted) return;
                counted = held;
                const int now = loop.m_believed += held ? 1 : -1;
                for (int most = loop.m_most; now > most && !loop.m_most.compare_exchange_weak(most, now);) {
                }
            }
            void end() {
                set(false);
                const std::lock_guard lock(mutex);
                ended = true;
            }
            LeaseLoop& loop;
            std::mutex mutex;  // guards the rest
            bool counted = false;
            bool ended = false;
        };
        std::shared_ptr<State> m_state;
    };

    EventLoop m_loop;
    std::vector<std::atomic<int>> m_counts;
    std::atomic<int> m_believed = 0;
    std::atomic<int> m_most = 0;
    std::vector<std::jthread> m_threads;
};

}  // namespace

/// Semaphores while servers stop and start again. Each test has servers of its own.
class SemaphoreServersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// CURATOR-335: ten threads of one session, whose server goes away in the middle of whatever they do.
    void acquiresGoOnAfterALostServer() {
        const auto server = LocalCluster::start(quickTicks());
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString(), 20s);
        std::vector<std::atomic<int>> counts(10);
        std::vector<std::jthread> threads;
        for (auto& count : counts) {
            threads.emplace_back([&](const std::stop_token& stop) {
                Semaphore semaphore(live.session(), "/test", 1);
                while (!stop.stop_requested())
                    if (semaphore.acquire(stop)) ++count;
            });
        }
        const auto everybodyProceeds = [&] {
            const std::vector<int> before(counts.begin(), counts.end());
            return QTest::qWaitFor([&] { return std::ranges::equal(before, counts, std::less()); },
                                   kPatienceMs);
        };
        for (int round = 0; round < 3; ++round) {
            QVERIFY(everybodyProceeds());
            (*server)->kill();
            QVERIFY((*server)->restart());
        }
        QVERIFY(everybodyProceeds());
        threads.clear();
        Semaphore semaphore(live.session(), "/test", 1);
        // Whoever was stopped in the middle of a create deletes what it made when the answer is there.
        QTRY_COMPARE_WITH_TIMEOUT(semaphore.participants().value(), std::vector<std::string>(), kPatienceMs);
    }

    /// Curator's testWaitingProcessKilledServer.
    void holderAndWaiterSurviveTheServer() {
        const auto server = LocalCluster::start(quickTicks());
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString(), 20s);
        SemaphoreMutex mutex(live.session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        auto waiting = std::async(std::launch::async, [&] { return mutex.acquireFor(kLongWait); });
        QTRY_COMPARE_WITH_TIMEOUT(live.await<ChildList>([](Session& session, auto done) {
                                          session.children("/lock/leases", {}, done);
                                      })
                                      ->names.size(),
                                  std::size_t{2}, kPatienceMs);
        (*server)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Suspended, kPatienceMs);
        QVERIFY((*server)->restart());
        QTRY_COMPARE_WITH_TIMEOUT(hold->state(), HoldState::Held, kPatienceMs);
        QVERIFY(hold->release());
        QVERIFY(waiting.get());
    }

    /// Curator's testKilledServerWithEnsembleProvider: nobody believes in a lease of a server that is gone,
    /// and one client does again when it is back, though every session is over by then.
    void nobodyBelievesWhileTheServerIsGone() {
        const auto server = LocalCluster::start(quickTicks());
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LeaseLoop clients((*server)->connectString(), 10, 1, 400ms);
        QVERIFY(clients.everybodyProceeds());
        (*server)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(clients.believed(), 0, kPatienceMs);
        QVERIFY((*server)->restart());
        QVERIFY(clients.everybodyProceeds());
        QCOMPARE(clients.mostAtOnce(), 1);
    }

    /// Curator's testCluster.
    void majorityIsEnough() {
        const auto servers = LocalEnsemble::start(3, quickTicks());
        QVERIFY2(servers, servers ? "" : describe(servers.error()).c_str());
        LeaseLoop clients((*servers)->connectString(), 20, 4, 10s);
        QVERIFY(clients.everybodyProceeds());
        (*servers)->kill(0);
        (*servers)->kill(1);
        QTRY_COMPARE_WITH_TIMEOUT(clients.believed(), 0, kPatienceMs);
        QVERIFY((*servers)->restart(0));
        QVERIFY(clients.everybodyProceeds());
        QVERIFY(clients.mostAtOnce() <= 4);
    }

    /// Curator's testContainerCleanup: the directories go by themselves when the last client has gone.
    void directoriesAreContainers() {
        qputenv("JAVA_TOOL_OPTIONS", "-Dznode.container.checkIntervalMs=100");
        const auto server = LocalCluster::start(quickTicks());
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString());
        Semaphore semaphore(live.session(), "/missing/semaphore", 2);
        {
            const auto leases = semaphore.acquire(2);
            QVERIFY(leases);
        }
        const auto isThere = [&] {
            return live
                .await<Stat>(
                    [](Session& session, auto done) { session.exists("/missing", {}, std::move(done)); })
                .has_value();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), kPatienceMs);
        QVERIFY(semaphore.acquireFor(kLongWait));  // and are made again
    }
};

LOCKSCOPE_TEST(SemaphoreServersTest)
#include "tst_live_semaphore_servers.moc"
