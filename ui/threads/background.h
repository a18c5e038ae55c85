// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QMetaObject>
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
    /// What becomes of what was not begun when the pool is destroyed, which waits for the rest.
    enum class AtEnd { Finish, Drop };

    explicit SerialPool(AtEnd atEnd) : m_atEnd(atEnd) { setMaxThreadCount(1); }
    ~SerialPool() override {
        if (m_atEnd == AtEnd::Drop) clear();
    }

private:
    const AtEnd m_atEnd;
};

/// An object of the window's thread that outlives all others, for what arrives from other threads: the
/// receiver of a message may be destroyed between another thread's look at it and its use, this one is not.
/// First called on the window's thread, then by any.
QObject& windowThread();

/// Calls `then` on the window's thread with what came of `future`, unless `receiver`, an object of that
/// thread, is gone by then, or the future was cancelled. Never before it has returned, though all were done
/// already. Window's thread.
///
/// By a watcher: Qt 6.4 runs a continuation twice, and crashes, where it is set while the future ends.
template <class T, class Then>
void whenDone(QFuture<T> future, QObject* receiver, Then then) {
    auto* const watcher = new QFutureWatcher<T>(receiver);
    QObject::connect(watcher, &QFutureWatcherBase::finished, receiver, [watcher, then = std::move(then)] {
        watcher->deleteLater();
        const QFuture<T> done = watcher->future();
        if (done.isCanceled()) return;
        if constexpr (std::is_void_v<T>)
            then();
        else if (done.resultCount() > 0)
            then(done.result());
    });
    watcher->setFuture(future);
}

/// Calls `then` on the window's thread, unless `receiver` is gone by then, where `future` is given up:
/// whoever was to finish it has dropped it. Window's thread.
template <class Then>
void whenDropped(QFuture<void> future, QObject* receiver, Then then) {
    windowThread();  // made here, not on the thread that drops it
    future.onCanceled([there = QPointer<QObject>(receiver), then = std::move(then)] {
        QMetaObject::invokeMethod(
            &windowThread(),
            [there, then] {
                if (there) then();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace lockscope
