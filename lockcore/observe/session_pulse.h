// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <chrono>
#include <memory>

namespace lockcore {

/// Asks a server for next to nothing when nothing else was answered for a while: what a watch tells of then
/// happened no longer ago than that, and where the connection is lost it is known until when all was seen
/// (ReadingTimes). Lives on the session's loop.
class SessionPulse {
public:
    /// From one request that was answered to the next, while something changes. ZooKeeper's client by itself
    /// pings after a third of the timeout.
    static constexpr std::chrono::milliseconds kRest{400};
    /// The same where nothing has changed for kLively: what comes then may have happened so long before.
    static constexpr std::chrono::milliseconds kQuietRest{1'000};
    static constexpr std::chrono::seconds kLively{30};

    explicit SessionPulse(std::shared_ptr<ZooKeeper> session);
    ~SessionPulse();
    SessionPulse(const SessionPulse&) = delete;
    SessionPulse& operator=(const SessionPulse&) = delete;

    /// Costs the cluster at most five requests in two seconds while it beats, and one a second where nothing
    /// changes.
    void setBeating(bool beating);
    /// Something has changed: more may follow.
    void noteChange();

private:
    class Impl;
    const std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
