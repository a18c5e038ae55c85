// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

/// Bytes as ZooKeeper's protocol writes them.
namespace wire {

std::string int32(std::int32_t value);
std::string int64(std::int64_t value);
/// Its length, then its bytes.
std::string string(std::string_view bytes);
/// `numChildren` and `dataLength` as told, all else as of a znode that somebody made.
std::string stat(std::int32_t numChildren = 0, std::int32_t dataLength = 0);
/// What each reply begins with.
std::string replyHeader(std::int32_t xid, std::int32_t error = 0);
/// A whole packet: the length, then `body`.
std::string frame(std::string_view body);

}  // namespace wire

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
    ~WireServer();
    WireServer(const WireServer&) = delete;
    WireServer& operator=(const WireServer&) = delete;

    std::string address() const { return "127.0.0.1:" + std::to_string(m_port); }
    /// Of sessions, so far.
    int connects() const { return m_connects.load(); }

    /// The packet that a server answers a connect request with.
    static std::string connected(std::int32_t timeoutMs, std::int64_t session = 0x1000);

private:
    struct Connection {
        int descriptor = -1;
        std::string received;
        bool isGreeted = false;
    };

    void run();
    void accept();
    bool serve(Connection& connection);
    std::string answer(Connection& connection, const std::string& packet);
    std::string answer(const Request& request) const;

    Script m_script;
    std::function<std::string(std::int32_t)> m_connectReply;
    std::uint16_t m_port = 0;
    int m_listener = -1;
    int m_stop[2] = {-1, -1};
    std::atomic<int> m_connects = 0;
    std::vector<Connection> m_connections;  // the thread's own
    std::thread m_thread;
};
