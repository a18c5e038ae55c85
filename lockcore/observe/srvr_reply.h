// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>
#include <lockcore/session/connect_string.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace lockcore {

/// What a server says about itself.
struct ServerFacts {
    std::string version;
    std::string mode;  ///< "leader", "follower", "standalone", "observer" or "read-only"
    std::optional<Zxid> lastZxid = {};
    std::optional<std::uint64_t> nodeCount = {};  ///< znodes of the cluster; AdminServer only
    std::optional<std::uint64_t> upForMs = {};    ///< since it serves in that role; AdminServer's reply alone
    std::optional<std::uint64_t> connections = {};  ///< of all kinds
};

/// Which server it is, and how many there are.
struct ServerIdentity {
    std::optional<std::int64_t> id = {};  ///< `myid`; 0 of a standalone server
    std::size_t members = 0;              ///< of the ensemble; 0: not told
    std::set<std::string> ensemble = {};  ///< ensembleInConfig()
    std::set<std::string> named = {};     ///< namesInConfig()
    std::int64_t clientPort = 0;          ///< without TLS, as the server knows it; 0 or less: none
    std::chrono::milliseconds tick{0};    ///< its tickTime; 0: not told
    std::string dataDir = {};             ///< where it keeps its snapshots; of no other server of its machine

    /// True where both are what one server tells of itself.
    bool isSameServer(const ServerIdentity& other) const {
        return id == other.id && clientPort == other.clientPort && dataDir == other.dataDir;
    }
};

/// True where an AdminServer, whose URL is of that pattern, tells that it is on that server's host and
/// belongs to the server of that client port. Pure.
bool isAtClientPort(const ServerIdentity& admin, const std::string& adminUrl, const HostPort& server);

/// Why an AdminServer is not believed that tells this of itself, or failed to.
Error otherServer(const Result<ServerIdentity>& told, const std::string& adminName);

/// Facts in a reply to the four-letter word "srvr", of servers 3.4 and later. NotAllowed and NotServing where
/// the reply says so; NotZooKeeper if it lacks version or mode. Pure.
Result<ServerFacts> parseFourLetterServer(std::string_view reply);

/// Likewise in AdminServer's reply to /commands/server_stats. Pure.
Result<ServerFacts> parseAdminServer(std::string_view json);

/// Which server it is, by the four-letter word "conf", of servers 3.4 and later; those since 3.5 name the
/// members of the ensemble. Errors as above. Pure.
Result<ServerIdentity> parseFourLetterIdentity(std::string_view reply);

/// Likewise by AdminServer's /commands/configuration, which does not count the members. Pure.
Result<ServerIdentity> parseAdminIdentity(std::string_view json);

}  // namespace lockcore
