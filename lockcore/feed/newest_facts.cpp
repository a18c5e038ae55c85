// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/newest_facts.h>

#include <iterator>
#include <optional>

namespace lockcore {
namespace {

/// Of which only the newest is of interest: whose. Empty for what counts one by one.
std::optional<std::string> subjectOf(const Fact& fact) {
    if (const auto* queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what)) return (*queue)->path;
    const bool isState = std::holds_alternative<WatchCount>(fact.what) ||
                         std::holds_alternative<std::shared_ptr<const LockCatalog>>(fact.what) ||
                         std::holds_alternative<std::shared_ptr<const ClusterAssessment>>(fact.what);
    return isState ? std::optional(std::string()) : std::nullopt;
}

}  // namespace

void NewestFacts::put(const Fact& fact) {
    {
        const std::lock_guard lock(m_mutex);
        keep(fact);
        if (std::exchange(m_wakePending, true)) return;
    }
    m_wake();
}

void NewestFacts::keep(const Fact& fact) {
    const auto subject = subjectOf(fact);
    if (!subject) {
        m_facts.push_back(fact);
        return;
    }
    const Key key(fact.what.index(), *subject);
    const auto older = m_newest.find(key);
    if (older != m_newest.end() && m_facts.size() >= m_whole) {
        m_facts.erase(older->second);
        ++m_combined;
    }
    m_facts.push_back(fact);
    m_newest.insert_or_assign(key, std::prev(m_facts.end()));
}

std::vector<Fact> NewestFacts::take() {
    const std::lock_guard lock(m_mutex);
    m_wakePending = false;
    m_newest.clear();
    std::list<Fact> facts = std::exchange(m_facts, {});
    return {std::make_move_iterator(facts.begin()), std::make_move_iterator(facts.end())};
}

std::uint64_t NewestFacts::combined() const {
    const std::lock_guard lock(m_mutex);
    return m_combined;
}

}  // namespace lockcore
