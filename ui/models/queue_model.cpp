// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_model.h"

#include "models/roles.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Contender;
using lockcore::Role;

/// Gone rows this close to their time go along with others.
constexpr std::chrono::milliseconds kGoneSlack{100};
const std::shared_ptr<const Contender> kNobody;

/// Predecessor and target are rows, which move without a change of what a cell shows.
bool looksTheSame(const ShownContender& a, const ShownContender& b) {
    const auto facts = [](const ShownContender& row) {
        return std::tie(row.contender, row.role, row.position, row.waitedFor, row.verdict, row.watchesItself,
                        row.watched);
    };
    return facts(a) == facts(b);
}

/// Contenders that did not change are shared by successive queues.
bool isSame(const std::shared_ptr<const Contender>& shown, const std::shared_ptr<const Contender>& newer) {
    return shown == newer || keyOf(*shown).matches(*newer);
}

}  // namespace

bool ContenderKey::matches(const Contender& contender) const {
    if (contender.name != name) return false;
    return czxid == lockcore::Zxid::None || !contender.stat || contender.stat->czxid == czxid;
}

ContenderKey keyOf(const Contender& contender) {
    return {contender.name, contender.stat ? contender.stat->czxid : lockcore::Zxid::None};
}

/// What becomes of the rows shown when a newer queue comes.
struct QueueModel::Plan {
    std::vector<RowRange> vanished;  ///< rows as shown that the newer queue doesn't have
    /// Runs of contenders that are new. They go before the row that `before` tells, in rows as shown; a run
    /// at the end has the number of rows there.
    struct Arrival {
        int before;
        std::size_t first;  ///< in the newer queue
        std::size_t count;
    };
    std::vector<Arrival> arrivals;
};

QueueModel::QueueModel(QObject* parent)
    : QAbstractTableModel(parent),
      m_takeovers(std::make_shared<lockcore::TakeoverLog>()),
      m_now(systemNowUnixMs) {
    m_goneTimer.setSingleShot(true);
    connect(&m_goneTimer, &QTimer::timeout, this, &QueueModel::dropGone);
}

QueueModel::~QueueModel() = default;

void QueueModel::setQueue(std::shared_ptr<const lockcore::LockQueue> queue) {
    const bool sameLock = m_queue && queue && m_queue->path == queue->path;
    m_queue = std::move(queue);
    static const auto kNone = std::make_shared<const lockcore::LockQueue>();
    const lockcore::LockQueue& newer = m_queue ? *m_queue : *kNone;
    if (!sameLock) m_evidence = QueueEvidence(m_assessment, newer.path);
    m_takeovers->update(m_queue ? m_queue : kNone);
    m_past = lockcore::directoryPast(newer);
    m_chain = m_evidence.chainFor(newer);
    const Plan plan = sameLock ? planFor(newer) : Plan();
    if (sameLock && plan.arrivals.size() <= kMaxRanges) {
        apply(plan, newer);
    } else {
        resetTo(newer);
    }
    Q_EMIT shownChanged();
}

/// The newer queue decides the order: whatever rule its library sorts by, what is new goes before the next
/// contender that both queues have.
QueueModel::Plan QueueModel::planFor(const lockcore::LockQueue& newer) const {
    Plan plan;
    std::unordered_map<std::string_view, std::size_t> newerRows;  // filled when it is needed first
    const auto rowInNewer = [&](const std::shared_ptr<const Contender>& shown) -> std::optional<std::size_t> {
        if (newerRows.empty()) {
            for (std::size_t row = 0; row < newer.rows.size(); ++row)
                newerRows.emplace(newer.rows[row].contender->name, row);
        }
        const auto found = newerRows.find(shown->name);
        const bool isThere = found != newerRows.end() && isSame(shown, newer.rows[found->second].contender);
        return isThere ? std::optional(found->second) : std::nullopt;
    };
    std::size_t next = 0;  // first row of the newer queue that has no place yet
    const auto arriveBefore = [&](int row, std::size_t end) {
        if (end > next) plan.arrivals.push_back({row, next, end - next});
        next = end;
    };
    const int shownCount = static_cast<int>(m_shown.size());
    for (int row = 0; row < shownCount; ++row) {
        const ShownContender& shown = m_shown[static_cast<std::size_t>(row)];
        if (shown.gone()) continue;
        if (next < newer.rows.size() && isSame(shown.contender, newer.rows[next].contender)) {
            ++next;
            continue;
        }
        const auto found = rowInNewer(shown.contender);
        if (found && *found > next) {
            arriveBefore(row, *found);
            ++next;
        } else {
            appendRow(plan.vanished, row);
        }
    }
    arriveBefore(shownCount, newer.rows.size());
    return plan;
}

void QueueModel::apply(const Plan& plan, const lockcore::LockQueue& newer) {
    // Back to front, so that what comes before keeps the rows that the plan knows.
    for (auto arrival = plan.arrivals.rbegin(); arrival != plan.arrivals.rend(); ++arrival) {
        const int count = static_cast<int>(arrival->count);
        beginInsertRows({}, arrival->before, arrival->before + count - 1);
        std::vector<ShownContender> rows(arrival->count);
        for (std::size_t i = 0; i < arrival->count; ++i) {
            rows[i].contender = newer.rows[arrival->first + i].contender;
        }
        m_shown.insert(m_shown.begin() + arrival->before, std::make_move_iterator(rows.begin()),
                       std::make_move_iterator(rows.end()));
        endInsertRows();
    }
    markGone(plan);
    if (!m_keepsGone) removeGone({});
    for (const RowRange& range : bounded(takeRows(newer))) {
        Q_EMIT dataChanged(index(range.first, 0), index(range.last, ColumnCount - 1));
    }
    startGoneTimer();
}

void QueueModel::markGone(const Plan& plan) {
    const auto now = lockcore::Clock::now();
    std::vector<RowRange> marked;
    auto arrival = plan.arrivals.begin();
    int shift = 0;
    for (const RowRange& range : plan.vanished) {
        for (; arrival != plan.arrivals.end() && arrival->before <= range.first; ++arrival) {
            shift += static_cast<int>(arrival->count);
        }
        marked.push_back({range.first + shift, range.last + shift});
        for (int row = marked.back().first; row <= marked.back().last; ++row) {
            ShownContender& shown = m_shown[static_cast<std::size_t>(row)];
            shown.goneSince = now;
            shown.position = 0;
            shown.predecessor = -1;
            shown.target = -1;
        }
    }
    for (const RowRange& range : bounded(marked)) {
        Q_EMIT dataChanged(index(range.first, 0), index(range.last, ColumnCount - 1));
    }
}

std::vector<RowRange> QueueModel::takeRows(const lockcore::LockQueue& newer) {
    std::vector<int> modelRows;
    modelRows.reserve(newer.rows.size());
    for (std::size_t row = 0; row < m_shown.size(); ++row) {
        if (!m_shown[row].gone()) modelRows.push_back(static_cast<int>(row));
    }
    std::vector<RowRange> changed;
    int position = 0;
    for (std::size_t i = 0; i < newer.rows.size(); ++i) {
        const lockcore::QueueRow& row = newer.rows[i];
        ShownContender taken{
            .contender = row.contender, .mode = row.contender->parsed.mode, .role = row.role};
        taken.position = row.role == Role::Foreign ? 0 : ++position;
        taken.waitedFor = row.predecessor ? newer.rows[*row.predecessor].contender : kNobody;
        taken.predecessor = row.predecessor ? modelRows[*row.predecessor] : -1;
        if (i < m_chain.size()) {
            const lockcore::ChainLink& link = m_chain[i];
            taken.verdict = link.verdict;
            taken.watchesItself = link.watchesItself;
            taken.watched = link.target ? newer.rows[*link.target].contender : kNobody;
            taken.target = link.target ? modelRows[*link.target] : -1;
        }
        ShownContender& shown = m_shown[static_cast<std::size_t>(modelRows[i])];
        const bool same = looksTheSame(shown, taken);
        shown = std::move(taken);
        if (!same) appendRow(changed, modelRows[i]);
    }
    return changed;
}

void QueueModel::resetTo(const lockcore::LockQueue& newer) {
    beginResetModel();
    m_goneTimer.stop();
    m_shown.clear();
    m_shown.reserve(newer.rows.size());
    for (const lockcore::QueueRow& row : newer.rows)
        m_shown.push_back({.contender = row.contender});
    takeRows(newer);
    endResetModel();
}

void QueueModel::removeGone(std::chrono::milliseconds minimumAge) {
    const auto latest = lockcore::Clock::now() - minimumAge;
    const auto leaves = [latest](const ShownContender& shown) {
        return shown.gone() && *shown.goneSince <= latest;
    };
    std::vector<RowRange> ranges;
    for (std::size_t row = 0; row < m_shown.size(); ++row) {
        if (leaves(m_shown[row])) appendRow(ranges, static_cast<int>(row));
    }
    if (ranges.size() > kMaxRanges) {
        beginResetModel();
        std::erase_if(m_shown, leaves);
        endResetModel();
        return;
    }
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        beginRemoveRows({}, range->first, range->last);
        m_shown.erase(m_shown.begin() + range->first, m_shown.begin() + range->last + 1);
        endRemoveRows();
    }
}

void QueueModel::dropGone() {
    removeGone(std::chrono::milliseconds(kGoneMs) - kGoneSlack);
    takeRows(*m_queue);  // predecessors are rows, which have moved
    startGoneTimer();
    Q_EMIT shownChanged();
}

void QueueModel::startGoneTimer() {
    if (m_goneTimer.isActive()) return;
    std::optional<lockcore::TimePoint> first;
    for (const ShownContender& shown : m_shown) {
        if (shown.gone() && (!first || *shown.goneSince < *first)) first = shown.goneSince;
    }
    if (!first) return;
    const auto due = *first + std::chrono::milliseconds(kGoneMs) - lockcore::Clock::now();
    m_goneTimer.start(
        std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(due)));
}

void QueueModel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    m_evidence = QueueEvidence::newer(m_assessment, m_queue ? m_queue->path : std::string(), m_evidence);
    if (!m_queue) return;
    m_chain = m_evidence.chainFor(*m_queue);
    for (const RowRange& range : bounded(takeRows(*m_queue)))
        Q_EMIT dataChanged(index(range.first, Position), index(range.last, Watches));
    cellsChanged(Host, Time);
    Q_EMIT shownChanged();
}

void QueueModel::setHighlightedSession(lockcore::SessionId session) {
    if (session == m_highlighted) return;
    m_highlighted = session;
    cellsChanged(Position, static_cast<Column>(ColumnCount - 1));
}

void QueueModel::cellsChanged(Column first, Column last) {
    if (!m_shown.empty()) Q_EMIT dataChanged(index(0, first), index(rowCount() - 1, last));
}

void QueueModel::setKeepsGone(bool keeps) {
    m_keepsGone = keeps;
}

void QueueModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    cellsChanged(Time, Time);
}

std::shared_ptr<const Contender> QueueModel::contenderAt(int row) const {
    if (row < 0 || row >= rowCount()) return nullptr;
    return m_shown[static_cast<std::size_t>(row)].contender;
}

int QueueModel::rowOf(const ContenderKey& key) const {
    for (std::size_t row = 0; row < m_shown.size(); ++row) {
        if (!m_shown[row].gone() && key.matches(*m_shown[row].contender)) return static_cast<int>(row);
    }
    return -1;
}

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

}  // namespace lockscope
