// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "channel.h"
#include "framing.h"
#include "sasl_exchange.h"

#include <lockcore/session/connect_string.h>
#include <lockcore/session/link_step.h>
#include <lockcore/session/link_traffic.h>

namespace lockcore {

/// Lives on the loop thread. What the links of one session have in common.
struct LinkWiring {
    std::unique_ptr<Route> route;  ///< tells the observer its own steps: Name, Connect, Proxy
    std::unique_ptr<ChannelMaker> channelMaker = {};  ///< TLS, faults; null: the bytes of the route
    MakeSaslExchange makeSasl = {};                   ///< empty: none

    /// Whether the client has, now, a connection from this port to the link at that one.
    std::function<bool(std::uint16_t clientPort, std::uint16_t linkPort)> isOurs;
    /// The client's connection to the link of that server was accepted, and is ours: what takes its place
    /// from now on. Where that fails the connection is given up. Empty: it stays.
    std::function<Result<ByteStream>(const HostPort& server)> shorten = {};
    /// The client has been sent something, and may read it at once; else the loop tells it. Last of all that
    /// a connection does, for what the client does then may end it.
    std::function<void()> answered = {};
    /// A connection has failed, for that reason. The client finds out later.
    std::function<void(const Error&)> failed;
    LinkObserver observer = {};
    std::shared_ptr<LinkTraffic> traffic = {};  ///< null: nobody counts

    std::size_t largestAnswer = kLargestFrame;
    /// From when the client connects until it gets the answer to its connect request. Somewhat less than the
    /// client's own patience, which knows no reason.
    Duration openWithin = std::chrono::seconds(6);
};

}  // namespace lockcore
