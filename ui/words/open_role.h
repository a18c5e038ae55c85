// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/lock_queue.h>

#include <QString>

namespace lockscope {

/// Why roles in that queue are not known (rowsOfOpenRole()), in words. Plain text, translated; GUI thread.

/// From when to when changes of it went unseen, and why: of a recording's moment at which who held it is not
/// known. Empty where they were seen. `checked`: null where nobody has looked.
QString unseenQueueText(const lockcore::LockQueue& lock, const lockcore::ClusterAssessment* checked);
/// The same, or else openRoleSentence(): of a row of it.
QString openRoleText(const lockcore::LockQueue& lock, const lockcore::ClusterAssessment* checked);

}  // namespace lockscope
