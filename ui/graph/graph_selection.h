// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/cluster_graph.h"

#include <map>
#include <set>

namespace lockscope {

/// What a picture shows, and what has found no room in it.
struct DrawnNodes {
    std::map<NodeKey, const lockcore::LockQueue*> nodes = {};  ///< null for sessions
    std::set<std::string> locksWithoutRoom = {};
};

/// Pure, as all of these. Without nodes of folded waiters.
DrawnNodes selectAcrossLocks(const lockcore::ClusterAssessment& all, const GraphBounds& bounds);
DrawnNodes selectNeighbourhood(const lockcore::ClusterAssessment& all, const NodeKey& focus,
                               const GraphBounds& bounds);

/// None where a contender is not read or has no session.
lockcore::SessionId ownerOfRow(const lockcore::QueueRow& row);
/// Null where the session has no contender.
const lockcore::SessionView* findSession(const lockcore::ClusterAssessment& all, lockcore::SessionId id);

}  // namespace lockscope
