// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "turn_table.h"

#include "schema.h"

#include <algorithm>
#include <string_view>

namespace lockcore {
namespace {

constexpr std::string_view kAddTurn =
    "INSERT INTO turn(id, lock, run, name, czxid, session, mode, data, queued_to, queued_within, queued_by,"
    " granted_to, granted_within, left_to, left_within, ended, basis, flags, life)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";
// With the same values. One that had to make room stays away.
constexpr std::string_view kChangeTurn =
    "UPDATE turn SET czxid=?5, session=?6, data=?8, queued_to=?9, queued_within=?10, queued_by=?11,"
    " granted_to=?12, granted_within=?13, left_to=?14, left_within=?15, ended=?16, basis=?17, flags=?18,"
    " life=?19 WHERE id=?1";

using Number = std::optional<std::int64_t>;

std::int64_t flagsOf(const Turn& turn) {
    return (turn.mayHaveHeld ? kMayHaveHeld : 0) | (turn.overtook ? kOvertook : 0) |
           (turn.beganBefore ? kBeganBefore : 0);
}

/// How much sooner it may have been; nothing where no time is known after which it was.
Number withinOf(const Number& from, const Number& to) {
    return from && to ? Number(std::max<std::int64_t>(*to - *from, 0)) : std::nullopt;
}

QueuedBy queuedBy(const Turn& turn, const LeaderClocks& clocks) {
    if (!turn.contender->stat || !turn.queuedAtUnixMs || turn.isTimeDoubted) return QueuedBy::Seen;
    return clocks.aheadAt(turn.contender->stat->czxid) ? QueuedBy::Znode : QueuedBy::ZnodeUncompared;
}

}  // namespace

TurnTable::TurnTable(Database& database, std::int64_t run)
    : m_run(run),
      m_add(database, kAddTurn),
      m_change(database, kChangeTurn),
      m_lastRow(database.number("SELECT coalesce(max(id), 0) FROM turn")) {}

void TurnTable::put(std::int64_t lock, const Turn& turn) {
    const Key key(lock, turn.id);
    // Settled and written: only its times by a clock that was compared since could be others.
    if (turn.end && !m_rows.contains(key) && !m_changed.contains(key)) return;
    m_changed.insert_or_assign(key, turn);
}

void TurnTable::flush() {
    for (const auto& [key, turn] : m_changed) {
        const auto [row, isNew] = m_rows.try_emplace(key, m_lastRow + 1);
        if (isNew) ++m_lastRow;
        write(isNew ? m_add : m_change, row->second, key.first, turn);
        if (turn.end) m_rows.erase(row);
    }
    m_changed.clear();
}

void TurnTable::write(Statement& statement, std::int64_t row, std::int64_t lock, const Turn& turn) {
    const Contender& contender = *turn.contender;
    const std::string_view data = std::string_view(contender.data).substr(0, LockHistory::kMostDataKept);
    const Zxid czxid = contender.stat ? contender.stat->czxid : Zxid::None;
    const QueuedBy by = queuedBy(turn, m_clocks);
    const std::int64_t queuedTo = by == QueuedBy::Seen ? turn.firstSeenUnixMs : *turn.queuedAtUnixMs;
    // What its znode says is one moment; who was first seen had come after the reading without it.
    const Number queuedFrom = by == QueuedBy::Seen ? turn.absentAtUnixMs : Number(queuedTo);
    const auto granted = turn.granted.value_or(Takeover());
    const Number grantedTo = turn.granted ? Number(granted.notAfterUnixMs) : std::nullopt;
    const Number life = turn.leftAtUnixMs ? Number(lifeOf(*turn.leftAtUnixMs - queuedTo)) : std::nullopt;
    const Number ended = turn.end ? Number(static_cast<std::int64_t>(turn.end->kind)) : std::nullopt;
    const Number basis = turn.end ? Number(static_cast<std::int64_t>(turn.end->basis)) : std::nullopt;
    statement.run(row, lock, m_run, std::string_view(contender.name), ifAny(czxid), ifAny(turn.session),
                  static_cast<std::int64_t>(contender.parsed.mode), data, queuedTo,
                  withinOf(queuedFrom, queuedTo), static_cast<std::int64_t>(by), grantedTo,
                  withinOf(granted.notBeforeUnixMs, grantedTo), turn.leftAtUnixMs,
                  withinOf(turn.leftNotBeforeUnixMs, turn.leftAtUnixMs), ended, basis, flagsOf(turn), life);
}

}  // namespace lockcore
