// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/server_report.h>

namespace lockcore {

/// Connections in one reply. Those without a session, such as the one that asks, are not among them.
struct ConnectionList {
    std::vector<ClientConnection> connections = {};
    std::size_t listed = 0;  ///< with those that have no session
    /// When the server answered one of them last: the nearest to "now" that the reply tells. Milliseconds of
    /// the server's monotonic clock, whose origin is its own. Empty without connections.
    std::optional<std::int64_t> lastAnswerMs = {};
};

/// Connections in a reply to the four-letter word "cons", of servers 3.4 and later. NotAllowed, NotServing
/// and NotZooKeeper where the reply says so; BadFormat if it was cut off: a list that lacks some would show
/// their sessions as gone. Pure.
Result<ConnectionList> parseFourLetterConnections(std::string_view reply);

/// Likewise in AdminServer's reply to /commands/connections, which has those of a TLS port as well. Pure.
Result<ConnectionList> parseAdminConnections(std::string_view json);

/// Upper estimate, in bytes, of the reply to "cons" by the reply to "mntr"; empty if it does not tell. Pure.
std::optional<std::uint64_t> estimateConsSize(std::string_view mntr);

}  // namespace lockcore
