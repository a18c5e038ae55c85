// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/leader_clocks.h>

#include <algorithm>
#include <utility>

namespace lockcore {

LeaderClocks::LeaderClocks(std::map<std::int64_t, std::chrono::milliseconds> byEpoch,
                           std::optional<std::chrono::milliseconds> current)
    : m_byEpoch(std::move(byEpoch)), m_current(current) {
    while (m_byEpoch.size() > kMostEpochs)
        m_byEpoch.erase(m_byEpoch.begin());
}

void LeaderClocks::take(const std::vector<ServerReport>& servers) {
    for (const ServerReport& server : servers) {
        if (!server.clockAhead || (server.mode != "leader" && server.mode != "standalone")) continue;
        m_current = server.clockAhead;
        if (server.lastZxid) m_byEpoch.insert_or_assign(epochOf(*server.lastZxid), *server.clockAhead);
        if (m_byEpoch.size() > kMostEpochs) m_byEpoch.erase(m_byEpoch.begin());
        return;
    }
}

std::optional<std::chrono::milliseconds> LeaderClocks::aheadAt(Zxid zxid) const {
    if (m_byEpoch.empty()) return m_current;
    const auto found = m_byEpoch.find(epochOf(zxid));
    return found == m_byEpoch.end() ? std::nullopt : std::optional(found->second);
}

bool LeaderClocks::isWithin(std::chrono::milliseconds difference, const LeaderClocks& other) const {
    const auto isClose = [&](const auto& one, const auto& another) {
        return one.first == another.first && std::chrono::abs(one.second - another.second) < difference;
    };
    if (m_current.has_value() != other.m_current.has_value()) return false;
    if (m_current && std::chrono::abs(*m_current - *other.m_current) >= difference) return false;
    return std::ranges::equal(m_byEpoch, other.m_byEpoch, isClose);
}

}  // namespace lockcore
