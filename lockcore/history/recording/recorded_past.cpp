// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_queues.h"
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

    /// As it was known at the span's end.
    void add(RecordedTurn recorded) {
        Turn& turn = recorded.turn;
        m_past.path = recorded.lock;
        m_past.kind = recorded.kind;
        // As what is not known of whom stands behind another library's contender.
        if (!recorded.grantIsSure && turn.granted) turn.inDoubt = std::exchange(turn.granted, std::nullopt);
        if (recorded.wasCutOff) settleCutOff(turn);
        turn.id = m_past.turns.size() + 1;
        m_past.turns.push_back(std::move(turn));
    }

    /// Of those that none of its turns is older than.
    void add(const RecordedGap& gap) {
        const bool isOpen = !gap.toUnixMs || *gap.toUnixMs > m_span.toUnixMs;
        if (!gap.missed)
            addUnseen({gap.fromUnixMs, isOpen ? std::nullopt : gap.toUnixMs});
        else if (!isOpen)
            m_missed.push_back(gap);
    }

    /// Nothing was recorded from the first of these to the second; empty: not again. Before its turns.
    void addHole(const UnseenSpan& hole) {
        addUnseen(hole);
        m_holes.push_back(hole);
        // Who came and went meanwhile nothing counts.
        if (hole.toUnixMs)
            m_missed.push_back({.lock = {},
                                .fromUnixMs = hole.fromUnixMs,
                                .toUnixMs = hole.toUnixMs,
                                .missed = 0,
                                .mayBeMore = true});
    }

    LockPast take() {
        m_past.begun = m_past.turns.size();
        mergeUnseen();
        std::ranges::sort(m_missed, {}, &RecordedGap::fromUnixMs);
        numberStates();
        takeLengths();
        return std::move(m_past);
    }

private:
    void addUnseen(UnseenSpan span) {
        span.fromUnixMs = std::max(span.fromUnixMs, m_past.watchedFromUnixMs);
        if (!span.toUnixMs || *span.toUnixMs > span.fromUnixMs) m_past.unseen.push_back(span);
    }

    /// Its run ended while it was there: when its lock was read next it was not. Where that was never read
    /// again, it is as it was seen last.
    void settleCutOff(Turn& turn) const {
        const std::int64_t endUnixMs = turn.leftAtUnixMs.value_or(m_span.toUnixMs);
        const std::int64_t lostUnixMs = turn.leftNotBeforeUnixMs.value_or(endUnixMs);
        const auto hole = std::ranges::find_if(
            m_holes, [&](const UnseenSpan& each) { return !each.toUnixMs || *each.toUnixMs > lostUnixMs; });
        turn.end.reset();
        if (hole != m_holes.end() && hole->toUnixMs) {
            turn.end.emplace();
            turn.leftAtUnixMs = hole->toUnixMs;
            turn.leftNotBeforeUnixMs = std::min(lostUnixMs, *hole->toUnixMs);
            turn.mayHaveHeld = !turn.granted;
            return;
        }
        turn.leftAtUnixMs.reset();
        turn.leftNotBeforeUnixMs.reset();
        turn.mayHaveHeld = false;
    }

    /// In order, those that touch as one.
    void mergeUnseen() {
        auto& unseen = m_past.unseen;
        std::ranges::sort(unseen, {}, &UnseenSpan::fromUnixMs);
        std::vector<UnseenSpan> merged;
        for (const UnseenSpan& each : unseen) {
            const bool isApart =
                merged.empty() || (merged.back().toUnixMs && *merged.back().toUnixMs < each.fromUnixMs);
            if (isApart)
                merged.push_back(each);
            else if (merged.back().toUnixMs)
                merged.back().toUnixMs =
                    each.toUnixMs ? std::optional(std::max(*merged.back().toUnixMs, *each.toUnixMs))
                                  : std::nullopt;
        }
        unseen = std::move(merged);
    }

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
    std::vector<UnseenSpan> m_holes;      ///< between runs, in order
    std::vector<std::int64_t> m_changes;  ///< times of all that was seen to change, sorted
};

struct RunOfPast {
    std::int64_t id = 0;
    TimeSpan span = {};
};

/// Those that reach into the span, in their order.
std::vector<RunOfPast> runsOfPast(Database& database, const TimeSpan& span) {
    std::vector<RunOfPast> runs;
    Statement query(database,
                    "SELECT id, max(began_ms, kept_ms), until_ms FROM run WHERE until_ms>=kept_ms"
                    " AND max(began_ms, kept_ms)<=?2 AND until_ms>=?1 ORDER BY id");
    query.begin(span.fromUnixMs, span.toUnixMs);
    while (query.next())
        runs.push_back({query.number(0), {query.number(1), query.number(2)}});
    return runs;
}

/// When a lock was first read in a run: what can't be watched yet has a gap from its first row on.
struct FirstReading {
    std::size_t run = 0;
    std::int64_t atUnixMs = 0;
};

/// The first of each run, by path; in their order. No run is in it that has not read the lock by then.
using FirstReadings = std::map<std::string, std::vector<FirstReading>>;

/// A lock that is known, and from when on it was read: not at all where its gap lasts as long as the run.
struct KnownLock {
    TimeSpan span = {};
    std::int64_t readAtUnixMs = 0;
};

KnownLock knownLock(const Statement& row) {
    constexpr std::int64_t kNever = INT64_MAX;
    const std::int64_t from = row.number(1);
    const bool hasGap = !row.isNull(3);
    return {{from, row.numberIfAny(2).value_or(kNever)},
            hasGap ? std::max(from, row.numberIfAny(4).value_or(kNever)) : from};
}

void takeReading(const KnownLock& known, const std::vector<RunOfPast>& runs, const TimeSpan& seen,
                 std::vector<std::optional<std::int64_t>>& readings) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const std::int64_t from = std::max(runs[run].span.fromUnixMs, seen.fromUnixMs);
        const std::int64_t to = std::min(runs[run].span.toUnixMs, seen.toUnixMs);
        if (known.span.fromUnixMs > to || known.span.toUnixMs <= from) continue;
        const bool wasRead = known.readAtUnixMs == known.span.fromUnixMs ||
                             (known.readAtUnixMs <= to && known.readAtUnixMs < runs[run].span.toUnixMs);
        if (!wasRead) continue;
        const std::int64_t at = std::clamp(known.readAtUnixMs, from, to);
        readings[run] = std::min(readings[run].value_or(at), at);
    }
}

FirstReadings firstReadings(Database& database, const std::vector<RunOfPast>& runs, const TimeSpan& seen) {
    std::map<std::string, std::vector<std::optional<std::int64_t>>> ofRuns;
    Statement query(database,
                    "SELECT path, queue.from_ms, queue.to_ms, gap.id, gap.to_ms FROM queue"
                    " JOIN lock ON lock.id=queue.lock LEFT JOIN gap ON gap.lock=queue.lock"
                    " AND gap.kind='unwatched' AND gap.from_ms<=queue.from_ms"
                    " AND (gap.to_ms IS NULL OR gap.to_ms>queue.from_ms)"
                    " WHERE queue.from_ms<=?2 AND (queue.to_ms IS NULL OR queue.to_ms>?1)");
    query.begin(seen.fromUnixMs, seen.toUnixMs);
    while (query.next()) {
        auto& ofLock = ofRuns.try_emplace(query.text(0), runs.size()).first->second;
        takeReading(knownLock(query), runs, seen, ofLock);
    }
    FirstReadings readings;
    for (const auto& [path, ofLock] : ofRuns)
        for (std::size_t run = 0; run < ofLock.size(); ++run)
            if (ofLock[run]) readings[path].push_back({run, *ofLock[run]});
    return readings;
}

/// Gathers what was seen of all locks, from run to run.
class PastOfSpan {
public:
    PastOfSpan(std::vector<RunOfPast> runs, const TimeSpan& seen) : m_runs(std::move(runs)), m_seen(seen) {}

    void add(const FirstReadings& readings) {
        for (const auto& [path, ofLock] : readings) {
            PastOfLock& past = m_locks.try_emplace(path, m_seen, ofLock.front().atUnixMs).first->second;
            for (std::size_t i = 0; i < ofLock.size(); ++i) {
                const bool isLast = i + 1 == ofLock.size();
                const std::int64_t until = m_runs[ofLock[i].run].span.toUnixMs;
                if (isLast && until < m_seen.toUnixMs)
                    past.addHole({until, std::nullopt});
                else if (!isLast && ofLock[i + 1].atUnixMs > until)
                    past.addHole({until, ofLock[i + 1].atUnixMs});
            }
        }
    }

    /// Whoever was there in two runs has one turn. Without those of locks that are a part of another one's.
    void add(std::vector<RecordedTurn> turns, const std::set<std::string>& parts) {
        std::erase_if(turns, [&](const RecordedTurn& turn) { return turn.run > m_runs.back().id; });
        for (RecordedTurn& turn : joinedPermits(joinedRuns(std::move(turns)))) {
            if (turn.run < m_runs.front().id || parts.contains(turn.lock)) continue;
            RecordedTurn known = asKnownAt(std::move(turn), m_seen.toUnixMs);
            const std::string path = known.lock;
            m_locks.try_emplace(path, m_seen, m_seen.fromUnixMs).first->second.add(std::move(known));
        }
    }

    void add(const RecordedGap& gap) {
        if (gap.isOfList) return;
        if (gap.lock.empty())
            for (auto& [path, past] : m_locks)
                past.add(gap);
        else if (const auto found = m_locks.find(gap.lock); found != m_locks.end())
            found->second.add(gap);
    }

    std::map<std::string, LockPast> take() {
        std::map<std::string, LockPast> pasts;
        for (auto& [path, past] : m_locks) {
            LockPast taken = past.take();
            taken.path = path;
            pasts.emplace(path, std::move(taken));
        }
        return pasts;
    }

private:
    const std::vector<RunOfPast> m_runs;
    const TimeSpan m_seen;
    std::map<std::string, PastOfLock> m_locks;
};

}  // namespace

Result<LockHistory> Recording::pastIn(const TimeSpan& wanted, std::size_t mostTurns) {
    const TimeSpan span{wanted.fromUnixMs, std::max(wanted.fromUnixMs, lastToldBy(m_runs, wanted.toUnixMs))};
    auto runs = runsOfPast(*m_database, span);
    if (runs.empty())
        return m_database->problem() ? Result<LockHistory>(tl::unexpected(*m_database->problem()))
                                     : Result<LockHistory>(LockHistory());
    TimeSpan seen{std::max(span.fromUnixMs, runs.front().span.fromUnixMs), span.toUnixMs};
    auto turns = recordedTurns(*m_database, seen, std::nullopt, mostTurns);
    if (!turns) return tl::unexpected(turns.error());
    seen.fromUnixMs = std::clamp(turns->completeFromUnixMs, seen.fromUnixMs, seen.toUnixMs);
    auto gaps = gapsIn(seen);
    if (!gaps) return tl::unexpected(gaps.error());
    // Of what went unseen before nothing is known any more.
    if (gaps->size() == kMostEvents)
        seen.fromUnixMs = std::clamp(gaps->front().fromUnixMs, seen.fromUnixMs, seen.toUnixMs);

    // Who waits for a semaphore's permit is told of the semaphore, and has one turn with it.
    const std::set<std::string> parts = partsOfSemaphores(turns->turns);
    FirstReadings readings = firstReadings(*m_database, runs, seen);
    std::erase_if(readings, [&](const auto& each) { return parts.contains(each.first); });
    PastOfSpan past(std::move(runs), seen);
    past.add(readings);
    past.add(std::move(turns->turns), parts);
    for (const RecordedGap& gap : *gaps)
        past.add(gap);
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return LockHistory::recorded(past.take());
}

}  // namespace lockcore
