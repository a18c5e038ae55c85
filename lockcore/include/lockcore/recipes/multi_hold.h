// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace lockcore {

/// What a client has after a successful acquire of several locks at once; move-only. Its destructor releases.
/// Any thread. All that Hold says about what a process can know is true here.
class MultiHold {
public:
    MultiHold();
    explicit MultiHold(std::vector<Hold> holds);
    ~MultiHold();
    MultiHold(MultiHold&&) noexcept;
    MultiHold& operator=(MultiHold&&) noexcept;

    /// True between a successful acquire and release() or a move.
    explicit operator bool() const;

    /// One for each lock, in the order of the locks. Each has its own fencing token, for the resource that
    /// its lock protects; those of an AtomicMultiLock are all equal.
    const std::vector<Hold>& holds() const;

    /// The worst of the holds: Lost if one is lost, else Doubtful if one is, else Suspended. Released after
    /// release().
    HoldState state() const;

    /// Calls `listener` with each later change of state(), by `executor` or on the loop of the lock that
    /// brought it about: one call at a time where the locks share a loop, maybe several where they don't. Not
    /// after release().
    void onChange(std::function<void(HoldState)> listener, Executor executor = {});

    /// Calls `listener`, by `executor` or on the lock's loop, when somebody asks for one of the locks back;
    /// see Hold::onRevoke().
    void onRevoke(std::function<void()> listener, Executor executor = {});

    /// Hold::keepVerified() for each of the holds: state() is Doubtful while the promise of one of them has
    /// ended, before any other client can own that lock.
    void keepVerified();

    /// Calls `listener`, by `executor` or on the lock's loop, for each znode that the server refuses to
    /// delete after release(): its path is in the error. See Hold::onReleaseRefused().
    void onReleaseRefused(std::function<void(const Error&)> listener, Executor executor = {});

    /// Gives all of them back, the last lock first, each whatever became of the others. Does not wait for the
    /// server; see Hold::release(). On failure an error for each hold that could not be released cleanly,
    /// such as HoldLost; nothing is held afterwards all the same. NotOwner if already released.
    tl::expected<void, std::vector<Error>> release();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

/// One acquire of several locks under way. Copies refer to the same one; dropping them all does not cancel
/// it. Any thread.
class MultiAcquisition {
public:
    MultiAcquisition() = default;
    explicit MultiAcquisition(std::stop_source stop) : m_stop(std::move(stop)) {}

    /// Gives up: what is held or queued is given back, also after a reconnect, and the completion called with
    /// Cancelled, unless the last grant came first, in which case it is called with the hold.
    void cancel() { m_stop.request_stop(); }

private:
    std::stop_source m_stop{std::nostopstate};
};

}  // namespace lockcore
