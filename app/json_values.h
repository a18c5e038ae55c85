// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report_json.h"

#include <lockcore/observe/findings.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace lockscope {

// What all of the program's JSON writes alike: see report_json.h. Pure.

using ReportValue = nlohmann::ordered_json;

void putMs(ReportValue& json, const char* key, const std::optional<std::chrono::milliseconds>& duration);
/// Nothing where it is empty.
void putText(ReportValue& json, const char* key, const std::string& value);
/// {"code", "what", "path", "server"}
ReportValue problemJson(const lockcore::Error& error);
ReportValue findingJson(const lockcore::Finding& finding);
std::string jsonText(const ReportValue& json, JsonLayout layout);

}  // namespace lockscope
