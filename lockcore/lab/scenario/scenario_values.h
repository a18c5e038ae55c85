// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab_json.h"

#include <lockcore/lab/scenario.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// How a scenario's file writes values. Pure; what is wrong is noted in the field's fault.
namespace lockcore {

/// What a scenario of one size has, by name, for those that speak of it.
struct ScenarioNames {
    std::map<std::string, std::size_t> groups = {};  ///< how many contenders each has
    std::set<std::string> locks = {};
    std::set<std::string> registers = {};

    void add(const ScenarioGroup& group);
    void add(const ScenarioNames& other);
};

/// The field itself, or of {"small": …, "full": …} the one of that size.
LabField sized(const LabField& field, ScenarioSize size);
LabField sizedMember(const LabField& object, const char* key, ScenarioSize size);

/// "20ms", "2s", "1m"; not longer than a day.
Duration readTime(const LabField& field, ScenarioSize size);
/// A text, or {"en": …, "zh_CN": …}, each in one line.
ScenarioText readText(const LabField& field);
ScenarioText readTextOr(const LabField& object, const char* key);
/// Of a group, lock, register, phase: a-z, 0-9 and "-".
std::string readName(const LabField& field);
TimeSpread readSpread(const LabField& field, ScenarioSize size);
Arrival readArrival(const LabField& field, ScenarioSize size);
/// Someone of these.
ScenarioWho readWho(const LabField& field, const ScenarioNames& names);
/// One of the lab's words, or what the words are.
std::string expectedWords(const std::vector<std::string_view>& words);
/// It is wrong to name what is not there.
void expectName(const LabField& field, const std::string& name, const std::set<std::string>& names);

/// Lays what a file says of a group over what is there already; `isWhole` of one that has to have a name.
void readGroupFields(const LabField& field, ScenarioSize size, bool isWhole, ScenarioGroup& group);
/// It is wrong where its members do not go together.
void checkGroup(const LabField& field, const ScenarioGroup& group);

std::vector<ScenarioStep> readSteps(const LabField& field, ScenarioSize size, const ScenarioNames& names,
                                    std::size_t servers);
/// Of contenders or servers, as files have them.
std::string stepText(const ScenarioStep& step);

/// Where a check speaks of a phase, it has to be of that one.
using NamesOfPhases = std::map<std::string, ScenarioNames>;
LabCheck readCheck(const LabField& field, ScenarioSize size, const NamesOfPhases& phases);

}  // namespace lockcore
