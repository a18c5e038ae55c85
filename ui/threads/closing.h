// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <QFuture>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace lockscope {

/// Runs `work` on one background thread of the process, after everything that was given to it before: closing
/// a session or stopping a server may take seconds, the order matters (contenders, then the connection, then
/// its cluster), and the GUI thread never waits for it. Any thread.
void closeInBackground(std::function<void()> work);

/// The same on another thread, for files: to read or write one to its end may take long, which no session
/// waits for, nor the other way round. Any thread.
void closeFileInBackground(std::function<void()> work);

/// Waits there until what was begun by QtConcurrent::run() has ended, then runs `work`. Any thread.
template <class T>
void closeAfter(QFuture<T> begun, std::function<void()> work = {}) {
    closeInBackground([begun = std::move(begun), work = std::move(work)]() mutable {
        begun.waitForFinished();
        if (work) work();
    });
}

/// The same queue. Where it is a huge one, whoever drops it last, mostly the GUI thread, does not have to
/// destroy its contenders, which takes milliseconds: another background thread does. Any thread.
std::shared_ptr<const lockcore::LockQueue> droppedInBackground(
    std::shared_ptr<const lockcore::LockQueue> queue);

/// Waits until all closing is done and the threads that did it, or that asked servers, have ended, at most
/// `limit`; false if some is left. For the end of the process only:
/// what is left then ends with it (the servers drop the sessions after their timeout, a local cluster's
/// watchdog removes its directory).
bool waitForClosing(std::chrono::milliseconds limit);

}  // namespace lockscope
