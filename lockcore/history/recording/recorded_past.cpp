// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_turns.h"
#include "schema.h"

#include "report/report_parts.h"
#include "report/standstill.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lockcore {
namespace {

/// That in which a lock was first read: what was granted by then nobody has seen.
constexpr std::uint64_t kFirstRead = 1;

bool isSameLength(const QueueLength& one, const QueueLength& other) {
    return std::tie(one.holders, one.waiters, one.inDoubt) ==
           std::tie(other.holders, other.waiters, other.inDoubt);
}

/// One lock's past as it was known at a moment: what came later is not.
class PastOfLock {
public:
    PastOfLock(const TimeSpan& span, std::int64_t watchedFromUnixMs) : m_span(span) {
        m_past.watchedFromUnixMs = watchedFromUnixMs;
        m_past.lastReadUnixMs = span.toUnixMs;
        // Another moment or beginning is another value.
        m_past.revision =
            static_cast<std::uint64_t>(span.toUnixMs) * 3 + static_cast<std::uint64_t>(span.fromUnixMs);
    }

    void add(RecordedTurn recorded) {
        Turn& turn = recorded.turn;
        m_past.path = recorded.lock;
        m_past.kind = recorded.kind;
        if (recorded.wasCutOff || (turn.leftAtUnixMs && *turn.leftAtUnixMs > m_span.toUnixMs)) {
            turn.leftAtUnixMs.reset();
            turn.leftNotBeforeUnixMs.reset();
            turn.end.reset();
            turn.mayHaveHeld = false;
        }
        if (turn.granted && turn.granted->notAfterUnixMs > m_span.toUnixMs) {
            turn.granted.reset();
            turn.overtook = false;
        }
        // As what is not known of whom stands behind another library's contender.
        if (!recorded.grantIsSure && turn.granted) turn.inDoubt = std::exchange(turn.granted, std::nullopt);
        turn.id = m_past.turns.size() + 1;
        m_past.turns.push_back(std::move(turn));
    }

    void add(const RecordedGap& gap) {
        const bool isOpen = !gap.toUnixMs || *gap.toUnixMs > m_span.toUnixMs;
        const std::int64_t from = std::max(gap.fromUnixMs, m_past.watchedFromUnixMs);
        if (!gap.missed) {
            if (!m_past.unseen.empty() && !m_past.unseen.back().toUnixMs) return;
            m_past.unseen.push_back({from, isOpen ? std::nullopt : gap.toUnixMs});
        } else if (!isOpen) {
            m_missed.push_back(gap);
        }
    }

    LockPast take() {
        m_past.begun = m_past.turns.size();
        numberStates();
        takeLengths();
        return std::move(m_past);
    }

private:
    std::uint64_t stateAt(std::int64_t unixMs) const {
        const auto after = std::ranges::upper_bound(m_changes, unixMs);
        return kFirstRead + static_cast<std::uint64_t>(after - m_changes.begin());
    }

    /// Whatever happened at one time is taken for one change.
    void numberStates() {
        for (const Turn& turn : m_past.turns) {
            if (!turn.beganBefore) m_changes.push_back(turn.firstSeenUnixMs);
            if (turn.granted && (!turn.beganBefore || turn.granted->notBeforeUnixMs))
                m_changes.push_back(turn.granted->notAfterUnixMs);
            if (turn.leftAtUnixMs) m_changes.push_back(*turn.leftAtUnixMs);
        }
        std::ranges::sort(m_changes);
        m_changes.erase(std::unique(m_changes.begin(), m_changes.end()), m_changes.end());
        for (Turn& turn : m_past.turns) {
            if (turn.granted)
                turn.grantedIn = turn.beganBefore && !turn.granted->notBeforeUnixMs
                                     ? kFirstRead
                                     : stateAt(turn.granted->notAfterUnixMs);
            if (turn.leftAtUnixMs) turn.leftIn = stateAt(*turn.leftAtUnixMs);
        }
        m_past.states = kFirstRead + m_changes.size();
        for (const RecordedGap& gap : m_missed) {
            MissedChanges missed{.after = stateAt(gap.fromUnixMs),
                                 .until = stateAt(*gap.toUnixMs),
                                 .fromUnixMs = gap.fromUnixMs,
                                 .toUnixMs = *gap.toUnixMs,
                                 .count = static_cast<std::int64_t>(*gap.missed),
                                 .mayBeMore = gap.mayBeMore};
            m_past.unseenChanges += missed.count;
            m_past.missed.push_back(missed);
        }
    }

    /// Of a number that changes at a time: holders, waiters, in doubt.
    struct Step {
        std::int64_t atUnixMs;
        std::size_t QueueLength::*of;
        int by;
    };

    void addSteps(const Turn& turn, std::vector<Step>& steps) const {
        const std::int64_t came = turn.firstSeenUnixMs;
        const auto left = turn.leftAtUnixMs;
        const auto& first = turn.granted ? turn.granted : turn.inDoubt;
        if (!first || first->notAfterUnixMs > came) {
            steps.push_back({came, &QueueLength::waiters, 1});
            if (first || left)
                steps.push_back({first ? first->notAfterUnixMs : *left, &QueueLength::waiters, -1});
        }
        if (!first) return;
        const auto which = turn.granted ? &QueueLength::holders : &QueueLength::inDoubt;
        steps.push_back({std::max(first->notAfterUnixMs, came), which, 1});
        if (left) steps.push_back({std::max(*left, came), which, -1});
    }

    void takeLengths() {
        // Who leads or stands by has no queue that anybody waits in.
        if (m_past.kind == DirectoryKind::Election) return;
        std::vector<Step> steps;
        for (const Turn& turn : m_past.turns)
            addSteps(turn, steps);
        std::ranges::stable_sort(steps, {}, &Step::atUnixMs);
        QueueLength length{.atUnixMs = m_past.watchedFromUnixMs};
        auto step = steps.begin();
        const auto takeUntil = [&](std::int64_t unixMs) {
            for (; step != steps.end() && step->atUnixMs <= unixMs; ++step)
                length.*(step->of) += static_cast<std::size_t>(step->by);
        };
        takeUntil(length.atUnixMs);
        m_past.lengths.push_back(length);
        while (step != steps.end()) {
            length.atUnixMs = step->atUnixMs;
            takeUntil(length.atUnixMs);
            if (!isSameLength(length, m_past.lengths.back())) m_past.lengths.push_back(length);
        }
    }

    const TimeSpan m_span;
    LockPast m_past;
    std::vector<RecordedGap> m_missed;
    std::vector<std::int64_t> m_changes;  ///< times of all that was seen to change, sorted
};

struct RunOfPast {
    std::int64_t id = 0;
    std::int64_t beganUnixMs = 0;
};

std::optional<RunOfPast> runOfPast(Database& database, std::int64_t unixMs) {
    Statement query(database,
                    "SELECT id, max(began_ms, kept_ms) FROM run WHERE max(began_ms, kept_ms)<=?1"
                    " AND until_ms>=?1 ORDER BY id DESC LIMIT 1");
    query.begin(unixMs);
    if (!query.next()) return std::nullopt;
    return RunOfPast{query.number(0), query.number(1)};
}

/// Since when locks that are there were watched, by path, within a span.
std::map<std::string, std::int64_t> firstReadings(Database& database, const TimeSpan& span) {
    std::map<std::string, std::int64_t> first;
    Statement query(database,
                    "SELECT path, min(from_ms) FROM queue JOIN lock ON lock.id=queue.lock WHERE from_ms<=?2"
                    " AND (to_ms IS NULL OR to_ms>=?1) GROUP BY lock.id");
    query.begin(span.fromUnixMs, span.toUnixMs);
    while (query.next())
        first[query.text(0)] = std::clamp(query.number(1), span.fromUnixMs, span.toUnixMs);
    return first;
}

}  // namespace

Result<LockHistory> Recording::pastIn(const TimeSpan& span, std::size_t mostTurns) {
    const auto run = runOfPast(*m_database, span.toUnixMs);
    if (!run)
        return m_database->problem() ? Result<LockHistory>(tl::unexpected(*m_database->problem()))
                                     : Result<LockHistory>(LockHistory());
    TimeSpan seen{std::max(span.fromUnixMs, run->beganUnixMs), span.toUnixMs};
    auto turns = recordedTurns(*m_database, seen, std::nullopt, mostTurns, run->id);
    if (!turns) return tl::unexpected(turns.error());
    seen.fromUnixMs = std::clamp(turns->completeFromUnixMs, seen.fromUnixMs, seen.toUnixMs);
    auto gaps = gapsIn(seen);
    if (!gaps) return tl::unexpected(gaps.error());
    // Of what went unseen before nothing is known any more.
    if (gaps->size() == kMostEvents)
        seen.fromUnixMs = std::clamp(gaps->front().fromUnixMs, seen.fromUnixMs, seen.toUnixMs);

    // Who waits for a semaphore's permit is told of the semaphore, and has one turn with it.
    const std::set<std::string> parts = partsOfSemaphores(turns->turns);
    std::map<std::string, PastOfLock> locks;
    for (const auto& [path, watchedFrom] : firstReadings(*m_database, seen))
        if (!parts.contains(path)) locks.try_emplace(path, seen, watchedFrom);
    for (RecordedTurn& turn : joinedPermits(std::move(turns->turns))) {
        if (parts.contains(turn.lock)) continue;
        const std::string path = turn.lock;
        locks.try_emplace(path, seen, seen.fromUnixMs).first->second.add(std::move(turn));
    }
    for (const RecordedGap& gap : *gaps) {
        if (gap.isOfList) continue;
        if (gap.lock.empty())
            for (auto& [path, past] : locks)
                past.add(gap);
        else if (const auto found = locks.find(gap.lock); found != locks.end())
            found->second.add(gap);
    }
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    std::map<std::string, LockPast> pasts;
    for (auto& [path, past] : locks) {
        LockPast taken = past.take();
        taken.path = path;
        pasts.emplace(path, std::move(taken));
    }
    return LockHistory::recorded(std::move(pasts));
}

}  // namespace lockcore
