// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "told_queues.h"

#include <lockcore/observe/permits.h>
#include <lockcore/observe/verified_queues.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

bool haveSameRows(const LockQueue& a, const LockQueue& b) {
    const auto isSame = [](const QueueRow& one, const QueueRow& other) {
        return one.role == other.role && one.predecessor == other.predecessor &&
               one.contender->name == other.contender->name;
    };
    return a.kind == b.kind && a.awaited == b.awaited && std::ranges::equal(a.rows, b.rows, isSame);
}

/// Its contenders are those of `before` where they are the same.
ToldQueues::Queue withWholeNames(const LockQueue& read, const LockQueue* readBefore,
                                 const LockQueue* namedBefore) {
    std::map<const Contender*, std::shared_ptr<const Contender>> known;
    if (readBefore && namedBefore)
        for (std::size_t row = 0; row < readBefore->rows.size(); ++row)
            known.emplace(readBefore->rows[row].contender.get(), namedBefore->rows[row].contender);
    auto named = std::make_shared<LockQueue>(read);
    for (QueueRow& row : named->rows) {
        const auto found = known.find(row.contender.get());
        if (found != known.end()) {
            row.contender = found->second;
            continue;
        }
        auto contender = std::make_shared<Contender>(*row.contender);
        contender->name = joinPath(read.path, contender->name);
        row.contender = std::move(contender);
    }
    return named;
}

}  // namespace

ToldQueues::Queue ToldQueues::takeBeside(const Queue& read) {
    // What broke off is newer than any sample, until it is read again.
    const bool isKnown = read->freshness == Freshness::Live || read->freshness == Freshness::Gone ||
                         read->freshness == Freshness::Stale;
    const auto known = m_besides.find(read->path);
    if (!isKnown) {
        if (known != m_besides.end()) m_besides.erase(known);
    } else if (known == m_besides.end()) {
        m_besides.emplace(read->path, Beside{read, withWholeNames(*read, nullptr, nullptr)});
    } else {
        Queue named = withWholeNames(*read, known->second.read.get(), known->second.named.get());
        known->second = {read, std::move(named)};
    }
    const auto told = std::ranges::find_if(
        m_told, [&](const auto& each) { return waitersPath(*each.second.told) == read->path; });
    if (told == m_told.end()) return nullptr;
    Queue now = asKnown(told->second.read);
    const auto isSame = [](const QueueRow& one, const QueueRow& other) {
        return one.contender == other.contender && one.role == other.role;
    };
    const LockQueue& before = *told->second.told;
    const bool isAsBefore = now->freshness == before.freshness &&
                            now->problem.has_value() == before.problem.has_value() &&
                            std::ranges::equal(now->rows, before.rows, isSame);
    if (now == told->second.told || isAsBefore) return nullptr;
    told->second.told = now;
    return now;
}

std::set<std::string> ToldQueues::besides() const {
    std::set<std::string> paths;
    for (const auto& [path, queue] : m_told)
        if (auto beside = waitersPath(*queue.told)) paths.insert(*std::move(beside));
    return paths;
}

ToldQueues::Queue ToldQueues::take(Queue read) {
    Queue told = asKnown(read);
    m_told.insert_or_assign(read->path, Told{read, told});
    return told;
}

std::vector<ToldQueues::Queue> ToldQueues::take(std::shared_ptr<const ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    std::vector<Queue> changed;
    for (auto& [path, queue] : m_told) {
        // What has become another queue once stays it; who waits for permits, or for another library's
        // contenders, may be others each time.
        const bool mayBecomeOthers = queue.read->mixed || waitersPath(*queue.told);
        if (queue.told != queue.read && !mayBecomeOthers) continue;
        Queue now = asKnown(queue.read);
        if (now == queue.told || haveSameRows(*now, *queue.told)) continue;
        queue.told = now;
        changed.push_back(std::move(now));
    }
    return changed;
}

void ToldQueues::keepOnly(const std::set<std::string>& paths) {
    std::erase_if(m_told, [&](const auto& entry) { return !paths.contains(entry.first); });
    const std::set<std::string> beside = besides();
    std::erase_if(m_besides, [&](const auto& entry) { return !beside.contains(entry.first); });
}

std::vector<ToldQueues::Queue> ToldQueues::all() const {
    std::vector<Queue> queues;
    for (const auto& [path, queue] : m_told)
        queues.push_back(queue.told);
    return queues;
}

ToldQueues::Queue ToldQueues::asKnown(Queue read) {
    if (m_assessment) read = asPermits(lockcore::asKnown(std::move(read), m_assessment->queues));
    // Of permits that are all free what they are is known before who waits for them.
    return withWaiters(withKind(withNames(std::move(read))));
}

const LockQueue* ToldQueues::sampled(const std::string& path) const {
    const auto& locks = m_assessment->sample->locks;
    const auto found = std::ranges::lower_bound(
        locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    return found == locks.end() || (*found)->path != path ? nullptr : found->get();
}

/// While all permits of kazoo's are free nothing in their directory tells that it is one; the sample has seen
/// who waits beside it.
ToldQueues::Queue ToldQueues::asPermits(Queue read) const {
    if (read->dialect != Dialect::Unknown || read->freshness == Freshness::Gone) return read;
    const LockQueue* const known = sampled(read->path);
    if (!known || known->dialect != Dialect::KazooSemaphore) return read;
    if (read->stat && known->stat && read->stat->czxid != known->stat->czxid) return read;
    auto permits = std::make_shared<LockQueue>(*read);
    permits->dialect = known->dialect;
    permits->kind = known->kind;
    permits->capacity = known->capacity;
    return permits;
}

/// Who waits for a permit does so in another directory.
ToldQueues::Queue ToldQueues::withWaiters(Queue permits) const {
    const auto path = waitersPath(*permits);
    if (!path) return permits;
    const auto beside = m_besides.find(*path);
    if (beside == m_besides.end()) return m_assessment ? withSampled(std::move(permits)) : permits;
    if (permits->freshness == Freshness::Gone) return permits;
    const LockQueue& waiters = *beside->second.named;
    auto told = std::make_shared<LockQueue>(lockcore::withWaiters(*permits, waiters));
    if (told->freshness == Freshness::Live)
        told->readAtUnixMs = std::max(told->readAtUnixMs, waiters.readAtUnixMs);
    return told;
}

/// While that is not watched the sample has it, as it was then.
ToldQueues::Queue ToldQueues::withSampled(Queue permits) const {
    const LockQueue* const both = sampled(permits->path);
    const auto waiters = both ? waitersIn(*both) : std::nullopt;
    const std::int64_t takenAtUnixMs = m_assessment->sample->takenAtUnixMs;
    // Who waits, or that nobody does any more, was seen then, and the permits' watch had told of no change.
    const bool isSeenLater = permits->freshness == Freshness::Live && permits->readAtUnixMs < takenAtUnixMs;
    if (!waiters && !isSeenLater) return permits;
    auto told = std::make_shared<LockQueue>(waiters ? lockcore::withWaiters(*permits, *waiters) : *permits);
    if (isSeenLater && told->freshness == Freshness::Live) told->readAtUnixMs = takenAtUnixMs;
    // The permits' watch tells nothing of who waits beside them.
    if (waiters && told->unchangedUntilUnixMs)
        told->unchangedUntilUnixMs = std::min(*told->unchangedUntilUnixMs, takenAtUnixMs);
    return told;
}

/// What may not be read is told as far as the list of locks knows it.
ToldQueues::Queue ToldQueues::withNames(Queue unread) const {
    if (unread->freshness != Freshness::Failed || !m_catalog) return unread;
    const auto lock = std::ranges::lower_bound(m_catalog->locks, unread->path, {}, &DiscoveredLock::path);
    if (lock == m_catalog->locks.end() || lock->path != unread->path || !lock->queue) return unread;
    auto named = std::make_shared<LockQueue>(queueFromNames(*lock, m_catalog->readAtUnixMs));
    named->problem = unread->problem;
    named->unchangedUntilUnixMs = unread->unchangedUntilUnixMs;
    return named;
}

/// Without children nothing tells the dialect: a lock that is free for a moment would be none.
ToldQueues::Queue ToldQueues::withKind(Queue queue) {
    if (!queue->stat) return queue;
    const Zxid directory = queue->stat->czxid;
    if (queue->dialect != Dialect::Unknown || !queue->unknownDialect.empty()) {
        m_kinds[queue->path] = {directory, queue->dialect, queue->unknownDialect, queue->kind};
        return queue;
    }
    const auto known = m_kinds.find(queue->path);
    if (!queue->rows.empty() || known == m_kinds.end() || known->second.directory != directory) return queue;
    auto empty = std::make_shared<LockQueue>(*queue);
    empty->dialect = known->second.dialect;
    empty->unknownDialect = known->second.unknownDialect;
    empty->kind = known->second.kind;
    return empty;
}

}  // namespace lockcore
