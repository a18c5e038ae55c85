// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_subject.h"

#include "graph/graph_selection.h"

#include <algorithm>

namespace lockscope {

RowSubject subjectOf(const NodeKey& node, const ClusterGraph& graph) {
    if (node.session == lockcore::SessionId::None) return subjectOfLock(node.lock);
    const auto* const session = graph.of ? findSession(*graph.of, node.session) : nullptr;
    return session ? subjectOf(*session) : RowSubject{.session = node.session};
}

RowSubject subjectOf(const EdgeKey& edge, const std::string& contender, const ClusterGraph& graph) {
    const auto lock = std::ranges::find_if(
        graph.nodes, [&](const GraphNode& node) { return node.key.isLock() && node.key.lock == edge.lock; });
    if (edge.session == lockcore::SessionId::None || lock == graph.nodes.end())
        return subjectOfLock(edge.lock);
    const auto& rows = lock->lock->rows;
    const auto row = std::ranges::find_if(
        rows, [&](const lockcore::QueueRow& each) { return each.contender->name == contender; });
    if (row == rows.end()) return subjectOfLock(edge.lock);
    return subjectOf(edge.lock, *row->contender, findSession(*graph.of, edge.session));
}

}  // namespace lockscope
