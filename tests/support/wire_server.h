// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "packet_server.h"
#include "wire.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

/// A loopback server that speaks ZooKeeper's protocol as far as a session needs it, and answers requests as a
/// script says: also with what no ZooKeeper would send. It takes no packet that a real one would not take.
/// Runs on a thread of its own.
class WireServer {
public:
    struct Request {
        std::int32_t xid = 0;
        std::int32_t type = 0;
        std::string body;  ///< behind the header
        /// What most requests begin with.
        std::string path() const;
    };
    enum Type : std::int32_t {
        kCreate2 = 15,
        kDelete = 2,
        kExists = 3,
        kGetData = 4,
        kSetData = 5,
        kGetAcl = 6,
        kSync = 9,
        kGetChildren2 = 12,
        kMulti = 14,
    };
    /// Packets to send; nothing for the usual answer, which is NoNode. Called on the server's thread.
    using Script = std::function<std::optional<std::string>(const Request&)>;

    /// `connectReply` makes the packet that answers a connect request which asks for that timeout.
    explicit WireServer(Script script, std::function<std::string(std::int32_t timeoutMs)> connectReply = {});

    std::string address() const { return m_server.address(); }
    /// Of sessions, so far.
    int connects() const { return m_connects.load(); }

    /// The packet that a server answers a connect request with.
    static std::string connected(std::int32_t timeoutMs, std::int64_t session = 0x1000);

private:
    std::string answer(PacketServer::Connection connection, const std::string& packet);
    std::string answer(const Request& request) const;

    Script m_script;
    std::function<std::string(std::int32_t)> m_connectReply;
    std::atomic<int> m_connects = 0;
    std::set<PacketServer::Connection> m_greeted;  // the thread's own
    PacketServer m_server;
};
