// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/admin_access.h>

#include <lockcore/observe/side_channel.h>

#include <string_view>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kHostMark = "{host}";

}  // namespace

std::vector<std::string> adminHosts(const std::vector<HostPort>& named, const std::string& pattern) {
    std::vector<std::string> hosts;
    for (const HostPort& server : named)
        hosts.push_back(server.host);
    const bool isOne = !pattern.empty() && pattern.find(kHostMark) == std::string::npos;
    std::string own = isOne ? std::string(hostOfAddress(adminServerName(pattern))) : std::string();
    if (!own.empty()) hosts.push_back(std::move(own));
    return hosts;
}

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
