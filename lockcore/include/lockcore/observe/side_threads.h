// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockcore {

/// Waits until the threads have ended on which LockDiscovery and ClusterSampler ask servers, at most `limit`;
/// false if some have not. Closing these objects does not wait for their threads, because the system's name
/// lookup can't be interrupted. For the end of a process, after all of them are closed: libraries such as
/// OpenSSL lose track of what they keep for a thread that ends while the process does, which leak checkers
/// report. Any thread but these.
bool finishSideThreads(std::chrono::milliseconds limit);

}  // namespace lockcore
