// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "joint_contention.h"

#include <lockcore/recipes/atomic_multi_lock.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. One acquire of an AtomicMultiLock, until all is released: a JointContention,
/// and the next one where somebody deleted a znode of the last, under one deadline. What it has started keeps
/// it alive.
class JointAcquire : public std::enable_shared_from_this<JointAcquire> {
public:
    struct Request {
        Owner owner;
        std::optional<TimePoint> deadline;
        AtomicMultiLock::Granted done;
        std::function<void(const std::vector<Queued>&)> queued;
        std::stop_token stop;
        bool tryOnly = false;
    };
    struct Listeners {
        std::function<void()> revokeAsked;
        /// It has failed, or everything is released or lost.
        std::function<void(const JointAcquire&)> over;
    };
    JointAcquire(std::shared_ptr<ZooKeeper> session, std::shared_ptr<std::atomic<int>> heldHere,
                 Request request, Listeners listeners);

    void start(std::vector<ContentionSpec> specs);
    /// True while it waits or holds one of the locks.
    bool isBusy() const;

private:
    void begin();
    void beginAgain(const std::string& directory);
    void giveUp(ErrorCode why);
    void granted(const JointContention::Nodes& nodes);
    void failed(const Error& error);
    void settle();

    const std::shared_ptr<ZooKeeper> m_session;
    const std::shared_ptr<std::atomic<int>> m_heldHere;
    const Request m_request;
    const Listeners m_listeners;
    std::vector<ContentionSpec> m_specs;
    std::weak_ptr<JointContention> m_contention;
    JointContention::Nodes m_nodes;  ///< once granted
    bool m_waiting = true;
    int m_retries = 0;
    TimePoint m_startedAt{};
    Loop::Timer m_deadline = Loop::Timer::None;
    Loop::Timer m_pause = Loop::Timer::None;
    ListenerToken m_listener = ListenerToken::None;  ///< during a pause
    std::optional<std::stop_callback<std::function<void()>>> m_cancel;
};

}  // namespace lockcore
