// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockcore {

/// What the children of a directory are together.
enum class DirectoryKind {
    Lock,           ///< a queue whose first has the lock
    ReadWriteLock,  ///< a queue in which readers share
    Semaphore,      ///< some of a limited number of permits
    Barrier,        ///< members that go on together
    Election,    ///< a queue whose first leads, for as long as it lives; or one znode, which its creator has
    Membership,  ///< members of a group: nobody waits for anybody
    WorkQueue,   ///< items that somebody takes away
    Unknown,     ///< not known, as of a directory without contenders
};

/// Stable English name of a kind, for files and --json: "read-write-lock".
std::string_view directoryKindName(DirectoryKind kind);
/// The kind of a name; empty if none has it.
std::optional<DirectoryKind> directoryKindFromName(std::string_view name);

/// True for those that are held and waited for: they alone have holders and waiters, and can be part of
/// a deadlock.
constexpr bool hasHolders(DirectoryKind kind) {
    return kind == DirectoryKind::Lock || kind == DirectoryKind::ReadWriteLock ||
           kind == DirectoryKind::Semaphore;
}

/// True for those in which somebody stands behind somebody: an election, too.
constexpr bool isForQueues(DirectoryKind kind) {
    return hasHolders(kind) || kind == DirectoryKind::Election;
}

}  // namespace lockcore
