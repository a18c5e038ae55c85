// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

class FakeSession;

/// A ZooKeeper tree in memory that FakeSessions share. One thread. Writes made directly on it act as another
/// client's, at once.
class FakeZooKeeper {
public:
    explicit FakeZooKeeper(Loop& loop);

    /// A session that is connected already.
    std::shared_ptr<FakeSession> open();

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

    /// Ends a session on the server: its ephemerals go. A session that is connected learns it at once,
    /// another one when it connects again.
    void expire(SessionId session);
    /// Reading data or children of `path` gives NoAuth from now on.
    void forbidRead(const std::string& path) { m_unreadable.insert(path); }
    void allowRead(const std::string& path) { m_unreadable.erase(path); }
    /// The next sequence number under `parent`.
    void setCounter(const std::string& parent, std::int32_t next);
    Zxid lastZxid() const { return m_zxid; }

private:
    friend class FakeSession;
    struct Node {
        std::string data;
        Stat stat;
        std::int32_t created = 0;  ///< children ever created: the next sequence number
        std::set<std::string> names;
    };
    Node* find(const std::string& path);
    const Node* find(const std::string& path) const;
    Stat statOf(const Node& node) const;
    std::int64_t wallMs() const;
    void fire(WatchEvent::Kind kind, const std::string& path);
    bool isExpired(SessionId session) const { return m_expired.contains(session); }

    Loop& m_loop;
    std::map<std::string, Node> m_nodes;
    std::set<std::string> m_unreadable;
    std::set<SessionId> m_expired;
    std::vector<std::weak_ptr<FakeSession>> m_sessions;
    Zxid m_zxid = Zxid::None;
    std::int64_t m_lastSession = 0x100000000000000;
};

/// A client of a FakeZooKeeper behind the ZooKeeper port, with the port's guarantees. One thread.
///
/// A request goes through two queues as on the wire: sent but not applied, and applied but not delivered
/// (replies and watch events in the server's order). By default the loop moves each on by a task of its own;
/// with setStepped(true) only applyNext() and deliverNext() do, so that a test chooses every interleaving and
/// every point of failure. Requests made while it is not connected fail with ConnectionLoss.
class FakeSession final : public ZooKeeper, public std::enable_shared_from_this<FakeSession> {
public:
    enum class Op { Create, Remove, Set, Get, Exists, Children, Sync };
    struct Request {
        Op op;
        std::string path;
    };
    /// What becomes of a request that reaches the server.
    enum class Fate {
        Apply,
        LoseRequest,  ///< the connection breaks before it is applied
        LoseReply,    ///< the connection breaks after it was applied
    };

    FakeSession(FakeZooKeeper& server, Loop& loop, SessionId id);

    void create(const std::string& path, std::string_view data, NodeKind kind,
                Completion<CreatedNode> done) override;
    void remove(const std::string& path, std::int32_t version, Completion<void> done) override;
    void set(const std::string& path, std::string_view data, std::int32_t version,
             Completion<Stat> done) override;
    WatchToken get(const std::string& path, Watcher watcher, Completion<NodeData> done) override;
    WatchToken exists(const std::string& path, Watcher watcher, Completion<Stat> done) override;
    WatchToken children(const std::string& path, Watcher watcher, Completion<ChildList> done) override;
    void sync(const std::string& path, Completion<void> done) override;
    void cancelWatch(WatchToken token) override;
    const ConnectionStatus& status() const override { return m_status; }
    ListenerToken addListener(std::function<void(const ConnectionStatus&)> listener) override;
    void removeListener(ListenerToken token) override;
    std::size_t watchCount() const override { return m_watches.size(); }
    Loop& loop() override { return m_loop; }

    void setStepped(bool stepped) { m_stepped = stepped; }
    /// Lets the server take the oldest request; false if none is on its way.
    bool applyNext();
    /// Hands the oldest reply or watch event to the client; false if none is on its way.
    bool deliverNext();

    /// The connection breaks: Suspended. What was under way fails with ConnectionLoss, whether applied or
    /// not.
    void disconnect();
    /// Reconnected, with the events of watches that missed a change; or Expired if the server ended the
    /// session.
    void reconnect();
    /// The server ends the session and it learns so: Expired.
    void expire();
    /// Closed; what was under way fails with Closing.
    void close();

    /// Asked for each request that reaches the server.
    void setFate(std::function<Fate(const Request&)> fate) { m_fate = std::move(fate); }
    /// Asked for each request that reaches the server: a code fails it there.
    void setError(std::function<std::optional<ErrorCode>(const Request&)> error) {
        m_error = std::move(error);
    }

    /// All requests sent so far.
    const std::vector<Request>& sent() const { return m_sent; }
    std::size_t countSent(Op op, std::string_view path = {}) const;
    void forgetSent() { m_sent.clear(); }
    /// Requests without a delivered reply, and the most there were at once.
    std::size_t inFlight() const { return m_inFlight; }
    std::size_t maxInFlight() const { return m_maxInFlight; }

private:
    friend class FakeZooKeeper;
    enum class WatchKind { Data, Children };
    struct Watch {
        WatchKind kind;
        std::string path;
        Watcher watcher;
        bool armed = false;    ///< on the server
        bool missing = false;  ///< armed by exists() on a node that was not there
    };
    struct Delivery {
        std::function<void()> run;
        std::function<void(ErrorCode)> lose;  ///< empty for watch events
        Zxid zxid = Zxid::None;
    };
    struct Pending {
        Request request;
        std::function<Delivery()> apply;
        std::function<void(ErrorCode)> fail;
    };

    template <class T>
    void send(Op op, const std::string& path, std::function<Result<T>()> apply, Completion<T> done);
    template <class T>
    WatchToken read(Op op, WatchKind kind, const std::string& path, Watcher watcher,
                    std::function<Result<T>()> apply, Completion<T> done);
    void enqueue(Delivery delivery);
    void serverEvent(WatchEvent::Kind kind, const std::string& path);
    void rearm();
    std::optional<WatchEvent::Kind> missedEvent(const Watch& watch) const;
    void deliverEvent(std::vector<WatchToken> tokens, WatchEvent event);
    void dropConnection(ConnectionState state, ErrorCode code);
    void become(ConnectionState state, std::optional<Error> problem = {});

    FakeZooKeeper& m_server;
    Loop& m_loop;
    ConnectionStatus m_status;
    bool m_stepped = false;
    std::deque<Pending> m_requests;
    std::deque<Delivery> m_deliveries;
    std::map<WatchToken, Watch> m_watches;
    std::map<ListenerToken, std::function<void(const ConnectionStatus&)>> m_listeners;
    std::function<Fate(const Request&)> m_fate;
    std::function<std::optional<ErrorCode>(const Request&)> m_error;
    std::vector<Request> m_sent;
    std::size_t m_inFlight = 0;
    std::size_t m_maxInFlight = 0;
    Zxid m_seen =
        Zxid::None;  ///< newest state that a delivered reply showed: what re-armed watches are compared with
    std::uint64_t m_lastToken = 0;
};

}  // namespace lockcore
