// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contender_facts.h"
#include "directed_graph.h"
#include "wait_graph.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

/// Label of an arc inside a session.
constexpr std::size_t kNoEdge = std::numeric_limits<std::size_t>::max();

/// The graph in which deadlocks are cycles. Nodes are first the rows of all locks; then two for each waiting
/// row, in the order of session and lock. The one leads to this waiting row and all before it of its session,
/// the other one to this and all behind it. So two arcs lead from a holding row to all rows in which its
/// session waits in other locks, however many.
class RowGraph {
public:
    RowGraph(const ClusterSample& sample, const WaitForGraph& graph)
        : m_sample(sample), m_graph(graph), m_firstRow(sample.locks.size() + 1, 0) {
        for (std::size_t lock = 0; lock < sample.locks.size(); ++lock)
            m_firstRow[lock + 1] = m_firstRow[lock] + sample.locks[lock]->rows.size();
        collectWaits();
        addWaits();
        addEdges();
    }

    DirectedGraph build() const { return {rows() + 2 * m_waits.size(), m_arcs}; }
    std::size_t nodeOf(std::size_t lock, std::size_t row) const { return m_firstRow[lock] + row; }

private:
    struct Wait {
        std::size_t session;
        std::size_t lock;
        std::size_t row;
    };
    using Waits = std::vector<Wait>;

    std::size_t rows() const { return m_firstRow.back(); }
    std::size_t upTo(std::size_t wait) const { return rows() + wait; }
    std::size_t from(std::size_t wait) const { return rows() + m_waits.size() + wait; }
    void addArc(std::size_t from, std::size_t to) { m_arcs.push_back({from, to, kNoEdge}); }

    void collectWaits() {
        const auto key = [](const Wait& wait) { return std::tuple(wait.session, wait.lock, wait.row); };
        const auto alone = heldAlone();
        for (const WaitEdge& edge : m_graph.edges)
            if (!alone.contains({edge.waiter, edge.lock}))
                m_waits.push_back({edge.waiter, edge.lock, edge.waiterRow});
        std::sort(m_waits.begin(), m_waits.end(),
                  [&](const Wait& a, const Wait& b) { return key(a) < key(b); });
        m_waits.erase(std::unique(m_waits.begin(), m_waits.end(),
                                  [&](const Wait& a, const Wait& b) { return key(a) == key(b); }),
                      m_waits.end());
    }

    /// Session and lock, where somebody waits there.
    std::set<std::pair<std::size_t, std::size_t>> heldAlone() const {
        std::set<std::pair<std::size_t, std::size_t>> alone;
        for (const WaitEdge& edge : m_graph.edges) {
            const QueueRow& row = m_sample.locks[edge.lock]->rows[edge.blockerRow];
            const bool isOneOfMany = hasOneOfMany(*m_sample.locks[edge.lock], edge.blockerRow);
            if (row.role == Role::Holder && !asksToShare(row) && !isOneOfMany)
                alone.emplace(edge.blocker, edge.lock);
        }
        return alone;
    }

    void addWaits() {
        for (std::size_t wait = 0; wait < m_waits.size(); ++wait) {
            const std::size_t row = nodeOf(m_waits[wait].lock, m_waits[wait].row);
            addArc(upTo(wait), row);
            addArc(from(wait), row);
            if (wait == 0 || m_waits[wait - 1].session != m_waits[wait].session) continue;
            addArc(upTo(wait), upTo(wait - 1));
            addArc(from(wait - 1), from(wait));
        }
    }

    void addEdges() {
        std::vector<bool> isAdded(rows(), false);
        for (std::size_t i = 0; i < m_graph.edges.size(); ++i) {
            const WaitEdge& edge = m_graph.edges[i];
            if (hasOneOfMany(*m_sample.locks[edge.lock], edge.blockerRow)) continue;
            const std::size_t blocker = nodeOf(edge.lock, edge.blockerRow);
            m_arcs.push_back({nodeOf(edge.lock, edge.waiterRow), blocker, i});
            if (isAdded[blocker]) continue;
            isAdded[blocker] = true;
            if (m_sample.locks[edge.lock]->rows[edge.blockerRow].role == Role::Holder)
                addOtherWaits(blocker, edge.blocker, edge.lock);
        }
    }

    /// From the row with which `session` holds `lock`.
    void addOtherWaits(std::size_t holder, std::size_t session, std::size_t lock) {
        const auto ofSession =
            std::equal_range(m_waits.begin(), m_waits.end(), Wait{session, 0, 0},
                             [](const Wait& a, const Wait& b) { return a.session < b.session; });
        const auto ofLock = std::equal_range(ofSession.first, ofSession.second, Wait{session, lock, 0},
                                             [](const Wait& a, const Wait& b) { return a.lock < b.lock; });
        const auto indexOf = [&](Waits::iterator wait) {
            return static_cast<std::size_t>(wait - m_waits.begin());
        };
        if (ofLock.first != ofSession.first) addArc(holder, upTo(indexOf(ofLock.first) - 1));
        if (ofLock.second != ofSession.second) addArc(holder, from(indexOf(ofLock.second)));
    }

    const ClusterSample& m_sample;
    const WaitForGraph& m_graph;
    std::vector<std::size_t> m_firstRow;  ///< node of a lock's first row
    Waits m_waits;                        ///< by session, lock, row
    std::vector<DirectedGraph::Arc> m_arcs;
};

/// Shortest ways inside a component. Its parts are of one use for each component.
class WayBack {
public:
    WayBack(const DirectedGraph& graph, const std::vector<std::size_t>& component)
        : m_graph(graph),
          m_component(component),
          m_length(graph.size(), kNoEdge),
          m_isDone(graph.size(), false),
          m_before(graph.size()) {}

    /// The labels on the way, without those of arcs inside a session, which cost nothing.
    std::vector<std::size_t> find(std::size_t start, std::size_t end) {
        m_length[start] = 0;
        std::deque<std::size_t> next{start};
        while (!m_isDone[end]) {
            const std::size_t node = next.front();
            next.pop_front();
            if (m_isDone[node]) continue;
            m_isDone[node] = true;
            for (const auto& arc : m_graph.arcsOf(node))
                follow(arc, next);
        }
        std::vector<std::size_t> labels;
        for (std::size_t node = end; node != start; node = m_before[node].from)
            if (m_before[node].label != kNoEdge) labels.push_back(m_before[node].label);
        std::reverse(labels.begin(), labels.end());
        return labels;
    }

private:
    void follow(const DirectedGraph::Arc& arc, std::deque<std::size_t>& next) {
        const bool isFree = arc.label == kNoEdge;
        const std::size_t length = m_length[arc.from] + (isFree ? 0 : 1);
        if (m_component[arc.to] != m_component[arc.from] || length >= m_length[arc.to]) return;
        m_length[arc.to] = length;
        m_before[arc.to] = arc;
        if (isFree) {
            next.push_front(arc.to);
        } else {
            next.push_back(arc.to);
        }
    }

    const DirectedGraph& m_graph;
    const std::vector<std::size_t>& m_component;
    std::vector<std::size_t> m_length;
    std::vector<bool> m_isDone;
    std::vector<DirectedGraph::Arc> m_before;
};

/// Leaves out where a session waits behind itself, and begins at the lowest session.
void tidy(const WaitForGraph& graph, std::vector<std::size_t>& cycle) {
    std::erase_if(cycle,
                  [&](std::size_t edge) { return graph.edges[edge].waiter == graph.edges[edge].blocker; });
    const auto first = std::min_element(cycle.begin(), cycle.end(), [&](std::size_t a, std::size_t b) {
        return graph.edges[a].waiter < graph.edges[b].waiter;
    });
    std::rotate(cycle.begin(), first, cycle.end());
}

/// False where one session only waits for itself, with others in between.
bool concernsSeveral(const WaitForGraph& graph, const std::vector<std::size_t>& cycle) {
    const auto changes = lockChanges(graph, cycle);
    return std::any_of(changes.begin(), changes.end(), [&](std::size_t edge) {
        return graph.edges[edge].waiter != graph.edges[changes.front()].waiter;
    });
}

/// Queues are read one after the other. A client that goes from lock to lock may be seen in all of them, and
/// two such clients may seem to wait for each other. They do where all contenders of the cycle had come
/// before the first of its queues was read.
class OneMoment {
public:
    OneMoment(const ClusterSample& sample, const WaitForGraph& graph)
        : m_sample(sample), m_graph(graph), m_clockAhead(leaderClockAhead(sample.servers)) {}

    bool has(const std::vector<std::size_t>& cycle) const {
        std::int64_t newestMs = std::numeric_limits<std::int64_t>::min();
        std::int64_t readMs = std::numeric_limits<std::int64_t>::max();
        for (const std::size_t index : cycle) {
            const WaitEdge& edge = m_graph.edges[index];
            const LockQueue& lock = *m_sample.locks[edge.lock];
            newestMs =
                std::max({newestMs, createdMs(lock, edge.waiterRow), createdMs(lock, edge.blockerRow)});
            readMs = std::min(readMs, confirmedMs(lock));
        }
        return newestMs <= readMs;
    }

private:
    std::int64_t createdMs(const LockQueue& lock, std::size_t row) const {
        return lock.rows[row].contender->stat->ctimeMs - m_clockAhead.count();
    }
    /// A queue that is in the sample for longer has been found unchanged by the catalog.
    std::int64_t confirmedMs(const LockQueue& lock) const {
        return std::max(lock.readAtUnixMs, m_sample.catalog ? m_sample.catalog->readAtUnixMs : 0);
    }

    const ClusterSample& m_sample;
    const WaitForGraph& m_graph;
    const std::chrono::milliseconds m_clockAhead;
};

}  // namespace

std::vector<std::size_t> lockChanges(const WaitForGraph& graph, const std::vector<std::size_t>& cycle) {
    std::vector<std::size_t> changes;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const std::size_t before = cycle[(i + cycle.size() - 1) % cycle.size()];
        if (graph.edges[before].lock != graph.edges[cycle[i]].lock) changes.push_back(cycle[i]);
    }
    return changes;
}

std::vector<std::vector<std::size_t>> deadlocksOf(const ClusterSample& sample, const WaitForGraph& graph) {
    const RowGraph rows(sample, graph);
    const DirectedGraph nodes = rows.build();
    const auto component = nodes.components();
    WayBack wayBack(nodes, component);
    const OneMoment oneMoment(sample, graph);
    std::vector<bool> isDone(nodes.size(), false);
    std::vector<std::vector<std::size_t>> deadlocks;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const WaitEdge& edge = graph.edges[i];
        const std::size_t waiter = rows.nodeOf(edge.lock, edge.waiterRow);
        const std::size_t blocker = rows.nodeOf(edge.lock, edge.blockerRow);
        const bool isInKnot = edge.waiter != edge.blocker && component[waiter] == component[blocker];
        if (!isInKnot || isDone[component[waiter]]) continue;
        isDone[component[waiter]] = true;
        auto cycle = wayBack.find(blocker, waiter);
        cycle.push_back(i);
        tidy(graph, cycle);
        if (concernsSeveral(graph, cycle) && oneMoment.has(cycle)) deadlocks.push_back(std::move(cycle));
    }
    return deadlocks;
}

}  // namespace lockcore
