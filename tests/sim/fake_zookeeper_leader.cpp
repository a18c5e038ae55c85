// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// A change of the leader, as ZooKeeper has it: what was committed stays, what was only proposed stays or is
// lost, and no session has been heard of before.
#include "fake_zookeeper.h"

#include <utility>

namespace lockcore {

void FakeZooKeeper::loseLeader(int next, Health old, const IsKept& isKept) {
    if (m_tracer) m_tracer("the leader is lost; server " + std::to_string(next) + " will lead as server 0");
    while (catchUp(next)) {
    }
    endClosing(isKept);
    endWritesUnderWay(isKept);
    while (catchUp(next)) {
    }
    ++m_epoch;
    m_isElecting = true;
    exchangeNumbers(next);
    for (int server = 0; server < serverCount(); ++server) {
        Server& self = at(server);
        if (server == next && old != Health::Well) {
            self.before = std::exchange(self.health, old);
            self.since = leaderTime();
            if (old == Health::Out) serverBecomesOut(server);
        } else if (self.health == Health::Well) {
            self.epoch = m_epoch;
            serverBecomesOut(server);
        }
    }
}

/// The next leader has the transaction that closes a session, or knows of nothing.
void FakeZooKeeper::endClosing(const IsKept& isKept) {
    const auto closing = m_closing;
    for (const SessionId session : closing) {
        if (isKept()) {
            expire(session);
            continue;
        }
        if (m_tracer) m_tracer("session " + toHex(session) + " is not refused any more");
        m_closing.erase(session);
        m_expired.erase(session);
        m_ends.erase(session);
        connected(session);
    }
}

/// Those that a server which is well has read. Nobody will hear of their answers.
void FakeZooKeeper::endWritesUnderWay(const IsKept& isKept) {
    const auto sessions = m_sessions;
    for (const auto& weak : sessions) {
        const auto session = weak.lock();
        if (!session) continue;
        if (session->isServed() && !session->isCut() && isWell(session->server())) session->keepLate();
        while (session->hasLate() && isKept() && session->applyLate()) {
        }
        session->m_late.clear();
    }
}

void FakeZooKeeper::exchangeNumbers(int server) {
    if (server == 0) return;
    std::swap(at(0), at(server));
    for (const auto& weak : m_sessions) {
        const auto session = weak.lock();
        if (!session) continue;
        if (session->m_server == server) {
            session->m_server = 0;
        } else if (session->m_server == 0) {
            session->m_server = server;
        }
    }
}

void FakeZooKeeper::elect() {
    if (m_tracer) m_tracer("the new leader serves");
    m_isElecting = false;
    if (m_tracker) m_tracker->beginAnew(leaderTime());
    for (int server = 0; server < serverCount(); ++server)
        if (at(server).epoch == m_epoch) setHealth(server, Health::Well);
}

}  // namespace lockcore
