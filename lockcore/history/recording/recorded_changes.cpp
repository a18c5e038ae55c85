// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "next_reading.h"
#include "recorded_queues.h"
#include "recorded_turns.h"
#include "schema.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {
namespace {

using Number = std::optional<std::int64_t>;

constexpr std::string_view kOpenTurns =
    "SELECT queued_to, queued_by, granted_to, granted_within, flags FROM turn INDEXED BY turn_open"
    " WHERE lock=?1 AND life IS NULL";
/// That left in a time.
constexpr std::string_view kTurnsThatLeft =
    "SELECT queued_to, queued_by, granted_to, granted_within, flags FROM turn INDEXED BY turn_of_lock"
    " WHERE lock=?1 AND life=?2 AND left_to>=?3 AND left_to<=?4";

/// Looks for the next change of a lock that was seen, or the one before. That a run begins or ends is none:
/// who was there when the lock was first read had come and been granted before, and who was there at the end
/// is not known to have left.
class ChangeSearch {
public:
    ChangeSearch(Database& database, std::int64_t lock) : m_database(database), m_lock(lock) {}

    Number after(std::int64_t unixMs) {
        const auto take = [&](const Number& time) {
            if (time && *time > unixMs && isTimeThatCanBe(*time) && (!m_best || *time < *m_best))
                m_best = time;
        };
        takeLeft("SELECT min(left_to)", "left_to>?3", unixMs, take);
        takeOpen(take);
        // Whoever came or was granted sooner than that has left later, within its class's longest life; or
        // its run ended.
        for (std::int64_t life = 0; life <= kMostLife; ++life)
            takeOf(life, unixMs + 1, m_best ? *m_best + longestLife(life) : kLatestUnixMs, take);
        return m_best;
    }

    Number before(std::int64_t unixMs) {
        const auto take = [&](const Number& time) {
            if (time && *time < unixMs && isTimeThatCanBe(*time) && (!m_best || *time > *m_best))
                m_best = time;
        };
        takeLeft("SELECT max(left_to)", "left_to<?3", unixMs, take);
        takeOpen(take);
        for (std::int64_t life = 0; life <= kMostLife; ++life)
            takeOf(life, m_best.value_or(kEarliestUnixMs), unixMs + longestLife(life), take);
        return m_best;
    }

private:
    static std::int64_t longestLife(std::int64_t life) { return std::int64_t{2} << (2 * life); }

    template <class Take>
    void takeLeft(const char* what, const char* when, std::int64_t unixMs, Take take) {
        Statement left(m_database, std::string(what) +
                                       " FROM turn INDEXED BY turn_of_lock WHERE lock=?1 AND life=?2 AND " +
                                       when + " AND (flags&?4)=0");
        for (std::int64_t life = 0; life <= kMostLife; ++life) {
            left.begin(m_lock, life, unixMs, kCutOff);
            if (left.next()) take(left.numberIfAny(0));
            left.end();
        }
    }

    template <class Take>
    void takeOpen(Take take) {
        Statement open(m_database, kOpenTurns);
        open.begin(m_lock);
        takeRows(open, take);
    }

    /// Of those that left in that time.
    template <class Take>
    void takeOf(std::int64_t life, std::int64_t fromMs, std::int64_t toMs, Take take) {
        Statement turns(m_database, kTurnsThatLeft);
        turns.begin(m_lock, life, fromMs, toMs);
        takeRows(turns, take);
    }

    template <class Take>
    static void takeRows(Statement& rows, Take take) {
        while (rows.next()) {
            const bool wasThere = (rows.number(4) & kBeganBefore) != 0;
            const bool wasSeen = rows.number(1) == static_cast<std::int64_t>(QueuedBy::Seen);
            if (!wasThere || !wasSeen) take(rows.numberIfAny(0));
            if (!wasThere || !rows.isNull(3)) take(rows.numberIfAny(2));
        }
    }

    Database& m_database;
    const std::int64_t m_lock;
    Number m_best;
};

bool isSameQueue(const LockQueues& one, const LockQueues& other) {
    const auto isSameRow = [](const QueueRow& a, const QueueRow& b) {
        return a.role == b.role && a.contender->name == b.contender->name;
    };
    return one.size() == other.size() && std::ranges::equal(one, other, [&](const auto& a, const auto& b) {
               return std::ranges::equal(a->rows, b->rows, isSameRow);
           });
}

/// When later runs first read a lock that was otherwise as the run before them ended: later than `from` and
/// sooner than `to`, in the order of runs.
Result<std::vector<std::int64_t>> foundOtherwise(Recording& recording, NextReading& readings,
                                                 std::int64_t number, const std::string& lock,
                                                 std::int64_t from, std::int64_t to) {
    std::vector<std::int64_t> times;
    for (const RecordedRun& run : recording.runs()) {
        const Number read = readings.after(number, run.id);
        if (!read || *read <= from || *read >= to) continue;
        const auto before = recording.locksAt(run.untilUnixMs, lock);
        const auto after = recording.locksAt(*read, lock);
        if (!before) return tl::unexpected(before.error());
        if (!after) return tl::unexpected(after.error());
        if (!isSameQueue(*before, *after)) times.push_back(*read);
    }
    return times;
}

}  // namespace

Result<std::optional<std::int64_t>> Recording::nextChange(const std::string& lock, std::int64_t afterUnixMs) {
    const Number number = numberOfLock(*m_database, lock);
    if (!number) return Number();
    const Number found =
        inOne(*m_database, [&] { return ChangeSearch(*m_database, *number).after(afterUnixMs); });
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    NextReading readings(*m_database);
    const auto between =
        foundOtherwise(*this, readings, *number, lock, afterUnixMs, found.value_or(kLatestUnixMs));
    if (!between) return tl::unexpected(between.error());
    return between->empty() ? found : *std::ranges::min_element(*between);
}

/// A row that ended with the run before is none of this one's.
Result<bool> Recording::wasSeenGone(const std::string& lock, std::int64_t unixMs) {
    const bool isGone = inOne(*m_database, [&] {
        const Number number = numberOfLock(*m_database, lock);
        if (!number) return false;
        Statement query(*m_database,
                        "SELECT 1 FROM queue INDEXED BY queue_of_lock WHERE lock=?1 AND from_ms<=?2"
                        " AND to_ms<=?2 AND to_ms>(SELECT max(began_ms) FROM run WHERE began_ms<=?2"
                        " AND until_ms>=?2) AND NOT EXISTS (SELECT 1 FROM queue WHERE lock=?1 AND from_ms<=?2"
                        " AND (to_ms IS NULL OR to_ms>?2)) AND NOT EXISTS (SELECT 1 FROM gap WHERE lock=0"
                        " AND kind='unwatched' AND from_ms<=?2 AND (to_ms IS NULL OR to_ms>?2)) LIMIT 1");
        query.begin(*number, lastToldBy(m_runs, unixMs));
        return query.next();
    });
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return isGone;
}

Result<std::optional<std::int64_t>> Recording::previousChange(const std::string& lock,
                                                              std::int64_t beforeUnixMs) {
    const Number number = numberOfLock(*m_database, lock);
    if (!number) return Number();
    const Number found =
        inOne(*m_database, [&] { return ChangeSearch(*m_database, *number).before(beforeUnixMs); });
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    NextReading readings(*m_database);
    const auto between =
        foundOtherwise(*this, readings, *number, lock, found.value_or(kEarliestUnixMs), beforeUnixMs);
    if (!between) return tl::unexpected(between.error());
    return between->empty() ? found : *std::ranges::max_element(*between);
}

}  // namespace lockcore
