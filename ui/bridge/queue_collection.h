// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_observer.h>

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

using LockQueues = std::vector<std::shared_ptr<const lockcore::LockQueue>>;

/// True once every contender was read, or could not be: names are shown first.
bool isComplete(const lockcore::LockQueue& queue);

/// Reads many locks once, a bounded number at a time, for a snapshot of all of them. Lives on the session's
/// loop; independent of what is observed for the screen.
class QueueCollection : public std::enable_shared_from_this<QueueCollection> {
public:
    using Done = std::function<void(LockQueues)>;

    /// Calls `done` once with what was read, sorted by path: all of `paths`, or what had come after `limit`.
    static std::shared_ptr<QueueCollection> start(std::shared_ptr<lockcore::ZooKeeper> session,
                                                  const std::set<std::string>& paths,
                                                  std::chrono::milliseconds limit, Done done);
    /// Ends it with what has been read so far.
    void finish();

private:
    QueueCollection(std::shared_ptr<lockcore::ZooKeeper> session, std::vector<std::string> paths, Done done);

    void observeNext();
    void received(const std::shared_ptr<const lockcore::LockQueue>& queue);

    std::shared_ptr<lockcore::ZooKeeper> m_session;
    std::unique_ptr<lockcore::LockObserver> m_observer;
    std::vector<std::string> m_pending;  ///< not yet asked for
    std::set<std::string> m_asked;       ///< asked for and not complete yet
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>> m_queues;
    lockcore::Loop::Timer m_limit = lockcore::Loop::Timer::None;
    Done m_done;
};

}  // namespace lockscope
