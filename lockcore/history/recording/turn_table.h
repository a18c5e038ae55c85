// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/observe/lock_history.h>

#include <cstdint>
#include <map>
#include <utility>

namespace lockcore {

/// Writes turns as they begin, change and end: each once between two flushes, whatever happens to it.
class TurnTable {
public:
    TurnTable(Database& database, std::int64_t run);

    /// What is known of a turn of that lock by now.
    void put(std::int64_t lock, const Turn& turn);
    /// By what clocks znodes got their times.
    void setClocks(const LeaderClocks& clocks) { m_clocks = clocks; }
    void flush();

private:
    using Key = std::pair<std::int64_t, std::uint64_t>;  ///< of the lock, and Turn::id

    void write(Statement& statement, std::int64_t row, std::int64_t lock, const Turn& turn);

    const std::int64_t m_run;
    Statement m_add;
    Statement m_change;
    std::int64_t m_lastRow;
    std::map<Key, std::int64_t> m_rows;  ///< of those that may change still
    std::map<Key, Turn> m_changed;
    LeaderClocks m_clocks;
};

}  // namespace lockcore
