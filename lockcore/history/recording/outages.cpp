// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "outages.h"

#include "foreign_numbers.h"

#include <algorithm>
#include <iterator>

namespace lockcore {
namespace {

constexpr std::size_t kMostConnectionChanges = 1'000'000;
/// That a connection is lost is noticed up to a session's time-out later.
constexpr std::int64_t kLongestUnnoticedMs = 60'000;

}  // namespace

bool Outages::Change::isOutage() const {
    return state != connectionStateName(ConnectionState::Connected) &&
           state != connectionStateName(ConnectionState::Reconnected);
}

Error Outages::Change::reason(const std::string& path) const {
    const bool isExpired = state == connectionStateName(ConnectionState::Expired);
    const bool isRefused = state == connectionStateName(ConnectionState::AuthFailed);
    return {isExpired   ? ErrorCode::SessionExpired
            : isRefused ? ErrorCode::AuthFailed
                        : ErrorCode::ConnectionLoss,
            "watch the lock", path, server};
}

Outages::Outages(Database& database, std::int64_t untilUnixMs)
    : m_database(database), m_untilUnixMs(untilUnixMs) {
    Statement query(database,
                    "SELECT at_ms, state, server FROM connection WHERE at_ms>=?1 AND at_ms<=?2"
                    " ORDER BY at_ms, id");
    query.begin(kEarliestUnixMs, untilUnixMs);
    while (query.next() && m_changes.size() < kMostConnectionChanges)
        m_changes.push_back({query.number(0), query.text(1), query.text(2)});
}

std::vector<TimeSpan> Outages::spans() const {
    std::vector<TimeSpan> spans;
    bool isOut = false;
    for (const Change& change : m_changes) {
        if (isOut && !change.isOutage()) spans.back().toUnixMs = change.atUnixMs;
        if (!isOut && change.isOutage()) spans.push_back({change.atUnixMs, m_untilUnixMs});
        isOut = change.isOutage();
    }
    takeBeginnings(spans);
    return spans;
}

/// That of the locks was noted.
void Outages::takeBeginnings(std::vector<TimeSpan>& spans) const {
    if (spans.empty()) return;
    Statement query(m_database, "SELECT from_ms, to_ms FROM gap WHERE kind='unwatched' AND lock<>0");
    query.begin();
    while (query.next()) {
        const std::int64_t from = query.number(0);
        if (!isTimeThatCanBe(from)) continue;
        const auto outage = std::ranges::lower_bound(spans, from, {}, &TimeSpan::fromUnixMs);
        if (outage == spans.end() || outage->fromUnixMs - from > kLongestUnnoticedMs) continue;
        const auto to = query.numberIfAny(1);
        if (!to || *to >= outage->fromUnixMs) outage->fromUnixMs = from;
    }
}

std::optional<Error> Outages::reasonOf(std::int64_t fromUnixMs, const std::string& path) const {
    const auto next = std::ranges::lower_bound(m_changes, fromUnixMs, {}, &Change::atUnixMs);
    if (next != m_changes.begin() && std::prev(next)->isOutage()) return std::prev(next)->reason(path);
    if (next == m_changes.end() || !next->isOutage()) return std::nullopt;
    if (next->atUnixMs - fromUnixMs > kLongestUnnoticedMs) return std::nullopt;
    return next->reason(path);
}

}  // namespace lockcore
