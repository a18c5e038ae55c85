// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/barrier.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// One member of a group that starts together and ends together: enter() returns when enough members have
/// come, leave() when all of them have gone. Any thread; one object is one member.
///
/// Curator's DistributedDoubleBarrier on the same znodes: each member an ephemeral "<path>/<uuid>" (a new one
/// for each enter), and a persistent "<path>/ready" while the barrier is open. kazoo's DoubleBarrier takes
/// part, too, but deletes "ready" when its first member leaves, and two kazoo members may wait for each other
/// for ever.
///
/// Guarantees: nobody passes enter() before `memberQty` members were there at the same time, or "ready" was;
/// being woken for another reason lets nobody through (GH-1290), and a member that was slow passes by "ready"
/// even when faster ones have left already. More than `memberQty` may enter: it is a threshold, not a limit.
/// One that comes late passes at once. All members should agree on it.
///
/// Not guaranteed: that a member which passed is still alive; it is gone for the others when its session
/// expires. When *all* members die between enter and leave, "ready" stays and lets the next ones through at
/// once, until one of them leaves or somebody deletes it.
///
/// Threads, completions and errors as for Barrier, and Busy for a member that has entered already or is about
/// to, NotOwner for one that leaves without having entered.
class DoubleBarrier {
public:
    /// Nothing is sent before the first enter. `memberQty` below 1 makes each call fail with BadArguments.
    DoubleBarrier(std::shared_ptr<ZooKeeper> session, std::string path, int memberQty,
                  BarrierOptions options = {});
    /// Cancels an enter under way; a member that has entered is taken away, without waiting for it or for
    /// others.
    ~DoubleBarrier();
    DoubleBarrier(const DoubleBarrier&) = delete;
    DoubleBarrier& operator=(const DoubleBarrier&) = delete;

    /// Comes in and waits until the barrier opens. After an error this member does not count any more: its
    /// znode is deleted, after the reconnect if need be (CURATOR-80). Where the server refuses that,
    /// BarrierOptions::onDeleteRefused is told, and the delete is tried again until the session is over.
    void enterAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop = {});
    /// enterAsync(), blocking.
    Result<void> enter(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> enterFor(Duration limit, std::stop_token stop = {});

    /// Goes, and waits until all others have gone. After an error this member is out nevertheless, and nobody
    /// waits for it: its znode and "ready" are deleted, after the reconnect if need be, so that a round in
    /// which a member hangs does not leave the barrier open for the next one. A member that was there, but
    /// disconnected, when the barrier opened passes nevertheless when it is back: the znodes of all that are
    /// still there are written once more as they are, which tells them (where nodeAcl lets members write each
    /// other's). What the server refuses to delete is tried again as by enterAsync().
    void leaveAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop = {});
    /// leaveAsync(), blocking.
    Result<void> leave(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> leaveFor(Duration limit, std::stop_token stop = {});

    const std::string& path() const;
    int memberQty() const;

    class Impl;

private:
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
