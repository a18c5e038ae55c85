// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_checked.h"

#include <lockcore/history/snapshot.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace lockcore {

namespace {

bool isOfAspect(const Gap& gap, Aspect aspect) {
    return aspectOf(gap.kind) == aspect;
}

void addGaps(Coverage& coverage, const Coverage& from, Aspect aspect) {
    std::ranges::copy_if(from.gaps, std::back_inserter(coverage.gaps),
                         [&](const Gap& gap) { return isOfAspect(gap, aspect); });
}

bool isAbout(const Finding& finding, const std::string& path, const Coverage& coverage) {
    if (finding.kind == FindingKind::NotChecked) {
        const auto aspect = aspectFromKey(finding.detail);
        return aspect && coverage.lacks(*aspect);
    }
    const auto isInLock = [&](const std::string& contender) { return parentPath(contender) == path; };
    if (finding.lock == path || std::ranges::find(finding.locks, path) != finding.locks.end()) return true;
    if (!finding.lock.empty()) return false;
    // Whole paths where several locks are concerned.
    if (std::ranges::any_of(finding.contenders, isInLock)) return true;
    return finding.kind == FindingKind::ClockSkew || finding.kind == FindingKind::ServerLag;
}

/// Of its clients and their watches as much as was found out, and why not more.
Coverage coverageOfPart(const std::shared_ptr<const LockQueue>& lock, const ClusterAssessment& part,
                        const Coverage& whole) {
    Coverage coverage = coverageOf(LockQueues{lock}, LockCatalog{});
    coverage.servers = whole.servers;
    coverage.sessions = part.sessions.size();
    coverage.sessionsFound = static_cast<std::size_t>(std::ranges::count_if(
        part.sessions, [](const SessionView& view) { return view.state != SessionState::Unknown; }));
    if (coverage.sessionsFound < coverage.sessions) addGaps(coverage, whole, Aspect::Liveness);
    const std::vector<ChainLink>* const chain = chainOf(*lock, &part);
    for (std::size_t row = 0; row < lock->rows.size(); ++row) {
        if (lock->rows[row].role != Role::Waiter) continue;
        ++coverage.waiters;
        if (chain && (*chain)[row].verdict != ChainVerdict::Inferred) ++coverage.waitersVerified;
    }
    if (coverage.waitersVerified < coverage.waiters) addGaps(coverage, whole, Aspect::Watches);
    return coverage;
}

}  // namespace

std::shared_ptr<const ClusterAssessment> aboutLock(const ClusterAssessment& checked,
                                                   const std::shared_ptr<const LockQueue>& lock) {
    auto part = std::make_shared<ClusterAssessment>(checked);
    std::set<SessionId> owners;
    for (const QueueRow& row : lock->rows)
        owners.insert(ownerOf(row));
    std::erase_if(part->sessions, [&](const SessionView& view) { return !owners.contains(view.session); });
    std::erase_if(part->waitFor.cycles, [&](const WaitCycle& circle) {
        return std::ranges::any_of(circle.edges, [&](std::size_t edge) {
            return checked.sample->locks[checked.waitFor.edges[edge].lock]->path != lock->path;
        });
    });
    part->coverage = coverageOfPart(lock, *part, checked.coverage.value_or(Coverage{}));
    std::erase_if(part->findings,
                  [&](const Finding& finding) { return !isAbout(finding, lock->path, *part->coverage); });
    return part;
}

Coverage coverageWith(Coverage ofLocks, const ClusterAssessment* checked) {
    if (!checked || !checked->coverage) return ofLocks;
    const Coverage& known = *checked->coverage;
    ofLocks.servers = known.servers;
    ofLocks.sessions = known.sessions;
    ofLocks.sessionsFound = known.sessionsFound;
    ofLocks.waiters = known.waiters;
    ofLocks.waitersVerified = known.waitersVerified;
    addGaps(ofLocks, known, Aspect::Liveness);
    addGaps(ofLocks, known, Aspect::Watches);
    return ofLocks;
}

}  // namespace lockcore
