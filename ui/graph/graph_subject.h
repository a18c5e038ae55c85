// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "graph/graph_picture.h"

#include <string>

namespace lockscope {

/// What a node is about: its session, or its lock; of folded waiters their lock. Pure, as all of these.
RowSubject subjectOf(const NodeKey& node, const ClusterGraph& graph);
/// What an edge is about: its first contender; of folded waiters their lock.
RowSubject subjectOf(const EdgeKey& edge, const std::string& contender, const ClusterGraph& graph);

}  // namespace lockscope
