// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <chrono>
#include <cstddef>
#include <optional>
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

/// A circle of waiting: a possible deadlock. Sessions are what a server knows, and threads of one process are
/// not told apart, so what one sample shows may be clients of several threads that take turns. CircleWatch
/// says more, from several samples.
struct WaitCycle {
    /// Indices into WaitForGraph::edges, the waiter of each edge being the blocker of the one before; it
    /// begins at its lowest session.
    std::vector<std::size_t> edges;
    /// Edges whose waiters hold what keeps the circle closed; the others only stand in a queue between them.
    std::vector<std::size_t> keepers;
    /// All keepers read one lock each and wait to write that same one.
    bool isUpgrade = false;
    /// It is certain: none of its sessions did anything for as long as Thresholds say; and whoever waits for
    /// a permit, of which nobody knows how many there are, has found none that is free.
    bool hasLasted = false;
    /// … and it has outlasted all that was seen of these locks: threads that take turns would have gone on.
    bool isOutlasting = false;
    /// One of its sessions was seen to do something else while it waited: it has threads, or waits
    /// asynchronously.
    bool worksOn = false;
    /// One of its sessions waits for a permit, and may have been paused since one came free: nobody but its
    /// client knows how many there are.
    bool mayFindPermit = false;
    /// Edges of the same knot, where the circle needs them: it leads through a wait for one of several
    /// permits, and those that have the others can't go on either.
    std::vector<std::size_t> beside = {};
};

/// Who waits for whom over all locks of a sample.
struct WaitForGraph {
    std::vector<SessionId> sessions;  ///< that hold or wait, ascending
    std::vector<WaitEdge> edges;
    std::vector<Blocking> blocking;  ///< for each session
    /// One cycle of each knot of sessions that wait for each other: the shortest one through the first edge
    /// of the knot.
    ///
    /// Wherever a cycle goes from one contender of a session to another one, the session holds with the one
    /// and waits with the other: in two locks, or in one that it reads and wants to write. A session that
    /// does so waits for itself, which is a cycle of one edge. Sessions that only queue for one lock with
    /// several contenders each wait for each other too, but take turns: that is no cycle here. Nor is what
    /// queues that were read at different moments only seem to say: all contenders of a cycle stood in their
    /// queues at one time.
    ///
    /// Who waits for one of several permits is part of a cycle where nobody who has one can go on before it.
    std::vector<WaitCycle> cycles;
    /// True where such a cycle was left out. Clocks are compared for it, so it may be one all the same: the
    /// next sample tells.
    bool seemsToCircle = false;
};

/// Builds the graph of a sample. Linear in contenders and edges: a waiter has an edge to its predecessor, and
/// to each reader of the group right before it where those share the lock; a writer also to a reader of its
/// own session before it. Pure.
WaitForGraph waitForGraph(const ClusterSample& sample);

}  // namespace lockcore
