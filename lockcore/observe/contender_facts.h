// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/contender_times.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

namespace lockcore {

/// The session that a row's contender ends with; None where it was not read yet, or is not ephemeral.
inline SessionId ownerOf(const QueueRow& row) {
    const auto& stat = row.contender->stat;
    return stat ? stat->ephemeralOwner : SessionId::None;
}

/// True for a reader in a queue in which readers share.
inline bool asksToShare(const QueueRow& row) {
    const NodeName& name = row.contender->parsed;
    return row.role != Role::Foreign && name.mode == LockMode::Read &&
           dialectInfo(dialectInfo(name.dialect).queue).rule == BlockRule::ReadersShare;
}

/// The role in a directory of that kind of who is blocked by another, or by nobody.
Role roleIn(DirectoryKind kind, bool isBlocked);

/// A name without its sequence number.
inline std::string_view stemOf(const Contender& contender) {
    const std::string_view name = contender.name;
    const auto suffix = parseSequenceSuffix(name);
    return name.substr(0, name.size() - (suffix ? suffix->length : 0));
}

/// What stands before a contender's name in its whole path on the server.
inline std::string childPrefix(std::string_view chroot, std::string_view lockPath) {
    std::string prefix(chroot);
    if (lockPath != "/") prefix += lockPath;
    return prefix + '/';
}

/// By how much the clock that gives znodes their ctime is ahead of this machine's; 0 where nobody told.
inline std::chrono::milliseconds leaderClockAhead(const std::vector<ServerReport>& servers) {
    return znodeClockAhead(servers).value_or(std::chrono::milliseconds(0));
}

}  // namespace lockcore
