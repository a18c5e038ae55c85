// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockcore {

/// A hold is watched (for its deletion and for a revoke) once it has lasted this long: short critical
/// sections, which are over before anybody could react, don't pay a request for it.
inline constexpr auto kOwnWatchDelay = std::chrono::milliseconds(20);

}  // namespace lockcore
