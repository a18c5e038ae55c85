// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "next_reading.h"

#include "foreign_numbers.h"

namespace lockcore {

NextReading::NextReading(Database& database)
    : m_shown(database,
              "SELECT from_ms FROM queue WHERE lock=?1 AND from_ms>=?2 AND from_ms<=?3"
              " ORDER BY from_ms LIMIT 1"),
      m_unwatched(database,
                  "SELECT to_ms FROM gap WHERE lock=?1 AND kind='unwatched' AND from_ms<=?2"
                  " AND (to_ms IS NULL OR to_ms>?2) ORDER BY id DESC LIMIT 1") {
    Statement runs(database, "SELECT id, began_ms, until_ms FROM run ORDER BY id");
    while (runs.next())
        m_runs.push_back({runs.number(0), runs.number(1), runs.number(2)});
}

std::optional<std::int64_t> NextReading::after(std::int64_t lock, std::int64_t run) {
    const auto [known, isNew] = m_known.try_emplace({lock, run});
    if (!isNew) return known->second;
    for (const Run& later : m_runs) {
        if (later.id > run && !known->second) known->second = in(later, lock);
    }
    return known->second;
}

/// What is known by its name only is told of, but not read: a gap that no reading ended lasts until the run's
/// end.
std::optional<std::int64_t> NextReading::in(const Run& run, std::int64_t lock) {
    m_shown.begin(lock, run.beganUnixMs, run.untilUnixMs);
    std::optional<std::int64_t> read = m_shown.next() ? m_shown.numberIfAny(0) : std::nullopt;
    m_shown.end();
    if (!read || !isTimeThatCanBe(*read)) return std::nullopt;
    m_unwatched.begin(lock, *read);
    const bool isByName = m_unwatched.next();
    if (isByName) read = m_unwatched.numberIfAny(0);
    m_unwatched.end();
    const bool isReading = !isByName || (read && isTimeThatCanBe(*read) && *read < run.untilUnixMs);
    return isReading ? read : std::nullopt;
}

}  // namespace lockcore
