// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"

#include <lockcore/observe/assessment.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

// Reports of all locks, and of one. GUI thread, for the translations.

Report locksReport(const lockcore::ClusterAssessment& assessment);

Report lockReport(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock);
/// Of a path that nobody could look at.
Report hiddenReport(const std::string& path);
/// Why a path shows the lock that this one is in.
QString contenderText(const lockcore::QueueRow& contender);

/// Of a lock's contenders.
std::vector<ReportColumn> contenderColumns();

/// When a contender came, by this machine's clock; empty where that was not read.
std::optional<std::int64_t> cameMs(const lockcore::ClusterSample& sample,
                                   const lockcore::Contender& contender);

}  // namespace lockscope
