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
    struct There {
        bool waits;
        Zxid znode;  ///< None where it is not read
    };
    /// Who waits for a semaphore's permit has a turn there and one in the lock beside it: of one znode.
    struct Znode {
        int turns = 0;
        int waiting = 0;
    };

    SlotCounts& slotOf(std::int64_t nowUnixMs);
    bool isFirstOf(Zxid znode);
    bool isLastOf(Zxid znode);
    void addWaiter(SlotCounts& slot, Zxid znode);
    void removeWaiter(SlotCounts& slot, Zxid znode);

    Database& m_database;
    std::map<Key, There> m_there;
    std::map<Zxid, Znode> m_znodes;
    std::map<std::int64_t, SlotCounts> m_slots;
    std::int64_t m_waiters = 0;
    std::int64_t m_beganUnixMs = 0;
    bool m_isUnderWay = false;      ///< something was told that happened since
    std::int64_t m_lastSlotMs = 0;  ///< of all that are in the file
    std::int64_t m_ownLastMs = 0;   ///< … of those of this run
};

}  // namespace lockcore
