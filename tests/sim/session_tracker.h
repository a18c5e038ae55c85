// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/session/loop.h>

#include <map>
#include <vector>

namespace lockcore {

/// The leader's table of when each session ends unless something is heard of it. One thread.
///
/// As ZooKeeper's: the end is put off to the next full tick, so that a session lives up to a tick longer than
/// its timeout.
class SessionTracker {
public:
    SessionTracker(Duration tick, Duration timeout) : m_tick(tick), m_timeout(timeout) {}

    /// Its client is connected, or connects again. `now` is the leader's clock here and below.
    void add(SessionId session, Duration now) { m_ends[session] = endAfter(now); }
    /// A sign of life; nothing for one that has ended.
    void touch(SessionId session, Duration now);
    void remove(SessionId session) { m_ends.erase(session); }
    /// What a new leader does: it knows the sessions, and of none when it was heard last.
    void beginAnew(Duration now);
    /// Those whose time is over, which it forgets.
    std::vector<SessionId> takeOver(Duration now);

private:
    Duration endAfter(Duration now) const { return ((now + m_timeout) / m_tick + 1) * m_tick; }

    const Duration m_tick;
    const Duration m_timeout;
    std::map<SessionId, Duration> m_ends;
};

}  // namespace lockcore
