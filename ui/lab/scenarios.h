// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/scenario.h>

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope {

/// The scenarios that the program brings along, by name.
std::vector<lockcore::Scenario> shippedScenarios();

/// The one of that name, or else what the file says that is called so. NoNode: there is neither.
lockcore::Result<lockcore::Scenario> scenarioNamed(const QString& nameOrFile);

/// Of the language that the program speaks.
QString scenarioText(const lockcore::ScenarioText& text);

}  // namespace lockscope
