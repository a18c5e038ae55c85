// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contender_facts.h"
#include "finding_table.h"

#include <lockcore/observe/change_watch.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_index.h>
#include <lockcore/observe/removal_watch.h>
#include <lockcore/observe/wait_for.h>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

class WatchTables;

/// True for a session whose client is gone, or has not been heard of for long.
inline bool isAbsent(const SessionView& view) {
    return view.state == SessionState::Ghost || view.state == SessionState::Silent;
}

using Chains = std::vector<std::vector<ChainLink>>;

/// verifyChain() of each lock of a sample, as in ClusterAssessment.
Chains chainsOf(const ClusterSample& sample, std::string_view chroot);

/// A sample with what all detectors need of it. Refers to all that it is given.
class FindingContext {
public:
    /// `locks`, `sessions`, `waits` and `chains` are those of the sample; `changes` and `removals`, which may
    /// be null, have noted it.
    FindingContext(const ClusterSample& sample, const LockIndex& locks,
                   const std::vector<SessionView>& sessions, const WaitForGraph& waits, const Chains& chains,
                   const Thresholds& thresholds, std::string_view chroot,
                   const ChangeWatch* changes = nullptr, const RemovalWatch* removals = nullptr);

    const ClusterSample& sample() const { return m_sample; }
    /// All locks but those that one contender has, and nobody else wants.
    const std::vector<const LockQueue*>& eventful() const { return m_eventful; }
    /// Their numbers in the sample.
    const std::vector<std::size_t>& eventfulNumbers() const { return m_index.eventful(); }
    const Thresholds& thresholds() const { return m_thresholds; }
    std::string_view chroot() const { return m_chroot; }
    const WaitForGraph& waits() const { return m_waits; }
    const Chains& chains() const { return m_chains; }
    const ChangeWatch* changes() const { return m_changes; }
    const RemovalWatch* removals() const { return m_removals; }
    const std::vector<SessionView>& sessions() const { return m_sessions; }
    /// Null for None, and for sessions without contenders.
    const SessionView* viewOf(SessionId session) const;
    /// True where a client is gone, or has not been heard of.
    bool isAnyAbsent() const { return m_isAnyAbsent; }
    bool isOwn(SessionId session) const;
    /// How long ago a znode was created, by this machine's clock, as far as is known.
    std::chrono::milliseconds ageOf(const Stat& stat) const;
    /// … as far as is certain: for how long it has been seen, where nobody has compared the clocks.
    std::chrono::milliseconds certainAgeOf(const Stat& stat) const;

private:
    std::optional<std::chrono::milliseconds> clockAheadAt(const Stat& stat) const;
    std::chrono::milliseconds seenFor(const Stat& stat) const;

    const ClusterSample& m_sample;
    const LockIndex& m_index;
    const Thresholds& m_thresholds;
    const std::string_view m_chroot;
    const LeaderClocks m_clocks;
    const std::optional<std::chrono::milliseconds> m_commonClockAhead;
    const std::vector<SessionView>& m_sessions;
    const bool m_isAnyAbsent;
    std::vector<const LockQueue*> m_eventful;
    const WaitForGraph& m_waits;
    const Chains& m_chains;
    const ChangeWatch* const m_changes;
    const RemovalWatch* const m_removals;
};

using Findings = std::vector<Finding>;

/// What all detectors find, worst first.
Findings detectProblems(const FindingContext& context);

/// Worst first, and otherwise in an order that is always the same.
void sortWorstFirst(Findings& findings);

/// A finding that names nobody yet, as bad as the table says.
Finding makeFinding(FindingKind kind, Degree degree = Degree::Usual);
/// The same about a lock.
Finding findingAt(const LockQueue& lock, FindingKind kind, Degree degree = Degree::Usual);
/// Adds a contender and its session, up to kMostNamed; counts none.
void nameContender(Finding& finding, const QueueRow& row);

// Who holds, who waits for whom
void findDeadlocks(const FindingContext& context, Findings& findings);
void findAbsentHolders(const FindingContext& context, Findings& findings);
void findAbsentWaiters(const FindingContext& context, Findings& findings);
void findGhostMembers(const FindingContext& context, Findings& findings);
void findSelfWaits(const FindingContext& context, Findings& findings);
void findDuplicates(const FindingContext& context, Findings& findings);
void findRemovedHolders(const FindingContext& context, Findings& findings);
void findPersistentContenders(const FindingContext& context, Findings& findings);

// Queues
void findLongWaits(const FindingContext& context, Findings& findings);
void findLongQueues(const FindingContext& context, Findings& findings);
void findSequenceExhaustion(const FindingContext& context, Findings& findings);
void findOrderMismatches(const FindingContext& context, Findings& findings);
void findExceededPermits(const FindingContext& context, Findings& findings);
void findUnreadable(const FindingContext& context, Findings& findings);
void findEmptyParents(const FindingContext& context, Findings& findings);
void findMixedDialects(const FindingContext& context, Findings& findings);
void findStrangeNumbers(const FindingContext& context, Findings& findings);
void findLibraryBugs(const FindingContext& context, Findings& findings);
void findWatchBugs(const FindingContext& context, Findings& findings);
void findDialectBugs(const FindingContext& context, Findings& findings);
void findManyEphemerals(const FindingContext& context, Findings& findings);
void findLeadershipChanges(const FindingContext& context, Findings& findings);

// Watches and servers
void findWatchFaults(const FindingContext& context, Findings& findings);
/// Waiters whose watches the tables leave open.
struct OpenWatches {
    struct Row {
        std::size_t lock;
        std::size_t row;
        WatchDoubt doubt;
    };
    std::vector<Row> rows = {};  ///< of queues that were compared
    /// Seem to lack theirs in queues that changed while servers were asked, as ChangeWatch::countLasting()
    /// takes them.
    ChangeWatch::Waiters ofChanging = {};
    ChangeWatch::Waiters ofStill = {};  ///< likewise in queues that were compared, findings or not
    bool areCompared = false;           ///< there are tables
    std::uint64_t untold = 0;           ///< in changing queues, of clients whose servers told no table
    std::uint64_t waiters = 0;          ///< in changing queues, of whatever session
    std::uint64_t watching = 0;         ///< … that watch as is due
};
OpenWatches openWatches(const FindingContext& context);
/// A client that has just queued up is between two steps.
inline constexpr std::chrono::milliseconds kSettlingTime{1000};
/// A contender that does not wait for the one of another library right before it, by the watch tables.
struct Passing {
    std::size_t row;
    std::size_t before;
};
/// Those in a mixed directory of which that is certain. `number` is the lock's in the sample, whose watch
/// tables are given.
std::vector<Passing> passingBy(const FindingContext& context, std::size_t number, const WatchTables& tables);
/// As ClusterAssessment::inDoubt.
std::map<std::string, std::vector<std::size_t>, std::less<>> holdersInDoubt(const FindingContext& context);
/// Since when, at the latest, a queue is as it is.
std::int64_t unchangedSinceMs(const FindingContext& context, const LockQueue& lock);
/// As ClusterAssessment::isSharingInDoubt.
bool isSharingInDoubt(const FindingContext& context);
void findHerds(const FindingContext& context, Findings& findings);
void findBigWakeUps(const FindingContext& context, Findings& findings);
void findWatchBudget(const FindingContext& context, Findings& findings);
void findTicketEnd(const FindingContext& context, Findings& findings);
void findCertificateEnds(const FindingContext& context, Findings& findings);
void findClockSkew(const FindingContext& context, Findings& findings);
/// By how much the servers' clocks are ahead of this machine's, where all that told differ by no more than
/// that.
std::optional<std::chrono::milliseconds> commonClockAhead(const std::vector<ServerReport>& servers,
                                                          std::chrono::milliseconds difference);
void findServerLag(const FindingContext& context, Findings& findings);
/// Where none serves there is no session, and so no sample.
void findServersNotServing(const FindingContext& context, Findings& findings);

}  // namespace lockcore
