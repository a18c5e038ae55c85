// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/findings.h>

#include <cstdint>
#include <vector>

namespace lockcore {

/// What a sample covers; `sessions` and `chains` are those of the sample, which has a catalog.
/// `waitersInDoubt` count as unverified. Pure.
Coverage coverageOf(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                    const std::vector<std::vector<ChainLink>>& chains, std::uint64_t waitersInDoubt);

/// One finding for each aspect that was not checked as a whole.
void addNotChecked(const Coverage& coverage, std::vector<Finding>& findings);

}  // namespace lockcore
