// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/findings.h>

namespace lockcore {

/// True of a finding about clients that are gone or silent. Pure.
bool isOfAbsence(FindingKind kind);

}  // namespace lockcore
