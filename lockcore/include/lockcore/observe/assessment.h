// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/finding_history.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/observe/verified_queues.h>
#include <lockcore/observe/wait_for.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
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
    std::vector<Finding> findings;  ///< worst first; Over ones are not among them
    /// What became of verified findings: in this sample or in those before it. Never null.
    std::shared_ptr<const FindingEvents> events = std::make_shared<const FindingEvents>();
    /// What all of this rests on. Empty where nobody knows: of locks that were found in a file.
    std::optional<Coverage> coverage = {};

    /// Seem to watch nothing that will tell them of their turn; but their queue has just changed, and who was
    /// before them may have been another one when the servers told of watches.
    std::uint64_t waitersInDoubt = 0;
    /// Whether two clients of different libraries hold one lock, a later watch table may show: its queue has
    /// just changed.
    bool isSharingInDoubt = false;
    /// The list of locks may lack what servers have told: whether the one that gave it is behind, a later
    /// reading shows.
    bool isListInDoubt = false;
    /// Directories whose names do not tell who waits for whom, and that are known by what clients watch.
    VerifiedQueues queues = {};
    /// By path, of locks that several libraries' contenders share: the rows that stand first by their names
    /// and of which no watch table has shown whether they wait for another library's contender.
    std::map<std::string, std::vector<std::size_t>, std::less<>> inDoubt = {};
    /// By path, of locks that a recording has, at a time at which changes of them went unseen: the rows that
    /// may have been something else by then, or gone.
    std::map<std::string, std::vector<std::size_t>, std::less<>> unseen = {};

    /// False where a further sample, a few seconds later, may verify what is only suspected by now.
    bool isSettled() const;
};

/// Works out sessions, waits and findings; `history` knows what the samples before showed. `chroot` is of the
/// connection. `known` is what samples before have shown to be queues, to which this one's are added; null
/// where there were none. The more contenders the longer: not for a thread that paints.
ClusterAssessment assess(std::shared_ptr<const ClusterSample> sample, FindingHistory& history,
                         const Thresholds& thresholds = {}, std::string_view chroot = {},
                         VerifiedQueues* known = nullptr);

/// Findings that were `told` at any time, as of the moment of `checked`: verified later, they are suspected;
/// how long they had lasted, whom they blocked and from where their clients were connected is as `checked`
/// has it, or left out; until when they would last is left out. Worst first. Pure.
std::vector<Finding> findingsOfMoment(std::vector<Finding> told, const ClusterAssessment& checked);

/// `checked`, where nobody looks again: of the sessions whose clients no server has told of, `sessions` could
/// not be said in all the time to be gone, and were not checked, whatever one look leaves in doubt; nor were
/// waiters that seem to lack their watches and of which no second table told. Pure.
ClusterAssessment withDoubtsLeft(ClusterAssessment checked, std::uint64_t sessions);

/// What servers told of the watches of that queue's contenders; null where nobody has compared them, and
/// where others contend than when they were compared. Pure.
const std::vector<ChainLink>* chainOf(const LockQueue& lock, const ClusterAssessment& checked);

/// What is covered of `locks`, by path, which may have been read later than what was checked: there are
/// gaps for waiters of queues that are not as they were then, and for sessions that came since. `checked`:
/// null where nothing was. `catalog` names the locks: the gaps of Aspect::Locks are its own. Pure.
Coverage coverageOf(const LockQueues& locks, const LockCatalog& catalog, const ClusterAssessment* checked);

}  // namespace lockcore
