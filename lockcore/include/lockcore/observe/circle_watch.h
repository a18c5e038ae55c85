// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/wait_for.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// When a circle of waiting is a deadlock.
struct CircleLimits {
    /// For how long nobody of it must have done anything.
    std::chrono::milliseconds lasting = std::chrono::seconds(5);
    /// After so long it outlasts everything; or after three times the longest hold seen of its locks, where
    /// that is less.
    std::chrono::milliseconds outlasting = std::chrono::seconds(60);

    bool operator==(const CircleLimits&) const = default;
};

/// Tells circles that stand from clients of several threads that take turns, by what their sessions did from
/// sample to sample. A circle has lasted when, for as long as the limits say, none of its sessions created or
/// lost a contender or was granted a lock: then its contenders are the same as well. Of sessions that were
/// seen to do something while they waited that says little: they must outlast the limits besides.
///
/// How many permits a semaphore of Curator has only its clients know, so that the next one may be free while
/// the client that it would be given to is paused. Of such a waiter a server must have told that it answered
/// the client after the permits last changed. Where none tells, the circle is not said to have lasted.
///
/// Pure: knows no clock but the times in samples. A value; lives where its owner lives.
class CircleWatch {
public:
    /// Takes note of a sample, which is not older than the one before, and judges the cycles of its graph.
    /// Where a lasting cycle lies in a knot of others it takes their place. Costs nothing for locks that are
    /// the same value as in the sample before.
    void judge(const ClusterSample& sample, WaitForGraph& graph, const CircleLimits& limits = {});

private:
    /// That the first waiter has counted the permits, and has not got one.
    struct PermitCount {
        SessionId session = SessionId::None;
        Zxid leases = Zxid::None;  ///< their last change before it counted
        std::int64_t sinceMs = 0;
    };
    /// One lock, as last seen.
    struct LockMemory {
        std::shared_ptr<const LockQueue> queue;
        /// Up to when it was there; of one that is listed as of the sample in which the locks last changed.
        std::int64_t confirmedMs = 0;
        bool isListed = false;                            ///< the newest sample has it
        std::map<std::string, std::int64_t> heldSinceMs;  ///< at the latest, by holders' names
        std::optional<std::chrono::milliseconds> longestHold;
        PermitCount count;
    };
    /// A contender that has gone.
    struct Loss {
        SessionId session;
        std::string lock;
        std::int64_t thereUntilMs;  ///< at least
    };

    /// True if anything changed since the sample before.
    bool takeNote(const ClusterSample& sample);
    void compare(const LockQueue& before, const LockQueue& after, std::int64_t confirmedMs);
    void noteHolds(LockMemory& memory);
    void keepOfOneMoment(const ClusterSample& sample, WaitForGraph& graph);
    void findThreads(const ClusterSample& sample, const WaitForGraph& graph, const CircleLimits& limits);
    void noteCounts(const ClusterSample& sample, const WaitForGraph& graph);
    std::optional<std::int64_t> countedSince(const ClusterSample& sample, const WaitForGraph& graph,
                                             const WaitCycle& cycle) const;
    static bool isOf(const PermitCount& count, const LockQueue& queue, const QueueRow& waiter);
    bool isQuiet(SessionId session, std::chrono::milliseconds time) const;
    std::vector<bool> quietSessions(const WaitForGraph& graph, std::chrono::milliseconds time) const;
    void describe(const ClusterSample& sample, const WaitForGraph& graph, const CircleLimits& limits,
                  WaitCycle& cycle) const;

    std::int64_t m_nowMs = 0;
    std::vector<std::shared_ptr<const LockQueue>> m_queues;  ///< of the newest sample
    std::int64_t m_catalogMs = 0;                            ///< when these were listed
    /// Of the newest sample, and of those that it may lack: that they are not listed says nothing of them.
    std::map<std::string, LockMemory> m_locks;
    std::set<SessionId> m_unlisted;  ///< with contenders in locks that the newest sample may lack
    std::map<SessionId, std::int64_t>
        m_activeMs;                  ///< when each session last did something, or was first seen
    std::set<SessionId> m_threaded;  ///< that did something while they waited
    std::vector<Loss> m_losses;      ///< since the sample before
    /// Of the newest sample, not judged; and what their edges count by, where there are any.
    std::vector<WaitCycle> m_cycles;
    std::vector<std::shared_ptr<const LockQueue>> m_locksOfCycles;
};

}  // namespace lockcore
