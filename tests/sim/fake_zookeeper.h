// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data_tree.h"
#include "fake_session.h"

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// A ZooKeeper cluster in memory that FakeSessions share: by default one server, otherwise a leader (server
/// 0) and followers. One thread. Writes made directly on it act as another client's, at once, and no access
/// control list stops them; reads see the leader.
///
/// Followers apply what the leader commits in its order, at once by default; with setLagging(true) only when
/// catchUp() tells them to, so that what their sessions read is old.
class FakeZooKeeper {
public:
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
    bool isExpired(SessionId session) const { return m_expired.contains(session); }

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
    template <class Visit>
    void eachSessionOf(int server, const Visit& visit);

    Loop& m_loop;
    std::vector<Server> m_servers;
    std::vector<Transaction> m_log;  ///< empty when there is one server
    std::size_t m_committed = 0;     ///< transactions
    bool m_lagging = false;
    bool m_statNeedsRead = false;
    std::set<SessionId> m_expired;
    std::vector<std::weak_ptr<FakeSession>> m_sessions;
    std::unordered_map<std::string, Zxid> m_removed;
    Zxid m_zxid = Zxid::None;
    std::int64_t m_lastSession = 0x100000000000000;
    std::function<void(const std::string&)> m_tracer;
    std::function<void()> m_listener;
};

}  // namespace lockcore
