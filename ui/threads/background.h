// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <type_traits>
#include <utility>

namespace lockscope {

/// A pool of one thread, for QtConcurrent::run(): what is given to it is done one after the other, in that
/// order. waitForDone() waits for all of it, and until the thread has ended. Any thread. To run() it is
/// passed as a QThreadPool*, or that takes it for the function.
class SerialPool : public QThreadPool {
public:
    SerialPool() { setMaxThreadCount(1); }
};

/// An object of the window's thread that outlives all others, for what arrives from other threads: the
/// receiver of a message may be destroyed between another thread's look at it and its use, this one is not.
/// First called on the window's thread, then by any.
QObject& windowThread();

/// Calls `then` on the window's thread with what came of `future`, unless `receiver`, an object of that
/// thread, is gone by then. Window's thread.
template <class T, class Then>
void whenDone(QFuture<T> future, QObject* receiver, Then then) {
    const QPointer<QObject> there(receiver);
    if constexpr (std::is_void_v<T>)
        future.then(&windowThread(), [there, then = std::move(then)]() mutable {
            if (there) then();
        });
    else
        future.then(&windowThread(), [there, then = std::move(then)](const T& result) mutable {
            if (there) then(result);
        });
}

}  // namespace lockscope
