// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "await.h"

#include <functional>
#include <string>

namespace lockcore {

/// await() for a `start` whose type is known.
template <class T>
Result<T> blockingCall(Loop& loop, const std::string& what, const std::string& path,
                       const std::function<void(Completion<T>)>& start) {
    return await<T>(loop, what, path, start);
}

}  // namespace lockcore
