// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/report.h>

#include "report/report_page.h"

#include <optional>

namespace lockscope {

/// Painted as the window paints them. Nothing where there is nothing to be seen. GUI thread.

/// The first of the queue of a lock, as it was while that was stuck.
std::optional<PagePicture> queuePicture(const lockcore::StuckLock& stuck, const ReportLook& look);
/// Who held and who waited over the time that the lock was stuck.
std::optional<PagePicture> timelinePicture(const lockcore::StuckLock& stuck,
                                           const lockcore::IncidentReport& report, const ReportLook& look);
/// Who waited for whom across locks, where that was so; else round the lock that was stuck longest.
std::optional<PagePicture> graphPicture(const lockcore::IncidentReport& report, const ReportLook& look);

}  // namespace lockscope
