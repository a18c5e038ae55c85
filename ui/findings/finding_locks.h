// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <set>
#include <string>
#include <vector>

namespace lockscope {

// Which locks findings are about. Pure.

/// Of a possible deadlock several; none of a finding about servers or this program.
std::set<std::string> locksOf(const lockcore::Finding& finding);

/// Those of `findings` that are about that lock, in their order.
std::vector<lockcore::Finding> findingsOf(const std::string& lockPath,
                                          const std::vector<lockcore::Finding>& findings);

/// True of what is no warning, but known of certain contenders or sessions: neither a habit of a library,
/// which all of its locks share, nor something that was not checked.
bool isNote(const lockcore::Finding& finding);

}  // namespace lockscope
