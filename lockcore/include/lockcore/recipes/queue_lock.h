// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/retry_policy.h>
#include <lockcore/recipes/revoke.h>
#include <lockcore/session/acl.h>
#include <lockcore/session/zookeeper.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// Who acquires. Acquiring again with the same owner on the same lock object nests instead of queueing.
class Owner {
public:
    /// The calling thread.
    static Owner thisThread();
    /// A new owner, equal to no other: for tasks that move between threads.
    static Owner unique();

    bool operator==(const Owner&) const = default;
    std::uint64_t value() const { return m_value; }

private:
    explicit Owner(std::uint64_t value) : m_value(value) {}
    std::uint64_t m_value;
};

/// How contenders of a lock are made, and what they listen to.
struct LockOptions {
    /// Data of the contender znode. Empty means the client's IP address as text, as Curator writes it; where
    /// onRevoke is given nothing, as Curator does too.
    std::optional<std::string> data = {};
    Acl nodeAcl = {};    ///< of contender znodes; Write is what asking to release takes
    Acl parentAcl = {};  ///< of the directory and what is missing above it; Delete is what evicting takes
    RetryPolicy retry = RetryPolicy::forever();
    /// Called when somebody asks this contender to release, whether it holds already or still waits
    /// (Curator's Revocable). It decides itself: nothing is released or cancelled for it. It costs one more
    /// read for each acquire.
    std::function<void()> onRevoke = {};
    /// Called once for each znode of an acquire that the server refuses to delete, with the reason, most
    /// likely NoAuth: others wait for that znode. Also where nobody has a Hold to hear it by
    /// (Hold::onReleaseRefused(), which is told as well): the acquire was cancelled, timed out or failed, or
    /// the znode is a semaphore's mutex. The path is in the error: the znode's, or the directory's where what
    /// a create without an answer has left there may not be looked for. The delete is tried again as for
    /// Hold::onReleaseRefused(). It may come after the lock object has ended.
    std::function<void(const Error&)> onDeleteRefused = {};
    Executor executor = {};  ///< where onRevoke and onDeleteRefused run
};

/// Progress of an asynchronous acquire, for whoever wants to show it.
struct Queued {
    std::string path;  ///< of the contender znode
    Zxid czxid;
};

/// One acquire under way. Copies refer to the same one; dropping them all does not cancel it. Any thread.
class Acquisition {
public:
    Acquisition() = default;

    /// Gives up: the znode is deleted (also after a reconnect) and the completion called with Cancelled,
    /// unless the grant came first, in which case it is called with the hold.
    void cancel() const;

    class Impl;
    explicit Acquisition(std::weak_ptr<Impl> impl) : m_impl(std::move(impl)) {}

private:
    std::weak_ptr<Impl> m_impl;
};

/// A fair lock: a directory of ephemeral sequential contenders, one for each acquire, granted in sequence
/// order. The common interface of Mutex and of both sides of a ReadWriteLock. Any thread; copies share one
/// object, and with it the nesting of owners.
///
/// Wire-compatible with Curator 5.4 to 5.7: protected names "_c_<uuid>-lock-", "…-__READ__", "…-__WRIT__",
/// container parents, getData watch on the predecessor. One round trip to own a free lock (create and list in
/// one flight), and one from the release of a holder in the same process to the next one's grant.
///
/// Any number of locks, sessions and waiters of one EventLoop share what they know of a directory, so that a
/// thousand waiters don't list it a thousand times.
///
/// Guarantees: mutual exclusion among clients of the same dialect as long as each one's session lives; FIFO
/// grants; a grant only after a list that shows the own znode, created by the current session, with nothing
/// before it that blocks, or after what proves the same without a list. Not guaranteed: that a paused process
/// stops (see Hold); exclusion of other dialects in the same directory.
class QueueLock {
public:
    using Granted = std::function<void(Result<Hold>)>;

    /// Queues up and calls `done` on the loop: with the hold, or DeadlineExceeded, Cancelled, SessionExpired
    /// (the place in the queue is lost), Closing, NoAuth, WouldDeadlock, SequenceExhausted, NoNode (the
    /// directory vanishes as often as it is made, or the chroot is missing)… In a forked child it is called
    /// at once, with Forked. While the connection is down it keeps its place and goes on waiting. After any
    /// error no znode is left, or it is deleted after the reconnect.
    ///
    /// An owner that has it already nests, without a request where its hold is Held (see Hold::state()).
    /// Where that is not known (Suspended, Doubtful, or after a long pause) the leader is asked first, as by
    /// Hold::verify() and whatever LockOptions::retry says: a lost connection is waited out, until the
    /// deadline. Then it completes with a hold, which may still be Doubtful but was the owner's when it was
    /// asked for; or with HoldLost where the lock was lost. After such an error the outer holds are as they
    /// were. Whoever acquires again after its hold is Lost queues up anew.
    Acquisition acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                             std::function<void(const Queued&)> queued = {});

    /// Takes the lock if nobody is before it, or completes with Busy. Where the lock is taken that costs one
    /// read and no write, and the answer is as old as that read. An owner that has it already nests as in
    /// acquireAsync(): where it has to ask first, it waits for the answer instead of being Busy.
    Acquisition tryAcquireAsync(Owner owner, Granted done);
    /// The same, blocking.
    Result<Hold> tryAcquire();

    /// Blocks until owned, for the calling thread; WouldBlockLoop on the loop thread. `stop` cancels.
    Result<Hold> acquire(std::stop_token stop = {});
    /// One deadline for everything: connecting, queueing, waiting.
    Result<Hold> acquireFor(Duration limit, std::stop_token stop = {});

    /// Paths of the contenders of this mode in queue order, those of other programs too (Curator's
    /// getParticipantNodes): the first is, or is about to be, the holder. Empty where the directory is
    /// missing.
    void participantsAsync(Completion<std::vector<std::string>> done) const;
    Result<std::vector<std::string>> participants() const;

    /// True while some owner in this process holds this lock object (Curator's isAcquiredInThisProcess).
    bool isHeldHere() const;

    const std::string& path() const;
    LockMode mode() const;

    class Impl;
    explicit QueueLock(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {}

private:
    Result<Hold> acquireUntil(std::optional<TimePoint> deadline, std::stop_token stop, bool tryOnly);

    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
