// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Time in a schedule: it passes for everybody, and what is bad for long ends sessions.
#include "schedule.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// The clocks of two machines differ by up to a thousandth.
constexpr int kMostDrift = 500;

}  // namespace

/// They have nothing in common but the direction.
ManualClock::Skew Schedule::anySkew() {
    return {std::chrono::seconds(m_random.below(100'000)), m_random.below(2 * kMostDrift + 1) - kMostDrift,
            std::chrono::seconds(m_random.below(10'000))};
}

void Schedule::setUpTime() {
    constexpr std::chrono::milliseconds kTicks[] = {500ms, 1s, 2s};
    m_cluster.setHangsUp(m_random.percent(50));
    if (m_isTimed)
        m_cluster.keepTime(m_leaderClock, kTicks[m_random.index(std::size(kTicks))],
                           m_random.percent(50) ? 2 : 5);
    m_cluster.setClosesLate([this](SessionId session) {
        const bool isLate = m_closesLate && !m_stage.isHealed && m_rare.percent(60);
        if (isLate) m_abandoned.push_back(session);
        return isLate;
    });
}

int Schedule::anyWellServer() {
    const auto server = static_cast<int>(m_random.index(static_cast<std::size_t>(m_cluster.serverCount())));
    return m_cluster.isWell(server) ? server : 0;
}

void Schedule::advance(Duration by) {
    if (m_stage.isTraced())
        m_stage.trace("time passes: " + std::to_string(by / std::chrono::milliseconds(1)) + " ms");
    if (m_isTimed) {
        pass(by, false);
    } else {
        m_clock->set(m_clock->now() + by);
    }
}

void Schedule::passTime() {
    if (m_isTimed && m_random.percent(35)) {
        passLongTime();
    } else {
        advance(1ms * (1 + m_random.below(40)));
    }
}

/// Long enough for sessions to end, with or without traffic.
void Schedule::passLongTime() {
    constexpr Duration kTimeout = FakeSession::kTimeout;
    const Duration lengths[] = {kTimeout / 10, kTimeout / 3, kTimeout * 2 / 3, kTimeout, 2 * kTimeout};
    const Duration by = lengths[m_random.index(std::size(lengths))] + 1ms * m_random.below(1000);
    const bool flows = m_random.percent(80);
    if (m_stage.isTraced())
        m_stage.trace("much time passes: " + std::to_string(by / 1ms) + " ms" +
                      (flows ? "" : ", and nothing else happens"));
    pass(by, flows);
}

/// Stops wherever somebody has something to do. What goes over the wire does so meanwhile if it `flows`.
void Schedule::pass(Duration by, bool flows) {
    const TimePoint end = m_clock->now() + by;
    while (m_clock->now() < end && !m_stage.failed()) {
        m_clock->set(std::min(std::max(nextEvent(flows), m_clock->now() + 1us), end));
        m_cluster.passTick();
        for (const Client& client : m_clients)
            if (!isPaused(client) && client.session->nextLook() <= m_clock->now()) client.session->look();
        if (flows) flow();
        if (m_clock->now() < end) check();
    }
}

TimePoint Schedule::nextEvent(bool flows) const {
    TimePoint next = m_cluster.nextTick() + 2us;
    for (const Client& client : m_clients)
        if (!isPaused(client)) next = std::min(next, client.session->nextLook());
    for (const Process& process : m_processes) {
        const auto timer = flows && !process.paused ? process.loop->nextTimer() : std::nullopt;
        if (timer) next = std::min(next, process.loop->clock().inWorld(*timer) + 2us);
    }
    return next;
}

/// Everything that can come one way or the other does.
void Schedule::flow() {
    constexpr int kMostTurns = 200;
    bool moved = true;
    for (int round = 0; moved && round < kMostTurns; ++round) {
        moved = false;
        runProcesses();
        for (int server = 1; server < m_cluster.serverCount(); ++server)
            while (m_cluster.catchUp(server))
                moved = true;
        for (const Client& client : m_clients) {
            auto& session = *client.session;
            while (session.applyNext())
                moved = true;
            if (isPaused(client)) continue;
            while (session.deliverNext())
                moved = true;
            if (!session.isLinked() && !session.isEnded() && session.isTold())
                moved = session.reconnect(anyWellServer()) || moved;
        }
    }
}

// -------------------------------------------------------------------------------------

/// What shows only as time passes.
void Schedule::faultInTime() {
    Client& client = anyClient();
    const int roll = m_random.below(20);
    if (roll < 4) {
        cutOrMend(client);
    } else if (roll < 7) {
        client.session->setSlow(!client.session->isSlow());
        m_stage.trace(client.name + "'s link becomes " + (client.session->isSlow() ? "slow" : "quick"));
    } else if (roll < 10) {
        spoilOrHealServer();
    } else if (roll < 12) {
        pauseOrResume();
    } else if (roll < 16) {
        loseServerAfterWrite(client);
        return;
    } else {
        sleepOnAnswers(client);
        return;
    }
    if (m_random.percent(50)) passLongTime();
}

/// The worst moment for what its client was promised: the write is answered, and the leader not told that the
/// client lives.
void Schedule::loseServerAfterWrite(Client& client) {
    auto& session = *client.session;
    const int server = session.server();
    if (server == 0 || isPaused(client) || !session.reachesLeader() || isAnyServerBad()) return;
    pass(1ms * m_random.below(3000), true);
    if (!session.reachesLeader()) return;
    pass(session.nextLook() - m_clock->now(), true);
    delaySigns(client);
    if (!session.reachesLeader() || session.server() != server) return;
    m_stage.trace(client.name + " writes");
    session.set("/", "", -1, [](const Result<Stat>&) {});
    flow();
    spoil(server);
    // Sooner or later it would find another server.
    const int cutAt = m_random.below(5);
    for (int i = 0; i < 8; ++i) {
        if (i == cutAt && m_random.percent(80)) session.setCut(true);
        session.exists("/", {}, [](const Result<Stat>&) {});
        pass(FakeSession::kTimeout / 4, m_random.percent(80));
    }
    session.setCut(false);
}

/// Its process is paused for a while, or an answer is late, for which the client waits without a ping.
void Schedule::delaySigns(Client& client) {
    const Duration by = 1ms * m_random.below(6000);
    const int roll = m_random.below(3);
    if (roll == 0) {
        setPaused(client.process, true);
        pass(by, true);
        setPaused(client.process, false);
    } else if (roll == 1) {
        client.session->exists("/", {}, [](const Result<Stat>&) {});
        pass(by, false);
    }
}

/// Its process is paused when answers have come that it has not read, and goes on when they are old.
void Schedule::sleepOnAnswers(Client& client) {
    auto& session = *client.session;
    if (isPaused(client) || session.isEnded()) return;
    if (session.inFlight() == 0) client.actor->act();
    runProcess(m_processes[client.process]);
    for (int i = m_random.below(4); i > 0 && session.applyNext(); --i) {
        session.deliverNext();
        runProcess(m_processes[client.process]);
    }
    setPaused(client.process, true);
    passLongTime();
    for (int i = 0; i < 4; ++i)
        act();
    flow();
    passLongTime();
    setPaused(client.process, false);
    if (m_random.percent(30)) return;
    check();
    while (session.deliverNext()) {
        runProcess(m_processes[client.process]);
        check();
    }
}

void Schedule::cutOrMend(Client& client) {
    if (client.session->isEnded()) return;
    client.session->setCut(!client.session->isCut());
    m_stage.trace(client.name + (client.session->isCut() ? " is cut off" : " is reached again"));
}

/// One at most is bad, so that the others have a quorum.
void Schedule::spoilOrHealServer() {
    if (healServers() || m_cluster.serverCount() == 1) return;
    const auto followers = static_cast<std::size_t>(m_cluster.serverCount() - 1);
    spoil(1 + static_cast<int>(m_random.index(followers)));
}

void Schedule::spoil(int server) {
    using Health = FakeZooKeeper::Health;
    const Health health = m_random.percent(50) ? Health::CutOff : Health::Stopped;
    m_stage.trace("server " + std::to_string(server) +
                  (health == Health::CutOff ? " is cut off from the leader" : " stops"));
    m_cluster.setHealth(server, health);
}

bool Schedule::isAnyServerBad() const {
    for (int server = 1; server < m_cluster.serverCount(); ++server)
        if (!m_cluster.isWell(server)) return true;
    return false;
}

/// Bad only where it is not elected again, and the others have a quorum without it.
FakeZooKeeper::Health Schedule::fateOfOldLeader(int next) {
    using Health = FakeZooKeeper::Health;
    constexpr Health kFates[] = {Health::Well, Health::CutOff, Health::Stopped, Health::Out};
    if (!m_isTimed || next == 0 || isAnyServerBad()) return Health::Well;
    return kFates[m_random.index(std::size(kFates))];
}

/// Mostly short; without a quorum it lasts.
void Schedule::passElection() {
    pass(1ms * m_random.below(2000), true);
    if (m_random.percent(20)) passLongTime();
}

bool Schedule::healServers() {
    bool wasBad = false;
    for (int server = 1; server < m_cluster.serverCount(); ++server) {
        if (m_cluster.isWell(server)) continue;
        m_stage.trace("server " + std::to_string(server) + " is well again");
        m_cluster.setHealth(server, FakeZooKeeper::Health::Well);
        wasBad = true;
    }
    return wasBad;
}

}  // namespace lockcore
