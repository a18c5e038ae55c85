// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/connect_string.h>

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockcore {

/// Bounds of one request beside the ZooKeeper session.
struct SideChannelLimits {
    std::chrono::milliseconds timeout{3'000};  ///< from connecting to the last byte
    std::size_t maxBytes = std::size_t{64} << 20;
};

/// Reply of a server to a four-letter word: srvr, mntr, dump or isro; BadArguments for any other. Drains the
/// reply to memory, and closes with a reset when a bound is passed: a server that can't get rid of a reply
/// may stall for all its clients. A reply that did not come whole is an error: OperationTimeout, TooLarge,
/// ConnectionLoss. Io where nothing listens, HostNotFound, Cancelled.
///
/// Blocks: for a thread that does nothing else. `stop` interrupts all but the system's name lookup.
Result<std::string> askFourLetterWord(const HostPort& server, std::string_view word,
                                      const SideChannelLimits& limits = {}, std::stop_token stop = {});

/// host:port of an AdminServer's URL, for messages: a user name or password in it is never shown. Empty if it
/// is no http or https URL.
std::string adminServerName(const std::string& baseUrl);

/// Body of AdminServer's reply to a command: connections, dump, monitor or server_stats; BadArguments for any
/// other, because some commands change the server. `baseUrl` is such as "http://host:8080/commands". Follows
/// no redirects and uses no proxy. NotZooKeeper for an HTTP status that AdminServer does not send, NotAllowed
/// for 401 and 403. Blocks as above.
Result<std::string> fetchAdminCommand(const std::string& baseUrl, std::string_view command,
                                      const SideChannelLimits& limits = {}, std::stop_token stop = {});

}  // namespace lockcore
