// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockcore {

/// Numbered nodes and the arcs between them. Immutable.
class DirectedGraph {
public:
    struct Arc {
        std::size_t from;
        std::size_t to;
        std::size_t label = 0;  ///< the caller's
    };

    /// Arcs of one node keep the order in which they are given.
    DirectedGraph(std::size_t nodes, const std::vector<Arc>& arcs);

    std::size_t size() const { return m_begin.size() - 1; }
    /// The arcs that start at a node.
    std::span<const Arc> arcsOf(std::size_t node) const {
        return {m_arcs.data() + m_begin[node], m_begin[node + 1] - m_begin[node]};
    }

    /// The strongly connected component of each node. An arc between two of them leads from the higher number
    /// to the lower one. Linear, and without recursion: a chain may be as long as there are sessions.
    std::vector<std::size_t> components() const;

private:
    std::vector<std::size_t> m_begin;
    std::vector<Arc> m_arcs;
};

}  // namespace lockcore
