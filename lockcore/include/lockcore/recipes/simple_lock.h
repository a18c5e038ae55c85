// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>
#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// How the lock's znode is made.
struct SimpleLockOptions {
    Acl nodeAcl = {};    ///< of the lock's znode; its owner needs Read: see SimpleLock
    Acl parentAcl = {};  ///< of missing znodes above it, which are created as containers
    /// As LockOptions::onDeleteRefused, on the loop.
    std::function<void(const Error&)> onDeleteRefused = {};
};

/// What a client has after acquiring a SimpleLock; move-only. Its destructor releases. Any thread. What Hold
/// says about pauses and fencing is true here, too; it has neither validUntil() nor Doubtful.
class SimpleHold {
public:
    SimpleHold() = default;
    ~SimpleHold();
    SimpleHold(SimpleHold&&) noexcept;
    SimpleHold& operator=(SimpleHold&&) noexcept;

    /// True between a successful acquire and release() or a move.
    explicit operator bool() const;

    /// czxid of the lock's znode: higher than that of every earlier owner.
    Zxid fencingToken() const;

    /// As Hold::state(): Suspended also after a long pause, until a server has answered something that was
    /// asked since. Never Doubtful.
    HoldState state() const;

    /// Calls `listener` on the loop with each later state, in order; as with Hold, what only a pause brings
    /// about is not told.
    void onChange(std::function<void(HoldState)> listener);

    /// As Hold::onReleaseRefused(), on the loop.
    void onReleaseRefused(std::function<void(const Error&)> listener);

    /// Gives the lock back without waiting for the server; the delete is repeated after a reconnect until it
    /// is done. NotOwner if already released, HoldLost if the lock had been lost before.
    Result<void> release();

    class Impl;
    explicit SimpleHold(std::shared_ptr<Impl> impl);

private:
    std::shared_ptr<Impl> m_impl;
};

/// The simplest lock that ZooKeeper can do: whoever creates one ephemeral znode of a fixed name owns it, all
/// others watch it and try again when it is deleted. Any thread; copies share one object. Here to be compared
/// with Mutex, which is better in all but the number of its znodes:
///  - it is unfair: whoever's create comes first wins, however long the others have waited, and one may
///  starve;
///  - it has a herd: each release wakes every waiter, and each of them sends a create and a read. N waiters
///  cost in
///    the order of N² requests to serve. wakeUps() counts.
///
/// Guarantees mutual exclusion as long as each owner's session lives. Each acquire writes a GUID into the
/// znode: by it and by the session a create whose answer was lost is recognised as this acquire's own, and a
/// delete whose answer was lost is not repeated on the znode of the next owner. So a release that comes while
/// disconnected, or gets no answer, looks whose znode is there before it deletes. Servers from 3.8.4
/// and 3.9.2 on refuse that to an owner without Read on its own znode, and older ones, too, where the answer
/// to the create was lost as well: then nothing tells it from the next owner's. It stays, holding up the
/// others, until the session ends or the look is allowed; onDeleteRefused is told. Not guaranteed: anything
/// when somebody else deletes the znode. The owner hears that it is Lost, but a release on its way at that
/// moment may delete the next owner's znode, which has the same name. Not re-entrant: a second acquire by the
/// same thread waits for the first.
///
/// Completions, deadlines and errors as for QueueLock; `stop` cancels.
class SimpleLock {
public:
    /// `path` is the lock's znode. Nothing is sent before the first acquire.
    SimpleLock(std::shared_ptr<ZooKeeper> session, std::string path, SimpleLockOptions options = {});

    /// `done` is called exactly once, on the loop and never from inside the call (in a forked child, whose
    /// loop runs nothing, at once and with Forked). While the connection is down it goes on waiting. After
    /// any error no znode is left, or it is deleted after the reconnect.
    void acquireAsync(std::optional<TimePoint> deadline, Completion<SimpleHold> done,
                      std::stop_token stop = {});

    /// Block until owned; WouldBlockLoop on the loop thread.
    Result<SimpleHold> acquire(std::stop_token stop = {});
    /// The same with a deadline.
    Result<SimpleHold> acquireFor(Duration limit, std::stop_token stop = {});

    /// How often acquires of this object were woken because the znode had changed or gone, whether they then
    /// got the lock or not.
    std::uint64_t wakeUps() const;

    const std::string& path() const;

    class Impl;

private:
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
