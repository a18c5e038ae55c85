// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_queues.h"

#include "recorded_permits.h"
#include "schema.h"

#include <lockcore/history/recording.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

/// Those of all locks that were there in run ?2 at ?1, or of lock ?3: a turn of class n was left within
/// 2^(2n+1) ms.
std::string turnsSql(bool isOfOne) {
    const std::string columns =
        " SELECT lock, name, czxid, session, mode, data, queued_to, granted_to, granted_to-granted_within,"
        " left_to-left_within, flags, left_to";
    const std::string index = isOfOne ? "turn_of_lock" : "turn_at";
    const std::string which = isOfOne ? "lock=?3 AND run=?2 AND " : "run=?2 AND ";
    return "WITH RECURSIVE life_class(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM life_class WHERE n<21)" +
           columns + " FROM life_class CROSS JOIN turn INDEXED BY " + index + " WHERE " + which +
           "turn.life=life_class.n AND left_to>?1 AND left_to<=?1+(2<<(2*n)) AND queued_to<=?1 UNION ALL" +
           columns + " FROM turn INDEXED BY turn_open WHERE " + which + "life IS NULL AND queued_to<=?1";
}

/// Between two looks at a lock that is watched, with room for a slow answer: see the README.
constexpr std::int64_t kUsualLookMs = 2'000;

struct Run {
    std::int64_t id = 0;
    bool isOfServersFiles = false;
};

Run runAt(Database& database, std::int64_t unixMs) {
    Statement query(
        database, "SELECT id, source FROM run WHERE began_ms<=?1 AND until_ms>=?1 ORDER BY id DESC LIMIT 1");
    query.begin(unixMs);
    return query.next() ? Run{query.number(0), query.text(1) == kServersFiles} : Run();
}

struct Queue {
    std::shared_ptr<LockQueue> queue = {};
    std::vector<QueueGap> gaps = {};
    std::vector<std::shared_ptr<const Contender>> contenders = {};
    std::vector<std::string_view> granted = {};  ///< names of those, in `contenders`
    std::vector<std::string> inDoubt = {};       ///< likewise; counts where there are gaps
    std::vector<BesideTurn> beside = {};         ///< those of `contenders` that wait beside a semaphore
    std::vector<PermitTurn> permits = {};        ///< those that hold
};

/// One of the same kind that another reading has told of lies beside it.
void addGap(std::vector<QueueGap>& gaps, const QueueGap& gap) {
    const auto known = std::ranges::find(gaps, gap.kind, &QueueGap::kind);
    if (known == gaps.end()) {
        gaps.push_back(gap);
        return;
    }
    known->fromUnixMs = std::min(known->fromUnixMs, gap.fromUnixMs);
    known->toUnixMs = known->toUnixMs && gap.toUnixMs
                          ? std::optional(std::max(*known->toUnixMs, *gap.toUnixMs))
                          : std::nullopt;
    known->changes += gap.changes;
    known->mayBeMore = known->mayBeMore || gap.mayBeMore;
}

/// Of a turn that was there by what had been read, while changes went unseen: that it may have left by then,
/// or have become a holder.
bool isInDoubt(const Statement& turn, const std::vector<QueueGap>& gaps, std::int64_t unixMs) {
    const auto grantedTo = turn.numberIfAny(7);
    const auto grantedFrom = turn.numberIfAny(8);
    const bool mayHold = grantedTo && *grantedTo > unixMs && grantedFrom.value_or(unixMs) <= unixMs;
    const auto leftFrom = turn.numberIfAny(9);
    const bool wasCutOff = (turn.number(10) & kCutOff) != 0;
    // Whether it was there after the gap nobody has seen.
    const bool isOpen = std::ranges::any_of(gaps, [&](const QueueGap& gap) {
        if (gap.kind == QueueGap::Kind::Before) return false;
        return !gap.toUnixMs || (wasCutOff && leftFrom && *gap.toUnixMs >= *leftFrom);
    });
    return mayHold || isOpen || (leftFrom && *leftFrom <= unixMs);
}

Zxid czxidOf(const Contender& contender) {
    return contender.stat ? contender.stat->czxid : Zxid::None;
}

BesideTurn besideTurnOf(const Statement& turn, const Contender& contender, std::int64_t unixMs) {
    BesideTurn beside{contender.name, ownerOf(contender), czxidOf(contender)};
    // While it is seen nothing is to be asked.
    if (turn.numberIfAny(9).value_or(unixMs + 1) > unixMs) return beside;
    beside.lastSeenUnixMs = turn.numberIfAny(9);
    beside.goneUnixMs = turn.numberIfAny(11);
    return beside;
}

bool haveTimesThatCanBe(const Statement& turn) {
    return std::ranges::all_of(std::array{6, 7, 8, 9, 11}, [&](int column) {
        const auto time = turn.numberIfAny(column);
        return !time || isTimeThatCanBe(*time);
    });
}

/// Where the looks before and after a change lie far apart, nobody saw what was in between, though all that
/// changed was found out later: those of `from` and `to`.
void addUnseen(Queue& queue, const std::optional<std::int64_t>& from, const std::optional<std::int64_t>& to,
               std::int64_t unixMs) {
    if (!from || !to || *from > unixMs || *to <= unixMs || *to - *from <= kUsualLookMs) return;
    queue.queue->readAtUnixMs = std::min(queue.queue->readAtUnixMs, *from);
    const auto counted = std::ranges::find_if(queue.gaps, [](const QueueGap& gap) {
        return gap.kind == QueueGap::Kind::Missed && gap.changes > 0;
    });
    // What was found out later is none of those that nothing shows.
    addGap(queue.gaps, {.kind = QueueGap::Kind::Missed,
                        .fromUnixMs = *from,
                        .toUnixMs = to,
                        .mayBeMore = counted == queue.gaps.end() || counted->mayBeMore});
}

/// By the numbers of their locks.
using Queues = std::map<std::int64_t, Queue>;

class Reading {
public:
    Reading(Database& database, std::int64_t unixMs)
        : m_database(database),
          m_unixMs(unixMs),
          m_run(runAt(database, unixMs)),
          m_clocks(recordedClocks(database, unixMs)) {}

    Result<RecordedQueues> read(const std::optional<std::string>& lock) {
        readQueues(lock);
        readGaps();
        if (lock && !m_queues.empty()) {
            Statement turns(m_database, turnsSql(true));
            turns.begin(m_unixMs, m_run.id, m_queues.begin()->first);
            readTurns(turns);
        } else if (!lock) {
            Statement turns(m_database, turnsSql(false));
            turns.begin(m_unixMs, m_run.id);
            readTurns(turns);
        }
        if (m_problem) return tl::unexpected(*m_problem);
        RecordedQueues queues = arranged();
        if (const auto read = m_database.result(); !read) return tl::unexpected(read.error());
        return queues;
    }

private:
    void refuse(ErrorCode code, const char* reason) {
        if (!m_problem)
            m_problem = Error{code, std::string("read the recording: ") + reason, m_database.file()};
    }

    void readQueues(const std::optional<std::string>& lock) {
        const std::string sql =
            "SELECT queue.lock, path, kind, dialect, mixed, sequential, permits FROM queue JOIN lock"
            " ON lock.id=queue.lock WHERE from_ms<=?1 AND (to_ms IS NULL OR to_ms>?1)";
        Statement query(m_database, lock ? sql + " AND path=?2" : sql);
        if (lock)
            query.begin(m_unixMs, std::string_view(*lock));
        else
            query.begin(m_unixMs);
        while (query.next())
            m_queues[query.number(0)].queue = queueOf(query);
    }

    std::shared_ptr<LockQueue> queueOf(const Statement& row) {
        auto queue = std::make_shared<LockQueue>();
        queue->path = row.text(1);
        if (!queue->path.starts_with('/')) refuse(ErrorCode::BadFormat, "a lock without a path");
        queue->kind = directoryKindFromName(row.text(2)).value_or(DirectoryKind::Unknown);
        const std::string key = row.text(3);
        if (const auto dialect = dialectFromKey(key))
            queue->dialect = *dialect;
        else
            queue->unknownDialect = key;
        queue->mixed = row.number(4) != 0;
        const std::int64_t sequential = row.number(5);
        if (sequential >= 0 && sequential <= static_cast<std::int64_t>(SequentialQueues::ByPrefix))
            queue->sequential = static_cast<SequentialQueues>(sequential);
        if (const auto permits = row.numberIfAny(6); permits && *permits >= 0)
            queue->capacity = static_cast<std::size_t>(*permits);
        queue->readAtUnixMs = m_unixMs;
        return queue;
    }

    void readTurns(Statement& turns) {
        std::size_t count = 0;
        while (turns.next() && !m_problem) {
            // Who stood there before the lock was first read, or after it was gone, is no part of it.
            const auto found = m_queues.find(turns.number(0));
            if (found == m_queues.end()) continue;
            if (++count > Recording::kMostContenders) return refuse(ErrorCode::TooLarge, "its contenders");
            if (!haveTimesThatCanBe(turns)) return refuse(ErrorCode::BadFormat, "a time that can't be");
            Queue& queue = found->second;
            auto contender = contenderOf(turns, *queue.queue);
            const auto granted = turns.numberIfAny(7);
            if (granted && *granted <= m_unixMs) queue.granted.push_back(contender->name);
            const bool isUnsure =
                (!granted || *granted <= m_unixMs) && isUnsureWho(turns.number(10), *queue.queue);
            if (isUnsure || isInDoubt(turns, queue.gaps, m_unixMs)) queue.inDoubt.push_back(contender->name);
            if (isUnsure) addGap(queue.gaps, {.kind = QueueGap::Kind::Before});
            addUnseen(queue, turns.numberIfAny(8), granted, m_unixMs);
            if (contender->name.starts_with('/'))
                queue.beside.push_back(besideTurnOf(turns, *contender, m_unixMs));
            else
                addUnseen(queue, turns.numberIfAny(9), turns.numberIfAny(11), m_unixMs);
            if (granted && *granted <= m_unixMs && queue.queue->kind == DirectoryKind::Semaphore)
                queue.permits.push_back({ownerOf(*contender), czxidOf(*contender), *granted});
            queue.contenders.push_back(std::move(contender));
        }
    }

    /// Whether it holds or waits: servers' files alone do not tell whether several libraries' contenders wait
    /// for each other.
    bool isUnsureWho(std::int64_t flags, const LockQueue& queue) const {
        return (flags & kGrantUnsure) != 0 || (m_run.isOfServersFiles && queue.mixed);
    }

    std::shared_ptr<const Contender> contenderOf(const Statement& row, const LockQueue& queue) {
        return recordedContender(
            {row.text(1), row.numberIfAny(2), row.number(3), row.number(4), row.text(5), row.number(6)},
            queue.dialect, m_clocks);
    }

    void readGaps() {
        Statement gaps(m_database,
                       "SELECT lock, kind, from_ms, to_ms, changes FROM gap WHERE from_ms<=?1"
                       " AND (to_ms IS NULL OR to_ms>?1)");
        gaps.begin(m_unixMs);
        while (gaps.next() && !m_problem) {
            const std::int64_t lock = gaps.number(0);
            if (lock == kAllLocks) {
                takeGapOfAll(gaps);
            } else if (const auto found = m_queues.find(lock); found != m_queues.end()) {
                takeGap(gaps, found->second);
            }
        }
    }

    /// What was there at its beginning, and is listed, may have changed; something else may be there too.
    void takeGapOfAll(const Statement& row) {
        std::vector<QueueGap> all;
        if (m_ofAll) all.push_back(*m_ofAll);
        if (const auto gap = gapOf(row)) addGap(all, *gap);
        if (!all.empty()) m_ofAll = all.front();
        // Of those that are listed each turn has what is not known of it.
        if (row.text(1) == kNotListed) return;
        for (auto& [id, queue] : m_queues)
            takeGap(row, queue);
    }

    std::optional<QueueGap> gapOf(const Statement& row) {
        QueueGap gap{.fromUnixMs = row.number(2), .toUnixMs = row.numberIfAny(3)};
        if (isTimeThatCanBe(gap.fromUnixMs) && (!gap.toUnixMs || isTimeThatCanBe(*gap.toUnixMs))) return gap;
        refuse(ErrorCode::BadFormat, "a time that can't be");
        return std::nullopt;
    }

    void takeGap(const Statement& row, Queue& queue) {
        const auto read = gapOf(row);
        if (!read) return;
        QueueGap gap = *read;
        // As it is shown it was until then.
        queue.queue->readAtUnixMs = std::min(queue.queue->readAtUnixMs, gap.fromUnixMs);
        const std::string kind = row.text(1);
        if (kind == "unwatched") {
            queue.queue->freshness = Freshness::Stale;
        } else {
            gap.kind = QueueGap::Kind::Missed;
            gap.changes = static_cast<std::uint64_t>(countThatCanBe(row.number(4)));
            gap.mayBeMore = kind != "missed";
        }
        addGap(queue.gaps, gap);
    }

    RecordedQueues arranged() {
        RecordedQueues queues;
        queues.ofAll = m_ofAll;
        for (auto& [id, each] : m_queues) {
            settleBeside(id, each);
            arrange(each);
            const std::string& path = each.queue->path;
            if (!each.gaps.empty()) {
                std::ranges::sort(each.inDoubt);
                queues.inDoubt.emplace(path, std::move(each.inDoubt));
                queues.gaps.emplace(path, std::move(each.gaps));
            }
            queues.locks.push_back(std::move(each.queue));
        }
        std::ranges::sort(queues.locks, {},
                          [](const auto& queue) -> const std::string& { return queue->path; });
        return queues;
    }

    /// Who waits beside a semaphore was seen seldom, by recorders that did not watch it: a client that has
    /// its permit already does not wait.
    void settleBeside(std::int64_t lock, Queue& each) {
        GrantedBeside known;
        if (each.queue->dialect == Dialect::KazooSemaphore) {
            addFormerPermits(lock, each);
            known = withWaitersBeside(each.beside, each.permits);
        }
        const auto isGranted = [&](const std::string& name) {
            return std::ranges::binary_search(known.granted, name);
        };
        for (const BesideTurn& waiter : each.beside) {
            if (isGranted(waiter.name)) continue;
            addUnseen(each, waiter.lastSeenUnixMs, waiter.goneUnixMs, m_unixMs);
            if (!std::ranges::binary_search(known.open, waiter.name)) continue;
            each.inDoubt.push_back(waiter.name);
            addGap(each.gaps, {.kind = QueueGap::Kind::Missed,
                               .fromUnixMs = *waiter.lastSeenUnixMs,
                               .toUnixMs = waiter.goneUnixMs,
                               .mayBeMore = true});
        }
        std::erase_if(each.contenders, [&](const auto& contender) { return isGranted(contender->name); });
        std::erase_if(each.inDoubt, isGranted);
    }

    /// Those that were given back since somebody beside, who was gone at the next look, was seen last.
    void addFormerPermits(std::int64_t lock, Queue& each) {
        std::optional<std::int64_t> since;
        for (const BesideTurn& waiter : each.beside)
            if (waiter.lastSeenUnixMs && waiter.goneUnixMs)
                since = std::min(since.value_or(m_unixMs), *waiter.lastSeenUnixMs);
        if (!since) return;
        Statement left(
            m_database,
            "SELECT session, czxid, granted_to, name FROM turn INDEXED BY turn_of_lock WHERE lock=?1"
            " AND life=?2 AND left_to>?3 AND left_to<=?4 AND run=?5");
        for (std::int64_t life = 0; life <= kMostLife; ++life) {
            left.begin(lock, life, *since, m_unixMs, m_run.id);
            while (left.next())
                if (!left.isNull(1) && !left.isNull(2) && !left.text(3).starts_with('/'))
                    each.permits.push_back(
                        {SessionId{left.number(0)}, Zxid{left.number(1)}, left.number(2), false});
            left.end();
        }
    }

    /// In the order of its rule; but who held is what was recorded.
    static void arrange(Queue& each) {
        LockQueue& queue = *each.queue;
        queue.rows = arrangeQueue(std::move(each.contenders), queue.sequential);
        std::ranges::sort(each.granted);
        const bool isElection = queue.kind == DirectoryKind::Election;
        // Who waits beside a semaphore stands behind whoever has its permits.
        std::stable_partition(queue.rows.begin(), queue.rows.end(),
                              [](const QueueRow& row) { return !standsBeside(row); });
        for (QueueRow& row : queue.rows) {
            const bool holds =
                std::ranges::binary_search(each.granted, std::string_view(row.contender->name));
            if (holds) {
                row.role = isElection ? Role::Leader : Role::Holder;
                row.predecessor.reset();
            } else {
                row.role = isElection ? Role::Standby : Role::Waiter;
            }
        }
        for (std::size_t row = 1; row < queue.rows.size(); ++row)
            if (standsBeside(queue.rows[row])) queue.rows[row].predecessor = row - 1;
    }

    static bool standsBeside(const QueueRow& row) { return row.contender->name.starts_with('/'); }

    Database& m_database;
    const std::int64_t m_unixMs;
    const Run m_run;  ///< who is there in two of them has a turn in each
    const LeaderClocks m_clocks;
    Queues m_queues;
    std::optional<QueueGap> m_ofAll;
    std::optional<Error> m_problem;
};

}  // namespace

std::shared_ptr<const Contender> recordedContender(ContenderRow row, Dialect dialect,
                                                   const LeaderClocks& clocks) {
    auto contender = std::make_shared<Contender>();
    contender->name = std::move(row.name);
    contender->parsed = parseNodeName(contender->name);
    if (dialectInfo(dialect).rule == BlockRule::SingleNode) {
        contender->parsed = {};
        contender->parsed.dialect = dialect;
    }
    if (row.mode >= 0 && row.mode <= static_cast<std::int64_t>(LockMode::Write))
        contender->parsed.mode = static_cast<LockMode>(row.mode);
    contender->data = std::move(row.data);
    if (!row.czxid) return contender;
    Stat& stat = contender->stat.emplace();
    stat.czxid = Zxid{*row.czxid};
    stat.ephemeralOwner = SessionId{row.session};
    stat.dataLength = static_cast<std::int32_t>(contender->data.size());
    // As the leader's clock has it, by which all times of znodes are.
    stat.ctimeMs = row.queuedTo + clocks.aheadAt(stat.czxid).value_or(std::chrono::milliseconds(0)).count();
    return contender;
}

Result<RecordedQueues> recordedQueues(Database& database, std::int64_t unixMs,
                                      const std::optional<std::string>& lock) {
    return Reading(database, unixMs).read(lock);
}

LeaderClocks recordedClocks(Database& database, std::int64_t unixMs) {
    std::map<std::int64_t, std::chrono::milliseconds> byEpoch;
    Statement query(database, "SELECT epoch, ahead_ms FROM leader_clock WHERE at_ms<=? ORDER BY id");
    query.begin(unixMs);
    while (query.next())
        byEpoch[query.number(0)] =
            std::chrono::milliseconds(std::clamp(query.number(1), -kLongestMs, kLongestMs));
    return {std::move(byEpoch), std::nullopt};
}

std::map<std::string, std::uint64_t> unrecordedMembers(Database& database, std::int64_t unixMs) {
    std::map<std::string, std::uint64_t> members;
    Statement query(database,
                    "SELECT path, members FROM queue JOIN lock ON lock.id=queue.lock"
                    " WHERE members>0 AND from_ms<=?1 AND (to_ms IS NULL OR to_ms>?1)");
    query.begin(unixMs);
    while (query.next())
        members[query.text(0)] = static_cast<std::uint64_t>(query.number(1));
    return members;
}

}  // namespace lockcore
