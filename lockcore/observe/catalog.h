// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_marks.h>

#include "dump.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What is known of a directory's children beside their names.
enum class Children {
    Any,        ///< nothing: a list
    Ephemeral,  ///< all are ephemeral: a dump
};

/// True if children of these names make their directory a lock: one of them has a sequence number, or is a
/// member by its form where that tells enough. GUIDs name much else than locks, so members of a barrier count
/// beside its "ready" only, which a dump never shows (services register with such ephemerals, too), and
/// leases of a kazoo semaphore only where they are known to be ephemeral. A mark helps where this is wrong.
bool isLockDirectory(std::span<const std::string> names, Children children = Children::Any);

/// The lock as far as the names of its children tell; `marked` is what a user has said that it is. Pure.
DiscoveredLock describeLock(std::string path, std::span<const std::string> names,
                            std::optional<Dialect> marked = {});

/// Lock directories among the parents of these ephemerals, and ephemerals that are marked as locks of one
/// znode: those under `chroot` (empty for none), relative to it, by path. Marks count for more than names.
/// Pure.
std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot,
                                       const LockMarks& marks = {});

}  // namespace lockcore
