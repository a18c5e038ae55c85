// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"

#include <lockcore/observe/assessment.h>

namespace lockscope {

/// Who holds and waits, leads or is a member. GUI thread, for the translations.
Report sessionsReport(const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
