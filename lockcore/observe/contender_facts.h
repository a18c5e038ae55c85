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

/// True for one that was listed and had gone when it was read: nobody has left it unread.
inline bool isGone(const Contender& contender) {
    return contender.problem && contender.problem->code == ErrorCode::NoNode;
}

/// True for a reader in a queue in which readers share.
inline bool asksToShare(const QueueRow& row) {
    const NodeName& name = row.contender->parsed;
    return row.role != Role::Foreign && name.mode == LockMode::Read &&
           dialectInfo(dialectInfo(name.dialect).queue).rule == BlockRule::ReadersShare;
}

/// The role in a directory of that kind of whoever is blocked by another, or by nobody.
Role roleIn(DirectoryKind kind, bool isBlocked);

/// True for the data of a directory whose program says of its sequential children that they queue up for it:
/// "lockscope: lock".
bool saysThatItQueues(std::string_view directoryData);
/// True where a directory's data may be that, by its Stat, so that it need not be read for nothing.
bool maySayThatItQueues(const Stat& directory);
/// True where the data of some contender is what only that of a lock has: a request to release it, or the
/// services that Accumulo's servers name in their locks. Addresses and the like are in any member's. Pure.
bool showsThatItQueues(const LockQueue& queue);

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

/// By how much the clock of the present leader is ahead of this machine's; 0 where nobody told.
inline std::chrono::milliseconds leaderClockAhead(const std::vector<ServerReport>& servers) {
    LeaderClocks clocks;
    clocks.take(servers);
    return clocks.current().value_or(std::chrono::milliseconds(0));
}

/// What the sample itself and those before it tell of leaders' clocks.
inline LeaderClocks clocksOf(const ClusterSample& sample) {
    LeaderClocks clocks = sample.clocks;
    clocks.take(sample.servers);
    return clocks;
}

}  // namespace lockcore
