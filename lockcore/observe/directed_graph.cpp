// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "directed_graph.h"

#include <algorithm>
#include <limits>

namespace lockcore {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Tarjan's algorithm with a stack of its own.
class ComponentSearch {
public:
    explicit ComponentSearch(const DirectedGraph& graph)
        : m_graph(graph),
          m_order(graph.size(), kNone),
          m_lowest(graph.size(), kNone),
          m_component(graph.size(), kNone) {}

    std::vector<std::size_t> run() && {
        for (std::size_t node = 0; node < m_graph.size(); ++node) {
            if (m_order[node] != kNone) continue;
            enter(node);
            while (!m_visits.empty())
                step();
        }
        return std::move(m_component);
    }

private:
    struct Visit {
        std::size_t node;
        std::size_t nextArc = 0;
    };

    void enter(std::size_t node) {
        m_order[node] = m_lowest[node] = m_entered++;
        m_open.push_back(node);
        m_visits.push_back({node});
    }

    void step() {
        Visit& visit = m_visits.back();
        const auto arcs = m_graph.arcsOf(visit.node);
        if (visit.nextArc == arcs.size()) {
            leave(visit.node);
            return;
        }
        const std::size_t to = arcs[visit.nextArc++].to;
        if (m_order[to] == kNone) {
            enter(to);
        } else if (m_component[to] == kNone) {
            m_lowest[visit.node] = std::min(m_lowest[visit.node], m_order[to]);
        }
    }

    void leave(std::size_t node) {
        if (m_lowest[node] == m_order[node]) closeComponent(node);
        m_visits.pop_back();
        if (m_visits.empty()) return;
        const std::size_t parent = m_visits.back().node;
        m_lowest[parent] = std::min(m_lowest[parent], m_lowest[node]);
    }

    void closeComponent(std::size_t first) {
        std::size_t node = kNone;
        do {
            node = m_open.back();
            m_open.pop_back();
            m_component[node] = m_components;
        } while (node != first);
        ++m_components;
    }

    const DirectedGraph& m_graph;
    std::vector<std::size_t> m_order;   ///< in which nodes were entered
    std::vector<std::size_t> m_lowest;  ///< order of the first open node that it leads back to
    std::vector<std::size_t> m_component;
    std::vector<std::size_t> m_open;  ///< entered, component not closed
    std::vector<Visit> m_visits;
    std::size_t m_entered = 0;
    std::size_t m_components = 0;
};

}  // namespace

DirectedGraph::DirectedGraph(std::size_t nodes, const std::vector<Arc>& arcs)
    : m_begin(nodes + 1, 0), m_arcs(arcs.size()) {
    for (const Arc& arc : arcs)
        ++m_begin[arc.from + 1];
    for (std::size_t node = 0; node < nodes; ++node)
        m_begin[node + 1] += m_begin[node];
    std::vector<std::size_t> next(m_begin.begin(), m_begin.end() - 1);
    for (const Arc& arc : arcs)
        m_arcs[next[arc.from]++] = arc;
}

std::vector<std::size_t> DirectedGraph::components() const {
    return ComponentSearch(*this).run();
}

}  // namespace lockcore
