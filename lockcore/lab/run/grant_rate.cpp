// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/grant_rate.h"

namespace lockcore {

std::uint64_t GrantRate::inLastSecond(TimePoint now, std::uint64_t grants) {
    if (!m_told.empty() && m_told.back().second > grants) m_told.clear();
    m_told.emplace_back(now, grants);
    const TimePoint since = now - std::chrono::seconds(1);
    while (m_told.size() > 1 && m_told[1].first <= since)
        m_told.pop_front();
    // What there was when nothing had been told yet is none.
    const std::uint64_t before = m_told.front().first <= since ? m_told.front().second : 0;
    return grants - before;
}

}  // namespace lockcore
