// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/coverage.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace lockcore {

/// What snapshot files say of bytes, times and failures; of its coverage with their help.

nlohmann::json timeJson(std::int64_t unixMs);
void putBytes(nlohmann::json& object, const std::string& key, const std::string& bytes);
void putProblem(nlohmann::json& object, const std::optional<Error>& problem);

std::string readBytes(const JsonField& object, const char* key);
std::int64_t readTime(const JsonField& field);
std::optional<Error> readProblem(const JsonField& object);

nlohmann::json coverageJson(const Coverage& coverage);
Coverage readCoverage(const JsonField& field);

}  // namespace lockcore
