// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <vector>

namespace lockcore {

/// A contender that can't get on before another one has gone.
struct WaitEdge {
    std::size_t waiter;   ///< index into WaitForGraph::sessions
    std::size_t blocker;  ///< likewise; the same as `waiter` where a session waits behind itself
    std::size_t lock;     ///< index into the sample's locks
    std::size_t waiterRow;
    std::size_t blockerRow;
};

/// How much a session stands in the way of.
struct Blocking {
    std::size_t directly = 0;  ///< other sessions that wait for it
    std::size_t inAll = 0;     ///< … or for one that does, and so on
    /// False where the sample is so entangled (shared locks behind shared locks, tens of thousands of
    /// sessions) that counting all would take long: then at least `inAll` are blocked. Roots are counted
    /// first.
    bool inAllIsExact = true;
    bool isRoot = false;  ///< it blocks somebody and waits for nobody else: where to begin
};

/// Who waits for whom over all locks of a sample. Sessions are what a server knows: threads of one process
/// are not told apart, so a cycle is a possible deadlock.
struct WaitForGraph {
    std::vector<SessionId> sessions;  ///< that hold or wait, ascending
    std::vector<WaitEdge> edges;
    std::vector<Blocking> blocking;  ///< for each session
    /// Possible deadlocks: one cycle of edges (indices into `edges`) of each knot of sessions that wait for
    /// each other, the waiter of each edge being the blocker of the one before; the shortest one through the
    /// first edge of the knot, beginning at its lowest session.
    ///
    /// Wherever a cycle changes the lock, its session holds the one and waits in the other. Sessions that
    /// only queue for one lock with several contenders each wait for each other too, but take turns: that is
    /// no cycle here. Nor is what queues that were read at different moments only seem to say: all contenders
    /// of a cycle stood in their queues at one time.
    std::vector<std::vector<std::size_t>> cycles;
};

/// Builds the graph of a sample. Linear in contenders and edges: a waiter has an edge to its predecessor, and
/// to each reader of the group right before it where those share the lock. Pure.
WaitForGraph waitForGraph(const ClusterSample& sample);

}  // namespace lockcore
