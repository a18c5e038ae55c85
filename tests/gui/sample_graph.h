// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/cluster_graph.h"
#include "sample_locks.h"

#include <string>

inline lockscope::NodeKey lockKey(const std::string& path) {
    return {lockcore::SessionId::None, path};
}

inline lockscope::NodeKey foldedKey(const std::string& path) {
    return {lockcore::SessionId::None, path, true};
}

inline lockscope::NodeKey sessionKey(int number) {
    return {samples::session(number)};
}

inline lockscope::ClusterGraph across(const samples::Locks& locks,
                                      std::size_t most = lockscope::kMostGraphNodes) {
    return lockscope::clusterGraph(locks.assessment(), lockscope::GraphScope::AcrossLocks, {}, {most, {}});
}
