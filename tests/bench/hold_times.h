// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench_program.h"

#include <map>
#include <string>
#include <vector>

/// Named figures of one section; the unit ends the name.
using Figures = std::map<std::string, double>;

/// A hold, and which of a scenario's processes had it.
struct HoldOf {
    HoldTimes times;
    int process;
};

/// What the holds of a section come to: operations and their rate; for "uncontended" what acquire, release
/// and both took; for "contended" and "drain" what handoffs took, from the start of a release until the next
/// acquire returned, with several processes only those between two of them; for "sessions" until all were
/// connected.
Figures figuresOf(const std::string& section, std::vector<HoldOf> holds, bool severalProcesses);
