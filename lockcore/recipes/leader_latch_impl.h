// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention_driver.h"
#include "wait_limits.h"

#include <lockcore/recipes/leader_latch.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
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
    std::atomic<Zxid> token = Zxid::None;  ///< while it leads
    std::atomic<std::uint64_t> lastListener = 0;

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

    ContentionDriver::Handlers handlers(std::uint64_t round);
    void holdChanged(HoldState next);
    void contentionFinished();
    void renewSession();
    void becomeOver();
    void update();
    void tell(bool leads);
    static void tellOne(const Listener& listener, bool leads);
    void settleWaiters(const Result<void>& result);
    void giveUpWaiter(Waiters::iterator waiter, ErrorCode why);
    Error error(ErrorCode why) const;

    Loop& m_loop;
    std::shared_ptr<ZooKeeper> m_session;
    std::weak_ptr<ContentionDriver> m_driver;
    std::uint64_t m_round = 0;  ///< of the contention whose events count
    bool m_granted = false;
    bool m_lost = false;  ///< it was granted, and is not any more
    bool m_suspended = false;
    bool m_told = false;  ///< what listeners believe
    Zxid m_czxid = Zxid::None;
    std::optional<Error> m_problem;  ///< why the last contention failed
    std::map<ListenerToken, Listener> m_listeners;
    Waiters m_waiters;
};

}  // namespace lockcore
