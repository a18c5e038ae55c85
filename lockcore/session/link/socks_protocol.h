// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"

#include <lockcore/session/route_options.h>

#include <string_view>

namespace lockcore {

/// What a client and a SOCKS5 proxy say to each other until the way to a server is open (RFC 1928, and 1929
/// for user and password). Neither reads nor writes; a value.
///
/// Whoever drives it sends what takeUnsent() has, then reads exactly wanted() bytes, and hands them to
/// take(), until isOpen(): what follows those bytes is the server's.
class SocksTalk {
public:
    /// Fails with BadArguments where the protocol has no room for a name.
    static Result<SocksTalk> begin(const SocksProxy& proxy, const ServerAddress& to);

    std::string takeUnsent();
    /// Never 0 before the way is open, and at most 257.
    std::size_t wanted() const { return m_wanted; }
    /// RouteFailed, where the proxy refuses or is none; then that is the end.
    Result<void> take(std::string_view bytes);
    bool isOpen() const { return m_phase == Phase::Open; }

    /// "host:port" of the proxy, as messages name it.
    const std::string& proxyName() const { return m_proxyName; }

private:
    enum class Phase { Method, Login, Reply, NameLength, Address, Open };

    SocksTalk(const SocksProxy& proxy, const ServerAddress& to);
    tl::unexpected<Error> refuse(const std::string& why) const;
    Result<void> methodChosen(std::string_view bytes);
    Result<void> loginAnswered(std::string_view bytes);
    Result<void> replied(std::string_view bytes);
    void await(Phase phase, std::size_t bytes);

    SocksProxy m_proxy;
    ServerAddress m_to;
    std::string m_proxyName;
    std::string m_toName;
    std::string m_unsent;
    Phase m_phase = Phase::Method;
    std::size_t m_wanted = 2;
};

}  // namespace lockcore
