// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/wait_for.h>

#include <vector>

namespace lockcore {

/// How much each session of the graph stands in the way of, by its sessions and edges.
std::vector<Blocking> blockingOf(const WaitForGraph& graph);

}  // namespace lockcore
