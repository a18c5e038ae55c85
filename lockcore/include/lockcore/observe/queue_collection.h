// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_observer.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// By path.
using LockQueues = std::vector<std::shared_ptr<const LockQueue>>;

/// True once every contender was read, or could not be: names are shown first.
bool isComplete(const LockQueue& queue);

/// Reads many locks once, a bounded number at a time, for a picture of all of them. Lives on the session's
/// loop.
class QueueCollection : public std::enable_shared_from_this<QueueCollection> {
public:
    /// Gets the queues.
    using Done = std::function<void(LockQueues)>;
    /// Gets a queue while it is read: its names first.
    using Each = std::function<void(std::shared_ptr<const LockQueue>)>;

    /// Calls `done` once with what was read, sorted by path: all of `paths`, or what had come after `limit`.
    /// `each` is called before, with whatever comes, where it is given.
    /// `marks` as for LockObserver::setMarks(): what is marked as no lock is left out. `known` as for
    /// LockObserver::setKnown().
    static std::shared_ptr<QueueCollection> start(std::shared_ptr<ZooKeeper> session,
                                                  const std::set<std::string>& paths,
                                                  std::chrono::milliseconds limit, Done done,
                                                  LockMarks marks = {}, const LockQueues& known = {},
                                                  Each each = {});
    /// Ends it with what has been read so far.
    void finish();

private:
    QueueCollection(std::shared_ptr<ZooKeeper> session, std::vector<std::string> paths, Done done, Each each);

    void observeNext();
    void received(const std::shared_ptr<const LockQueue>& queue);

    std::shared_ptr<ZooKeeper> m_session;
    std::unique_ptr<LockObserver> m_observer;
    std::vector<std::string> m_pending;  ///< not yet asked for
    std::set<std::string> m_asked;       ///< asked for and not complete yet
    std::map<std::string, std::shared_ptr<const LockQueue>> m_queues;
    Loop::Timer m_limit = Loop::Timer::None;
    Done m_done;
    Each m_each;
};

}  // namespace lockcore
