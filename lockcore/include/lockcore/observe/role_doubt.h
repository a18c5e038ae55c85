// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <vector>

namespace lockcore {

/// Rows of `lock` that stand first by their names alone, while it is not known whether they wait for another
/// library's contender: mayWaitForOthers() without those of whom `checked` knows, which may be older than the
/// queue. Null: nobody has looked. Sorted. Pure.
std::vector<std::size_t> rowsInDoubt(const LockQueue& lock, const ClusterAssessment* checked);

/// The queue is that of a recording's moment at which changes of it went unseen: ClusterAssessment::unseen
/// has it. Null: nobody has looked. Pure.
bool isUnseen(const LockQueue& lock, const ClusterAssessment* checked);

/// Rows whose role is not known: rowsInDoubt(), and of a queue that isUnseen() those that may have been
/// something else by then, or gone. Sorted. Pure.
std::vector<std::size_t> rowsOfOpenRole(const LockQueue& lock, const ClusterAssessment* checked);

}  // namespace lockcore
