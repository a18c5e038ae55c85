// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <string>
#include <string_view>

namespace lockscope {

/// What a path that was asked for stands for. Refers to the sample.
struct ShownLock {
    const lockcore::LockQueue* lock = nullptr;  ///< null: there is none
    /// The path is not the lock's, but that of a client's znode in it.
    const lockcore::QueueRow* contender = nullptr;
};

/// True for the other paths of a semaphore than that of its permits: its own, and that of the lock in which
/// its clients wait. Pure.
bool isPartOf(const lockcore::LockQueue& lock, std::string_view path);

/// Pure.
ShownLock shownLock(const lockcore::ClusterSample& sample, const std::string& path);

/// The lock of a sample; null where it has none of that path. Pure.
const lockcore::LockQueue* lockIn(const lockcore::ClusterSample& sample, const std::string& path);

/// The directory of which a znode is a contender by its name, where that was looked at as a lock and is an
/// ephemeral; empty else. Pure.
std::string_view lockByName(const lockcore::LockQueue& lock);

}  // namespace lockscope
