// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reports.h"

namespace lockscope {

/// Of the verb Check. GUI thread, for the translations.
Report findingsReport(const ReportQuery& query, const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
