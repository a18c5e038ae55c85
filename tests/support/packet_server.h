// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// Loopback ports that take packets, each with its length before it, as ZooKeeper's servers do: none of more
/// than 1 MiB. Runs on a thread of its own, which calls the handler; send() and close() are for that thread.
class PacketServer {
public:
    using Connection = std::uint64_t;
    struct Handler {
        std::function<void(Connection, int port)> opened;
        std::function<void(Connection, const std::string& packet)> received;
        /// By the client, or because it took nothing any more; not told of close().
        std::function<void(Connection)> closed;
    };

    explicit PacketServer(Handler handler, int ports = 1);
    ~PacketServer();
    PacketServer(const PacketServer&) = delete;
    PacketServer& operator=(const PacketServer&) = delete;

    /// "127.0.0.1:PORT" of the given one.
    std::string address(int port = 0) const;
    /// Runs `task` on the server's thread. Any thread.
    void post(std::function<void()> task);

    void send(Connection connection, const std::string& bytes);
    /// Once what was sent is on its way.
    void close(Connection connection);

private:
    struct Peer {
        int descriptor = -1;
        std::string received;
    };

    void listen(int ports);
    void run();
    bool runPosted();
    void accept(int port);
    void serve(Connection connection);
    void takePackets(Connection connection);
    void lose(Connection connection);

    Handler m_handler;
    std::vector<int> m_listeners;
    std::vector<std::uint16_t> m_ports;
    int m_wake[2] = {-1, -1};
    std::mutex m_mutex;  // guards the next two
    std::vector<std::function<void()>> m_posted;
    bool m_isStopped = false;
    std::map<Connection, Peer> m_peers;  // the thread's own
    Connection m_last = 0;
    std::thread m_thread;
};
