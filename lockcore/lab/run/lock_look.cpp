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

/// Its contenders queue up by ephemerals in the directories of their locks, one in each. Those of semaphores,
/// and of a mutex that is one, do so further down.
bool queues(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Mutex:
        case LockRecipe::Read:
        case LockRecipe::Write:
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock:
        case LockRecipe::Naive: return true;
        default: return false;
    }
}

/// Its session may have znodes there. Those of one that is no more go with it.
bool hasSession(const ContenderView& view) {
    return !isNoMore(view.fault) && view.session != SessionId::None;
}

/// All that it has in that lock is what it tells.
bool tellsItsNode(const ContenderView& view, const ContenderGroup& group, bool isFirst) {
    const bool isAtRest =
        view.activity != ContenderActivity::Waiting && view.activity != ContenderActivity::Holding;
    if (isAtRest || !hasSession(view)) return true;
    // Clients of other libraries tell it with the grant.
    return isFirst && (group.library == ClientLibrary::Lockcore || !view.node.empty());
}

void addStanding(const ContenderView& view, bool isFirst, LockStanding& lock) {
    lock.sessions.insert(view.session);
    if (!isFirst || view.node.empty()) return;
    lock.nodes.insert(view.node);
    if (view.activity == ContenderActivity::Waiting) lock.waiters.emplace_back(view.session, view.node);
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
        m_isWhole = true;
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
            m_session->exists(
                joinPath(m_standing.path, name), {},
                [self = shared_from_this(), name](const Result<Stat>& stat) { self->looked(name, stat); });
    }

    void looked(const std::string& name, const Result<Stat>& stat) {
        if (stat) m_nodes.emplace(name, *stat);
        if (!stat && stat.error().code != ErrorCode::NoNode) m_isWhole = false;
        if (--m_underWay == 0) done();
    }

    void done() {
        if (m_isWhole) m_sights.emplace(m_name, sightOf(m_standing, m_nodes));
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
    bool m_isWhole = true;  ///< all of them are known
};

}  // namespace

std::map<std::string, LockStanding> lockStandings(const std::vector<RunContenders::Standing>& contenders,
                                                  const std::string& run) {
    std::map<std::string, LockStanding> locks;
    for (const auto& [view, group] : contenders)
        for (std::size_t i = 0; i < group.locks.size(); ++i) {
            LockStanding& lock = locks[group.locks[i]];
            lock.path = lockPathIn(run, group.locks[i]);
            if (!queues(group.recipe) || !tellsItsNode(view, group, i == 0)) lock.tellsAll = false;
            if (hasSession(view)) addStanding(view, i == 0, lock);
        }
    std::erase_if(locks, [](const auto& each) { return !each.second.tellsAll; });
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
