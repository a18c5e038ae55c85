// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/fact_history.h>
#include <lockcore/observe/permits.h>
#include <lockcore/observe/role_doubt.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

bool isSameDirectory(const LockQueue& one, const LockQueue& other) {
    return one.stat && other.stat && one.stat->czxid == other.stat->czxid;
}

}  // namespace

void FactHistory::take(const FeedStatus& status, std::int64_t atUnixMs) {
    if (!isOver(status.connection.state)) return;
    for (const auto& [path, past] : m_history.all())
        m_history.pause(path, atUnixMs);
    m_isAnew = true;
    m_withoutWaiters.clear();
}

bool FactHistory::take(const std::shared_ptr<const LockQueue>& queue, std::int64_t atUnixMs) {
    return update(m_isAnew ? withWaiters(queue) : queue, atUnixMs);
}

bool FactHistory::update(const Queue& queue, std::int64_t atUnixMs) {
    if (queue->freshness == Freshness::Gone)
        m_permits.erase(queue->path);
    else if (queue->freshness == Freshness::Live && waitersPath(*queue))
        m_permits.insert_or_assign(queue->path, queue);
    return m_history.update(queue, atUnixMs, doubtsOf(*queue));
}

/// As they were told last, until a sample of this session tells.
FactHistory::Queue FactHistory::withWaiters(const Queue& permits) {
    if (permits->freshness != Freshness::Live || !waitersPath(*permits) || waitersIn(*permits))
        return permits;
    const auto known = m_permits.find(permits->path);
    if (known == m_permits.end() || !isSameDirectory(*known->second, *permits)) return permits;
    const auto waiters = waitersIn(*known->second);
    if (!waiters) return permits;
    m_withoutWaiters.insert_or_assign(permits->path, permits);
    return std::make_shared<const LockQueue>(lockcore::withWaiters(*permits, *waiters));
}

/// Whoever does not wait any more is not told of again.
void FactHistory::settleWaiters(const ClusterSample& sample, std::int64_t atUnixMs) {
    m_isAnew = false;
    for (const auto& [path, permits] : std::exchange(m_withoutWaiters, {})) {
        const auto known = std::ranges::lower_bound(
            sample.locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
        if (known == sample.locks.end() || (*known)->path != path) continue;
        const auto waiters = waitersIn(**known);
        auto now =
            std::make_shared<LockQueue>(waiters ? lockcore::withWaiters(*permits, *waiters) : *permits);
        now->readAtUnixMs = std::max(now->readAtUnixMs, sample.takenAtUnixMs);
        update(now, atUnixMs);
    }
}

std::vector<std::shared_ptr<const LockQueue>> FactHistory::take(
    const std::shared_ptr<const ClusterAssessment>& assessment, std::int64_t atUnixMs) {
    m_history.setClocks(assessment->sample->clocks);
    m_history.takeSample(assessment->sample);
    m_history.takeSurvey({assessment->sample, &assessment->sample->servers});
    m_checked = assessment;
    if (m_isAnew) settleWaiters(*assessment->sample, atUnixMs);
    auto taken = m_history.judge([this](const LockQueue& queue) { return doubtsOf(queue); }, atUnixMs);
    (void)m_history.takeEnded();  // the sink has told of them
    return taken;
}

void FactHistory::forgetSettled() {
    m_history.forgetSettled();
    std::erase_if(m_permits, [this](const auto& each) { return !m_history.of(each.first); });
}

void FactHistory::take(const OwnAct& act) {
    if (act.kind == OwnAct::Kind::RemoveContender && act.result && act.contender->stat)
        m_history.removedHere(act.lockPath, act.contender->stat->czxid);
}

void FactHistory::take(const Unwatched& unwatched) {
    m_history.pause(unwatched.lockPath, unwatched.sinceUnixMs);
}

std::vector<std::size_t> FactHistory::doubtsOf(const LockQueue& queue) const {
    return rowsInDoubt(queue, m_checked.get());
}

}  // namespace lockcore
