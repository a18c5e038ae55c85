// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/retry_policy.h>
#include <lockcore/recipes/revoke.h>
#include <lockcore/session/zookeeper.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// Where a latch stands.
enum class LatchState {
    Latent,   ///< not started yet
    Started,  ///< takes part in the election
    Over,     ///< its session is over, or the server refused: it takes part no more
    Closed,
};

/// When a leader whose connection broke, or whose process was paused for so long that the session may have
/// ended, stops being one. Both stop when the session expires or the znode is deleted.
enum class LeadershipPolicy {
    Connection,  ///< at once, and leads again when it reconnects in time (Curator's
                 ///< StandardConnectionStateErrorPolicy), or when a server has answered after the pause
    Session,     ///< not before that: for a while there may be two (SessionConnectionStateErrorPolicy)
};

/// Whether listeners hear of the end of a leadership that close() ends.
enum class CloseMode {
    Silent,        ///< listeners hear nothing
    NotifyLeader,  ///< the listeners of a leader hear notLeader()
};

/// How a latch takes part, and whom it tells.
struct LeaderLatchOptions {
    std::string id = {};  ///< names this participant to others: the data of its znode; may be empty
    LeadershipPolicy policy = LeadershipPolicy::Connection;
    /// As Hold::keepVerified(), each time it leads: with either policy it does not lead any more once
    /// validUntil() is over, which is before any other can, and leads again where it turns out that its
    /// session has lived. Without it, a leader whose *server* is cut off leads for as long as that answers
    /// pings (its syncLimit), beside the next one.
    bool keepVerified = false;
    CloseMode closeMode = CloseMode::Silent;
    Acl nodeAcl = {};    ///< of the participant's znode
    Acl parentAcl = {};  ///< of the directory and what is missing above it
    RetryPolicy retry = RetryPolicy::forever();
    /// Opens a session on the same loop, called there when the one in use has expired: the latch then queues
    /// up again with it. Without it, or where it gives null or a session that is over, the latch is Over.
    std::function<std::shared_ptr<ZooKeeper>()> openSession = {};
    /// As LockOptions::onDeleteRefused, on the loop: also after close(), and after the latch has ended. The
    /// other participants wait for that znode, and none of them leads.
    std::function<void(const Error&)> onDeleteRefused = {};
};

/// What a latch tells; either may be empty. They take turns, beginning with isLeader.
struct LeadershipListener {
    std::function<void()> isLeader = {};
    std::function<void()> notLeader = {};
};

/// One who takes part, as the server shows it.
struct Participant {
    std::string id;  ///< the data of its znode
    bool isLeader;   ///< it is the first
    std::string path;
    Zxid czxid;
};

/// Elects a leader among all who start a latch on one path. Any thread. The queue is that of Mutex; who is
/// first leads until it closes its latch or its session ends.
///
/// Curator's LeaderLatch on the same znodes: "<path>/_c_<uuid>-latch-<number>", the participant's id as data,
/// container parents. kazoo's Election and Curator's LeaderSelector are queues of other names.
///
/// Guarantees: participants lead in the order in which they came; never by a znode of an earlier session
/// (CURATOR-620, -696) and never just because a predecessor left; one whose predecessor vanishes lists again
/// and keeps its place (CURATOR-644), one whose own znode or whole directory was deleted queues up again
/// (CURATOR-724); after close() no znode stays, or it is deleted after the reconnect. A leader knows no more
/// than what Hold says of a hold. Not guaranteed: that one which is paused between a look and what it does
/// then has not been replaced. What must never be written by two leaders has to compare fencingToken().
class LeaderLatch {
public:
    /// Nothing is sent before start().
    LeaderLatch(std::shared_ptr<ZooKeeper> session, std::string path, LeaderLatchOptions options = {});
    /// close(CloseMode::Silent) where it was started. The loop must still be there.
    ~LeaderLatch();
    LeaderLatch(const LeaderLatch&) = delete;
    LeaderLatch& operator=(const LeaderLatch&) = delete;

    /// Joins the election as soon as the session is connected. BadArguments the second time or for a bad
    /// path, Forked in a forked child.
    Result<void> start();

    /// Leaves it, without waiting for the server. hasLeadership() is false when this returns; listeners are
    /// told and dropped on the loop. Whoever awaits leadership gets Cancelled. NotOwner where it was not
    /// started or is closed already.
    Result<void> close();
    /// The same, with listeners told or not.
    Result<void> close(CloseMode mode);

    /// Whether this latch leads, as far as this process knows: where Hold::state() would be Held, or what
    /// LeadershipPolicy makes of it.
    bool hasLeadership() const;
    /// czxid of the leader's znode while this latch leads, higher than that of every earlier leader; None
    /// otherwise.
    Zxid fencingToken() const;
    /// Until when no other can lead, as Hold::validUntil() says; 0 while this latch has no place at the head
    /// to lose. LeaderLatchOptions::keepVerified keeps it in the future.
    std::chrono::nanoseconds validUntil(LifeSign sign = LifeSign::Writes) const;
    LatchState state() const;
    const std::string& id() const;
    const std::string& path() const;

    /// Calls back on the loop, or by `executor`, with each change, in order; isLeader also where this latch
    /// leads already. What only a pause brings about is not told, as with Hold::onChange(): hasLeadership()
    /// shows it from the next look on.
    ListenerToken addListener(LeadershipListener listener, Executor executor = {});
    /// Nothing that was not handed to the executor before is told any more after this ran on the loop.
    void removeListener(ListenerToken token);

    /// Waits until this latch leads; after a long pause until the leader of the servers has said that it
    /// still does. DeadlineExceeded, Cancelled (by `stop`, or closed meanwhile), NotOwner
    /// where it is not started or closed, or why it is Over. `done` is called exactly once, on the loop and
    /// never from inside the call (in a forked child at once, with Forked).
    void awaitLeadershipAsync(std::optional<TimePoint> deadline, Completion<void> done,
                              std::stop_token stop = {});
    /// Block; WouldBlockLoop on the loop thread.
    Result<void> awaitLeadership(std::stop_token stop = {});
    /// The same with a deadline.
    Result<void> awaitLeadershipFor(Duration limit, std::stop_token stop = {});

    /// All who take part, in the order in which they will lead, read from the server whether this latch is
    /// started or not; what it says may differ from hasLeadership(). Empty where nobody has ever started one.
    /// Errors as for awaitLeadership(), and what the server says. A lost connection is waited out.
    void participantsAsync(std::optional<TimePoint> deadline, Completion<std::vector<Participant>> done,
                           std::stop_token stop = {}) const;
    /// participantsAsync(), blocking.
    Result<std::vector<Participant>> participants(std::stop_token stop = {}) const;
    /// The first of them, if there is one. Two requests, however many there are.
    void leaderAsync(std::optional<TimePoint> deadline, Completion<std::optional<Participant>> done,
                     std::stop_token stop = {}) const;
    /// leaderAsync(), blocking.
    Result<std::optional<Participant>> leader(std::stop_token stop = {}) const;

    class Impl;

private:
    const std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
