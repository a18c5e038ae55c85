// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/recipes/lock_mode.h>
#include <lockcore/result.h>

#include <functional>
#include <memory>
#include <string>

namespace lockcore {

enum class HoldState {
    Held,       ///< owned, as far as this process knows
    Suspended,  ///< the connection is down: the server may give the lock to the next one any moment; stop
                ///< side effects
    Lost,       ///< the znode is gone (session expired, or deleted by somebody else): another client may own
    Released,   ///< given back by us
};

std::string_view holdStateName(HoldState state);

/// What a client has after a successful acquire; move-only. Its destructor releases. Any thread.
///
/// A Hold tells what this process knows, not what is true now: between a check and the next side effect the
/// process may be paused past its session timeout. Whatever must never be written by two owners has to
/// compare the fencing token at the resource (lock-service fencing: reject a token lower than the highest
/// seen).
class Hold {
public:
    Hold() = default;
    ~Hold();
    Hold(Hold&&) noexcept;
    Hold& operator=(Hold&&) noexcept;

    /// True between a successful acquire and release() or a move.
    explicit operator bool() const;

    /// Path of the contender znode, relative to the session's chroot.
    const std::string& path() const;

    /// czxid of the contender znode: for an exclusive lock, higher than that of every earlier owner. The same
    /// for all nested holds of one owner. Tokens of different locks or clusters can't be compared.
    Zxid fencingToken() const;

    SessionId session() const;

    LockMode mode() const;

    HoldState state() const;

    /// Calls `listener` on the loop with each later state, in order. "Suspended" comes before any other
    /// client can be granted the lock as long as clocks and this process run: a disconnect is noticed 2/3
    /// into the session timeout.
    void onChange(std::function<void(HoldState)> listener);

    /// Calls `listener` on the loop when somebody asks for the lock back the Curator way (data set to
    /// "__REVOKE__"). The holder decides; nothing is released by itself.
    void onRevoke(std::function<void()> listener);

    /// Gives the lock back (the outermost of nested holds deletes the znode). Does not wait for the server:
    /// the delete is sent in order before anything this session sends later, and repeated after a reconnect
    /// until it is done. NotOwner if already released; HoldLost if the lock had been lost before, which is
    /// when other clients may have worked at the same time.
    Result<void> release();

    class Impl;
    explicit Hold(std::shared_ptr<Impl> impl);

private:
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
