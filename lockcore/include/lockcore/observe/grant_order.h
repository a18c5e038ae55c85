// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Whether a lock was granted in the order of arrival.
enum class Fairness {
    NoGrants,  ///< none was seen yet
    Fair,      ///< all grants were seen, and none overtook an earlier arrival
    Unfair,    ///< one did at least, whatever was not seen
    NotKnown,  ///< none of those that were seen did, but some were not seen, or have no order
};

/// One grant. Arrivals are in the order in which the server created the znodes, by czxid.
struct SeenGrant {
    std::string contender = {};  ///< who it is
    Zxid arrival = Zxid::None;   ///< None: not known
    bool shares = false;         ///< a reader: it excludes no other reader
    std::size_t queue = 0;       ///< those of different queues do not exclude each other
    /// When it was granted, by any clock: those of one moment were granted together.
    std::int64_t moment = 0;
    bool overtook = false;  ///< known already, from what the queue showed when it was granted
};

/// A grant among others.
struct PlacedGrant {
    std::string contender;
    std::size_t arrival = 0;  ///< 1 for the first to come of those beside it
    bool shares = false;
    bool overtook = false;

    bool operator==(const PlacedGrant&) const = default;
};

/// Arrivals against grants. A grant overtakes where an earlier arrival that it excludes is granted later. So
/// readers do not overtake each other, and those granted together overtake nobody. Who left without a grant
/// was overtaken only if the queue showed it waiting at that moment.
struct GrantOrder {
    static constexpr std::size_t kMostPlaced = 500;

    std::size_t grants = 0;      ///< whose arrival and grant were seen
    std::size_t overtaking = 0;  ///< of those
    /// Arrivals of which the arrival itself, or a grant that may have come, was not seen: at most so many.
    std::size_t notSeen = 0;
    /// Grants of what has no order of waiting: leases, which their clients only create once it is their turn,
    /// and locks of one znode, whose waiters have none.
    std::size_t withoutOrder = 0;
    std::vector<PlacedGrant> last = {};  ///< in order of grant, at most kMostPlaced

    Fairness fairness() const;
    bool operator==(const GrantOrder&) const = default;
};

/// `grants` are in the order in which they were granted. Pure.
GrantOrder grantOrder(std::vector<SeenGrant> grants);

/// Of what was seen of a lock, in a span of time or in all. A grant belongs to the moment at which it was
/// seen; holders that were there when the lock was first read do not count. A waiter that may have held
/// between two reads counts as not seen, and so does each pair of changes that only cversion tells of,
/// whenever it was. A reader whose session holds the write lock is no grant of its own. An election has no
/// grants, and a semaphore's have no order: its clients queue in the lock beside its leases. Pure.
GrantOrder grantOrder(const LockPast& past, const std::optional<TimeSpan>& span = {});

}  // namespace lockcore
