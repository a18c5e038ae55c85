// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/coverage.h>

#include <nlohmann/json.hpp>

namespace lockcore {

/// What snapshot files say of what was looked at, and of what was not and why.

nlohmann::json coverageJson(const Coverage& coverage);
Coverage readCoverage(const JsonField& field);

/// Left out of a member.
void putStanding(nlohmann::json& json, ServerStanding standing);
ServerStanding readStanding(const JsonField& field);

/// Of a recording, where a run had just begun, or the file has it wrong: nobody knows what was checked.
Gap nothingListed();
bool isNothingListed(const Gap& gap);

nlohmann::json gapJson(const Gap& gap);
Gap readGap(const JsonField& field);

}  // namespace lockcore
