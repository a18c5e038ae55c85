// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "bridge/lab_runs.h"

#include <optional>
#include <vector>

namespace lockscope {

/// How the cluster of a run that was left is reached, and what it is for: as `connected` where that is it,
/// else as the profile of the run's name, if it still leads there. Whoever knows no such profile takes any
/// other one of that cluster, and is as careful as the most careful of them. Without an id of a profile
/// nobody has said what the cluster is for. Pure.
ConnectionOptions leftRunCluster(const KnownLabRun& run, std::vector<ConnectionOptions> profiles,
                                 const std::optional<ConnectionOptions>& connected);

}  // namespace lockscope
