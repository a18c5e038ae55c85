// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/report.h>

#include "report/report_page.h"

#include <vector>

namespace lockscope {

/// The parts of a report, in its order: each adds its blocks. GUI thread, as all of these.

void addStuck(const lockcore::IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page);
void addHolders(const lockcore::IncidentReport& report, std::vector<PageBlock>& page);
void addWaiters(const lockcore::IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page);
void addReasons(const lockcore::IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page);
void addActs(const lockcore::IncidentReport& report, std::vector<PageBlock>& page);
/// After `leftOut`, sentences.
void addUnknown(const lockcore::IncidentReport& report, const QStringList& leftOut,
                std::vector<PageBlock>& page);

}  // namespace lockscope
