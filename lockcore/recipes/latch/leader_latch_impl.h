// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/wait_limits.h"
#include "queue/contention.h"
#include "queue/held_node.h"

#include <lockcore/recipes/leader_latch.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace lockcore {

/// Lives on the loop thread; its constants and atomic parts on any.
class LeaderLatch::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, std::string path, LeaderLatchOptions options);

    const std::string path;
    const LeaderLatchOptions options;
    std::atomic<LatchState> state = LatchState::Latent;
    std::atomic<std::uint64_t> lastListener = 0;

    /// Of the leader's znode while it leads. Any thread.
    Zxid token() const;
    /// Any thread.
    std::chrono::nanoseconds validUntil(LifeSign sign) const;

    Loop& loop() const { return m_loop; }
    const std::shared_ptr<ZooKeeper>& session() const { return m_session; }

    void join();
    void closed(CloseMode mode);
    void addListener(ListenerToken listenerToken, LeadershipListener listener, Executor executor);
    void removeListener(ListenerToken listenerToken) { m_listeners.erase(listenerToken); }
    void await(std::optional<TimePoint> deadline, Completion<void> done, const std::stop_token& stop);

private:
    struct Listener {
        LeadershipListener listener;
        Executor executor;
    };
    struct Waiter {
        Completion<void> done;
        std::optional<WaitLimits> limits;
    };
    using Waiters = std::list<Waiter>;

    Contention::Handlers handlers(std::uint64_t round);
    void granted(const std::string& node, const Stat& stat);
    void contentionFinished();
    void renewSession();
    void becomeOver();
    void update();
    void settleIfSure();
    bool isEnough(HoldState known) const;
    std::shared_ptr<HeldNode> held() const;
    void setHeld(std::shared_ptr<HeldNode> held);
    void tell(bool leads);
    static void tellOne(const Listener& listener, bool leads);
    void settleWaiters(const Result<void>& result);
    void giveUpWaiter(Waiters::iterator waiter, ErrorCode why);
    Error error(ErrorCode why) const;

    Loop& m_loop;
    std::shared_ptr<ZooKeeper> m_session;
    std::weak_ptr<Contention> m_contention;
    std::uint64_t m_round = 0;       ///< of the contention whose events count
    bool m_told = false;             ///< what listeners believe
    bool m_isAsking = false;         ///< whether it still leads, for whoever awaits that
    std::optional<Error> m_problem;  ///< why the last contention failed
    std::map<ListenerToken, Listener> m_listeners;
    Waiters m_waiters;

    mutable std::mutex m_heldMutex;
    std::shared_ptr<HeldNode> m_held;  ///< what it leads by, or has lost; null before a grant
};

}  // namespace lockcore
