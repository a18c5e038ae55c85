// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_lanes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace lockscope {

namespace {

using lockcore::SessionId;
using lockcore::Turn;

constexpr double kEndless = std::numeric_limits<double>::infinity();

SessionId sessionOf(const Turn& turn) {
    const auto& stat = turn.contender->stat;
    return stat ? stat->ephemeralOwner : SessionId::None;
}

/// Builds lanes turn by turn.
class LanesBuilder {
public:
    explicit LanesBuilder(LaneBy by) { m_lanes.by = by; }

    void add(const lockcore::LockPast& past, const TimelineFilter& filter) {
        m_lock = static_cast<std::uint32_t>(m_lanes.locks.size());
        m_lanes.locks.push_back({past.path, past.unseen, static_cast<double>(past.watchedFromUnixMs),
                                 past.forgotten, past.unseenChanges});
        const bool isUnseen = !past.unseen.empty() && !past.unseen.back().toUnixMs;
        m_knownUntil = isUnseen ? static_cast<double>(past.unseen.back().fromUnixMs) : kEndless;
        note(static_cast<double>(past.watchedFromUnixMs));
        m_lanes.turns.reserve(m_lanes.turns.size() + past.turns.size());
        for (const Turn& turn : past.turns) {
            if (filter.accepts(past.path, turn))
                add(turn);
            else
                ++m_lanes.filteredOut;
        }
    }

    TimelineLanes lanes() {
        for (TimelineLane& lane : m_lanes.lanes)
            for (BarRow& row : lane.rows)
                finish(row);
        return std::move(m_lanes);
    }

private:
    void note(double unixMs) {
        if (m_lanes.earliestMs == 0 || unixMs < m_lanes.earliestMs) m_lanes.earliestMs = unixMs;
    }

    void add(const Turn& turn) {
        const std::uint32_t lane = laneFor(turn);
        m_turn = static_cast<std::uint32_t>(m_lanes.turns.size());
        m_lanes.turns.push_back({turn, m_lock, lane});
        m_lanes.lanes[lane].turns.push_back(m_turn);
        const TurnTimes times = turnTimes(turn);
        addBars(m_lanes.lanes[lane], times);
        if (turn.overtook)
            m_lanes.lanes[lane].overtakes.push_back(static_cast<double>(times.granted->toUnixMs));
    }

    std::uint32_t laneFor(const Turn& turn) {
        const auto next = static_cast<std::uint32_t>(m_lanes.lanes.size());
        std::pair<std::uint32_t, bool> found;
        const SessionId session = m_lanes.by == LaneBy::Session ? sessionOf(turn) : SessionId::None;
        if (session != SessionId::None) {
            const auto [entry, isNew] = m_bySession.try_emplace(session, next);
            found = {entry->second, isNew};
        } else {
            const std::string& name =
                m_lanes.by == LaneBy::Lock ? m_lanes.locks[m_lock].path : turn.contender->name;
            const auto [entry, isNew] = m_byName.try_emplace(name, next);
            found = {entry->second, isNew};
        }
        if (found.second) {
            TimelineLane& lane = m_lanes.lanes.emplace_back();
            lane.key = m_lanes.by == LaneBy::Lock ? LaneKey{SessionId::None, m_lanes.locks[m_lock].path}
                                                  : sessionLane(turn);
            lane.lock = m_lock;
        }
        return found.first;
    }

    void addBars(TimelineLane& lane, const TurnTimes& times) {
        note(static_cast<double>(times.came));
        const auto moment = [](std::int64_t unixMs) { return static_cast<double>(unixMs); };
        const double end = times.left ? moment(times.left->fromUnixMs) : m_knownUntil;
        const bool lasts = !times.left;
        const double waitEnd = times.granted ? moment(times.granted->fromUnixMs) : end;
        const double holdBegin = times.granted ? moment(times.granted->toUnixMs) : waitEnd;
        if (!times.granted || waitEnd > moment(times.came))
            add(lane, BarKind::Wait, moment(times.came), waitEnd, times.cameBefore, lasts && !times.granted);
        if (holdBegin > waitEnd) add(lane, BarKind::Unsure, waitEnd, holdBegin, false, false);
        if (times.granted) {
            const bool openLeft = times.cameBefore && holdBegin <= moment(times.came);
            add(lane, BarKind::Hold, holdBegin, end, openLeft, lasts);
        }
        if (times.left && times.left->toUnixMs > times.left->fromUnixMs)
            add(lane, BarKind::Unsure, end, moment(times.left->toUnixMs), false, false);
    }

    void add(TimelineLane& lane, BarKind kind, double fromMs, double toMs, bool openLeft, bool openRight) {
        lane.rows[static_cast<std::size_t>(kind)].bars.push_back(
            {fromMs, std::max(fromMs, toMs), m_turn, openLeft, openRight});
    }

    static void finish(BarRow& row) {
        if (!std::ranges::is_sorted(row.bars, {}, &TimelineBar::fromMs))
            std::ranges::stable_sort(row.bars, {}, &TimelineBar::fromMs);
        row.latestEnd.reserve(row.bars.size());
        double latest = -kEndless;
        for (const TimelineBar& bar : row.bars) {
            latest = std::max(latest, bar.toMs);
            row.latestEnd.push_back(latest);
        }
    }

    TimelineLanes m_lanes;
    std::uint32_t m_lock = 0;
    std::uint32_t m_turn = 0;
    double m_knownUntil = kEndless;  ///< of the lock
    std::unordered_map<SessionId, std::uint32_t> m_bySession;
    std::unordered_map<std::string, std::uint32_t> m_byName;
};

}  // namespace

LaneKey sessionLane(const Turn& turn) {
    const SessionId session = sessionOf(turn);
    if (session != SessionId::None) return {session, {}};
    return {session, turn.contender->name};
}

TurnTimes turnTimes(const Turn& turn) {
    TurnTimes times{.came = turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs)};
    times.cameBefore = turn.beganBefore && !turn.queuedAtUnixMs;
    if (turn.granted) {
        const std::int64_t to = std::max(turn.granted->notAfterUnixMs, times.came);
        const std::int64_t from = turn.granted->notBeforeUnixMs.value_or(times.came);
        times.granted = lockcore::TimeSpan{std::clamp(from, times.came, to), to};
    }
    if (turn.leftAtUnixMs) {
        const std::int64_t to = std::max(*turn.leftAtUnixMs, times.came);
        times.left = lockcore::TimeSpan{std::min(turn.leftNotBeforeUnixMs.value_or(to), to), to};
    }
    return times;
}

std::pair<std::size_t, std::size_t> BarRow::within(double fromMs, double toMs) const {
    const auto first = std::ranges::lower_bound(latestEnd, fromMs) - latestEnd.begin();
    const auto last = std::ranges::upper_bound(bars, toMs, {}, &TimelineBar::fromMs) - bars.begin();
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(std::max(first, last))};
}

int TimelineLanes::laneOf(const LaneKey& key) const {
    const auto found = std::ranges::find(lanes, key, &TimelineLane::key);
    return found == lanes.end() ? -1 : static_cast<int>(found - lanes.begin());
}

bool TimelineFilter::accepts(const std::string& path, const Turn& turn) const {
    return std::ranges::all_of(steps, [&](const FilterStep& step) {
        const bool matches = step.by == LaneBy::Lock ? step.key.name == path : step.key == sessionLane(turn);
        return matches == step.keeps;
    });
}

TimelineLanes timelineLanes(const lockcore::LockHistory& history, const std::string& selectedLock, LaneBy by,
                            const TimelineFilter& filter) {
    LanesBuilder builder(by);
    if (by == LaneBy::Lock) {
        for (const auto& [path, past] : history.all())
            builder.add(past, filter);
    } else if (const auto* past = history.of(selectedLock)) {
        builder.add(*past, filter);
    }
    return builder.lanes();
}

}  // namespace lockscope
