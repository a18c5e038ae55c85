// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_queue.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace lockcore {

namespace {

constexpr std::size_t kDialectCount = static_cast<std::size_t>(Dialect::Unknown) + 1;

std::size_t slot(const QueueRow& row) {
    return static_cast<std::size_t>(row.contender->parsed.dialect);
}

bool isContender(const QueueRow& row) {
    return row.contender->parsed.sequence.has_value();
}

bool isReader(const QueueRow& row) {
    return row.contender->parsed.mode == LockMode::Read;
}

std::int64_t sequenceOf(const QueueRow& row) {
    return row.contender->parsed.sequence.value_or(0);
}

bool comesBefore(const QueueRow& a, const QueueRow& b) {
    if (isContender(a) != isContender(b)) return isContender(a);
    const auto key = [](const QueueRow& row) {
        return std::tuple(sequenceOf(row), isReader(row), std::string_view(row.contender->name));
    };
    return key(a) < key(b);
}

/// Curator 5.5 and later turn a held write lock into a read lock by a second znode with the same number:
/// reader and writer of one number are one owner then. Near the end of the counter, equal numbers happen
/// between strangers.
bool mayBeDowngrade(const QueueRow& row) {
    const std::int64_t number = sequenceOf(row);
    return row.contender->parsed.dialect == Dialect::CuratorReadWrite && number >= 0 &&
           number < kSequenceLimit;
}

/// What of one dialect stands before the row being looked at.
struct Before {
    std::optional<std::size_t> last = {};
    std::optional<std::size_t> firstWriter = {};
    std::optional<std::size_t> lastWriter = {};
};

/// How many rows of one dialect share the number being looked at.
struct Equals {
    std::size_t readers = 0;
    std::size_t writers = 0;
};

class Arrangement {
public:
    explicit Arrangement(std::vector<QueueRow>& rows) : m_rows(rows) {}

    void run() {
        std::size_t begin = 0;
        while (begin < m_rows.size() && isContender(m_rows[begin])) {
            std::size_t end = begin + 1;
            while (end < m_rows.size() && isContender(m_rows[end]) &&
                   sequenceOf(m_rows[end]) == sequenceOf(m_rows[begin]))
                ++end;
            arrangeEquals(begin, end);
            begin = end;
        }
    }

private:
    void arrangeEquals(std::size_t begin, std::size_t end) {
        std::array<Equals, kDialectCount> equals{};
        for (std::size_t i = begin; i < end; ++i) {
            Equals& mine = equals[slot(m_rows[i])];
            ++(isReader(m_rows[i]) ? mine.readers : mine.writers);
        }
        for (std::size_t i = begin; i < end; ++i) {
            arrange(m_rows[i], equals[slot(m_rows[i])]);
            remember(i);
        }
    }

    void arrange(QueueRow& row, const Equals& equals) const {
        row.predecessor = isReader(row) ? readerPredecessor(row) : writerPredecessor(row);
        const std::size_t rivals = isReader(row)         ? (mayBeDowngrade(row) ? 0 : equals.writers)
                                   : mayBeDowngrade(row) ? equals.writers - 1
                                                         : equals.writers + equals.readers - 1;
        row.role = row.predecessor || rivals > 0 ? Role::Waiter : Role::Holder;
    }

    std::optional<std::size_t> writerPredecessor(const QueueRow& row) const {
        return m_before[slot(row)].last;
    }

    std::optional<std::size_t> readerPredecessor(const QueueRow& row) const {
        const Before& before = m_before[slot(row)];
        const bool first = dialectInfo(row.contender->parsed.dialect).readerWatchesFirstWriter;
        const auto writer = first ? before.firstWriter : before.lastWriter;
        if (writer && mayBeDowngrade(row) && sequenceOf(m_rows[*writer]) == sequenceOf(row))
            return std::nullopt;
        return writer;
    }

    void remember(std::size_t index) {
        Before& before = m_before[slot(m_rows[index])];
        before.last = index;
        if (isReader(m_rows[index])) return;
        before.lastWriter = index;
        if (!before.firstWriter) before.firstWriter = index;
    }

    std::vector<QueueRow>& m_rows;
    std::array<Before, kDialectCount> m_before{};
};

std::size_t countRole(const std::vector<QueueRow>& rows, Role role) {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const QueueRow& row) { return row.role == role; }));
}

}  // namespace

std::string_view roleName(Role role) {
    switch (role) {
        case Role::Holder: return "holder";
        case Role::Waiter: return "waiter";
        case Role::Foreign: return "foreign";
    }
    return "foreign";
}

std::string_view freshnessName(Freshness freshness) {
    switch (freshness) {
        case Freshness::Live: return "live";
        case Freshness::Stale: return "stale";
        case Freshness::Gone: return "gone";
        case Freshness::Failed: return "failed";
    }
    return "failed";
}

std::size_t LockQueue::holders() const {
    return countRole(rows, Role::Holder);
}

std::size_t LockQueue::waiters() const {
    return countRole(rows, Role::Waiter);
}

std::vector<QueueRow> arrangeQueue(std::vector<std::shared_ptr<const Contender>> contenders) {
    std::vector<QueueRow> rows;
    rows.reserve(contenders.size());
    for (auto& contender : contenders)
        rows.push_back({std::move(contender)});
    std::sort(rows.begin(), rows.end(), comesBefore);
    Arrangement(rows).run();
    return rows;
}

void classifyQueue(LockQueue& queue) {
    std::array<std::size_t, kDialectCount> counts{};
    for (const QueueRow& row : queue.rows)
        if (row.role != Role::Foreign) ++counts[slot(row)];
    const auto most = std::max_element(counts.begin(), counts.end());
    queue.dialect = *most == 0 ? Dialect::Unknown : static_cast<Dialect>(most - counts.begin());
    queue.mixed =
        std::count_if(counts.begin(), counts.end(), [](std::size_t count) { return count > 0; }) > 1;
}

}  // namespace lockcore
