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

bool ActivityTable::isFirstOf(Zxid znode) {
    return znode == Zxid::None || ++m_znodes[znode].turns == 1;
}

bool ActivityTable::isLastOf(Zxid znode) {
    if (znode == Zxid::None) return true;
    const auto found = m_znodes.find(znode);
    if (--found->second.turns > 0) return false;
    m_znodes.erase(found);
    return true;
}

void ActivityTable::addWaiter(SlotCounts& slot, Zxid znode) {
    if (znode != Zxid::None && ++m_znodes[znode].waiting > 1) return;
    slot.waiters = ++m_waiters;
    slot.mostWaiters = std::max(slot.mostWaiters, m_waiters);
}

void ActivityTable::removeWaiter(SlotCounts& slot, Zxid znode) {
    if (znode != Zxid::None && --m_znodes[znode].waiting > 0) return;
    slot.waiters = --m_waiters;
}

void ActivityTable::put(std::int64_t lock, const Turn& turn, std::int64_t nowUnixMs) {
    const Key key(lock, turn.id);
    const auto there = m_there.find(key);
    if (there == m_there.end()) {
        if (turn.leftAtUnixMs) return;  // that was counted, and only now it is known how it ended
        const Zxid znode = turn.contender->stat ? turn.contender->stat->czxid : Zxid::None;
        m_there.emplace(key, There{!turn.granted, znode});
        SlotCounts& slot = slotOf(nowUnixMs);
        const bool isFirst = isFirstOf(znode);
        if (isFirst && !turn.beganBefore) ++slot.arrivals;
        if (isSeenGrant(turn)) ++slot.grants;
        if (!turn.granted) addWaiter(slot, znode);
        return;
    }
    There& who = there->second;
    if (turn.granted && who.waits) {
        who.waits = false;
        SlotCounts& slot = slotOf(nowUnixMs);
        if (isSeenGrant(turn)) ++slot.grants;
        removeWaiter(slot, who.znode);
    }
    if (!turn.leftAtUnixMs) return;
    SlotCounts& slot = slotOf(nowUnixMs);
    if (who.waits) removeWaiter(slot, who.znode);
    if (isLastOf(who.znode)) ++slot.ends;
    m_there.erase(there);
}

void ActivityTable::flush() {
    if (m_slots.empty()) return;
    addActivity(m_database, m_slots);
    const std::int64_t newestMs = m_slots.rbegin()->first;
    // From before the clock was set back: as many wait after them as do now. What another run counted was so,
    // but for what follows the last of it.
    if (newestMs < m_lastSlotMs) {
        Statement correct(m_database,
                          "UPDATE activity SET waiters=?1 WHERE at_ms>?2 AND (at_ms<=?3 OR at_ms=?4)");
        correct.run(m_waiters, newestMs, m_ownLastMs, m_lastSlotMs);
    }
    m_ownLastMs = std::max(m_ownLastMs, newestMs);
    m_lastSlotMs = std::max(m_lastSlotMs, newestMs);
    m_slots.clear();
}

}  // namespace lockcore
