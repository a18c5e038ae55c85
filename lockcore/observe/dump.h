// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstdint>
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

/// Ephemerals in AdminServer's reply to /commands/dump. Errors as above; AdminServer sends its own with HTTP
/// status 200. Pure.
Result<std::vector<EphemeralNode>> parseAdminDump(std::string_view json);

/// What a reply to any four-letter word says instead of an answer, if so: refused, not serving, not
/// ZooKeeper. Pure.
std::optional<Error> fourLetterRefusal(std::string_view word, std::string_view reply);

/// Upper estimate, in bytes, of the reply to "dump" by the reply to "mntr"; empty if it does not tell. Pure.
std::optional<std::uint64_t> estimateDumpSize(std::string_view mntr);

}  // namespace lockcore
