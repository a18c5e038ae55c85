// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_permission.h"

#include <lockcore/lab/report.h>
#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <QString>
#include <QStringList>

#include <optional>

namespace lockscope {

// What the verb Lab says. GUI thread, since it is translated.

/// Why nothing is done, and what would allow it.
QString labRefusalText(LabRefusal refusal, const ConnectionOptions& options);
/// What a run does at most on a cluster that is not its own, and where.
QStringList labLimitLines(const lockcore::LabLimits& limits, const QString& cluster, const QString& root);

QString labMeasureName(const std::string& that);
QString serverStateWord(lockcore::ServerState state);

/// One line about a step that has been taken, or that waited in vain; empty of all others.
QString labStepLine(const lockcore::PlayStep& step);
/// How a phase goes on, for a line that changes.
QString labStatusLine(const std::string& phase, const lockcore::LabView& view);
/// What a phase came to, in sentences.
QStringList labPhaseLines(const lockcore::PhaseReport& phase);
/// One line for each check, in the order of the scenario.
QStringList labCheckLines(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                          const lockcore::LabReport& report);
/// What the run says of the scenario, in one sentence, and what was not measured or is left.
QStringList labVerdictLines(const lockcore::LabReport& report);

/// Measures of two runs side by side, as a table.
QStringList labCompareLines(const std::vector<lockcore::MeasureRow>& rows,
                            const std::optional<qsizetype>& width);

}  // namespace lockscope
