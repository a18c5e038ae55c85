// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reconnect_pause.h"

#include <algorithm>

namespace lockcore {

void ReconnectPause::lost(TimePoint now, Duration timeout) {
    if (m_connectedAt && now - *m_connectedAt >= timeout / 3) m_downSince = now;
    m_connectedAt.reset();
    m_lostAt = now;
}

/// At most a third of the timeout: after two thirds without a look the session would be taken for paused.
Duration ReconnectPause::next(TimePoint now, Duration timeout, Duration atLeast) {
    if (!m_downSince) m_downSince = now;
    const bool mayLive = m_lostAt && now - *m_lostAt < timeout;
    const Duration longest = std::min(kLongest, mayLive ? timeout / 24 : timeout / 3);
    // A long timeout's 60th is longer than that.
    const Duration whole = std::clamp((now - *m_downSince) / 4, std::min(timeout / 60, longest), longest);
    std::uniform_int_distribution<Duration::rep> part(whole.count() / 2, whole.count());
    return std::clamp(atLeast, Duration(part(m_random)), longest);
}

}  // namespace lockcore
