// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "import_activity.h"

#include <algorithm>
#include <utility>

namespace lockcore {

void ImportActivity::add(const TurnTimes& turn) {
    m_counts.add(turn);
    if (m_counts.bytes() > m_mostBytes) putAside();
}

void ImportActivity::end() {
    if (!m_isAside) return addActivity(m_database, m_counts.take());
    putAside();
    countWaiters();
    m_database.run("DROP TABLE temp.waiting");
}

/// Of a table of this connection alone SQLite keeps in memory what there is room for.
void ImportActivity::putAside() {
    if (!std::exchange(m_isAside, true))
        m_database.run(
            "CREATE TEMP TABLE waiting(at_ms INTEGER NOT NULL, more INTEGER NOT NULL, times INTEGER NOT "
            "NULL)");
    const TurnCounts::Part part = m_counts.takePart();
    addActivity(m_database, part.slots);
    Statement add(m_database, "INSERT INTO temp.waiting VALUES(?, ?, ?)");
    for (auto change = part.changes.begin(); change != part.changes.end();) {
        const auto other =
            std::find_if(change, part.changes.end(), [&](const auto& each) { return each != *change; });
        add.run(change->first, std::int64_t{change->second}, std::int64_t{other - change});
        change = other;
    }
}

/// As TurnCounts does, of all parts.
void ImportActivity::countWaiters() {
    Statement changes(m_database, "SELECT at_ms, more, times FROM temp.waiting ORDER BY at_ms, more");
    Statement nextSlot(m_database, "SELECT min(at_ms) FROM activity WHERE at_ms>?");
    Statement put(m_database, "UPDATE activity SET most_waiters=?, waiters=? WHERE at_ms=?");
    const auto slotAfter = [&](std::int64_t slot) {
        nextSlot.begin(slot);
        const auto next = nextSlot.next() ? nextSlot.numberIfAny(0) : std::nullopt;
        nextSlot.end();
        return next;
    };
    std::int64_t waiters = 0;
    changes.begin();
    bool isMore = changes.next();
    for (auto slot = slotAfter(-1); slot; slot = slotAfter(*slot)) {
        std::int64_t most = waiters;
        for (; isMore && changes.number(0) < *slot + kActivityMs; isMore = changes.next()) {
            waiters += changes.number(1) * changes.number(2);
            most = std::max(most, waiters);
        }
        put.run(most, waiters, *slot);
    }
}

}  // namespace lockcore
