// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>

#include "catalog.h"
#include "request_window.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lockcore {

/// What a walk is to look at.
struct WalkPlan {
    std::vector<std::string> roots;
    /// Paths that are marked as locks are looked at as well.
    LockMarks marks = {};
    /// What a dump has told just now: its locks are not found again. What is below them is looked at where
    /// the lock is a root itself, or has another one of these locks below it: the others cost nothing.
    std::shared_ptr<const LockCatalog> told = {};
    /// The catalog before: what it knows of unchanged locks is taken from there.
    std::shared_ptr<const LockCatalog> earlier = {};
    std::size_t budget = 0;  ///< most requests; 0: no bound
    /// No directory of the cluster can be too large to be listed, so that none needs to be asked for its size
    /// before.
    bool allAreSmall = false;
};

/// What a walk has found.
struct WalkFindings {
    std::vector<DiscoveredLock> locks;  ///< by path
    std::vector<Error> problems;
    std::size_t requests = 0;
    std::vector<Gap> gaps;  ///< what may hide more locks
};

/// Looks for locks at and below some roots by reading the tree, depth first, as many requests at a time as a
/// RequestWindow lets out, and a bounded number in all where that is wanted. Contenders are not read: their
/// names are all that is wanted. Where clients queue for permits, the semaphore is looked at: of one whose
/// permits are all free nothing else tells. What else stands in a lock's directory may have locks below it,
/// as that of a single task that somebody once put beside them. Lives on the session's loop and keeps itself
/// alive until it calls `done`, which it does once unless it is stopped. What a long walk has found so far is
/// told now and then before.
class RootWalk final : public std::enable_shared_from_this<RootWalk> {
public:
    using Done = std::function<void(WalkFindings)>;

    static void start(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done,
                      Done progress = {});

private:
    struct Step {
        std::string path;
        bool isNamed = false;  ///< by the user: a root, or marked as a lock
        bool list = false;     ///< it has children, and not too many
        /// Clients queue beside it, if it is a semaphore: its data tells.
        bool mayBePermits = false;
    };

    RootWalk(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done,
             Done progress);
    void addNamed(const std::string& path);
    bool isTold(const std::string& path) const;
    bool isToldBelow(const std::string& path) const;
    bool isWanted(const std::string& path) const;
    void proceed();
    void take(const Step& step);
    void looked(const Step& step, const Result<Stat>& stat);
    void listed(const Step& step, const Result<ChildList>& list);
    void foundLeaf(const Step& step, const Stat& stat);
    void lookBelow(const std::string& directory, const std::vector<std::string_view>& names);
    std::shared_ptr<const NamedQueue> foundDirectory(const std::string& path, const ChildList& list,
                                                     const std::vector<ListedChild>& children);
    void add(DiscoveredLock lock, const Stat& stat);
    void lookForPermits(std::span<const DiscoveredLock> waiters);
    void lookForWaiters(const std::string& permits, const Stat& stat);
    void permitsRead(const std::string& path, const Result<NodeData>& permits);
    WalkFindings withPermits(WalkFindings findings) const;
    void failed(const Step& step, const Error& error);
    void leaveOut(Error problem, std::uint64_t children = 0);
    void report(Error problem);
    void tellProgress();
    void finish();

    const std::shared_ptr<ZooKeeper> m_session;
    const WalkPlan m_plan;
    const std::stop_token m_stop;
    const Done m_done;
    const Done m_progress;
    std::deque<Step> m_steps;
    std::unordered_set<std::string> m_named;  ///< by users: seen however else they are come upon
    RequestWindow m_window{240, 240};
    bool m_isLost = false;  ///< the connection broke
    TimePoint m_toldAt{};
    WalkFindings m_findings;
    std::map<std::string, DiscoveredLock> m_permits;  ///< that are known by their waiters, by path
};

}  // namespace lockcore
