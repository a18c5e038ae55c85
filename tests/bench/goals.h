// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report.h"

/// Prints what lockcore is to reach beside what it did, as Markdown, as far as it was measured.
/// `onDisk`: the goals for a server that syncs its log to a disk.
void printGoals(const Report& report, bool onDisk);
