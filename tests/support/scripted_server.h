// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// A loopback TCP server on a thread of its own that answers each connection's first bytes as a script says.
class ScriptedServer {
public:
    struct Reply {
        std::string bytes;
        bool thenHold = false;  ///< keeps the connection open until the server is destroyed
    };
    /// Called on the server's thread.
    using Script = std::function<Reply(const std::string& request)>;

    explicit ScriptedServer(Script script, bool ipv6 = false);
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    /// 0 if it could not listen, as without IPv6.
    std::uint16_t port() const { return m_port; }
    /// First bytes of each connection so far.
    std::vector<std::string> requests() const;

    /// An HTTP reply.
    static std::string http(int status, const std::string& body, const std::string& headers = {});
    /// A loopback port that nobody listens on.
    static std::uint16_t unusedPort();
    /// Of an AdminServer that is not there.
    static std::string nobodysAdminUrl();

private:
    void run();
    void serve(int connection);

    Script m_script;
    std::uint16_t m_port = 0;  // set while m_listener is made
    int m_listener = -1;
    std::vector<int> m_held;  // the thread's own until it ended
    mutable std::mutex m_mutex;
    std::vector<std::string> m_requests;  // guarded by m_mutex
    std::thread m_thread;
};
