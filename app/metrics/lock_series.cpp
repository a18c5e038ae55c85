// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_series.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

/// A minute's: half of it counts ten minutes later.
constexpr double kFading = 0.93;
/// Whoever has a series keeps it unless another lock has so much more traffic: one that comes and goes tells
/// nothing.
constexpr double kKept = 2;

std::tuple<bool, double, bool> rankOf(const LockSeries::Lock& lock) {
    return {lock.isStuck || lock.isTroubled, lock.own ? lock.traffic * kKept : lock.traffic,
            lock.own.has_value()};
}

}  // namespace

void DurationCounts::add(std::chrono::milliseconds duration) {
    const double length = std::chrono::duration<double>(duration).count();
    const auto bound = std::ranges::lower_bound(kBounds, length);
    ++counts.at(static_cast<std::size_t>(bound - kBounds.begin()));
    seconds += length;
}

LockSeries::Lock& LockSeries::lockOf(const std::string& path) {
    const auto [lock, isNew] = m_locks.try_emplace(path);
    if (isNew && m_own < m_most) {
        lock->second.own.emplace();
        ++m_own;
    } else if (isNew && !m_others) {
        m_others.emplace();
    }
    return lock->second;
}

void LockSeries::show(const std::string& path, const LockLengths& lengths) {
    Lock& lock = lockOf(path);
    if (lock.lengths != lengths) ++lock.traffic;
    if (lengths.waiters == 0) lock.hasMoved = true;
    lock.lengths = lengths;
    lock.goneMs.reset();
}

void LockSeries::hide(const std::string& path) {
    if (const auto lock = m_locks.find(path); lock != m_locks.end()) lock->second.lengths.reset();
}

void LockSeries::gone(const std::string& path, std::int64_t nowMs) {
    const auto lock = m_locks.find(path);
    if (lock == m_locks.end()) return;
    lock->second.lengths.reset();
    if (!lock->second.goneMs) lock->second.goneMs = nowMs;
}

void LockSeries::forget(const std::string& path) {
    const auto lock = m_locks.find(path);
    if (lock == m_locks.end()) return;
    if (lock->second.own) --m_own;
    m_locks.erase(lock);
}

LockDurations& LockSeries::seriesOf(const std::string& path) {
    Lock& lock = lockOf(path);
    ++lock.traffic;
    lock.hasMoved = true;
    return lock.own ? *lock.own : *m_others;
}

void LockSeries::waited(const std::string& path, std::chrono::milliseconds duration) {
    seriesOf(path).waits.add(duration);
}

void LockSeries::held(const std::string& path, std::chrono::milliseconds duration) {
    seriesOf(path).holds.add(duration);
}

void LockSeries::choose(std::int64_t nowMs, const std::set<std::string>& troubled) {
    std::erase_if(m_locks, [&](const auto& entry) {
        return entry.second.goneMs &&
               nowMs - *entry.second.goneMs >= std::chrono::milliseconds(kGoneFor).count();
    });
    std::vector<Lock*> ranked;
    for (auto& [path, lock] : m_locks) {
        lock.traffic *= kFading;
        lock.isTroubled = troubled.contains(path);
        // While nobody knows, it is what it was.
        if (lock.lengths) lock.isStuck = !std::exchange(lock.hasMoved, lock.lengths->waiters == 0);
        if (lock.goneMs) lock.isStuck = false;
        ranked.push_back(&lock);
    }
    std::ranges::stable_sort(ranked, std::ranges::greater(), [](const Lock* lock) { return rankOf(*lock); });
    m_own = std::min(ranked.size(), m_most);
    for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
        Lock& lock = *ranked[rank];
        if (rank >= m_most)
            lock.own.reset();
        else if (!lock.own)
            lock.own.emplace();
    }
    if (ranked.size() > m_most && !m_others) m_others.emplace();
}

}  // namespace lockscope
