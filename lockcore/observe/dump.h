// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// One ephemeral znode of the cluster.
struct EphemeralNode {
    SessionId session = SessionId::None;
    std::string path;  ///< absolute on the server, whatever the chroot

    bool operator==(const EphemeralNode&) const = default;
};

/// Ephemerals in a reply to the four-letter word "dump", of servers 3.4 and later. BadFormat for a reply that
/// was cut off: a list that lacks some entries would show locks as free that are not. NotAllowed, NotServing
/// and NotZooKeeper where the reply says so. Pure.
Result<std::vector<EphemeralNode>> parseFourLetterDump(std::string_view reply);

/// When each session expires unless it is heard of before, in the same reply of a leader or standalone
/// server: dates, to whole seconds, as milliseconds since 1970 as if its time zone were UTC. Empty where that
/// is not told, or not all of it in one time zone. Pure.
std::map<SessionId, std::int64_t> expiryInFourLetterDump(std::string_view reply);

/// Ephemerals in AdminServer's reply to /commands/dump. Errors as above; AdminServer sends its own with HTTP
/// status 200. Pure.
Result<std::vector<EphemeralNode>> parseAdminDump(std::string_view json);

/// When each session expires unless it is heard of before, in the same reply: milliseconds by the monotonic
/// clock of that server, which is a leader or standalone; others know no expiry. Errors as above. Pure.
Result<std::map<SessionId, std::int64_t>> parseAdminExpiry(std::string_view json);

/// Both at once.
struct AdminDump {
    std::vector<EphemeralNode> ephemerals = {};
    std::map<SessionId, std::int64_t> expiresAtMs = {};
};
Result<AdminDump> parseWholeAdminDump(std::string_view json);

/// Sizes of a reply to "dump" that came, by which the next one's is estimated.
struct DumpSize {
    std::uint64_t bytes = 0;
    std::uint64_t ephemerals = 0;
};

/// Upper estimate, in bytes, of the reply to "dump" by the reply to "mntr"; empty if it does not tell. A
/// server counts the characters of all its paths and data, of which those of ephemerals are a part. Where
/// `last` came, the next one is taken to need half as much again at most for each ephemeral. Pure.
std::optional<std::uint64_t> estimateDumpSize(std::string_view mntr, const DumpSize& last = {});

}  // namespace lockcore
