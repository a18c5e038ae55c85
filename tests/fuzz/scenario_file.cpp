// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// A scenario of the lab, as somebody has written it: it is refused with the place, or asks for nothing that
// the lab does not do.
#include "fuzz_targets.h"

#include <lockcore/lab/scenario.h>

#include <string>

std::string checkScenarioFile(std::string_view input) {
    const auto scenario = lockcore::parseScenario(input, "fuzzed.json");
    if (!scenario) return scenario.error().what.empty() ? "refused without a word" : "";
    for (const auto& plan : {scenario->small, scenario->full}) {
        if (plan.phases.empty()) return "a scenario in which nothing happens";
        for (const auto& phase : plan.phases)
            for (const auto& [group, isStarted] : phase.groups) {
                const auto locks = lockcore::locksOf(group.recipe);
                if (group.locks.size() < locks.least || group.locks.size() > locks.most)
                    return "a recipe with another number of locks";
                if (group.count == 0 || group.processes > group.count || group.sessions > group.count)
                    return "contenders that can't be";
            }
    }
    return "";
}
