// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>
#include "fuzz_targets.h"

#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/connect_string.h>

using namespace lockcore;

namespace {

std::string checkServer(const HostPort& server) {
    if (server.host.empty() || server.port == 0) return "a server that can't be reached";
    if (server.host.find_first_of("[],/ \t\r\n") != std::string::npos) return "a host that is none";
    if (hostOfAddress(toString(server)) != server.host) return "another host by its own address";
    return {};
}

}  // namespace

std::string checkConnectString(std::string_view input) {
    const auto connect = parseConnectString(input);
    if (!connect) return connect.error().what.empty() ? "an error without words" : "";
    if (connect->servers.empty()) return "no server";
    for (const HostPort& server : connect->servers)
        if (std::string problem = checkServer(server); !problem.empty()) return problem;
    if (!connect->chroot.empty() && !pathProblem(connect->chroot).empty()) return "a chroot that is no path";
    const std::string written = toString(*connect);
    const auto again = parseConnectString(written);
    if (!again || again->servers != connect->servers || again->chroot != connect->chroot)
        return "what was written is another one";
    return {};
}

/// Whatever a cluster calls its members, what is asked of them goes where it says, and is never told a
/// password.
std::string checkEnsembleConfig(std::string_view input) {
    constexpr std::size_t kServerIds = 255;
    const std::vector<HostPort> servers = serversInConfig(input);
    if (servers.size() > kServerIds) return "more servers than there are ids";
    if (servers.size() > membersInConfig(input)) return "more servers than members";
    for (const HostPort& server : servers) {
        if (server.host.empty() || server.port == 0) return "a server that can't be reached";
        const std::string url = adminUrlOf("https://{host}:8443/commands", server);
        const std::string name = adminServerName(url);
        if (!name.empty() && !name.ends_with(":8443")) return "a host that brings a port along";
    }
    return {};
}
