// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_look.h"

#include <lockcore/session/way_talk.h>

#include <algorithm>
#include <chrono>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Certificates are renewed by the day.
constexpr Duration kInterval = 1h;
constexpr Duration kIntervalAfterFailure = 1min;

}  // namespace

std::optional<TlsFacts> tlsOf(const HostPort& server, const SurveyOptions& options, ServerMemory& memory,
                              const std::stop_token& stop) {
    const SideWay& way = options.way;
    if (!way.tls || std::ranges::find(way.tlsServers, server) == way.tlsServers.end()) return std::nullopt;
    if (Clock::now() < memory.lookAtTlsAt) return memory.tls;
    auto facts =
        lookAtTls({.server = server, .route = way.route, .tls = way.tls, .within = options.limit}, stop);
    memory.tls = facts ? std::optional(std::move(*facts)) : std::nullopt;
    memory.lookAtTlsAt = Clock::now() + (memory.tls ? kInterval : kIntervalAfterFailure);
    return memory.tls;
}

}  // namespace lockcore
