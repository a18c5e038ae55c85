// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "socks_protocol.h"

#include <lockcore/session/connect_string.h>

#include <array>
#include <asio/ip/address.hpp>
#include <utility>

namespace lockcore {

namespace {

constexpr std::uint8_t kSocksVersion = 5;
constexpr std::uint8_t kLoginVersion = 1;
constexpr std::uint8_t kConnect = 1;
constexpr std::uint8_t kNobody = 0;  ///< a method: no name is asked for
constexpr std::uint8_t kLogin = 2;
constexpr std::uint8_t kNoMethod = 0xFF;
constexpr std::uint8_t kIpv4 = 1;
constexpr std::uint8_t kName = 3;
constexpr std::uint8_t kIpv6 = 4;
constexpr std::size_t kLongest = 255;

/// Of a reply, from 1 on.
constexpr std::array<std::string_view, 8> kReasons{
    "a failure of its own",       "its rules do not allow that",
    "the network is unreachable", "the host is unreachable or its name unknown",
    "the connection was refused", "the packets' time to live has ended",
    "it takes no such command",   "it takes no such kind of address",
};

char byte(std::size_t value) {
    return static_cast<char>(static_cast<std::uint8_t>(value));
}
std::uint8_t number(char byte) {
    return static_cast<std::uint8_t>(byte);
}

/// With its length before it.
std::string counted(std::string_view text) {
    return byte(text.size()) + std::string(text);
}

template <class Bytes>
std::string text(const Bytes& bytes) {
    return {bytes.begin(), bytes.end()};
}

std::string addressOf(const std::string& host) {
    asio::error_code isName;
    const auto address = asio::ip::make_address(host, isName);
    if (isName) return byte(kName) + counted(host);
    if (address.is_v4()) return byte(kIpv4) + text(address.to_v4().to_bytes());
    return byte(kIpv6) + text(address.to_v6().to_bytes());
}

std::string greeting(const SocksProxy& proxy) {
    std::string methods(1, byte(kNobody));
    if (!proxy.user.empty()) methods += byte(kLogin);
    return byte(kSocksVersion) + counted(methods);
}

std::string connectRequest(const ServerAddress& to) {
    return std::string{byte(kSocksVersion), byte(kConnect), '\0'} + addressOf(to.host) +
           byte(std::size_t{to.port} >> 8U) + byte(to.port & 0xFFU);
}

std::string reasonOf(std::uint8_t reply) {
    if (reply <= kReasons.size()) return std::string(kReasons[reply - 1U]);
    return "a reason that SOCKS5 does not know, number " + std::to_string(reply);
}

}  // namespace

Result<SocksTalk> SocksTalk::begin(const SocksProxy& proxy, const ServerAddress& to) {
    SocksTalk talk(proxy, to);
    const auto tooLong = [&](const std::string& what) {
        return fail(ErrorCode::BadArguments,
                    talk.m_proxyName + ": SOCKS5 has no room for " + what + " of more than 255 bytes", {},
                    talk.m_toName);
    };
    if (to.host.size() > kLongest) return tooLong("a server's name");
    if (proxy.user.size() > kLongest) return tooLong("a user");
    if (proxy.password.size() > kLongest) return tooLong("a password");
    if (to.host.empty())
        return fail(ErrorCode::BadArguments, talk.m_proxyName + ": a server without a name", {},
                    talk.m_toName);
    return talk;
}

SocksTalk::SocksTalk(const SocksProxy& proxy, const ServerAddress& to)
    : m_proxy(proxy),
      m_to(to),
      m_proxyName("The SOCKS proxy " + toString(HostPort{proxy.host, proxy.port})),
      m_toName(toString(HostPort{to.host, to.port})),
      m_unsent(greeting(proxy)) {}

std::string SocksTalk::takeUnsent() {
    return std::exchange(m_unsent, {});
}

Result<void> SocksTalk::take(std::string_view bytes) {
    constexpr std::size_t kPort = 2;
    switch (m_phase) {
        case Phase::Method: return methodChosen(bytes);
        case Phase::Login: return loginAnswered(bytes);
        case Phase::Reply: return replied(bytes);
        case Phase::NameLength: await(Phase::Address, number(bytes[0]) + kPort); return {};
        case Phase::Address: await(Phase::Open, 0); return {};
        case Phase::Open: break;
    }
    return {};
}

Result<void> SocksTalk::methodChosen(std::string_view bytes) {
    if (number(bytes[0]) != kSocksVersion) return refuse("what answers there does not speak SOCKS5");
    const auto method = number(bytes[1]);
    if (method == kLogin && !m_proxy.user.empty()) {
        m_unsent = byte(kLoginVersion) + counted(m_proxy.user) + counted(m_proxy.password);
        await(Phase::Login, 2);
        return {};
    }
    if (method == kNobody) {
        m_unsent = connectRequest(m_to);
        await(Phase::Reply, 4);
        return {};
    }
    if (method != kNoMethod) return refuse("it answers what SOCKS5 does not allow");
    return refuse(m_proxy.user.empty() ? "it serves nobody without a name; no user is given for it"
                                       : "it takes neither a user with a password nor one without a name");
}

Result<void> SocksTalk::loginAnswered(std::string_view bytes) {
    if (number(bytes[1]) != 0) return refuse("it does not accept user and password");
    m_unsent = connectRequest(m_to);
    await(Phase::Reply, 4);
    return {};
}

Result<void> SocksTalk::replied(std::string_view bytes) {
    if (number(bytes[0]) != kSocksVersion) return refuse("it answers what SOCKS5 does not allow");
    if (const auto reply = number(bytes[1]); reply != 0)
        return refuse("it does not reach " + m_toName + ": " + reasonOf(reply));
    constexpr std::size_t kPort = 2;
    switch (number(bytes[3])) {
        case kIpv4: await(Phase::Address, 4 + kPort); return {};
        case kIpv6: await(Phase::Address, 16 + kPort); return {};
        case kName: await(Phase::NameLength, 1); return {};
        default: return refuse("it answers what SOCKS5 does not allow");
    }
}

void SocksTalk::await(Phase phase, std::size_t bytes) {
    m_phase = phase;
    m_wanted = bytes;
}

tl::unexpected<Error> SocksTalk::refuse(const std::string& why) const {
    return fail(ErrorCode::RouteFailed, m_proxyName + ": " + why, {}, m_toName);
}

}  // namespace lockcore
