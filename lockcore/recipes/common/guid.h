// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockcore {

/// A random UUID (version 4) with dashes, as Curator's protected names have it. Any thread.
std::string newGuid();

}  // namespace lockcore
