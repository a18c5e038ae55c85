// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// Looks for lock directories at and below some roots by reading the tree, breadth first, a bounded number of
/// requests at a time and in all. Lives on the session's loop and keeps itself alive until it calls `done`,
/// which it does once unless it is stopped.
class RootWalk final : public std::enable_shared_from_this<RootWalk> {
public:
    struct Findings {
        std::vector<DiscoveredLock> locks;  ///< by path
        std::vector<Error> problems;
    };

    static void start(std::shared_ptr<ZooKeeper> session, const std::vector<std::string>& roots,
                      std::size_t budget, std::stop_token stop, std::function<void(Findings)> done);

private:
    struct Step {
        std::string path;
        bool isRoot = false;
        bool list = false;  ///< it has children: list them
    };

    RootWalk(std::shared_ptr<ZooKeeper> session, std::size_t budget, std::stop_token stop,
             std::function<void(Findings)> done);
    void addRoot(const std::string& path);
    void proceed();
    void take(const Step& step);
    void looked(const Step& step, const Result<Stat>& stat);
    void listed(const Step& step, const Result<ChildList>& list);
    void failed(const Step& step, const Error& error);
    void report(Error problem);
    void finish();

    const std::shared_ptr<ZooKeeper> m_session;
    std::size_t m_budget;
    const std::stop_token m_stop;
    std::function<void(Findings)> m_done;
    std::deque<Step> m_steps;
    std::set<std::string> m_seen;
    std::size_t m_underWay = 0;
    Findings m_findings;
};

}  // namespace lockcore
