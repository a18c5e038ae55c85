// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "plain_socket.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

namespace {

constexpr auto kSocketPatience = std::chrono::seconds(30);

[[noreturn]] void endWith(const char* what) {
    std::perror(what);
    std::abort();
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

}  // namespace

PlainSocket::PlainSocket() : m_descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const auto any = loopback(0);
    if (m_descriptor < 0 || ::bind(m_descriptor, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0)
        endWith("a socket with a port");
}

PlainSocket PlainSocket::besideLoopback(std::uint16_t port) {
    PlainSocket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = loopback(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
    if (::bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        endWith("a socket at 127.0.0.2");
    return socket;
}

PlainSocket::PlainSocket(PlainSocket&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

std::uint16_t PlainSocket::port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (::getsockname(m_descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) endWith("port");
    return ntohs(address.sin_port);
}

void PlainSocket::connect(std::uint16_t port) {
    const auto server = loopback(port);
    if (::connect(m_descriptor, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0)
        endWith("connect");
}

void PlainSocket::close() {
    if (m_descriptor >= 0) ::close(std::exchange(m_descriptor, -1));
}

void PlainSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

bool PlainSocket::awaits(short events, std::chrono::milliseconds limit) const {
    pollfd wait{m_descriptor, events, 0};
    return ::poll(&wait, 1, static_cast<int>(limit.count())) > 0;
}

bool PlainSocket::awaitsReading() {
    return awaits(POLLIN, kSocketPatience);
}

bool PlainSocket::canSend(std::chrono::milliseconds limit) {
    return awaits(POLLOUT, limit);
}

std::size_t PlainSocket::sendSome(std::string_view bytes) {
    const ssize_t sent = ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

std::string PlainSocket::receive(std::size_t size) {
    std::string received;
    std::array<char, 65536> buffer;
    while (received.size() < size) {
        if (!awaits(POLLIN, kSocketPatience)) endWith("nothing comes");
        const ssize_t count =
            ::recv(m_descriptor, buffer.data(), std::min(buffer.size(), size - received.size()), 0);
        if (count <= 0) return received;
        received.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return received;
}

std::string PlainSocket::receiveUntilEnd() {
    return receive(std::numeric_limits<std::size_t>::max());
}

PlainListener::PlainListener() {
    if (::listen(m_socket.descriptor(), 16) != 0) endWith("listen");
}

PlainSocket PlainListener::accept() {
    if (!m_socket.awaitsReading()) endWith("nobody connects");
    const int descriptor = ::accept4(m_socket.descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) endWith("accept");
    return PlainSocket(descriptor);
}
