// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/standing_facts.h>

#include <variant>

namespace lockcore {

void StandingFacts::put(const Fact& fact) {
    if (const auto* const status = std::get_if<FeedStatus>(&fact.what)) {
        if (isOver(status->connection.state)) clearAllButStatus();
        m_status = fact;
    } else if (std::holds_alternative<WatchCount>(fact.what)) {
        m_watches = fact;
    } else if (std::holds_alternative<std::shared_ptr<const LockCatalog>>(fact.what)) {
        m_catalog = fact;
    } else if (std::holds_alternative<std::shared_ptr<const ClusterAssessment>>(fact.what)) {
        m_assessment = fact;
    } else if (std::holds_alternative<std::vector<OwnHold>>(fact.what)) {
        m_holds = fact;
    } else if (const auto* const queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what)) {
        putQueue(*queue, fact);
    } else if (const auto* const unwatched = std::get_if<Unwatched>(&fact.what)) {
        m_queues.erase(unwatched->lockPath);
    }
}

void StandingFacts::putQueue(const std::shared_ptr<const LockQueue>& queue, const Fact& fact) {
    Queue& known = m_queues[queue->path];
    const bool isRead = queue->freshness == Freshness::Live || queue->freshness == Freshness::Gone;
    if (isRead) {
        known.read = fact;
        known.newest.reset();
    } else {
        known.newest = fact;
    }
}

void StandingFacts::clearAllButStatus() {
    m_watches.reset();
    m_catalog.reset();
    m_assessment.reset();
    m_holds.reset();
    m_queues.clear();
}

std::vector<Fact> StandingFacts::all() const {
    std::vector<Fact> facts;
    facts.reserve(2 * m_queues.size() + 5);
    for (const auto* const fact : {&m_status, &m_watches, &m_catalog, &m_assessment, &m_holds})
        if (*fact) facts.push_back(**fact);
    for (const auto& [path, queue] : m_queues)
        for (const auto* const fact : {&queue.read, &queue.newest})
            if (*fact) facts.push_back(**fact);
    return facts;
}

}  // namespace lockcore
