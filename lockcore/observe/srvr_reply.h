// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// What a server says about itself.
struct ServerFacts {
    std::string version;
    std::string mode;  ///< "leader", "follower", "standalone", "observer" or "read-only"
    std::optional<Zxid> lastZxid = {};
    std::optional<std::uint64_t> nodeCount = {};  ///< znodes of the cluster; AdminServer only
};

/// Facts in a reply to the four-letter word "srvr", of servers 3.4 and later. NotAllowed and NotServing where
/// the reply says so; NotZooKeeper if it lacks version or mode. Pure.
Result<ServerFacts> parseFourLetterServer(std::string_view reply);

/// Likewise in AdminServer's reply to /commands/server_stats. Pure.
Result<ServerFacts> parseAdminServer(std::string_view json);

}  // namespace lockcore
