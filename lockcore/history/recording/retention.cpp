// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "retention.h"

#include "schema.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

/// More than come meanwhile, and done in some milliseconds.
constexpr std::int64_t kTurnsAtOnce = 1'000;
/// Steps from one look for locks of which nothing is left to the next.
constexpr std::uint64_t kLocksEach = 64;
/// Of what the file may have is for what is not in it yet: its log.
constexpr std::uint64_t kRoomPart = 8;
/// What earlier runs had reached; or else when the first one began.
constexpr const char* kKnownUnixMs =
    "SELECT coalesce((SELECT max(until_ms) FROM run WHERE id<(SELECT max(id) FROM run)),"
    " (SELECT max(began_ms) FROM run))";

}  // namespace

Retention::Retention(Database& database, std::optional<std::uint64_t> mostBytes,
                     std::optional<std::chrono::milliseconds> keep)
    : m_database(database),
      m_mostBytes(mostBytes ? std::optional(*mostBytes - *mostBytes / kRoomPart) : std::nullopt),
      m_keep(keep),
      m_pageBytes(static_cast<std::uint64_t>(database.number("PRAGMA page_size"))),
      m_time(database.number(kKnownUnixMs)),
      m_pages(database, "PRAGMA page_count"),
      m_freePages(database, "PRAGMA freelist_count"),
      m_oldestOfLife(database,
                     "SELECT left_to, id FROM turn INDEXED BY turn_at WHERE life=? AND left_to<?"
                     " ORDER BY left_to LIMIT ?"),
      m_forgetTurn(database, "DELETE FROM turn WHERE id=?") {}

std::uint64_t Retention::usedBytes() {
    const auto read = [](Statement& pragma) {
        pragma.begin();
        const auto pages = pragma.next() ? static_cast<std::uint64_t>(pragma.number(0)) : 0;
        pragma.end();
        return pages;
    };
    const std::uint64_t pages = read(m_pages);
    return (pages - std::min(pages, read(m_freePages))) * m_pageBytes;
}

bool Retention::step(std::int64_t nowUnixMs) {
    bool isMore = false;
    const std::int64_t believedMs = m_time.at(nowUnixMs);
    if (m_keep) isMore = forget(believedMs - m_keep->count(), kTurnsAtOnce);
    if (m_mostBytes && usedBytes() > *m_mostBytes) isMore |= forget(nowUnixMs, kTurnsAtOnce);
    return isMore;
}

/// The oldest `mostTurns` of those that ended before, and what else had ended by the end of the last of them.
bool Retention::forget(std::int64_t beforeUnixMs, std::int64_t mostTurns) {
    using Ended = std::pair<std::int64_t, std::int64_t>;
    std::vector<Ended> oldest;
    for (std::int64_t life = 0; life <= kMostLife; ++life) {
        m_oldestOfLife.begin(life, beforeUnixMs, mostTurns);
        while (m_oldestOfLife.next())
            oldest.emplace_back(m_oldestOfLife.number(0), m_oldestOfLife.number(1));
        m_oldestOfLife.end();
    }
    std::ranges::sort(oldest);
    const auto most = static_cast<std::size_t>(mostTurns);
    if (oldest.size() > most) oldest.resize(most);
    for (const auto& [left, id] : oldest)
        m_forgetTurn.run(id);
    // Where turns are left that ended before, what belongs to them stays.
    forgetOther(oldest.size() < most ? beforeUnixMs : oldest.back().first);
    return oldest.size() == most;
}

void Retention::forgetOther(std::int64_t beforeUnixMs) {
    const std::string before = std::to_string(beforeUnixMs);
    m_database.run(("UPDATE run SET kept_ms=" + before + " WHERE kept_ms<" + before).c_str());
    for (const char* table : {"queue", "gap", "client", "server", "finding", "coverage"})
        m_database.run(("DELETE FROM " + std::string(table) + " WHERE to_ms<" + before).c_str());
    // How many waited since is what the last row before tells.
    m_database.run(
        ("DELETE FROM activity WHERE at_ms<(SELECT max(at_ms) FROM activity WHERE at_ms<=" + before + ")")
            .c_str());
    // How a connection, or a clock, stood then is what the last row before tells.
    for (const char* table : {"connection", "leader_clock", "act"})
        m_database.run(("DELETE FROM " + std::string(table) + " WHERE at_ms<" + before +
                        " AND id<(SELECT max(id) FROM " + table + ")")
                           .c_str());
    if (m_steps++ % kLocksEach != 0) return;
    m_database.run(
        "DELETE FROM lock WHERE id NOT IN (SELECT lock FROM queue) AND id NOT IN (SELECT lock FROM gap)"
        " AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.lock=lock.id AND life IS NULL)"
        " AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.lock=lock.id AND life IS NOT NULL)");
}

}  // namespace lockcore
