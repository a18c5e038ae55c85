// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/findings.h>

#include <nlohmann/json.hpp>

namespace lockcore {

/// What a snapshot file says of one finding, with its life until then.
nlohmann::json findingJson(const Finding& finding);
/// What belongs together, as sessions and their addresses, is as long as it has to be.
Finding readFinding(const JsonField& field);

}  // namespace lockcore
