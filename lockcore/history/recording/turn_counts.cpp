// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "turn_counts.h"

#include "schema.h"

#include <algorithm>

namespace lockcore {

std::int64_t TurnCounts::slotOf(std::int64_t unixMs) const {
    return m_fromUnixMs + (unixMs - m_fromUnixMs) / m_slotMs * m_slotMs;
}

void TurnCounts::add(const TurnTimes& turn) {
    const bool beganBefore = (turn.flags & kBeganBefore) != 0;
    const bool wasCutOff = (turn.flags & kCutOff) != 0;
    if (!beganBefore && isWithin(turn.queuedTo)) ++m_slots[slotOf(turn.queuedTo)].arrivals;
    // Who held when its lock was first read was granted nobody knows when.
    const bool isSeen = turn.grantedTo && (!beganBefore || turn.wasSeenWaiting);
    if (isSeen && isWithin(*turn.grantedTo)) ++m_slots[slotOf(*turn.grantedTo)].grants;
    if (turn.leftTo && !wasCutOff && isWithin(*turn.leftTo)) ++m_slots[slotOf(*turn.leftTo)].ends;

    if (turn.grantedTo && !turn.wasSeenWaiting) return;
    const std::int64_t from = std::max(turn.queuedTo, m_fromUnixMs);
    const auto until = turn.grantedTo ? turn.grantedTo : turn.leftTo;
    if (from > m_toUnixMs || (until && *until <= from)) return;
    m_waiters.emplace_back(from, 1);
    if (until && *until <= m_toUnixMs) m_waiters.emplace_back(*until, -1);
}

std::map<std::int64_t, SlotCounts> TurnCounts::take() {
    Part part = takePart();
    std::int64_t waiters = 0;
    auto change = part.changes.begin();
    for (auto& [slot, counts] : part.slots) {
        counts.mostWaiters = waiters;
        for (; change != part.changes.end() && slotOf(change->first) == slot; ++change) {
            waiters += change->second;
            counts.mostWaiters = std::max(counts.mostWaiters, waiters);
        }
        counts.waiters = waiters;
    }
    return std::move(part.slots);
}

TurnCounts::Part TurnCounts::takePart() {
    // Of one time who goes goes first: another one may have taken its place.
    std::ranges::sort(m_waiters);
    for (const auto& [unixMs, more] : m_waiters)
        m_slots.try_emplace(slotOf(unixMs));
    return {std::exchange(m_slots, {}), std::exchange(m_waiters, {})};
}

std::size_t TurnCounts::bytes() const {
    // Of a tree, with its pointers.
    constexpr std::size_t kSlotBytes = sizeof(decltype(m_slots)::value_type) + 6 * sizeof(void*);
    return m_slots.size() * kSlotBytes + m_waiters.size() * sizeof(WaiterChange);
}

void addActivity(Database& database, const std::map<std::int64_t, SlotCounts>& slots) {
    Statement add(database,
                  "INSERT INTO activity VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(at_ms) DO UPDATE SET"
                  " arrivals=arrivals+excluded.arrivals, grants=grants+excluded.grants,"
                  " ends=ends+excluded.ends, most_waiters=max(most_waiters, excluded.most_waiters),"
                  " waiters=excluded.waiters");
    for (const auto& [atMs, counts] : slots)
        add.run(atMs, counts.arrivals, counts.grants, counts.ends, counts.mostWaiters, counts.waiters);
}

}  // namespace lockcore
