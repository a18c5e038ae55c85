// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/assessment.h>

#include "finding_detectors.h"

#include <lockcore/observe/permits.h>

#include <utility>

namespace lockcore {

ClusterAssessment assess(std::shared_ptr<const ClusterSample> sample, FindingHistory& history,
                         const Thresholds& thresholds, std::string_view chroot, VerifiedQueues* known) {
    ClusterAssessment assessment;
    VerifiedQueues ofThisSample;
    VerifiedQueues& queues = known ? *known : ofThisSample;
    learnQueues(*sample, chroot, queues);
    sample = withPermitWaiters(asKnown(std::move(sample), queues));
    assessment.queues = queues;
    assessment.sessions = sessionsOf(*sample);
    assessment.waitFor = waitForGraph(*sample);
    assessment.chains = chainsOf(*sample, chroot);
    const FindingContext context(*sample, assessment.sessions, assessment.waitFor, assessment.chains,
                                 thresholds, chroot);
    assessment.findings = history.update(detectProblems(context), sample->takenAtUnixMs);
    assessment.sample = std::move(sample);
    return assessment;
}

}  // namespace lockcore
