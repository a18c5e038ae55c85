// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hosts/reverse_lookup.h"

#include "threads/background.h"

#include <QtConcurrent/QtConcurrentRun>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <utility>

namespace lockscope {

namespace {

struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t length = 0;  ///< 0: it is no IP address
};

SocketAddress addressOf(const std::string& host) {
    SocketAddress address;
    sockaddr_in four{};
    sockaddr_in6 six{};
    if (inet_pton(AF_INET, host.c_str(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        address.length = sizeof four;
        std::memcpy(&address.storage, &four, sizeof four);
    } else if (inet_pton(AF_INET6, host.c_str(), &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        address.length = sizeof six;
        std::memcpy(&address.storage, &six, sizeof six);
    }
    return address;
}

/// Takes as long as the resolver does.
LookupAnswer nameByResolver(const std::string& host) {
    const SocketAddress address = addressOf(host);
    std::array<char, NI_MAXHOST> name{};
    const int result = getnameinfo(reinterpret_cast<const sockaddr*>(&address.storage), address.length,
                                   name.data(), name.size(), nullptr, 0, NI_NAMEREQD);
    if (result == 0) return QString::fromUtf8(name.data());
    if (result == EAI_NONAME) return QString();
    return std::nullopt;
}

/// Never destroyed: a resolver that hangs must not hold up the end of the program.
QThreadPool& lookupPool() {
    static auto* const pool = [] {
        auto* made = new QThreadPool;
        made->setObjectName(QStringLiteral("host-names"));
        return made;
    }();
    return *pool;
}

}  // namespace

ReverseLookup systemLookup() {
    return [](const std::string& host, QObject* receiver, std::function<void(const LookupAnswer&)> then) {
        QThreadPool* const pool = &lookupPool();
        whenDone(QtConcurrent::run(pool, nameByResolver, host), receiver, std::move(then));
    };
}

bool isWorthLookingUp(const std::string& host) {
    const SocketAddress address = addressOf(host);
    if (address.length == 0) return false;
    if (address.storage.ss_family == AF_INET) return !host.starts_with("127.") && host != "0.0.0.0";
    sockaddr_in6 six{};
    std::memcpy(&six, &address.storage, sizeof six);
    return !IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) && !IN6_IS_ADDR_UNSPECIFIED(&six.sin6_addr);
}

}  // namespace lockscope
