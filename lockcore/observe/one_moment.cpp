// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contender_facts.h"
#include "wait_graph.h"

#include <algorithm>
#include <limits>

namespace lockcore {

OneMoment::OneMoment(const ClusterSample& sample)
    : m_sample(sample), m_clocks(clocksOf(sample)), m_clockAhead(leaderClockAhead(sample.servers)) {}

std::int64_t OneMoment::createdMs(const LockQueue& lock, std::size_t row) const {
    // One that was not read was there when the catalog was made.
    const auto& stat = lock.rows[row].contender->stat;
    if (!stat) return std::numeric_limits<std::int64_t>::min();
    return stat->ctimeMs - m_clocks.aheadAt(stat->czxid).value_or(m_clockAhead).count();
}

bool OneMoment::isCompared(const LockQueue& lock, std::size_t row) const {
    const auto& stat = lock.rows[row].contender->stat;
    return stat && (m_clocks.current() || m_clocks.aheadAt(stat->czxid));
}

/// A queue that is in the sample for longer has been found unchanged by the catalog.
std::int64_t OneMoment::confirmedMs(const LockQueue& lock) const {
    return std::max(lock.readAtUnixMs, m_sample.catalog ? m_sample.catalog->asOfUnixMs : 0);
}

}  // namespace lockcore
