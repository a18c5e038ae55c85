// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What goes wrong in a schedule.
#include "schedule.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

void Schedule::fault() {
    if (m_isTimed && m_random.percent(35)) {
        faultInTime();
        return;
    }
    Client& client = anyClient();
    switch (anyFault(m_stage.profile, m_random)) {
        case Fault::Disconnect: disconnect(client); break;
        case Fault::Expire: expire(client); break;
        case Fault::Close: close(client); break;
        case Fault::Pause: pauseOrResume(); break;
        case Fault::Evict: evict(); break;
        case Fault::Wipe: wipe(); break;
        case Fault::RemoveContainers: removeContainers(); break;
        case Fault::Clutter: clutter(); break;
        case Fault::Overwrite: overwrite(); break;
        case Fault::Forge: forge(); break;
        case Fault::ChangeLeader: changeLeader(); break;
    }
}

/// With requests lost, or read by the server already and applied sooner or later.
void Schedule::disconnect(Client& client) {
    if (!client.session->isLinked()) return;
    const bool late = m_random.percent(50);
    m_stage.trace(client.name + (late ? " loses its connection, requests may still be applied"
                                      : " loses its connection and what it sent"));
    m_random.percent(30) ? client.session->hangUp(late) : client.session->disconnect(late);
}

/// By the server: a connected session learns it, another one when it connects again, which may be before its
/// ephemerals are gone.
void Schedule::expire(Client& client) {
    if (client.session->isEnded()) return;
    m_stage.trace("the session of " + client.name + " expires");
    const SessionId session = client.session->status().session;
    if (!m_closesLate || m_rare.percent(40) || m_cluster.isExpired(session)) {
        m_cluster.expire(session);
        return;
    }
    m_cluster.beginClosing(session);
    m_abandoned.push_back(session);
    if (m_rare.percent(60)) client.session->disconnect();
}

void Schedule::close(Client& client) {
    if (client.session->isEnded() || isPaused(client)) return;
    m_stage.trace(client.name + " closes its session");
    if (!client.session->reachesLeader()) m_abandoned.push_back(client.session->status().session);
    client.session->close();
}

void Schedule::pauseOrResume() {
    const std::size_t index = m_random.index(m_processes.size());
    setPaused(index, !m_processes[index].paused);
}

void Schedule::setPaused(std::size_t process, bool paused) {
    m_processes[process].paused = paused;
    if (m_stage.isTraced())
        m_stage.trace("process " + std::to_string(process) + (paused ? " is paused" : " goes on"));
    for (const Client& client : m_clients)
        if (client.process == process) client.session->setPaused(paused);
}

/// Empty if the recipe has none.
std::string Schedule::anyDirectory() {
    const auto& directories = m_recipe->directories();
    return directories.empty() ? std::string() : directories[m_random.index(directories.size())];
}

std::string Schedule::anyContender() {
    const std::string directory = anyDirectory();
    const auto* node = m_cluster.tree().find(directory);
    if (node == nullptr || node->names.empty()) return {};
    return joinPath(directory, node->names[m_random.index(node->names.size())]);
}

/// An operator deletes somebody's znode, whether it waits or holds.
void Schedule::evict() {
    const std::string path = m_recipe->survivesOperators() ? anyContender() : std::string();
    if (path.empty()) return;
    m_stage.trace("an operator deletes " + path);
    m_cluster.removeTree(path);
}

void Schedule::wipe() {
    const std::string directory = m_recipe->survivesOperators() ? anyDirectory() : std::string();
    if (directory.empty() || !m_random.percent(50)) return;
    m_stage.hadWipes = true;
    const Client* late = m_rare.percent(50) ? finishCreating() : nullptr;
    m_stage.trace("an operator wipes " + directory);
    m_cluster.removeTree(directory);
    if (late != nullptr) getOnWithout(*late);
}

/// It waits for the answer to a create, or reads what a transaction has created.
bool Schedule::isCreating(const Client& client) const {
    using Op = FakeSession::Op;
    const FakeSession& session = *client.session;
    if (isPaused(client) || !session.isServed() || session.inFlight() == 0) return false;
    const Op op = session.sent().back().op;
    return op == Op::Create || op == Op::Multi || op == Op::Exists;
}

/// Of one client, if any creates something: the last answers are under way when all is applied. A
/// transaction's does not tell all, so that is delivered and its client asks for the rest.
const Schedule::Client* Schedule::finishCreating() {
    const auto creating =
        std::ranges::find_if(m_clients, [this](const Client& client) { return isCreating(client); });
    if (creating == m_clients.end()) return nullptr;
    FakeSession& session = *creating->session;
    const auto isTransaction = [&session] { return session.sent().back().op == FakeSession::Op::Multi; };
    while (session.applyNext() || (isTransaction() && session.deliverNext()))
        runProcess(m_processes[creating->process]);
    return &*creating;
}

/// Who hears late of what was created before a wipe hears so when the others have seen what came after it:
/// the znodes of a new directory have the numbers of the old one's again.
void Schedule::getOnWithout(const Client& late) {
    m_stage.trace("the answers to " + late.name + " come late, and the others get on");
    for (int rounds = 5 + m_rare.below(10); rounds > 0 && !m_stage.failed(); --rounds) {
        for (Client& client : m_clients) {
            if (&client == &late || isPaused(client) || client.session->isEnded()) continue;
            if (m_rare.percent(30)) client.actor->act();
            exchange(*client.session);
        }
        runProcesses();
        check();
    }
}

void Schedule::removeContainers() {
    m_stage.trace("empty containers are removed");
    if (m_cluster.removeEmptyContainers() > 0) m_stage.hadWipes = true;
}

/// Znodes of somebody else in the directory, that are no contenders.
void Schedule::clutter() {
    const std::string directory = m_recipe->survivesClutter() ? anyDirectory() : std::string();
    constexpr const char* kNames[] = {"config", "aa-0000000000", "lock-", "zz-2147483647"};
    const std::string path = joinPath(directory, kNames[m_random.index(std::size(kNames))]);
    if (m_cluster.tree().find(directory) == nullptr || m_cluster.tree().find(path) != nullptr) return;
    m_stage.trace("somebody creates " + path);
    if (m_cluster.create(path, "", NodeKind::Persistent)) m_clutter.push_back(path);
}

/// Curator's way to ask for a release, or anything else that wakes who watches the znode.
void Schedule::overwrite() {
    const std::string path = m_recipe->survivesOperators() ? anyContender() : std::string();
    if (path.empty()) return;
    const bool revoke = m_random.percent(70);
    m_stage.trace("somebody writes " + std::string(revoke ? "__REVOKE__" : "a note") + " to " + path);
    (void)m_cluster.set(path, revoke ? "__REVOKE__" : "note");
}

/// Some contender has that path, up to its sequence number.
bool Schedule::isThere(const std::string& prefix) const {
    const auto* directory = m_cluster.tree().find(parentPath(prefix));
    return directory != nullptr && std::ranges::any_of(directory->names, [&](const std::string& name) {
               return name.starts_with(nodeName(prefix));
           });
}

/// All connections but those to servers that are bad break at once, and each session goes on with its whole
/// timeout. A single server is restarted.
void Schedule::changeLeader() {
    const int next = anyWellServer();
    m_stage.trace("the leader changes");
    m_cluster.loseLeader(next, fateOfOldLeader(next), [this] { return m_random.percent(60); });
    if (m_isTimed) passElection();
    m_cluster.elect();
}

/// A znode with the name of a contender whose own was not created, of another session (CURATOR-498).
void Schedule::forge() {
    for (const Client& client : m_clients) {
        const auto lost = client.session->lostCreate();
        if (!lost || client.session->hasLate() || isThere(*lost)) continue;
        const SessionId stranger{0x200000000000000 + ++m_sessions};
        m_stage.trace("session " + toHex(stranger) + " creates " + *lost);
        if (m_cluster.create(*lost, "", NodeKind::EphemeralSequential, stranger))
            m_abandoned.push_back(stranger);
        return;
    }
}

}  // namespace lockcore
