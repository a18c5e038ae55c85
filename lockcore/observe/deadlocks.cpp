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
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

/// How often it is looked whom of a knot somebody outside it lets go on. Each look is linear, and more than a
/// few need semaphores inside knots of semaphores; those beyond are no deadlock that is told.
constexpr int kMostLooks = 32;

/// Label of an arc inside a session.
constexpr std::size_t kNoEdge = std::numeric_limits<std::size_t>::max();

/// The graph in which deadlocks are cycles. Nodes are first the rows of all locks; then two for each waiting
/// row, in the order of session and lock. The one leads to this waiting row and all before it of its session,
/// the other one to this and all behind it. So two arcs lead from a holding row to all rows in which its
/// session waits in other locks, however many.
///
/// Any one arc of a node is enough to keep it from going on, but for whoever waits for one of several
/// permits: it needs all of them.
class RowGraph {
public:
    RowGraph(const ClusterSample& sample, const WaitForGraph& graph, const std::vector<bool>* onlyThese)
        : m_sample(sample), m_graph(graph), m_onlyThese(onlyThese), m_firstRow(sample.locks.size() + 1, 0) {
        numberRows();
        numberQueues();
        collectWaits();
        addWaits();
        addEdges();
    }

    /// Whoever waits for one of several permits has arcs where all lead back to it: then those that have the
    /// permits all wait for it, and nobody gives one back. Else it has none.
    DirectedGraph build() const {
        std::vector<PermitWait> permitWaits = m_permitWaits;
        for (int look = 0;; ++look) {
            if (look == kMostLooks) permitWaits.clear();
            std::vector<DirectedGraph::Arc> arcs = m_arcs;
            for (const PermitWait& wait : permitWaits)
                arcs.insert(arcs.end(), wait.arcs.begin(), wait.arcs.end());
            DirectedGraph graph(rows() + 2 * m_waits.size(), arcs);
            if (permitWaits.empty()) return graph;
            const std::vector<std::size_t> component = graph.components();
            const auto leadsOut = [&](const PermitWait& wait) {
                return std::ranges::any_of(wait.arcs, [&](const DirectedGraph::Arc& arc) {
                    return component[arc.from] != component[arc.to];
                });
            };
            if (std::erase_if(permitWaits, leadsOut) == 0) return graph;
        }
    }
    std::size_t nodeOf(std::size_t lock, std::size_t row) const { return m_firstRow[lock] + row; }
    bool isWanted(const WaitEdge& edge) const {
        return m_onlyThese == nullptr || ((*m_onlyThese)[edge.waiter] && (*m_onlyThese)[edge.blocker]);
    }

private:
    struct Wait {
        std::size_t session;
        std::size_t queue;
        std::size_t lock;
        std::size_t row;
    };
    using Waits = std::vector<Wait>;
    /// For one of several permits.
    struct PermitWait {
        std::size_t lock;
        std::vector<DirectedGraph::Arc> arcs;
    };

    std::size_t rows() const { return m_firstRow.back(); }
    std::size_t upTo(std::size_t wait) const { return rows() + wait; }
    std::size_t from(std::size_t wait) const { return rows() + m_waits.size() + wait; }
    void addArc(std::size_t from, std::size_t to) { m_arcs.push_back({from, to, kNoEdge}); }

    /// Locks in which nobody waits have none.
    void numberRows() {
        std::vector<bool> hasEdges(m_sample.locks.size(), false);
        for (const WaitEdge& edge : m_graph.edges)
            hasEdges[edge.lock] = true;
        for (std::size_t lock = 0; lock < hasEdges.size(); ++lock)
            m_firstRow[lock + 1] =
                m_firstRow[lock] + (hasEdges[lock] ? m_sample.locks[lock]->rows.size() : 0);
    }

    /// One for each lock, and more where several locks stand in one directory.
    void numberQueues() {
        m_queueOf.reserve(rows());
        std::size_t first = 0;
        for (std::size_t number = 0; number < m_sample.locks.size(); ++number) {
            if (m_firstRow[number] == m_firstRow[number + 1]) continue;
            const auto& lock = m_sample.locks[number];
            const bool hasPrefixes = lock->sequential == SequentialQueues::ByPrefix;
            std::unordered_map<std::string_view, std::size_t> places;
            for (const QueueRow& row : lock->rows) {
                const std::string_view prefix = hasPrefixes ? stemOf(*row.contender) : std::string_view();
                m_queueOf.push_back(first + places.try_emplace(prefix, places.size()).first->second);
            }
            first += places.size();
        }
    }
    std::size_t queueOf(std::size_t lock, std::size_t row) const { return m_queueOf[nodeOf(lock, row)]; }

    void collectWaits() {
        const auto key = [](const Wait& wait) {
            return std::tuple(wait.session, wait.queue, wait.lock, wait.row);
        };
        const auto alone = heldAlone();
        for (const WaitEdge& edge : m_graph.edges) {
            const std::size_t queue = queueOf(edge.lock, edge.waiterRow);
            if (isWanted(edge) && !alone.contains({edge.waiter, queue}))
                m_waits.push_back({edge.waiter, queue, edge.lock, edge.waiterRow});
        }
        std::sort(m_waits.begin(), m_waits.end(),
                  [&](const Wait& a, const Wait& b) { return key(a) < key(b); });
        m_waits.erase(std::unique(m_waits.begin(), m_waits.end(),
                                  [&](const Wait& a, const Wait& b) { return key(a) == key(b); }),
                      m_waits.end());
    }

    /// Session and queue, where somebody waits there.
    std::set<std::pair<std::size_t, std::size_t>> heldAlone() const {
        std::set<std::pair<std::size_t, std::size_t>> alone;
        for (const WaitEdge& edge : m_graph.edges) {
            const QueueRow& row = m_sample.locks[edge.lock]->rows[edge.blockerRow];
            const bool isOneOfMany = hasOneOfMany(*m_sample.locks[edge.lock], edge.blockerRow);
            if (row.role == Role::Holder && !asksToShare(row) && !isOneOfMany)
                alone.emplace(edge.blocker, queueOf(edge.lock, edge.blockerRow));
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
            if (!isWanted(edge)) continue;
            const std::size_t blocker = nodeOf(edge.lock, edge.blockerRow);
            const DirectedGraph::Arc arc{nodeOf(edge.lock, edge.waiterRow), blocker, i};
            if (hasOneOfMany(*m_sample.locks[edge.lock], edge.blockerRow)) {
                addToPermitWait(edge.lock, arc);
            } else {
                m_arcs.push_back(arc);
            }
            if (isAdded[blocker]) continue;
            isAdded[blocker] = true;
            const QueueRow& row = m_sample.locks[edge.lock]->rows[edge.blockerRow];
            if (row.role != Role::Holder) continue;
            addOtherWaits(blocker, edge.blocker);
            if (asksToShare(row)) addUpgrades(blocker, edge.blocker);
        }
        // Somebody who is not looked at here, or is not known, may give one back.
        std::erase_if(m_permitWaits, [&](const PermitWait& wait) {
            return wait.arcs.size() != m_sample.locks[wait.lock]->holders();
        });
    }

    /// The edges of one waiter follow each other.
    void addToPermitWait(std::size_t lock, const DirectedGraph::Arc& arc) {
        if (m_permitWaits.empty() || m_permitWaits.back().arcs.back().from != arc.from)
            m_permitWaits.push_back({lock, {}});
        m_permitWaits.back().arcs.push_back(arc);
    }

    /// From a row with which `session` reads to those in which it waits to write the same.
    void addUpgrades(std::size_t reader, std::size_t session) {
        const std::size_t queue = m_queueOf[reader];
        const auto ofLock = std::lower_bound(
            m_waits.begin(), m_waits.end(), Wait{session, queue, 0, 0}, [](const Wait& a, const Wait& b) {
                return std::tuple(a.session, a.queue) < std::tuple(b.session, b.queue);
            });
        for (auto wait = ofLock; wait != m_waits.end() && wait->session == session && wait->queue == queue;
             ++wait)
            if (!asksToShare(m_sample.locks[wait->lock]->rows[wait->row]))
                addArc(reader, nodeOf(wait->lock, wait->row));
    }

    /// From the row with which `session` holds.
    void addOtherWaits(std::size_t holder, std::size_t session) {
        const auto ofSession =
            std::equal_range(m_waits.begin(), m_waits.end(), Wait{session, 0, 0, 0},
                             [](const Wait& a, const Wait& b) { return a.session < b.session; });
        const auto ofLock =
            std::equal_range(ofSession.first, ofSession.second, Wait{session, m_queueOf[holder], 0, 0},
                             [](const Wait& a, const Wait& b) { return a.queue < b.queue; });
        const auto indexOf = [&](Waits::iterator wait) {
            return static_cast<std::size_t>(wait - m_waits.begin());
        };
        if (ofLock.first != ofSession.first) addArc(holder, upTo(indexOf(ofLock.first) - 1));
        if (ofLock.second != ofSession.second) addArc(holder, from(indexOf(ofLock.second)));
    }

    const ClusterSample& m_sample;
    const WaitForGraph& m_graph;
    const std::vector<bool>* const m_onlyThese;
    std::vector<std::size_t> m_firstRow;  ///< node of a lock's first row
    std::vector<std::size_t> m_queueOf;   ///< by node of a row
    Waits m_waits;                        ///< by session, queue, row
    std::vector<DirectedGraph::Arc> m_arcs;
    std::vector<PermitWait> m_permitWaits;
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

using Edges = std::vector<std::size_t>;

/// Begins at the lowest session, and leaves out where a session waits behind itself; but not where it waits
/// for nobody else.
void tidy(const WaitForGraph& graph, Edges& cycle) {
    const auto isOwn = [&](std::size_t edge) {
        return graph.edges[edge].waiter == graph.edges[edge].blocker;
    };
    if (!std::all_of(cycle.begin(), cycle.end(), isOwn)) std::erase_if(cycle, isOwn);
    const auto first = std::min_element(cycle.begin(), cycle.end(), [&](std::size_t a, std::size_t b) {
        return graph.edges[a].waiter < graph.edges[b].waiter;
    });
    std::rotate(cycle.begin(), first, cycle.end());
}

/// True for a writer whose session reads the same lock.
bool isUpgrade(const ClusterSample& sample, const WaitEdge& edge) {
    const auto& rows = sample.locks[edge.lock]->rows;
    const SessionId session = ownerOf(rows[edge.waiterRow]);
    return !asksToShare(rows[edge.waiterRow]) &&
           std::any_of(rows.begin(), rows.end(), [&](const QueueRow& row) {
               return row.role == Role::Holder && asksToShare(row) && ownerOf(row) == session;
           });
}

/// Its session holds what the edge before waits for, with another contender.
bool goesToAnotherRow(const WaitForGraph& graph, const Edges& cycle, std::size_t place) {
    const WaitEdge& before = graph.edges[cycle[(place + cycle.size() - 1) % cycle.size()]];
    const WaitEdge& edge = graph.edges[cycle[place]];
    return std::tuple(before.lock, before.blockerRow) != std::tuple(edge.lock, edge.waiterRow);
}

WaitCycle describe(const ClusterSample& sample, const WaitForGraph& graph, Edges edges) {
    WaitCycle cycle{std::move(edges), {}};
    bool areUpgrades = true;
    for (std::size_t place = 0; place < cycle.edges.size(); ++place) {
        const bool upgrades = isUpgrade(sample, graph.edges[cycle.edges[place]]);
        if (!upgrades && !goesToAnotherRow(graph, cycle.edges, place)) continue;
        cycle.keepers.push_back(cycle.edges[place]);
        const std::size_t before = (place + cycle.edges.size() - 1) % cycle.edges.size();
        areUpgrades = areUpgrades && upgrades &&
                      graph.edges[cycle.edges[before]].lock == graph.edges[cycle.edges[place]].lock;
    }
    cycle.isUpgrade = areUpgrades && !cycle.keepers.empty();
    return cycle;
}

/// False where one session only waits for itself, with others in between: its threads take turns. But a
/// reader that wants to write waits for itself.
bool isCircle(const WaitForGraph& graph, const WaitCycle& cycle) {
    return cycle.isUpgrade || std::any_of(cycle.keepers.begin(), cycle.keepers.end(), [&](std::size_t edge) {
               return graph.edges[edge].waiter != graph.edges[cycle.keepers.front()].waiter;
           });
}

/// Queues are read one after the other. A client that goes from lock to lock may be seen in all of them, and
/// two such clients may seem to wait for each other. They do where all contenders of the cycle had come
/// before the first of its queues was read.
bool isOfOneMoment(const ClusterSample& sample, const WaitForGraph& graph, const OneMoment& moment,
                   const WaitCycle& cycle) {
    std::int64_t newestMs = std::numeric_limits<std::int64_t>::min();
    std::int64_t readMs = std::numeric_limits<std::int64_t>::max();
    forEachEdge(graph, cycle, [&](const WaitEdge& edge) {
        const LockQueue& lock = *sample.locks[edge.lock];
        newestMs = std::max(
            {newestMs, moment.createdMs(lock, edge.waiterRow), moment.createdMs(lock, edge.blockerRow)});
        readMs = std::min(readMs, moment.confirmedMs(lock));
    });
    return newestMs <= readMs;
}

/// Looks for the cycles of each knot once.
class CycleSearch {
public:
    CycleSearch(const ClusterSample& sample, const WaitForGraph& graph, const std::vector<bool>* onlyThese)
        : m_sample(sample),
          m_graph(graph),
          m_areQuiet(onlyThese != nullptr),
          m_moment(sample),
          m_rows(sample, graph, onlyThese),
          m_nodes(m_rows.build()),
          m_component(m_nodes.components()),
          m_wayBack(m_nodes, m_component),
          m_isDone(m_nodes.size(), false) {}

    /// A session that waits for itself alone is told only where its knot has nobody else.
    std::vector<WaitCycle> run() {
        for (const bool isOwn : {false, true})
            for (std::size_t i = 0; i < m_graph.edges.size(); ++i)
                if ((m_graph.edges[i].waiter == m_graph.edges[i].blocker) == isOwn) look(i);
        return std::move(m_cycles);
    }
    bool hasLeftOut() const { return m_hasLeftOut; }

private:
    void look(std::size_t index) {
        const WaitEdge& edge = m_graph.edges[index];
        if (!m_rows.isWanted(edge)) return;
        const std::size_t waiter = m_rows.nodeOf(edge.lock, edge.waiterRow);
        const std::size_t blocker = m_rows.nodeOf(edge.lock, edge.blockerRow);
        if (m_component[waiter] != m_component[blocker] || m_isDone[m_component[waiter]]) return;
        m_isDone[m_component[waiter]] = true;
        Edges edges = m_wayBack.find(blocker, waiter);
        edges.push_back(index);
        const bool needsOthers = std::ranges::any_of(edges, [&](std::size_t each) {
            const WaitEdge& one = m_graph.edges[each];
            return hasOneOfMany(*m_sample.locks[one.lock], one.blockerRow);
        });
        tidy(m_graph, edges);
        WaitCycle cycle = describe(m_sample, m_graph, std::move(edges));
        if (needsOthers) cycle.beside = besideOf(cycle, m_component[waiter]);
        if (!isCircle(m_graph, cycle)) return;
        if (m_areQuiet || isOfOneMoment(m_sample, m_graph, m_moment, cycle))
            m_cycles.push_back(std::move(cycle));
        else
            m_hasLeftOut = true;
    }

    /// What else is in the knot of a cycle.
    Edges besideOf(const WaitCycle& cycle, std::size_t knot) {
        if (m_edgesOf.empty()) {
            for (std::size_t i = 0; i < m_graph.edges.size(); ++i) {
                const WaitEdge& edge = m_graph.edges[i];
                const std::size_t component = m_component[m_rows.nodeOf(edge.lock, edge.waiterRow)];
                const bool isInside = component == m_component[m_rows.nodeOf(edge.lock, edge.blockerRow)];
                if (isInside && m_rows.isWanted(edge)) m_edgesOf[component].push_back(i);
            }
        }
        Edges beside = m_edgesOf[knot];
        const std::set<std::size_t> ofCycle(cycle.edges.begin(), cycle.edges.end());
        std::erase_if(beside, [&](std::size_t edge) { return ofCycle.contains(edge); });
        return beside;
    }

    const ClusterSample& m_sample;
    const WaitForGraph& m_graph;
    const bool m_areQuiet;  ///< two readings have shown all of them: no clock needs to tell
    const OneMoment m_moment;
    const RowGraph m_rows;
    const DirectedGraph m_nodes;
    const std::vector<std::size_t> m_component;
    WayBack m_wayBack;
    std::vector<bool> m_isDone;
    std::unordered_map<std::size_t, Edges> m_edgesOf;  ///< of each knot, once somebody asked
    std::vector<WaitCycle> m_cycles;
    bool m_hasLeftOut = false;
};

/// Somebody who waits for nobody, or for whom nobody waits, is in no cycle.
bool canCircle(const WaitForGraph& graph) {
    std::vector<bool> waits(graph.sessions.size(), false);
    for (const WaitEdge& edge : graph.edges)
        waits[edge.waiter] = true;
    return std::ranges::any_of(graph.edges, [&](const WaitEdge& edge) { return waits[edge.blocker]; });
}

}  // namespace

std::vector<WaitCycle> cyclesOf(const ClusterSample& sample, const WaitForGraph& graph,
                                const std::vector<bool>* onlyThese, bool* seemsToCircle) {
    if (seemsToCircle != nullptr) *seemsToCircle = false;
    if (!canCircle(graph)) return {};
    CycleSearch search(sample, graph, onlyThese);
    std::vector<WaitCycle> cycles = search.run();
    if (seemsToCircle != nullptr) *seemsToCircle = search.hasLeftOut();
    return cycles;
}

}  // namespace lockcore
