// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/permits.h>
#include <lockcore/session/connect_string.h>

#include "catalog.h"
#include "contender_facts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockcore {

namespace {

const std::shared_ptr<const LockQueue>* findQueue(const ClusterSample& sample, std::string_view path) {
    const auto found = std::ranges::lower_bound(
        sample.locks, path, {}, [](const auto& lock) { return std::string_view(lock->path); });
    return found == sample.locks.end() || (*found)->path != path ? nullptr : &*found;
}

/// The lease of whoever stands first in the lock: the newest of its session, younger than its place.
std::optional<std::size_t> pendingLease(const LockQueue& permits, const LockQueue& waiters) {
    const auto first = std::ranges::find(waiters.rows, Role::Holder, &QueueRow::role);
    if (permits.dialect != Dialect::CuratorSemaphore || first == waiters.rows.end()) return std::nullopt;
    const SessionId session = ownerOf(*first);
    // A dump tells sessions of contenders that were not read.
    if (session == SessionId::None || !first->contender->stat) return std::nullopt;
    std::optional<std::size_t> pending;
    Zxid newest = first->contender->stat->czxid;
    for (std::size_t row = 0; row < permits.rows.size(); ++row) {
        const Contender& lease = *permits.rows[row].contender;
        if (ownerOf(permits.rows[row]) != session || !lease.stat) continue;
        const Zxid created = lease.stat->czxid;
        if (created < newest) continue;
        newest = created;
        pending = row;
    }
    return pending;
}

/// Rows of the lock whose clients have got a permit since it was read, as far as permits tell: kazoo's client
/// creates that while it is first in the lock, and leaves the lock then. Of one session that waits several
/// times the first one is first.
std::vector<bool> grantedSince(const LockQueue& permits, const LockQueue& waiters) {
    std::vector<bool> granted(waiters.rows.size());
    if (permits.dialect != Dialect::KazooSemaphore || !waiters.stat) return granted;
    for (const QueueRow& permit : permits.rows) {
        const auto& stat = permit.contender->stat;
        const SessionId session = ownerOf(permit);
        if (permit.role != Role::Holder || !stat || session == SessionId::None) continue;
        if (stat->czxid <= waiters.stat->pzxid) continue;  // what it waited by had gone by then
        for (std::size_t row = 0; row < waiters.rows.size(); ++row) {
            const auto& waiter = waiters.rows[row].contender->stat;
            if (granted[row] || ownerOf(waiters.rows[row]) != session || !waiter ||
                waiter->czxid > stat->czxid)
                continue;
            granted[row] = true;
            break;
        }
    }
    return granted;
}

/// While nobody waits, nothing there may tell that it is a lock.
bool mayBeWaiters(const LockQueue& lock) {
    return hasHolders(lock.kind) || (lock.kind == DirectoryKind::Unknown && lock.rows.empty());
}

/// As recordings have them.
bool hasWaitersOf(const LockQueue& permits, std::string_view path) {
    return std::ranges::any_of(permits.rows, [&](const QueueRow& row) {
        const std::string& name = row.contender->name;
        return name.starts_with('/') && parentPath(name) == path;
    });
}

std::shared_ptr<const Contender> elsewhere(const LockQueue& lock,
                                           const std::shared_ptr<const Contender>& contender) {
    if (contender->name.starts_with('/')) return contender;
    auto moved = std::make_shared<Contender>(*contender);
    moved->name = joinPath(lock.path, contender->name);
    return moved;
}

}  // namespace

std::optional<std::string> waitersPath(const LockQueue& permits) {
    if (permits.kind != DirectoryKind::Semaphore) return std::nullopt;
    if (permits.dialect == Dialect::KazooSemaphore) return std::string(permits.path).append(kKazooWaiters);
    const bool isLeases = permits.dialect == Dialect::CuratorSemaphore && nodeName(permits.path) == "leases";
    return isLeases ? std::optional(joinPath(parentPath(permits.path), "locks")) : std::nullopt;
}

LockQueue withWaiters(const LockQueue& permits, const LockQueue& waiters) {
    LockQueue both = permits;
    // Of those nobody would know why they are not read, or that they never will be.
    if (waiters.problem && !both.problem) {
        both.problem = waiters.problem;
        both.freshness = waiters.freshness;
    }
    if (const auto pending = pendingLease(permits, waiters)) {
        both.rows[*pending].role = Role::Foreign;
        std::rotate(both.rows.begin() + static_cast<std::ptrdiff_t>(*pending),
                    both.rows.begin() + static_cast<std::ptrdiff_t>(*pending) + 1, both.rows.end());
    }
    const auto queued =
        std::ranges::find_if(both.rows, [](const QueueRow& row) { return row.role != Role::Holder; });
    std::vector<QueueRow> rows(both.rows.begin(), queued);
    const std::vector<bool> granted = grantedSince(permits, waiters);
    for (std::size_t i = 0; i < waiters.rows.size(); ++i) {
        const QueueRow& row = waiters.rows[i];
        if (!isInQueue(row.role) || granted[i]) continue;
        QueueRow waiter{elsewhere(waiters, row.contender), Role::Waiter};
        if (!rows.empty()) waiter.predecessor = rows.size() - 1;
        rows.push_back(std::move(waiter));
    }
    rows.insert(rows.end(), queued, both.rows.end());
    both.rows = std::move(rows);
    // Nobody knows who has a permit, but who waits for one is known.
    if (both.freshness == Freshness::Failed && !both.rows.empty()) both.freshness = Freshness::Named;
    return both;
}

std::optional<std::size_t> freePermits(const LockQueue& queue) {
    if (queue.kind != DirectoryKind::Semaphore || !queue.capacity) return std::nullopt;
    return *queue.capacity - std::min(queue.holders(), *queue.capacity);
}

bool waitsForAnyPermit(const LockQueue& queue, std::size_t row) {
    if (queue.kind != DirectoryKind::Semaphore || queue.rows[row].role != Role::Waiter) return false;
    const auto& predecessor = queue.rows[row].predecessor;
    if (!predecessor) return true;
    return queue.capacity != 1 && queue.rows[*predecessor].role == Role::Holder;
}

std::optional<std::size_t> blockerOf(const LockQueue& queue, std::size_t row) {
    const auto& predecessor = queue.rows[row].predecessor;
    if (!predecessor || !waitsForAnyPermit(queue, row)) return predecessor;
    const bool isOneTaken = queue.holders() == 1 && !queue.capacity;
    return isOneTaken ? predecessor : std::nullopt;
}

std::optional<LockQueue> waitersIn(const LockQueue& both) {
    if (both.kind != DirectoryKind::Semaphore) return std::nullopt;
    LockQueue waiters;
    for (const QueueRow& row : both.rows) {
        const std::string& name = row.contender->name;
        if (!name.starts_with('/')) continue;
        waiters.path = parentPath(name);
        auto contender = std::make_shared<Contender>(*row.contender);
        contender->name = nodeName(name);
        waiters.rows.push_back({std::move(contender), waiters.rows.empty() ? Role::Holder : Role::Waiter});
    }
    return waiters.rows.empty() ? std::nullopt : std::optional(std::move(waiters));
}

std::shared_ptr<const ClusterSample> withPermitWaiters(std::shared_ptr<const ClusterSample> sample,
                                                       KnownPermits* known) {
    std::shared_ptr<ClusterSample> changed;
    std::set<std::string_view> parts;
    KnownPermits joined;
    for (std::size_t i = 0; i < sample->locks.size(); ++i) {
        const auto& permits = sample->locks[i];
        const auto path = waitersPath(*permits);
        const auto* const waiters = path ? findQueue(*sample, *path) : nullptr;
        if (!waiters || !mayBeWaiters(**waiters)) continue;
        if (!changed) changed = std::make_shared<ClusterSample>(*sample);
        parts.insert((*waiters)->path);
        if (hasWaitersOf(*permits, *path)) continue;
        if (sample->changing.contains(*path)) changed->changing.insert(permits->path);
        JoinedPermits& both = joined[permits->path];
        if (known)
            if (const auto before = known->find(permits->path); before != known->end()) both = before->second;
        if (both.permits != permits || both.waiters != *waiters)
            both = {permits, *waiters, std::make_shared<const LockQueue>(withWaiters(*permits, **waiters))};
        changed->locks[i] = both.both;
    }
    if (known) *known = std::move(joined);
    if (!changed) return sample;
    std::erase_if(changed->locks, [&](const auto& lock) { return parts.contains(lock->path); });
    return changed;
}

}  // namespace lockcore
