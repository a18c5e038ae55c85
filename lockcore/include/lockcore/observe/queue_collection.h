// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/coverage.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// By path.
using LockQueues = std::vector<std::shared_ptr<const LockQueue>>;

/// True once every contender was read, or could not be: names are shown first.
bool isComplete(const LockQueue& queue);

/// What these queues cover of a catalog's locks: of Aspect::Locks and Aspect::Contenders. Pure.
Coverage coverageOf(const LockQueues& queues, const LockCatalog& catalog);

/// How locks are to be read.
struct CollectionOptions {
    /// As for LockObserver::setMarks(): what is marked as no lock is left out.
    LockMarks marks = {};
    /// As for LockObserver::setKnown().
    LockQueues known = {};
    /// The list of locks, of which those that are to be read are looked up.
    std::shared_ptr<const LockCatalog> catalog = {};
    /// Ends it with what has been read by then; never, where empty.
    std::optional<std::chrono::milliseconds> limit = {};
    /// Called with each lock that is read whole, and before that with its names where `namesFirst`.
    std::function<void(std::shared_ptr<const LockQueue>)> each = {};
    bool namesFirst = false;
};

/// Reads many locks once each, for a picture of all of them, without any watch. Lives on the session's loop,
/// and keeps itself alive until it is finished.
///
/// Of each lock the children are listed once, and each of them is read once; those that the list of locks
/// names already are read at the same time. Who is gone by then is left out, unless nobody else is there: a
/// lock whose contenders come and go faster than they can be read shows the last ones that were listed, with
/// NoNode as their problem. A directory that must not or may not be listed shows the contenders that the list
/// of locks has named.
///
/// As many requests are under way as the server would get within one round trip at 8000 a second, at least
/// 64; fewer while it is slow. A broken connection delays the reading, and ends it only where the session
/// ends.
class QueueCollection {
public:
    /// Gets all queues, by path: what was not read by then is Freshness::Named.
    using Done = std::function<void(LockQueues)>;
    using Options = CollectionOptions;

    /// Calls `done` once.
    static std::shared_ptr<QueueCollection> start(std::shared_ptr<ZooKeeper> session,
                                                  const std::set<std::string>& paths, Done done,
                                                  Options options = {});
    ~QueueCollection();

    /// Ends it with what has been read so far.
    void finish();
    bool isFinished() const;

private:
    class Impl;
    explicit QueueCollection(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
