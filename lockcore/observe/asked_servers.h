// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/server_report.h>

#include <algorithm>
#include <vector>

namespace lockcore {

/// True where that server told of every client that is connected to it.
inline bool listsAllConnections(const ServerReport& server) {
    return server.connections && !server.hasUnlistedConnections;
}

/// True where the ensemble has servers that were not asked, because nobody gave their addresses. A leader
/// counts those that follow it; a follower is never alone.
inline bool lacksServers(const std::vector<ServerReport>& servers) {
    const auto isLeader = [](const ServerReport& server) { return server.mode == "leader"; };
    const auto leader = std::find_if(servers.begin(), servers.end(), isLeader);
    if (leader != servers.end())
        return leader->metrics && leader->metrics->learners.value_or(0) >= servers.size();
    return std::any_of(servers.begin(), servers.end(), [](const ServerReport& server) {
        return server.mode == "follower" || server.mode == "observer";
    });
}

}  // namespace lockcore
