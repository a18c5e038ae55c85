// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/fact_history.h>
#include <lockcore/observe/role_doubt.h>

#include <string>

namespace lockcore {

void FactHistory::take(const FeedStatus& status, std::int64_t atUnixMs) {
    if (!isOver(status.connection.state)) return;
    for (const auto& [path, past] : m_history.all())
        m_history.pause(path, atUnixMs);
    m_waiters.beginAnew();
}

bool FactHistory::take(const std::shared_ptr<const LockQueue>& queue, std::int64_t atUnixMs) {
    return update(m_waiters.complete(queue), atUnixMs);
}

bool FactHistory::update(const Queue& queue, std::int64_t atUnixMs) {
    return m_history.update(queue, atUnixMs, doubtsOf(*queue));
}

std::vector<std::shared_ptr<const LockQueue>> FactHistory::take(
    const std::shared_ptr<const ClusterAssessment>& assessment, std::int64_t atUnixMs) {
    m_history.setClocks(assessment->sample->clocks);
    m_history.takeSample(assessment->sample);
    m_history.takeSurvey({assessment->sample, &assessment->sample->servers});
    m_checked = assessment;
    for (const Queue& settled : m_waiters.settle(*assessment->sample))
        update(settled, atUnixMs);
    auto taken = m_history.judge([this](const LockQueue& queue) { return doubtsOf(queue); }, atUnixMs);
    (void)m_history.takeEnded();  // the sink has told of them
    return taken;
}

void FactHistory::forgetSettled() {
    m_history.forgetSettled();
    m_waiters.keepOnly([this](const std::string& path) { return m_history.of(path) != nullptr; });
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
