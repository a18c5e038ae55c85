// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/wait_for.h>

#include <algorithm>

namespace lockcore {

/// True for whoever has one of several permits, others of which another session has: who waits for one gets
/// on when any of them is given back. Whose a permit is that was not read, nobody knows.
inline bool hasOneOfMany(const LockQueue& lock, std::size_t row) {
    const QueueRow& holder = lock.rows[row];
    if (lock.kind != DirectoryKind::Semaphore || holder.role != Role::Holder) return false;
    const SessionId session = ownerOf(holder);
    return std::ranges::any_of(lock.rows, [&](const QueueRow& other) {
        return &other != &holder && other.role == Role::Holder &&
               (session == SessionId::None || ownerOf(other) != session);
    });
}

/// waitForGraph() where the sessions that hold or wait are known, and the numbers of all locks in which
/// somebody waits.
WaitForGraph waitForGraph(const ClusterSample& sample, std::vector<SessionId> contending,
                          const std::vector<std::size_t>& locks);

/// The cycles of a sample, by its graph's sessions and edges; with `onlyThese`, by session, those of these
/// sessions alone, which must have been there unchanged for longer than a sample takes. `seemsToCircle` as
/// WaitForGraph has it, where it is asked for.
///
/// Only who holds something and waits for something else can keep a circle closed. Two clients with several
/// threads each, which all queue for one lock, wait for each other too, and take turns. So rows are looked
/// at, not sessions: a waiting row leads to its blockers, a holding row to the rows in which its session
/// waits in other locks, or to write what it reads. A lock that a session has for itself alone it waits for
/// only by itself.
///
/// Who waits for one of several permits gets on when any of those that have them does. So it is in a cycle
/// only where they all wait for it in turn: in other locks, for another permit of the same semaphore is where
/// threads take turns. One of them that waits in another knot is part of that one; whose a permit is has to
/// be known of all.
std::vector<WaitCycle> cyclesOf(const ClusterSample& sample, const WaitForGraph& graph,
                                const std::vector<bool>* onlyThese = nullptr, bool* seemsToCircle = nullptr);

/// Calls `act` with each edge that a cycle rests on, those beside it too.
template <typename Act>
void forEachEdge(const WaitForGraph& graph, const WaitCycle& cycle, const Act& act) {
    for (const std::vector<std::size_t>* const edges : {&cycle.edges, &cycle.beside})
        for (const std::size_t edge : *edges)
            act(graph.edges[edge]);
}

/// Whether queues that were read one after the other all had a row when the first of them was read.
class OneMoment {
public:
    explicit OneMoment(const ClusterSample& sample);

    /// When a contender came, by this machine's clock.
    std::int64_t createdMs(const LockQueue& lock, std::size_t row) const;
    /// True where the clock that says so was compared with this machine's.
    bool isCompared(const LockQueue& lock, std::size_t row) const;
    /// Up to when a queue is known to have been as it is in the sample.
    std::int64_t confirmedMs(const LockQueue& lock) const;

private:
    const ClusterSample& m_sample;
    const LeaderClocks m_clocks;
    const std::chrono::milliseconds m_clockAhead;
};

}  // namespace lockcore
