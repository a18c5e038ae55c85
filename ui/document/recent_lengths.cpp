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

LengthPoint pointOf(const lockcore::LockQueue& lock, std::int64_t atUnixMs, RecentLengths::Of of) {
    LengthPoint point{.atUnixMs = atUnixMs};
    switch (lock.freshness) {
        case Freshness::Live:
            if (lock.stat) point.requests = lockcore::childrenEverCreated(*lock.stat);
            point.waiters = lock.waiters();
            break;
        case Freshness::Named: point.waiters = lock.waiters(); break;
        case Freshness::Gone: point.waiters = 0; break;
        case Freshness::Stale:
            if (of == RecentLengths::Of::File) point.waiters = lock.waiters();
            break;
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

/// Forgets what was of another directory of the same path.
template <class Points>
void followDirectory(lockcore::Zxid& directory, lockcore::Zxid newest, const Points& forget) {
    if (newest == lockcore::Zxid::None) return;
    if (directory != lockcore::Zxid::None && directory != newest) forget();
    directory = newest;
}

void addPoint(std::vector<LengthPoint>& points, const LengthPoint& point) {
    points.push_back(point);
    if (points.size() > RecentLengths::kMostPoints) points.erase(points.begin());
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

void RecentLengths::Newest::add(const LengthPoint& point) {
    if (count == two.size()) two[0] = two[1];
    count = std::min(count + 1, two.size());
    two[count - 1] = point;
}

void RecentLengths::take(const lockcore::ClusterSample& sample, const InDoubt& inDoubt, Of of) {
    if (sample.takenAtUnixMs <= m_untilUnixMs) return;
    m_untilUnixMs = sample.takenAtUnixMs;
    const std::vector<std::size_t> others = noteAll(sample, inDoubt, of);
    noteMissing(sample);
    keepBusiest(others);
    std::erase_if(m_newest, [](const Newest& lock) { return !lock.points().back().requests; });
    noteOldest();
}

/// Returns which of the newest are not kept, and may be.
std::vector<std::size_t> RecentLengths::noteAll(const lockcore::ClusterSample& sample, const InDoubt& inDoubt,
                                                Of of) {
    m_unknown = 0;
    std::vector<Newest> before = std::exchange(m_newest, {});
    m_newest.reserve(sample.locks.size());
    std::vector<std::size_t> others;
    auto older = before.begin();
    auto kept = m_locks.begin();
    // All of them are in the order of their paths.
    for (const auto& lock : sample.locks) {
        while (older != before.end() && older->path < lock->path)
            ++older;
        while (kept != m_locks.end() && kept->first < lock->path)
            ++kept;
        LengthPoint point = pointOf(*lock, m_untilUnixMs, of);
        if (inDoubt.contains(lock->path)) point.waiters.reset();
        if (!point.waiters && lockcore::hasHolders(lock->kind)) ++m_unknown;
        const bool isKnown = older != before.end() && older->path == lock->path;
        Newest& newest = m_newest.emplace_back(isKnown ? std::move(*older) : Newest{lock->path});
        followDirectory(newest.directory, directoryOf(*lock), [&] { newest.count = 0; });
        newest.add(point);
        if (kept != m_locks.end() && kept->first == lock->path) {
            Seen& seen = kept->second;
            followDirectory(seen.directory, directoryOf(*lock), [&] { seen.points.clear(); });
            addPoint(seen.points, point);
        } else if (lockcore::hasHolders(lock->kind)) {
            // Nobody knows what an empty directory is for.
            others.push_back(m_newest.size() - 1);
        }
    }
    return others;
}

void RecentLengths::clear() {
    m_locks.clear();
    m_newest.clear();
    m_unknown = 0;
    m_sinceUnixMs = m_untilUnixMs = 0;
}

/// A lock that is not in the sample is gone, unless the sample may lack it.
void RecentLengths::noteMissing(const lockcore::ClusterSample& sample) {
    for (auto& [path, seen] : m_locks) {
        if (seen.points.back().atUnixMs == m_untilUnixMs) continue;
        LengthPoint point{.atUnixMs = m_untilUnixMs};
        if (!sample.mayLack(path)) point.waiters = 0;
        addPoint(seen.points, point);
    }
}

/// Half of them for how many waited, half for how often they are asked for: a lock that is granted a lot may
/// have nobody wait for it. One that nobody waits for at the moment is kept for what was seen of it.
void RecentLengths::keepBusiest(const std::vector<std::size_t>& others) {
    struct Ranked {
        Locks::iterator kept;  ///< the end: one of the others
        std::size_t newest;
        std::size_t waiters;
        double perSecond;
        std::size_t points;
    };
    std::vector<Ranked> ranked;
    ranked.reserve(m_locks.size() + others.size());
    const auto rank = [&](Locks::iterator kept, std::size_t newest, std::span<const LengthPoint> points) {
        ranked.push_back({kept, newest, mostWaiters(points), perSecondOf(points), points.size()});
    };
    for (auto kept = m_locks.begin(); kept != m_locks.end(); ++kept)
        rank(kept, 0, kept->second.points);
    for (const std::size_t newest : others)
        rank(m_locks.end(), newest, m_newest[newest].points());
    auto rest = ranked.end();
    if (ranked.size() > kMostLocks) {
        const auto half = ranked.begin() + static_cast<std::ptrdiff_t>(kMostLocks / 2);
        rest = ranked.begin() + static_cast<std::ptrdiff_t>(kMostLocks);
        std::ranges::nth_element(ranked, half, std::ranges::greater{}, [](const Ranked& lock) {
            return std::tuple(lock.waiters, lock.perSecond, lock.points);
        });
        std::ranges::nth_element(half, rest, ranked.end(), std::ranges::greater{}, [](const Ranked& lock) {
            return std::tuple(lock.perSecond, lock.waiters, lock.points);
        });
    }
    for (auto lock = rest; lock != ranked.end(); ++lock)
        if (lock->kept != m_locks.end()) m_locks.erase(lock->kept);
    for (auto lock = ranked.begin(); lock != rest; ++lock) {
        if (lock->kept != m_locks.end()) continue;
        const Newest& newest = m_newest[lock->newest];
        const auto points = newest.points();
        m_locks.emplace(newest.path, Seen{newest.directory, {points.begin(), points.end()}});
    }
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
    const auto other = std::ranges::lower_bound(m_newest, path, {}, &Newest::path);
    return other == m_newest.end() || other->path != path ? std::span<const LengthPoint>() : other->points();
}

}  // namespace lockscope
