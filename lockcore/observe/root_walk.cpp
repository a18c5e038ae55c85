// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "root_walk.h"

#include "catalog.h"
#include "observed_lock.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kMostProblems = 50;
constexpr Duration kProgressInterval = std::chrono::seconds(3);
/// Of a number of permits.
constexpr std::int32_t kMostDigits = 10;
constexpr std::string_view kSystemTree = "/zookeeper";

/// As DiscoveredLock::contents: each child that comes or goes changes cversion. Never 0, and practically
/// never what another source makes of the same lock.
std::uint64_t contentsBy(const Stat& stat) {
    const auto identity = static_cast<std::uint64_t>(raw(stat.czxid)) * 0x9e3779b97f4a7c15U;
    return (identity ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(stat.cversion)) << 1U)) | 1U;
}

/// Of a lock's children those that are no contenders.
std::vector<std::string_view> foreignNames(const NamedQueue& queue) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < queue.size(); ++i)
        if (const NamedContender child = queue.at(i); child.role == Role::Foreign)
            names.push_back(child.name);
    return names;
}

}  // namespace

void RootWalk::start(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done,
                     Done progress) {
    const std::shared_ptr<RootWalk> walk(new RootWalk(std::move(session), std::move(plan), std::move(stop),
                                                      std::move(done), std::move(progress)));
    for (const std::string& root : walk->m_plan.roots)
        walk->addNamed(root);
    for (const auto& [path, mark] : walk->m_plan.marks.all())
        if (std::holds_alternative<Dialect>(mark) && !walk->isTold(path)) walk->addNamed(path);
    if (walk->m_plan.told) walk->lookForPermits(walk->m_plan.told->locks);
    walk->proceed();
}

RootWalk::RootWalk(std::shared_ptr<ZooKeeper> session, WalkPlan plan, std::stop_token stop, Done done,
                   Done progress)
    : m_session(std::move(session)),
      m_plan(std::move(plan)),
      m_stop(std::move(stop)),
      m_done(std::move(done)),
      m_progress(std::move(progress)),
      m_toldAt(m_session->loop().now()) {}

void RootWalk::addNamed(const std::string& path) {
    if (const std::string problem = pathProblem(path); !problem.empty())
        report({ErrorCode::BadArguments, "Look for locks, " + problem, path});
    else if (!m_plan.marks.isNotALock(path) && m_named.insert(path).second)
        m_steps.push_back({path, true});
}

bool RootWalk::isTold(const std::string& path) const {
    return m_plan.told && findLock(m_plan.told->locks, path);
}

bool RootWalk::isToldBelow(const std::string& path) const {
    const std::string prefix = path + '/';
    const auto& locks = m_plan.told->locks;
    const auto next = std::ranges::lower_bound(locks, prefix, {}, &DiscoveredLock::path);
    return next != locks.end() && next->path.starts_with(prefix);
}

/// A lock that was told is not worth a request of its own, unless it is known to have others below it.
bool RootWalk::isWanted(const std::string& path) const {
    if (path == kSystemTree || m_named.contains(path) || m_plan.marks.isNotALock(path)) return false;
    return !isTold(path) || isToldBelow(path);
}

void RootWalk::proceed() {
    if (m_stop.stop_requested()) return;
    const auto maySend = [this] { return m_plan.budget == 0 || m_findings.requests < m_plan.budget; };
    while (!m_steps.empty() && maySend() && m_window.isOpen()) {
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        ++m_findings.requests;
        m_window.sent();
        take(step);
    }
    if (m_window.underWay() == 0)
        finish();
    else
        tellProgress();
}

/// The Stat first where a directory might be huge, which must not be listed.
void RootWalk::take(const Step& step) {
    const bool canList = step.list || m_plan.allAreSmall;
    const TimePoint sentAt = m_session->loop().now();
    const auto answered = [self = shared_from_this(), sentAt] {
        self->m_window.answered(self->m_session->loop().now() - sentAt);
    };
    if (step.mayBePermits) {
        m_session->get(step.path, {},
                       [self = shared_from_this(), step, answered](const Result<NodeData>& permits) {
                           answered();
                           self->permitsRead(step.path, permits);
                           self->proceed();
                       });
    } else if (canList && !isSingleNode(m_plan.marks.dialectOf(step.path))) {
        m_session->children(step.path, {},
                            [self = shared_from_this(), step, answered](const Result<ChildList>& list) {
                                answered();
                                self->listed(step, list);
                                self->proceed();
                            });
    } else {
        m_session->exists(step.path, {},
                          [self = shared_from_this(), step, answered](const Result<Stat>& stat) {
                              answered();
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
    } else if (auto tooMany = tooManyToList(stat->numChildren, step.path)) {
        leaveOut(*std::move(tooMany), static_cast<std::uint64_t>(stat->numChildren));
    } else {
        m_steps.push_front({step.path, step.isNamed, true});
    }
}

void RootWalk::listed(const Step& step, const Result<ChildList>& list) {
    if (!list) {
        failed(step, list.error());
        return;
    }
    if (auto tooMany = tooManyToList(std::ssize(list->names), step.path)) {
        leaveOut(*std::move(tooMany), list->names.size());
        return;
    }
    if (list->names.empty()) {
        foundLeaf(step, list->stat);
        return;
    }
    const auto children = listedChildren(list->names);
    const auto marked = m_plan.marks.dialectOf(step.path);
    const bool mayBeOne = marked || isTold(step.path) || isLockDirectory(step.path, children);
    const auto queue = mayBeOne ? foundDirectory(step.path, *list, children) : nullptr;
    if (!queue)
        lookBelow(step.path, {list->names.begin(), list->names.end()});
    else if (marked != Dialect::Members)  // all of its children are members, by a user's word
        lookBelow(step.path, foreignNames(*queue));
}

/// First, so that no more of the tree is known at a time than one way down it.
void RootWalk::lookBelow(const std::string& directory, const std::vector<std::string_view>& names) {
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        std::string path = joinPath(directory, *name);
        if (isWanted(path)) m_steps.push_front({std::move(path)});
    }
}

/// Null where the numbers of its children turn out to be none that it has given.
std::shared_ptr<const NamedQueue> RootWalk::foundDirectory(const std::string& path, const ChildList& list,
                                                           const std::vector<ListedChild>& children) {
    const auto marked = m_plan.marks.dialectOf(path);
    const DiscoveredLock* earlier = m_plan.earlier ? findLock(m_plan.earlier->locks, path) : nullptr;
    if (earlier && stillDescribes(*earlier, contentsBy(list.stat), marked)) {
        if (isTold(path)) return earlier->queue;
        lookForPermits(std::span(earlier, 1));
        m_findings.locks.push_back(*earlier);
        return earlier->queue;
    }
    DiscoveredLock lock = describeLock(path, children, marked, dialectOfPlace(path), list.stat);
    if (!marked && isEmpty(lock)) return nullptr;
    const auto queue = lock.queue;
    add(std::move(lock), list.stat);
    return queue;
}

void RootWalk::foundLeaf(const Step& step, const Stat& stat) {
    const auto marked = m_plan.marks.dialectOf(step.path);
    const bool isEphemeral = stat.ephemeralOwner != SessionId::None;
    // Conventional names are common words, such as those of empty directories: only what ends with a session
    // is taken for a lock of one znode.
    const auto place = isEphemeral ? singleNodePlace(step.path) : std::nullopt;
    const auto byName = isEphemeral ? singleNodeDialect(nodeName(step.path)) : std::nullopt;
    auto dialect = marked ? marked : place ? std::optional(place->dialect) : byName;
    // An ephemeral is no directory. Who has a contender's name stands in the queue above.
    const bool isPlain = parseNodeName(nodeName(step.path)).dialect == Dialect::Unknown;
    if (!dialect && isEphemeral && step.isNamed && isPlain) dialect = Dialect::PlainNode;
    if (dialect && isSingleNode(*dialect))
        add(describeNodeLock(step.path, *dialect, stat.ephemeralOwner), stat);
    else if (step.isNamed)  // a lock that nobody wants at the moment
        add(describeLock(step.path, {}, marked), stat);
    if (step.isNamed && !marked) lookForWaiters(step.path, stat);
}

void RootWalk::add(DiscoveredLock lock, const Stat& stat) {
    if (isTold(lock.path)) return;
    lock.contents = contentsBy(stat);
    lock.marked = m_plan.marks.dialectOf(lock.path).has_value();
    lookForPermits(std::span(&lock, 1));
    m_findings.locks.push_back(std::move(lock));
}

/// Before anything else: until it is read, who is first in the lock beside it seems to hold that.
void RootWalk::lookForPermits(std::span<const DiscoveredLock> waiters) {
    for (std::string& path : untoldPermits(waiters, m_plan.marks))
        if (!isTold(path)) m_steps.push_front({.path = std::move(path), .mayBePermits = true});
}

/// A directory without children whose data may be a number.
void RootWalk::lookForWaiters(const std::string& permits, const Stat& stat) {
    std::string path = std::string(permits).append(kKazooWaiters);
    if (stat.dataLength > 0 && stat.dataLength <= kMostDigits && isWanted(path))
        m_steps.push_front({std::move(path)});
}

/// What can't be read may be a semaphore, so that nobody knows of the first in the lock beside it that it
/// holds anything.
void RootWalk::permitsRead(const std::string& path, const Result<NodeData>& permits) {
    const bool tellsNone =
        permits ? !leasesOfKazoo(permits->data) : permits.error().code == ErrorCode::NoNode;
    if (tellsNone) return;
    LockQueue queue;
    queue.path = path;
    takeTold(queue, Dialect::KazooSemaphore);
    DiscoveredLock lock = discoveredLock(queue);
    if (permits) lock.contents = contentsBy(permits->stat);
    m_permits.insert_or_assign(path, std::move(lock));
}

/// One that was found by a name that somebody has given shows nothing of what it is while it is empty.
WalkFindings RootWalk::withPermits(WalkFindings findings) const {
    auto& locks = findings.locks;
    std::ranges::sort(locks, {}, &DiscoveredLock::path);
    std::vector<DiscoveredLock> added;
    for (const auto& [path, permits] : m_permits) {
        const auto same = std::ranges::lower_bound(locks, path, {}, &DiscoveredLock::path);
        if (same == locks.end() || same->path != path)
            added.push_back(permits);
        else if (!same->queue)
            *same = permits;
    }
    std::ranges::move(added, std::back_inserter(locks));
    std::ranges::sort(locks, {}, &DiscoveredLock::path);
    return findings;
}

void RootWalk::failed(const Step& step, const Error& error) {
    const auto marked = m_plan.marks.dialectOf(step.path);
    // What a user has said to be a lock is one that nobody wants where it does not exist.
    const bool isKnown = isTold(step.path);
    if (marked && !isKnown) {
        add(describeLock(step.path, {}, marked), {});
        if (error.code != ErrorCode::NoNode) m_findings.locks.back().contents = 0;
    }
    // What vanished while the walk went on is nothing to report.
    if (error.code == ErrorCode::NoNode && (marked || isKnown || !step.isNamed)) return;
    const bool isLost = isAmbiguous(error.code) || isSessionOver(error.code);
    if (error.code == ErrorCode::NoNode || marked)
        report(error);
    else if (!isLost)
        leaveOut(error);
    // Who names a path that is not there may mean another one.
    if (error.code == ErrorCode::NoNode)
        m_findings.gaps.push_back({.kind = GapKind::DirectoryUnread, .path = step.path, .reason = error});
    if (!isLost || m_isLost) return;
    m_isLost = true;
    report(error);
    m_findings.gaps.push_back({.kind = GapKind::SearchCut, .path = step.path, .reason = error});
    m_steps.clear();
}

/// Nobody knows what is below.
void RootWalk::leaveOut(Error problem, std::uint64_t children) {
    m_findings.gaps.push_back(
        {.kind = GapKind::DirectoryUnread, .path = problem.path, .reason = problem, .counted = children});
    report(std::move(problem));
}

void RootWalk::report(Error problem) {
    if (m_findings.problems.size() < kMostProblems) m_findings.problems.push_back(std::move(problem));
}

void RootWalk::tellProgress() {
    const TimePoint now = m_session->loop().now();
    if (!m_progress || now - m_toldAt < kProgressInterval) return;
    m_toldAt = now;
    WalkFindings soFar = m_findings;
    soFar.gaps.push_back({.kind = GapKind::SearchGoesOn, .count = m_steps.size() + m_window.underWay()});
    m_progress(withPermits(std::move(soFar)));
}

void RootWalk::finish() {
    if (!m_steps.empty()) {
        const Error reason{ErrorCode::TooLarge,
                           "Look for locks, " + std::to_string(m_steps.size()) + " znodes left unread",
                           m_steps.front().path};
        m_findings.gaps.push_back({.kind = GapKind::SearchCut, .count = m_steps.size(), .reason = reason});
        report(reason);
    }
    m_done(withPermits(std::move(m_findings)));
}

}  // namespace lockcore
