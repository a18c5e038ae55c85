// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "activity_table.h"

#include "schema.h"

#include <algorithm>

namespace lockcore {

void ActivityTable::begin(std::int64_t nowUnixMs) {
    m_beganUnixMs = nowUnixMs;
    m_lastSlotMs = m_database.number("SELECT coalesce(max(at_ms), 0) FROM activity");
    slotOf(nowUnixMs);
}

/// What a run begins with may have been told long before; what comes later, only if the clock was set back.
SlotCounts& ActivityTable::slotOf(std::int64_t nowUnixMs) {
    m_isUnderWay = m_isUnderWay || nowUnixMs > m_beganUnixMs;
    const std::int64_t seenUnixMs = m_isUnderWay ? nowUnixMs : m_beganUnixMs;
    const auto [slot, isNew] = m_slots.try_emplace(seenUnixMs / kActivityMs * kActivityMs);
    if (isNew) slot->second.mostWaiters = slot->second.waiters = m_waiters;
    return slot->second;
}

void ActivityTable::addWaiters(SlotCounts& slot, int more) {
    m_waiters += more;
    slot.waiters = m_waiters;
    slot.mostWaiters = std::max(slot.mostWaiters, m_waiters);
}

void ActivityTable::put(std::int64_t lock, const Turn& turn, std::int64_t nowUnixMs) {
    const Key key(lock, turn.id);
    auto there = m_there.find(key);
    if (there == m_there.end()) {
        if (turn.leftAtUnixMs) return;  // that was counted, and only now it is known how it ended
        there = m_there.emplace(key, !turn.granted).first;
        SlotCounts& slot = slotOf(nowUnixMs);
        if (!turn.beganBefore) ++slot.arrivals;
        if (isSeenGrant(turn)) ++slot.grants;
        if (!turn.granted) addWaiters(slot, 1);
        return;
    }
    if (turn.granted && there->second) {
        there->second = false;
        SlotCounts& slot = slotOf(nowUnixMs);
        if (isSeenGrant(turn)) ++slot.grants;
        addWaiters(slot, -1);
    }
    if (!turn.leftAtUnixMs) return;
    SlotCounts& slot = slotOf(nowUnixMs);
    ++slot.ends;
    if (there->second) addWaiters(slot, -1);
    m_there.erase(there);
}

void ActivityTable::flush() {
    if (m_slots.empty()) return;
    addActivity(m_database, m_slots);
    const std::int64_t newestMs = m_slots.rbegin()->first;
    // From before the clock was set back: as many wait after them as do now.
    if (newestMs < m_lastSlotMs) {
        Statement correct(m_database, "UPDATE activity SET waiters=? WHERE at_ms>?");
        correct.run(m_waiters, newestMs);
    }
    m_lastSlotMs = std::max(m_lastSlotMs, newestMs);
    m_slots.clear();
}

}  // namespace lockcore
