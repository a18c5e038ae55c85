// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "past_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockcore {

namespace {

constexpr int kMostInTheWay = 2;

bool hasNegativeNumber(const PresentContender& contender) {
    return contender.parsed.sequence.value_or(0) < 0;
}

}  // namespace

PastQueue::PastQueue(const std::string& lock, const std::shared_ptr<PresentContender>& first,
                     std::optional<Dialect> marked) {
    LockQueue queue;
    queue.path = lock;
    queue.rows = arrangeQueue({first});
    classifyQueue(queue, marked);
    m_dialect = queue.dialect;
    m_kind = queue.kind;
    if (m_dialect == Dialect::Sequential) m_sequential = SequentialQueues::One;
}

void PastQueue::add(std::shared_ptr<PresentContender> contender) {
    if (m_kind == DirectoryKind::Lock && contender->shares) m_kind = DirectoryKind::ReadWriteLock;
    if (hasNegativeNumber(*contender)) ++m_negative;
    if (!waitsForSure(*contender)) m_isChanged = true;
    const Key key = keyOf(*contender);
    m_waiting.insert_or_assign(key, std::move(contender));
}

/// It does not share and stands behind somebody who waits already.
bool PastQueue::waitsForSure(const PresentContender& contender) const {
    return m_negative == 0 && !contender.shares && !m_waiting.empty() &&
           std::get<0>(m_waiting.begin()->first) < std::get<0>(keyOf(contender));
}

void PastQueue::remove(const PresentContender& contender) {
    const Key key = keyOf(contender);
    if (m_granted.erase(key) + m_waiting.erase(key) == 0) return;
    if (hasNegativeNumber(contender)) --m_negative;
    m_isChanged = true;
}

std::vector<std::shared_ptr<PresentContender>> PastQueue::takeGranted() {
    std::vector<std::shared_ptr<PresentContender>> granted;
    if (!std::exchange(m_isChanged, false) || m_waiting.empty()) return granted;
    if (isFirstTheOnlyOne()) {
        grant(m_waiting.begin(), granted);
        return granted;
    }
    for (const QueueRow& row : arrangeQueue(concerned(), m_sequential)) {
        if (!isFirstInLine(row.role)) continue;
        const Key key{row.contender->parsed.sequence.value_or(0), row.contender->name};
        if (const auto found = m_waiting.find(key); found != m_waiting.end()) grant(found, granted);
    }
    return granted;
}

void PastQueue::grant(Row::iterator contender, std::vector<std::shared_ptr<PresentContender>>& granted) {
    granted.push_back(contender->second);
    m_granted.insert(m_waiting.extract(contender));
}

/// By the rule of almost all locks, which need not be asked then: nobody is granted, and the lowest number is
/// one contender's alone.
bool PastQueue::isFirstTheOnlyOne() const {
    const auto first = m_waiting.begin();
    const auto second = std::next(first);
    return m_granted.empty() && m_negative == 0 && m_kind == DirectoryKind::Lock &&
           dialectInfo(m_dialect).rule == BlockRule::Exclusive && first->second->parsed.sequence &&
           (second == m_waiting.end() || std::get<0>(second->first) != std::get<0>(first->first));
}

std::vector<std::shared_ptr<const Contender>> PastQueue::concerned() const {
    std::vector<std::shared_ptr<const Contender>> those;
    bool hasSharer = false;
    for (const auto& [key, contender] : m_granted) {
        if (m_negative == 0 && contender->shares && std::exchange(hasSharer, true)) continue;
        those.push_back(contender);
    }
    int inTheWay = 0;
    std::int64_t last = 0;
    for (const auto& [key, contender] : m_waiting) {
        // Equal numbers are in each other's way.
        if (m_negative == 0 && inTheWay >= kMostInTheWay && std::get<0>(key) != last) break;
        those.push_back(contender);
        last = std::get<0>(key);
        if (!contender->shares) ++inTheWay;
    }
    return those;
}

}  // namespace lockcore
