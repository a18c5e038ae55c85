// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "blocked_clients.h"

#include "finding_table.h"

#include <unordered_set>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// Waits that all counts together may follow: there may be as many findings as locks.
constexpr std::size_t kMostFollowed = std::size_t{1} << 22;

}  // namespace

BlockedCount::BlockedCount(const FindingContext& context)
    : m_context(context),
      m_graph(context.waits()),
      m_edgesOf(m_graph.sessions.size()),
      m_waited(m_graph.sessions.size(), milliseconds(0)),
      m_visitedBy(m_graph.sessions.size(), 0) {
    for (const LockQueue* const lock : context.eventful()) {
        // Behind one without a session no edge leads anywhere.
        for (const QueueRow& row : lock->rows) {
            const std::size_t waiter = indexOf(ownerOf(row));
            if (row.role != Role::Waiter || !row.contender->stat || waiter == m_waited.size()) continue;
            m_waited[waiter] = std::max(m_waited[waiter], context.ageOf(*row.contender->stat));
        }
    }
    for (std::size_t i = 0; i < m_graph.edges.size(); ++i)
        m_edgesOf[m_graph.edges[i].blocker].push_back(i);
}

std::optional<BlockedClients> BlockedCount::of(const Finding& finding) {
    const FindingBlocks blocks = findingRow(finding.kind).blocks;
    if (blocks == FindingBlocks::Nobody) return std::nullopt;
    const bool isOfHolders = blocks == FindingBlocks::BehindNamed || finding.lock.empty();
    const bool isBehindSessions = isOfHolders && !finding.sessions.empty();
    Sessions direct;
    if (isBehindSessions) {
        direct = waitersOf(finding);
    } else if (const LockQueue* const lock = queueAt(m_context.sample().locks, finding.lock)) {
        direct = waitersIn(*lock, blocks == FindingBlocks::Queue ? nullptr : &finding);
    }
    BlockedClients blocked = count(std::move(direct));
    if (finding.sessions.size() >= kMostNamed && finding.kind != FindingKind::PossibleDeadlock)
        blocked.isExact = false;
    return blocked;
}

std::size_t BlockedCount::indexOf(SessionId session) const {
    const auto& sessions = m_graph.sessions;
    const auto found = std::lower_bound(sessions.begin(), sessions.end(), session);
    return found != sessions.end() && *found == session ? static_cast<std::size_t>(found - sessions.begin())
                                                        : sessions.size();
}

bool BlockedCount::isGhost(std::size_t session) const {
    const SessionView* view = m_context.viewOf(m_graph.sessions[session]);
    return view != nullptr && view->state == SessionState::Ghost;
}

/// Who waits for one of its sessions, in its lock if it has one.
BlockedCount::Sessions BlockedCount::waitersOf(const Finding& finding) const {
    const auto& locks = m_context.sample().locks;
    Sessions waiters;
    for (const SessionId session : finding.sessions) {
        const std::size_t blocker = indexOf(session);
        if (blocker == m_graph.sessions.size()) continue;
        for (const std::size_t index : m_edgesOf[blocker]) {
            const WaitEdge& edge = m_graph.edges[index];
            const bool isMeant = finding.lock.empty() || locks[edge.lock]->path == finding.lock;
            const bool isOwn = edge.waiter == edge.blocker && finding.kind != FindingKind::PossibleDeadlock &&
                               finding.kind != FindingKind::SelfWait;
            if (isMeant && !isOwn) waiters.push_back(edge.waiter);
        }
    }
    return waiters;
}

/// All waiters of a lock, or those right behind contenders that a finding names.
BlockedCount::Sessions BlockedCount::waitersIn(const LockQueue& lock, const Finding* named) const {
    std::unordered_set<std::string_view> names;
    if (named != nullptr) names.insert(named->contenders.begin(), named->contenders.end());
    Sessions waiters;
    for (const QueueRow& row : lock.rows) {
        if (row.role != Role::Waiter) continue;
        const bool isMeant = named == nullptr ||
                             (row.predecessor && names.contains(lock.rows[*row.predecessor].contender->name));
        const std::size_t session = indexOf(ownerOf(row));
        if (isMeant && session != m_graph.sessions.size()) waiters.push_back(session);
    }
    return waiters;
}

BlockedClients BlockedCount::count(Sessions direct) {
    ++m_walk;
    BlockedClients blocked;
    Sessions next;
    const auto reach = [&](std::size_t session) {
        if (std::exchange(m_visitedBy[session], m_walk) == m_walk) return;
        next.push_back(session);
        if (isGhost(session)) return;  // whose client waits no more
        ++blocked.inAll;
        blocked.waited += m_waited[session];
    };
    for (const std::size_t session : direct)
        reach(session);
    blocked.directly = blocked.inAll;
    while (!next.empty()) {
        const std::size_t session = next.back();
        next.pop_back();
        for (const std::size_t index : m_edgesOf[session]) {
            if (++m_steps > kMostFollowed) {
                blocked.isExact = false;
                return blocked;
            }
            reach(m_graph.edges[index].waiter);
        }
    }
    return blocked;
}

}  // namespace lockcore
