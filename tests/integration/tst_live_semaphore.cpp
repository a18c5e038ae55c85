// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "server_metric.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>

#include <atomic>
#include <future>
#include <queue>
#include <random>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kShortWait = 300ms;
constexpr auto kLongWait = 60s;  ///< longer than any of this takes

/// What goes on at a time, and the most that did.
class Usage {
public:
    void enter(int number = 1) {
        const int now = m_now += number;
        for (int most = m_most; now > most && !m_most.compare_exchange_weak(most, now);) {
        }
    }
    void leave(int number = 1) { m_now -= number; }
    int most() const { return m_most; }

private:
    std::atomic<int> m_now = 0;
    std::atomic<int> m_most = 0;
};

/// The error's name, for comparisons that print it; empty for none.
template <class T>
std::string problemOf(const Result<T>& result) {
    return result ? std::string() : std::string(errorName(result.error().code));
}

}  // namespace

/// Semaphore, semaphore mutex and shared count with the blocking interface, from many threads on a real
/// server.
class LiveSemaphoreTest : public QObject {
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

    void oneOfOne() {
        LiveSession live(m_connect);
        Semaphore semaphore(live.session(), "/test", 1);
        auto first = semaphore.acquireFor(kLongWait);
        QCOMPARE(problemOf(first), std::string());
        QCOMPARE(problemOf(semaphore.acquireFor(kShortWait)), std::string("DeadlineExceeded"));
        QCOMPARE(problemOf(semaphore.tryAcquire()), std::string("Busy"));
        QVERIFY(first->release());
        QCOMPARE(problemOf(semaphore.acquireFor(kLongWait)), std::string());
    }

    void threeOfThree() {
        LiveSession live(m_connect);
        Semaphore semaphore(live.session(), "/test", 3);
        std::vector<Hold> leases;
        for (int i = 0; i < 3; ++i) {
            auto lease = semaphore.acquireFor(kLongWait);
            QCOMPARE(problemOf(lease), std::string());
            leases.push_back(std::move(*lease));
        }
        QCOMPARE(problemOf(semaphore.acquireFor(kShortWait)), std::string("DeadlineExceeded"));
        leases.pop_back();
        QCOMPARE(problemOf(semaphore.acquireFor(kLongWait)), std::string());
    }

    void participantsAreTheOwnedLeases() {
        LiveSession live(m_connect);
        Semaphore semaphore(live.session(), "/test", 10);
        std::vector<std::string> owned;
        std::vector<Hold> leases;
        for (int i = 0; i < 10; ++i) {
            auto lease = semaphore.acquire();
            QVERIFY(lease);
            owned.push_back(lease->path());
            leases.push_back(std::move(*lease));
        }
        QCOMPARE(semaphore.participants().value(), owned);
        leases.clear();
        QCOMPARE(semaphore.participants().value(), std::vector<std::string>());
    }

    void threadsComplete() {
        LiveSession live(m_connect);
        std::atomic<int> completed = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 10; ++i) {
            threads.emplace_back([&] {
                Semaphore semaphore(live.session(), "/test", 10);
                if (semaphore.acquireFor(kLongWait)) ++completed;
            });
        }
        threads.clear();
        QCOMPARE(completed.load(), 10);
    }

    /// As many as there are at a time, and no more.
    void allLeasesAreUsed() {
        constexpr int kClients = 10;
        constexpr int kMax = kClients / 2;
        EventLoop loop;
        Usage usage;
        std::atomic<int> failures = 0;
        std::atomic<int> owners = 0;
        std::promise<void> full;
        const auto everyLeaseIsOwned = full.get_future().share();
        std::vector<std::jthread> threads;
        for (int i = 0; i < kClients; ++i) {
            threads.emplace_back([&] {
                const auto session = Session::open(loop, {m_connect, 20s});
                Semaphore semaphore(session, "/test", kMax);
                {
                    auto lease = semaphore.acquireFor(kLongWait);
                    if (!lease) ++failures;
                    usage.enter();
                    if (++owners == kMax) full.set_value();
                    everyLeaseIsOwned.wait();
                    usage.leave();
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(failures.load(), 0);
        QCOMPARE(usage.most(), kMax);
    }

    void chunksKeepTheLimit() {
        constexpr int kMax = 11;
        constexpr int kThreads = 100;
        LiveSession live(m_connect);
        Usage usage;
        std::atomic<int> failures = 0;
        std::mutex mutex;  // guards owned and returned
        std::vector<Hold> owned;
        int returned = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                Semaphore semaphore(live.session(), "/test", kMax);
                auto lease = semaphore.acquireFor(kLongWait);
                if (!lease) {
                    ++failures;
                    return;
                }
                usage.enter();
                const std::lock_guard lock(mutex);
                owned.push_back(std::move(*lease));
            });
        }
        std::mt19937 random(1);
        const auto giveBackSome = [&] {
            const std::lock_guard lock(mutex);
            const auto chunk = std::min(owned.size(), std::size_t{1} + random() % kMax);
            usage.leave(static_cast<int>(chunk));
            owned.erase(owned.begin(), owned.begin() + static_cast<std::ptrdiff_t>(chunk));
            returned += static_cast<int>(chunk);
            return returned;
        };
        QTRY_COMPARE_WITH_TIMEOUT(giveBackSome() + failures, kThreads, 100'000);
        threads.clear();
        QCOMPARE(failures.load(), 0);
        QVERIFY(usage.most() <= kMax);
    }

    void randomNeedsKeepTheLimit() {
        constexpr int kClients = 10;
        constexpr int kRounds = 20;
        constexpr int kMax = 40;
        EventLoop loop;
        Usage usage;
        std::atomic<int> failures = 0;
        std::vector<std::jthread> threads;
        for (unsigned client = 0; client < kClients; ++client) {
            threads.emplace_back([&, client] {
                std::mt19937 random(client);
                const auto session = Session::open(loop, {m_connect, 20s});
                Semaphore semaphore(session, "/test", kMax);
                for (int round = 0; round < kRounds; ++round) {
                    const int need = 1 + static_cast<int>(random() % kMax);
                    const auto leases = semaphore.acquireFor(need, kLongWait);
                    if (!leases || leases->size() != static_cast<std::size_t>(need)) ++failures;
                    usage.enter(need);
                    std::this_thread::yield();
                    usage.leave(need);
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(failures.load(), 0);
        QVERIFY(usage.most() > 1 && usage.most() <= kMax);
    }

    void raisedCountWakesAWaiter() {
        LiveSession live(m_connect);
        SharedCount count(live.session(), "/foo/count", 1);
        Semaphore semaphore(live.session(), "/test", count);
        const auto first = semaphore.acquireFor(kLongWait);
        QVERIFY(first);
        auto second = std::async(std::launch::async, [&] { return semaphore.acquireFor(kLongWait); });
        QTRY_COMPARE_WITH_TIMEOUT(semaphore.participants().value().size(), std::size_t{2}, kServerPatienceMs);
        QVERIFY(second.wait_for(0s) == std::future_status::timeout);
        const auto now = count.read();
        QVERIFY(now);
        QCOMPARE(count.compareAndSet(*now, 2).value(), (VersionedCount{2, 1, now->czxid}));
        QVERIFY(second.get());
    }

    void closedClientGivesBack() {
        LiveSession second(m_connect);
        Semaphore theirs(second.session(), "/test", 1);
        QVERIFY(theirs.acquireFor(kLongWait));
        auto first = std::make_unique<LiveSession>(m_connect);
        auto lease = Semaphore(first->session(), "/test", 1).acquireFor(kLongWait);
        QVERIFY(lease);
        first->session()->closeAndWait();
        QCOMPARE(lease->state(), HoldState::Lost);
        QVERIFY(theirs.acquireFor(kLongWait));
    }

    void deletedLeaseOfAWaiterIsMadeAgain() {
        LiveSession live(m_connect);
        Semaphore semaphore(live.session(), "/test", 1);
        auto owner = semaphore.acquire();
        QVERIFY(owner);
        auto waiting = std::async(std::launch::async, [&] { return semaphore.acquireFor(kLongWait); });
        QTRY_COMPARE_WITH_TIMEOUT(semaphore.participants().value().size(), std::size_t{2}, kServerPatienceMs);
        const std::string waiters = semaphore.participants().value().back();
        QVERIFY(live.await<void>(
            [&](Session& session, auto done) { session.remove(waiters, -1, std::move(done)); }));
        QTRY_VERIFY_WITH_TIMEOUT(semaphore.participants().value().size() == 2 &&
                                     semaphore.participants().value().back() != waiters,
                                 kServerPatienceMs);
        QVERIFY(owner->release());
        auto lease = waiting.get();
        QVERIFY(lease);
        QCOMPARE(semaphore.participants().value(), std::vector{lease->path()});
    }

    void stoppedWaiterLeavesNoLease() {
        LiveSession live(m_connect);
        Semaphore semaphore(live.session(), "/test", 1);
        auto owner = semaphore.acquire();
        QVERIFY(owner);
        std::stop_source stop;
        auto waiting = std::async(std::launch::async, [&] { return semaphore.acquire(stop.get_token()); });
        QTRY_COMPARE_WITH_TIMEOUT(semaphore.participants().value().size(), std::size_t{2}, kServerPatienceMs);
        stop.request_stop();
        QCOMPARE(problemOf(waiting.get()), std::string("Cancelled"));
        QCOMPARE(semaphore.participants().value(), std::vector{owner->path()});
        QCOMPARE(problemOf(semaphore.acquire(stop.get_token())), std::string("Cancelled"));  // asked before
    }

    void pausedOwnersLeasesGoToOthers() {
        LiveSession paused(m_connect, 400ms);
        LiveSession live(m_connect);
        Semaphore theirs(paused.session(), "/test", 2);
        auto leases = theirs.acquire(2);
        QVERIFY(leases);
        std::promise<void> resume;
        paused.loop().post([&resume] { resume.get_future().wait(); });
        Semaphore semaphore(live.session(), "/test", 2);
        QVERIFY(semaphore.acquireFor(2, kLongWait));
        resume.set_value();
        for (const auto& lease : *leases)
            QTRY_COMPARE_WITH_TIMEOUT(lease.state(), HoldState::Lost, kServerPatienceMs);
        QCOMPARE(problemOf(theirs.acquireFor(kLongWait)), std::string("SessionExpired"));
    }

    void mutexExcludesClientsAndThreads() {
        constexpr int kThreads = 6;
        constexpr int kRounds = 20;
        EventLoop loop;
        LiveSession shared(m_connect);
        SemaphoreMutex sharedMutex(shared.session(), "/lock");
        int unguarded = 0;  // a data race, and a wrong sum, if two own at a time
        Usage usage;
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                const auto session = Session::open(loop, {m_connect, 20s});
                SemaphoreMutex mutex = i % 2 == 0 ? sharedMutex : SemaphoreMutex(session, "/lock");
                for (int round = 0; round < kRounds; ++round) {
                    const auto hold = mutex.acquireFor(kLongWait);
                    if (!hold) continue;
                    usage.enter();
                    ++unguarded;
                    usage.leave();
                }
                session->closeAndWait();
            });
        }
        threads.clear();
        QCOMPARE(usage.most(), 1);
        QCOMPARE(unguarded, kThreads * kRounds);
        QVERIFY(!sharedMutex.isHeldHere());
    }

    /// CURATOR-376: a release on one thread while another one acquires on the same object loses no lease.
    void anyThreadReleases() {
        constexpr int kRounds = 100;
        LiveSession live(m_connect);
        SemaphoreMutex mutex(live.session(), "/lock");
        std::atomic<int> owned = 0;
        std::jthread releaser;
        for (int round = 0; round < kRounds; ++round) {
            auto hold = mutex.acquireFor(kLongWait);
            QCOMPARE(problemOf(hold), std::string());
            QVERIFY(mutex.isHeldHere());
            ++owned;
            releaser =
                std::jthread([given = std::move(*hold)]() mutable { static_cast<void>(given.release()); });
        }
        releaser.join();
        QCOMPARE(owned.load(), kRounds);
        QVERIFY(!mutex.isHeldHere());
    }

    void twoClientsTakeTurns() {
        LiveSession one(m_connect);
        LiveSession two(m_connect);
        SemaphoreMutex first(one.session(), "/lock");
        SemaphoreMutex second(two.session(), "/lock");
        auto hold = first.acquire();
        QVERIFY(hold && first.isHeldHere());
        auto waiting = std::async(std::launch::async, [&] { return second.acquireFor(kLongWait); });
        QCOMPARE(problemOf(second.tryAcquire()), std::string("Busy"));
        QVERIFY(!second.isHeldHere());
        QVERIFY(hold->release());
        const auto handed = waiting.get();
        QVERIFY(handed && second.isHeldHere() && !first.isHeldHere());
    }

    void countIsSharedByClients() {
        LiveSession one(m_connect);
        LiveSession two(m_connect);
        SharedCount mine(one.session(), "/app/count", 5);
        const auto first = mine.read();
        QVERIFY(first && first->czxid != Zxid::None);
        QCOMPARE(*first, (VersionedCount{5, 0, first->czxid}));
        SharedCount theirs(two.session(), "/app/count", 6);
        QCOMPARE(theirs.read().value(), *first);
        const VersionedCount second{-7, 1, first->czxid};
        QCOMPARE(mine.set(-7).value(), second);
        QTRY_COMPARE_WITH_TIMEOUT(theirs.latest(), std::optional(second), kServerPatienceMs);
        QCOMPARE(problemOf(theirs.compareAndSet(*first, 8)), std::string("BadVersion"));
        QCOMPARE(theirs.compareAndSet(second, 8).value(), (VersionedCount{8, 2, first->czxid}));
        QCOMPARE(mine.read().value().value, 8);
    }

    /// By its version alone the new znode would be taken for the one that was read.
    void countThatWasCreatedAgainIsAnother() {
        LiveSession live(m_connect);
        SharedCount count(live.session(), "/app/count", 5);
        const auto before = count.read();
        QVERIFY(before);
        QVERIFY(live.await<void>(
            [](Session& session, auto done) { session.remove("/app/count", -1, std::move(done)); }));
        SharedCount next(live.session(), "/app/count", 6);
        const auto after = next.read();
        QVERIFY(after && after->version == before->version);
        QCOMPARE(problemOf(next.compareAndSet(*before, 8)), std::string("BadVersion"));
        QCOMPARE(next.read().value(), *after);
    }

    /// Two threads would use the count, and one of them what is the other's.
    void numberOfAnotherLoopIsRefused() {
        LiveSession one(m_connect);
        LiveSession two(m_connect);
        SharedCount count(two.session(), "/app/count", 5);
        QVERIFY(count.read());
        Semaphore semaphore(one.session(), "/test", count);
        QCOMPARE(problemOf(semaphore.acquireFor(kLongWait)), std::string("BadArguments"));
        Semaphore own(two.session(), "/test", count);
        QVERIFY(own.acquireFor(kLongWait));
    }
};

LOCKSCOPE_TEST(LiveSemaphoreTest)
#include "tst_live_semaphore.moc"
