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
    /// From one request that was answered to the next. ZooKeeper's client by itself pings after a third of
    /// the timeout.
    static constexpr std::chrono::milliseconds kRest{400};

    explicit SessionPulse(std::shared_ptr<ZooKeeper> session);
    ~SessionPulse();
    SessionPulse(const SessionPulse&) = delete;
    SessionPulse& operator=(const SessionPulse&) = delete;

    /// Costs the cluster at most five requests in two seconds while it beats.
    void setBeating(bool beating);

private:
    class Impl;
    const std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
