// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace lockscope {

/// Runs `work` on one background thread of the process, after everything that was given to it before: closing
/// a session or stopping a server may take seconds, the order matters (contenders, then the connection, then
/// its cluster), and the GUI thread never waits for it. Any thread.
void closeInBackground(std::function<void()> work);

/// Waits until all closing is done, at most `limit`; false if some is left. For the end of the process only:
/// what is left then ends with it (the servers drop the sessions after their timeout, a local cluster's
/// watchdog removes its directory).
bool waitForClosing(std::chrono::milliseconds limit);

}  // namespace lockscope
