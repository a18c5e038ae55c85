// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clock_situations.h"

#include "live_session.h"
#include "peer.h"

#include <lockcore/recipes/mutex.h>

#include <QtTest>

#include <future>
#include <mutex>
#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

constexpr auto kPatience = 60s;
constexpr int kPatienceMs = 60'000;

/// The states of a hold and when they were told.
class StatesTold {
public:
    StatesTold(Hold& hold, EventLoop& loop) {
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

ClockRound failed(std::string problem) {
    ClockRound round;
    round.problem = std::move(problem);
    return round;
}

/// A holder of a lock, at a server.
struct Holder {
    LiveSession session;
    Mutex lock;
    Result<Hold> hold;

    Holder(const std::string& connect, const std::string& path)
        : session(connect, kClockTimeout, kClockTick),
          lock(session.session(), path),
          hold(lock.acquireFor(kPatience)) {}
};

ClockRound judge(const StatesTold& states, nanoseconds until, nanoseconds granted) {
    ClockRound round;
    round.promiseEnded = granted - until;
    if (const auto doubted = states.doubtedAt()) round.doubtTold = granted - *doubted;
    if (round.promiseEnded < 0ns)
        round.problem = "another client was granted the lock while the hold was promised";
    else if (!round.doubtTold)
        round.problem = "another client was granted the lock, and the hold was never doubted";
    else if (*round.doubtTold < 0ns)
        round.problem = "the hold was doubted after the grant to another client";
    return round;
}

}  // namespace

class Successor::Client {
public:
    Client(const std::string& connect, const std::string& path)
        : m_session(connect, kClockTimeout, kClockTick), m_lock(m_session.session(), path) {
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
        if (queued->get_future().wait_for(kPatience) != std::future_status::ready)
            qFatal("nobody waits for the lock");
    }
    ~Client() { m_session.session()->closeAndWait(); }

    nanoseconds grantedAt() {
        if (m_granted.wait_for(kPatience) != std::future_status::ready) qFatal("nobody got the lock");
        const nanoseconds when = m_granted.get();
        if (!m_hold) qFatal("nobody got the lock: %s", describe(m_hold.error()).c_str());
        return when;
    }

private:
    LiveSession m_session;
    Mutex m_lock;
    std::future<nanoseconds> m_granted;
    Result<Hold> m_hold = fail(ErrorCode::NotOwner, "Waiting");
};

Successor::Successor(const std::string& connect, const std::string& path)
    : m_client(std::make_unique<Client>(connect, path)) {}
Successor::~Successor() = default;

nanoseconds Successor::grantedAt() {
    return m_client->grantedAt();
}

/// Of all but one of the servers.
std::string ClockSituations::others(std::size_t server) const {
    std::string connect;
    for (std::size_t each = 0; each < m_ensemble.size(); ++each)
        if (each != server) connect += (connect.empty() ? "" : ",") + m_ensemble.connectString(each);
    return connect;
}

ClockRound ClockSituations::atFollower(const std::string& path, const Disturb& disturb,
                                       const Disturb& mend) const {
    const auto leader = m_ensemble.awaitLeader();
    if (!leader) return failed(describe(leader.error()));
    const std::size_t follower = (*leader + 1) % m_ensemble.size();
    Holder holder(m_ensemble.connectString(follower), path);
    if (!holder.hold) return failed(describe(holder.hold.error()));
    Hold& hold = *holder.hold;
    const StatesTold states(hold, holder.session.loop());
    Successor next(m_ensemble.connectString(*leader), path);
    // So long after its last sign of life a client would soon give the next.
    auto& loop = holder.session.loop();
    const nanoseconds idleUntil = loop.bootTime() + kClockTimeout / 3 - 60ms;
    static_cast<void>(QTest::qWaitFor([&] { return loop.bootTime() >= idleUntil; }, kPatienceMs));
    const Result<void> verified = hold.verify();
    const nanoseconds until = hold.validUntil();
    disturb(follower);
    const bool wasPromised = until > loop.bootTime();
    hold.keepVerified();
    const ClockRound round = judge(states, until, next.grantedAt());
    mend(follower);
    if (!verified) return failed(describe(verified.error()));
    return wasPromised ? round : failed("there was no promise to keep");
}

ClockRound ClockSituations::atLeader(const std::string& path, const Disturb& disturb,
                                     const Disturb& mend) const {
    const auto leader = m_ensemble.awaitLeader();
    if (!leader) return failed(describe(leader.error()));
    Holder holder(m_ensemble.connectString(*leader), path);
    if (!holder.hold) return failed(describe(holder.hold.error()));
    Hold& hold = *holder.hold;
    const StatesTold states(hold, holder.session.loop());
    hold.keepVerified();
    Successor next(others(*leader), path);
    const nanoseconds first = hold.validUntil();
    if (!QTest::qWaitFor([&] { return hold.validUntil() > first; }, kPatienceMs))
        return failed("the hold was not kept verified");
    disturb(*leader);
    const nanoseconds until = hold.validUntil();
    const ClockRound round = judge(states, until, next.grantedAt());
    mend(*leader);
    return round;
}

ClockRound ClockSituations::stoppedFollower(const std::string& path) const {
    return atFollower(
        path, [this](std::size_t server) { m_ensemble.pause(server); },
        [this](std::size_t server) { m_ensemble.resume(server); });
}

ClockRound ClockSituations::cutFollower(const std::string& path) const {
    return atFollower(
        path, [this](std::size_t server) { m_network.cutOff(server); },
        [this](std::size_t) { m_network.mend(); });
}

ClockRound ClockSituations::stoppedLeader(const std::string& path) const {
    return atLeader(
        path, [this](std::size_t server) { m_ensemble.pause(server); },
        [this](std::size_t server) { m_ensemble.resume(server); });
}

ClockRound ClockSituations::cutLeader(const std::string& path) const {
    return atLeader(
        path, [this](std::size_t server) { m_network.cutOff(server); },
        [this](std::size_t) { m_network.mend(); });
}

ClockRound ClockSituations::stoppedProcess(const std::string& path) const {
    const QString lock = QString::fromStdString(path);
    const auto holder = Peer::lockcore(m_ensemble.connectString(), kClockTimeout, kClockTick);
    if (!holder) return failed("no holder");
    QString heard = holder->ask(QStringLiteral("acquire ") + lock);
    while (heard.startsWith(QStringLiteral("QUEUED")))
        heard = holder->hear();
    Successor next(m_ensemble.connectString(), path);
    const QString promised = holder->ask(QStringLiteral("verify ") + lock);
    if (!promised.startsWith(QStringLiteral("UNTIL"))) return failed(promised.toStdString());
    holder->freeze();
    const nanoseconds until(promised.section(QLatin1Char(' '), 1).toLongLong());
    ClockRound round;
    round.promiseEnded = next.grantedAt() - until;
    holder->thaw();
    // As it is believed from the first moment on until it is known to be lost.
    const auto isLost = [&] {
        const QString state = holder->ask(QStringLiteral("state ") + lock).section(QLatin1Char(' '), 1);
        if (state == QStringLiteral("Held"))
            round.problem = "it believes that it holds what another client got";
        return state == QStringLiteral("Lost");
    };
    if (!QTest::qWaitFor(isLost, kPatienceMs)) return failed("it never learns that its session has ended");
    if (round.promiseEnded < 0ns)
        round.problem = "another client was granted the lock while the hold was promised";
    return round;
}

std::vector<ClockSituations::Situation> ClockSituations::all() const {
    using Make = ClockRound (ClockSituations::*)(const std::string&) const;
    const auto situation = [this](const char* name, Make make) {
        return Situation{name, [self = *this, make](const std::string& path) { return (self.*make)(path); }};
    };
    return {situation("stopped follower", &ClockSituations::stoppedFollower),
            situation("cut follower", &ClockSituations::cutFollower),
            situation("stopped leader", &ClockSituations::stoppedLeader),
            situation("cut leader", &ClockSituations::cutLeader),
            situation("stopped process", &ClockSituations::stoppedProcess)};
}
