// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/assessment.h>

#include "finding_detectors.h"

#include <utility>

namespace lockcore {

namespace {

std::vector<std::vector<ChainLink>> chainsOf(const FindingContext& context) {
    const ClusterSample& sample = context.sample();
    std::vector<std::vector<ChainLink>> chains(sample.locks.size());
    if (sample.servers.empty()) return chains;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const LockQueue& lock = *sample.locks[i];
        const bool isOfOneMoment = lock.freshness == Freshness::Live && !sample.changing.contains(lock.path);
        if (isOfOneMoment) chains[i] = verifyChain(lock, context.watchTables(), context.chroot());
    }
    return chains;
}

}  // namespace

ClusterAssessment assess(std::shared_ptr<const ClusterSample> sample, FindingHistory& history,
                         const Thresholds& thresholds, std::string_view chroot) {
    ClusterAssessment assessment;
    assessment.sessions = sessionsOf(*sample);
    assessment.waitFor = waitForGraph(*sample);
    const FindingContext context(*sample, assessment.sessions, assessment.waitFor, thresholds, chroot);
    assessment.findings = history.update(detectProblems(context), sample->takenAtUnixMs);
    assessment.chains = chainsOf(context);
    assessment.sample = std::move(sample);
    return assessment;
}

}  // namespace lockcore
