// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "session_tracker.h"

#include <algorithm>

namespace lockcore {

void SessionTracker::touch(SessionId session, Duration now) {
    const auto found = m_ends.find(session);
    if (found != m_ends.end()) found->second = std::max(found->second, endAfter(now));
}

void SessionTracker::beginAnew(Duration now) {
    for (auto& [session, end] : m_ends)
        end = endAfter(now);
}

std::vector<SessionId> SessionTracker::takeOver(Duration now) {
    std::vector<SessionId> over;
    for (const auto& [session, end] : m_ends)
        if (end <= now) over.push_back(session);
    for (const SessionId session : over)
        m_ends.erase(session);
    return over;
}

}  // namespace lockcore
