// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_turns.h"
#include "schema.h"

#include <algorithm>
#include <array>

namespace lockcore {
namespace {

constexpr std::array kConnectionStates{ConnectionState::Connecting, ConnectionState::Connected,
                                       ConnectionState::Suspended,  ConnectionState::Reconnected,
                                       ConnectionState::Expired,    ConnectionState::AuthFailed,
                                       ConnectionState::Closed};

/// Newest first, as the query has them, until there are enough; in the order in which they were.
template <class Events>
Result<Events> readOf(Database& database, Statement& query, const TimeSpan& span,
                      typename Events::value_type (*read)(const Statement&)) {
    Events events;
    query.begin(span.fromUnixMs, span.toUnixMs);
    while (events.size() < Recording::kMostEvents && query.next())
        events.push_back(read(query));
    if (database.problem()) return tl::unexpected(*database.problem());
    std::ranges::reverse(events);
    return events;
}

RecordedGap gapOfRow(const Statement& row) {
    RecordedGap gap{row.text(0), row.number(1), row.numberIfAny(2)};
    const std::string kind = row.text(3);
    gap.isOfList = kind == kNotListed;
    if (!kind.starts_with("missed")) return gap;
    gap.missed = static_cast<std::uint64_t>(countThatCanBe(row.number(4)));
    gap.mayBeMore = kind != "missed";
    return gap;
}

RecordedAct actOfRow(const Statement& row) {
    return {row.number(0),       row.text(1), row.text(2), row.text(3),
            Zxid{row.number(4)}, row.text(5), row.text(6), row.text(7)};
}

RecordedConnection connectionOfRow(const Statement& row) {
    const std::string name = row.text(1);
    const auto state = std::ranges::find(kConnectionStates, name, connectionStateName);
    return {row.number(0), state == kConnectionStates.end() ? ConnectionState::Connecting : *state,
            row.text(2), row.text(3)};
}

}  // namespace

Result<std::vector<RecordedGap>> Recording::gapsIn(const TimeSpan& span) {
    Statement query(*m_database,
                    "SELECT coalesce(path, ''), from_ms, to_ms, kind, changes FROM gap LEFT JOIN lock"
                    " ON lock.id=gap.lock WHERE (to_ms IS NULL OR to_ms>=?1) AND from_ms<=?2"
                    " ORDER BY from_ms DESC, gap.id DESC");
    auto gaps = readOf<std::vector<RecordedGap>>(*m_database, query, span, gapOfRow);
    const auto canBe = [](const RecordedGap& gap) {
        return isTimeThatCanBe(gap.fromUnixMs) && (!gap.toUnixMs || isTimeThatCanBe(*gap.toUnixMs));
    };
    if (gaps && !std::ranges::all_of(*gaps, canBe))
        return fail(ErrorCode::BadFormat, "read the recording: a time that can't be", m_database->file());
    return gaps;
}

Result<std::vector<RecordedAct>> Recording::actsIn(const TimeSpan& span) {
    Statement query(
        *m_database,
        "SELECT at_ms, kind, lock, contender, coalesce(czxid, 0), result, coalesce(reason, ''),"
        " coalesce(user, '') FROM act WHERE at_ms>=?1 AND at_ms<=?2 ORDER BY at_ms DESC, id DESC");
    return readOf<std::vector<RecordedAct>>(*m_database, query, span, actOfRow);
}

Result<std::vector<RecordedConnection>> Recording::connectionsIn(const TimeSpan& span) {
    Statement query(*m_database,
                    "SELECT at_ms, state, server, coalesce(problem, '') FROM connection WHERE at_ms>=?1"
                    " AND at_ms<=?2 ORDER BY at_ms DESC, id DESC");
    return readOf<std::vector<RecordedConnection>>(*m_database, query, span, connectionOfRow);
}

}  // namespace lockcore
