// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockcore {

/// Runs `body` on a thread of its own that nobody has to wait for; finishSideThreads() can. What `body`
/// throws is logged and ends its thread alone. Throws std::system_error where the system gives no more
/// threads. Any thread.
void runAside(std::function<void()> body);

}  // namespace lockcore
