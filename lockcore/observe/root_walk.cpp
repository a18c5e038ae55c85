// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "root_walk.h"

#include "catalog.h"
#include "observed_lock.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// A server gains nothing by more.
constexpr std::size_t kMostWalkRequests = 256;
constexpr std::size_t kMostProblems = 50;
constexpr std::string_view kSystemTree = "/zookeeper";

/// As DiscoveredLock::contents: each child that comes or goes changes cversion. Never 0, and practically
/// never what another source makes of the same lock.
std::uint64_t contentsBy(const Stat& stat) {
    const auto identity = static_cast<std::uint64_t>(raw(stat.czxid)) * 0x9e3779b97f4a7c15U;
    return (identity ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(stat.cversion)) << 1U)) | 1U;
}

}  // namespace

void RootWalk::start(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done) {
    const std::shared_ptr<RootWalk> walk(
        new RootWalk(std::move(session), std::move(plan), std::move(stop), std::move(done)));
    for (const std::string& root : walk->m_plan.roots)
        walk->addNamed(root);
    for (const auto& [path, mark] : walk->m_plan.marks.all())
        if (std::holds_alternative<Dialect>(mark)) walk->addNamed(path);
    walk->proceed();
}

RootWalk::RootWalk(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done)
    : m_session(std::move(session)),
      m_plan(std::move(plan)),
      m_stop(std::move(stop)),
      m_done(std::move(done)) {}

void RootWalk::addNamed(const std::string& path) {
    if (const std::string problem = pathProblem(path); !problem.empty())
        report({ErrorCode::BadArguments, "Look for locks, " + problem, path});
    else if (isWanted(path))
        m_steps.push_back({path, true});
}

/// False for what was seen before, too.
bool RootWalk::isWanted(const std::string& path) {
    const bool isTold = m_plan.told && findLock(m_plan.told->locks, path);
    return !isTold && !m_plan.marks.isNotALock(path) && m_seen.insert(path).second;
}

void RootWalk::proceed() {
    if (m_stop.stop_requested()) return;
    while (!m_steps.empty() && m_findings.requests < m_plan.budget && m_underWay < kMostWalkRequests) {
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        ++m_findings.requests;
        ++m_underWay;
        take(step);
    }
    if (m_underWay == 0) finish();
}

/// The Stat first where a directory might be huge, which must not be listed.
void RootWalk::take(const Step& step) {
    const bool canList = step.list || m_plan.allAreSmall;
    if (canList && !isSingleNode(m_plan.marks.dialectOf(step.path))) {
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
    } else if (stat->numChildren == 0 || isSingleNode(m_plan.marks.dialectOf(step.path))) {
        foundLeaf(step, *stat);
    } else if (stat->numChildren > kMostChildrenListed) {
        report({ErrorCode::TooLarge, "List " + std::to_string(stat->numChildren) + " children", step.path});
    } else {
        m_steps.push_front({step.path, step.isNamed, true});
    }
}

void RootWalk::listed(const Step& step, const Result<ChildList>& list) {
    if (!list) {
        failed(step, list.error());
        return;
    }
    if (list->names.empty()) {
        foundLeaf(step, list->stat);
        return;
    }
    const auto children = listedChildren(list->names);
    const bool mayBeOne = m_plan.marks.dialectOf(step.path) || isLockDirectory(step.path, children);
    if (mayBeOne && foundDirectory(step.path, *list, children)) return;
    for (const std::string& name : list->names) {
        std::string path = joinPath(step.path, name);
        if (path != kSystemTree && isWanted(path)) m_steps.push_back({std::move(path)});
    }
}

/// False where the numbers of its children turn out to be none that it has given.
bool RootWalk::foundDirectory(const std::string& path, const ChildList& list,
                              const std::vector<ListedChild>& children) {
    const auto marked = m_plan.marks.dialectOf(path);
    const DiscoveredLock* earlier = m_plan.earlier ? findLock(m_plan.earlier->locks, path) : nullptr;
    if (earlier && stillDescribes(*earlier, contentsBy(list.stat), marked)) {
        m_findings.locks.push_back(*earlier);
        return true;
    }
    DiscoveredLock lock = describeLock(path, children, marked, dialectOfPlace(path), list.stat);
    if (!marked && isEmpty(lock)) return false;
    add(std::move(lock), list.stat);
    return true;
}

void RootWalk::foundLeaf(const Step& step, const Stat& stat) {
    const auto marked = m_plan.marks.dialectOf(step.path);
    const bool isEphemeral = stat.ephemeralOwner != SessionId::None;
    // Conventional names are common words, such as those of empty directories: only what ends with a session
    // is taken for a lock of one znode.
    const auto place = isEphemeral ? singleNodePlace(step.path) : std::nullopt;
    const auto byName = isEphemeral ? singleNodeDialect(nodeName(step.path)) : std::nullopt;
    const auto dialect = marked ? marked : place ? std::optional(place->dialect) : byName;
    if (dialect && isSingleNode(*dialect))
        add(describeNodeLock(step.path, *dialect, stat.ephemeralOwner), stat);
    else if (step.isNamed)  // a lock that nobody wants at the moment
        add(describeLock(step.path, {}, marked), stat);
}

void RootWalk::add(DiscoveredLock lock, const Stat& stat) {
    lock.contents = contentsBy(stat);
    lock.marked = m_plan.marks.dialectOf(lock.path).has_value();
    m_findings.locks.push_back(std::move(lock));
}

void RootWalk::failed(const Step& step, const Error& error) {
    const auto marked = m_plan.marks.dialectOf(step.path);
    // What a user has said to be a lock is one that nobody wants where it does not exist.
    if (marked) {
        add(describeLock(step.path, {}, marked), {});
        if (error.code != ErrorCode::NoNode) m_findings.locks.back().contents = 0;
    }
    // What vanished while the walk went on is nothing to report.
    if (error.code == ErrorCode::NoNode && (marked || !step.isNamed)) return;
    report(error);
    if (!isAmbiguous(error.code) && !isSessionOver(error.code)) return;
    m_steps.clear();
    m_findings.isPartial = true;
}

void RootWalk::report(Error problem) {
    if (m_findings.problems.size() < kMostProblems) m_findings.problems.push_back(std::move(problem));
}

void RootWalk::finish() {
    if (!m_steps.empty()) {
        m_findings.isPartial = true;
        report({ErrorCode::TooLarge,
                "Look for locks, " + std::to_string(m_steps.size()) + " znodes left unread",
                m_steps.front().path});
    }
    std::ranges::sort(m_findings.locks, {}, &DiscoveredLock::path);
    m_done(std::move(m_findings));
}

}  // namespace lockcore
