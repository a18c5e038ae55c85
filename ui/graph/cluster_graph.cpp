// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/cluster_graph.h"

#include "graph/graph_selection.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ClusterAssessment;
using lockcore::LockQueue;
using lockcore::Role;
using lockcore::SessionId;
using lockcore::SessionView;
using lockcore::WaitEdge;

/// Where counting of blockers stops.
constexpr std::size_t kMostCounted = 1000;

/// Edges of the wait-for graph by their waiter.
class Blockers {
public:
    explicit Blockers(const lockcore::WaitForGraph& graph) : m_starts(graph.sessions.size() + 1) {
        for (const WaitEdge& edge : graph.edges)
            ++m_starts[edge.waiter + 1];
        for (std::size_t i = 1; i < m_starts.size(); ++i)
            m_starts[i] += m_starts[i - 1];
        m_blockers.resize(graph.edges.size());
        std::vector<std::size_t> next = m_starts;
        for (const WaitEdge& edge : graph.edges)
            m_blockers[next[edge.waiter]++] = edge.blocker;
    }

    /// Sessions that must go before `session` has all that it waits for.
    SessionCount countBefore(std::size_t session) const {
        std::set<std::size_t> seen{session};
        std::vector<std::size_t> open{session};
        while (!open.empty()) {
            const std::size_t current = open.back();
            open.pop_back();
            for (std::size_t i = m_starts[current]; i < m_starts[current + 1]; ++i) {
                if (!seen.insert(m_blockers[i]).second) continue;
                if (seen.size() > kMostCounted) return {kMostCounted, false};
                open.push_back(m_blockers[i]);
            }
        }
        return {seen.size() - 1, true};
    }

private:
    std::vector<std::size_t> m_starts;  ///< one more than there are sessions
    std::vector<std::size_t> m_blockers;
};

/// Makes nodes, edges and cycles of what was picked.
class GraphMaker {
public:
    /// Besides what is drawn there is room for `room` nodes of folded waiters.
    GraphMaker(ClusterGraph& graph, const DrawnNodes& drawn, std::size_t room)
        : m_graph(graph), m_all(*graph.of), m_drawn(drawn), m_room(room) {}

    void make() {
        makeNodes();
        makeEdges();
        makeCycles();
        m_graph.locksNotDrawn = m_drawn.locksWithoutRoom.size();
    }

private:
    void makeNodes() {
        const Blockers blockers(m_all.waitFor);
        for (const auto& [key, lock] : m_drawn.nodes) {
            GraphNode node{key};
            node.lock = lock;
            if (!key.isLock()) describeSession(node, blockers);
            if (lock) node.openRoles = openRolesOf(*lock);
            addNode(std::move(node));
            if (lock) foldWaiters(*lock);
        }
    }

    void addNode(GraphNode node) {
        m_index.emplace(node.key, m_graph.nodes.size());
        m_graph.nodes.push_back(std::move(node));
    }

    void foldWaiters(const LockQueue& lock) {
        if (m_room == 0) return;
        std::set<SessionId> waiters;
        for (const lockcore::QueueRow& row : lock.rows)
            if (row.role == Role::Waiter) waiters.insert(ownerOfRow(row));
        std::erase_if(waiters, [&](SessionId id) { return !isFoldable(id, lock); });
        if (waiters.empty()) return;
        GraphNode node{{SessionId::None, lock.path, true}};
        node.lock = &lock;
        node.folded = waiters.size();
        addNode(std::move(node));
        m_folded.emplace(lock.path, std::move(waiters));
        --m_room;
    }

    /// Not drawn, and of no concern to any other lock.
    bool isFoldable(SessionId id, const LockQueue& lock) const {
        if (id == SessionId::None || m_drawn.nodes.contains({id})) return false;
        const SessionView* const session = findSession(m_all, id);
        return session && session->holds.empty() &&
               std::ranges::all_of(session->waits, [&](const lockcore::ContenderPlace& place) {
                   return place.lock->path == lock.path;
               });
    }

    void describeSession(GraphNode& node, const Blockers& blockers) const {
        node.session = findSession(m_all, node.key.session);
        if (node.session) node.openRoles = openHoldsOf(*node.session);
        const auto& sessions = m_all.waitFor.sessions;
        const auto found = std::lower_bound(sessions.begin(), sessions.end(), node.key.session);
        if (found == sessions.end() || *found != node.key.session) return;
        const auto index = static_cast<std::size_t>(found - sessions.begin());
        const lockcore::Blocking& blocking = m_all.waitFor.blocking[index];
        node.blocks = {blocking.inAll, blocking.inAllIsExact};
        node.isRoot = blocking.isRoot && node.openRoles == 0;
        node.waitsFor = blockers.countBefore(index);
    }

    using RowsByLock = decltype(lockcore::ClusterAssessment::inDoubt);

    static bool isIn(const RowsByLock& rows, const LockQueue& lock, std::size_t row) {
        const auto found = rows.find(lock.path);
        return found != rows.end() && std::ranges::binary_search(found->second, row);
    }

    bool isOpen(const LockQueue& lock, std::size_t row) const {
        return isIn(m_all.inDoubt, lock, row) || isIn(m_all.unseen, lock, row);
    }

    bool areAllRolesKnown() const { return m_all.inDoubt.empty() && m_all.unseen.empty(); }

    std::size_t openRolesOf(const LockQueue& lock) const {
        if (areAllRolesKnown()) return 0;
        std::size_t open = 0;
        for (std::size_t row = 0; row < lock.rows.size(); ++row)
            open += isOpen(lock, row) ? 1 : 0;
        return open;
    }

    std::size_t openHoldsOf(const SessionView& session) const {
        if (areAllRolesKnown()) return 0;
        return static_cast<std::size_t>(std::ranges::count_if(
            session.holds,
            [this](const lockcore::ContenderPlace& place) { return isOpen(*place.lock, place.row); }));
    }

    Tie tieOf(const LockQueue& lock, std::size_t row) const {
        // Of a moment of a recording at which nothing was seen of it, whatever its place.
        if (isIn(m_all.unseen, lock, row)) return Tie::MayHold;
        if (lock.rows[row].role == Role::Waiter) return Tie::Waits;
        return isOpen(lock, row) ? Tie::MayHold : Tie::Holds;
    }

    void makeEdges() {
        std::set<SessionId> notDrawn;
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node) {
            if (!m_graph.nodes[node].key.isLock()) continue;
            const std::set<SessionId> missing = makeEdgesOf(node);
            m_graph.nodes[node].notDrawn = missing.size();
            notDrawn.insert(missing.begin(), missing.end());
        }
        m_graph.sessionsNotDrawn = notDrawn.size();
    }

    /// Returns the sessions of the lock that are not drawn.
    std::set<SessionId> makeEdgesOf(std::size_t lock) {
        std::set<SessionId> missing;
        std::map<std::pair<std::size_t, Tie>, GraphEdge> edges;
        const LockQueue& queue = *m_graph.nodes[lock].lock;
        for (std::size_t place = 0; place < queue.rows.size(); ++place) {
            const lockcore::QueueRow& row = queue.rows[place];
            if (row.role != Role::Holder && row.role != Role::Waiter) continue;
            const SessionId owner = ownerOfRow(row);
            if (owner == SessionId::None) {
                ++m_graph.nodes[lock].ownerless;
                continue;
            }
            const auto session = nodeOf(owner, queue);
            if (session == m_index.end()) {
                missing.insert(owner);
                continue;
            }
            const Tie tie = tieOf(queue, place);
            const lockcore::Contender& contender = *row.contender;
            const auto [edge, isNew] = edges.try_emplace(
                {session->second, tie}, GraphEdge{session->second, lock, tie, contender.parsed.mode,
                                                  contender.name, 1, contender.stat->ctimeMs});
            if (!isNew) ++edge->second.contenders;
        }
        for (auto& [key, edge] : edges)
            m_graph.edges.push_back(std::move(edge));
        return missing;
    }

    /// The session itself, or the folded waiters that it is one of; the end where it is neither.
    std::map<NodeKey, std::size_t>::const_iterator nodeOf(SessionId session, const LockQueue& lock) const {
        const auto own = m_index.find({session});
        if (own != m_index.end()) return own;
        const auto folded = m_folded.find(lock.path);
        if (folded == m_folded.end() || !folded->second.contains(session)) return own;
        return m_index.find({SessionId::None, lock.path, true});
    }

    void makeCycles() {
        for (const lockcore::WaitCycle& all : m_all.waitFor.cycles) {
            const auto& cycle = all.edges;
            std::vector<CycleStep> steps;
            for (std::size_t i = 0; i < cycle.size(); ++i) {
                const WaitEdge& edge = m_all.waitFor.edges[cycle[i]];
                const WaitEdge& before = m_all.waitFor.edges[cycle[(i + cycle.size() - 1) % cycle.size()]];
                const LockQueue* const waits = m_all.sample->locks[edge.lock].get();
                const LockQueue* const blocks = m_all.sample->locks[before.lock].get();
                const SessionId session = m_all.waitFor.sessions[edge.waiter];
                steps.push_back({findSession(m_all, session), waits, blocks,
                                 edge.waiter == edge.blocker || upgrades(all, cycle[i])});
                if (!all.hasLasted) continue;
                mark({session}, *waits, Tie::Waits);
                if (blocks->rows[before.blockerRow].role == Role::Holder)
                    mark({session}, *blocks, tieOf(*blocks, before.blockerRow));
            }
            const bool isDrawn = std::ranges::any_of(steps, [&](const CycleStep& step) {
                return step.session && m_index.contains({step.session->session});
            });
            if (!isDrawn) continue;
            std::vector<std::size_t> ring = ringOf(steps);
            m_graph.cycles.push_back({std::move(steps), all.hasLasted, std::move(ring)});
        }
    }

    std::vector<std::size_t> ringOf(const std::vector<CycleStep>& steps) const {
        std::vector<std::size_t> ring;
        for (const CycleStep& step : steps) {
            if (!step.session) return {};
            for (const NodeKey& key :
                 {NodeKey{step.session->session}, NodeKey{SessionId::None, step.waits->path}}) {
                const auto node = m_index.find(key);
                if (node == m_index.end()) return {};
                if (std::ranges::find(ring, node->second) == ring.end()) ring.push_back(node->second);
            }
        }
        return ring;
    }

    static bool upgrades(const lockcore::WaitCycle& cycle, std::size_t edge) {
        return cycle.isUpgrade && std::ranges::find(cycle.keepers, edge) != cycle.keepers.end();
    }

    void mark(const NodeKey& session, const LockQueue& lock, Tie tie) {
        const auto from = m_index.find(session);
        const auto to = m_index.find({SessionId::None, lock.path});
        if (from == m_index.end() || to == m_index.end()) return;
        m_graph.nodes[from->second].inCycle = true;
        m_graph.nodes[to->second].inCycle = true;
        for (GraphEdge& edge : m_graph.edges) {
            if (edge.session == from->second && edge.lock == to->second && edge.tie == tie)
                edge.inCycle = true;
        }
    }

    ClusterGraph& m_graph;
    const ClusterAssessment& m_all;
    const DrawnNodes& m_drawn;
    std::size_t m_room;
    std::map<NodeKey, std::size_t> m_index;
    std::map<std::string, std::set<SessionId>> m_folded;  ///< by the path of the lock
};

}  // namespace

ClusterGraph clusterGraph(std::shared_ptr<const ClusterAssessment> assessment, GraphScope scope,
                          const NodeKey& focus, const GraphBounds& bounds) {
    ClusterGraph graph;
    graph.of = std::move(assessment);
    if (!graph.of) return graph;
    const DrawnNodes drawn = scope == GraphScope::AcrossLocks ? selectAcrossLocks(*graph.of, bounds)
                                                              : selectNeighbourhood(*graph.of, focus, bounds);
    GraphMaker(graph, drawn, bounds.most - drawn.nodes.size()).make();
    return graph;
}

void markOwn(ClusterGraph& graph, const std::set<SessionId>& own) {
    for (GraphNode& node : graph.nodes)
        node.isOwn = own.contains(node.key.session);
}

void nameClients(ClusterGraph& graph, const ContenderNames& names) {
    for (GraphNode& node : graph.nodes)
        if (!node.key.isLock() && !node.key.isFolded) node.name = names.of(node.key.session);
}

}  // namespace lockscope
