// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/permit_waiters.h>
#include <lockcore/observe/permits.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

bool areOfOneDirectory(const LockQueue& one, const LockQueue& other) {
    return one.stat && other.stat && one.stat->czxid == other.stat->czxid;
}

}  // namespace

void PermitWaiters::beginAnew() {
    m_isAnew = true;
    m_completed.clear();
}

PermitWaiters::Queue PermitWaiters::complete(const Queue& read) {
    m_completed.erase(read->path);
    if (read->freshness == Freshness::Gone) m_permits.erase(read->path);
    const bool wasSeen = read->freshness == Freshness::Live || read->freshness == Freshness::Stale;
    if (!wasSeen || !waitersPath(*read)) return read;
    Queue complete = read;
    const auto known = m_permits.find(read->path);
    if (m_isAnew && read->freshness == Freshness::Live && !waitersIn(*read) && known != m_permits.end() &&
        areOfOneDirectory(*known->second, *read))
        if (const auto waiters = waitersIn(*known->second)) {
            complete = std::make_shared<const LockQueue>(withWaiters(*read, *waiters));
            m_completed.insert_or_assign(read->path, read);
        }
    m_permits.insert_or_assign(read->path, complete);
    return complete;
}

/// Whoever does not wait any more is not told of again.
std::vector<PermitWaiters::Queue> PermitWaiters::settle(const ClusterSample& sample) {
    m_isAnew = false;
    std::vector<Queue> settled;
    for (const auto& [path, permits] : std::exchange(m_completed, {})) {
        const auto known = std::ranges::lower_bound(
            sample.locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
        if (known == sample.locks.end() || (*known)->path != path) continue;
        const auto waiters = waitersIn(**known);
        auto now = std::make_shared<LockQueue>(waiters ? withWaiters(*permits, *waiters) : *permits);
        now->readAtUnixMs = std::max(now->readAtUnixMs, sample.takenAtUnixMs);
        m_permits.insert_or_assign(path, now);
        settled.push_back(std::move(now));
    }
    return settled;
}

void PermitWaiters::keepOnly(const std::function<bool(const std::string& path)>& isKept) {
    std::erase_if(m_permits, [&](const auto& each) { return !isKept(each.first); });
}

}  // namespace lockcore
