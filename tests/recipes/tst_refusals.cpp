// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>
#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>
#include <lockcore/recipes/shared_count.h>
#include <lockcore/recipes/simple_lock.h>

#include <functional>
#include <limits>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;
using SessionUnderTest = std::shared_ptr<FakeSession>;

constexpr int kForGood = std::numeric_limits<int>::max() / 2;
/// More than all pauses between two tries together.
constexpr auto kLong = 10min;

/// What came of one call, of whatever type, and what it is about. Copies share it. One thread.
class RefusedCall {
public:
    template <class T>
    Completion<T> completion() const {
        return [state = m_state](Result<T> result) {
            ++state->calls;
            if (!result) {
                state->error = result.error();
            } else if constexpr (!std::is_void_v<T>) {
                state->kept.push_back(std::make_shared<T>(std::move(*result)));
            }
        };
    }
    template <class T>
    std::shared_ptr<T> keep(std::shared_ptr<T> object) const {
        m_state->kept.push_back(object);
        return object;
    }
    /// Gives back what was got.
    void drop() const { m_state->kept.clear(); }

    int calls() const { return m_state->calls; }
    const std::optional<Error>& error() const { return m_state->error; }
    bool isDone() const { return calls() == 1 && !error(); }

private:
    struct State {
        int calls = 0;
        std::optional<Error> error;
        std::vector<std::shared_ptr<void>> kept;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// What a user does: all but the last step of it, which is the one that is returned.
using Prepare = std::function<std::function<void()>(const SessionUnderTest&, const RefusedCall&)>;

template <class T, class Call>
std::function<void()> later(const RefusedCall& call, T object, Call ask) {
    const auto kept = call.keep(std::make_shared<T>(std::move(object)));
    return [kept, call, ask] { ask(*kept, call); };
}

std::function<void()> mutexOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, Mutex(session, "/app/lock"), [](Mutex& mutex, const RefusedCall& made) {
        mutex.acquireAsync(Owner::unique(), std::nullopt, made.completion<Hold>());
    });
}

std::function<void()> tryOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, Mutex(session, "/app/lock"), [](Mutex& mutex, const RefusedCall& made) {
        mutex.tryAcquireAsync(Owner::unique(), made.completion<Hold>());
    });
}

std::function<void()> writerOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, ReadWriteLock(session, "/app/lock"), [](ReadWriteLock& lock, const RefusedCall& made) {
        lock.write().acquireAsync(Owner::unique(), std::nullopt, made.completion<Hold>());
    });
}

std::function<void()> semaphoreOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, Semaphore(session, "/app/lock", 2), [](Semaphore& semaphore, const RefusedCall& made) {
        semaphore.acquireAsync(2, std::nullopt, made.completion<std::vector<Hold>>());
    });
}

std::function<void()> countedSemaphoreOf(const SessionUnderTest& session, const RefusedCall& call) {
    const SharedCount limit(session, "/app/limit", 1);
    return later(call, Semaphore(session, "/app/lock", limit),
                 [](Semaphore& semaphore, const RefusedCall& made) {
                     semaphore.acquireAsync(1, std::nullopt, made.completion<std::vector<Hold>>());
                 });
}

std::function<void()> semaphoreMutexOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, SemaphoreMutex(session, "/app/lock"),
                 [](SemaphoreMutex& mutex, const RefusedCall& made) {
                     mutex.acquireAsync(std::nullopt, made.completion<Hold>());
                 });
}

std::function<void()> multiLockOf(const SessionUnderTest& session, const RefusedCall& call) {
    MultiLock lock({Mutex(session, "/app/x"), Mutex(session, "/app/y")});
    return later(call, std::move(lock), [](MultiLock& locks, const RefusedCall& made) {
        locks.acquireAsync(Owner::unique(), std::nullopt, made.completion<MultiHold>());
    });
}

std::function<void()> atomicMultiLockOf(const SessionUnderTest& session, const RefusedCall& call) {
    AtomicMultiLock lock(session, {"/app/x", "/app/y"});
    return later(call, std::move(lock), [](AtomicMultiLock& locks, const RefusedCall& made) {
        locks.acquireAsync(Owner::unique(), std::nullopt, made.completion<MultiHold>());
    });
}

std::function<void()> latchOf(const SessionUnderTest& session, const RefusedCall& call) {
    const auto latch = call.keep(std::make_shared<LeaderLatch>(session, "/app/lock"));
    return [latch, call] {
        if (!latch->start()) qFatal("could not start");
        latch->awaitLeadershipAsync(std::nullopt, call.completion<void>());
    };
}

std::function<void()> simpleLockOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, SimpleLock(session, "/app/lock"), [](SimpleLock& lock, const RefusedCall& made) {
        lock.acquireAsync(std::nullopt, made.completion<SimpleHold>());
    });
}

std::function<void()> countOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, SharedCount(session, "/app/count", 7),
                 [](SharedCount& count, const RefusedCall& made) {
                     count.setAsync(8, made.completion<VersionedCount>());
                 });
}

std::function<void()> closingOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, Barrier(session, "/app/gate"), [](Barrier& barrier, const RefusedCall& made) {
        barrier.setAsync(std::nullopt, made.completion<void>());
    });
}

std::function<void()> openingOf(const SessionUnderTest& session, const RefusedCall& call) {
    return later(call, Barrier(session, "/app/gate"), [](Barrier& barrier, const RefusedCall& made) {
        barrier.removeAsync(std::nullopt, made.completion<void>());
    });
}

std::function<void()> enteringOf(const SessionUnderTest& session, const RefusedCall& call) {
    const auto barrier = call.keep(std::make_shared<DoubleBarrier>(session, "/app/lock", 1));
    return [barrier, call] { barrier->enterAsync(std::nullopt, call.completion<void>()); };
}

std::function<void()> leavingOf(const SessionUnderTest& session, const RefusedCall& call) {
    const auto barrier = call.keep(std::make_shared<DoubleBarrier>(session, "/app/lock", 1));
    barrier->enterAsync(std::nullopt, [](const Result<void>& result) {
        if (!result) qFatal("the barrier did not open");
    });
    return [barrier, call] { barrier->leaveAsync(std::nullopt, call.completion<void>()); };
}

}  // namespace

/// Servers that refuse a kind of request, for good or for a while, with errors of which NoAuth is not the
/// only one: the caller hears the reason, nobody asks without end, and nobody waits for ever for what was
/// refused for a while.
class RefusalsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;
    bool m_asksWithoutEnd = false;

    /// The requests of that kind from number `from` (from 0) on are refused, so many of them. One that is
    /// asked again without a pause would hang the test.
    void refuse(const SessionUnderTest& session, Op op, int from, int count, ErrorCode code) {
        session->setError([this, op, from, count, code, number = 0, moment = TimePoint(),
                           atMoment = 0](const FakeSession::Request& request) mutable {
            const bool isRefused = request.op == op && number++ >= from && number <= from + count;
            if (!isRefused || m_asksWithoutEnd) return std::optional<ErrorCode>();
            if (std::exchange(moment, m_cluster->loop.now()) != moment) atMoment = 0;
            m_asksWithoutEnd = ++atMoment > 100;
            return std::optional(code);
        });
    }

    /// What was not answered waits in its session, and keeps it.
    bool endModel() {
        const bool isOver = !m_cluster || m_cluster->closeSessions();
        m_cluster.reset();
        return isOver;
    }

    void begin(const Prepare& prepare, const SessionUnderTest& session, const RefusedCall& call,
               const std::function<void()>& before = {}) const {
        const auto ask = prepare(session, call);
        m_cluster->loop.runReady();
        if (before) before();
        ask();
        m_cluster->loop.runReady();
    }

    /// One call with that refused to it, alone or beside somebody who is there first and goes meanwhile. What
    /// is wrong, or nothing.
    std::string play(const Prepare& prepare, bool isAlone, Op op, int from, int count, ErrorCode code) {
        if (!endModel()) return "a timer of the one before is left";
        m_cluster = std::make_unique<SimulatedCluster>();
        m_cluster->server->createPath("/app");
        m_asksWithoutEnd = false;
        const auto other = m_cluster->open();
        const RefusedCall others;
        if (!isAlone) begin(prepare, other, others);
        const auto session = m_cluster->open();
        const RefusedCall call;
        begin(prepare, session, call, [&] { refuse(session, op, from, count, code); });
        m_cluster->loop.advance(1min);
        others.drop();
        other->close();
        m_cluster->loop.advance(kLong);
        const auto problem = problemOf(call, code);
        if (!problem.empty() || count == kForGood) return problem;
        call.drop();
        m_cluster->loop.advance(kLong);
        const RefusedCall next;
        begin(prepare, m_cluster->open(), next);
        m_cluster->loop.advance(kLong);
        return next.isDone() ? std::string() : "the next one does not get it";
    }
    std::string problemOf(const RefusedCall& call, ErrorCode code) const {
        if (m_asksWithoutEnd) return "it asks without end";
        if (call.calls() != 1) return "the caller was told " + std::to_string(call.calls()) + " times";
        if (call.error() && call.error()->code != code && call.error()->code != ErrorCode::Busy)
            return "the caller was told something else: " + describe(*call.error());
        return {};
    }

    /// Each kind of request, from its first ones on.
    void playAll(const Prepare& prepare, int count) {
        constexpr std::pair<const char*, Op> kOps[] = {
            {"create", Op::Create}, {"delete", Op::Remove}, {"get", Op::Get}, {"exists", Op::Exists},
            {"list", Op::Children}, {"multi", Op::Multi},   {"set", Op::Set}};
        for (const auto code : {ErrorCode::NoAuth, ErrorCode::Unimplemented, ErrorCode::QuotaExceeded,
                                ErrorCode::BadArguments, ErrorCode::Io}) {
            for (const auto& [name, op] : kOps) {
                for (int from = 0; from < 4; ++from) {
                    for (const bool isAlone : {true, false}) {
                        const auto problem = play(prepare, isAlone, op, from, count, code);
                        if (problem.empty()) continue;
                        const auto what = std::string(errorName(code)) + " for " + name + " from number " +
                                          std::to_string(from) + " on" + (isAlone ? "" : ", after another") +
                                          ": " + problem;
                        QFAIL(what.c_str());
                    }
                }
            }
        }
    }

    static void addRecipes() {
        QTest::addColumn<Prepare>("prepare");
        QTest::addRow("mutex") << Prepare(&mutexOf);
        QTest::addRow("mutex, trying") << Prepare(&tryOf);
        QTest::addRow("write lock") << Prepare(&writerOf);
        QTest::addRow("semaphore") << Prepare(&semaphoreOf);
        QTest::addRow("counted semaphore") << Prepare(&countedSemaphoreOf);
        QTest::addRow("semaphore mutex") << Prepare(&semaphoreMutexOf);
        QTest::addRow("multi-lock") << Prepare(&multiLockOf);
        QTest::addRow("atomic multi-lock") << Prepare(&atomicMultiLockOf);
        QTest::addRow("leader latch") << Prepare(&latchOf);
        QTest::addRow("simple lock") << Prepare(&simpleLockOf);
        QTest::addRow("shared count") << Prepare(&countOf);
        QTest::addRow("closing a barrier") << Prepare(&closingOf);
        QTest::addRow("opening a barrier") << Prepare(&openingOf);
        QTest::addRow("entering a double barrier") << Prepare(&enteringOf);
        QTest::addRow("leaving a double barrier") << Prepare(&leavingOf);
    }

private Q_SLOTS:
    void cleanup() { QVERIFY(endModel()); }

    void refusedForGood_data() { addRecipes(); }
    void refusedForGood() {
        QFETCH(const Prepare, prepare);
        playAll(prepare, kForGood);
    }

    void refusedForAWhile_data() { addRecipes(); }
    void refusedForAWhile() {
        QFETCH(const Prepare, prepare);
        playAll(prepare, 1);
        if (!kIsSanitized && !QTest::currentTestFailed()) playAll(prepare, 3);
    }

    /// Others raise the number, and nobody tells it to whoever was refused to watch it.
    void countIsWatchedAgainAfterARefusal() {
        m_cluster = std::make_unique<SimulatedCluster>();
        const auto session = m_cluster->open();
        SharedCount count(session, "/app/count", 1);
        std::vector<std::int32_t> heard;
        count.addListener([&](const Result<VersionedCount>& now) {
            if (now) heard.push_back(now->value);
        });
        m_cluster->loop.runReady();
        SharedCount others(m_cluster->open(), "/app/count", 1);
        refuse(session, Op::Get, 0, 1, ErrorCode::Unimplemented);
        others.setAsync(2, [](const Result<VersionedCount>&) {});
        m_cluster->loop.runReady();
        QCOMPARE(heard, (std::vector<std::int32_t>{1}));
        others.setAsync(3, [](const Result<VersionedCount>&) {});
        m_cluster->loop.advance(kLong);
        QCOMPARE(heard, (std::vector<std::int32_t>{1, 3}));
    }

    /// The barrier opened and closed while the member was cut off, and the look that tells it is refused.
    void memberThatMissedTheOpeningAsksAgain() {
        m_cluster = std::make_unique<SimulatedCluster>();
        const auto session = m_cluster->open();
        DoubleBarrier barrier(session, "/app/lock", 2);
        const Outcome<void> entered;
        barrier.enterAsync({}, entered.completion());
        m_cluster->loop.runReady();
        session->disconnect();
        m_cluster->loop.runReady();
        const auto otherSession = m_cluster->open();
        DoubleBarrier other(otherSession, "/app/lock", 2);
        const Outcome<void> otherEntered;
        other.enterAsync({}, otherEntered.completion());
        m_cluster->loop.runReady();
        QVERIFY(otherEntered.isDone());
        const Outcome<void> left;
        other.leaveAsync(m_cluster->in(1s), left.completion());
        m_cluster->loop.advance(10s);
        QVERIFY(!m_cluster->server->exists("/app/lock/ready"));
        refuse(session, Op::Exists, 0, 2, ErrorCode::Unimplemented);
        session->reconnect();
        m_cluster->loop.runReady();
        QVERIFY(entered.isPending());
        m_cluster->loop.advance(kLong);
        QVERIFY(entered.isDone());
    }
};

LOCKSCOPE_TEST(RefusalsTest)
#include "tst_refusals.moc"
