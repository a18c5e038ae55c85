// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/queue_lock.h>
#include <lockcore/recipes/semaphore.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// The locks that this program itself holds or waits for. Lives on the session's loop.
class OwnHolds : public std::enable_shared_from_this<OwnHolds> {
public:
    /// `changed` is called on the loop with all of them after each change.
    using Changed = std::function<void(std::vector<OwnHold>)>;

    OwnHolds(std::shared_ptr<ZooKeeper> session, Changed changed);

    /// `done` is called once, when the lock is granted or the acquire has ended without: Busy for a try where
    /// it is taken, DeadlineExceeded when the limit has passed.
    void acquire(std::uint64_t id, const AcquireRequest& request, Completion<void> done);
    /// Gives the lock back, or its place in the queue; a lost hold is only forgotten.
    Result<void> release(std::uint64_t id);
    /// Empty for an id that is not known.
    std::optional<OwnHold> of(std::uint64_t id) const;
    /// Of all that is not granted yet gives up the place. Each ends in its completion with Cancelled.
    void withdrawQueued();
    /// Gives everything back; nothing is reported any more.
    void releaseAll();

private:
    struct Entry {
        OwnHold view;
        std::function<void()> cancel;  ///< gives up waiting
        std::vector<Hold> holds;       ///< one, or as many as leases
        bool isWithdrawn = false;      ///< it is not wanted any more, also if it is granted now
    };
    using Granted = std::function<void(Result<std::vector<Hold>>)>;

    std::function<void()> acquireLock(std::uint64_t id, const AcquireRequest& request, Granted granted);
    std::function<void()> acquireLeases(const AcquireRequest& request, Granted granted);
    std::optional<TimePoint> deadlineOf(const AcquireRequest& request) const;

    bool isWithdrawn(std::uint64_t id) const;
    void queued(std::uint64_t id, const Queued& place);
    void granted(std::uint64_t id, std::vector<Hold> holds);
    void forget(std::uint64_t id);
    void stateChanged(std::uint64_t id);
    void revokeRequested(std::uint64_t id);
    void report() const;

    std::shared_ptr<ZooKeeper> m_session;
    Changed m_changed;
    std::map<std::uint64_t, Entry> m_entries;
};

}  // namespace lockcore
