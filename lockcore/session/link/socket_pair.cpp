// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "socket_pair.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace lockcore {

namespace {

/// A descriptor that is closed with it.
class Owned {
public:
    explicit Owned(int descriptor) : m_descriptor(descriptor) {}
    ~Owned() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    int get() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }

private:
    int m_descriptor;
};

/// All that was sent has been received, though maybe not read.
bool hasArrived(int sender) {
    int unacknowledged = -1;
    return ::ioctl(sender, SIOCOUTQ, &unacknowledged) == 0 && unacknowledged == 0;
}

/// What waits in `from`, unread until it is whole. A client has sent its connect request by now, and what it
/// sends before the answer: less than a pair's buffers hold.
bool copyWaiting(int from, int to) {
    std::array<char, 16384> bytes{};
    const auto size = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_PEEK);
    if (size < 0) return errno == EAGAIN;
    if (size == 0 || static_cast<std::size_t>(size) == bytes.size()) return false;
    return ::send(to, bytes.data(), static_cast<std::size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL) == size;
}

}  // namespace

std::optional<int> putPairInPlace(int client, int accepted) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return std::nullopt;
    const Owned clients(ends[0]);
    Owned links(ends[1]);
    // In this order: what arrived after it was copied would be lost.
    if (!hasArrived(client) || !copyWaiting(accepted, clients.get())) return std::nullopt;
    if (::dup3(clients.get(), client, O_CLOEXEC) < 0) return std::nullopt;
    return links.release();
}

}  // namespace lockcore
