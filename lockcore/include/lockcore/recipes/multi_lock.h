// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/multi_hold.h>
#include <lockcore/recipes/queue_lock.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockcore {

/// Curator's InterProcessMultiLock: several locks that are acquired together or not at all. Any thread;
/// copies share the locks.
///
/// The locks are taken one by one, in the given order. The first one that can't be had ends it: those taken
/// before are released, the last one first, and its error is the answer. If one of them is lost while others
/// are waited for (somebody deleted its znode), all are released and acquired again. The deadline is for all
/// of them together. (Curator gives each lock the full time, and goes on taking locks after one has failed.)
///
/// The locks may be mutexes and sides of read/write locks, of any sessions, loops and clusters. It is
/// re-entrant as far as they are: acquiring again with the same owner nests in each lock.
///
/// Not guaranteed: freedom from deadlock. Two clients that take the same locks in different orders wait for
/// each other until a deadline or a cancel ends it; so does one whose list has two lock objects of the same
/// directory. Give all clients one order, such as that of the paths, or use AtomicMultiLock.
class MultiLock {
public:
    using Granted = std::function<void(Result<MultiHold>)>;

    explicit MultiLock(std::vector<QueueLock> locks);

    /// Starts to acquire and calls `done` once, on the loop of the lock that settled it: with the hold, or
    /// with the error of the lock that could not be had (see QueueLock::acquireAsync()), after which nothing
    /// is held or queued any more, or is deleted after the reconnect. BadArguments if there are no locks,
    /// which is told on the calling thread. `queued` is called for each lock in turn.
    MultiAcquisition acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                  std::function<void(const Queued&)> queued = {});

    /// Blocks until all are owned, for the calling thread; WouldBlockLoop on the thread of a lock's loop,
    /// Forked in a child process. `stop` cancels.
    Result<MultiHold> acquire(std::stop_token stop = {});
    /// One deadline for everything: connecting, queueing and waiting, of all locks together.
    Result<MultiHold> acquireFor(Duration limit, std::stop_token stop = {});

    /// Takes the locks if all are free, or completes with Busy, having released those that it had got by
    /// then; see QueueLock::tryAcquireAsync().
    MultiAcquisition tryAcquireAsync(Owner owner, Granted done);
    /// tryAcquireAsync(), blocking.
    Result<MultiHold> tryAcquire();

    /// True while each of the locks is held by some owner in this process (Curator's
    /// isAcquiredInThisProcess).
    bool isHeldHere() const;

    const std::vector<QueueLock>& locks() const { return *m_locks; }

private:
    std::shared_ptr<const std::vector<QueueLock>> m_locks;
};

}  // namespace lockcore
