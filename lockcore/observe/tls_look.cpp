// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_look.h"

#include <lockcore/session/way_talk.h>
#include <lockcore/wall_clock.h>

#include <algorithm>
#include <chrono>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Certificates are renewed by the day; whether one that is to be renewed has been is of interest sooner.
constexpr Duration kInterval = 1h;
constexpr Duration kIntervalNearItsEnd = 5min;
constexpr Duration kIntervalAfterFailure = 1min;
constexpr auto kNearItsEnd = std::chrono::days(30);

Duration restAfter(const TlsFacts& facts) {
    const std::chrono::milliseconds left(facts.server.untilUnixMs - unixMs());
    return left < kNearItsEnd ? kIntervalNearItsEnd : kInterval;
}

}  // namespace

std::optional<TlsFacts> tlsOf(const HostPort& server, const SurveyOptions& options, ServerMemory& memory,
                              std::chrono::milliseconds within, const std::stop_token& stop) {
    const SideWay& way = options.way;
    if (!way.tls || std::ranges::find(way.tlsServers, server) == way.tlsServers.end()) return std::nullopt;
    if (Clock::now() < memory.lookAtTlsAt || within.count() <= 0) return memory.tls;
    auto facts = lookAtTls({.server = server, .route = way.route, .tls = way.tls, .within = within}, stop);
    memory.lookAtTlsAt = Clock::now() + (facts ? restAfter(*facts) : kIntervalAfterFailure);
    // One that is not there for a moment, or that has let its certificate expire, has the same one.
    if (facts) memory.tls = std::move(*facts);
    return memory.tls;
}

}  // namespace lockcore
