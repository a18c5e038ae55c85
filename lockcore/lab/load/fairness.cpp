// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/fairness.h>

#include <lockcore/observe/lock_statistics.h>

#include <algorithm>
#include <string>
#include <utility>

namespace lockcore {

GrantOrder grantOrder(const FairnessReport& report) {
    std::vector<SeenGrant> grants;
    for (const GrantRecord& grant : report.recent)
        if (grant.arrival != Zxid::None)
            grants.push_back({.contender = std::to_string(grant.contender),
                              .arrival = grant.arrival,
                              .shares = grant.mode == LockMode::Read,
                              .grantedIn = grant.grantRank});
    GrantOrder order = grantOrder(std::move(grants));
    order.notKept = report.grants - report.recent.size();
    order.withoutOrder = report.recent.size() - order.grants;
    return order;
}

std::optional<std::uint64_t> inversionsOf(const FairnessReport& report) {
    if (report.withoutOrder > 0) return std::nullopt;
    return report.inversions;
}

FairnessRecorder::FairnessRecorder(std::size_t keep) : m_keep(keep) {}

void FairnessRecorder::asked(std::uint64_t contender, LockMode mode) {
    m_shares.try_emplace(contender, Share{mode, 0});
}

void FairnessRecorder::queued(std::uint64_t contender, LockMode mode, Zxid arrival, TimePoint at) {
    withdrawn(contender);
    const auto later =
        std::upper_bound(m_waiting.begin(), m_waiting.end(), arrival,
                         [](Zxid value, const Waiting& waiting) { return value < waiting.arrival; });
    ++m_arrivals;
    const std::uint64_t rank = later == m_waiting.end() ? m_arrivals : later->rank;
    std::for_each(later, m_waiting.end(), [](Waiting& waiting) { ++waiting.rank; });
    m_waiting.insert(later, {contender, mode, arrival, rank, at});
    m_shares.try_emplace(contender, Share{mode, 0});
}

void FairnessRecorder::granted(std::uint64_t contender, TimePoint at) {
    const auto found = std::ranges::find(m_waiting, contender, &Waiting::contender);
    if (found == m_waiting.end()) return;
    const Waiting waiting = *found;
    m_waiting.erase(found);

    const bool reader = waiting.mode == LockMode::Read;
    const bool overtaken = waiting.arrival < m_latestOther || (!reader && waiting.arrival < m_latestReader);
    if (overtaken) ++m_inversions;
    Zxid& latest = reader ? m_latestReader : m_latestOther;
    latest = std::max(latest, waiting.arrival);

    ++m_grants;
    if (const auto share = m_shares.find(contender); share != m_shares.end()) ++share->second.grants;
    keep({contender, waiting.mode, waiting.arrival, waiting.rank, m_grants, at - waiting.at, overtaken});
}

void FairnessRecorder::grantedWithoutOrder(std::uint64_t contender, LockMode mode, Duration wait) {
    ++m_grants;
    ++m_withoutOrder;
    ++m_shares.try_emplace(contender, Share{mode, 0}).first->second.grants;
    keep({.contender = contender, .mode = mode, .grantRank = m_grants, .wait = wait});
}

void FairnessRecorder::keep(const GrantRecord& grant) {
    m_recent.push_back(grant);
    if (m_recent.size() > m_keep) m_recent.pop_front();
}

void FairnessRecorder::withdrawn(std::uint64_t contender) {
    const auto found = std::ranges::find(m_waiting, contender, &Waiting::contender);
    if (found == m_waiting.end()) return;
    --m_arrivals;
    std::for_each(m_waiting.erase(found), m_waiting.end(), [](Waiting& waiting) { --waiting.rank; });
}

void FairnessRecorder::left(std::uint64_t contender) {
    withdrawn(contender);
    m_shares.erase(contender);
}

FairnessReport FairnessRecorder::report() const {
    FairnessReport report;
    report.recent.assign(m_recent.begin(), m_recent.end());
    report.grants = m_grants;
    report.inversions = m_inversions;
    report.withoutOrder = m_withoutOrder;

    std::vector<Duration> waits;
    for (const GrantRecord& grant : m_recent)
        waits.push_back(grant.wait);
    report.waitMedian = percentile(waits, 0.5);
    report.waitP95 = percentile(waits, 0.95);
    report.waitMax = percentile(waits, 1.0);

    std::map<LockMode, std::vector<std::uint64_t>> grantsOfMode;
    for (const auto& [contender, share] : m_shares)
        grantsOfMode[share.mode].push_back(share.grants);
    for (const auto& [mode, grants] : grantsOfMode)
        report.jainIndex = std::min(report.jainIndex, jainIndex(grants));
    return report;
}

}  // namespace lockcore
