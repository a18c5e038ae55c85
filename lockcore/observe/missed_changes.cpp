// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "missed_changes.h"

#include <algorithm>
#include <tuple>

namespace lockcore {

void MissedChanges::add(const MissedChanges& others) {
    until = others.until;
    fromUnixMs = std::min(fromUnixMs, others.fromUnixMs);
    toUnixMs = std::max(toUnixMs, others.toUnixMs);
    count += others.count;
    mayBeMore = mayBeMore || others.mayBeMore;
}

bool isSameState(const LockQueue& before, const LockQueue& after, const QueueDifference& difference) {
    if (!difference.removed.empty() || !difference.added.empty()) return false;
    if (before.stat && after.stat) {
        const auto state = [](const Stat& stat) { return std::tuple(stat.czxid, stat.pzxid, stat.cversion); };
        return state(*before.stat) == state(*after.stat);
    }
    if (before.stat || after.stat || before.freshness != after.freshness) return false;
    return before.reading != 0 && before.reading == after.reading &&
           before.readAtUnixMs == after.readAtUnixMs;
}

/// After a restore of older data newer transactions may have come already, so that the counter alone tells.
static bool isOlderState(const Stat& before, const Stat& after) {
    const std::uint32_t changes =
        static_cast<std::uint32_t>(after.cversion) - static_cast<std::uint32_t>(before.cversion);
    return after.pzxid < before.pzxid || static_cast<std::int32_t>(changes) < 0;
}

MissedChanges missedBetween(const LockQueue& before, const LockQueue& after,
                            const QueueDifference& difference, bool afterGap) {
    if (!after.stat) {
        const bool mayBeMore = before.stat && (afterGap || !before.rows.empty());
        return {.mayBeMore = mayBeMore};
    }
    const bool isSame = before.stat && before.stat->czxid == after.stat->czxid;
    if (isSame && isOlderState(*before.stat, *after.stat)) return {.mayBeMore = true};
    if (isSame) return {.count = unseenChanges(before, after, difference).value_or(0)};
    // A new directory counts from 0.
    const auto shown = static_cast<std::int64_t>(difference.added.size());
    const std::int64_t changes = static_cast<std::uint32_t>(after.stat->cversion);
    return {.count = std::max<std::int64_t>(0, changes - shown), .mayBeMore = before.stat || afterGap};
}

void putOldestTogether(std::deque<MissedChanges>& missed, std::size_t most) {
    while (missed.size() > std::max<std::size_t>(most, 1)) {
        MissedChanges oldest = missed[0];
        oldest.add(missed[1]);
        missed.pop_front();
        missed.front() = oldest;
    }
}

}  // namespace lockcore
