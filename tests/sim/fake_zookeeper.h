// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data_tree.h"
#include "fake_session.h"
#include "manual_loop.h"
#include "session_tracker.h"

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// A ZooKeeper cluster in memory that FakeSessions share: by default one server, otherwise a leader (number
/// 0, whichever server it is) and followers. One thread. Writes made directly on it act as another client's,
/// at once, and no access control list stops them; reads see the leader.
///
/// Followers apply what the leader commits in its order, at once by default; with setLagging(true) only when
/// catchUp() tells them to, so that what their sessions read is old.
class FakeZooKeeper {
public:
    /// How a server is.
    enum class Health {
        Well,
        CutOff,   ///< from the leader, which it has not noticed yet: it answers pings and reads
        Stopped,  ///< it says nothing to anybody, and its connections stay open
        Out,      ///< it has no leader and accepts no client
    };

    explicit FakeZooKeeper(Loop& loop, int servers = 1);

    /// A session that is connected already: to the leader, on the loop given to the constructor.
    std::shared_ptr<FakeSession> open();
    std::shared_ptr<FakeSession> open(Loop& loop, int server);

    /// `owner` is for the ephemeral kinds; it need not be a session opened here.
    Result<CreatedNode> create(const std::string& path, std::string_view data, NodeKind kind,
                               SessionId owner = SessionId::None);
    /// create() of persistent nodes for each missing level.
    void createPath(const std::string& path);
    Result<void> remove(const std::string& path, std::int32_t version = -1);
    void removeTree(const std::string& path);
    Result<Stat> set(const std::string& path, std::string_view data, std::int32_t version = -1);
    Result<NodeData> get(const std::string& path) const;
    Result<Stat> exists(const std::string& path) const;
    Result<ChildList> children(const std::string& path) const;

    /// Ends a session on the server: its ephemerals go. A session that is connected learns it as soon as its
    /// server does, another one when it connects again.
    void expire(SessionId session);
    /// The leader refuses it.
    bool isExpired(SessionId session) const { return m_expired.contains(session); }
    /// The first half of expire(): from now on the leader refuses the session, as ZooKeeper's does before it
    /// has committed the end of it, and the ephemerals stay until expire(), which passTick() calls where time
    /// is kept. A change of the leader before that may give the session back.
    void beginClosing(SessionId session);
    /// Refused, and its ephemerals are still there.
    bool isClosing(SessionId session) const { return m_closing.contains(session); }

    void setAcl(const std::string& path, Acl acl);
    /// Reading data or children of `path` gives NoAuth from now on.
    void forbidRead(const std::string& path);
    void allowRead(const std::string& path) { setAcl(path, {}); }
    /// Whether the Stat of a znode takes permission to read it, as on servers from 3.8.4 and 3.9.2 on. Not by
    /// default.
    void setStatNeedsRead(bool needed) { m_statNeedsRead = needed; }
    /// The next sequence number under `parent`.
    void setCounter(const std::string& parent, std::int32_t next);
    /// What the server does once a minute: containers that have become empty go. Their number.
    int removeEmptyContainers();

    Zxid lastZxid() const { return m_zxid; }
    /// The transaction that deleted `path` last; None if there was none.
    Zxid removedAt(const std::string& path) const;
    /// FakeSession::told() of a session that was opened here; None of another.
    Zxid toldTo(SessionId session) const;
    /// The leader's znodes, without any access control.
    const DataTree& tree() const { return m_servers.front().tree; }

    int serverCount() const { return static_cast<int>(m_servers.size()); }
    void setLagging(bool lagging);
    bool isBehind(int server) const { return at(server).applied < m_committed; }
    /// A follower applies the next transaction; false if there is none.
    bool catchUp(int server);

    // A change of the leader; see fake_zookeeper_leader.cpp.

    /// Asked for each write that was under way, in the order of its session: whether the next leader has it.
    /// What comes after one that it has not is lost, too.
    using IsKept = std::function<bool()>;
    /// The leader is lost, and all servers that are well drop their clients: nobody is served, and no session
    /// ends, until elect(). The next leader, which must be well, changes numbers with the old one, which
    /// is well again with the others, or does not know yet that it leads no more (CutOff), stands still
    /// (Stopped), or is gone (Out). The old one may be elected again, if it is Well.
    void loseLeader(int next, Health old, const IsKept& isKept);
    /// The new leader begins to serve, and those that follow it. It gives every session its whole timeout.
    void elect();

    // Time: see keepTime().

    /// How a session ended that the leader has heard nothing of for too long.
    struct End {
        TimePoint when;  ///< it was refused, on the world's clock
        TimePoint gone;  ///< its ephemerals were; not before it has ceased to be closing
        Health server;   ///< the worst that the server it was connected to has been within the timeout
        bool linked;     ///< it was, as far as its client could know
    };

    /// From now on sessions that are opened end by time at the leader, which learns of those of its followers
    /// as in ZooKeeper 3.5 to 3.9: a follower tells it who has been heard in its answers to the leader's
    /// pings, each half tick, and not along with a write. The constructor's loop has the leader's clock.
    void keepTime(std::shared_ptr<const ManualClock> leaderClock, Duration tick, int syncLimit);
    bool keepsTime() const { return m_tracker.has_value(); }
    Duration tick() const { return m_tick; }
    Duration syncLimit() const { return m_syncLimit * m_tick; }
    /// When passTick() has something to do next, on the world's clock.
    TimePoint nextTick() const;
    /// What the servers do each half tick, if it is time.
    void passTick();
    void setHealth(int server, Health health);
    Health health(int server) const { return at(server).health; }
    bool isWell(int server) const { return health(server) == Health::Well; }
    /// Empty for one that lives, or was ended by somebody.
    const End* endOf(SessionId session) const;
    std::shared_ptr<FakeSession> find(SessionId session) const;
    /// Asked for each session that ends by time: whether beginClosing() is all that happens to it for now.
    void setClosesLate(std::function<bool(SessionId)> closesLate) { m_closesLate = std::move(closesLate); }
    /// Whether a server that ends a session just hangs up, so that its client reads what waits in the socket
    /// first and learns the reason when it connects again.
    void setHangsUp(bool hangsUp) { m_hangsUp = hangsUp; }

    /// Told of what the servers do, in words; empty for nobody.
    void setTracer(std::function<void(const std::string&)> tracer) { m_tracer = std::move(tracer); }
    /// Called after each transaction of the leader.
    void setCommitListener(std::function<void()> listener) { m_listener = std::move(listener); }

private:
    friend class FakeSession;

    struct Transaction {
        Zxid zxid;
        std::int64_t wallMs;
        std::vector<Change> changes;
        SessionId ended = SessionId::None;  ///< the session that it closes
    };
    struct Server {
        DataTree tree;
        std::size_t applied = 0;  ///< transactions
        Zxid zxid = Zxid::None;   ///< of the last one
        Health health = Health::Well;
        Health before = Health::Well;
        Duration since{0};            ///< on the leader's clock
        std::set<SessionId> touched;  ///< heard, and the leader not told yet
        int epoch = 0;                ///< of the leader that it follows
    };
    using Paths = std::vector<std::string>;

    Server& at(int server) { return m_servers[static_cast<std::size_t>(server)]; }
    const Server& at(int server) const { return m_servers[static_cast<std::size_t>(server)]; }
    /// The leader's part of a write: all ops or none. The paths in their order.
    Result<Paths> write(const std::vector<WriteOp>& ops, const Identity& who);
    void commit(std::vector<Change> changes, SessionId ended = SessionId::None);
    void apply(int server, const Transaction& transaction);
    void fire(int server, const Change& change, const Acl& removedAcl);
    void fire(int server, WatchEvent::Kind kind, const std::string& path, const Acl& acl);
    std::int64_t wallMs() const;
    Zxid nextZxid() const;
    template <class Visit>
    void eachSessionOf(int server, const Visit& visit);
    Duration leaderTime() const { return m_loop.now().time_since_epoch(); }
    void connected(SessionId session);
    void heard(int server, SessionId session);
    void serverBecomesOut(int server);
    void endClosing(const IsKept& isKept);
    void endWritesUnderWay(const IsKept& isKept);
    void exchangeNumbers(int server);
    void answerPing(int server);
    void expireOverdue();
    void noteGone(SessionId session);
    Health recentHealth(int server) const;

    Loop& m_loop;
    std::vector<Server> m_servers;
    std::vector<Transaction> m_log;  ///< empty when there is one server
    std::size_t m_committed = 0;     ///< transactions
    bool m_lagging = false;
    bool m_statNeedsRead = false;
    bool m_hangsUp = false;
    std::shared_ptr<const ManualClock> m_leaderClock;
    std::optional<SessionTracker> m_tracker;
    Duration m_tick{0};
    int m_syncLimit = 0;  ///< in ticks
    Duration m_nextPing{0};
    std::map<SessionId, End> m_ends;
    std::set<SessionId> m_expired;
    std::set<SessionId> m_closing;  ///< part of m_expired
    std::function<bool(SessionId)> m_closesLate;
    std::vector<std::weak_ptr<FakeSession>> m_sessions;
    std::unordered_map<std::string, Zxid> m_removed;
    Zxid m_zxid = Zxid::None;
    int m_epoch = 0;
    bool m_isElecting = false;
    std::int64_t m_lastSession = 0x100000000000000;
    std::function<void(const std::string&)> m_tracer;
    std::function<void()> m_listener;
};

/// Those whose connection the server has open.
template <class Visit>
void FakeZooKeeper::eachSessionOf(int server, const Visit& visit) {
    for (const auto& weak : m_sessions) {
        const auto session = weak.lock();
        if (session && session->isServed() && session->server() == server) visit(*session);
    }
}

}  // namespace lockcore
