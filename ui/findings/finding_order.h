// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <compare>
#include <vector>

namespace lockscope {

/// The worse one is the greater, as the window lists findings. Problems come first, then what is
/// suspected, what was not checked, and remarks; among these first what no waiting mends, as where two hold
/// at the same time, then what blocks more clients, and for longer. Equal ones may differ. Pure.
std::weak_ordering compareBadness(const lockcore::Finding& a, const lockcore::Finding& b);

/// In that order. Pure.
std::vector<lockcore::Finding> worstFirst(std::vector<lockcore::Finding> findings);

}  // namespace lockscope
