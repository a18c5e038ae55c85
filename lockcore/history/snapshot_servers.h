// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/cluster_sample.h>

#include <nlohmann/json.hpp>
#include <set>

namespace lockcore {

/// What a snapshot file says of one server. Of its connections those of `sessions`; the others are counted.
/// Its watch table is left out: what it tells of the locks' contenders stands beside these.
nlohmann::json serverReportJson(const ServerReport& report, const std::set<SessionId>& sessions);
ServerReport readServerReport(const JsonField& field);

/// One rung of the ladder of evidence by its name.
Evidence readEvidence(const JsonField& field);

/// By how much the clocks of leaders were ahead.
nlohmann::json clocksJson(const LeaderClocks& clocks);
LeaderClocks readClocks(const JsonField& field);

}  // namespace lockcore
