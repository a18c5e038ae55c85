// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <string>

namespace lockscope {

// What the reports print for people: tables in the user's language, in which foreign bytes are escaped.
// UTF-8, ends with a line break. GUI thread, for the translations.

std::string locksText(const lockcore::ClusterAssessment& assessment);
std::string lockText(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock,
                     const std::string& chroot);
std::string sessionsText(const lockcore::ClusterAssessment& assessment);
std::string findingsText(const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
