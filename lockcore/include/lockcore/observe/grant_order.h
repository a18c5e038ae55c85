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
    Fair,      ///< all grants that the verdict is of were seen, and none overtook an earlier arrival
    Unfair,    ///< one did at least, whatever was not seen
    NotKnown,  ///< none of those that were seen did, but some were not seen, or have no order
};

/// One grant. Arrivals are in the order in which the server created the znodes, by czxid.
struct SeenGrant {
    std::string contender = {};  ///< who it is
    Zxid arrival = Zxid::None;   ///< None: not known
    bool shares = false;         ///< a reader: it excludes no other reader
    std::size_t queue = 0;       ///< those of different queues do not exclude each other
    /// Grows from one grant to the next, by no clock: Turn::grantedIn, or any such number. Which of those of
    /// one number came first is not known.
    std::uint64_t grantedIn = 0;
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

/// Arrivals against grants. A grant overtakes where an earlier arrival that it excludes is certainly granted
/// later. So readers do not overtake each other, and of those first seen to hold in one state of the
/// directory none overtook another one, nor is that proof of their order. Who left without a grant was
/// overtaken only if the queue showed it waiting when another one was granted.
struct GrantOrder {
    static constexpr std::size_t kMostPlaced = 500;

    std::size_t grants = 0;      ///< whose arrival and grant were seen
    std::size_t overtaking = 0;  ///< of those
    /// Of `grants`, those that another one in the same state excludes: which came first is not known.
    std::size_t together = 0;
    /// Arrivals of which the arrival itself, or a grant that may have come, was not seen.
    std::size_t notSeen = 0;
    /// Arrivals and departures that nobody saw, where they may matter to these grants.
    std::int64_t unseenChanges = 0;
    bool mayBeMoreUnseen = false;  ///< and perhaps others, which nothing counted
    /// Grants that were seen before these and that the verdict is not of, as not all of their time is kept.
    std::size_t notKept = 0;
    /// Of a span of time that was chosen: these are not the last grants, and `notKept` counts what may have
    /// been before the span, too.
    bool isOfSpan = false;
    /// Grants of what has no order of waiting: leases, which their clients only create once it is their turn,
    /// and locks of one znode, whose waiters have none.
    std::size_t withoutOrder = 0;
    std::vector<PlacedGrant> last = {};  ///< in order of grant, at most kMostPlaced

    Fairness fairness() const;
    bool operator==(const GrantOrder&) const = default;
};

/// `grants` are sorted by grantedIn. Pure.
GrantOrder grantOrder(std::vector<SeenGrant> grants);

/// Of what was seen of a lock, in all or of the grants that were seen in a span of time. The order is that of
/// the directory's states, whatever the clock said; times only choose.
///
/// The verdict is of the grants since which all turns are kept; those before are `notKept`. Changes that only
/// cversion tells of, or nothing, make it uncertain where they lie: after the grants that are not kept, and
/// of a span of time within that or between two of its grants. So does a waiter that may have held between
/// two reads.
///
/// Holders that were there when the lock was first read do not count, nor does a reader whose session holds
/// the write lock. An election has no grants, and a semaphore's have no order: its clients queue in the lock
/// beside its leases. Pure.
GrantOrder grantOrder(const LockPast& past, const std::optional<TimeSpan>& span = {});

}  // namespace lockcore
