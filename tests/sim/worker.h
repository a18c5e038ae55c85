// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actor.h"

#include <cstdint>
#include <string>

namespace lockcore {

/// What the command line asks for.
struct Plan {
    std::string program;
    std::string recipe = "all";
    std::uint64_t first = 1;  ///< seed
    std::uint64_t last = 1000;
    int jobs = 1;
    bool trace = false;
};

/// Plays the seeds of one recipe in as many processes as the plan says, until one fails, and prints what came
/// of it. False if a seed failed. A worker is a process, so that a crash names its seed too.
bool playAll(const Plan& plan, const RecipeInfo& recipe);

}  // namespace lockcore
