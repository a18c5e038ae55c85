// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/recipes/lock_mode.h>
#include <lockcore/recipes/revoke.h>
#include <lockcore/result.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// What is known of a hold.
enum class HoldState {
    Held,       ///< owned, as far as this process knows
    Suspended,  ///< the connection is down: the server may give the lock to the next one any moment; stop
                ///< side effects
    Doubtful,   ///< nothing shows any more that the session lives: another client may own. Held again where
                ///< it turns out that it has lived
    Lost,       ///< the znode is gone (session expired, or deleted by somebody else): another client may own
    Released,   ///< given back by us
};

/// Stable English name, such as "Suspended".
std::string_view holdStateName(HoldState state);

/// What counts as a sign that the session lives, for Hold::validUntil().
enum class LifeSign {
    Writes,   ///< answered writes and verify() only: they went through the leader
    Answers,  ///< any answer, less the time that a server may go on answering reads without a leader
};

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

    /// Also Suspended when this process was paused for so long that the session may have ended, until a
    /// server has answered something that was asked after the pause.
    HoldState state() const;

    /// Until when, on Loop::bootTime()'s clock, no other client can have been granted the lock, if clocks run
    /// at the same speed, the servers' tick is as SessionOptions say, the leader pings its followers twice in
    /// it, and the network takes less than half a tick from here to the server: the newest sign plus
    /// Contact::sureFor(), two thirds of the session timeout less a tick, and less what this process, or an
    /// answer, was late. In the past (or 0) where that can't be promised now, always where the timeout is not
    /// longer than 1.5 ticks; verify() brings it up to date. Fencing is still needed: between reading this
    /// and acting the process may be paused.
    std::chrono::nanoseconds validUntil(LifeSign sign = LifeSign::Writes) const;

    /// Asks the leader whether the contender znode exists, by a transaction that changes nothing (a plain
    /// read may be answered by a server that is cut off). HoldLost if not. `done` on the loop.
    void verifyAsync(Completion<void> done) const;
    /// The same, blocking. Not on the loop thread.
    Result<void> verify() const;
    /// verifyAsync() twice in the time that validUntil() promises from now on, so that it stays in the
    /// future; the hold is Doubtful while it is not. This is the local end of trust: it comes before any
    /// other client can own, also where a server that answers pings is cut off from the others, as far as
    /// validUntil() is right.
    ///
    /// To verify takes the right to read the contender znode. Where the lock's `nodeAcl` does not give it to
    /// this client, nothing is ever verified: the hold becomes Doubtful once what was promised by then is
    /// over, and stays so, though it may be owned as before.
    void keepVerified();

    /// Writes that happen only while the lock is held: all of `ops`, or none and HoldLost where the contender
    /// znode is gone. A revoke does not disturb it. Completes with the paths of `ops`.
    void guard(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) const;
    /// The part of guard(): to be put first into a transaction of your own. It fails with NoNode where the
    /// hold is gone.
    CheckNode check() const;

    /// Calls `listener` on the loop, or by `executor`, with each later state, in order.
    ///
    /// "Suspended" comes when the connection is lost, which is noticed 2/3 into the session timeout. Where it
    /// is the *client* that is cut off, that is before any other client can own. Where its *server* stops, it
    /// may be up to a tick after that. Where the server is cut off from the others, it goes on answering
    /// pings for its syncLimit: another client may own by then. keepVerified() tells "Doubtful" before, in
    /// each case. A suspended hold becomes Doubtful after a third of the timeout (Curator's clients are told
    /// LOST, after a whole one), and Lost once a server says that the session has ended. One that is Doubtful
    /// already does not become Suspended where the connection is lost as well.
    void onChange(std::function<void(HoldState)> listener, Executor executor = {});

    /// Calls `listener` on the loop, or by `executor`, when somebody asks for the lock back the Curator way
    /// (data set to "__REVOKE__"), also where that was before this call. The holder decides; nothing is
    /// released by itself.
    void onRevoke(std::function<void()> listener, Executor executor = {});

    /// Calls `listener` on the loop, or by `executor`, once, when the server refuses to delete the znode
    /// after release(), with the reason, most likely NoAuth: others wait for it until that changes. The
    /// delete is tried again after each reconnect and after pauses of a second up to a minute, so that it
    /// succeeds after an addAuth(), and the end of the session deletes it in any case.
    void onReleaseRefused(std::function<void(const Error&)> listener, Executor executor = {});

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
