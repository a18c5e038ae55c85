// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/connect_string.h>

#include "reply_text.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

/// As many as there are server ids.
constexpr std::size_t kMostServers = 255;

/// An address to listen at on all of a machine's own.
bool isAnyAddress(std::string_view host) {
    constexpr std::array<std::string_view, 3> kAny{"0.0.0.0", "::", "0:0:0:0:0:0:0:0"};
    return std::ranges::find(kAny, host) != kAny.end();
}

/// The server of "host:2888:3888:participant;clientHost:2181", also ";2181" and ";0.0.0.0:2181", which listen
/// at the host before.
std::optional<HostPort> clientServerOf(std::string_view line) {
    const auto semicolon = line.find(';');
    if (semicolon == std::string_view::npos) return std::nullopt;
    const std::string_view client = line.substr(semicolon + 1);
    const auto colon = client.rfind(':');
    const std::string_view host = colon == std::string_view::npos ? "" : hostOfAddress(client);
    const auto port = parseNumber<std::uint16_t>(client.substr(colon + 1));
    const std::string_view reached = host.empty() || isAnyAddress(host) ? hostOfAddress(line) : host;
    if (!port || *port == 0 || !isHost(reached) || isAnyAddress(reached)) return std::nullopt;
    return HostPort{std::string(reached), *port};
}

}  // namespace

std::size_t membersInConfig(std::string_view config) {
    std::size_t members = 0;
    const std::string lines = std::string(config) + '\n';
    std::string_view rest = lines;
    while (const auto line = takeLine(rest))
        if (line->starts_with("server.") && line->find('=') != std::string_view::npos) ++members;
    return members;
}

std::set<std::string> ensembleInConfig(std::string_view config) {
    std::set<std::string> members;
    const std::string lines = std::string(config) + '\n';
    std::string_view rest = lines;
    while (const auto line = takeLine(rest)) {
        const auto equals = line->find('=');
        if (!line->starts_with("server.") || equals == std::string_view::npos) continue;
        std::string_view member = line->substr(equals + 1);
        member = member.substr(0, member.find(';'));
        for (const std::string_view role : {":participant", ":observer"})
            if (member.ends_with(role)) member.remove_suffix(role.size());
        members.emplace(member);
        if (members.size() == kMostServers) break;
    }
    return members;
}

std::set<std::string> namesInConfig(std::string_view config) {
    std::set<std::string> names;
    for (const HostPort& server : serversInConfig(config))
        names.insert(toString(server));
    return names.size() == membersInConfig(config) ? names : std::set<std::string>();
}

std::vector<HostPort> serversInConfig(std::string_view config) {
    std::vector<HostPort> servers;
    const std::string lines = std::string(config) + '\n';
    std::string_view rest = lines;
    while (const auto line = takeLine(rest)) {
        const auto equals = line->find('=');
        if (!line->starts_with("server.") || equals == std::string_view::npos) continue;
        if (auto server = clientServerOf(line->substr(equals + 1))) servers.push_back(std::move(*server));
        if (servers.size() == kMostServers) break;
    }
    return servers;
}

EnsembleServers serversToAsk(std::string_view config, const std::vector<HostPort>& given,
                             const std::set<std::string>& before) {
    EnsembleServers ensemble{.servers = serversInConfig(config),
                             .members = membersInConfig(config),
                             .named = namesInConfig(config),
                             .before = before};
    if (ensemble.servers.empty()) ensemble.servers = given;
    if (ensemble.named.empty()) return ensemble;
    std::vector<HostPort> strangers = given;
    for (const std::string& name : before)
        if (const auto server = parseConnectString(name); server)
            strangers.push_back(server->servers.front());
    for (HostPort& server : strangers) {
        if (ensemble.named.contains(toString(server))) continue;
        if (std::ranges::find(ensemble.servers, server) != ensemble.servers.end()) continue;
        if (ensemble.servers.size() == kMostServers) break;
        ensemble.servers.push_back(std::move(server));
        ++ensemble.askedOnce;
    }
    return ensemble;
}

}  // namespace lockcore
