// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "foreign_numbers.h"
#include "outages.h"
#include "recorded_turns.h"
#include "schema.h"
#include "turn_counts.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

/// Turns that are counted one by one; of more the file has counts, of ten seconds each.
constexpr std::int64_t kMostCounted = 50'000;
constexpr std::size_t kMostBuckets = 100'000;

using Slots = std::map<std::int64_t, SlotCounts>;

std::uint32_t bounded(std::int64_t count) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(count, 0, std::numeric_limits<std::uint32_t>::max()));
}

bool areFew(Database& database, const TimeSpan& span) {
    Statement count(database,
                    "SELECT coalesce(sum(min(max(arrivals, 0), ?3)+min(max(ends, 0), ?3)), 0) FROM activity"
                    " WHERE at_ms>?1 AND at_ms<=?2");
    count.begin(span.fromUnixMs - kActivityMs, span.toUnixMs, kMostCounted + 1);
    return !count.next() || count.number(0) <= kMostCounted;
}

/// Of one znode, in the lock beside a semaphore or as who waits for its permit.
struct TurnOfZnode {
    TurnTimes times;
    std::int64_t znode;
    bool standsBeside;
};

void addTurns(std::vector<TurnOfZnode> turns, TurnCounts& counts) {
    std::unordered_set<std::int64_t> beside;
    for (const TurnOfZnode& turn : turns)
        if (turn.standsBeside && turn.znode != 0) beside.insert(turn.znode);
    for (const TurnOfZnode& turn : turns)
        if (turn.standsBeside || !beside.contains(turn.znode)) counts.add(turn.times);
}

Slots countedTurns(Database& database, const TimeSpan& span, std::int64_t slotMs) {
    std::vector<TurnOfZnode> all;
    const auto add = [&](Statement& turns) {
        while (turns.next())
            all.push_back({.times = {.queuedTo = turns.number(0),
                                     .grantedTo = turns.numberIfAny(1),
                                     .wasSeenWaiting = !turns.isNull(2),
                                     .leftTo = turns.numberIfAny(3),
                                     .flags = turns.number(4)},
                           .znode = turns.numberIfAny(5).value_or(0),
                           .standsBeside = turns.number(6) != 0});
        turns.end();
    };
    const std::string columns =
        "SELECT queued_to, granted_to, granted_within, left_to, flags, czxid, substr(name, 1, 1)='/' FROM "
        "turn";
    Statement left(database,
                   columns +
                       " INDEXED BY turn_at WHERE life=?1 AND left_to>=?2 AND left_to<=?3+(2<<(2*?1))"
                       " AND queued_to<=?3");
    for (std::int64_t life = 0; life <= kMostLife; ++life) {
        left.begin(life, span.fromUnixMs, span.toUnixMs);
        add(left);
    }
    Statement open(database, columns + " INDEXED BY turn_open WHERE life IS NULL AND queued_to<=?1");
    open.begin(span.toUnixMs);
    add(open);
    TurnCounts counts(span.fromUnixMs, span.toUnixMs, slotMs);
    addTurns(std::move(all), counts);
    return counts.take();
}

/// The slots of the table that lie in the span, and the last one before.
Slots keptSlots(Database& database, const TimeSpan& span) {
    Slots slots;
    Statement query(
        database,
        "SELECT at_ms, arrivals, grants, ends, most_waiters, waiters FROM activity WHERE at_ms<=?2"
        " AND at_ms>=coalesce((SELECT max(at_ms) FROM activity WHERE at_ms<?1), ?1)");
    query.begin(span.fromUnixMs, span.toUnixMs);
    while (query.next())
        slots.emplace(query.number(0),
                      SlotCounts{countThatCanBe(query.number(1)), countThatCanBe(query.number(2)),
                                 countThatCanBe(query.number(3)), countThatCanBe(query.number(4)),
                                 countThatCanBe(query.number(5))});
    return slots;
}

/// Between two slots as many wait as at the end of the first.
std::vector<OverviewBucket> bucketsOf(const Slots& slots, const TimeSpan& span, std::int64_t widthMs,
                                      std::size_t count) {
    std::vector<OverviewBucket> buckets(count);
    std::int64_t waiters = 0;
    auto slot = slots.begin();
    for (; slot != slots.end() && slot->first < span.fromUnixMs; ++slot)
        waiters = slot->second.waiters;
    for (std::size_t i = 0; i < count; ++i) {
        OverviewBucket& bucket = buckets[i];
        bucket.mostWaiters = bounded(waiters);
        const std::int64_t end = span.fromUnixMs + static_cast<std::int64_t>(i + 1) * widthMs;
        for (; slot != slots.end() && slot->first < end; ++slot) {
            const SlotCounts& counts = slot->second;
            bucket.arrivals = bounded(bucket.arrivals + counts.arrivals);
            bucket.grants = bounded(bucket.grants + counts.grants);
            bucket.ends = bounded(bucket.ends + counts.ends);
            bucket.mostWaiters = std::max(bucket.mostWaiters, bounded(counts.mostWaiters));
            waiters = counts.waiters;
        }
    }
    return buckets;
}

/// Of what nothing is known in a whole bucket, nothing is told.
void markUnseen(RecordedOverview& overview, std::int64_t widthMs) {
    for (const TimeSpan& unseen : overview.unseen) {
        const auto first = static_cast<std::size_t>((unseen.fromUnixMs - overview.span.fromUnixMs) / widthMs);
        for (std::size_t i = first; i < overview.buckets.size(); ++i) {
            const std::int64_t from = overview.span.fromUnixMs + static_cast<std::int64_t>(i) * widthMs;
            if (from >= unseen.toUnixMs) break;
            OverviewBucket& bucket = overview.buckets[i];
            bucket.unseen = true;
            if (unseen.fromUnixMs <= from && unseen.toUnixMs >= from + widthMs) bucket.mostWaiters = 0;
        }
    }
}

/// In order, without overlaps, cut to `span`.
std::vector<TimeSpan> merged(std::vector<TimeSpan> spans, const TimeSpan& span) {
    std::ranges::sort(spans, {}, &TimeSpan::fromUnixMs);
    std::vector<TimeSpan> all;
    for (TimeSpan each : spans) {
        each = {std::max(each.fromUnixMs, span.fromUnixMs), std::min(each.toUnixMs, span.toUnixMs)};
        if (each.fromUnixMs >= each.toUnixMs) continue;
        if (!all.empty() && each.fromUnixMs <= all.back().toUnixMs)
            all.back().toUnixMs = std::max(all.back().toUnixMs, each.toUnixMs);
        else
            all.push_back(each);
    }
    return all;
}

}  // namespace

Result<std::vector<TimeSpan>> Recording::unseenIn(const TimeSpan& span) {
    std::vector<TimeSpan> unseen = Outages(*m_database, span.toUnixMs).spans();
    std::int64_t knownUntil = span.fromUnixMs;
    for (const RecordedRun& run : m_runs) {
        unseen.push_back({knownUntil, run.beganUnixMs});
        knownUntil = std::max(knownUntil, run.untilUnixMs);
    }
    unseen.push_back({knownUntil, span.toUnixMs});
    Statement ofAll(*m_database, "SELECT from_ms, to_ms FROM gap WHERE lock=0 AND kind='unwatched'");
    ofAll.begin();
    while (ofAll.next())
        unseen.push_back({ofAll.number(0), ofAll.numberIfAny(1).value_or(span.toUnixMs)});
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return merged(std::move(unseen), span);
}

Result<RecordedOverview> Recording::overview(const TimeSpan& span, std::size_t buckets) {
    if (!isTimeThatCanBe(span.fromUnixMs) || !isTimeThatCanBe(span.toUnixMs) ||
        span.fromUnixMs > span.toUnixMs || buckets == 0 || buckets > kMostBuckets)
        return fail(ErrorCode::BadArguments, "not a span of time in parts", m_database->file());
    return inOne(*m_database, [&]() -> Result<RecordedOverview> {
        const std::int64_t length = span.toUnixMs - span.fromUnixMs + 1;
        const auto most = static_cast<std::int64_t>(buckets);
        std::int64_t width = (length + most - 1) / most;
        const bool areTurnsFew = areFew(*m_database, span);
        if (!areTurnsFew) width = std::max(width, kActivityMs);
        const auto count = static_cast<std::size_t>((length + width - 1) / width);
        const Slots slots =
            areTurnsFew ? countedTurns(*m_database, span, width) : keptSlots(*m_database, span);
        RecordedOverview overview{.span = span, .buckets = bucketsOf(slots, span, width, count)};
        auto unseen = unseenIn(span);
        if (!unseen) return tl::unexpected(unseen.error());
        overview.unseen = std::move(*unseen);
        overview.widthMs = width;
        markUnseen(overview, width);
        return overview;
    });
}

}  // namespace lockcore
