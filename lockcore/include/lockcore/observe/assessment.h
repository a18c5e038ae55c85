// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/verified_queues.h>
#include <lockcore/observe/wait_for.h>

#include <memory>
#include <string_view>
#include <vector>

namespace lockcore {

/// A sample and what follows from it. Immutable.
struct ClusterAssessment {
    /// As it was taken, but for directories that turned out to be queues: see `queues`.
    std::shared_ptr<const ClusterSample> sample;
    std::vector<SessionView> sessions;  ///< by id
    WaitForGraph waitFor;
    /// verifyChain() of each lock of the sample, in its order. Empty where no server was asked, and for
    /// a lock that changed meanwhile.
    std::vector<std::vector<ChainLink>> chains = {};
    std::vector<Finding> findings;  ///< worst first
    /// Directories whose names tell nothing and that are known to be queues by what their clients watch.
    VerifiedQueues queues = {};
};

/// Works out sessions, waits and findings; `history` gives each finding the time since when it has been
/// there. `chroot` is of the connection. `known` is what samples before have shown to be queues, to which
/// this one's are added; null where there were none. The more contenders the longer: not for a thread that
/// paints.
ClusterAssessment assess(std::shared_ptr<const ClusterSample> sample, FindingHistory& history,
                         const Thresholds& thresholds = {}, std::string_view chroot = {},
                         VerifiedQueues* known = nullptr);

}  // namespace lockcore
