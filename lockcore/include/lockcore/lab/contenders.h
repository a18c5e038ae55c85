// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/contender_view.h>
#include <lockcore/session/session.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Contenders to add, all alike.
struct ContenderPlan {
    std::string lockPath;
    LockMode mode = LockMode::Exclusive;
    std::size_t count = 1;
    std::chrono::milliseconds hold{500};   ///< how long each keeps the lock, ±50 % at random
    std::chrono::milliseconds think{500};  ///< how long each waits before it queues again, ±50 % at random
    /// Another mutex that each asks for when it has held the lock for that time, and then keeps besides for
    /// that time again. Two that take two locks in opposite order come to wait for each other for ever.
    std::string innerLockPath = {};
};

/// What the lab's contenders do at one moment. Immutable.
struct ContendersView {
    std::vector<ContenderView> contenders;  ///< by id; a stopped one stays until its session is closed
    std::vector<LockFairness> fairness;     ///< by lock path
};

/// Simulated contenders on a real cluster, each with a session of its own on one shared loop: they queue up,
/// hold, release, think and queue again. Lives on its loop; all methods may be called from any thread.
class Contenders {
public:
    using Sink = std::function<void(std::shared_ptr<const ContendersView>)>;

    /// `sink` is called on the loop after changes, at most every 100 ms.
    Contenders(EventLoop& loop, SessionOptions options, Sink sink);
    /// Closes all sessions and waits for it. Not on the loop thread.
    ~Contenders();

    /// Starts the plan's contenders; they connect, and then queue up after a think time. The id of the first;
    /// those of the others follow it.
    std::uint64_t add(const ContenderPlan& plan);
    /// Stops these contenders: each releases or gives up and closes its session.
    void stop(const std::vector<std::uint64_t>& ids);
    /// Stops every contender likewise.
    void stopAll();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
