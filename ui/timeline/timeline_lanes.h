// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
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
    std::optional<std::int64_t> inDoubt = {};  ///< from when on it is not known whether it holds
    std::optional<lockcore::TimeSpan> left = {};
};

TurnTimes turnTimes(const lockcore::Turn& turn);

/// In the order in which they are painted, one over the other.
enum class BarKind : std::uint8_t { Wait, Unsure, Hold };
inline constexpr std::size_t kBarKinds = 3;

/// A part of a turn: it waits, it holds, or it is not known which.
struct TimelineBar {
    double fromMs = 0;
    double toMs = 0;  ///< infinite while it lasts
    /// The latest end of all bars of its row up to this one: the first visible one is found by binary search.
    double latestEndMs = 0;
    std::uint32_t turn = 0;
    bool openLeft = false;   ///< began before what was seen
    bool openRight = false;  ///< was not seen to end
};

/// The bars of one kind in one lane, sorted by their begin.
using BarRow = std::span<const TimelineBar>;

struct TimelineLane {
    LaneKey key;
    std::uint32_t lock = 0;  ///< in TimelineLanes::locks
    /// Where its rows begin in TimelineLanes::bars; the last one is the end.
    std::array<std::uint32_t, kBarKinds + 1> bars = {};
    std::uint32_t firstTurn = 0;  ///< in TimelineLanes::byLane
    std::uint32_t turns = 0;
};

/// A grant out of order.
struct Overtaking {
    double atMs = 0;
    std::uint32_t lane = 0;
};

struct TimelineTurn {
    lockcore::Turn turn;
    std::uint32_t lock = 0;
    std::uint32_t lane = 0;
};

struct TimelineLock {
    std::string path;
    lockcore::DirectoryKind kind = lockcore::DirectoryKind::Unknown;
    std::vector<lockcore::UnseenSpan> unseen;
    double watchedFromMs = 0;
    std::size_t forgotten = 0;
    std::int64_t unseenChanges = 0;
    bool mayBeMoreUnseen = false;  ///< and perhaps others, which nothing counted
};

/// What a timeline shows, complete and immutable.
struct TimelineLanes {
    LaneBy by = LaneBy::Session;
    std::vector<TimelineLock> locks;
    std::vector<TimelineTurn> turns;
    std::vector<TimelineLane> lanes;    ///< in the order in which they were first seen; locks by their path
    std::vector<TimelineBar> bars;      ///< of all rows, one after the other
    std::vector<std::uint32_t> byLane;  ///< turns by lane, then in the order in which they were seen to come
    std::vector<Overtaking> overtakings;
    double earliestMs = 0;        ///< nothing is known before
    std::size_t filteredOut = 0;  ///< turns that the filter left out
    /// Sessions of this program; for whoever shows the lanes to set.
    std::set<lockcore::SessionId> own = {};

    BarRow row(std::size_t lane, BarKind kind) const;
    std::span<const std::uint32_t> turnsOf(std::size_t lane) const;
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

/// Of the selected lock by session, or of all locks. Linear in turns, but for sorting what is out of order.
/// Pure.
TimelineLanes timelineLanes(const lockcore::LockHistory& history, const std::string& selectedLock, LaneBy by,
                            const TimelineFilter& filter, bool isRecorded = false);

}  // namespace lockscope
