// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>

#include "dump.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// True if children of these names make their directory a lock: one of them has a sequence number.
bool isLockDirectory(std::span<const std::string> names);

/// The lock as far as the names of its children tell. Pure.
DiscoveredLock describeLock(std::string path, std::span<const std::string> names);

/// Lock directories among the parents of these ephemerals: those under `chroot` (empty for none), relative to
/// it, by path. Pure.
std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot);

}  // namespace lockcore
