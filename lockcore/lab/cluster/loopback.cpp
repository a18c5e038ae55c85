// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "loopback.h"

#include "supervised_process.h"

#include <lockcore/file_descriptor.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>

namespace lockcore {

namespace {

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

constexpr std::uint16_t kLowestPort = 10'000;
constexpr int kBindAttempts = 1'000;

/// The lowest port that the kernel gives to connecting sockets.
std::uint16_t lowestConnectingPort() {
    std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
    std::uint16_t lowest = 32'768;
    file >> lowest;
    return lowest;
}

/// A port to try. 0, which lets the kernel choose, where next to nothing is left below its range.
std::uint16_t candidatePort() {
    thread_local std::mt19937 random{std::random_device{}()};
    static const std::uint16_t end = lowestConnectingPort();
    if (end < kLowestPort + 1'000) return 0;
    return std::uniform_int_distribution<std::uint16_t>(kLowestPort,
                                                        static_cast<std::uint16_t>(end - 1))(random);
}

}  // namespace

Result<std::vector<std::uint16_t>> freePorts(std::size_t count) {
    std::vector<FileDescriptor> sockets;  // all open until the end, so that the ports differ
    std::vector<std::uint16_t> ports;
    for (int attempt = 0; ports.size() < count && attempt < kBindAttempts; ++attempt) {
        FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address = loopback(candidatePort());
        socklen_t length = sizeof address;
        auto* const raw = reinterpret_cast<sockaddr*>(&address);
        if (!socket || ::bind(socket.get(), raw, length) != 0 ||
            ::getsockname(socket.get(), raw, &length) != 0)
            continue;
        ports.push_back(ntohs(address.sin_port));
        sockets.push_back(std::move(socket));
    }
    if (ports.size() < count)
        return fail(ErrorCode::Io, std::string("looking for a free port: ") + std::strerror(errno));
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
