// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "blocking.h"

#include "directed_graph.h"

#include <algorithm>
#include <tuple>

namespace lockcore {

namespace {

/// Knots and arcs that all walks together may visit. Only sessions that several others wait for, with shared
/// locks behind them, need a walk of their own.
constexpr std::size_t kMostSteps = std::size_t{1} << 24;

using Arcs = std::vector<DirectedGraph::Arc>;

void sortUnique(Arcs& arcs) {
    const auto ends = [](const DirectedGraph::Arc& arc) { return std::tuple(arc.from, arc.to); };
    std::sort(arcs.begin(), arcs.end(), [&](const auto& a, const auto& b) { return ends(a) < ends(b); });
    arcs.erase(std::unique(arcs.begin(), arcs.end(),
                           [&](const auto& a, const auto& b) { return ends(a) == ends(b); }),
               arcs.end());
}

/// Who waits for whom, each pair once; nobody for itself.
Arcs waitsOf(const WaitForGraph& graph) {
    Arcs arcs;
    for (const WaitEdge& edge : graph.edges)
        if (edge.waiter != edge.blocker) arcs.push_back({edge.waiter, edge.blocker});
    sortUnique(arcs);
    return arcs;
}

/// Counts who waits behind each knot, where a knot is a session, or several that wait for each other.
class BlockedCounts {
public:
    struct Count {
        std::size_t sessions = 0;
        bool isExact = true;
    };

    BlockedCounts(std::size_t sessions, const Arcs& waits)
        : m_knotOf(DirectedGraph(sessions, waits).components()),
          m_knots(m_knotOf.empty() ? 0 : *std::max_element(m_knotOf.begin(), m_knotOf.end()) + 1),
          m_size(m_knots, 0),
          m_blockers(m_knots, 0),
          m_waiters(m_knots, waitersOf(waits)),
          m_isTree(m_knots, true),
          m_counts(m_knots),
          m_visitedBy(m_knots, m_knots) {
        for (const std::size_t knot : m_knotOf)
            ++m_size[knot];
        for (std::size_t knot = 0; knot < m_knots; ++knot)
            for (const auto& arc : m_waiters.arcsOf(knot))
                ++m_blockers[arc.to];
        findTrees();
        countAll();
    }

    Count of(std::size_t session) const {
        const std::size_t knot = m_knotOf[session];
        return {m_counts[knot].sessions + m_size[knot] - 1, m_counts[knot].isExact};
    }

private:
    Arcs waitersOf(const Arcs& waits) const {
        Arcs arcs;
        for (const auto& arc : waits)
            if (m_knotOf[arc.from] != m_knotOf[arc.to])
                arcs.push_back({m_knotOf[arc.to], m_knotOf[arc.from]});
        sortUnique(arcs);
        return arcs;
    }

    /// Waiters have higher numbers than who blocks them.
    void findTrees() {
        for (std::size_t knot = m_knots; knot-- > 0;)
            for (const auto& arc : m_waiters.arcsOf(knot))
                if (m_blockers[arc.to] > 1 || !m_isTree[arc.to]) m_isTree[knot] = false;
    }

    bool needsWalk(std::size_t knot) const { return m_waiters.arcsOf(knot).size() > 1 && !m_isTree[knot]; }

    /// Those where to begin come first: they are the ones that matter, should steps run out.
    void countAll() {
        for (std::size_t knot = 0; knot < m_knots; ++knot)
            if (m_blockers[knot] == 0 && needsWalk(knot)) walk(knot);
        for (std::size_t knot = m_knots; knot-- > 0;) {
            if (!needsWalk(knot)) {
                addWaiters(knot);
            } else if (m_blockers[knot] > 0) {
                walk(knot);
            }
        }
    }

    /// What waits behind different waiters is different here, so their counts add up.
    void addWaiters(std::size_t knot) {
        Count& count = m_counts[knot];
        for (const auto& arc : m_waiters.arcsOf(knot)) {
            count.sessions += m_size[arc.to] + m_counts[arc.to].sessions;
            count.isExact = count.isExact && m_counts[arc.to].isExact;
        }
    }

    void walk(std::size_t start) {
        Count& count = m_counts[start];
        m_toVisit.assign(1, start);
        m_visitedBy[start] = start;
        while (!m_toVisit.empty()) {
            const std::size_t knot = m_toVisit.back();
            m_toVisit.pop_back();
            for (const auto& arc : m_waiters.arcsOf(knot)) {
                if (knot != start && m_steps >= kMostSteps) {
                    count.isExact = false;
                    return;
                }
                ++m_steps;
                if (m_visitedBy[arc.to] == start) continue;
                m_visitedBy[arc.to] = start;
                count.sessions += m_size[arc.to];
                m_toVisit.push_back(arc.to);
            }
        }
    }

    const std::vector<std::size_t> m_knotOf;
    const std::size_t m_knots;
    std::vector<std::size_t> m_size;      ///< sessions of a knot
    std::vector<std::size_t> m_blockers;  ///< knots that it waits for
    const DirectedGraph m_waiters;        ///< from a knot to those that wait for it
    std::vector<bool> m_isTree;           ///< nobody behind it waits for two
    std::vector<Count> m_counts;
    std::vector<std::size_t> m_visitedBy;  ///< the last walk that came by
    std::vector<std::size_t> m_toVisit;
    std::size_t m_steps = 0;
};

}  // namespace

std::vector<Blocking> blockingOf(const WaitForGraph& graph) {
    const Arcs waits = waitsOf(graph);
    const BlockedCounts counts(graph.sessions.size(), waits);
    std::vector<Blocking> blocking(graph.sessions.size());
    std::vector<bool> isBlocked(graph.sessions.size(), false);
    for (const auto& arc : waits) {
        ++blocking[arc.to].directly;
        isBlocked[arc.from] = true;
    }
    for (std::size_t session = 0; session < blocking.size(); ++session) {
        const auto [sessions, isExact] = counts.of(session);
        blocking[session].inAll = sessions;
        blocking[session].inAllIsExact = isExact;
        blocking[session].isRoot = blocking[session].directly > 0 && !isBlocked[session];
    }
    return blocking;
}

}  // namespace lockcore
