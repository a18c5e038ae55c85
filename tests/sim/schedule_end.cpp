// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// The end of a schedule: all faults are healed, unless one server stays bad for a while, so everybody must
// get on, and nothing may be left.
#include "schedule.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Each round somebody gets on, or some time passes: more than this is for ever.
constexpr int kMostRounds = 300;

/// So long may a server that hangs hold up who has nothing to do with it: many times what the recipes wait
/// for others' requests, and less than a server needs to notice that it is cut off.
constexpr Duration kLongestHoldUp = 800ms;
constexpr Duration kLook = 100ms;
constexpr Duration kShortWhile = 100ms;

/// What was refused again and again is tried again after so long at the latest, and what waits for it, too.
constexpr Duration kLongestPause = 130s;

}  // namespace

void Schedule::windDown() {
    m_stage.trace("all faults are healed");
    heal();
    checkOthersGetOn();
    // Who is at a server that stays bad learns so by and by, and goes elsewhere. A late answer shortens
    // promises for up to two timeouts.
    if (m_isTimed) rest(3 * FakeSession::kTimeout + m_cluster.syncLimit());
    for (int i = 0; i < 2; ++i) {
        settle();
        rest(kShortWhile);
    }
    settleGrants();
    if (m_stage.hadRefusals) rest(kLongestPause);
    settleGrants();
    check();
    for (const Client& client : m_clients)
        client.actor->checkHealed();
    for (int round = 0; round < kMostRounds && !everybodyIsIdle() && !m_stage.failed(); ++round) {
        for (const Client& client : m_clients)
            client.actor->windDown();
        settle();
        check();
        if (round > 20) m_isTimed ? rest(500ms) : advance(m_stage.hadRefusals ? 1s : 50ms);
    }
    if (!everybodyIsIdle()) m_stage.fail("somebody waits for ever");
    healServers();
    rest(m_stage.hadRefusals ? kLongestPause : Duration(10s));
    settle();
    if (m_stage.failed()) {
        m_stage.trace("=> " + m_stage.problem());
        return;
    }
    for (const std::string& path : m_clutter)
        m_cluster.removeTree(path);
    for (Client& client : m_clients)
        client.actor.reset();
    settle();
    m_recipe->checkEnd();
    checkNothingIsLeft();
    closeAll();
    if (m_stage.failed()) m_stage.trace("=> " + m_stage.problem());
}

void Schedule::heal() {
    m_stage.isHealed = true;
    for (Process& process : m_processes)
        process.paused = false;
    for (const SessionId session : m_abandoned)
        m_cluster.expire(session);
    m_abandoned.clear();
    healServers();
    if (m_isTimed && m_random.percent(40)) spoilOrHealServer();
    m_cluster.setLagging(false);
    for (Client& client : m_clients) {
        client.session->setPaused(false);
        client.session->setCut(false);
        client.session->setSlow(false);
    }
}

/// A server that hangs holds up its own clients, and nobody else for long.
void Schedule::checkOthersGetOn() {
    if (!m_isTimed || !isAnyServerBad() || m_stage.hadRefusals || m_stage.isNearlyExhausted) return;
    std::vector<Duration> heldUpFor(m_clients.size());
    for (Duration passed{0}; passed < 2 * kLongestHoldUp && !m_stage.failed(); passed += kLook) {
        rest(kLook);
        for (std::size_t i = 0; i < m_clients.size(); ++i) {
            heldUpFor[i] = isHeldUp(m_clients[i]) ? heldUpFor[i] + kLook : Duration(0);
            if (heldUpFor[i] <= kLongestHoldUp) continue;
            m_stage.fail(m_clients[i].name + " is held up by another one's server");
            return;
        }
    }
}

bool Schedule::isHeldUp(const Client& client) const {
    return client.session->reachesLeader() && !client.session->isSlow() && client.actor->isNext();
}

/// Time passes, and what is under way arrives.
void Schedule::rest(Duration by) {
    m_isTimed ? pass(by, true) : advance(by);
}

/// Until nothing is under way any more.
void Schedule::settle() {
    bool moved = true;
    for (int rounds = 0; moved; ++rounds) {
        if (rounds > 2000) {
            m_stage.fail("the clients never come to rest");
            return;
        }
        moved = false;
        runProcesses();
        for (Client& client : m_clients) {
            if (client.session->isEnded()) {
                replace(client);
                moved = true;
            } else if (!client.session->isLinked()) {
                const int server = client.session->server();
                client.session->reconnect(m_cluster.isWell(server) ? server : 0);
                moved = true;
            }
            moved = exchange(*client.session) || moved;
        }
    }
}

/// Who is granted last watches its znode a little later than that.
void Schedule::settleGrants() {
    int before = 0;
    do {
        before = m_stage.grants;
        settle();
        if (m_stage.grants != before) rest(kShortWhile);
    } while (m_stage.grants != before && !m_stage.failed());
}

/// False where nothing was on its way. Who asks in the answer to each of its requests never waits for
/// anything.
bool Schedule::exchange(FakeSession& session) {
    constexpr int kMostMoves = 20'000;
    int moves = 0;
    while (session.applyNext() || session.deliverNext()) {
        if (++moves < kMostMoves) continue;
        m_stage.fail("a client never stops asking");
        break;
    }
    return moves > 0;
}

bool Schedule::everybodyIsIdle() const {
    return std::ranges::all_of(m_clients, [](const Client& client) { return client.actor->isIdle(); });
}

void Schedule::checkNothingIsLeft() {
    for (const std::string& directory : m_recipe->directories()) {
        const auto* node = m_cluster.tree().find(directory);
        if (node != nullptr && !node->names.empty()) m_stage.fail("a znode is left: " + node->names.front());
    }
    for (const Client& client : m_clients) {
        if (client.session->watchCount() != 0) m_stage.fail("a watch is left in the client");
        if (client.session->serverWatchCount() != 0) m_stage.fail("a watch is left on the server");
        if (client.session->inFlight() != 0) m_stage.fail("a request is left");
    }
}

void Schedule::closeAll() {
    for (Client& client : m_clients)
        client.session->close();
    runProcesses();
    for (const Process& process : m_processes)
        if (process.loop->timerCount() != 0) m_stage.fail("a timer is left");
}

}  // namespace lockcore
