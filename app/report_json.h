// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <string>

namespace lockscope {

// What the reports print with --json. Stable: keys are added, never renamed. Times in milliseconds, since
// 1970 where they are moments; ids as "0x…". Bytes that are no UTF-8 become U+FFFD. Pure.

/// {"takenAtMs", "source", "problems", "locks": [{"path", "dialect", "holders", "waiters", …}]}
std::string locksJson(const lockcore::ClusterAssessment& assessment);
/// One lock with its contenders in queue order. Its path is looked up in the sample.
std::string lockJson(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock,
                     const std::string& chroot);
/// {"takenAtMs", "servers": […], "sessions": […]}
std::string sessionsJson(const lockcore::ClusterAssessment& assessment);
/// {"takenAtMs", "servers": […], "findings": […]}
std::string findingsJson(const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
