// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockcore {

/// What a contender asks for.
enum class LockMode {
    Exclusive,  ///< mutex: alone
    Read,       ///< read/write lock: together with other readers
    Write,      ///< read/write lock: alone
};

/// Stable English name: "exclusive", "read", "write".
std::string_view lockModeName(LockMode mode);

}  // namespace lockcore
