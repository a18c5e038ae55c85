// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "root_walk.h"

#include "catalog.h"
#include "observed_lock.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t kMostUnderWay = 64;
constexpr std::size_t kMostProblems = 50;
constexpr std::string_view kSystemTree = "/zookeeper";

}  // namespace

void RootWalk::start(std::shared_ptr<ZooKeeper> session, const std::vector<std::string>& roots,
                     std::size_t budget, std::stop_token stop, std::function<void(Findings)> done) {
    const std::shared_ptr<RootWalk> walk(
        new RootWalk(std::move(session), budget, std::move(stop), std::move(done)));
    for (const std::string& root : roots)
        walk->addRoot(root);
    walk->proceed();
}

RootWalk::RootWalk(std::shared_ptr<ZooKeeper> session, std::size_t budget, std::stop_token stop,
                   std::function<void(Findings)> done)
    : m_session(std::move(session)), m_budget(budget), m_stop(std::move(stop)), m_done(std::move(done)) {}

void RootWalk::addRoot(const std::string& path) {
    if (const std::string problem = pathProblem(path); !problem.empty())
        report({ErrorCode::BadArguments, "Look for locks, " + problem, path});
    else if (m_seen.insert(path).second)
        m_steps.push_back({path, true});
}

void RootWalk::proceed() {
    if (m_stop.stop_requested()) return;
    while (!m_steps.empty() && m_budget > 0 && m_underWay < kMostUnderWay) {
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        --m_budget;
        ++m_underWay;
        take(step);
    }
    if (m_underWay == 0) finish();
}

/// The Stat first: most znodes have no children and need no list, and a huge one must not be listed.
void RootWalk::take(const Step& step) {
    if (step.list) {
        m_session->children(step.path, {}, [self = shared_from_this(), step](const Result<ChildList>& list) {
            --self->m_underWay;
            self->listed(step, list);
            self->proceed();
        });
    } else {
        m_session->exists(step.path, {}, [self = shared_from_this(), step](const Result<Stat>& stat) {
            --self->m_underWay;
            self->looked(step, stat);
            self->proceed();
        });
    }
}

void RootWalk::looked(const Step& step, const Result<Stat>& stat) {
    if (!stat) {
        failed(step, stat.error());
    } else if (stat->numChildren > kMostChildrenListed) {
        report({ErrorCode::TooLarge, "List " + std::to_string(stat->numChildren) + " children", step.path});
    } else if (stat->numChildren > 0) {
        m_steps.push_front({step.path, step.isRoot, true});
    } else if (step.isRoot) {
        // Named by the user: a lock that nobody wants at the moment.
        m_findings.locks.push_back({step.path});
    }
}

void RootWalk::listed(const Step& step, const Result<ChildList>& list) {
    if (!list) {
        failed(step, list.error());
        return;
    }
    if (isLockDirectory(list->names)) {
        m_findings.locks.push_back(describeLock(step.path, list->names));
        return;
    }
    for (const std::string& name : list->names) {
        std::string path = joinPath(step.path, name);
        if (path != kSystemTree && m_seen.insert(path).second) m_steps.push_back({std::move(path)});
    }
}

void RootWalk::failed(const Step& step, const Error& error) {
    // What vanished while the walk went on is nothing to report.
    if (error.code == ErrorCode::NoNode && !step.isRoot) return;
    report(error);
    if (isAmbiguous(error.code) || isSessionOver(error.code)) m_steps.clear();
}

void RootWalk::report(Error problem) {
    if (m_findings.problems.size() < kMostProblems) m_findings.problems.push_back(std::move(problem));
}

void RootWalk::finish() {
    if (!m_steps.empty())
        report({ErrorCode::TooLarge,
                "Look for locks, " + std::to_string(m_steps.size()) + " znodes left unread",
                m_steps.front().path});
    std::sort(m_findings.locks.begin(), m_findings.locks.end(),
              [](const DiscoveredLock& a, const DiscoveredLock& b) { return a.path < b.path; });
    m_done(std::move(m_findings));
}

}  // namespace lockcore
