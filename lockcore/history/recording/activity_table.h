// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "turn_counts.h"

#include <lockcore/observe/lock_history.h>

#include <cstdint>
#include <map>
#include <utility>

namespace lockcore {

/// Writes what happens to all locks together, by when it was seen, so that an overview of a long recording
/// has not to read all its turns. On one thread.
class ActivityTable {
public:
    explicit ActivityTable(Database& database) : m_database(database) {}

    /// A run begins, which knows of nobody yet.
    void begin(std::int64_t nowUnixMs);
    /// A turn that has begun or changed.
    void put(std::int64_t lock, const Turn& turn, std::int64_t nowUnixMs);
    void flush();

private:
    using Key = std::pair<std::int64_t, std::uint64_t>;  ///< lock and Turn::id

    SlotCounts& slotOf(std::int64_t nowUnixMs);
    void addWaiters(SlotCounts& slot, int more);

    Database& m_database;
    std::map<Key, bool> m_there;  ///< whether it waits
    std::map<std::int64_t, SlotCounts> m_slots;
    std::int64_t m_waiters = 0;
    std::int64_t m_beganUnixMs = 0;
    bool m_isUnderWay = false;      ///< something was told that happened since
    std::int64_t m_lastSlotMs = 0;  ///< of all that are in the file
};

}  // namespace lockcore
