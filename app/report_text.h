// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <QString>
#include <string>

namespace lockscope {

// What the reports print for people: tables in the user's language, in which foreign bytes are escaped.
// Ends with a line break. GUI thread, for the translations.

QString locksText(const lockcore::ClusterAssessment& assessment);
QString lockText(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock,
                 const std::string& chroot);
QString sessionsText(const lockcore::ClusterAssessment& assessment);
QString findingsText(const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
