// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/admin_access.h>

#include "side_channel.h"

#include <string_view>

namespace lockcore {

namespace {

constexpr std::string_view kHostMark = "{host}";

}  // namespace

std::string adminUrlOf(const std::string& pattern, const HostPort& server) {
    std::string url = pattern.empty() ? "http://{host}:8080/commands" : pattern;
    const bool ipv6 = server.host.find(':') != std::string::npos;
    const std::string host = ipv6 ? "[" + server.host + "]" : server.host;
    if (const auto mark = url.find(kHostMark); mark != std::string::npos)
        url.replace(mark, kHostMark.size(), host);
    return url;
}

bool isAdminOnHost(const std::string& pattern, const HostPort& server) {
    if (pattern.empty() || pattern.find(kHostMark) != std::string::npos) return true;
    return hostOfAddress(adminServerName(pattern)) == server.host;
}

}  // namespace lockcore
