// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/lock_look.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Each child costs a request.
constexpr std::size_t kMostChildrenRead = 500;

/// Its contenders queue up by ephemerals in the lock's directory, one each.
bool queues(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Mutex:
        case LockRecipe::Read:
        case LockRecipe::Write:
        case LockRecipe::SemaphoreMutex:
        case LockRecipe::Naive: return true;
        default: return false;
    }
}

/// Lives on the session's loop, and keeps itself alive until it is told.
class LocksRead : public std::enable_shared_from_this<LocksRead> {
public:
    LocksRead(std::shared_ptr<ZooKeeper> session, std::map<std::string, LockStanding> locks,
              std::function<void(std::map<std::string, LockSight>)> done)
        : m_session(std::move(session)), m_locks(std::move(locks)), m_done(std::move(done)) {}

    void next() {
        if (m_locks.empty()) {
            m_done(std::move(m_sights));
            return;
        }
        const auto first = m_locks.begin();
        m_name = first->first;
        m_standing = std::move(first->second);
        m_locks.erase(first);
        m_nodes.clear();
        m_session->sync(m_standing.path, [](const Result<void>&) {});
        m_session->children(
            m_standing.path, {},
            [self = shared_from_this()](const Result<ChildList>& children) { self->listed(children); });
    }

private:
    void listed(const Result<ChildList>& children) {
        if (!children && children.error().code == ErrorCode::NoNode) return done();
        if (!children || children->names.size() > kMostChildrenRead) return next();
        m_underWay = children->names.size();
        if (m_underWay == 0) return done();
        for (const std::string& name : children->names)
            m_session->exists(joinPath(m_standing.path, name), {},
                              [self = shared_from_this(), name](const Result<Stat>& stat) {
                                  if (stat) self->m_nodes.emplace(name, *stat);
                                  if (--self->m_underWay == 0) self->done();
                              });
    }

    void done() {
        m_sights.emplace(m_name, sightOf(m_standing, m_nodes));
        next();
    }

    const std::shared_ptr<ZooKeeper> m_session;
    std::map<std::string, LockStanding> m_locks;  ///< that are still to be read
    const std::function<void(std::map<std::string, LockSight>)> m_done;
    std::map<std::string, LockSight> m_sights;
    std::string m_name;
    LockStanding m_standing;
    std::map<std::string, Stat> m_nodes;
    std::size_t m_underWay = 0;
};

}  // namespace

std::map<std::string, LockStanding> lockStandings(const std::vector<RunContenders::Standing>& contenders,
                                                  const std::string& run) {
    std::map<std::string, LockStanding> locks;
    for (const auto& [view, group] : contenders) {
        if (!queues(group.recipe) || group.locks.empty()) continue;
        LockStanding& lock = locks[group.locks.front()];
        lock.path = lockPathIn(run, group.locks.front());
        if (view.fault == ContenderFault::Killed || view.session == SessionId::None) continue;
        lock.sessions.insert(view.session);
        if (view.node.empty()) continue;
        lock.nodes.insert(view.node);
        if (view.activity == ContenderActivity::Waiting) lock.waiters.emplace_back(view.session, view.node);
    }
    return locks;
}

LockSight sightOf(const LockStanding& standing, const std::map<std::string, Stat>& nodes) {
    LockSight sight;
    std::map<SessionId, Zxid> first;  // of each session's orphans the oldest
    for (const auto& [name, stat] : nodes) {
        if (standing.nodes.contains(name) || !standing.sessions.contains(stat.ephemeralOwner)) continue;
        ++sight.orphans;
        const auto [known, isNew] = first.try_emplace(stat.ephemeralOwner, stat.czxid);
        if (!isNew && raw(stat.czxid) < raw(known->second)) known->second = stat.czxid;
    }
    for (const auto& [session, name] : standing.waiters) {
        const auto own = nodes.find(name);
        const auto orphan = first.find(session);
        if (own != nodes.end() && orphan != first.end() && raw(orphan->second) < raw(own->second.czxid))
            ++sight.behindOwnSession;
    }
    return sight;
}

void lookAtLocks(std::shared_ptr<ZooKeeper> session, std::map<std::string, LockStanding> locks,
                 std::function<void(std::map<std::string, LockSight>)> done) {
    std::make_shared<LocksRead>(std::move(session), std::move(locks), std::move(done))->next();
}

}  // namespace lockcore
