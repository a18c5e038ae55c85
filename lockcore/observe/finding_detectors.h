// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contender_facts.h"

#include <lockcore/observe/findings.h>
#include <lockcore/observe/wait_for.h>

#include <vector>

namespace lockcore {

using Chains = std::vector<std::vector<ChainLink>>;

/// verifyChain() of each lock of a sample, as in ClusterAssessment.
Chains chainsOf(const ClusterSample& sample, std::string_view chroot);

/// A sample with what all detectors need of it. Refers to all that it is given.
class FindingContext {
public:
    /// `sessions`, `waits` and `chains` are those of the sample.
    FindingContext(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                   const WaitForGraph& waits, const Chains& chains, const Thresholds& thresholds,
                   std::string_view chroot);

    const ClusterSample& sample() const { return m_sample; }
    const Thresholds& thresholds() const { return m_thresholds; }
    std::string_view chroot() const { return m_chroot; }
    const WaitForGraph& waits() const { return m_waits; }
    const Chains& chains() const { return m_chains; }
    /// Null for None, and for sessions without contenders.
    const SessionView* viewOf(SessionId session) const;
    bool isOwn(SessionId session) const;
    /// How long ago a znode was created, by this machine's clock.
    std::chrono::milliseconds ageOf(const Stat& stat) const;

private:
    const ClusterSample& m_sample;
    const Thresholds& m_thresholds;
    const std::string_view m_chroot;
    const std::chrono::milliseconds m_clockAhead;
    const std::vector<SessionView>& m_sessions;
    const WaitForGraph& m_waits;
    const Chains& m_chains;
};

using Findings = std::vector<Finding>;

/// What all detectors find, worst first.
Findings detectProblems(const FindingContext& context);

/// A finding about a lock that names nobody yet.
Finding findingAt(const LockQueue& lock, FindingKind kind, Severity severity);
/// Adds a contender and its session, up to kMostNamed; counts none.
void nameContender(Finding& finding, const QueueRow& row);
/// Information where nobody queues, as far as is known; else `severity`.
Severity severityIn(const LockQueue& lock, Severity severity);

// Who holds, who waits for whom
void findDeadlocks(const FindingContext& context, Findings& findings);
void findAbsentHolders(const FindingContext& context, Findings& findings);
void findSelfWaits(const FindingContext& context, Findings& findings);
void findDuplicates(const FindingContext& context, Findings& findings);
void findPersistentContenders(const FindingContext& context, Findings& findings);

// Queues
void findLongWaits(const FindingContext& context, Findings& findings);
void findLongQueues(const FindingContext& context, Findings& findings);
void findSequenceExhaustion(const FindingContext& context, Findings& findings);
void findOrderMismatches(const FindingContext& context, Findings& findings);
void findUnreadable(const FindingContext& context, Findings& findings);
void findEmptyParents(const FindingContext& context, Findings& findings);
void findMixedDialects(const FindingContext& context, Findings& findings);
void findStrangeNumbers(const FindingContext& context, Findings& findings);
void findLibraryBugs(const FindingContext& context, Findings& findings);

// Watches and servers
void findWatchFaults(const FindingContext& context, Findings& findings);
void findHerds(const FindingContext& context, Findings& findings);
void findBigWakeUps(const FindingContext& context, Findings& findings);
void findWatchBudget(const FindingContext& context, Findings& findings);
void findClockSkew(const FindingContext& context, Findings& findings);

}  // namespace lockcore
