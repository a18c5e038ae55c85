// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/queue_lock.h>
#include <lockcore/recipes/shared_count.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// One acquire of leases under way. Copies refer to the same one; dropping them all does not cancel it. Any
/// thread.
class LeaseRequest {
public:
    LeaseRequest() = default;

    /// Gives up: every znode is deleted (also after a reconnect) and the completion called with Cancelled,
    /// unless the grant came first, in which case it is called with the leases.
    void cancel() const;

    class Impl;
    explicit LeaseRequest(std::weak_ptr<Impl> impl) : m_impl(std::move(impl)) {}

private:
    std::weak_ptr<Impl> m_impl;
};

/// Curator's InterProcessSemaphoreV2: at most a number of leases are owned at a time. Any thread; copies
/// share one object.
///
/// Wire-compatible with Curator 5.4 to 5.7: "<path>/leases/_c_<uuid>-lease-" is a lease, created while its
/// client holds the mutex "<path>/locks/_c_<uuid>-lock-" and owned once it is listed among no more than the
/// number of leases. All leases of one acquire are created under one hold of that mutex, in one flight;
/// Curator takes the mutex for each. An observer may therefore see more leases than there are: the newest
/// ones belong to the one client that waits.
///
/// An owned lease is a Hold, given back by its release() or its end: one by one, all together with the vector
/// that they came in, or in chunks by erasing a part of it. Its fencingToken(), the czxid of its znode, tells
/// leases apart; as many are owned at a time, it can't tell which of two is newer in effect. Its mode() says
/// nothing. LockOptions::onRevoke is called for each lease that somebody asks for; nothing in Curator does
/// (CURATOR-650).
///
/// Guarantees, among clients that agree on the number and as long as each one's session lives: no more leases
/// are owned than there are; first come, first served, whole acquires at a time, so that lockcore's clients
/// can't block each other with a part of what each needs; all leases or none; after any error no znode is
/// left, or it is deleted after the reconnect. A lease whose session expires, or whose znode somebody
/// deletes, is Lost (Hold::onChange()) and free for others. Not guaranteed: that two clients of Curator, or
/// one of Curator and one of lockcore, can't block each other with several leases each (Curator takes them
/// one by one); that owners notice when the number shrinks: it counts for later grants only.
class Semaphore {
public:
    using Granted = std::function<void(Result<std::vector<Hold>>)>;

    /// With a number of leases that never changes. Every client of the path has to name the same one; nobody
    /// checks.
    Semaphore(std::shared_ptr<ZooKeeper> session, std::string path, int maxLeases, LockOptions options = {});
    /// With as many leases as `maxLeases` says, also while an acquire waits. Its session must be on this
    /// one's loop: acquires fail with BadArguments otherwise.
    Semaphore(std::shared_ptr<ZooKeeper> session, std::string path, SharedCount maxLeases,
              LockOptions options = {});

    /// Queues up for `leases` at once and calls `done` on the loop: with that many, or DeadlineExceeded,
    /// Cancelled, SessionExpired, Closing, NoAuth, SequenceExhausted, BadArguments (fewer than one lease, or
    /// more than a fixed number allows, which would wait for ever; a SharedCount of another loop), or what
    /// SharedCount says when the number can't be read. In a forked child it is called at once, with Forked.
    /// While the connection is down it keeps its place and goes on waiting.
    LeaseRequest acquireAsync(int leases, std::optional<TimePoint> deadline, Granted done);
    /// The same without waiting for anybody: Busy where there are too few leases or others queue for them,
    /// most often without any write.
    LeaseRequest tryAcquireAsync(int leases, Granted done);

    /// Block until owned; WouldBlockLoop on the loop thread. `stop` cancels. One deadline for everything:
    /// connecting, reading the number, queueing, waiting.
    Result<Hold> acquire(std::stop_token stop = {});
    /// One lease, with a deadline.
    Result<Hold> acquireFor(Duration limit, std::stop_token stop = {});
    /// Several leases.
    Result<std::vector<Hold>> acquire(int leases, std::stop_token stop = {});
    /// Several leases, with a deadline.
    Result<std::vector<Hold>> acquireFor(int leases, Duration limit, std::stop_token stop = {});
    /// Blocks for the few requests that it takes to know.
    Result<std::vector<Hold>> tryAcquire(int leases = 1, std::stop_token stop = {});

    /// Paths of all leases, of whatever client, the oldest first; those of the client that waits are among
    /// them (Curator's getParticipantNodes). Blocks; WouldBlockLoop on the loop thread.
    Result<std::vector<std::string>> participants() const;
    /// The same, asynchronously; any thread.
    void participantsAsync(Completion<std::vector<std::string>> done) const;

    const std::string& path() const;

    class Impl;

private:
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
