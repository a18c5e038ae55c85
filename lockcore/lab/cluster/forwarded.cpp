// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "forwarded.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Of what one end said and the other has not taken.
constexpr std::size_t kMostForwarded = 256 * 1024;
constexpr auto kBetweenCalls = 20ms;
/// How long it tries to reach a port that may not be open yet: a server that is refused tries again by
/// itself, but one that has got through to this process, and no further, begins another election.
constexpr auto kCallLimit = 2s;

sockaddr_in loopbackAddress(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// Servers write small messages, and wait for the answers.
void setNoDelay(const FileDescriptor& socket) {
    const int on = 1;
    (void)::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

bool wouldBlock() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

short eventsIf(bool reads, bool writes) {
    return static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
}

}  // namespace

FileDescriptor listenOnLoopback(const std::string& address, std::uint16_t port) {
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return {};
    const int on = 1;
    (void)::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in raw = loopbackAddress(port);
    if (::inet_pton(AF_INET, address.c_str(), &raw.sin_addr) != 1) return {};
    constexpr int kBacklog = 64;
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&raw), sizeof raw) != 0 ||
        ::listen(socket.get(), kBacklog) != 0)
        return {};
    return socket;
}

FileDescriptor acceptConnection(const FileDescriptor& listener) {
    FileDescriptor socket(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (socket) setNoDelay(socket);
    return socket;
}

Forwarded::Forwarded(FileDescriptor caller, std::uint16_t port, std::string itsAddress, std::string wayBack,
                     TimePoint now)
    : m_caller(std::move(caller)),
      m_port(port),
      m_itsAddress(std::move(itsAddress)),
      m_wayBack(std::move(wayBack)),
      m_giveUpAt(now + kCallLimit) {
    connect(now);
}

void Forwarded::connect(TimePoint now) {
    m_retryAt = TimePoint::max();
    m_called = FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    setNoDelay(m_called);
    const sockaddr_in address = loopbackAddress(m_port);
    const bool isDone =
        ::connect(m_called.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    m_isConnected = isDone;
    m_isConnecting = !isDone && errno == EINPROGRESS;
    if (!isDone && !m_isConnecting) m_retryAt = now + kBetweenCalls;
}

void Forwarded::finishConnecting(TimePoint now) {
    int problem = 0;
    socklen_t length = sizeof problem;
    (void)::getsockopt(m_called.get(), SOL_SOCKET, SO_ERROR, &problem, &length);
    m_isConnecting = false;
    m_isConnected = problem == 0;
    if (!m_isConnected) m_retryAt = now + kBetweenCalls;
}

void Forwarded::addTo(std::vector<pollfd>& wanted) const {
    const bool readsCaller = !m_callerEnded && m_toCalled.size() < kMostForwarded;
    const bool readsCalled = m_isConnected && !m_calledEnded && m_toCaller.size() < kMostForwarded;
    const bool writesCalled = m_isConnecting || (m_isConnected && !m_toCalled.empty());
    const bool usesCalled = (m_isConnected || m_isConnecting) && !m_calledEnded;
    // One that has ended would wake the thread again and again.
    wanted.push_back({m_callerEnded ? -1 : m_caller.get(), eventsIf(readsCaller, !m_toCaller.empty()), 0});
    wanted.push_back({usesCalled ? m_called.get() : -1, eventsIf(readsCalled, writesCalled), 0});
}

TimePoint Forwarded::wakeAt() const {
    return m_isConnected ? TimePoint::max() : std::min(m_retryAt, m_giveUpAt);
}

void Forwarded::step(short callerEvents, short calledEvents, TimePoint now) {
    constexpr short kSpeaks = POLLIN | POLLHUP | POLLERR;
    if (m_isConnecting && calledEvents != 0) finishConnecting(now);
    if (!m_isConnected && now >= m_giveUpAt) m_isOver = true;
    if (now >= m_retryAt) connect(now);
    if ((callerEvents & kSpeaks) != 0 && !m_callerEnded && !take(m_caller, m_toCalled)) m_callerEnded = true;
    if (m_isConnected && (calledEvents & kSpeaks) != 0 && !m_calledEnded && !take(m_called, m_toCaller))
        m_calledEnded = true;
    if (m_isConnected) give(m_toCalled, m_called);
    give(m_toCaller, m_caller);
    if (m_callerEnded && (!m_isConnected || m_toCalled.empty())) m_isOver = true;
    if (m_calledEnded && m_toCaller.empty()) m_isOver = true;
}

bool Forwarded::take(const FileDescriptor& from, std::string& to) {
    std::array<char, 65'536> buffer;
    const ssize_t got = ::recv(from.get(), buffer.data(), buffer.size(), 0);
    if (got < 0) return wouldBlock();
    if (got == 0) return false;
    to.append(buffer.data(), static_cast<std::size_t>(got));
    if (&to != &m_toCalled || m_itsAddress.empty()) return true;
    const std::size_t introduction = to.find(m_itsAddress);
    if (introduction != std::string::npos) to.replace(introduction, m_itsAddress.size(), m_wayBack);
    m_itsAddress.clear();
    return true;
}

void Forwarded::give(std::string& what, const FileDescriptor& to) {
    if (what.empty()) return;
    const ssize_t sent = ::send(to.get(), what.data(), what.size(), MSG_NOSIGNAL);
    if (sent > 0) {
        what.erase(0, static_cast<std::size_t>(sent));
    } else if (sent < 0 && !wouldBlock()) {
        what.clear();
        m_isOver = true;
    }
}

}  // namespace lockcore
