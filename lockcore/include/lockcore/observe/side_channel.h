// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/side_way.h>
#include <lockcore/session/connect_string.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockcore {

/// Bounds of one request beside the ZooKeeper session.
struct SideChannelLimits {
    std::chrono::milliseconds timeout{3'000};  ///< from connecting to the last byte
    std::size_t maxBytes = std::size_t{64} << 20;
    /// ConnectionRefused where the machine answers that nothing listens there, of a server that is asked
    /// directly; else that is Io, as is a machine that does not answer.
    bool tellsRefusal = false;
};

/// Reply of a server to a four-letter word: conf, srvr, mntr, cons, dump, wchs or isro; BadArguments for any
/// other, because some change the server, and "wchc" and "wchp" can stall it. Drains the reply to memory, and
/// closes with a reset when a bound is passed: a server that can't get rid of a reply may stall for all its
/// clients. A reply that did not come whole is an error: OperationTimeout, TooLarge, ConnectionLoss; by TLS a
/// server may end it early without that being seen, and the reply's own end has to tell. Io where nothing
/// listens, HostNotFound, Cancelled; TlsFailed, RouteFailed.
///
/// Blocks: for a thread that does nothing else. `stop` interrupts all but the system's name lookup.
Result<std::string> askFourLetterWord(const HostPort& server, std::string_view word,
                                      const SideChannelLimits& limits = {}, std::stop_token stop = {},
                                      const SideWay& way = {});

/// host:port of an AdminServer's URL, for messages: a user name or password in it is never shown. Empty if it
/// is no http or https URL.
std::string adminServerName(const std::string& baseUrl);

/// What AdminServer answers.
struct AdminReply {
    std::string body;
    /// The wall clock of its machine when it answered, milliseconds since 1970 cut off to whole seconds;
    /// empty where the reply has no date.
    std::optional<std::int64_t> dateUnixMs = {};
};

/// AdminServer's reply to a command: configuration, connections, dump, monitor, server_stats, watch_summary
/// or watches; BadArguments for any other, because some commands change the server. `baseUrl` is such as
/// "http://host:8080/commands", without user and password, BadArguments else. Follows no redirects and uses
/// no proxy but that of `way`, whose own failure is RouteFailed. `login` is told to its own hosts only.
/// NotZooKeeper for an HTTP status that AdminServer does not send, NotAllowed for 401 and 403, NotTrusted
/// where one side refuses the other's certificate, MissingProgram where a file of `tls` can't be used. Blocks
/// as above.
Result<AdminReply> fetchAdminReply(const std::string& baseUrl, std::string_view command,
                                   const SideChannelLimits& limits = {}, std::stop_token stop = {},
                                   const AdminTls& tls = {}, const AdminLogin& login = {},
                                   const SideWay& way = {});

/// The body alone.
Result<std::string> fetchAdminCommand(const std::string& baseUrl, std::string_view command,
                                      const SideChannelLimits& limits = {}, std::stop_token stop = {},
                                      const AdminTls& tls = {}, const AdminLogin& login = {},
                                      const SideWay& way = {});

}  // namespace lockcore
