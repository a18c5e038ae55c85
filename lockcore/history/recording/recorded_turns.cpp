// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_turns.h"

#include "next_reading.h"
#include "recorded_queues.h"
#include "schema.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

using Number = std::optional<std::int64_t>;

constexpr std::string_view kTurnColumns =
    "SELECT lock, run, name, czxid, session, mode, data, queued_to, queued_within, queued_by, granted_to,"
    " granted_within, left_to, left_within, ended, basis, ended_by, flags FROM turn WHERE id=?";

struct Column {
    enum : int {
        kLock,
        kRun,
        kName,
        kCzxid,
        kSession,
        kMode,
        kData,
        kQueuedTo,
        kQueuedWithin,
        kQueuedBy,
        kGrantedTo,
        kGrantedWithin,
        kLeftTo,
        kLeftWithin,
        kEnded,
        kBasis,
        kEndedBy,
        kFlags
    };
};

/// What a lock was, and when.
class LocksOfSpan {
public:
    LocksOfSpan(Database& database, const TimeSpan& span, const std::optional<std::string>& lock) {
        const std::string sql =
            "SELECT lock.id, path, queue.from_ms, kind, dialect FROM lock LEFT JOIN queue ON "
            "queue.lock=lock.id"
            " AND from_ms<=?1 AND (to_ms IS NULL OR to_ms>=?2)";
        Statement query(database, (lock ? sql + " WHERE path=?3" : sql) + " ORDER BY lock.id, from_ms");
        if (lock)
            query.begin(span.toUnixMs, span.fromUnixMs, std::string_view(*lock));
        else
            query.begin(span.toUnixMs, span.fromUnixMs);
        while (query.next())
            add(query);
    }

    struct Was {
        std::int64_t fromUnixMs = 0;
        DirectoryKind kind = DirectoryKind::Unknown;
        Dialect dialect = Dialect::Unknown;
    };

    /// Null for one that is not among them.
    const std::string* pathOf(std::int64_t lock) const {
        const auto found = m_locks.find(lock);
        return found == m_locks.end() ? nullptr : &found->second.path;
    }
    /// As it was known to be at last within that time, or soon after. What its first reading takes for
    /// something else, or an empty directory, is of no kind that counts.
    Was during(std::int64_t lock, std::int64_t fromUnixMs, std::int64_t toUnixMs) const {
        const auto found = m_locks.find(lock);
        if (found == m_locks.end() || found->second.was.empty()) return {};
        const auto& was = found->second.was;
        const auto isKnown = [](const Was& each) { return each.kind != DirectoryKind::Unknown; };
        // What it became as that time ended is not what it was.
        const auto later = std::ranges::lower_bound(was, toUnixMs, {}, &Was::fromUnixMs);
        const auto last = std::find_if(std::reverse_iterator(later), was.rend(), isKnown);
        const auto began = std::ranges::upper_bound(was, fromUnixMs, {}, &Was::fromUnixMs);
        // The row before it ended as this one began.
        const bool isOfThen = last != was.rend() && (last.base() >= began);
        if (isOfThen) return *last;
        const auto next = std::find_if(later, was.end(), isKnown);
        return next == was.end() ? was.back() : *next;
    }

private:
    struct Lock {
        std::string path;
        std::vector<Was> was;
    };

    void add(const Statement& row) {
        Lock& lock = m_locks[row.number(0)];
        lock.path = row.text(1);
        if (row.isNull(2)) return;
        lock.was.push_back({row.number(2),
                            directoryKindFromName(row.text(3)).value_or(DirectoryKind::Unknown),
                            dialectFromKey(row.text(4)).value_or(Dialect::Unknown)});
    }

    std::map<std::int64_t, Lock> m_locks;
};

Number before(const Number& to, const Number& within) {
    return to && within ? Number(*to - *within) : std::nullopt;
}

std::optional<ContenderEnd> endOf(const Statement& row) {
    const std::int64_t kind = row.number(Column::kEnded);
    const std::int64_t basis = row.number(Column::kBasis);
    const auto isCode = [](std::int64_t code, std::size_t count) {
        return code >= 0 && code < static_cast<std::int64_t>(count);
    };
    if (row.isNull(Column::kEnded) || !isCode(kind, kEndKinds) || !isCode(basis, kEndBases))
        return std::nullopt;
    return ContenderEnd{static_cast<EndKind>(kind), static_cast<EndBasis>(basis)};
}

class TurnsOfSpan {
public:
    TurnsOfSpan(Database& database, const TimeSpan& span, const std::optional<std::string>& lock,
                std::size_t most, const Number& run)
        : m_database(database),
          m_span(span),
          m_most(most),
          m_run(run),
          m_locks(database, span, lock),
          m_lock(lock ? numberOfLock(database, *lock).value_or(kNoLock) : Number()),
          m_clocks(recordedClocks(database, span.toUnixMs)),
          m_nextReading(database) {}

    Result<RecordedTurns> read() {
        findThere();
        findLeft();
        readAll();
        if (m_problem) return tl::unexpected(*m_problem);
        if (m_database.problem()) return tl::unexpected(*m_database.problem());
        // Of one time, in the order in which they were written.
        std::ranges::stable_sort(m_turns.turns, {},
                                 [](const RecordedTurn& turn) { return turn.turn.firstSeenUnixMs; });
        return std::move(m_turns);
    }

private:
    static constexpr std::int64_t kNoLock = -1;

    std::string tableBy(const char* ofAll, const char* ofOne) const {
        return std::string(" FROM turn INDEXED BY ") + (m_lock ? ofOne : ofAll) + " WHERE " +
               (m_lock ? "lock=" + std::to_string(*m_lock) + " AND " : std::string());
    }

    /// At the end of the span.
    void findThere() {
        Statement left(m_database,
                       "SELECT id" + tableBy("turn_at", "turn_of_lock") +
                           "life=?1 AND left_to>?2 AND left_to<=?2+(2<<(2*?1)) AND queued_to<=?2");
        for (std::int64_t life = 0; life <= kMostLife; ++life) {
            left.begin(life, m_span.toUnixMs);
            addIds(left);
        }
        Statement open(m_database,
                       "SELECT id" + tableBy("turn_open", "turn_open") + "life IS NULL AND queued_to<=?1");
        open.begin(m_span.toUnixMs);
        addIds(open);
    }

    void addIds(Statement& query) {
        while (query.next() && !m_problem) {
            if (m_ids.size() == Recording::kMostContenders) refuse(ErrorCode::TooLarge, "its contenders");
            m_ids.push_back(query.number(0));
        }
        query.end();
    }

    /// Those that left within the span, the last of them.
    void findLeft() {
        using Left = std::pair<std::int64_t, std::int64_t>;
        std::vector<Left> left;
        m_turns.completeFromUnixMs = m_span.fromUnixMs;
        Statement query(m_database,
                        "SELECT left_to, id" + tableBy("turn_at", "turn_of_lock") +
                            "life=?1 AND left_to>=?2 AND left_to<=?3 ORDER BY left_to DESC LIMIT ?4");
        for (std::int64_t life = 0; life <= kMostLife; ++life) {
            query.begin(life, m_span.fromUnixMs, m_span.toUnixMs, static_cast<std::int64_t>(m_most) + 1);
            while (query.next())
                left.emplace_back(query.number(0), query.number(1));
            query.end();
        }
        std::ranges::sort(left, std::ranges::greater());
        if (left.size() > m_most) {
            // Of those that left with the last one some may lack.
            m_turns.completeFromUnixMs = left[m_most].first + 1;
            left.resize(m_most);
        }
        for (const auto& [unixMs, id] : left)
            m_ids.push_back(id);
    }

    void readAll() {
        std::ranges::sort(m_ids);
        Statement row(m_database, kTurnColumns);
        for (const std::int64_t id : m_ids) {
            if (m_problem) return;
            row.begin(id);
            if (row.next()) add(row);
            row.end();
        }
    }

    void add(const Statement& row) {
        if (m_run && row.number(Column::kRun) != *m_run) return;
        const std::string* const path = m_locks.pathOf(row.number(Column::kLock));
        if (!path || !haveTimes(row)) return;
        RecordedTurn turn{.lock = *path, .run = row.number(Column::kRun)};
        const std::int64_t queuedTo = row.number(Column::kQueuedTo);
        const auto was = m_locks.during(row.number(Column::kLock), queuedTo,
                                        row.numberIfAny(Column::kLeftTo).value_or(m_span.toUnixMs));
        const std::int64_t flags = row.number(Column::kFlags);
        turn.kind = was.kind;
        turn.dialect = was.dialect;
        turn.wasCutOff = (flags & kCutOff) != 0;
        if (turn.wasCutOff) turn.nextReadUnixMs = m_nextReading.after(row.number(Column::kLock), turn.run);
        turn.grantIsSure = (flags & kGrantUnsure) == 0;
        turn.endedBy = SessionId{row.numberIfAny(Column::kEndedBy).value_or(raw(SessionId::None))};
        turn.turn = turnOf(row, was.dialect);
        m_turns.turns.push_back(std::move(turn));
    }

    bool haveTimes(const Statement& row) {
        const bool can = std::ranges::all_of(
            std::array{Column::kQueuedTo, Column::kGrantedTo, Column::kLeftTo}, [&](int column) {
                const auto time = row.numberIfAny(column);
                return !time || isTimeThatCanBe(*time);
            });
        const bool isSpan = std::ranges::all_of(
            std::array{Column::kQueuedWithin, Column::kGrantedWithin, Column::kLeftWithin}, [&](int column) {
                const auto within = row.numberIfAny(column);
                return !within || (*within >= 0 && *within <= kLongestMs);
            });
        if (!can || !isSpan) refuse(ErrorCode::BadFormat, "a time that can't be");
        return can && isSpan;
    }

    Turn turnOf(const Statement& row, Dialect dialect) const {
        const std::int64_t queuedTo = row.number(Column::kQueuedTo);
        const Number queuedFrom = before(queuedTo, row.numberIfAny(Column::kQueuedWithin));
        const std::int64_t flags = row.number(Column::kFlags);
        const bool wasSeen = row.number(Column::kQueuedBy) == static_cast<std::int64_t>(QueuedBy::Seen);
        Turn turn{.contender = recordedContender(
                      {row.text(Column::kName), row.numberIfAny(Column::kCzxid), row.number(Column::kSession),
                       row.number(Column::kMode), row.text(Column::kData), queuedTo},
                      dialect, m_clocks),
                  .firstSeenUnixMs = queuedTo};
        if (!wasSeen && queuedFrom) turn.queuedAtUnixMs = queuedTo;
        if (wasSeen) turn.absentAtUnixMs = queuedFrom;
        if (const Number granted = row.numberIfAny(Column::kGrantedTo))
            turn.granted = Takeover{before(granted, row.numberIfAny(Column::kGrantedWithin)), *granted};
        turn.leftAtUnixMs = row.numberIfAny(Column::kLeftTo);
        turn.leftNotBeforeUnixMs = before(turn.leftAtUnixMs, row.numberIfAny(Column::kLeftWithin));
        turn.mayHaveHeld = (flags & kMayHaveHeld) != 0;
        turn.overtook = (flags & kOvertook) != 0;
        turn.beganBefore = (flags & kBeganBefore) != 0;
        turn.end = endOf(row);
        turn.session = SessionId{row.numberIfAny(Column::kSession).value_or(raw(SessionId::None))};
        return turn;
    }

    void refuse(ErrorCode code, const char* reason) {
        if (!m_problem)
            m_problem = Error{code, std::string("read the recording: ") + reason, m_database.file()};
    }

    Database& m_database;
    const TimeSpan m_span;
    const std::size_t m_most;
    const Number m_run;
    const LocksOfSpan m_locks;
    const Number m_lock;  ///< empty: of all
    const LeaderClocks m_clocks;
    NextReading m_nextReading;
    std::vector<std::int64_t> m_ids;
    RecordedTurns m_turns;
    std::optional<Error> m_problem;
};

}  // namespace

std::optional<std::int64_t> numberOfLock(Database& database, const std::string& path) {
    Statement query(database, "SELECT id FROM lock WHERE path=?");
    query.begin(std::string_view(path));
    return query.next() ? Number(query.number(0)) : std::nullopt;
}

Result<RecordedTurns> recordedTurns(Database& database, const TimeSpan& span,
                                    const std::optional<std::string>& lock, std::size_t most,
                                    const std::optional<std::int64_t>& run) {
    return inOne(database, [&] { return TurnsOfSpan(database, span, lock, most, run).read(); });
}

Result<RecordedTurns> Recording::turnsIn(const TimeSpan& span, const std::optional<std::string>& lock,
                                         std::size_t most) {
    return recordedTurns(*m_database, span, lock, most);
}

}  // namespace lockcore
