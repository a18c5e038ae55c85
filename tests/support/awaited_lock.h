// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "live_session.h"

#include <lockcore/observe/lock_observer.h>

#include <QString>

#include <functional>
#include <memory>
#include <string>

/// "holder read, holder read, waiter write after 1": roles, modes and predecessors in queue order.
QString rolesOf(const lockcore::LockQueue& queue);

/// One lock as a LockObserver shows it. Lives on the test's thread.
class AwaitedLock {
public:
    AwaitedLock(LiveSession& session, const std::string& path);
    ~AwaitedLock();

    /// The newest queue as soon as `wanted` is true of it, with each contender read. Null, and a failure that
    /// shows the last queue, if that does not come about in half a minute.
    std::shared_ptr<const lockcore::LockQueue> await(
        const std::function<bool(const lockcore::LockQueue&)>& wanted);
    std::shared_ptr<const lockcore::LockQueue> awaitRoles(const QString& roles);
    /// await() for queues that need not be live nor whole.
    std::shared_ptr<const lockcore::LockQueue> awaitAny(
        const std::function<bool(const lockcore::LockQueue&)>& wanted);

    /// For the session's loop only.
    lockcore::LockObserver& observer() { return *m_observer; }

private:
    struct Newest;
    LiveSession& m_session;
    std::shared_ptr<Newest> m_newest;
    std::unique_ptr<lockcore::LockObserver> m_observer;
};
