// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_permission.h"
#include "document/contender_names.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/report.h>
#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>

namespace lockscope {

// What the lab says, in the window and on the command line. GUI thread, since it is translated.

/// Why the lab may not run on the window's cluster, and what would allow it.
QString labRefusalSentence(LabRefusal refusal);
/// What a run does at most on a cluster that is not its own, and where.
QStringList labLimitLines(const lockcore::LabLimits& limits, const QString& cluster, const QString& root);

QString labMeasureName(const std::string& that);
QString serverStateWord(lockcore::ServerState state);
/// Whether it can be done to a server in that state. Pure.
bool serverActApplies(lockcore::ServerAct act, lockcore::ServerState state);
/// What can be done to a server: "Stop", "Cut off".
QString serverActWord(lockcore::ServerAct act);
/// "mutex", "read lock".
QString lockRecipeText(lockcore::LockRecipe recipe);
QString clientLibraryText(lockcore::ClientLibrary library);
/// What it does, what was done to it, and whether it is wrong about its hold: "holding · its process stands
/// still".
QString contenderStateText(const lockcore::ContenderView& contender);
/// "its process stands still"; empty where nothing was done to it.
QString contenderFaultText(lockcore::ContenderFault fault);

/// One line about a step that has been taken, or that waited in vain; empty of all others.
QString labStepLine(const lockcore::PlayStep& step);
/// @{ The same for a table, of every step: when, and what. When is empty where it has not come.
QString labMomentText(const lockcore::PlayStep& step);
QString labStepText(const lockcore::PlayStep& step);
/// @}
/// How a phase goes on, for a line that changes.
QString labStatusLine(const std::string& phase, const lockcore::LabView& view);
/// What was done to contenders and servers, one line for each, with its moment.
QStringList labDisturbanceLines(const lockcore::PhaseReport& phase);
/// Who wrote nothing any more, since a run has a limit of writes: one line for each group.
QStringList labUnwrittenLines(const lockcore::PhaseReport& phase);
/// What the numbers of a phase are not sure of, or what load they are not of: one sentence for each.
QStringList labReservationLines(const lockcore::PhaseReport& phase);
/// What of it could not be read at its end, and why.
QStringList labUnreadLines(const lockcore::PhaseReport& phase);
/// What a phase came to, in sentences.
QStringList labPhaseLines(const lockcore::PhaseReport& phase);
/// "clients#3".
QString labContenderName(const std::string& group, std::size_t number);
/// Of all of a view. `pathOf`: of a lock as the view names it. `known`: those of the views before, which tell
/// what sessions are shared though one contender is left of them.
ContenderNames labContenderNames(const lockcore::LabView& view,
                                 const std::function<std::string(const std::string& lock)>& pathOf,
                                 const ContenderNames& known);
/// "kept", "broken", "not checked".
QString labOutcomeWord(lockcore::CheckOutcome::Kind kind);
/// "Nobody was overtaken — overtakings (orders, queue): 0 (promised: 0)". `say`: its sentence; empty: it has
/// none.
QString labCheckText(const lockcore::LabCheck& check, const QString& say,
                     const lockcore::CheckOutcome& outcome);
/// A check that was judged, in the words of labCheckText().
struct JudgedCheck {
    lockcore::CheckOutcome::Kind kind = lockcore::CheckOutcome::Kind::NotChecked;
    QString text = {};
};
/// Those of a run, in the order of its scenario.
std::vector<JudgedCheck> judgedChecks(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                                      const lockcore::LabReport& report);
/// The same of one that is not judged yet: "Nobody was overtaken — overtakings (orders, queue) (promised:
/// 0)".
QString labPromiseText(const lockcore::LabCheck& check, const QString& say);
/// One number of a measure, as people read it.
QString labMeasureText(double value, lockcore::MeasureUnit unit);
/// What a wait is in all tables of a run.
QString waitMeaning();
QString labTimeText(lockcore::Duration time);
/// "–" where there is none.
QString labMeasureText(const std::optional<double>& value, lockcore::MeasureUnit unit);
/// How many times as much the second one is, or "–".
QString labRatioText(const lockcore::MeasureRow& row);
/// Which promises were broken, one line for each.
QStringList labBrokenLines(const lockcore::LabReport& report, const lockcore::Scenario& scenario,
                           lockcore::ScenarioSize size);
/// What the run says of the scenario, in one sentence, and what was not measured or is left.
QStringList labVerdictLines(const lockcore::LabReport& report);

}  // namespace lockscope
