// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/connect_string.h>
#include <lockcore/session/route_options.h>
#include <lockcore/session/tls_facts.h>
#include <lockcore/session/tls_options.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockcore {

/// What is to be said to one server, and within which bounds.
struct WayTalk {
    HostPort server;
    RouteOptions route = {};
    std::optional<TlsOptions> tls = {};
    std::string_view words = {};              ///< empty: nothing is said, and no answer awaited
    std::chrono::milliseconds within{3'000};  ///< from connecting to the last byte
    std::size_t maxBytes = std::size_t{64} << 20;
};

/// Says it by the way of a session, and returns all that the server says until it ends the connection.
/// Whether that is whole is the caller's to know: by TLS a server may end it without saying so. HostNotFound
/// or Io where the server, RouteFailed where the way, TlsFailed where the handshake is what failed;
/// OperationTimeout, TooLarge, ConnectionLoss, Cancelled. Any thread.
///
/// Blocks: for a thread that does nothing else. `stop` interrupts all but the system's name lookup.
Result<std::string> talkByWay(const WayTalk& talk, std::stop_token stop = {});

/// What a handshake with that server agrees on: nothing is said, whatever `words` are. BadArguments without
/// `tls`; otherwise as talkByWay().
Result<TlsFacts> lookAtTls(const WayTalk& talk, std::stop_token stop = {});

}  // namespace lockcore
