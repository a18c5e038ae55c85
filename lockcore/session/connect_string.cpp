// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <charconv>

namespace lockcore {

namespace {

tl::unexpected<Error> bad(std::string what) {
    return fail(ErrorCode::BadArguments, std::move(what));
}

Result<std::uint16_t> parsePort(std::string_view text, std::string_view server) {
    unsigned value = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || value == 0 || value > 65535) {
        return bad("The port of \"" + std::string(server) + "\" is not a number from 1 to 65535");
    }
    return static_cast<std::uint16_t>(value);
}

Result<HostPort> parseServer(std::string_view text) {
    if (text.empty()) return bad("A server name is empty: write host:port,host:port");
    std::string_view host = text;
    std::string_view port;
    if (text.front() == '[') {
        const auto close = text.find(']');
        if (close == std::string_view::npos) {
            return bad("The address \"" + std::string(text) + "\" lacks its closing bracket");
        }
        host = text.substr(1, close - 1);
        port = text.substr(close + 1);
        if (host.find(':') == std::string_view::npos) {
            return bad("Only an IPv6 address stands in brackets: \"" + std::string(text) + "\" has none");
        }
    } else if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        if (text.find(':', colon + 1) != std::string_view::npos) {
            return bad("Write the IPv6 address \"" + std::string(text) + "\" in brackets");
        }
        host = text.substr(0, colon);
        port = text.substr(colon);
    }
    if (!isHost(host)) {
        return bad("\"" + std::string(text) + "\" is not host:port");
    }
    HostPort server{std::string(host)};
    if (port.empty()) return server;
    if (port.front() != ':') return bad("\"" + std::string(text) + "\" is not host:port");
    return parsePort(port.substr(1), text).map([&](std::uint16_t number) {
        server.port = number;
        return server;
    });
}

}  // namespace

std::string toString(const HostPort& server) {
    const bool ipv6 = server.host.find(':') != std::string::npos;
    return (ipv6 ? "[" + server.host + "]" : server.host) + ":" + std::to_string(server.port);
}

bool isHost(std::string_view text) {
    constexpr std::string_view kMeaningful = "/\\?#@[]{}<>,;\"'`^|=&";
    return !text.empty() && std::ranges::none_of(text, [&](char c) {
        const bool isBlankOrControl = (c >= 0 && c <= ' ') || c == 0x7F;
        return isBlankOrControl || kMeaningful.find(c) != std::string_view::npos;
    });
}

std::string_view hostOfAddress(std::string_view address) {
    if (!address.starts_with('[')) return address.substr(0, address.find(':'));
    const auto close = address.find(']');
    return close == std::string_view::npos ? std::string_view() : address.substr(1, close - 1);
}

std::string toString(const ConnectString& connect) {
    std::string text;
    for (const auto& server : connect.servers) {
        if (!text.empty()) text += ',';
        text += toString(server);
    }
    return text + connect.chroot;
}

Result<ConnectString> parseConnectString(std::string_view text) {
    ConnectString connect;
    const auto slash = text.find('/');
    auto servers = text.substr(0, slash);
    if (slash != std::string_view::npos && text.substr(slash) != "/") {
        connect.chroot = text.substr(slash);
        if (const auto problem = pathProblem(connect.chroot); !problem.empty()) {
            return bad("The chroot \"" + connect.chroot + "\" is not a path: " + problem);
        }
    }
    while (true) {
        const auto comma = servers.find(',');
        auto server = parseServer(servers.substr(0, comma));
        if (!server) return tl::unexpected(std::move(server.error()));
        connect.servers.push_back(std::move(*server));
        if (comma == std::string_view::npos) return connect;
        servers.remove_prefix(comma + 1);
    }
}

std::string pathProblem(std::string_view path) {
    if (path.empty() || path.front() != '/') return "it must start with \"/\"";
    if (path == "/") return {};
    if (path.back() == '/') return "it must not end with \"/\"";
    if (path.find('\0') != std::string_view::npos) return "it contains a NUL character";
    auto rest = path.substr(1);
    while (true) {
        const auto slash = rest.find('/');
        const auto element = rest.substr(0, slash);
        if (element.empty()) return "it has an empty element";
        if (element == "." || element == "..") return "\".\" and \"..\" are not allowed in it";
        if (slash == std::string_view::npos) return {};
        rest.remove_prefix(slash + 1);
    }
}

std::string joinPath(std::string_view parent, std::string_view name) {
    std::string path(parent == "/" ? std::string_view{} : parent);
    path += '/';
    path += name;
    return path;
}

std::string_view parentPath(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == 0 || slash == std::string_view::npos ? std::string_view("/") : path.substr(0, slash);
}

std::string_view nodeName(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace lockcore
