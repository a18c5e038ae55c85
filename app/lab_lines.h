// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_permission.h"

#include <lockcore/lab/report.h>
#include <lockcore/lab/scenario.h>

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope {

// What the verb Lab says on a terminal alone. GUI thread, since it is translated.

/// Why nothing is done, and what would allow it.
QString labRefusalText(LabRefusal refusal, const ConnectionOptions& options);

/// One line for each check, in the order of the scenario.
QStringList labCheckLines(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                          const lockcore::LabReport& report);

/// Measures of two runs side by side, as a table.
QStringList labCompareLines(const std::vector<lockcore::MeasureRow>& rows,
                            const std::optional<qsizetype>& width);

}  // namespace lockscope
