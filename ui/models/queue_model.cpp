// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_model.h"

#include "models/display_text.h"
#include "models/roles.h"
#include "models/wording.h"
#include "theme/state_palette.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Contender;
using lockcore::Role;

/// Gone rows this close to their time go along with others.
constexpr std::chrono::milliseconds kGoneSlack{100};
const std::shared_ptr<const Contender> kNobody;

QString idText(lockcore::SessionId id) {
    return id == lockcore::SessionId::None ? QStringLiteral("–")
                                           : QString::fromStdString(lockcore::toHex(id));
}

/// The order of a queue, which names alone decide: contenders by sequence number, then what is none.
bool comesBefore(const Contender& a, const Contender& b) {
    if (&a == &b) return false;
    const auto key = [](const Contender& contender) {
        return std::tuple(!contender.parsed.sequence, contender.parsed.sequence.value_or(0),
                          contender.parsed.mode == lockcore::LockMode::Read,
                          std::string_view(contender.name));
    };
    return key(a) < key(b);
}

/// Contenders that did not change are shared by successive queues.
bool isSame(const std::shared_ptr<const Contender>& shown, const std::shared_ptr<const Contender>& newer) {
    return shown == newer || keyOf(*shown).matches(*newer);
}

bool isAskedToRelease(const Contender& contender) {
    const std::string_view payload = lockcore::dialectInfo(contender.parsed.dialect).revokePayload;
    return !payload.empty() && contender.data == payload;
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

QueueModel::QueueModel(QObject* parent) : QAbstractTableModel(parent), m_now(systemNowUnixMs) {
    m_goneTimer.setSingleShot(true);
    connect(&m_goneTimer, &QTimer::timeout, this, &QueueModel::dropGone);
}

QueueModel::~QueueModel() = default;

void QueueModel::setQueue(std::shared_ptr<const lockcore::LockQueue> queue) {
    const bool sameLock = m_queue && queue && m_queue->path == queue->path;
    m_queue = std::move(queue);
    static const lockcore::LockQueue kNone{};
    const lockcore::LockQueue& newer = m_queue ? *m_queue : kNone;
    const Plan plan = sameLock ? planFor(newer) : Plan();
    if (sameLock && plan.arrivals.size() <= kMaxRanges) {
        apply(plan, newer);
    } else {
        resetTo(newer);
    }
    Q_EMIT shownChanged();
}

QueueModel::Plan QueueModel::planFor(const lockcore::LockQueue& newer) const {
    Plan plan;
    std::size_t next = 0;  // first row of the newer queue that has no place yet
    const auto arriveBefore = [&](int row, auto isBefore) {
        const std::size_t first = next;
        while (next < newer.rows.size() && isBefore(*newer.rows[next].contender))
            ++next;
        if (next > first) plan.arrivals.push_back({row, first, next - first});
    };
    const int shownCount = static_cast<int>(m_shown.size());
    for (int row = 0; row < shownCount; ++row) {
        const ShownContender& shown = m_shown[static_cast<std::size_t>(row)];
        if (shown.gone()) continue;
        arriveBefore(row, [&](const Contender& newcomer) { return comesBefore(newcomer, *shown.contender); });
        if (next < newer.rows.size() && isSame(shown.contender, newer.rows[next].contender)) {
            ++next;
        } else {
            appendRow(plan.vanished, row);
        }
    }
    arriveBefore(shownCount, [](const Contender&) { return true; });
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
        ShownContender& shown = m_shown[static_cast<std::size_t>(modelRows[i])];
        const int place = row.role == Role::Foreign ? 0 : ++position;
        const auto& waitedFor = row.predecessor ? newer.rows[*row.predecessor].contender : kNobody;
        shown.predecessor = row.predecessor ? modelRows[*row.predecessor] : -1;
        if (shown.contender == row.contender && shown.role == row.role && shown.position == place &&
            shown.waitedFor == waitedFor) {
            continue;
        }
        shown.contender = row.contender;
        shown.mode = row.contender->parsed.mode;
        shown.role = row.role;
        shown.position = place;
        shown.waitedFor = waitedFor;
        appendRow(changed, modelRows[i]);
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

void QueueModel::setKeepsGone(bool keeps) {
    m_keepsGone = keeps;
}

void QueueModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    if (!m_shown.empty()) {
        Q_EMIT dataChanged(index(0, QueuedSince), index(rowCount() - 1, QueuedSince));
    }
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

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ShownContender& row = m_shown[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole: return displayText(row, index.column());
        case Qt::ToolTipRole: return plainToolTip(copyText(row, index.column()));
        case CopyRole: return copyText(row, index.column());
        case Qt::TextAlignmentRole: return alignmentOf(index.column());
        case Qt::AccessibleTextRole: return accessibleText(row, index.column());
        case ToneRole: return toneOf(row, index.column());
        case GoneRole: return row.gone();
        case IdRole: return index.column() == Session || index.column() == Name || index.column() == Sequence;
        default: return {};
    }
}

QString QueueModel::stateText(const ShownContender& row) const {
    if (row.gone()) return row.role == Role::Holder ? tr("Held, has left") : tr("Has left");
    switch (row.role) {
        case Role::Holder:
            return isAskedToRelease(*row.contender) ? tr("Holds, asked to release") : tr("Holds");
        case Role::Waiter:
            if (!row.waitedFor || !row.waitedFor->parsed.sequence) return tr("Waits");
            return tr("Waits for %1").arg(*row.waitedFor->parsed.sequence);
        case Role::Foreign: return tr("No contender");
    }
    return {};
}

QString QueueModel::displayText(const ShownContender& row, int column) const {
    const Contender& contender = *row.contender;
    switch (column) {
        case Position: return row.position > 0 ? QString::number(row.position) : QString();
        case Sequence: return sequenceText(contender.parsed);
        case State: return stateText(row);
        case Mode: return contender.parsed.sequence ? modeWord(contender.parsed.mode) : QStringLiteral("–");
        case Session: return contender.stat ? shortened(idText(contender.stat->ephemeralOwner)) : QString();
        case Data: return dataSummary(contender);
        case QueuedSince: return contender.stat ? ageText(contender.stat->ctimeMs, m_now()) : QString();
        case Name: return lockscope::displayText(contender.name);
        default: return {};
    }
}

QString QueueModel::copyText(const ShownContender& row, int column) const {
    const Contender& contender = *row.contender;
    switch (column) {
        case Session: return contender.stat ? idText(contender.stat->ephemeralOwner) : QString();
        case QueuedSince: return contender.stat ? momentText(contender.stat->ctimeMs) : QString();
        default: return displayText(row, column);
    }
}

QString QueueModel::accessibleText(const ShownContender& row, int column) const {
    if (column != Position || row.position == 0) return displayText(row, column);
    return tr("Position %1, %2").arg(row.position).arg(stateText(row));
}

QVariant QueueModel::toneOf(const ShownContender& row, int column) const {
    if (column != State) return {};
    if (row.gone()) return static_cast<int>(Tone::Gone);
    switch (row.role) {
        case Role::Holder: return static_cast<int>(Tone::Holder);
        case Role::Waiter: return static_cast<int>(Tone::Waiter);
        case Role::Foreign: return static_cast<int>(Tone::Info);
    }
    return {};
}

QVariant QueueModel::alignmentOf(int column) {
    const bool isNumber = column == Position || column == QueuedSince;
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(section);
    if (role == Qt::ToolTipRole) return columnMeaning(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Position: return tr("#");
        case Sequence: return tr("Sequence");
        case State: return tr("State");
        case Mode: return tr("Mode");
        case Session: return tr("Session");
        case Data: return tr("Data");
        case QueuedSince: return tr("Queued for");
        case Name: return tr("Name");
        default: return {};
    }
}

QString QueueModel::columnMeaning(int column) {
    switch (column) {
        case Position:
            return tr("Place in the queue. The line leads to the contender that must leave first.");
        case Sequence: return tr("Number that ZooKeeper appended to the name: the order of the queue");
        case State: return tr("Inferred from the queue by the rule of the dialect");
        case Mode: return tr("What the contender asks for, inferred from its name");
        case Session: return tr("ZooKeeper session that owns the znode. It vanishes with the session.");
        case Data: return tr("What the contender wrote into its znode, often its host");
        case QueuedSince:
            return tr("Since the znode was created, by the clocks of the server and of this machine");
        case Name: return tr("Name of the znode in the lock's directory");
        default: return {};
    }
}

}  // namespace lockscope
