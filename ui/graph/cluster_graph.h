// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/contender_names.h"

#include <lockcore/observe/assessment.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// Which part of a cluster is drawn.
enum class GraphScope {
    AcrossLocks,    ///< sessions that block one lock while they wait in another one, and whom that concerns
    Neighbourhood,  ///< what is selected, and what that waits for
};

/// A session, a lock by its path, or the folded waiters of a lock: what keeps its identity from one sample to
/// the next.
struct NodeKey {
    lockcore::SessionId session = lockcore::SessionId::None;  ///< None: a lock, or its folded waiters
    std::string lock = {};
    bool isFolded = false;

    bool isLock() const { return session == lockcore::SessionId::None && !isFolded; }
    // NOLINTNEXTLINE(modernize-use-nullptr): the comparison is the compiler's, with its 0
    auto operator<=>(const NodeKey&) const = default;
};

/// How many sessions, where counting stops at some number.
struct SessionCount {
    std::size_t count = 0;
    bool isExact = true;  ///< false: there are at least as many

    bool operator==(const SessionCount&) const = default;
};

struct GraphNode {
    NodeKey key;
    const lockcore::SessionView* session = nullptr;  ///< of a session
    const lockcore::LockQueue* lock = nullptr;       ///< of a lock, or of its folded waiters
    SessionCount blocks = {};                        ///< sessions that wait for this one, in all
    SessionCount waitsFor = {};                      ///< sessions that this one waits for, in all
    bool isRoot = false;  ///< blocks somebody and waits for nobody, as far as that is known
    bool inCycle = false;
    bool isOwn = false;         ///< a session of this program
    QString name = {};          ///< that a lab has given its one contender; empty: none
    std::size_t folded = 0;     ///< sessions for which this node of folded waiters stands
    std::size_t notDrawn = 0;   ///< sessions of this lock that are neither drawn nor folded
    std::size_t ownerless = 0;  ///< contenders of this lock that no session owns
    /// Contenders of this lock, or of this session, of which it is not known whether they hold.
    std::size_t openRoles = 0;
};

/// MayHold: it is first by its name alone, and whether it waits for another library's contender is not known.
enum class Tie { Holds, MayHold, Waits };
/// True for whoever stands before those who wait.
constexpr bool isAhead(Tie tie) {
    return tie != Tie::Waits;
}

/// What a session, or folded ones, have to do with a lock; several contenders of one kind are one edge.
struct GraphEdge {
    std::size_t session;  ///< index into ClusterGraph::nodes
    std::size_t lock;     ///< likewise
    Tie tie = Tie::Holds;
    lockcore::LockMode mode = lockcore::LockMode::Exclusive;  ///< of the first contender
    std::string contender = {};                               ///< name of the first one
    std::size_t contenders = 1;
    std::int64_t sinceUnixMs = 0;  ///< when the znode of the first one was created, by the server's clock
    bool inCycle = false;
};

/// One session of a possible deadlock: it waits for a lock that the next one has, or is in front of it for;
/// alone it reads the lock that it waits to write.
struct CycleStep {
    const lockcore::SessionView* session;
    const lockcore::LockQueue* waits;
    const lockcore::LockQueue* blocks;  ///< the lock for which the one before waits; may be the same
    bool upgrades = false;              ///< it reads the lock that it waits to write
};

/// A circle of waiting.
struct GraphCycle {
    std::vector<CycleStep> steps;
    bool hasLasted = false;  ///< else it is only suspected, and not marked in the picture
    /// Its sessions and the locks that they wait for, in the order of waiting, each once: indices into
    /// ClusterGraph::nodes. Empty where not all of them are drawn.
    std::vector<std::size_t> ring = {};
};

/// The drawn part of a cluster. Immutable; the pointers are into `of`.
struct ClusterGraph {
    std::shared_ptr<const lockcore::ClusterAssessment> of;
    std::vector<GraphNode> nodes;  ///< by key
    std::vector<GraphEdge> edges;  ///< by lock, then session, holds before waits
    std::vector<GraphCycle> cycles;
    std::size_t sessionsNotDrawn = 0;  ///< of the drawn locks, and not folded either
    std::size_t locksNotDrawn = 0;     ///< that belong to the picture but find no room

    std::int64_t atUnixMs() const { return of ? of->sample->takenAtUnixMs : 0; }
};

/// Most nodes of one picture: more can't be read.
inline constexpr std::size_t kMostGraphNodes = 200;

/// How much of a cluster is drawn.
struct GraphBounds {
    std::size_t most = kMostGraphNodes;   ///< nodes
    std::set<std::string> unfolded = {};  ///< locks of which all waiters are drawn
};

/// Picks what is drawn: cycles first, then chains from lock to lock, then holders, then the waiters at the
/// head of each queue, as far as there is room. Where there still is some, those behind them who hold nothing
/// and wait for no other lock are folded into one node. `focus` is what the neighbourhood is of. Pure.
ClusterGraph clusterGraph(std::shared_ptr<const lockcore::ClusterAssessment> assessment, GraphScope scope,
                          const NodeKey& focus, const GraphBounds& bounds = {});

/// Marks the sessions of this program.
void markOwn(ClusterGraph& graph, const std::set<lockcore::SessionId>& own);
/// Names those of a lab's contenders.
void nameClients(ClusterGraph& graph, const ContenderNames& names);

}  // namespace lockscope
