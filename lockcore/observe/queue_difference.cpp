// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace lockcore {

namespace {

bool isSameContender(const Contender& before, const Contender& after) {
    if (before.name != after.name) return false;
    return !before.stat || !after.stat || before.stat->czxid == after.stat->czxid;
}

/// Roughly the order of a queue, enough to walk two of them in step. Where a library sorts differently, rows
/// miss each other and are found by name.
bool goesFirst(const QueueRow& one, const QueueRow& other) {
    const auto key = [](const QueueRow& row) {
        const Contender& contender = *row.contender;
        return std::tuple(row.role == Role::Foreign, contender.parsed.sequence.value_or(0),
                          std::string_view(contender.name));
    };
    return key(one) < key(other);
}

bool isOtherDirectory(const LockQueue& before, const LockQueue& after) {
    return before.stat && after.stat && before.stat->czxid != after.stat->czxid;
}

/// Walks both queues, and collects the rows that did not meet their counterpart in `removed` and `added`.
class Walk {
public:
    Walk(const std::vector<QueueRow>& before, const std::vector<QueueRow>& after)
        : m_before(before), m_after(after) {}

    QueueDifference difference() {
        inStep();
        if (!m_result.removed.empty() && !m_result.added.empty()) byName();
        std::ranges::sort(m_result.changed, {}, &QueueDifference::Kept::after);
        return std::move(m_result);
    }

private:
    void inStep() {
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < m_before.size() && j < m_after.size()) {
            const QueueRow& older = m_before[i];
            const QueueRow& newer = m_after[j];
            if (older.contender == newer.contender) {
                if (older.role != newer.role) m_result.changed.push_back({i, j});
                ++i;
                ++j;
            } else if (isSameContender(*older.contender, *newer.contender)) {
                m_result.changed.push_back({i++, j++});
            } else if (goesFirst(older, newer)) {
                m_result.removed.push_back(i++);
            } else {
                m_result.added.push_back(j++);
            }
        }
        for (; i < m_before.size(); ++i)
            m_result.removed.push_back(i);
        for (; j < m_after.size(); ++j)
            m_result.added.push_back(j);
    }

    void byName() {
        std::unordered_map<std::string_view, std::size_t> newer;
        newer.reserve(m_result.added.size());
        for (const std::size_t j : m_result.added)
            newer.emplace(m_after[j].contender->name, j);
        std::erase_if(m_result.removed, [&](std::size_t i) {
            const QueueRow& older = m_before[i];
            const auto found = newer.find(older.contender->name);
            if (found == newer.end()) return false;
            const std::size_t j = found->second;
            if (!isSameContender(*older.contender, *m_after[j].contender)) return false;
            if (older.contender != m_after[j].contender || older.role != m_after[j].role)
                m_result.changed.push_back({i, j});
            newer.erase(found);
            m_matched.push_back(j);
            return true;
        });
        std::ranges::sort(m_matched);
        std::erase_if(m_result.added,
                      [&](std::size_t j) { return std::ranges::binary_search(m_matched, j); });
    }

    const std::vector<QueueRow>& m_before;
    const std::vector<QueueRow>& m_after;
    QueueDifference m_result;
    std::vector<std::size_t> m_matched;
};

}  // namespace

QueueDifference queueDifference(const LockQueue& before, const LockQueue& after) {
    if (!isOtherDirectory(before, after)) return Walk(before.rows, after.rows).difference();
    static const std::vector<QueueRow> kNone;
    QueueDifference difference = Walk(before.rows, kNone).difference();
    difference.added = Walk(kNone, after.rows).difference().added;
    return difference;
}

std::optional<std::int64_t> unseenChanges(const LockQueue& before, const LockQueue& after,
                                          const QueueDifference& difference) {
    if (!before.stat || !after.stat || isOtherDirectory(before, after)) return std::nullopt;
    // cversion is a counter of 32 bits that wraps.
    const std::uint32_t changes =
        static_cast<std::uint32_t>(after.stat->cversion) - static_cast<std::uint32_t>(before.stat->cversion);
    const auto seen = static_cast<std::int64_t>(difference.removed.size() + difference.added.size());
    return std::max<std::int64_t>(0, changes - seen);
}

std::optional<std::int64_t> unseenChanges(const LockQueue& before, const LockQueue& after) {
    return unseenChanges(before, after, queueDifference(before, after));
}

}  // namespace lockcore
