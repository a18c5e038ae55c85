// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <mutex>

namespace lockscope {

/// Lets other threads run functions on the thread of one QObject for as long as that object wants. Created
/// and closed on that object's thread, shared with the others; post() on any thread.
///
/// A QPointer is no guard across threads: the object may be destroyed between the test and the use. Here
/// close() waits for a post() that is under way, and Qt itself drops what is still queued for a destroyed
/// object.
class GuiThread {
public:
    explicit GuiThread(QObject* target) : m_target(target) {}

    void post(std::function<void()> task) {
        const std::lock_guard lock(m_mutex);
        if (m_target) QMetaObject::invokeMethod(m_target, std::move(task), Qt::QueuedConnection);
    }

    void close() {
        const std::lock_guard lock(m_mutex);
        m_target = nullptr;
    }

private:
    std::mutex m_mutex;  // protects m_target
    QObject* m_target;
};

}  // namespace lockscope
