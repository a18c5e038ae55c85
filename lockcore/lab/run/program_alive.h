// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lab_root.h>

namespace lockcore {

/// Whether the program that made a run is another one on this host, and lives: where that can't be told for
/// sure, as of one whose number may have been given to another one since, it is said to. Any thread.
bool livesOnThisHost(const LabRunMark& mark);

}  // namespace lockcore
