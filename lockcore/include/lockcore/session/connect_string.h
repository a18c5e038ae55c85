// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Where one server listens.
struct HostPort {
    std::string host;  ///< IPv6 addresses without brackets
    std::uint16_t port = 2181;

    bool operator==(const HostPort&) const = default;
};

/// "host:port", with brackets round an IPv6 address.
std::string toString(const HostPort& server);

/// "10.0.3.7" of "10.0.3.7:4412", "::1" of "[::1]:59762": the port of a client is another one for each
/// connection. Of a server's line in /zookeeper/config what is before the first port. Empty where a bracket
/// is not closed.
std::string_view hostOfAddress(std::string_view address);

/// True for what may be the name or address of a host, without brackets: not empty, no blanks and nothing
/// that has a meaning in a URL or connect string, where it would lead to another one.
bool isHost(std::string_view text);

/// A ZooKeeper connect string: servers, and the chroot under which all paths are relative.
struct ConnectString {
    std::vector<HostPort> servers;
    std::string chroot;  ///< empty, or an absolute path without trailing slash
};

/// Reads "host[:port][,host[:port]…][/chroot]", port 2181 where none is given, IPv6 addresses in brackets.
/// BadArguments with a sentence about the first thing that is wrong.
Result<ConnectString> parseConnectString(std::string_view text);

/// The form that parseConnectString() reads, with every port.
std::string toString(const ConnectString& connect);

/// Empty if `path` is a valid znode path, or what is wrong with it: it must start with "/", not end with one,
/// have no empty,
/// "." or ".." element and no NUL.
std::string pathProblem(std::string_view path);

/// Path of `name` under `parent`, also where the parent is "/".
std::string joinPath(std::string_view parent, std::string_view name);

/// "/a/b" for "/a/b/c", "/" for "/a".
std::string_view parentPath(std::string_view path);

/// "c" for "/a/b/c".
std::string_view nodeName(std::string_view path);

}  // namespace lockcore
