// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace lockcore {

/// What is wrong with the way between a session and its servers.
enum class LinkState {
    Open,          ///< nothing
    Stalled,       ///< nothing passes in either direction, and nobody is told
    LosesAnswers,  ///< requests reach the server, and what it says is lost
    Cut,           ///< connections have ended, and new ones fail at once
};

/// What the lab does to the way of one session (SessionOptions::fault). Any thread; counts from the next turn
/// of the session's loop on, in the order of the calls: a link that is cut and opened at once has been cut.
///
/// - Stalled: what either side says waits, and goes on in order once the link is open. The session's own
///   clocks run: it learns after two thirds of its timeout, as of any network that hangs. (A process that is
///   *stopped* learns nothing, until it goes on.) A connection that is made meanwhile stalls as well.
/// - LosesAnswers: nothing can follow an answer that was lost, so that the connection ends once the link is
///   open again. What had been asked was done or not: the session is told ConnectionLoss.
/// - Cut: the server keeps the session until its timeout, as it does when a client's machine is cut off.
class LinkFault {
public:
    using Listener = std::function<void(LinkState, Duration delay)>;

    /// From now on, until it is set anew.
    void set(LinkState state);
    LinkState state() const;
    /// Whatever is said takes so much longer, in each direction: a longer way, not a slower one. What is on
    /// its way keeps the time that it had.
    void setDelay(Duration oneWay);
    Duration delay() const;

    /// For links: `listener` is called with each change, by the thread that makes it, and may only post. The
    /// number is for ignore(), after which it is not called any more.
    std::uint64_t listen(Listener listener);
    /// The end of a listen().
    void ignore(std::uint64_t listener);

private:
    void tell() const;

    mutable std::mutex m_mutex;  // guards all
    LinkState m_state = LinkState::Open;
    Duration m_delay{0};
    std::map<std::uint64_t, Listener> m_listeners;
    std::uint64_t m_lastListener = 0;
};

}  // namespace lockcore
