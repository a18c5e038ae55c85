// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scripted_server.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace {

/// A listening socket on a free loopback port, or −1.
int listenOnLoopback(bool ipv6, std::uint16_t& port) {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_addr = in6addr_loopback;
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const address = ipv6 ? reinterpret_cast<sockaddr*>(&six) : reinterpret_cast<sockaddr*>(&four);
    socklen_t size = ipv6 ? sizeof six : sizeof four;
    const int fd = ::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (::bind(fd, address, size) != 0 || ::listen(fd, 16) != 0 || ::getsockname(fd, address, &size) != 0) {
        ::close(fd);
        return -1;
    }
    port = ntohs(ipv6 ? six.sin6_port : four.sin_port);
    return fd;
}

}  // namespace

ScriptedServer::ScriptedServer(Script script, bool ipv6)
    : m_script(std::move(script)), m_listener(listenOnLoopback(ipv6, m_port)) {
    if (m_listener >= 0) m_thread = std::thread([this] { run(); });
}

ScriptedServer::~ScriptedServer() {
    if (m_listener < 0) return;
    ::shutdown(m_listener, SHUT_RDWR);  // wakes accept()
    m_thread.join();
    ::close(m_listener);
    for (const int connection : m_held)
        ::close(connection);
}

std::vector<std::string> ScriptedServer::requests() const {
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

std::string ScriptedServer::http(int status, const std::string& body, const std::string& headers) {
    return "HTTP/1.1 " + std::to_string(status) +
           " Status\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body;
}

std::uint16_t ScriptedServer::unusedPort() {
    std::uint16_t port = 0;
    ::close(listenOnLoopback(false, port));
    return port;
}

std::string ScriptedServer::nobodysAdminUrl() {
    return "http://127.0.0.1:" + std::to_string(unusedPort()) + "/commands";
}

void ScriptedServer::run() {
    for (;;) {
        const int connection = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0) return;
        serve(connection);
    }
}

void ScriptedServer::serve(int connection) {
    std::array<char, 4096> buffer;
    const ssize_t count = ::recv(connection, buffer.data(), buffer.size(), 0);
    const std::string request(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(request);
    }
    const Reply reply = m_script(request);
    std::size_t sent = 0;
    while (sent < reply.bytes.size()) {
        const ssize_t part =
            ::send(connection, reply.bytes.data() + sent, reply.bytes.size() - sent, MSG_NOSIGNAL);
        if (part <= 0) break;
        sent += static_cast<std::size_t>(part);
    }
    if (reply.thenHold)
        m_held.push_back(connection);
    else
        ::close(connection);
}
