// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/semaphore.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// Curator's InterProcessSemaphoreMutex: exclusive, fair and not re-entrant; a Semaphore with one lease, on
/// the same znodes. Any thread may acquire and any thread may release; copies share one object.
///
/// A thread that acquires again while it holds waits for itself, up to its deadline. It takes two round trips
/// to own and twice the requests of a Mutex, whose holds any thread may release as well: this one is for
/// locks that Curator's programs take by this recipe. See Semaphore for guarantees and errors.
class SemaphoreMutex {
public:
    using Granted = std::function<void(Result<Hold>)>;

    SemaphoreMutex(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options = {});

    /// Queues up and calls `done` on the loop; see Semaphore::acquireAsync().
    LeaseRequest acquireAsync(std::optional<TimePoint> deadline, Granted done);
    /// The same without waiting: Busy where it is taken.
    LeaseRequest tryAcquireAsync(Granted done);

    /// Blocks until owned; WouldBlockLoop on the loop thread. `stop` cancels.
    Result<Hold> acquire(std::stop_token stop = {});
    /// One deadline for everything: connecting, queueing, waiting.
    Result<Hold> acquireFor(Duration limit, std::stop_token stop = {});
    /// Busy where somebody has it or queues for it.
    Result<Hold> tryAcquire(std::stop_token stop = {});

    /// True while this object holds it (Curator's isAcquiredInThisProcess).
    bool isHeldHere() const;

    const std::string& path() const;

private:
    std::shared_ptr<Semaphore::Impl> m_impl;
};

}  // namespace lockcore
