// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/left_run_cluster.h"

#include <algorithm>

namespace lockscope {
namespace {

/// Production is the last one.
ConnectionOptions strictestOf(const std::vector<ConnectionOptions>& profiles) {
    const auto strictest = std::ranges::max_element(profiles, {}, &ConnectionOptions::environment);
    return strictest == profiles.end() ? ConnectionOptions() : *strictest;
}

}  // namespace

ConnectionOptions leftRunCluster(const KnownLabRun& run, std::vector<ConnectionOptions> profiles,
                                 const std::optional<ConnectionOptions>& connected) {
    const bool isConnected = connected && connected->connectString == run.cluster;
    if (isConnected && !connected->profile.id.isEmpty()) return *connected;
    std::erase_if(profiles,
                  [&](const ConnectionOptions& profile) { return profile.connectString != run.cluster; });
    const auto named = std::ranges::find_if(profiles, [&](const ConnectionOptions& profile) {
        return !run.profile.isEmpty() && profile.profile.name == run.profile;
    });
    if (named != profiles.end() && !isConnected) return *named;
    const ConnectionOptions strictest = strictestOf(profiles);
    ConnectionOptions cluster = isConnected ? *connected : strictest;
    cluster.connectString = run.cluster;
    cluster.environment = std::max(cluster.environment, strictest.environment);
    cluster.readOnly = cluster.readOnly || std::ranges::any_of(profiles, &ConnectionOptions::readOnly);
    return cluster;
}

}  // namespace lockscope
