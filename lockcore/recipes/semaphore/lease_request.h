// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/session_listener.h"
#include "queue/contention.h"
#include "queue/held_node.h"
#include "semaphore_impl.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the loop thread. One acquire of a semaphore's leases: learns how many there are, takes the mutex,
/// contends for all its leases at once and gives the mutex back. Its contentions keep it alive.
///
/// The mutex is for progress, not for safety: a lease is owned by a list that shows it, and the last one that
/// was created sees all others, so never too many are owned. But two clients that wait without it would count
/// each other's leases for ever. Hence, when somebody deletes the mutex's znode meanwhile, it gives all
/// leases back and starts again.
class LeaseRequest::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<Semaphore::Impl> semaphore, Semaphore::Impl::Request request);

    void start();
    /// Unless it is settled: no znode stays, and the completion is called with `error`.
    void fail(const Error& error);
    Error error(ErrorCode code, const std::string& detail = {}) const;
    Loop& loop() const { return m_semaphore->session->loop(); }

private:
    enum class Phase {
        Counting,  ///< until the number of leases is known
        Looking,   ///< try only: whether there are enough leases now
        Locking,
        Leasing,
        Settled,
    };
    /// One lease of several.
    struct Slot {
        std::weak_ptr<Contention> contention = {};
        std::shared_ptr<HeldNode> node = {};  ///< null until it is granted
        bool dropped = false;                 ///< its contention has been ended: what that says is not heard
    };

    std::optional<Error> problem() const;
    void limitChanged(const Result<VersionedCount>& limit);
    void look();
    void looked(const Result<ChildList>& result);
    void lock();
    void mutexLost();
    void lease();
    void contend(std::size_t index);
    void granted(Slot& slot, const std::string& path, const Stat& stat);
    void leaseLost(std::size_t index);
    void revokeAsked(const Slot& slot) const;
    ContentionSpec spec(ContenderKind kind) const;

    /// Does it after the pause of the policy, or fails with HoldLost: somebody deleted a znode of this
    /// acquire.
    void retry(std::function<void()> what);
    void dropLeases();
    void dropMutex();
    void settle();
    void succeed();

    const std::shared_ptr<Semaphore::Impl> m_semaphore;
    Semaphore::Impl::Request m_request;
    Phase m_phase = Phase::Counting;
    int m_maxLeases = 0;
    ListenerToken m_limit = ListenerToken::None;
    Loop::Timer m_deadline = Loop::Timer::None;
    std::optional<SessionListener> m_sessionEnd;  ///< in a pause nobody else hears of it
    TimePoint m_started{};
    int m_retries = 0;
    std::weak_ptr<Contention> m_mutex;
    std::vector<std::shared_ptr<Slot>> m_slots;
};

}  // namespace lockcore
