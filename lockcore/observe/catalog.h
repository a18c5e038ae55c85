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

/// A child of a directory as a dump or a list shows it.
struct ListedChild {
    std::string_view name;
    SessionId session = SessionId::None;  ///< None where the source does not tell
};

/// The children of a list.
std::vector<ListedChild> listedChildren(std::span<const std::string> names);

/// True if such children make their directory one of contenders: one of them has a sequence number, or is
/// a member by its form where that tells enough. GUIDs name much else than locks, so members of a barrier
/// count beside its "ready" only, which a dump never shows (services register with such ephemerals, too), and
/// other names without a number only where they are known to be ephemeral. A mark helps where this is wrong.
/// Pure.
bool isLockDirectory(std::string_view path, std::span<const ListedChild> children,
                     Children kind = Children::Any);

/// The lock as far as the names of its children tell; `marked` is what a user has said that it is, `told`
/// what something else than names tells that its children are, and `directory` its Stat where that was read
/// along with the names. Pure.
DiscoveredLock describeLock(std::string path, std::span<const ListedChild> children,
                            std::optional<Dialect> marked = {}, std::optional<Dialect> told = {},
                            const std::optional<Stat>& directory = {});
/// True where nobody stands in it, by its names.
bool isEmpty(const DiscoveredLock& lock);

/// A lock of one znode that exists. Pure.
DiscoveredLock describeNodeLock(std::string path, Dialect dialect, SessionId session);

/// True where the lock that a user has marked is the znode itself.
bool isSingleNode(std::optional<Dialect> marked);

/// Where clients of kazoo's queue for the permits of a semaphore: beside it, by this end of the path.
inline constexpr std::string_view kKazooWaiters = "-__lock__";

/// The semaphores for whose permits clients may queue in some of `locks`, which are sorted by path, and that
/// are not among these: a dump knows of no permit while all are free. Whether one is there, its directory
/// tells: a lock of its own may be called so, too. Without those that are marked. Pure.
std::vector<std::string> untoldPermits(std::span<const DiscoveredLock> locks, const LockMarks& marks);

/// Makes a queue that shows nothing of what it is the semaphore of kazoo's that it is `told` to be. Pure.
void takeTold(LockQueue& queue, std::optional<Dialect> told);

/// The lock at `path` among `locks`, which are sorted by path; null if there is none.
const DiscoveredLock* findLock(std::span<const DiscoveredLock> locks, std::string_view path);

/// True where an earlier description of a lock is that of one with these contents and that mark, too.
bool stillDescribes(const DiscoveredLock& earlier, std::uint64_t contents, std::optional<Dialect> marked);

/// Lock directories among the parents of these ephemerals, and ephemerals that are locks of one znode by
/// a mark or by their place: those under `chroot` (empty for none), relative to it, by path. Marks count for
/// more than names. Those that `earlier`, sorted by path, knows with the same contents are taken from there.
/// The server's root is nobody's group. Pure.
std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot,
                                       const LockMarks& marks = {},
                                       std::span<const DiscoveredLock> earlier = {});

}  // namespace lockcore
