// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/grant_order.h>
#include <lockcore/recipes/lock_mode.h>
#include <lockcore/session/loop.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace lockcore {

/// One acquire of one contender, complete once granted.
struct GrantRecord {
    std::uint64_t contender = 0;
    LockMode mode = LockMode::Exclusive;
    /// czxid of its znode: the order of arrival that ZooKeeper itself gave. None: nobody knows.
    Zxid arrival = Zxid::None;
    std::uint64_t arrivalRank = 0;  ///< 1 for the first by czxid; those withdrawn do not count; 0: not known
    std::uint64_t grantRank = 0;    ///< 1 for the first grant recorded
    Duration wait{};                ///< from asked to granted
    bool overtaken = false;         ///< counts as an inversion; see FairnessReport
};

/// What a FairnessRecorder has seen so far.
struct FairnessReport {
    std::vector<GrantRecord> recent;  ///< the last grants, oldest first
    std::uint64_t grants = 0;
    std::uint64_t withoutOrder = 0;  ///< of these: whose arrival nobody knows, as where no queue is
    /// Grants that came after the grant of a later arrival (higher czxid), unless both were readers: readers
    /// share, so that their order says nothing. Each grant counts once, however often it was overtaken. 0 for
    /// a fair queue.
    std::uint64_t inversions = 0;
    Duration waitMedian{};  ///< of `recent`, as the next two
    Duration waitP95{};
    Duration waitMax{};
    /// Jain's index of the number of grants for each contender: 1 when all got the same, 1/n when one of n
    /// got all. Contenders of different modes are not compared: the lowest index of any mode. Means nothing
    /// before there are grants.
    double jainIndex = 1.0;
};

/// How many were overtaken; empty where it is not known of all. Pure.
std::optional<std::uint64_t> inversionsOf(const FairnessReport& report);

/// The order of the report's recent grants, told by the contenders themselves: none goes unseen. Those before
/// are not kept. Contenders have their numbers for names. Pure.
GrantOrder grantOrder(const FairnessReport& report);

/// Compares arrival order with grant order. A plain object without a thread of its own.
///
/// It does not matter in which order the arrivals of different contenders are told, as each has a session of
/// its own and replies of different sessions come in any order.
class FairnessRecorder {
public:
    /// `keep` bounds how many past grants are remembered for order and percentiles.
    explicit FairnessRecorder(std::size_t keep = 4096);

    /// The contender is there, and asks.
    void asked(std::uint64_t contender, LockMode mode);
    /// The contender stands in the queue, by the czxid of its znode; `at` starts its wait.
    void queued(std::uint64_t contender, LockMode mode, Zxid arrival, TimePoint at);
    /// The contender owns the lock; `at` ends its wait. Ignored unless it was queued.
    void granted(std::uint64_t contender, TimePoint at);
    /// The contender owns the lock, of which there is no queue, or none that it has told of.
    void grantedWithoutOrder(std::uint64_t contender, LockMode mode, Duration wait);
    /// The contender gave up or failed; its arrival does not count.
    void withdrawn(std::uint64_t contender);
    /// The contender has stopped for good: it does not count for Jain's index any more.
    void left(std::uint64_t contender);

    FairnessReport report() const;

private:
    struct Waiting {
        std::uint64_t contender;
        LockMode mode;
        Zxid arrival;
        std::uint64_t rank;
        TimePoint at;
    };
    struct Share {
        LockMode mode;
        std::uint64_t grants;
    };
    void keep(const GrantRecord& grant);

    std::size_t m_keep;
    std::vector<Waiting> m_waiting;  ///< by arrival
    std::deque<GrantRecord> m_recent;
    std::map<std::uint64_t, Share> m_shares;  ///< by contender
    Zxid m_latestReader = Zxid::None;         ///< highest arrival of a reader that was granted
    Zxid m_latestOther = Zxid::None;          ///< likewise of all others
    std::uint64_t m_arrivals = 0;
    std::uint64_t m_grants = 0;
    std::uint64_t m_inversions = 0;
    std::uint64_t m_withoutOrder = 0;
};

}  // namespace lockcore
