// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// How a barrier's znodes are made.
struct BarrierOptions {
    /// Data of the znodes that are created. Empty means the client's IP address as text, as Curator writes
    /// it.
    std::optional<std::string> data = {};
    Acl nodeAcl = {};    ///< of the barrier's own znodes
    Acl parentAcl = {};  ///< of missing znodes above them, which are created as containers
    /// Only for a DoubleBarrier, as LockOptions::onDeleteRefused, on the loop: called once for the znode of a
    /// member that is out, which the others wait for, and once for a "ready" that lets the next ones through
    /// at once. Barrier::remove() itself fails with what the server says.
    std::function<void(const Error&)> onDeleteRefused = {};
};

/// A gate for many clients: while its znode exists, who waits stays; when it is deleted, all pass. Any
/// thread; copies share one object.
///
/// Curator's DistributedBarrier and kazoo's Barrier on the same znode: the znode is persistent and its data
/// means nothing. It does not count anybody, and nobody owns it: whoever may delete the znode opens the
/// barrier, and a barrier whose setter has died stays until somebody does.
///
/// Each call has an asynchronous form, whose `done` is called exactly once, on the loop and never from inside
/// the call (in a forked child, whose loop runs nothing, at once and with Forked), and a blocking one, which
/// gives WouldBlockLoop on the loop thread. A lost connection ends no call: it goes on after the reconnect,
/// unlike Curator's, which throws. It ends with SessionExpired, AuthFailed or Closing when the session does,
/// DeadlineExceeded at the one deadline of the whole call, Cancelled when `stop` is asked to, BadArguments
/// for a bad path, and what the server says (NoAuth…).
class Barrier {
public:
    /// Nothing is sent before the first call.
    Barrier(std::shared_ptr<ZooKeeper> session, std::string path, BarrierOptions options = {});

    /// Closes the barrier. One that is closed already is success. When it fails with DeadlineExceeded or
    /// Cancelled the barrier may have been closed: remove() makes sure that it is not.
    void setAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop = {});
    /// setAsync(), blocking.
    Result<void> set(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> setFor(Duration limit, std::stop_token stop = {});

    /// Opens the barrier for all who wait. One that is open already is success.
    void removeAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop = {});
    /// removeAsync(), blocking.
    Result<void> remove(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> removeFor(Duration limit, std::stop_token stop = {});

    /// Waits while the barrier is closed; one that is open lets pass at once. Who waits when it is opened
    /// passes, even if it is closed again at once. A barrier that another client closed a moment ago may
    /// still look open.
    ///
    /// Watches by reading the data, where Curator asks whether the znode exists: without the right to read it
    /// the server would answer that, but never tell of the deletion. So NoAuth is an error, not a wait for
    /// ever, and no watch stays on an absent znode.
    void waitAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop = {});
    /// waitAsync(), blocking.
    Result<void> wait(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> waitFor(Duration limit, std::stop_token stop = {});

    const std::string& path() const;

    class Impl;

private:
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace lockcore
