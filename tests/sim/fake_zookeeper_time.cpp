// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How the servers tell each other that a client lives, and what they do when one of them is not well.
#include "fake_zookeeper.h"

#include <utility>

namespace lockcore {

void FakeZooKeeper::keepTime(std::shared_ptr<const ManualClock> leaderClock, Duration tick, int syncLimit) {
    m_leaderClock = std::move(leaderClock);
    m_tick = tick;
    m_syncLimit = syncLimit;
    m_tracker.emplace(tick, FakeSession::kTimeout);
    m_nextPing = leaderTime() + tick / 2;
}

TimePoint FakeZooKeeper::nextTick() const {
    return m_leaderClock->inWorld(TimePoint(m_nextPing));
}

void FakeZooKeeper::passTick() {
    const Duration now = leaderTime();
    if (now < m_nextPing) return;
    m_nextPing += m_tick / 2;
    for (int server = 1; server < serverCount(); ++server) {
        Server& self = at(server);
        if (self.health == Health::Well) {
            // It answers a ping after what came before, so it can't be further behind than that.
            while (catchUp(server)) {
            }
            answerPing(server);
        } else if (self.health == Health::CutOff && now - self.since >= syncLimit()) {
            serverBecomesOut(server);
        }
    }
    if (m_isElecting) return;
    const auto closing = m_closing;
    for (const SessionId session : closing)
        expire(session);
    expireOverdue();
}

/// With all clients that a server has heard of since the last one.
void FakeZooKeeper::answerPing(int server) {
    Server& self = at(server);
    for (const SessionId session : self.touched)
        m_tracker->touch(session, leaderTime());
    self.touched.clear();
}

void FakeZooKeeper::expireOverdue() {
    for (const SessionId session : m_tracker->takeOver(leaderTime())) {
        const auto client = find(session);
        const TimePoint now = m_leaderClock->inWorld(m_loop.now());
        End end{now, now, Health::Well, false};
        if (client) end.server = recentHealth(client->server());
        if (client) end.linked = client->isLinked();
        m_ends.emplace(session, end);
        if (m_tracer) m_tracer("the leader has not heard of session " + toHex(session) + " for too long");
        const bool closesLate = m_closesLate && m_closesLate(session);
        closesLate ? beginClosing(session) : expire(session);
    }
}

void FakeZooKeeper::noteGone(SessionId session) {
    const auto found = m_ends.find(session);
    if (found == m_ends.end()) return;
    End& end = found->second;
    end.gone = m_leaderClock->inWorld(m_loop.now());
    const auto client = find(session);
    const Health health = client ? recentHealth(client->server()) : Health::Well;
    if (health != Health::Well) end.server = health;
}

FakeZooKeeper::Health FakeZooKeeper::recentHealth(int server) const {
    const Server& self = at(server);
    const bool isWellForLong = leaderTime() - self.since > FakeSession::kTimeout + m_tick;
    return self.health == Health::Well && !isWellForLong ? self.before : self.health;
}

void FakeZooKeeper::connected(SessionId session) {
    if (m_tracker) m_tracker->add(session, leaderTime());
}

void FakeZooKeeper::heard(int server, SessionId session) {
    if (!m_tracker) return;
    if (server == 0) {
        m_tracker->touch(session, leaderTime());
    } else if (health(server) != Health::Stopped) {
        at(server).touched.insert(session);
    }
}

void FakeZooKeeper::serverBecomesOut(int server) {
    if (m_tracer) m_tracer("server " + std::to_string(server) + " has no leader and drops its clients");
    at(server).health = Health::Out;
    at(server).touched.clear();
    for (const auto& weak : m_sessions)
        if (const auto session = weak.lock(); session && session->server() == server) session->m_late.clear();
    eachSessionOf(server, [](FakeSession& session) { session.hangUp(); });
}

/// What a server that was stopped finds in its sockets when it goes on are signs of life too.
void FakeZooKeeper::setHealth(int server, Health health) {
    Server& self = at(server);
    if (self.health == health) return;
    const bool isTooLate =
        self.health != Health::Out && (leaderTime() - self.since >= syncLimit() || self.epoch != m_epoch);
    if (health == Health::Well && isTooLate) serverBecomesOut(server);
    const bool rejoins = self.health == Health::Out;
    const bool wasStopped = self.health == Health::Stopped;
    // What the leader has sent meanwhile comes in its order: pings before the commit of any later write.
    const bool isPinged = m_tracker && leaderTime() - self.since >= m_tick / 2;
    if (health == Health::Well && !rejoins && isPinged) answerPing(server);
    self.before = std::exchange(self.health, health);
    self.since = leaderTime();
    if (health == Health::Well) self.epoch = m_epoch;
    while (rejoins && catchUp(server)) {
    }
    if (wasStopped)
        eachSessionOf(server, [&](FakeSession& session) { self.touched.insert(session.status().session); });
}

const FakeZooKeeper::End* FakeZooKeeper::endOf(SessionId session) const {
    const auto found = m_ends.find(session);
    return found == m_ends.end() ? nullptr : &found->second;
}

}  // namespace lockcore
