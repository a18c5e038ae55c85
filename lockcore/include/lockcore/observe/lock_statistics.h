// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/grant_order.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Jain's fairness index of `shares`: (Σx)² / (n·Σx²), 1 for an empty or all-zero list. Pure.
double jainIndex(const std::vector<std::uint64_t>& shares);

/// The smallest of `values` that `fraction` of them do not exceed; T() of none. Changes their order.
template <class T>
T percentile(std::vector<T>& values, double fraction) {
    if (values.empty()) return T();
    const auto count = static_cast<double>(values.size());
    const auto rank = static_cast<std::size_t>(std::ceil(fraction * count));
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Durations that are over, each exact or between two bounds.
struct DurationStatistics {
    std::vector<KnownDuration> known = {};  ///< all have both bounds; in no order
    std::size_t unknown = 0;                ///< left out: nobody saw when they began
    /// Of `known`, empty where that is. A percentile lies between that of the lower and that of the upper
    /// bounds.
    std::optional<KnownDuration> median = {};
    std::optional<KnownDuration> p95 = {};
    std::optional<KnownDuration> max = {};
};

/// How often each session or host was granted the lock: 0 for one that only waited.
template <class Name>
struct GrantShares {
    std::map<Name, std::uint64_t> grants = {};
    std::uint64_t unknown = 0;  ///< grants whose holders are not known; left out
    double jain = 1.0;          ///< jainIndex() of `grants`
};

/// What the past of one lock comes to in a span of time. A value.
struct LockStatistics {
    // What all of it rests on.
    TimeSpan span;                           ///< since it was first seen, or what was asked for of that
    std::chrono::milliseconds unseen{0};     ///< of which nothing was read
    std::vector<TimeSpan> unseenSpans = {};  ///< … when that was, in order
    /// So long it was watched.
    std::chrono::milliseconds watched() const {
        return std::chrono::milliseconds(span.toUnixMs - span.fromUnixMs) - unseen;
    }
    std::int64_t unseenChanges = 0;   ///< arrivals and departures that only cversion tells of
    bool mayBeMoreUnseen = false;     ///< and perhaps others, which nothing counted
    std::size_t forgotten = 0;        ///< turns that are not kept, of the whole past: none of them counts
    std::size_t forgottenGrants = 0;  ///< grants among those
    bool clockWentBack = false;       ///< LockPast::clockWentBack: no rate is known then

    std::optional<RequestRate> requests =
        {};                    ///< by the directory's Stat; complete even where reads are rare
    std::size_t arrivals = 0;  ///< contenders that were seen to come
    /// Contenders that were seen to become holders. Those that held when the lock was first read, or that
    /// came, held and left between two reads, do not count: there were `unclearEnds` more at most among those
    /// that were seen at all.
    std::size_t grants = 0;
    /// Of the time since which all grants are kept, as far as it was watched; empty where that is less than a
    /// second, and where the clock was set back.
    std::optional<double> grantsPerSecond = {};

    DurationStatistics waits = {};  ///< of `grants`: from the znode's creation to the grant
    DurationStatistics holds = {};  ///< that ended in the span: from the grant to the leaving
    std::size_t giveUps = 0;        ///< waiters that certainly left without a grant
    /// Waiters that left between two reads of which the second shows nobody who was in their way: they gave
    /// up, or held the lock meanwhile; and those of whom it never was known whether they held.
    std::size_t unclearEnds = 0;
    /// How those ended that were seen to hold, by EndKind.
    std::array<std::size_t, kEndKinds> holdEnds = {};
    /// Those of one kind.
    std::size_t holdsEndedAs(EndKind kind) const { return holdEnds.at(static_cast<std::size_t>(kind)); }

    GrantOrder order = {};        ///< grants against arrivals
    std::size_t inversions = 0;   ///< grants past a contender with a smaller number (Turn::overtook)
    std::size_t transitions = 0;  ///< grants to another session than the one before
    GrantShares<SessionId> bySession = {};
    GrantShares<std::string> byHost = {};

    std::size_t longestQueue = 0;  ///< most waiters at one time
    /// From the span's begin to its end: also what was true at the begin, and is at the end. Nothing of what
    /// went unseen.
    std::vector<QueueLength> lengths = {};
};

/// What else is known beside the past of a lock; all of it must outlive the call only.
struct StatisticsSources {
    const std::deque<RequestCount>* requests = nullptr;  ///< of RequestLog; null: none
    const std::map<SessionId, std::string>* hosts =
        nullptr;  ///< where each session comes from; null: unknown
};

/// Counts what happened in `span`, or in all that is kept, whatever the clock said meanwhile. A grant belongs
/// to the moment at which it was seen, a hold and a give-up to that at which the contender was seen gone.
/// Which grant came first is told by states of the directory, never by times. Linear in turns, but for
/// sorting grants of readers. Pure.
LockStatistics lockStatistics(const LockPast& past, const StatisticsSources& sources, std::int64_t nowUnixMs,
                              const std::optional<TimeSpan>& span = {});

}  // namespace lockcore
