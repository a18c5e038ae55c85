// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_groups_model.h"

#include "findings/finding_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/short_number.h"

#include <lockcore/session/connect_string.h>

#include <QLocale>
#include <algorithm>
#include <unordered_set>
#include <utility>

namespace lockscope {

namespace {

constexpr int kMostSteps = static_cast<int>(kMaxRanges);

}  // namespace

LockGroupsModel::LockGroupsModel(LockFilterModel& locks, QObject* parent)
    : QAbstractItemModel(parent), m_source(locks) {
    m_pending.setSingleShot(true);
    m_pending.setInterval(0);
    connect(&m_pending, &QTimer::timeout, this, &LockGroupsModel::follow);
    const auto later = [this] {
        if (m_active) m_pending.start();
    };
    connect(&m_source, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) { noteInserted(first, last); });
    connect(&m_source, &QAbstractItemModel::rowsInserted, this, later);
    connect(&m_source, &QAbstractItemModel::rowsRemoved, this, later);
    connect(&m_source, &QAbstractItemModel::modelReset, this, later);
    connect(&m_source, &QAbstractItemModel::layoutChanged, this, later);
    connect(&m_source, &QAbstractItemModel::dataChanged, this, &LockGroupsModel::forward);
}

void LockGroupsModel::setActive(bool active) {
    if (active == m_active) return;
    m_active = active;
    follow();
}

const LockListModel* LockGroupsModel::lockModel() const {
    return qobject_cast<const LockListModel*>(m_source.sourceModel());
}

const LockGroupsModel::Group* LockGroupsModel::groupOf(const QModelIndex& index) const {
    if (!index.isValid()) return nullptr;
    const int row = index.internalId() == 0 ? index.row() : m_rows.at(index.internalId());
    return &m_groups[static_cast<std::size_t>(row)];
}

std::string LockGroupsModel::lockAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return groupOf(index)->locks[static_cast<std::size_t>(index.row())];
}

std::string LockGroupsModel::headingAt(const QModelIndex& index) const {
    return index.isValid() && index.internalId() == 0 ? groupOf(index)->directory : std::string();
}

QModelIndex LockGroupsModel::indexOf(const std::string& lock) const {
    const auto directory = lockcore::parentPath(lock);
    const auto group = std::ranges::find(m_groups, directory, &Group::directory);
    if (group == m_groups.end()) return {};
    const auto found = std::ranges::find(group->locks, lock);
    if (found == group->locks.end()) return {};
    return createIndex(static_cast<int>(found - group->locks.begin()), 0, group->id);
}

QModelIndex LockGroupsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? groupOf(parent)->id : GroupId(0));
}

QModelIndex LockGroupsModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == 0) return {};
    return createIndex(m_rows.at(child.internalId()), 0, GroupId(0));
}

int LockGroupsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.internalId() != 0 || parent.column() != 0) return 0;
    return static_cast<int>(groupOf(parent)->locks.size());
}

int LockGroupsModel::columnCount(const QModelIndex&) const {
    return LockListModel::ColumnCount;
}

/// Invalid where the lock has gone, which this model has not followed yet.
QModelIndex LockGroupsModel::sourceOf(const QModelIndex& index) const {
    const LockListModel* locks = lockModel();
    if (!locks || !index.isValid() || index.internalId() == 0) return {};
    return m_source.mapFromSource(locks->index(locks->rowOf(lockAt(index)), index.column()));
}

QVariant LockGroupsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (index.internalId() == 0)
        return index.column() == LockListModel::Path ? headingData(*groupOf(index), role)
                                                     : totalData(*groupOf(index), index.column(), role);
    const QVariant data = sourceOf(index).data(role);
    if (role != Qt::DisplayRole || index.column() != LockListModel::Path) return data;
    // The heading tells the directory.
    const QString path = data.toString();
    return path.mid(path.lastIndexOf(QLatin1Char('/')) + 1);
}

QVariant LockGroupsModel::headingData(const Group& group, int role) const {
    const QString directory = displayText(group.directory);
    switch (role) {
        case Qt::DisplayRole:
            return tr("%1 (%2)", "directory, number of locks")
                .arg(directory, QLocale().toString(static_cast<qulonglong>(group.locks.size())));
        case Qt::AccessibleTextRole: {
            const QString text = tr("Directory %1").arg(directory);
            if (group.alert.findings == 0) return text;
            return tr("%1, the worst finding: %2").arg(text, severityWord(group.alert.worst));
        }
        case Qt::ToolTipRole: return plainToolTip(directory);
        case CopyRole: return directory;
        case ToneRole:
            return group.alert.findings == 0 ? QVariant()
                                             : QVariant(static_cast<int>(severityTone(group.alert.worst)));
        default: return {};
    }
}

QVariant LockGroupsModel::totalData(const Group& group, int column, int role) const {
    if (column != LockListModel::Holders && column != LockListModel::Waiters) return {};
    if (role == Qt::TextAlignmentRole) return headerData(column, Qt::Horizontal, role);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole &&
        role != CopyRole)
        return {};
    const LockTotals& totals = totalsOf(group);
    const auto total = column == LockListModel::Holders ? totals.holders : totals.waiters;
    if (!total) return QStringLiteral("–");
    if (role == Qt::DisplayRole) return shortNumber(*total);
    const QString whole = QLocale().toString(static_cast<qulonglong>(*total));
    if (role != Qt::ToolTipRole) return whole;
    return column == LockListModel::Holders ? tr("Holders in this directory: %1").arg(whole)
                                            : tr("Waiters in this directory: %1").arg(whole);
}

const LockTotals& LockGroupsModel::totalsOf(const Group& group) const {
    if (group.totals) return *group.totals;
    LockTotals& totals = group.totals.emplace();
    const LockListModel* const locks = lockModel();
    for (const std::string& path : group.locks) {
        const int row = locks->rowOf(path);
        if (row < 0) continue;
        const LockSummary& lock = locks->locks()[static_cast<std::size_t>(row)];
        if (lock.inDoubt || lock.isUnseen) return totals = {};
        if (!hasCounts(lock)) continue;
        totals.holders = totals.holders.value_or(0) + lock.counts.holders;
        totals.waiters = totals.waiters.value_or(0) + lock.counts.waiters;
    }
    return totals;
}

/// They are another, in the heading of that row.
void LockGroupsModel::tellTotals(int row) {
    m_groups[static_cast<std::size_t>(row)].totals.reset();
    Q_EMIT dataChanged(index(row, LockListModel::Holders), index(row, LockListModel::Waiters));
}

QVariant LockGroupsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return m_source.headerData(section, orientation, role);
}

Qt::ItemFlags LockGroupsModel::flags(const QModelIndex& index) const {
    if (index.isValid() && index.internalId() == 0) return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const QModelIndex source = sourceOf(index);
    return source.isValid() ? source.flags() : Qt::ItemFlags();
}

bool LockGroupsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QModelIndex source = sourceOf(index);
    return source.isValid() && m_source.setData(source, value, role);
}

std::vector<LockGroupsModel::Group> LockGroupsModel::wanted() const {
    std::vector<Group> groups;
    const LockListModel* locks = lockModel();
    if (!m_active || !locks) return groups;
    std::unordered_map<std::string, std::size_t> places;
    for (int row = 0; row < m_source.rowCount(); ++row) {
        const int sourceRow = m_source.mapToSource(m_source.index(row, 0)).row();
        const LockSummary& lock = locks->locks()[static_cast<std::size_t>(sourceRow)];
        const std::string directory(lockcore::parentPath(lock.path));
        const auto [place, isNew] = places.try_emplace(directory, groups.size());
        if (isNew) groups.push_back({.directory = directory});
        Group& group = groups[place->second];
        group.locks.push_back(lock.path);
        group.alert.worst = std::max(group.alert.worst, lock.alert.worst);
        group.alert.findings += lock.alert.findings;
    }
    return groups;
}

void LockGroupsModel::follow() {
    m_pending.stop();
    std::vector<Group> newer = wanted();
    int steps = 0;
    if (followHeadings(newer, steps)) {
        tellInserted();
        return;
    }
    m_inserted.clear();
    beginResetModel();
    for (Group& group : newer)
        group.id = ++m_lastId;
    m_groups = std::move(newer);
    number();
    endResetModel();
}

void LockGroupsModel::number() {
    m_rows.clear();
    for (std::size_t row = 0; row < m_groups.size(); ++row)
        m_rows.emplace(m_groups[row].id, static_cast<int>(row));
}

/// False where that takes more steps than a view likes: then it is left halfway.
bool LockGroupsModel::followHeadings(const std::vector<Group>& newer, int& steps) {
    std::unordered_set<std::string> kept;
    for (const Group& group : newer)
        kept.insert(group.directory);
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (kept.contains(m_groups[static_cast<std::size_t>(row)].directory)) continue;
        if (++steps > kMostSteps) return false;
        beginRemoveRows({}, row, row);
        m_groups.erase(m_groups.begin() + row);
        number();
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(newer.size()); ++row) {
        if (!followHeading(row, newer[static_cast<std::size_t>(row)], steps)) return false;
    }
    return true;
}

bool LockGroupsModel::followHeading(int row, const Group& newer, int& steps) {
    const auto found = std::find_if(m_groups.begin() + row, m_groups.end(),
                                    [&](const Group& group) { return group.directory == newer.directory; });
    const int former = static_cast<int>(found - m_groups.begin());
    if (found != m_groups.end() && former == row) return followLocks(row, newer, steps);
    if (++steps > kMostSteps) return false;
    if (found == m_groups.end()) {
        beginInsertRows({}, row, row);
        m_groups.insert(m_groups.begin() + row, newer)->id = ++m_lastId;
        number();
        endInsertRows();
        return true;
    }
    beginMoveRows({}, former, former, {}, row);
    std::rotate(m_groups.begin() + row, found, found + 1);
    number();
    endMoveRows();
    return followLocks(row, newer, steps);
}

bool LockGroupsModel::followLocks(int row, const Group& newer, int& steps) {
    Group& group = m_groups[static_cast<std::size_t>(row)];
    const bool hasChanged = group.alert != newer.alert || group.locks.size() != newer.locks.size();
    group.alert = newer.alert;
    group.totals.reset();
    if (group.locks != newer.locks &&
        !(removeLocks(row, newer.locks, steps) && arrangeLocks(row, newer.locks, steps)))
        return false;
    if (hasChanged) Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    return true;
}

bool LockGroupsModel::removeLocks(int row, const std::vector<std::string>& newer, int& steps) {
    std::vector<std::string>& locks = m_groups[static_cast<std::size_t>(row)].locks;
    const std::unordered_set<std::string> kept(newer.begin(), newer.end());
    for (int lock = static_cast<int>(locks.size()) - 1; lock >= 0; --lock) {
        if (kept.contains(locks[static_cast<std::size_t>(lock)])) continue;
        if (++steps > kMostSteps) return false;
        beginRemoveRows(index(row, 0), lock, lock);
        locks.erase(locks.begin() + lock);
        endRemoveRows();
    }
    return true;
}

bool LockGroupsModel::arrangeLocks(int row, const std::vector<std::string>& newer, int& steps) {
    const QModelIndex heading = index(row, 0);
    std::vector<std::string>& locks = m_groups[static_cast<std::size_t>(row)].locks;
    for (int lock = 0; lock < static_cast<int>(newer.size()); ++lock) {
        const std::string& next = newer[static_cast<std::size_t>(lock)];
        const auto found = std::find(locks.begin() + lock, locks.end(), next);
        const int former = static_cast<int>(found - locks.begin());
        if (found != locks.end() && former == lock) continue;
        if (++steps > kMostSteps) return false;
        if (found == locks.end()) {
            beginInsertRows(heading, lock, lock);
            locks.insert(locks.begin() + lock, next);
            endInsertRows();
        } else {
            beginMoveRows(heading, former, former, heading, lock);
            std::rotate(locks.begin() + lock, found, found + 1);
            endMoveRows();
        }
    }
    return true;
}

void LockGroupsModel::forward(const QModelIndex& first, const QModelIndex& last) {
    if (!m_active) return;
    if (last.row() - first.row() >= kMostSteps) {
        tellAll();
        return;
    }
    for (int row = first.row(); row <= last.row(); ++row) {
        const QModelIndex shown = indexOf(lockOfSource(row));
        if (!shown.isValid()) continue;
        Q_EMIT dataChanged(shown, shown.siblingAtColumn(columnCount() - 1));
        tellTotals(shown.parent().row());
    }
}

void LockGroupsModel::noteInserted(int first, int last) {
    if (!m_active) return;
    for (int row = first; row <= last; ++row)
        m_inserted.push_back(lockOfSource(row));
}

void LockGroupsModel::tellInserted() {
    const std::vector<std::string> inserted = std::exchange(m_inserted, {});
    if (inserted.size() > kMaxRanges) {
        tellAll();
        return;
    }
    for (const std::string& lock : inserted) {
        const QModelIndex shown = indexOf(lock);
        if (shown.isValid()) Q_EMIT dataChanged(shown, shown.siblingAtColumn(columnCount() - 1));
    }
}

/// To look many of them up costs more than painting what is seen.
void LockGroupsModel::tellAll() {
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex heading = index(row, 0);
        tellTotals(row);
        Q_EMIT dataChanged(index(0, 0, heading), index(rowCount(heading) - 1, columnCount() - 1, heading));
    }
}

const std::string& LockGroupsModel::lockOfSource(int row) const {
    const int place = m_source.mapToSource(m_source.index(row, 0)).row();
    return lockModel()->locks()[static_cast<std::size_t>(place)].path;
}

}  // namespace lockscope
