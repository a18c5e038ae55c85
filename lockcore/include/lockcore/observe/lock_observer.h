// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Keeps the queues of the locks on screen current. Lives on the session's loop.
///
/// A queue is shown with what is known of it, first of all the names; contenders are filled in as they are
/// read, from 1000 unread ones on 0.2 s after the names or when readFirst() asks for some.
///
/// Costs one child watch for each observed lock, and per change one list and one read for each new contender.
/// A lock of one znode costs one watch on that, and two reads for each change.
/// While any is observed the session asks for something every 0.4 s, every second where nothing has changed
/// for 30 s, or as often as it is answered, so that the times of changes are known to that
/// (LockQueue::unchangedUntilUnixMs). Changes coalesce: at most one refresh of a lock is under way, and the
/// next one starts no sooner after it than four times as long as it took, or the one before where that took
/// less, so that a huge or busy directory costs a bounded share of the server, and one hang nothing.
class LockObserver {
public:
    using Sink = std::function<void(std::shared_ptr<const LockQueue>)>;

    /// `sink` is called on the loop with each new queue.
    LockObserver(std::shared_ptr<ZooKeeper> session, Sink sink);
    ~LockObserver();

    /// Observes exactly these locks, but for those that are marked as none; watches of others are dropped.
    void observe(const std::set<std::string>& paths);

    /// Reads and shows each lock as the dialect that it is marked with: its names by that dialect's rules, or
    /// the znode itself where that is the lock, which is free while it does not exist. What is marked as no
    /// lock is not read nor watched. A lock whose mark is another now is read anew.
    void setMarks(LockMarks marks);

    /// What was read before, for locks that are observed from now on: contenders of these queues that are
    /// still there are not read again, as long as they have a number and the directory is the same one. Their
    /// data may be older then.
    void setKnown(const std::vector<std::shared_ptr<const LockQueue>>& queues);

    /// Reads the lock again now, and all data of its contenders: for what no child watch tells, such as
    /// changed data.
    void refresh(const std::string& path);

    /// Reads this contender of an observed lock again now: what was written to its znode no child watch
    /// tells.
    void readAgain(const std::string& path, const std::string& name);

    /// Of the contenders of an observed lock that are not read yet, reads these next: those on screen. Others
    /// of a huge queue follow in its order.
    void readFirst(const std::string& path, const std::vector<std::string>& names);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
