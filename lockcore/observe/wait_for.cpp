// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "blocking.h"
#include "contender_facts.h"
#include "wait_graph.h"

#include <lockcore/observe/lock_index.h>
#include <lockcore/observe/permits.h>

#include <map>

namespace lockcore {

namespace {

std::vector<SessionId> contendingSessions(const ClusterSample& sample) {
    std::vector<SessionId> sessions;
    for (const auto& lock : sample.locks) {
        for (const QueueRow& row : lock->rows) {
            const SessionId owner = ownerOf(row);
            const bool isPart = row.role == Role::Holder || row.role == Role::Waiter;
            if (isPart && owner != SessionId::None) sessions.push_back(owner);
        }
    }
    std::sort(sessions.begin(), sessions.end());
    sessions.erase(std::unique(sessions.begin(), sessions.end()), sessions.end());
    return sessions;
}

/// Adds the edges of one lock to a graph that has its sessions.
class LockEdges {
public:
    LockEdges(WaitForGraph& graph, const LockQueue& lock, std::size_t lockIndex)
        : m_graph(graph), m_lock(lock), m_lockIndex(lockIndex) {}

    void add() {
        std::map<SessionId, std::size_t> readers;
        for (std::size_t row = 0; row < m_lock.rows.size(); ++row) {
            if (m_lock.rows[row].role == Role::Holder && asksToShare(m_lock.rows[row]))
                readers.emplace(ownerOf(m_lock.rows[row]), row);
            if (m_lock.rows[row].role != Role::Waiter || !m_lock.rows[row].predecessor) continue;
            const std::size_t predecessor = *m_lock.rows[row].predecessor;
            // It stands still for a reason of its own: nobody who has a permit is in its way.
            if (m_lock.rows[predecessor].role == Role::Holder && freePermits(m_lock).value_or(0) > 0)
                continue;
            if (hasOneOfMany(m_lock, predecessor)) {
                addPermits(row);
                continue;
            }
            addEdge(row, predecessor);
            if (!asksToShare(m_lock.rows[row]) && asksToShare(m_lock.rows[predecessor]))
                addOtherReaders(row, predecessor);
            else if (!asksToShare(m_lock.rows[row]))
                addOwnReader(row, readers);
        }
    }

private:
    /// The readers that share the lock with the one before `writer`. Only the first writer behind a group
    /// has a reader as predecessor, so that each reader is met once.
    void addOtherReaders(std::size_t writer, std::size_t lastReader) {
        const Dialect queue = queueOf(lastReader);
        for (std::size_t row = lastReader; row-- > 0;) {
            if (queueOf(row) != queue) continue;
            if (!asksToShare(m_lock.rows[row])) return;
            addEdge(writer, row);
        }
    }

    /// Of a writer behind others, which has no edges to the readers at the head. They count here where they
    /// are its own: however the others fare, it waits for itself.
    void addOwnReader(std::size_t writer, const std::map<SessionId, std::size_t>& readers) {
        const auto own = readers.find(ownerOf(m_lock.rows[writer]));
        if (own != readers.end() && own->second != *m_lock.rows[writer].predecessor &&
            queueOf(own->second) == queueOf(writer))
            addEdge(writer, own->second);
    }

    void addPermits(std::size_t waiter) {
        for (std::size_t row = 0; row < m_lock.rows.size(); ++row)
            if (m_lock.rows[row].role == Role::Holder) addEdge(waiter, row);
    }

    Dialect queueOf(std::size_t row) const {
        return dialectInfo(m_lock.rows[row].contender->parsed.dialect).queue;
    }

    void addEdge(std::size_t waiter, std::size_t blocker) {
        const SessionId waits = ownerOf(m_lock.rows[waiter]);
        const SessionId blocks = ownerOf(m_lock.rows[blocker]);
        if (waits == SessionId::None || blocks == SessionId::None) return;
        m_graph.edges.push_back({indexOf(waits), indexOf(blocks), m_lockIndex, waiter, blocker});
    }

    std::size_t indexOf(SessionId session) const {
        const auto& sessions = m_graph.sessions;
        return static_cast<std::size_t>(std::lower_bound(sessions.begin(), sessions.end(), session) -
                                        sessions.begin());
    }

    WaitForGraph& m_graph;
    const LockQueue& m_lock;
    const std::size_t m_lockIndex;
};

}  // namespace

WaitForGraph waitForGraph(const ClusterSample& sample) {
    return waitForGraph(sample, contendingSessions(sample), LockIndex(sample.locks).eventful());
}

WaitForGraph waitForGraph(const ClusterSample& sample, std::vector<SessionId> contending,
                          const std::vector<std::size_t>& locks) {
    WaitForGraph graph;
    graph.sessions = std::move(contending);
    for (const std::size_t lock : locks)
        LockEdges(graph, *sample.locks[lock], lock).add();
    graph.blocking = blockingOf(graph);
    graph.cycles = cyclesOf(sample, graph, nullptr, &graph.seemsToCircle);
    return graph;
}

}  // namespace lockcore
