// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "believers.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// What is older than half of these has been heard by all.
constexpr std::size_t kMostKept = 20'000;

}  // namespace

void Believers::end(std::uint64_t contender, TimePoint at) {
    const auto found = m_open.find(contender);
    if (found == m_open.end()) return;
    m_over.push_back({found->second, std::max(found->second, at)});
    m_open.erase(found);
    if (m_over.size() < kMostKept) return;
    m_mostOld = most();
    const auto half = m_over.begin() + kMostKept / 2;
    std::ranges::nth_element(m_over, half, {}, &Belief::to);
    m_over.erase(m_over.begin(), half);
}

std::uint64_t Believers::most() const {
    // Who ends at a moment makes room for who begins then.
    std::vector<std::pair<TimePoint, int>> changes;
    changes.reserve(2 * m_over.size() + m_open.size());
    for (const Belief& belief : m_over) {
        changes.emplace_back(belief.from, 1);
        changes.emplace_back(belief.to, -1);
    }
    for (const auto& [contender, from] : m_open)
        changes.emplace_back(from, 1);
    std::ranges::sort(changes);
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& [at, change] : changes) {
        now += change;
        most = std::max(most, now);
    }
    return std::max(m_mostOld, static_cast<std::uint64_t>(most));
}

}  // namespace lockcore
