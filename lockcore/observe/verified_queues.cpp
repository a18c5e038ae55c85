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

    /// A watch on a znode of its own proves nothing: registrations are watched by who made them.
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

}  // namespace

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
        if (!mayTurnOutToQueue(*lock) || lock->freshness != Freshness::Live || !lock->stat) continue;
        const auto before = known.find(lock->path);
        const bool isKnown = before != known.end() && before->second.directory == lock->stat->czxid;
        if (before != known.end() && !isKnown) known.erase(before);
        if (!isKnown && !sample.changing.contains(lock->path)) unknown.push_back(lock.get());
    }
    if (unknown.empty() || sample.servers.empty()) return;
    const WatchTables tables(sample.servers);
    for (const LockQueue* lock : unknown) {
        const SequentialQueues stands = queuesByTables(*lock, tables, chroot);
        if (stands != SequentialQueues::None)
            known.emplace(lock->path, VerifiedQueue{lock->stat->czxid, stands});
    }
}

std::shared_ptr<const LockQueue> asKnown(std::shared_ptr<const LockQueue> members,
                                         const VerifiedQueues& known) {
    const auto found = known.find(members->path);
    if (found == known.end() || members->dialect != Dialect::Sequential) return members;
    const bool isSame = !members->stat || members->stat->czxid == found->second.directory;
    const bool isQueue = members->kind != DirectoryKind::Membership;
    if (!isSame || isQueue) return members;
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
