// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "loopback.h"

#include "file_descriptor.h"
#include "supervised_process.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace lockcore {

namespace {

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

}  // namespace

Result<std::vector<std::uint16_t>> freePorts(std::size_t count) {
    std::vector<FileDescriptor> sockets;  // all open until the end, so that the ports differ
    std::vector<std::uint16_t> ports;
    while (ports.size() < count) {
        FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address = loopback(0);
        socklen_t length = sizeof address;
        auto* const raw = reinterpret_cast<sockaddr*>(&address);
        if (!socket || ::bind(socket.get(), raw, length) != 0 ||
            ::getsockname(socket.get(), raw, &length) != 0)
            return fail(ErrorCode::Io, std::string("looking for a free port: ") + std::strerror(errno));
        ports.push_back(ntohs(address.sin_port));
        sockets.push_back(std::move(socket));
    }
    return ports;
}

std::string askServer(std::uint16_t port, std::string_view word) {
    using namespace std::chrono_literals;
    const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = loopback(port);
    // On loopback connecting succeeds or fails at once.
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return {};
    if (::send(socket.get(), word.data(), word.size(), MSG_NOSIGNAL) < 0) return {};
    std::string answer;
    while (waitReadable(socket.get(), 1s)) {
        char buffer[4096];
        const ssize_t got = ::recv(socket.get(), buffer, sizeof buffer, 0);
        if (got <= 0) break;
        answer.append(buffer, static_cast<std::size_t>(got));
    }
    return answer;
}

}  // namespace lockcore
