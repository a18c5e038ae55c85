// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace lockcore {

namespace {

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
            m_result.foundByName.push_back({i, j});
            return true;
        });
        std::erase_if(m_result.added,
                      [&](std::size_t j) { return !newer.contains(m_after[j].contender->name); });
        m_result.inOrder = std::ranges::all_of(m_result.foundByName, [this](const auto& kept) {
            return rank(kept.before, m_result.removed) == rank(kept.after, m_result.added);
        });
    }

    /// How many rows before `row` are not in `others`, which are sorted.
    static std::size_t rank(std::size_t row, const std::vector<std::size_t>& others) {
        return row - static_cast<std::size_t>(std::ranges::lower_bound(others, row) - others.begin());
    }

    const std::vector<QueueRow>& m_before;
    const std::vector<QueueRow>& m_after;
    QueueDifference m_result;
};

}  // namespace

bool isSameContender(const Contender& one, const Contender& other) {
    if (one.name != other.name) return false;
    return !one.stat || !other.stat || one.stat->czxid == other.stat->czxid;
}

QueueDifference queueDifference(const LockQueue& before, const LockQueue& after) {
    if (!isOtherDirectory(before, after)) return Walk(before.rows, after.rows).difference();
    static const std::vector<QueueRow> kNone;
    QueueDifference difference = Walk(before.rows, kNone).difference();
    difference.added = Walk(kNone, after.rows).difference().added;
    return difference;
}

std::vector<KeptRun> keptRuns(std::size_t rows, const QueueDifference& difference) {
    std::vector<std::size_t> metByName;
    for (const auto& kept : difference.foundByName)
        metByName.push_back(kept.after);
    std::ranges::sort(metByName);
    std::vector<KeptRun> runs;
    auto removed = difference.removed.begin();
    auto found = difference.foundByName.begin();
    auto added = difference.added.begin();
    auto met = metByName.begin();
    std::size_t row = 0;
    std::size_t next = 0;  // in the newer queue
    while (row < rows) {
        const std::size_t leaves = removed == difference.removed.end() ? rows : *removed;
        const std::size_t moves = found == difference.foundByName.end() ? rows : found->before;
        const std::size_t comes = added == difference.added.end() ? kNoRow : *added;
        const std::size_t arrives = met == metByName.end() ? kNoRow : *met;
        if (row == leaves) {
            ++row;
            ++removed;
        } else if (row == moves) {
            runs.push_back({row++, (found++)->after, 1});
        } else if (next == comes) {
            ++next;
            ++added;
        } else if (next == arrives) {
            ++next;
            ++met;
        } else {
            const std::size_t count =
                std::min(std::min(leaves, moves) - row, std::min(comes, arrives) - next);
            runs.push_back({row, next, count});
            row += count;
            next += count;
        }
    }
    return runs;
}

std::vector<std::size_t> rowsAfter(std::size_t rows, const QueueDifference& difference) {
    std::vector<std::size_t> after(rows, kNoRow);
    for (const KeptRun& run : keptRuns(rows, difference))
        for (std::size_t i = 0; i < run.count; ++i)
            after[run.before + i] = run.after + i;
    return after;
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
