// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>
#include <lockcore/lab/scenario.h>

#include "report/report_page.h"

#include <optional>

namespace lockscope {

/// What was shown, how fair it was, how long waits, holds and handoffs took, what came of it in a second and
/// what that cost the servers, what was violated, what is left, and what is not known: in that order, with
/// what it takes to repeat it. GUI thread, of a QGuiApplication.
ReportPage labPage(const lockcore::LabReport& report, const std::optional<lockcore::Scenario>& scenario,
                   lockcore::ScenarioSize size, const ReportLook& look);

}  // namespace lockscope
