// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_lanes.h"

#include <lockcore/observe/permit_turns.h>

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

/// Builds lanes turn by turn.
class LanesBuilder {
public:
    explicit LanesBuilder(LaneBy by) { m_lanes.by = by; }

    void add(const lockcore::LockPast& past, const TimelineFilter& filter) {
        m_lock = static_cast<std::uint32_t>(m_lanes.locks.size());
        m_lockLane.reset();
        m_lanes.locks.push_back(
            {past.path, past.kind, past.unseen, static_cast<double>(past.watchedFromUnixMs), past.forgotten,
             past.unseenChanges, std::ranges::any_of(past.missed, &lockcore::MissedChanges::mayBeMore)});
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
        placeBars();
        placeTurns();
        return std::move(m_lanes);
    }

private:
    void note(double unixMs) {
        if (m_lanes.earliestMs == 0 || unixMs < m_lanes.earliestMs) m_lanes.earliestMs = unixMs;
    }

    void add(const Turn& turn) {
        m_lane = laneFor(turn);
        m_turn = static_cast<std::uint32_t>(m_lanes.turns.size());
        m_lanes.turns.push_back({turn, m_lock, m_lane});
        ++m_lanes.lanes[m_lane].turns;
        const TurnTimes times = turnTimes(turn);
        addBars(times);
        if (turn.overtook)
            m_lanes.overtakings.push_back({static_cast<double>(times.granted->toUnixMs), m_lane});
    }

    std::uint32_t laneFor(const Turn& turn) {
        if (m_lanes.by == LaneBy::Lock) {
            if (!m_lockLane) m_lockLane = newLane({SessionId::None, m_lanes.locks[m_lock].path});
            return *m_lockLane;
        }
        const auto next = static_cast<std::uint32_t>(m_lanes.lanes.size());
        std::uint32_t lane = next;
        if (turn.session != SessionId::None)
            lane = m_bySession.try_emplace(turn.session, next).first->second;
        else
            lane = m_byName.try_emplace(turn.contender->name, next).first->second;
        return lane == next ? newLane(sessionLane(turn)) : lane;
    }

    std::uint32_t newLane(LaneKey key) {
        TimelineLane& lane = m_lanes.lanes.emplace_back();
        lane.key = std::move(key);
        lane.lock = m_lock;
        return static_cast<std::uint32_t>(m_lanes.lanes.size() - 1);
    }

    void addBars(const TurnTimes& times) {
        note(static_cast<double>(times.came));
        const auto moment = [](std::int64_t unixMs) { return static_cast<double>(unixMs); };
        const double end = times.left ? moment(times.left->fromUnixMs) : m_knownUntil;
        const bool lasts = !times.left;
        if (times.inDoubt) {
            addDoubt(times, end);
            return;
        }
        const double waitEnd = times.granted ? moment(times.granted->fromUnixMs) : end;
        const double holdBegin = times.granted ? moment(times.granted->toUnixMs) : waitEnd;
        if (!times.granted || waitEnd > moment(times.came))
            add(BarKind::Wait, moment(times.came), waitEnd, times.cameBefore, lasts && !times.granted);
        if (holdBegin > waitEnd) add(BarKind::Unsure, waitEnd, holdBegin, false, false);
        if (times.granted) {
            const bool openLeft = times.cameBefore && holdBegin <= moment(times.came);
            add(BarKind::Hold, holdBegin, end, openLeft, lasts);
        }
        if (times.left && times.left->toUnixMs > times.left->fromUnixMs)
            add(BarKind::Unsure, end, moment(times.left->toUnixMs), false, false);
    }

    /// Up to its leaving, whenever that was.
    void addDoubt(const TurnTimes& times, double knownEnd) {
        const double came = static_cast<double>(times.came);
        const double from = static_cast<double>(*times.inDoubt);
        if (from > came) add(BarKind::Wait, came, from, times.cameBefore, false);
        const double end = times.left ? static_cast<double>(times.left->toUnixMs) : knownEnd;
        add(BarKind::Unsure, from, end, times.cameBefore && from <= came, !times.left);
    }

    void add(BarKind kind, double fromMs, double toMs, bool openLeft, bool openRight) {
        const auto row = static_cast<std::uint32_t>(m_lane * kBarKinds + static_cast<std::size_t>(kind));
        m_rows.push_back(row);
        m_bars.push_back({fromMs, std::max(fromMs, toMs), 0, m_turn, openLeft, openRight});
    }

    /// By counting: all rows are known, and bars come nearly sorted.
    void placeBars() {
        std::vector<std::uint32_t> ends(m_lanes.lanes.size() * kBarKinds + 1);
        for (const std::uint32_t row : m_rows)
            ++ends[row + 1];
        for (std::size_t row = 1; row < ends.size(); ++row)
            ends[row] += ends[row - 1];
        for (std::size_t lane = 0; lane < m_lanes.lanes.size(); ++lane)
            for (std::size_t kind = 0; kind <= kBarKinds; ++kind)
                m_lanes.lanes[lane].bars[kind] = ends[lane * kBarKinds + kind];
        m_lanes.bars.resize(m_bars.size());
        for (std::size_t i = 0; i < m_bars.size(); ++i)
            m_lanes.bars[ends[m_rows[i]]++] = m_bars[i];
        for (const TimelineLane& lane : m_lanes.lanes)
            for (std::size_t kind = 0; kind < kBarKinds; ++kind)
                finish({m_lanes.bars.begin() + lane.bars[kind], m_lanes.bars.begin() + lane.bars[kind + 1]});
    }

    static void finish(std::span<TimelineBar> row) {
        if (!std::ranges::is_sorted(row, {}, &TimelineBar::fromMs))
            std::ranges::stable_sort(row, {}, &TimelineBar::fromMs);
        double latest = -kEndless;
        for (TimelineBar& bar : row)
            bar.latestEndMs = latest = std::max(latest, bar.toMs);
    }

    void placeTurns() {
        std::uint32_t first = 0;
        std::vector<std::uint32_t> next;
        next.reserve(m_lanes.lanes.size());
        for (TimelineLane& lane : m_lanes.lanes) {
            lane.firstTurn = first;
            next.push_back(first);
            first += lane.turns;
        }
        m_lanes.byLane.resize(m_lanes.turns.size());
        for (std::size_t turn = 0; turn < m_lanes.turns.size(); ++turn)
            m_lanes.byLane[next[m_lanes.turns[turn].lane]++] = static_cast<std::uint32_t>(turn);
    }

    TimelineLanes m_lanes;
    std::uint32_t m_lock = 0;
    std::uint32_t m_lane = 0;
    std::uint32_t m_turn = 0;
    std::vector<TimelineBar> m_bars;          ///< as they come
    std::vector<std::uint32_t> m_rows;        ///< … and where they belong
    double m_knownUntil = kEndless;           ///< of the lock
    std::optional<std::uint32_t> m_lockLane;  ///< likewise
    std::unordered_map<SessionId, std::uint32_t> m_bySession;
    std::unordered_map<std::string, std::uint32_t> m_byName;
};

}  // namespace

LaneKey sessionLane(const Turn& turn) {
    if (turn.session != SessionId::None) return {turn.session, {}};
    return {turn.session, turn.contender->name};
}

TurnTimes turnTimes(const Turn& turn) {
    TurnTimes times{.came = turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs)};
    times.cameBefore = turn.beganBefore && !turn.queuedAtUnixMs;
    if (turn.granted) {
        const std::int64_t to = std::max(turn.granted->notAfterUnixMs, times.came);
        const std::int64_t from = turn.granted->notBeforeUnixMs.value_or(times.came);
        times.granted = lockcore::TimeSpan{std::clamp(from, times.came, to), to};
    }
    // Before that it was seen to wait.
    if (turn.inDoubt)
        times.inDoubt = std::max(turn.inDoubt->notBeforeUnixMs.value_or(times.came), times.came);
    if (turn.leftAtUnixMs) {
        const std::int64_t to = std::max(*turn.leftAtUnixMs, times.came);
        times.left = lockcore::TimeSpan{std::min(turn.leftNotBeforeUnixMs.value_or(to), to), to};
    }
    return times;
}

BarRow TimelineLanes::row(std::size_t lane, BarKind kind) const {
    const auto& ends = lanes[lane].bars;
    const auto index = static_cast<std::size_t>(kind);
    return BarRow(bars).subspan(ends[index], ends[index + 1] - ends[index]);
}

std::span<const std::uint32_t> TimelineLanes::turnsOf(std::size_t lane) const {
    return std::span(byLane).subspan(lanes[lane].firstTurn, lanes[lane].turns);
}

bool TimelineFilter::accepts(const std::string& path, const Turn& turn) const {
    return std::ranges::all_of(steps, [&](const FilterStep& step) {
        const bool matches = step.by == LaneBy::Lock ? step.key.name == path : step.key == sessionLane(turn);
        return matches == step.keeps;
    });
}

/// A semaphore's clients wait by other znodes than they hold by.
static void addByClients(LanesBuilder& builder, const lockcore::LockPast& past, const TimelineFilter& filter,
                         bool isRecorded) {
    if (!isRecorded && std::ranges::any_of(past.turns, lockcore::standsBeside))
        builder.add(withTurnsOfClients(past), filter);
    else
        builder.add(past, filter);
}

TimelineLanes timelineLanes(const lockcore::LockHistory& history, const std::string& selectedLock, LaneBy by,
                            const TimelineFilter& filter, bool isRecorded) {
    LanesBuilder builder(by);
    if (by == LaneBy::Lock) {
        for (const auto& [path, past] : history.all())
            addByClients(builder, past, filter, isRecorded);
    } else if (const auto* past = history.of(selectedLock)) {
        addByClients(builder, *past, filter, isRecorded);
    }
    return builder.lanes();
}

}  // namespace lockscope
