// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/findings.h>

#include <cstdint>
#include <vector>

namespace lockcore {

/// What no sample tells by itself. Waiters among it count as unverified.
struct Doubts {
    std::uint64_t settling = 0;    ///< waiters whose queues have just changed
    std::uint64_t ofChanging = 0;  ///< … that changed while servers were asked: of these there is no chain
    std::uint64_t untold = 0;      ///< waiters of those queues of whom no table tells
    std::uint64_t watchAbove = 0;  ///< waiters that watch a directory above their lock's, and no contender
    bool isListBehind = false;
};

/// What a sample covers; `sessions` and `chains` are those of the sample, which has a catalog. Pure.
Coverage coverageOf(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                    const std::vector<std::vector<ChainLink>>& chains, const Doubts& doubts);

/// One finding for each aspect that was not checked as a whole.
void addNotChecked(const Coverage& coverage, std::vector<Finding>& findings);

}  // namespace lockcore
