// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client_watches.h"
#include "data_tree.h"

#include <lockcore/session/zookeeper.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

class ContactTimes;
class FakeZooKeeper;

/// A client of a FakeZooKeeper behind the ZooKeeper port, with the port's guarantees. One thread.
///
/// A request goes through two queues as on the wire: sent but not applied, and applied but not delivered
/// (replies and watch events in the server's order). By default the loop moves each on by a task of its own;
/// with setStepped(true) only applyNext() and deliverNext() do, so that a test chooses every interleaving and
/// every point of failure. Requests made while it is not connected fail with ConnectionLoss.
class FakeSession final : public ZooKeeper, public std::enable_shared_from_this<FakeSession> {
public:
    enum class Op { Create, Remove, Set, Get, Exists, Children, Sync, Multi, GetAcl, AddAuth };
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

    static constexpr std::chrono::milliseconds kTimeout{10'000};

    FakeSession(FakeZooKeeper& cluster, Loop& loop, SessionId id, int server);
    ~FakeSession() override;

    using ZooKeeper::create;
    void create(const NewNode& node, Completion<CreatedNode> done) override;
    void remove(const std::string& path, std::int32_t version, Completion<void> done) override;
    void set(const std::string& path, std::string_view data, std::int32_t version,
             Completion<Stat> done) override;
    WatchToken get(const std::string& path, Watcher watcher, Completion<NodeData> done) override;
    WatchToken exists(const std::string& path, Watcher watcher, Completion<Stat> done) override;
    WatchToken children(const std::string& path, Watcher watcher, Completion<ChildList> done) override;
    void multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) override;
    void acl(const std::string& path, Completion<Acl> done) override;
    void addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done) override;
    void sync(const std::string& path, Completion<void> done) override;
    void cancelWatch(WatchToken token) override;
    const ConnectionStatus& status() const override { return m_status; }
    ListenerToken addListener(std::function<void(const ConnectionStatus&)> listener) override;
    void removeListener(ListenerToken token) override;
    std::size_t watchCount() const override { return m_watches.size(); }
    std::uint64_t requestCount() const override { return m_sentInAll; }
    Loop& loop() override { return m_loop; }
    Contact contact() const override;
    const std::string& cluster() const override { return m_clusterName; }

    void setStepped(bool stepped) { m_stepped = stepped; }
    bool canApply() const;
    bool canDeliver() const;
    /// Its connection is well, nothing is under way and the client has been told everything.
    bool isQuiet() const;
    /// Lets the server take the oldest request; false if none is on its way, or if its answer must wait until
    /// the server has caught up with the leader.
    bool applyNext();
    /// Hands the oldest reply or watch event to the client, or the end of a connection that the server has
    /// closed; false if none is on its way.
    bool deliverNext();

    /// The connection breaks: Suspended. What was under way fails with ConnectionLoss, whether applied or
    /// not. With `late` the server has read the requests already, and applyLate() lets it apply one of them
    /// until the session connects again.
    void disconnect(bool late = false);
    bool applyLate();
    /// The server closes the connection: the client reads what waits in its socket before it learns so.
    void hangUp(bool late = false);
    /// Reconnected, with the events of watches that missed a change; or Expired if the server ended the
    /// session. To another server if given. False if that is behind what this session has seen, so that it
    /// refuses, or can't be reached.
    bool reconnect(std::optional<int> server = {});
    /// The server ends the session and it learns so: Expired.
    void expire();
    /// Closed; what was under way fails with Closing. The server ends the session if it is connected,
    /// otherwise FakeZooKeeper::expire() does later.
    void close();
    bool isLinked() const { return m_link == Link::Up; }
    /// Ended, though the client's loop may not have run since.
    bool isEnded() const { return m_link == Link::Over; }
    /// The loop has run since the connection last changed.
    bool isTold() const { return m_untold == 0; }
    bool hasLate() const { return !m_late.empty(); }
    /// The server has the connection open.
    bool isServed() const { return m_link == Link::Up && !m_isHungUp; }
    /// What it sends now reaches the leader.
    bool reachesLeader() const;
    /// Path of a create that a broken connection lost before it was applied, up to its sequence number; until
    /// the session connects again.
    const std::optional<std::string>& lostCreate() const { return m_lostCreate; }
    int server() const { return m_server; }

    /// While down, keep requests for the next connection instead of failing them at once. Both occur.
    void setQueuesWhileDown(bool queues) { m_queuesWhileDown = queues; }
    /// As long as its process is paused the loop does not look after the session: see Contact::served.
    void setPaused(bool paused);
    bool isPaused() const { return m_pausedSince.has_value(); }
    Duration pausedFor() const { return m_pausedSince ? m_loop.bootTime() - *m_pausedSince : Duration(0); }

    // On a cluster that keeps time, which it must do before the session is opened. The loop is a ManualLoop.

    /// No packet comes through, in either direction, until it is mended; nobody is told.
    void setCut(bool cut);
    bool isCut() const { return m_isCut; }
    /// What the server sends stays on the way until it is quick again.
    void setSlow(bool slow) { m_isSlow = slow; }
    bool isSlow() const { return m_isSlow; }
    /// What the C client does when it comes to its turn: breaks a connection from which nothing was heard for
    /// two thirds of the timeout, and pings when a third has passed without a request, unless one is
    /// unanswered.
    void look();
    /// When look() must be called next, on the world's clock.
    TimePoint nextLook() const;
    /// Its process runs, and has done all that it could do by now.
    bool isAtRest() const;
    /// A moment on its process's Loop::bootTime(), on the world's clock.
    TimePoint inWorld(std::chrono::nanoseconds bootTime) const;
    TimePoint worldTime() const { return inWorld(m_loop.bootTime()); }
    /// Since a pause of more than two thirds of the timeout nothing has been answered that was asked after
    /// it.
    bool isUnheard() const { return m_unheardSince.has_value(); }
    /// How long the watch event that was heard last had been under way. As with a late answer, but told by
    /// nothing, the client waits so much longer for the next sign of its server.
    Duration eventLate() const { return m_eventLate; }
    /// How long ago its loop was told that the connection is broken; 0 if it is not.
    Duration downFor() const;

    /// Asked for each request that reaches the server.
    void setFate(std::function<Fate(const Request&)> fate) { m_fate = std::move(fate); }
    /// A server looks for the znode, or for the directory that one is to be created in or deleted from,
    /// before it looks at the ACL: what is not there is not refused. Nor is a sync.
    bool mayRefuse(const Request& request) const;
    /// Asked for each request that reaches the server: a code fails it there.
    void setError(std::function<std::optional<ErrorCode>(const Request&)> error) {
        m_error = std::move(error);
    }
    /// What the trace calls it.
    void setName(std::string name) { m_name = std::move(name); }
    const std::string& name() const { return m_name; }

    /// All requests sent so far.
    const std::vector<Request>& sent() const { return m_sent; }
    std::size_t countSent(Op op, std::string_view path = {}) const;
    void forgetSent() { m_sent.clear(); }
    /// Requests without a delivered reply, and the most there were at once.
    std::size_t inFlight() const { return m_inFlight; }
    std::size_t maxInFlight() const { return m_maxInFlight; }
    /// Watches that its server keeps for it.
    std::size_t serverWatchCount() const { return m_serverWatches.size(); }
    /// The newest state of the znodes that anything delivered so far comes from.
    Zxid told() const { return m_told; }

private:
    friend class FakeZooKeeper;
    using Kind = ClientWatches::Kind;
    using Done =
        std::variant<Completion<void>, Completion<CreatedNode>, Completion<Stat>, Completion<NodeData>,
                     Completion<ChildList>, Completion<std::vector<std::string>>, Completion<Acl>>;
    using Answer =
        std::variant<std::monostate, CreatedNode, Stat, NodeData, ChildList, std::vector<std::string>, Acl>;
    struct Pending {
        Request request;
        std::vector<WriteOp> ops = {};  ///< of a write
        std::string credentials = {};   ///< of addAuth()
        WatchToken watch = WatchToken::None;
        Done done = {};
        Kind kind = Kind::Data;
        bool isUnwatch = false;  ///< the server is to drop its watch on the path; nobody waits for the answer
        std::chrono::nanoseconds sentAt{0};
    };
    struct Reply {
        Pending pending;
        Result<Answer> answer;
        Zxid zxid;
    };
    struct Event {
        WatchEvent event;
        Zxid zxid;
        std::chrono::nanoseconds sentAt;
    };
    using Delivery = std::variant<Reply, Event>;
    enum class Link { Up, Down, Over };

    static bool isWrite(Op op);
    /// Whether a read's watch is armed though it failed.
    static bool armsOnNoNode(Op op, const Error& error);
    void send(Pending pending);
    void sendUnwatch(const ClientWatches::Unwatched& unwatched);
    void applySoon();
    Result<Answer> answer(const Pending& pending);
    Result<Answer> write(const std::vector<WriteOp>& ops);
    Result<Answer> read(const Pending& pending);
    void arm(const Pending& pending, const Result<Answer>& result);
    void reply(Reply reply);
    void finish(Reply reply);
    void watchOnServer(Kind kind, const std::string& path);
    void enqueue(Delivery delivery);
    void deliverOldest();
    void settle(const Pending& pending, Result<Answer> answer);
    void settleWatch(WatchToken watch, bool armed);
    void noteContact(const Pending& pending, const Result<Answer>& answer);
    bool serverTakes(const Pending& pending) const;

    // fake_session_time.cpp
    void keepTime();
    void noteSent();
    void noteConnected();
    void ping();
    void askAfterPause();

    // What its server does.
    void serverEvent(WatchEvent::Kind kind, const std::string& path, const Acl& acl);
    void serverAdvanced();
    std::optional<Event> missedEvent(const ClientWatches::Watch& watch) const;
    void rearm();
    void keepLate();
    void drop(Link link, ConnectionState state, ErrorCode code);
    void tell(ConnectionState state, std::optional<ErrorCode> problem);
    void become(ConnectionState state, std::optional<ErrorCode> problem);
    void trace(const Pending& pending, const Result<Answer>& answer) const;

    FakeZooKeeper& m_cluster;
    Loop& m_loop;
    int m_server;
    ConnectionStatus m_status;
    Identity m_identity;
    Contact m_contact;
    std::optional<std::chrono::nanoseconds> m_pausedSince;
    std::unique_ptr<ContactTimes> m_times;  ///< null unless the cluster keeps time
    std::chrono::nanoseconds m_lastSent{0};
    std::chrono::nanoseconds m_lastHeard{0};
    Duration m_eventLate{0};
    std::chrono::nanoseconds m_nextLook{0};
    std::chrono::nanoseconds m_askedAt{0};  ///< after a pause
    std::optional<std::chrono::nanoseconds> m_unheardSince;
    std::optional<std::chrono::nanoseconds> m_downSince;
    std::string m_clusterName = "fake:2181";
    std::string m_name;
    bool m_stepped = false;
    bool m_queuesWhileDown = false;

    Link m_link = Link::Up;
    bool m_isHungUp = false;  ///< by the server, which the client has not read yet
    bool m_isCut = false;
    bool m_isSlow = false;
    std::size_t m_arrived = 0;  ///< of the deliveries: those that had come before it was cut off
    int m_untold = 0;           ///< changes of the state that the loop has not run yet
    std::deque<Pending> m_requests;
    std::optional<Reply> m_held;  ///< of a write that the leader has committed and this server has not
    std::size_t m_heldUntil = 0;  ///< transactions that the server must have applied
    std::deque<Delivery> m_deliveries;
    std::vector<Pending> m_lost;  ///< what a broken connection took along and the client is not told of yet
    std::deque<std::vector<WriteOp>> m_late;
    std::optional<std::string> m_lostCreate;
    struct ServerWatch {
        Kind kind;
        std::string path;
    };
    std::vector<ServerWatch> m_serverWatches;

    ClientWatches m_watches;
    std::map<ListenerToken, std::function<void(const ConnectionStatus&)>> m_listeners;
    std::uint64_t m_lastListener = 0;
    std::function<Fate(const Request&)> m_fate;
    std::function<std::optional<ErrorCode>(const Request&)> m_error;
    std::vector<Request> m_sent;
    std::uint64_t m_sentInAll = 0;  ///< also those that forgetSent() forgot
    std::size_t m_inFlight = 0;
    std::size_t m_maxInFlight = 0;
    Zxid m_seen = Zxid::None;  ///< newest state that a delivered reply showed
    Zxid m_told = Zxid::None;  ///< … or an event
};

}  // namespace lockcore
