// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// What a lane of the timeline stands for: the sessions of one lock, or all locks.
enum class LaneBy { Session, Lock };

/// Who a lane is: a session, a contender whose session is not known (name), or a lock (path).
struct LaneKey {
    lockcore::SessionId session = lockcore::SessionId::None;
    std::string name = {};

    auto operator<=>(const LaneKey&) const = default;
};

/// Its session's lane; by its name where the session is not known.
LaneKey sessionLane(const lockcore::Turn& turn);

/// What a turn did when, as far as it was seen, in Unix milliseconds. Bounds are equal where a moment is
/// exact.
struct TurnTimes {
    std::int64_t came = 0;
    bool cameBefore = false;  ///< it came earlier, nobody saw when
    std::optional<lockcore::TimeSpan> granted = {};
    std::optional<lockcore::TimeSpan> left = {};
};

TurnTimes turnTimes(const lockcore::Turn& turn);

/// In the order in which they are painted, one over the other.
enum class BarKind : std::uint8_t { Wait, Unsure, Hold };
inline constexpr std::size_t kBarKinds = 3;

/// A part of a turn: it waits, it holds, or nobody saw which.
struct TimelineBar {
    double fromMs = 0;
    double toMs = 0;  ///< infinite while it lasts
    std::uint32_t turn = 0;
    bool openLeft = false;   ///< began before what was seen
    bool openRight = false;  ///< was not seen to end

    bool operator==(const TimelineBar&) const = default;
};

/// The bars of one kind in one lane, sorted by their begin.
struct BarRow {
    std::vector<TimelineBar> bars;
    /// The latest end of all bars up to each, so that the first visible one is found by binary search.
    std::vector<double> latestEnd;

    /// Indices of the first bar, and of one past the last, that may show in from … to.
    std::pair<std::size_t, std::size_t> within(double fromMs, double toMs) const;
};

struct TimelineLane {
    LaneKey key;
    std::uint32_t lock = 0;  ///< in TimelineLanes::locks
    std::array<BarRow, kBarKinds> rows;
    std::vector<std::uint32_t> turns;  ///< in the order in which they were seen to come
    std::vector<double> overtakes;     ///< moments of grants out of order
};

struct TimelineTurn {
    lockcore::Turn turn;
    std::uint32_t lock = 0;
    std::uint32_t lane = 0;
};

struct TimelineLock {
    std::string path;
    std::vector<lockcore::UnseenSpan> unseen;
    double watchedFromMs = 0;
    std::size_t forgotten = 0;
    std::int64_t unseenChanges = 0;
};

/// What a timeline shows, complete and immutable.
struct TimelineLanes {
    LaneBy by = LaneBy::Session;
    std::vector<TimelineLock> locks;
    std::vector<TimelineTurn> turns;
    std::vector<TimelineLane> lanes;  ///< in the order in which they were first seen; locks by their path
    double earliestMs = 0;            ///< nothing is known before
    std::size_t filteredOut = 0;      ///< turns that the filter left out

    /// −1 if there is none.
    int laneOf(const LaneKey& key) const;
};

/// One step of a filter: only this session or lock, or all but it.
struct FilterStep {
    bool keeps = true;
    LaneBy by = LaneBy::Session;
    LaneKey key;  ///< of a lock: its path as the name

    bool operator==(const FilterStep&) const = default;
};

/// What a timeline leaves out; all steps hold. The last one can be undone.
struct TimelineFilter {
    std::vector<FilterStep> steps;

    bool accepts(const std::string& path, const lockcore::Turn& turn) const;
};

/// Of the selected lock by session, or of all locks. Linear in turns, but for the sorting of what is out of
/// order. Pure.
TimelineLanes timelineLanes(const lockcore::LockHistory& history, const std::string& selectedLock, LaneBy by,
                            const TimelineFilter& filter);

}  // namespace lockscope
