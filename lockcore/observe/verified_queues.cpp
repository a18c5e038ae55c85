// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/verified_queues.h>

#include "contender_facts.h"
#include "watch_tables.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

bool mayTurnOutToQueue(const LockQueue& lock) {
    return lock.kind == DirectoryKind::Membership && lock.dialect == Dialect::Sequential &&
           lock.rows.size() > 1;
}

/// The sequential children of one session in one directory, taken for a queue.
struct SupposedRows {
    std::set<std::string_view> own = {};
    std::set<std::string_view> predecessors = {};

    /// A watch on a znode of its own proves nothing: registrations are watched by whoever made them.
    std::set<std::string_view> foreignPredecessors() const {
        std::set<std::string_view> foreign;
        std::ranges::set_difference(predecessors, own, std::inserter(foreign, foreign.end()));
        return foreign;
    }
};

std::map<SessionId, SupposedRows> rowsBySession(const LockQueue& supposed) {
    std::map<SessionId, SupposedRows> sessions;
    for (const QueueRow& row : supposed.rows) {
        if (!isInQueue(row.role)) continue;
        SupposedRows& rows = sessions[ownerOf(row)];
        rows.own.insert(row.contender->name);
        if (row.predecessor) rows.predecessors.insert(supposed.rows[*row.predecessor].contender->name);
    }
    return sessions;
}

enum class Watching { AsSupposed, Otherwise, NotKnown };

Watching watchingOf(SessionId session, const SupposedRows& rows, const WatchTables& tables,
                    const std::string& prefix) {
    if (session == SessionId::None || !tables.isComplete(session)) return Watching::NotKnown;
    std::set<std::string_view> watched;
    tables.eachWatched(session, prefix, [&](std::string_view name) { watched.insert(name); });
    const bool watchesAll = std::ranges::includes(watched, rows.foreignPredecessors());
    const bool watchesOthers = std::ranges::any_of(watched, [&](std::string_view name) {
        return !rows.own.contains(name) && !rows.predecessors.contains(name);
    });
    return watchesAll && !watchesOthers ? Watching::AsSupposed : Watching::Otherwise;
}

bool isVerified(const LockQueue& supposed, const WatchTables& tables, std::string_view chroot) {
    const std::string prefix = childPrefix(chroot, supposed.path);
    bool any = false;
    for (const auto& [session, rows] : rowsBySession(supposed)) {
        switch (watchingOf(session, rows, tables, prefix)) {
            case Watching::AsSupposed: any = any || !rows.foreignPredecessors().empty(); break;
            case Watching::Otherwise: return false;
            case Watching::NotKnown: break;
        }
    }
    return any;
}

SequentialQueues queuesByTables(const LockQueue& members, const WatchTables& tables,
                                std::string_view chroot) {
    if (!mayTurnOutToQueue(members)) return SequentialQueues::None;
    for (const SequentialQueues each : {SequentialQueues::One, SequentialQueues::ByPrefix})
        if (isVerified(asQueue(members, each), tables, chroot)) return each;
    return SequentialQueues::None;
}

/// Whoever waits otherwise, as by polling, shows nothing in a watch table.
bool watchesOneBefore(Dialect queue) {
    const DialectInfo& info = dialectInfo(queue);
    return isForQueues(info.kind) &&
           (info.watch == WaiterWatch::Predecessor || info.watch == WaiterWatch::FirstWriter);
}

Dialect queueOf(const QueueRow& row) {
    return dialectInfo(row.contender->parsed.dialect).queue;
}

/// Those of `lock` with contenders in several queues: for which of them a watch is no table tells.
std::set<SessionId> sessionsInSeveralQueues(const LockQueue& lock) {
    std::map<SessionId, Dialect> queues;
    std::set<SessionId> several;
    for (const QueueRow& row : lock.rows)
        if (queues.try_emplace(ownerOf(row), queueOf(row)).first->second != queueOf(row))
            several.insert(ownerOf(row));
    return several;
}

bool isAwaited(const std::vector<Crossing>& found) {
    return !found.empty() && std::ranges::all_of(found, &Crossing::waits);
}

/// True where the newest table is not the first one in which one of them lacks its watch; remembers them all.
bool isTakenBack(const std::vector<Crossing>& found, const LockQueue& mixed, std::int64_t tablesMs,
                 const std::map<Zxid, std::int64_t>& before, std::map<Zxid, std::int64_t>& lacking) {
    bool lacksAgain = false;
    for (const Crossing& each : found) {
        const auto& stat = mixed.rows[each.row].contender->stat;
        if (each.waits || !stat) continue;
        const auto known = before.find(stat->czxid);
        const std::int64_t sinceMs = known == before.end() ? tablesMs : known->second;
        lacking.emplace(stat->czxid, sinceMs);
        lacksAgain = lacksAgain || sinceMs < tablesMs;
    }
    return lacksAgain;
}

/// Takes back what some contender did not do in this table nor in an earlier one, and adds what is new.
void learnAwaited(const LockQueue& mixed, const WatchTables& tables, std::int64_t tablesMs,
                  std::string_view chroot, VerifiedQueue& known) {
    const LockQueue asBefore = asAwaiting(mixed, known.awaited);
    std::map<Zxid, std::int64_t> lacking;
    for (const AwaitedQueue& pair : possiblyAwaited(mixed)) {
        const auto found = crossings(asBefore, pair, tables, chroot);
        const auto place = std::ranges::lower_bound(known.awaited, pair);
        const bool isKnown = place != known.awaited.end() && *place == pair;
        if (!isKnown && isAwaited(found)) known.awaited.insert(place, pair);
        if (isKnown && isTakenBack(found, asBefore, tablesMs, known.lacking, lacking))
            known.awaited.erase(place);
    }
    known.lacking = std::move(lacking);
}

}  // namespace

std::vector<AwaitedQueue> possiblyAwaited(const LockQueue& mixed) {
    std::vector<AwaitedQueue> pairs;
    const auto queues = queuesIn(mixed);
    for (const Dialect waiting : queues)
        for (const Dialect awaited : queues)
            if (waiting != awaited && watchesOneBefore(waiting) && isForQueues(dialectInfo(awaited).kind))
                pairs.push_back({waiting, awaited});
    return pairs;
}

std::vector<Crossing> crossings(const LockQueue& mixed, const AwaitedQueue& pair, const WatchTables& tables,
                                std::string_view chroot) {
    std::vector<AwaitedQueue> awaited = mixed.awaited;
    if (!std::ranges::binary_search(awaited, pair))
        awaited.insert(std::ranges::upper_bound(awaited, pair), pair);
    const LockQueue supposed = asAwaiting(mixed, std::move(awaited));
    const auto several = sessionsInSeveralQueues(supposed);
    const std::string prefix = childPrefix(chroot, supposed.path);
    std::vector<Crossing> found;
    for (std::size_t i = 0; i < supposed.rows.size(); ++i) {
        const QueueRow& row = supposed.rows[i];
        if (!isBehindSomebody(row.role) || !row.predecessor || queueOf(row) != pair.waiting) continue;
        const QueueRow& before = supposed.rows[*row.predecessor];
        const SessionId session = ownerOf(row);
        if (queueOf(before) != pair.awaited || several.contains(session)) continue;
        if (session == SessionId::None || !tables.isComplete(session)) continue;
        bool waits = false;
        tables.eachWatched(session, prefix,
                           [&](std::string_view name) { waits = waits || name == before.contender->name; });
        found.push_back({i, *row.predecessor, waits});
    }
    return found;
}

std::vector<std::size_t> mayWaitForOthers(const LockQueue& lock) {
    std::vector<std::size_t> rows;
    if (!lock.mixed) return rows;
    std::set<Dialect> before;
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        const QueueRow& row = lock.rows[i];
        if (!isInQueue(row.role)) continue;
        const Dialect queue = queueOf(row);
        const auto isOpen = [&](Dialect other) {
            return other != queue && isForQueues(dialectInfo(other).kind) &&
                   !std::ranges::binary_search(lock.awaited, AwaitedQueue{queue, other});
        };
        if (isFirstInLine(row.role) && watchesOneBefore(queue) && std::ranges::any_of(before, isOpen))
            rows.push_back(i);
        before.insert(queue);
    }
    return rows;
}

SequentialQueues queuesByWatches(const LockQueue& members, const std::vector<ServerReport>& servers,
                                 std::string_view chroot) {
    return queuesByTables(members, WatchTables(servers), chroot);
}

void learnQueues(const ClusterSample& sample, std::string_view chroot, VerifiedQueues& known) {
    if (sample.catalog && sample.catalog->gaps.empty())
        std::erase_if(known, [&](const auto& each) {
            return !std::ranges::binary_search(
                sample.locks, each.first, {},
                [](const auto& lock) -> const std::string& { return lock->path; });
        });
    std::vector<const LockQueue*> unknown;
    for (const auto& lock : sample.locks) {
        // Who is asked to release it does so: the others' data does not tell any more.
        if (lock->sequential != SequentialQueues::None && lock->stat && showsThatItQueues(*lock))
            known.insert_or_assign(lock->path, VerifiedQueue{lock->stat->czxid, lock->sequential});
        const bool mayTurnOut = mayTurnOutToQueue(*lock) || lock->mixed;
        if (!mayTurnOut || lock->freshness != Freshness::Live || !lock->stat) continue;
        const auto before = known.find(lock->path);
        const bool isSame = before != known.end() && before->second.directory == lock->stat->czxid;
        if (before != known.end() && !isSame) known.erase(before);
        const bool isKnown = isSame && !lock->mixed && before->second.stands != SequentialQueues::None;
        if (!isKnown && !sample.changing.contains(lock->path)) unknown.push_back(lock.get());
    }
    if (unknown.empty() || sample.servers.empty()) return;
    const WatchTables tables(sample.servers);
    for (const LockQueue* lock : unknown) {
        const auto before = known.find(lock->path);
        VerifiedQueue seen =
            before == known.end() ? VerifiedQueue{lock->stat->czxid, SequentialQueues::None} : before->second;
        if (lock->mixed)
            learnAwaited(*lock, tables, newestTablesMs(sample.servers), chroot, seen);
        else
            seen.stands = queuesByTables(*lock, tables, chroot);
        const bool tells = seen.stands != SequentialQueues::None || !seen.awaited.empty();
        if (tells || before != known.end()) known.insert_or_assign(lock->path, std::move(seen));
    }
}

std::shared_ptr<const LockQueue> asKnown(std::shared_ptr<const LockQueue> members,
                                         const VerifiedQueues& known) {
    const auto found = known.find(members->path);
    if (found == known.end()) return members;
    if (members->stat && members->stat->czxid != found->second.directory) return members;
    if (members->mixed && !found->second.awaited.empty())
        return std::make_shared<const LockQueue>(asAwaiting(*members, found->second.awaited));
    const bool isMember =
        members->dialect == Dialect::Sequential && members->kind == DirectoryKind::Membership;
    if (!isMember || found->second.stands == SequentialQueues::None) return members;
    return std::make_shared<const LockQueue>(asQueue(*members, found->second.stands));
}

std::shared_ptr<const ClusterSample> asKnown(std::shared_ptr<const ClusterSample> sample,
                                             const VerifiedQueues& known) {
    std::shared_ptr<ClusterSample> changed;
    for (std::size_t i = 0; !known.empty() && i < sample->locks.size(); ++i) {
        auto lock = asKnown(sample->locks[i], known);
        if (lock == sample->locks[i]) continue;
        if (!changed) changed = std::make_shared<ClusterSample>(*sample);
        changed->locks[i] = std::move(lock);
    }
    return changed ? std::shared_ptr<const ClusterSample>(std::move(changed)) : sample;
}

}  // namespace lockcore
