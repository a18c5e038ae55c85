// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schema.h"
#include "turn_counts.h"

#include <cstddef>
#include <cstdint>

namespace lockcore {

/// Writes what happened to all locks together, of turns in whatever order: those of a long log come when they
/// end. What would take more memory than `mostBytes` is put into the database until the end. On one thread.
class ImportActivity {
public:
    explicit ImportActivity(Database& database, std::size_t mostBytes = std::size_t{32} << 20U)
        : m_database(database), m_mostBytes(mostBytes) {}

    void add(const TurnTimes& turn);
    /// Of all turns. Nothing is added afterwards.
    void end();

private:
    void putAside();
    void countWaiters();

    Database& m_database;
    const std::size_t m_mostBytes;
    TurnCounts m_counts{0, kLatestUnixMs, kActivityMs};
    bool m_isAside = false;  ///< some of it is in the database
};

}  // namespace lockcore
