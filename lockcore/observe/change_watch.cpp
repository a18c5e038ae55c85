// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/change_watch.h>

#include "asked_servers.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kRememberedChanges = 10min;
/// A server that has just started, or is busy, catches up sooner.
constexpr std::chrono::milliseconds kLeastLag = 5s;
constexpr std::chrono::milliseconds kRememberedProgress = 2min;
/// An hour of a busy cluster; then every second one is forgotten.
constexpr std::size_t kMostTransactions = 4'096;
/// What the leader has told, its followers have a moment later.
constexpr std::chrono::milliseconds kLeastListLag = 1s;

bool isLiveIn(const ClusterSample& sample, std::string_view path) {
    const LockQueue* const lock = queueAt(sample.locks, path);
    return lock != nullptr && lock->freshness == Freshness::Live;
}

}  // namespace

void ChangeWatch::note(const ClusterSample& sample) {
    // An election without candidates for a moment is no directory of any kind then.
    std::erase_if(m_elections, [&](const auto& election) {
        return election.second.seenMs < sample.takenAtUnixMs - kRememberedChanges.count();
    });
    const bool areOthers = m_locks.take(sample.locks);
    for (const std::size_t number : m_locks.eventful()) {
        const LockQueue& lock = *sample.locks[number];
        if (lock.kind == DirectoryKind::Election) noteLeader(lock, sample.takenAtUnixMs);
    }
    if (areOthers) noteChildren(sample);
    noteProgress(sample.servers);
    noteTransactions(sample, areOthers);
}

void ChangeWatch::noteChildren(const ClusterSample& sample) {
    // Both mostly are in the same order: ten thousand are not looked up one by one then.
    auto next = m_children.begin();
    for (const auto& lock : sample.locks) {
        if (!lock->stat) continue;
        const bool isNext = next != m_children.end() && next->first == lock->path;
        const auto known = isNext ? next : m_children.try_emplace(lock->path).first;
        next = std::next(known);
        Children& children = known->second;
        children.sampleMs = sample.takenAtUnixMs;
        if (children.sinceMs != 0 && children.directory == lock->stat->czxid &&
            children.lastChange == lock->stat->pzxid)
            continue;
        children = {lock->stat->czxid, lock->stat->pzxid, lock->readAtUnixMs, sample.takenAtUnixMs};
    }
    std::erase_if(m_children,
                  [&](const auto& entry) { return entry.second.sampleMs != sample.takenAtUnixMs; });
}

std::int64_t ChangeWatch::unchangedSinceMs(const LockQueue& lock) const {
    const auto found = m_children.find(lock.path);
    const bool isThis = found != m_children.end() && lock.stat &&
                        found->second.directory == lock.stat->czxid &&
                        found->second.lastChange == lock.stat->pzxid;
    return isThis ? std::min(found->second.sinceMs, lock.readAtUnixMs) : lock.readAtUnixMs;
}

void ChangeWatch::noteLeader(const LockQueue& election, std::int64_t nowMs) {
    Leadership& leadership = m_elections[election.path];
    leadership.seenMs = nowMs;
    while (!leadership.changesMs.empty() && leadership.changesMs.front() < nowMs - kRememberedChanges.count())
        leadership.changesMs.pop_front();
    const auto first =
        std::ranges::find_if(election.rows, [](const QueueRow& row) { return row.role != Role::Foreign; });
    if (first == election.rows.end() || !first->contender->stat) return;
    const Zxid leader = first->contender->stat->czxid;
    if (leadership.leader && *leadership.leader != leader) leadership.changesMs.push_back(nowMs);
    leadership.leader = leader;
}

void ChangeWatch::noteProgress(const std::vector<ServerReport>& servers) {
    std::int64_t surveyMs = 0;
    std::optional<Progress> newest;
    for (const ServerReport& server : servers) {
        surveyMs = std::max(surveyMs, server.readAtUnixMs);
        // With no transaction yet in its epoch, a new leader has nothing that others lack.
        const bool isTransaction = server.lastZxid && counterOf(*server.lastZxid) != 0;
        if (isTransaction && (!newest || newest->zxid < *server.lastZxid))
            newest = Progress{*server.lastZxid, server.readAtUnixMs};
    }
    if (surveyMs == m_surveyMs) return;
    m_surveyMs = surveyMs;
    while (!m_progress.empty() && m_progress.front().atUnixMs < surveyMs - kRememberedProgress.count())
        m_progress.pop_front();
    if (newest) m_progress.push_back(*newest);
}

void ChangeWatch::noteTransactions(const ClusterSample& sample, bool areOthers) {
    Zxid newest = m_transactions.empty() ? Zxid::None : m_transactions.back().zxid;
    const Zxid before = newest;
    for (std::size_t i = 0; areOthers && i < sample.locks.size(); ++i)
        if (const auto& lock = sample.locks[i]; lock->stat)
            newest = std::max({newest, lock->stat->czxid, lock->stat->pzxid});
    for (const ServerReport& server : sample.servers)
        newest = std::max(newest, server.lastZxid.value_or(Zxid::None));
    if (newest == before) return;
    m_transactions.push_back({newest, sample.takenAtUnixMs});
    if (m_transactions.size() <= kMostTransactions) return;
    // The first one and the last one stay.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_transactions.size(); i += 2)
        m_transactions[kept++] = m_transactions[i];
    m_transactions.resize(kept);
}

std::optional<std::int64_t> ChangeWatch::doneByMs(Zxid transaction) const {
    const auto found = std::ranges::lower_bound(m_transactions, transaction, {}, &Progress::zxid);
    return found == m_transactions.end() ? std::nullopt : std::optional(found->atUnixMs);
}

std::size_t ChangeWatch::leadershipChanges(const std::string& lockPath) const {
    const auto found = m_elections.find(lockPath);
    return found == m_elections.end() ? 0 : found->second.changesMs.size();
}

std::optional<std::chrono::milliseconds> ChangeWatch::lagOf(const ServerReport& server) const {
    if (!server.lastZxid) return std::nullopt;
    const auto lacked = std::ranges::find_if(
        m_progress, [&](const Progress& progress) { return *server.lastZxid < progress.zxid; });
    if (lacked == m_progress.end()) return std::nullopt;
    // From when the other one had told at the latest, to when this one was asked: under load a server takes
    // seconds to tell all, and has its transactions in the first moment.
    const std::chrono::milliseconds lag(server.zxidAskedUnixMs - lacked->atUnixMs);
    return lag >= kLeastLag ? std::optional(lag) : std::nullopt;
}

/// By what it told along with the list, and in the survey, which may be the later one.
ListStanding ChangeWatch::standingOfList(const ClusterSample& sample) const {
    if (!sample.catalog || m_progress.empty()) return ListStanding::Abreast;
    const auto lacksEarlier = [&](const std::optional<Zxid>& zxid, std::int64_t askedMs) {
        return zxid && std::ranges::any_of(m_progress, [&](const Progress& progress) {
                   return *zxid < progress.zxid && progress.atUnixMs + kLeastListLag.count() <= askedMs;
               });
    };
    const ServerReport* lister = listerOf(*sample.catalog, sample.servers);
    std::optional<Zxid> known = sample.catalog->zxid;
    if (lacksEarlier(known, sample.catalog->asOfUnixMs)) return ListStanding::Behind;
    if (lister && lacksEarlier(lister->lastZxid, lister->zxidAskedUnixMs)) return ListStanding::Behind;
    if (lister && lister->lastZxid) known = lister->lastZxid;
    const bool isFirst = m_progress.size() == 1;
    return isFirst && known && *known < m_progress.back().zxid ? ListStanding::Unclear
                                                               : ListStanding::Abreast;
}

std::uint64_t ChangeWatch::countLasting(const Waiters& open, Waiters alsoOpen, std::int64_t tablesMs,
                                        std::shared_ptr<const ClusterSample> compared) {
    if (std::exchange(m_openMs, tablesMs) != tablesMs) {
        m_openBefore = std::move(m_open);
        m_comparedBefore = std::move(m_compared);
    }
    m_open = std::move(alsoOpen);
    for (const auto& [lock, waiters] : open)
        m_open[lock].insert(waiters.begin(), waiters.end());
    m_compared = std::move(compared);
    std::uint64_t count = 0;
    for (const auto& [lock, waiters] : open) {
        if (!m_comparedBefore || !isLiveIn(*m_comparedBefore, lock)) {
            count += waiters.size();
            continue;
        }
        const auto before = m_openBefore.find(lock);
        if (before == m_openBefore.end()) continue;
        count += static_cast<std::uint64_t>(
            std::ranges::count_if(waiters, [&](Zxid waiter) { return before->second.contains(waiter); }));
    }
    return count;
}

}  // namespace lockcore
