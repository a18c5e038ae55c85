// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <optional>
#include <random>

namespace lockcore {

/// Lives on the loop thread. How long a session waits before it tries all servers once more, after none of
/// them has taken it.
///
/// The C client waits a 60th of the timeout, for ever: six attempts a second of each session, at servers
/// that are down or overrun. This is up to a quarter of the time for which there has been no connection, so
/// that an outage is prolonged by a quarter at most; bounded, so that no session stays away long; by chance
/// somewhat less, so that sessions which lost their server together do not come back together. A session that
/// may still be saved tries two dozen times before it ends, also where connections last for moments only.
class ReconnectPause {
public:
    void connected(TimePoint now) { m_connectedAt = now; }
    /// A connection that did not last for a third of the timeout, in which the client and a server have
    /// certainly talked, was none: it may be lost for the same reason again.
    void lost(TimePoint now, Duration timeout);
    /// `atLeast` counts as far as the longest pause goes.
    Duration next(TimePoint now, Duration timeout, Duration atLeast = {});

    static constexpr Duration kLongest = std::chrono::seconds(5);

private:
    std::optional<TimePoint> m_connectedAt;
    std::optional<TimePoint> m_downSince;
    std::optional<TimePoint> m_lostAt;  ///< however short the connection was
    std::minstd_rand m_random{std::random_device{}()};
};

}  // namespace lockcore
