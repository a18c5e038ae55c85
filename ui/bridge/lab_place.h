// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace lockscope {

// What a run is made of, whether the window or the command line plays it.

/// Any one, short enough to be typed again.
std::uint64_t anyLabSeed();

/// What a run is called and looks for; whoever begins it adds where it is. `plan`: null of a free run.
lockcore::LabPlace labPlaceFor(const std::string& name, const lockcore::ScenarioPlan* plan);

/// Servers of its own as the plan wants them, and not fewer than `least`. Likewise.
lockcore::LabServersOptions labServersFor(const lockcore::ScenarioPlan* plan, std::size_t least = 1);

}  // namespace lockscope
