// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/multi_hold.h>
#include <lockcore/recipes/queue_lock.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// Several mutexes that are queued for in one step, so that no order of acquisition can deadlock. Curator has
/// no counterpart; on each path it is wire-compatible with Mutex and Curator's InterProcessMutex. Any thread;
/// copies share one object.
///
/// One transaction creates the contender znodes in all lock directories; then each queue is waited for, all
/// at the same time, and the locks are owned when each one's turn has come.
///
/// Guarantee: acquires of AtomicMultiLocks, whatever their paths and the order of these, and clients that
/// hold one mutex at a time never wait for each other in a circle. Proof sketch: the znodes of one acquire
/// are created by one transaction, hence with one zxid. ZooKeeper numbers the children of a directory in the
/// order of their zxids, so every queue has its contenders in that order, and an acquire waits only for such
/// with a smaller zxid than its own, in each directory. A client of a single mutex has one zxid too. In a
/// circle of waits the zxids would have to shrink all the way round.
///
/// Not guaranteed: the same for a client that keeps one of the locks while it queues for another of them,
/// such as MultiLock, Curator's InterProcessMultiLock or two nested acquires: it has two zxids, and may wait
/// behind an AtomicMultiLock in the second queue that waits behind it in the first. Nor the cost of one lock:
/// while it waits for the slowest queue it holds those locks whose turn has come.
///
/// It fails as a whole: where a directory forbids the create, nothing is created anywhere. When one of the
/// znodes is deleted by somebody before all locks are owned, queueing that one again alone would give it
/// another zxid than the rest, which is what the guarantee rests on; so all places are given up and the whole
/// is queued for again at the tails, as often as LockOptions' retry policy allows, and NoNode is the answer
/// after that.
///
/// Not re-entrant: an owner that has these locks, or queues for them, by this object gets WouldDeadlock.
class AtomicMultiLock {
public:
    using Granted = std::function<void(Result<MultiHold>)>;

    /// `paths` are the lock directories, at least one and no one twice (BadArguments from each acquire
    /// otherwise); they and their parents are created as needed. Nothing is sent before the first acquire.
    AtomicMultiLock(std::shared_ptr<ZooKeeper> session, std::vector<std::string> paths,
                    LockOptions options = {});

    /// Queues up and calls `done` once, on the loop: with the hold, whose holds are in the order of the
    /// paths, or with the errors of QueueLock::acquireAsync(). After any error no znode is left, or it is
    /// deleted after the reconnect. `queued` is called with all places, of which each has the same czxid, as
    /// soon as they are known, and again where they had to be given up.
    MultiAcquisition acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                  std::function<void(const std::vector<Queued>&)> queued = {});

    /// Blocks until all are owned, for the calling thread; WouldBlockLoop on the loop thread, Forked in a
    /// child process. `stop` cancels.
    Result<MultiHold> acquire(std::stop_token stop = {});
    /// One deadline for everything: connecting, queueing, waiting and queueing again.
    Result<MultiHold> acquireFor(Duration limit, std::stop_token stop = {});

    /// Takes the locks if all are free, or completes with Busy; see QueueLock::tryAcquireAsync().
    MultiAcquisition tryAcquireAsync(Owner owner, Granted done);
    /// tryAcquireAsync(), blocking.
    Result<MultiHold> tryAcquire();

    /// True while some owner in this process holds all of these locks by this object.
    bool isHeldHere() const;

    const std::vector<std::string>& paths() const;

    class Impl;

private:
    Result<MultiHold> acquireUntil(std::optional<TimePoint> deadline, const std::stop_token& stop,
                                   bool tryOnly);

    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
