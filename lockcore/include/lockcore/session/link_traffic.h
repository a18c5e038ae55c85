// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockcore {

/// What the links of all sessions that share it (SessionOptions::traffic) have passed: what these sessions
/// cost their servers, counted as servers count it. Any thread.
struct LinkTraffic {
    /// Packets that a client has sent: each request, ping and connect request; not what the link itself says
    /// to sign in. A link that stalls counts those that wait in it, too.
    std::atomic<std::uint64_t> requests = 0;
    /// Watches that fired, of which a server has told. Those of which it could tell nobody are not here.
    std::atomic<std::uint64_t> events = 0;
};

}  // namespace lockcore
