// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wire_server.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace {

constexpr std::int32_t kNoNode = -101;
constexpr std::int32_t kCloseSession = -11;
constexpr std::size_t kLargestPacket = 0xfffff;  ///< jute.maxbuffer of a server

std::int32_t readInt32(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8U | static_cast<unsigned char>(at + i < bytes.size() ? bytes[at + i] : '\0');
    return static_cast<std::int32_t>(value);
}

template <class Unsigned>
std::string bigEndian(Unsigned value) {
    std::string bytes(sizeof value, '\0');
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte, value = static_cast<Unsigned>(value >> 8U))
        *byte = static_cast<char>(value & 0xffU);
    return bytes;
}

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

namespace wire {

std::string int32(std::int32_t value) {
    return bigEndian(static_cast<std::uint32_t>(value));
}

std::string int64(std::int64_t value) {
    return bigEndian(static_cast<std::uint64_t>(value));
}

std::string string(std::string_view bytes) {
    return int32(static_cast<std::int32_t>(bytes.size())).append(bytes);
}

std::string stat(std::int32_t numChildren, std::int32_t dataLength) {
    return int64(7) + int64(7) + int64(1'700'000'000'000) + int64(1'700'000'000'000)  // czxid … mtime
           + int32(0) + int32(0) + int32(0)                                           // versions
           + int64(0) + int32(dataLength) + int32(numChildren) + int64(7);
}

std::string replyHeader(std::int32_t xid, std::int32_t error) {
    return int32(xid) + int64(9) + int32(error);
}

std::string frame(std::string_view body) {
    return string(body);
}

}  // namespace wire

std::string WireServer::Request::path() const {
    const auto length = readInt32(body, 0);
    return length > 0 ? body.substr(4, static_cast<std::size_t>(length)) : std::string();
}

WireServer::WireServer(Script script, std::function<std::string(std::int32_t)> connectReply)
    : m_script(std::move(script)), m_connectReply(std::move(connectReply)) {
    if (!m_connectReply) m_connectReply = [](std::int32_t timeoutMs) { return connected(timeoutMs); };
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (m_listener < 0 || ::bind(m_listener, any, size) != 0 || ::listen(m_listener, 16) != 0 ||
        ::getsockname(m_listener, any, &size) != 0 || ::pipe(m_stop) != 0)
        throw std::runtime_error("no loopback server");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

WireServer::~WireServer() {
    ::close(m_stop[1]);
    m_thread.join();
    for (const auto& connection : m_connections)
        ::close(connection.descriptor);
    ::close(m_listener);
    ::close(m_stop[0]);
}

std::string WireServer::connected(std::int32_t timeoutMs, std::int64_t session) {
    return wire::frame(wire::int32(0) + wire::int32(timeoutMs) + wire::int64(session) +
                       wire::string(std::string(16, 'p')) + '\0');
}

void WireServer::run() {
    for (;;) {
        std::vector<pollfd> waits{{m_stop[0], POLLIN, 0}, {m_listener, POLLIN, 0}};
        for (const auto& connection : m_connections)
            waits.push_back({connection.descriptor, POLLIN, 0});
        if (::poll(waits.data(), waits.size(), -1) < 0 || waits[0].revents != 0) return;
        std::vector<Connection> open;
        for (std::size_t i = 0; i < m_connections.size(); ++i) {
            if (waits[i + 2].revents == 0 || serve(m_connections[i])) {
                open.push_back(std::move(m_connections[i]));
            } else {
                ::close(m_connections[i].descriptor);
            }
        }
        m_connections = std::move(open);
        if (waits[1].revents != 0) accept();
    }
}

void WireServer::accept() {
    const int descriptor = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return;
    ++m_connects;
    m_connections.push_back({descriptor, {}, false});
}

/// False where the connection is over.
bool WireServer::serve(Connection& connection) {
    std::array<char, 4096> buffer;
    const ssize_t count = ::recv(connection.descriptor, buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    auto& received = connection.received;
    received.append(buffer.data(), static_cast<std::size_t>(count));
    while (received.size() >= 4) {
        const auto length = static_cast<std::size_t>(readInt32(received, 0));
        if (length > kLargestPacket) return false;
        if (received.size() < 4 + length) break;
        const auto packet = received.substr(4, length);
        received.erase(0, 4 + length);
        if (!sendAll(connection.descriptor, answer(connection, packet))) return false;
    }
    return true;
}

std::string WireServer::answer(Connection& connection, const std::string& packet) {
    constexpr std::size_t kTimeoutAt = 12;  // behind the protocol's version and the last zxid
    if (!std::exchange(connection.isGreeted, true)) return m_connectReply(readInt32(packet, kTimeoutAt));
    return answer(Request{readInt32(packet, 0), readInt32(packet, 4), packet.substr(8)});
}

std::string WireServer::answer(const Request& request) const {
    // Those with xids of their own (ping, credentials, watches to set) and the session's end succeed.
    if (request.xid < 0 || request.type == kCloseSession) return wire::frame(wire::replyHeader(request.xid));
    return m_script(request).value_or(wire::frame(wire::replyHeader(request.xid, kNoNode)));
}
