// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/wait_for.h>

namespace lockcore {

/// True for who has one of several permits: who waits for one gets on when any of them is given back.
inline bool hasOneOfMany(const LockQueue& lock, std::size_t row) {
    return lock.kind == DirectoryKind::Semaphore && lock.rows[row].role == Role::Holder && lock.holders() > 1;
}

/// How much each session of the graph stands in the way of, by its sessions and edges.
std::vector<Blocking> blockingOf(const WaitForGraph& graph);

/// The edges of a cycle at which it changes the lock: their waiters hold the lock of the edge before.
std::vector<std::size_t> lockChanges(const WaitForGraph& graph, const std::vector<std::size_t>& cycle);

/// The possible deadlocks, by its sessions and edges.
///
/// Only who holds one lock and waits in another one can take part in a deadlock. Two clients with several
/// threads each, which all queue for one lock, wait for each other too, and take turns. So rows are looked
/// at, not sessions: a waiting row leads to its blockers, a holding row to the rows in which its session
/// waits in other locks. A lock that a session has for itself alone it waits for only by itself. Who waits
/// for one of several permits is taken to get one.
std::vector<std::vector<std::size_t>> deadlocksOf(const ClusterSample& sample, const WaitForGraph& graph);

}  // namespace lockcore
