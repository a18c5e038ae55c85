// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/recipes/lock_mode.h>
#include <lockcore/session/loop.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lockcore {

/// One acquire of one contender, complete once granted.
struct GrantRecord {
    std::uint64_t contender = 0;
    LockMode mode = LockMode::Exclusive;
    Zxid arrival = Zxid::None;        ///< czxid of its znode: the order of arrival that ZooKeeper itself gave
    std::uint64_t arrivalRank = 0;    ///< 1 for the first arrival recorded
    std::uint64_t grantRank = 0;      ///< 1 for the first grant recorded
    Duration wait{};                  ///< from queued to granted
};

struct FairnessReport {
    std::vector<GrantRecord> recent;  ///< the last grants, oldest first
    std::uint64_t grants = 0;
    /// Grants of contenders that were overtaken by a later arrival which they should have preceded. 0 for a fair queue. Two readers
    /// granted together do not overtake each other.
    std::uint64_t inversions = 0;
    Duration waitMedian{};
    Duration waitP95{};
    Duration waitMax{};
    /// Jain's index of the number of grants for each contender of the same mode: 1 when all got the same, 1/n when one got all.
    double jainIndex = 1.0;
};

/// Compares arrival order with grant order. A plain object without a thread of its own.
class FairnessRecorder {
public:
    /// `keep` bounds how many past grants are remembered for order and percentiles.
    explicit FairnessRecorder(std::size_t keep = 4096);

    void queued(std::uint64_t contender, LockMode mode, Zxid arrival, TimePoint at);
    void granted(std::uint64_t contender, TimePoint at);
    /// The contender gave up or failed; its arrival does not count.
    void withdrawn(std::uint64_t contender);

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
        std::uint64_t contender;
        LockMode mode;
        std::uint64_t grants;
    };
    std::size_t m_keep;
    std::vector<Waiting> m_waiting;
    std::deque<GrantRecord> m_recent;
    std::vector<Share> m_shares;
    std::uint64_t m_arrivals = 0;
    std::uint64_t m_grants = 0;
    std::uint64_t m_inversions = 0;
};

/// Jain's fairness index of `shares`: (Σx)² / (n·Σx²), 1 for an empty or all-zero list.
double jainIndex(const std::vector<std::uint64_t>& shares);

}  // namespace lockcore
