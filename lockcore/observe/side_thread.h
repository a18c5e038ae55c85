// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockcore {

/// Runs `body` on a thread of its own that nobody has to wait for; finishSideThreads() can. Any thread.
void runAside(std::function<void()> body);

}  // namespace lockcore
