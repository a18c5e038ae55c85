// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/recent_lengths.h"

#include <lockcore/observe/lock_queue.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope {
namespace {

using lockcore::Freshness;

LengthPoint pointOf(const lockcore::LockQueue& lock, std::int64_t atUnixMs) {
    LengthPoint point{.atUnixMs = atUnixMs};
    switch (lock.freshness) {
        case Freshness::Live:
            if (lock.stat) point.requests = lockcore::childrenEverCreated(*lock.stat);
            point.waiters = lock.waiters();
            break;
        case Freshness::Named: point.waiters = lock.waiters(); break;
        case Freshness::Gone: point.waiters = 0; break;
        case Freshness::Stale:
        case Freshness::Failed: break;
    }
    return point;
}

lockcore::Zxid directoryOf(const lockcore::LockQueue& lock) {
    return lock.stat ? lock.stat->czxid : lockcore::Zxid::None;
}

std::size_t mostWaiters(std::span<const LengthPoint> points) {
    std::size_t most = 0;
    for (const LengthPoint& point : points)
        most = std::max(most, point.waiters.value_or(0));
    return most;
}

double perSecondOf(std::span<const LengthPoint> points) {
    const auto rate = seenRate(points);
    return rate ? rate->perSecond : 0;
}

}  // namespace

std::optional<SeenRate> seenRate(std::span<const LengthPoint> points) {
    const auto isCounted = [](const LengthPoint& point) { return point.requests.has_value(); };
    const auto first = std::ranges::find_if(points, isCounted);
    const auto last = std::find_if(points.rbegin(), points.rend(), isCounted);
    constexpr std::int64_t kShortestMs = 1'000;
    if (first == points.end() || last->atUnixMs - first->atUnixMs < kShortestMs) return std::nullopt;
    if (*last->requests < *first->requests) return std::nullopt;
    const double perSecond = static_cast<double>(*last->requests - *first->requests) * 1000.0 /
                             static_cast<double>(last->atUnixMs - first->atUnixMs);
    return SeenRate{perSecond, first->atUnixMs, last->atUnixMs};
}

std::optional<std::pair<std::size_t, std::size_t>> waiterBounds(std::span<const LengthPoint> points) {
    std::optional<std::pair<std::size_t, std::size_t>> bounds;
    for (const LengthPoint& point : points) {
        if (!point.waiters) continue;
        if (!bounds) bounds = {*point.waiters, *point.waiters};
        bounds = {std::min(bounds->first, *point.waiters), std::max(bounds->second, *point.waiters)};
    }
    return bounds;
}

void RecentLengths::Seen::follow(lockcore::Zxid newest) {
    if (newest == lockcore::Zxid::None) return;
    if (directory != lockcore::Zxid::None && directory != newest) points.clear();
    directory = newest;
}

void RecentLengths::take(const lockcore::ClusterSample& sample, const InDoubt& inDoubt) {
    if (sample.takenAtUnixMs <= m_untilUnixMs) return;
    m_untilUnixMs = sample.takenAtUnixMs;
    std::map<std::string, Seen> before = std::exchange(m_newest, {});
    for (const auto& lock : sample.locks) {
        LengthPoint point = pointOf(*lock, m_untilUnixMs);
        if (inDoubt.contains(lock->path)) point.waiters.reset();
        const auto found = before.find(lock->path);
        Seen lately = found == before.end() ? Seen() : std::move(found->second);
        lately.follow(directoryOf(*lock));
        if (lately.points.size() > 1) lately.points.erase(lately.points.begin());
        const auto kept = m_locks.find(lock->path);
        // Nobody knows what an empty directory is for.
        if (kept != m_locks.end() || lockcore::hasHolders(lock->kind)) {
            Seen& seen =
                kept != m_locks.end() ? kept->second : m_locks.emplace(lock->path, lately).first->second;
            seen.follow(directoryOf(*lock));
            note(seen, point);
        }
        lately.points.push_back(point);
        if (point.requests) m_newest.emplace_hint(m_newest.end(), lock->path, std::move(lately));
    }
    noteMissing(sample);
    keepBusiest();
    noteOldest();
}

void RecentLengths::clear() {
    m_locks.clear();
    m_newest.clear();
    m_sinceUnixMs = m_untilUnixMs = 0;
}

void RecentLengths::note(Seen& lock, const LengthPoint& point) {
    lock.points.push_back(point);
    if (lock.points.size() > kMostPoints) lock.points.erase(lock.points.begin());
}

/// A lock that is not in the sample is gone, unless the sample may lack it.
void RecentLengths::noteMissing(const lockcore::ClusterSample& sample) {
    for (auto& [path, seen] : m_locks) {
        if (seen.points.back().atUnixMs == m_untilUnixMs) continue;
        LengthPoint point{.atUnixMs = m_untilUnixMs};
        if (!sample.mayLack(path)) point.waiters = 0;
        note(seen, point);
    }
}

/// Half of them for how many waited, half for how often they are asked for: a lock that is granted a lot may
/// have nobody wait for it. One that nobody waits for at the moment is kept for what was seen of it.
void RecentLengths::keepBusiest() {
    if (m_locks.size() <= kMostLocks) return;
    struct Ranked {
        const std::string* path;
        std::size_t waiters;
        double perSecond;
        std::size_t points;
    };
    std::vector<Ranked> ranked;
    ranked.reserve(m_locks.size());
    for (const auto& [path, seen] : m_locks)
        ranked.push_back({&path, mostWaiters(seen.points), perSecondOf(seen.points), seen.points.size()});
    const auto half = ranked.begin() + static_cast<std::ptrdiff_t>(kMostLocks / 2);
    const auto rest = ranked.begin() + static_cast<std::ptrdiff_t>(kMostLocks);
    std::ranges::nth_element(ranked, half, std::ranges::greater{}, [](const Ranked& lock) {
        return std::tuple(lock.waiters, lock.perSecond, lock.points);
    });
    std::ranges::nth_element(half, rest, ranked.end(), std::ranges::greater{}, [](const Ranked& lock) {
        return std::tuple(lock.perSecond, lock.waiters, lock.points);
    });
    for (auto lock = rest; lock != ranked.end(); ++lock)
        m_locks.erase(m_locks.find(*lock->path));
}

void RecentLengths::noteOldest() {
    m_sinceUnixMs = 0;
    for (const auto& [path, seen] : m_locks)
        if (m_sinceUnixMs == 0 || seen.points.front().atUnixMs < m_sinceUnixMs)
            m_sinceUnixMs = seen.points.front().atUnixMs;
}

std::vector<BusyLock> RecentLengths::busiest(std::size_t most) const {
    std::vector<BusyLock> busy;
    for (const auto& [path, seen] : m_locks) {
        const auto rate = seenRate(seen.points);
        if (mostWaiters(seen.points) == 0 && (!rate || rate->perSecond <= 0)) continue;
        busy.push_back({path, seen.points.back().waiters,
                        rate ? std::optional(rate->perSecond) : std::nullopt, seen.points});
    }
    std::ranges::stable_sort(busy, std::ranges::greater{}, [](const BusyLock& lock) {
        return std::pair(lock.waiters.value_or(0), lock.perSecond.value_or(0));
    });
    if (busy.size() > most) busy.resize(most);
    return busy;
}

std::span<const LengthPoint> RecentLengths::pointsOf(const std::string& path) const {
    if (const auto kept = m_locks.find(path); kept != m_locks.end()) return kept->second.points;
    const auto other = m_newest.find(path);
    return other == m_newest.end() ? std::span<const LengthPoint>() : other->second.points;
}

}  // namespace lockscope
