// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

/// Each server is connected to from here.
struct DirectWay {
    bool operator==(const DirectWay&) const = default;
};

/// A SOCKS5 proxy (RFC 1928) connects to the servers. It looks up their names: those need not be known here.
struct SocksProxy {
    std::string host;  ///< a name or address, IPv6 without brackets
    std::uint16_t port = 1080;
    /// RFC 1929, which tells both to the proxy, and to whoever listens on the way there, as they are. At
    /// most 255 bytes each; empty: only what asks for nobody's name.
    std::string user = {};
    std::string password = {};

    bool operator==(const SocksProxy&) const = default;
};

/// The user's own `ssh -W server destination`, one process for each connection, with its configuration,
/// agent, known hosts and running masters (ControlPath). The bastion looks up the servers' names.
///
/// It gets no terminal. Where there is no `askpass` it asks for nothing (BatchMode): a password, a second
/// factor or a host that is not known yet makes it fail at once.
struct Bastion {
    /// As ssh takes it: `host`, `user\@host`, `ssh://user\@host:port` or an alias.
    std::string destination;
    /// Options before that, each with its value as an argument of its own, such as {"-i", "/path/key"}.
    /// They never see a shell.
    std::vector<std::string> arguments = {};
    std::string askpass = {};     ///< a program that asks the user (SSH_ASKPASS), with its path
    std::string program = "ssh";  ///< looked for in PATH where it has no slash
    /// The socket of a BastionMaster, by which it goes where that is up; empty: there is none.
    std::string master = {};

    bool operator==(const Bastion&) const = default;
};

/// How the servers of a connect string are reached; a value.
using RouteOptions = std::variant<DirectWay, SocksProxy, Bastion>;

}  // namespace lockcore
