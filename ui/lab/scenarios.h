// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/scenario.h>

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lockscope {

/// The scenarios that the program brings along, by name.
std::vector<lockcore::Scenario> shippedScenarios();

/// The one of that name, or else what the file says that is called so. NoNode: there is neither.
lockcore::Result<lockcore::Scenario> scenarioNamed(const QString& nameOrFile);

/// Of the language that the program speaks.
QString scenarioText(const lockcore::ScenarioText& text);

/// Of one that is shipped; of others their name. GUI thread.
QString titleOfScenario(const std::string& name);
/// A step as lockcore tells it, "when connected client#1: cut client#1", in the language of the window. What
/// it does not know stays as it is. GUI thread.
QString scenarioStepText(const std::string& what);
/// Whom it is about: "the leader"; contenders have their names.
QString scenarioWho(const std::string& who);
/// What was done to a server, by its stable word: "kill".
QString serverActDone(const std::string& act);

}  // namespace lockscope
