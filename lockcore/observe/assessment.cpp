// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/assessment.h>
#include <lockcore/observe/permits.h>

#include "coverage_of.h"
#include "finding_detectors.h"
#include "wait_graph.h"
#include "watch_tables.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace lockcore {

namespace {

std::vector<SessionId> contendingAmong(const std::vector<SessionView>& sessions) {
    std::vector<SessionId> contending;
    for (const SessionView& view : sessions)
        if (!view.holds.empty() || !view.waits.empty()) contending.push_back(view.session);
    return contending;
}

/// Takes away what gaps of a kind count.
std::uint64_t takeGap(Coverage& coverage, GapKind kind) {
    std::uint64_t count = 0;
    for (const Gap& gap : coverage.gaps)
        if (gap.kind == kind) count += gap.count;
    std::erase_if(coverage.gaps, [kind](const Gap& gap) { return gap.kind == kind; });
    return count;
}

void addGap(Coverage& coverage, GapKind kind, std::uint64_t count) {
    if (count > 0) coverage.gaps.push_back({.kind = kind, .count = count});
}

/// That seem to watch nothing, or the wrong one.
std::uint64_t suspectedWaiters(const std::vector<Finding>& findings) {
    std::uint64_t waiters = 0;
    for (const Finding& finding : findings) {
        const bool isOfWatch =
            finding.kind == FindingKind::NoWatch || finding.kind == FindingKind::WrongWatch ||
            (finding.kind == FindingKind::DialectBug && proofOf(finding) == FindingProof::SecondWatchTable);
        if (isOfWatch && finding.stage == FindingStage::Suspected)
            waiters += finding.count.value_or(finding.contenders.size());
    }
    return waiters;
}

/// Of libraries that share a lock nothing need be said where two of their clients hold it.
void leaveOutLesserOnes(std::vector<Finding>& findings) {
    std::set<std::string> locks;
    for (const Finding& finding : findings)
        if (finding.kind == FindingKind::MixedDialects && finding.severity == Severity::Fault)
            locks.insert(finding.lock);
    std::erase_if(findings, [&](const Finding& finding) {
        const bool isLesser =
            finding.kind == FindingKind::MixedDialects && finding.severity != Severity::Fault;
        return isLesser && locks.contains(finding.lock);
    });
}

}  // namespace

/// A circle of threads is not told from turns in a few seconds, nor a long wait from a clock that is off.
bool ClusterAssessment::isSettled() const {
    const auto isSuspected = [](const Finding& finding) {
        const bool needsLong = finding.isOfThreads || finding.kind == FindingKind::LongWait;
        return finding.stage == FindingStage::Suspected && !needsLong;
    };
    // No server has a client of it: whether it is a ghost, the next reading tells.
    const auto isInDoubt = [](const SessionView& view) { return view.doubt == SessionDoubt::TooEarly; };
    return waitersInDoubt == 0 && !isSharingInDoubt && !isListInDoubt && !waitFor.seemsToCircle &&
           std::ranges::none_of(findings, isSuspected) && std::ranges::none_of(sessions, isInDoubt);
}

ClusterAssessment assess(std::shared_ptr<const ClusterSample> sample, FindingHistory& history,
                         const Thresholds& thresholds, std::string_view chroot, VerifiedQueues* known) {
    ClusterAssessment assessment;
    VerifiedQueues ofThisSample;
    VerifiedQueues& queues = known ? *known : ofThisSample;
    learnQueues(*sample, chroot, queues);
    sample = withPermitWaiters(asKnown(std::move(sample), queues), &history.permits());
    assessment.queues = queues;
    assessment.sessions = sessionsOf(*sample);
    history.changes().note(*sample);
    const LockIndex& locks = history.changes().locks();
    assessment.waitFor = waitForGraph(*sample, contendingAmong(assessment.sessions), locks.eventful());
    history.removals().note(sample);
    history.circles().judge(*sample, assessment.waitFor, thresholds.circles);
    assessment.chains = chainsOf(*sample, chroot);
    const FindingContext context(*sample, locks, assessment.sessions, assessment.waitFor, assessment.chains,
                                 thresholds, chroot, &history.changes(), &history.removals());
    assessment.inDoubt = holdersInDoubt(context);
    assessment.isSharingInDoubt = isSharingInDoubt(context);
    Findings findings = detectProblems(context);
    OpenWatches open = openWatches(context);
    const ListStanding list = history.changes().standingOfList(*sample);
    const Doubts doubts{.ofChanging = history.changes().countLasting(open.ofChanging, std::move(open.ofStill),
                                                                     newestTablesMs(sample->servers),
                                                                     open.areCompared ? sample : nullptr),
                        .untold = open.untold,
                        .waitersOfChanging = open.waiters,
                        .watchingOfChanging = open.watching,
                        .isListBehind = list == ListStanding::Behind};
    for (const OpenWatches::Row& each : open.rows)
        assessment.chains[each.lock][each.row].doubt = each.doubt;
    assessment.waitersInDoubt =
        doubts.ofChanging + static_cast<std::uint64_t>(std::ranges::count(open.rows, WatchDoubt::Settling,
                                                                          &OpenWatches::Row::doubt));
    assessment.isListInDoubt = list == ListStanding::Unclear;
    assessment.coverage = sample->coverage;
    if (!assessment.coverage && sample->catalog)
        assessment.coverage = coverageOf(
            {sample->locks, *sample->catalog, sample->servers, assessment.sessions, assessment.chains},
            doubts);
    if (assessment.coverage) addNotChecked(*assessment.coverage, findings);
    assessment.findings = history.update(std::move(findings), *sample, assessment.chains);
    leaveOutLesserOnes(assessment.findings);
    assessment.events = history.events();
    assessment.sample = std::move(sample);
    return assessment;
}

ClusterAssessment withDoubtsLeft(ClusterAssessment checked, std::uint64_t sessions) {
    if (!checked.coverage) return checked;
    Coverage& coverage = *checked.coverage;
    coverage.sessionsFound += takeGap(coverage, GapKind::SessionsInDoubt);
    coverage.sessionsFound -= std::min(sessions, coverage.sessionsFound);
    addGap(coverage, GapKind::SessionsInDoubt, sessions);
    const std::uint64_t settling = takeGap(coverage, GapKind::WatchesSettling);
    const std::uint64_t waiters = std::max(settling, suspectedWaiters(checked.findings));
    coverage.waitersVerified -= std::min(waiters - settling, coverage.waitersVerified);
    addGap(coverage, GapKind::WatchesSettling, waiters);
    std::erase_if(checked.findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::NotChecked; });
    addNotChecked(coverage, checked.findings);
    return checked;
}

}  // namespace lockcore
