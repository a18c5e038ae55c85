// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "believed_time.h"
#include "database.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockcore {

/// Keeps a recording within its bounds: what ended longest ago goes first, what is there never. A little at
/// a time, so that nothing waits for it; pages that become free are written again.
class Retention {
public:
    Retention(Database& database, std::optional<std::uint64_t> mostBytes,
              std::optional<std::chrono::milliseconds> keep);

    /// Within a transaction. True where there is more to do.
    bool step(std::int64_t nowUnixMs);
    /// What the file has in use.
    std::uint64_t usedBytes();

private:
    bool forget(std::int64_t beforeUnixMs, std::int64_t mostTurns);
    void forgetOther(std::int64_t beforeUnixMs);

    Database& m_database;
    const std::optional<std::uint64_t> m_mostBytes;
    const std::optional<std::chrono::milliseconds> m_keep;
    const std::uint64_t m_pageBytes;
    BelievedTime m_time;
    std::uint64_t m_steps = 0;
    Statement m_pages;
    Statement m_freePages;
    Statement m_oldestOfLife;
    Statement m_forgetTurn;
};

}  // namespace lockcore
