// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockcore {

/// What happened to turns in a slot of time.
struct SlotCounts {
    std::int64_t arrivals = 0;
    std::int64_t grants = 0;
    std::int64_t ends = 0;
    std::int64_t mostWaiters = 0;
    std::int64_t waiters = 0;  ///< at its end
};

/// Times of a turn, as its row has them.
struct TurnTimes {
    std::int64_t queuedTo = 0;
    std::optional<std::int64_t> grantedTo = {};
    bool wasSeenWaiting = false;  ///< else it is not counted as a waiter
    std::optional<std::int64_t> leftTo = {};
    std::int64_t flags = 0;
};

/// Counts turns, in whatever order, by slots of one length. Slots in which nothing happened are left out.
class TurnCounts {
public:
    /// From `fromUnixMs` to `toUnixMs`, the first slot beginning there.
    TurnCounts(std::int64_t fromUnixMs, std::int64_t toUnixMs, std::int64_t slotMs)
        : m_fromUnixMs(fromUnixMs), m_toUnixMs(toUnixMs), m_slotMs(slotMs) {}

    void add(const TurnTimes& turn);
    /// By the beginnings of the slots.
    std::map<std::int64_t, SlotCounts> take();

    using WaiterChange = std::pair<std::int64_t, int>;  ///< by how much there are more from a time on
    /// What can be put together with that of other turns.
    struct Part {
        std::map<std::int64_t, SlotCounts>
            slots;                          ///< without the numbers of waiters; all that changes are in
        std::vector<WaiterChange> changes;  ///< in the order in which they are to be counted
    };
    /// Of all that was added since the last one, which is forgotten.
    Part takePart();
    /// About what it takes in memory.
    std::size_t bytes() const;

private:
    std::int64_t slotOf(std::int64_t unixMs) const;
    bool isWithin(std::int64_t unixMs) const { return unixMs >= m_fromUnixMs && unixMs <= m_toUnixMs; }

    const std::int64_t m_fromUnixMs;
    const std::int64_t m_toUnixMs;
    const std::int64_t m_slotMs;
    std::map<std::int64_t, SlotCounts> m_slots;
    std::vector<WaiterChange> m_waiters;
};

/// Adds slots to the table `activity`.
void addActivity(Database& database, const std::map<std::int64_t, SlotCounts>& slots);

}  // namespace lockcore
