// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "client_address.h"

#include <arpa/inet.h>

#include <array>

namespace lockcore {

namespace {

/// Java writes out all zeros of an IPv6 address.
std::string shortIpv6(std::string_view host) {
    const auto scope = host.find('%');
    const std::string number(host.substr(0, scope));
    in6_addr address{};
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (inet_pton(AF_INET6, number.c_str(), &address) != 1 ||
        !inet_ntop(AF_INET6, &address, text.data(), text.size()))
        return std::string(host);
    return text.data() + std::string(scope == std::string_view::npos ? "" : host.substr(scope));
}

}  // namespace

std::string clientAddress(std::string_view java) {
    if (java == "null") return {};
    const std::string_view address = java.substr(java.rfind('/') + 1);
    const auto colon = address.rfind(':');
    std::string_view host = address.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (colon == std::string_view::npos || host.find(':') == std::string_view::npos)
        return std::string(address);
    return "[" + shortIpv6(host) + "]" + std::string(address.substr(colon));
}

}  // namespace lockcore
