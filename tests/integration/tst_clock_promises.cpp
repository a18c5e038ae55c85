// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/recipes/mutex.h>

#include <future>
#include <latch>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

constexpr auto kServerTick = 200ms;
constexpr auto kLongestSession = 4'000ms;  // the longest that such servers grant

/// How often each situation is made; LOCKSCOPE_CLOCK_ROUNDS sets another number.
int clockRounds() {
    bool isSet = false;
    const int wanted = qEnvironmentVariableIntValue("LOCKSCOPE_CLOCK_ROUNDS", &isSet);
    return isSet ? wanted : 1;
}

std::size_t followerOf(std::size_t leader) {
    return (leader + 1) % ensemble().size();
}

/// Of all but one of the servers.
std::string others(std::size_t server) {
    std::string connect;
    for (std::size_t each = 0; each < ensemble().size(); ++each)
        if (each != server) connect += (connect.empty() ? "" : ",") + ensemble().connectString(each);
    return connect;
}

int queuedAt(LiveSession& session, const std::string& path) {
    const auto list = session.await<ChildList>(
        [&](Session& zookeeper, auto done) { zookeeper.children(path, {}, std::move(done)); });
    return list ? static_cast<int>(list->names.size()) : -1;
}

/// A client that waits for a lock, and when it got it, on the clock of Hold::validUntil().
class Successor {
public:
    Successor(const std::string& connect, const std::string& path)
        : m_session(connect, kLongestSession, kServerTick), m_lock(m_session.session(), path) {
        auto queued = std::make_shared<std::promise<void>>();
        auto granted = std::make_shared<std::promise<nanoseconds>>();
        m_granted = granted->get_future();
        auto& loop = m_session.loop();
        m_lock.acquireAsync(
            Owner::unique(), {},
            [this, granted, &loop](Result<Hold> hold) {
                m_hold = std::move(hold);
                granted->set_value(loop.bootTime());
            },
            [queued](const Queued&) { queued->set_value(); });
        queued->get_future().wait();
    }
    ~Successor() { m_session.session()->closeAndWait(); }

    /// Blocks; qFatal() where it takes for ever.
    nanoseconds grantedAt() {
        if (m_granted.wait_for(60s) != std::future_status::ready) qFatal("nobody got the lock");
        return m_granted.get();
    }

private:
    LiveSession m_session;
    Mutex m_lock;
    std::future<nanoseconds> m_granted;
    Result<Hold> m_hold = fail(ErrorCode::NotOwner, "Waiting");
};

/// The states of a hold and when they were told.
class DoubtTold {
public:
    DoubtTold(Hold& hold, EventLoop& loop) {
        hold.onChange([seen = m_seen, &loop](HoldState state) {
            const std::scoped_lock lock(seen->mutex);
            seen->told.emplace_back(state, loop.bootTime());
        });
    }
    /// When it was told first that the hold may not be one any more; nothing: never.
    std::optional<nanoseconds> doubtedAt() const {
        const std::scoped_lock lock(m_seen->mutex);
        for (const auto& [state, when] : m_seen->told)
            if (state == HoldState::Doubtful || state == HoldState::Lost) return when;
        return {};
    }

private:
    struct Seen {
        std::mutex mutex;  // the listener runs on the session's loop
        std::vector<std::pair<HoldState, nanoseconds>> told;
    };
    std::shared_ptr<Seen> m_seen = std::make_shared<Seen>();
};

/// How long before the grant to somebody else a promise ended, at least.
class Margins {
public:
    explicit Margins(const char* of) : m_of(of) {}
    ~Margins() {
        if (m_count > 0)
            qInfo("%s: %d rounds, the promise ended %lld to %lld ms before the grant", m_of, m_count,
                  static_cast<long long>(m_least.count()), static_cast<long long>(m_most.count()));
    }
    void add(nanoseconds margin) {
        const auto rounded = std::chrono::duration_cast<std::chrono::milliseconds>(margin);
        m_least = m_count == 0 ? rounded : std::min(m_least, rounded);
        m_most = m_count == 0 ? rounded : std::max(m_most, rounded);
        ++m_count;
    }
    std::chrono::milliseconds least() const { return m_least; }

private:
    const char* m_of;
    int m_count = 0;
    std::chrono::milliseconds m_least{0};
    std::chrono::milliseconds m_most{0};
};

/// Stops a loop as a stopped process does, for as long as it lives.
class Stall {
public:
    /// As soon as what `last` does there has been written to the socket, before any answer is read: a task
    /// that is posted runs before what arrives meanwhile.
    explicit Stall(
        EventLoop& loop, const std::function<void()>& last = [] {}) {
        std::promise<void> begun;
        const auto block = [this, &begun] {
            begun.set_value();
            m_end.wait();
            m_ended.count_down();
        };
        loop.post([&] {
            last();
            // One for the acquire, one for the session's visit to its socket.
            loop.post([&] { loop.post([&] { loop.post(block); }); });
        });
        begun.get_future().wait();
    }
    ~Stall() {
        m_end.count_down();
        m_ended.wait();
    }

private:
    std::latch m_end{1};
    std::latch m_ended{1};
};

}  // namespace

/// What lockcore promises about time, where it is hardest to keep.
class ClockPromisesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A follower that stops has passed a write on, and not told the leader that the client is alive.
    void aStoppedFollower() {
        Margins margins("stopped follower");
        for (int round = 0; round < clockRounds(); ++round) {
            const std::size_t leader = *ensemble().awaitLeader();
            const std::size_t follower = followerOf(leader);
            const std::string path = "/follower/" + std::to_string(round);
            LiveSession session(ensemble().connectString(follower), kLongestSession, kServerTick);
            Mutex lock(session.session(), path);
            Hold hold = *lock.acquire();
            Successor next(ensemble().connectString(leader), path);
            // So long after its last sign of life a client would soon give the next.
            const nanoseconds idleUntil = session.loop().bootTime() + kLongestSession / 3 - 60ms;
            QTRY_VERIFY(session.loop().bootTime() >= idleUntil);
            const Result<void> verified = hold.verify();
            const nanoseconds until = hold.validUntil();
            ensemble().pause(follower);
            QVERIFY2(verified, verified ? "" : describe(verified.error()).c_str());
            QVERIFY(until > session.loop().bootTime());
            margins.add(next.grantedAt() - until);
            ensemble().resume(follower);
            QVERIFY2(margins.least() >= 0ms, "another client was granted while the hold was promised");
        }
    }

    /// The others elect a new one; the client hears nothing of it.
    void aStoppedLeader() {
        Margins margins("stopped leader");
        for (int round = 0; round < clockRounds(); ++round) {
            const std::size_t leader = *ensemble().awaitLeader();
            const std::string path = "/leader/" + std::to_string(round);
            LiveSession session(ensemble().connectString(leader), kLongestSession, kServerTick);
            Mutex lock(session.session(), path);
            Hold hold = *lock.acquire();
            const DoubtTold states(hold, session.loop());
            hold.keepVerified();
            Successor next(others(leader), path);
            const nanoseconds first = hold.validUntil();
            QTRY_VERIFY(hold.validUntil() > first);
            ensemble().pause(leader);
            const nanoseconds until = hold.validUntil();
            const nanoseconds granted = next.grantedAt();
            const auto doubted = states.doubtedAt();
            ensemble().resume(leader);
            QVERIFY2(doubted, "the hold was never doubted");
            QVERIFY2(*doubted < granted, "it was doubted after the grant to another client");
            margins.add(granted - until);
            QVERIFY(margins.least() >= 0ms);
        }
    }

    /// Its answers have waited in the socket, and somebody else owns by now.
    void aStoppedProcessGrantsNothing() {
        int made = 0;
        for (int round = 0; made < clockRounds() && round < 10 * clockRounds(); ++round) {
            const std::string path = "/process/" + std::to_string(round);
            LiveSession observing(ensemble().connectString());
            LiveSession session(ensemble().connectString(), kLongestSession, kServerTick);
            Mutex lock(session.session(), path);
            Hold held = *lock.acquire();
            QVERIFY(held.release());
            QTRY_COMPARE_WITH_TIMEOUT(queuedAt(observing, path), 0, kServerPatienceMs);
            const auto answered = std::make_shared<std::promise<bool>>();
            auto isGranted = answered->get_future();
            {
                const Stall stall(session.loop(), [&] {
                    lock.acquireAsync(Owner::unique(), {}, [answered](const Result<Hold>& result) {
                        answered->set_value(result.has_value());
                    });
                });
                if (isReady(isGranted)) continue;  // before the loop was stopped
                QTRY_COMPARE_WITH_TIMEOUT(queuedAt(observing, path), 1, kServerPatienceMs);
                Successor next(ensemble().connectString(), path);
                static_cast<void>(next.grantedAt());
            }
            QCOMPARE(isGranted.wait_for(30s), std::future_status::ready);
            QVERIFY2(!isGranted.get(), "two clients believe that they hold");
            ++made;
        }
        QVERIFY(made > 0);
    }

    /// The loop runs again before any server was heard.
    void aStoppedProcessDoesNotBelieveItsHold() {
        for (int round = 0; round < clockRounds(); ++round) {
            const std::string path = "/believes/" + std::to_string(round);
            LiveSession session(ensemble().connectString(), kLongestSession, kServerTick);
            Mutex lock(session.session(), path);
            Hold hold = *lock.acquire();
            Successor next(ensemble().connectString(), path);
            {
                const Stall stall(session.loop());
                static_cast<void>(next.grantedAt());
                QVERIFY(hold.state() != HoldState::Held);
                QVERIFY(hold.validUntil() < session.loop().bootTime());
            }
            bool wasBelieved = false;
            const auto isLost = [&] {
                wasBelieved = wasBelieved || hold.state() == HoldState::Held;
                return hold.state() == HoldState::Lost;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isLost(), kServerPatienceMs);
            QVERIFY(!wasBelieved);
        }
    }
};

LOCKSCOPE_TEST(ClockPromisesTest)
#include "tst_clock_promises.moc"
