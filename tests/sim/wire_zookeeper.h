// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "packet_server.h"
#include "wire_messages.h"

#include <future>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// A FakeZooKeeper on loopback ports, for real sessions: what their C client sends becomes calls of
/// FakeSessions, whose answers and events go back in the order in which the server made them. A session may
/// come back by any port. It ends only by expire() or when its client closes it, never by time.
///
/// All of it lives on the thread of its PacketServer; ask() gets there.
class WireZooKeeper {
public:
    /// What becomes of a request.
    enum class Fate {
        Answer,
        Hold,       ///< this answer, and what follows, is sent when holdCount() answers have gathered
        CutBefore,  ///< the connection ends before it is applied
        CutAfter,   ///< … after it was applied, before anything of the answer is sent
        CutWithin,  ///< … within the answer's bytes
        Move,       ///< … after the answer, and the port takes this session only when another has
        Expire,     ///< the session ends before it is applied
        Malformed,  ///< it is applied, and answered with what no ZooKeeper sends
        WrongXid,   ///< … or with another request's number
    };
    struct Request {
        SessionId session;
        int ordinal;  ///< of the session, in the order in which they were opened
        std::int32_t type;
        std::string path;
    };
    /// Asked on the server's thread, before each of what it decides on.
    struct Script {
        std::function<Fate(const Request&)> fate = {};
        std::function<int()> holdCount = {};
        std::function<bool(int port)> refuses = {};  ///< a connect request
    };

    explicit WireZooKeeper(int ports = 2);

    /// All ports as a connect string.
    const std::string& connectString() const { return m_addresses; }

    /// Runs `question` on the server's thread. Any other thread.
    template <class Question>
    auto ask(Question question) {
        std::packaged_task<decltype(question())()> task(std::move(question));
        auto answer = task.get_future();
        m_server.post([&task] { task(); });
        return answer.get();
    }

    // On the server's thread.
    void setScript(Script script) { m_script = std::move(script); }
    /// Sends what is held, and decides nothing from now on.
    void calmDown();
    FakeZooKeeper& cluster() { return *m_cluster; }
    /// Another client has done something: its events are sent.
    void settle() { m_loop->runReady(); }
    void expire(SessionId session);
    /// Ends its connection.
    void cut(SessionId session) { cut(m_clients[session]); }
    /// "kind path" of what is watched for a session.
    std::set<std::string> watches(SessionId session) const;
    /// "request path: answer" of all that was applied for it, in that order, whether the answer was sent or
    /// not.
    const std::vector<std::string>& applied(SessionId session) { return m_clients[session].applied; }

private:
    using Connection = PacketServer::Connection;
    enum class Kind { Data, Children };
    struct Client {
        std::shared_ptr<FakeSession> session;
        int ordinal = 0;
        Connection connection = 0;
        int shutPort = -1;
        std::string held;
        int heldAnswers = 0;
        int holdUntil = 0;  ///< 0: nothing is held
        std::map<std::pair<Kind, std::string>, WatchToken> watches;
        std::vector<std::string> applied;
    };
    struct Link {
        int port = 0;
        SessionId session = SessionId::None;  ///< None before the connect request
    };

    void received(Connection connection, const std::string& packet);
    void greet(Connection connection, wire::Reader reader);
    void refuse(Connection connection);
    void serve(Client& client, const std::string& packet);
    void serve(Client& client, std::int32_t type, std::int32_t xid, wire::Reader reader, Fate fate);
    /// What is sent for the request, behind the header: the code, and what follows it.
    std::string apply(Client& client, std::int32_t type, wire::Reader reader);
    std::string applyMulti(Client& client, wire::Reader reader);
    std::string applyWrite(Client& client, std::int32_t type, const WriteOp& op);
    std::string removeWatches(Client& client, wire::Reader reader);
    std::string setWatches(Client& client, wire::Reader reader);
    template <class T>
    Completion<T> record(Client& client, std::string what, std::string& body);
    Watcher watcher(Client& client, Kind kind, const std::string& path, bool wanted);
    void keep(Client& client, Kind kind, const std::string& path, WatchToken token);
    void tell(Client& client, const WatchEvent& event);
    void send(Client& client, const std::string& packet, bool isAnswer);
    void release(Client& client);
    void cut(Client& client);
    void forget(Connection connection);
    void end(Client& client);

    Script m_script;
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_cluster;
    std::map<SessionId, Client> m_clients;
    std::map<Connection, Link> m_links;
    int m_lastOrdinal = 0;
    std::string m_addresses;
    PacketServer m_server;
};

}  // namespace lockcore
