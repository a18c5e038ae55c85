// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "packet_server.h"

#include "wire.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace {

constexpr std::size_t kLargestPacket = 0xfffff;  ///< jute.maxbuffer of a server

bool sendAll(int descriptor, const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t part = ::send(descriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (part <= 0) return false;
        sent += static_cast<std::size_t>(part);
    }
    return true;
}

}  // namespace

PacketServer::PacketServer(Handler handler, int ports) : m_handler(std::move(handler)) {
    listen(ports);
    m_thread = std::thread([this] { run(); });
}

PacketServer::~PacketServer() {
    post([this] {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    });
    m_thread.join();
    for (const auto& [connection, peer] : m_peers)
        ::close(peer.descriptor);
    for (const int listener : m_listeners)
        ::close(listener);
    ::close(m_wake[0]);
    ::close(m_wake[1]);
}

void PacketServer::listen(int ports) {
    for (int i = 0; i < ports; ++i) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        m_listeners.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const int listener = m_listeners.back();
        if (listener < 0 || ::bind(listener, any, size) != 0 || ::listen(listener, 16) != 0 ||
            ::getsockname(listener, any, &size) != 0)
            throw std::runtime_error("no loopback server");
        m_ports.push_back(ntohs(address.sin_port));
    }
    if (::pipe(m_wake) != 0) throw std::runtime_error("no pipe");
}

std::string PacketServer::address(int port) const {
    return "127.0.0.1:" + std::to_string(m_ports[static_cast<std::size_t>(port)]);
}

void PacketServer::post(std::function<void()> task) {
    const std::lock_guard lock(m_mutex);
    m_posted.push_back(std::move(task));
    if (::write(m_wake[1], "", 1) != 1) throw std::runtime_error("the server can't be woken");
}

void PacketServer::run() {
    do {
        std::vector<pollfd> waits{{m_wake[0], POLLIN, 0}};
        for (const int listener : m_listeners)
            waits.push_back({listener, POLLIN, 0});
        std::vector<Connection> connections;
        for (const auto& [connection, peer] : m_peers) {
            waits.push_back({peer.descriptor, POLLIN, 0});
            connections.push_back(connection);
        }
        if (::poll(waits.data(), waits.size(), -1) < 0) return;
        const std::size_t first = waits.size() - connections.size();
        for (std::size_t i = 0; i < connections.size(); ++i)
            if (waits[first + i].revents != 0) serve(connections[i]);
        for (std::size_t i = 1; i < first; ++i)
            if (waits[i].revents != 0) accept(static_cast<int>(i) - 1);
    } while (runPosted());
}

/// False when it is to stop.
bool PacketServer::runPosted() {
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_posted);
        std::array<char, 64> bytes;
        for (std::size_t left = tasks.size(); left > 0;) {
            const ssize_t count = ::read(m_wake[0], bytes.data(), std::min(bytes.size(), left));
            if (count <= 0) return false;
            left -= static_cast<std::size_t>(count);
        }
    }
    for (const auto& task : tasks)
        task();
    const std::lock_guard lock(m_mutex);
    return !m_isStopped;
}

void PacketServer::accept(int port) {
    const int descriptor =
        ::accept4(m_listeners[static_cast<std::size_t>(port)], nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return;
    m_peers[++m_last].descriptor = descriptor;
    if (m_handler.opened) m_handler.opened(m_last, port);
}

void PacketServer::serve(Connection connection) {
    const auto peer = m_peers.find(connection);
    if (peer == m_peers.end()) return;  // closed because of another one's packet
    std::array<char, 4096> buffer;
    const ssize_t count = ::recv(peer->second.descriptor, buffer.data(), buffer.size(), 0);
    if (count <= 0) {
        lose(connection);
        return;
    }
    peer->second.received.append(buffer.data(), static_cast<std::size_t>(count));
    takePackets(connection);
}

/// Until the handler closes the connection, or there is no whole packet any more.
void PacketServer::takePackets(Connection connection) {
    for (;;) {
        const auto peer = m_peers.find(connection);
        if (peer == m_peers.end() || peer->second.received.size() < 4) return;
        auto& received = peer->second.received;
        const auto length = static_cast<std::size_t>(wire::readInt32(received, 0));
        if (length > kLargestPacket) {
            lose(connection);
            return;
        }
        if (received.size() < 4 + length) return;
        const auto packet = received.substr(4, length);
        received.erase(0, 4 + length);
        m_handler.received(connection, packet);
    }
}

void PacketServer::lose(Connection connection) {
    close(connection);
    if (m_handler.closed) m_handler.closed(connection);
}

void PacketServer::send(Connection connection, const std::string& bytes) {
    const auto peer = m_peers.find(connection);
    if (peer != m_peers.end() && !sendAll(peer->second.descriptor, bytes)) lose(connection);
}

void PacketServer::close(Connection connection) {
    const auto peer = m_peers.find(connection);
    if (peer == m_peers.end()) return;
    ::shutdown(peer->second.descriptor, SHUT_WR);
    ::close(peer->second.descriptor);
    m_peers.erase(peer);
}
