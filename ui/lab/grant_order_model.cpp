// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/grant_order_model.h"

#include "lab/lab_words.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/wording.h"

#include <QLocale>
#include <algorithm>

namespace lockscope {
namespace {

QVariant grantAlignment(bool isNumber) {
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace

GrantOrderModel::GrantOrderModel(QObject* parent) : QAbstractTableModel(parent) {}

void GrantOrderModel::clear() {
    beginResetModel();
    m_rows.clear();
    m_lockPath.clear();
    endResetModel();
}

void GrantOrderModel::setReport(const std::string& lockPath, const lockcore::FairnessReport& report) {
    if (lockPath != m_lockPath || !goesOn(report)) {
        clear();
        m_lockPath = lockPath;
    }
    const auto& recent = report.recent;
    dropBefore(recent.empty() ? 0 : recent.front().grantRank);
    const std::uint64_t shownUntil = m_rows.empty() ? 0 : m_rows.back().grant.grantRank;
    const auto fresh = std::find_if(recent.begin(), recent.end(), [&](const lockcore::GrantRecord& grant) {
        return grant.grantRank > shownUntil;
    });
    if (fresh == recent.end()) return;
    const int count = static_cast<int>(recent.end() - fresh);
    beginInsertRows({}, rowCount(), rowCount() + count - 1);
    for (auto grant = fresh; grant != recent.end(); ++grant)
        m_rows.push_back({.grant = *grant});
    endInsertRows();
    markOvertaking(report);
}

void GrantOrderModel::setNames(std::map<std::uint64_t, QString> names) {
    if (names == m_names) return;
    m_names = std::move(names);
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, Contender), index(rowCount() - 1, Contender));
}

bool GrantOrderModel::goesOn(const lockcore::FairnessReport& report) const {
    if (m_rows.empty()) return true;
    const lockcore::GrantRecord& last = m_rows.back().grant;
    if (report.grants < last.grantRank) return false;
    const auto same = std::ranges::find(report.recent, last.grantRank, &lockcore::GrantRecord::grantRank);
    return same == report.recent.end() || (same->contender == last.contender && same->wait == last.wait);
}

void GrantOrderModel::markOvertaking(const lockcore::FairnessReport& report) {
    const std::vector<lockcore::PlacedGrant> placed = lockcore::grantOrder(report).last;
    if (placed.size() != m_rows.size()) return;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].overtook == placed[row].overtook) continue;
        m_rows[row].overtook = placed[row].overtook;
        const QModelIndex changed = index(static_cast<int>(row), Order);
        Q_EMIT dataChanged(changed, changed);
    }
}

void GrantOrderModel::dropBefore(std::uint64_t grantRank) {
    const auto kept = std::find_if(m_rows.begin(), m_rows.end(),
                                   [&](const Row& row) { return row.grant.grantRank >= grantRank; });
    if (kept == m_rows.begin()) return;
    beginRemoveRows({}, 0, static_cast<int>(kept - m_rows.begin()) - 1);
    m_rows.erase(m_rows.begin(), kept);
    endRemoveRows();
}

int GrantOrderModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int GrantOrderModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant GrantOrderModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case CopyRole: return displayText(row, index.column());
        case Qt::TextAlignmentRole: return grantAlignment(index.column() != Mode && index.column() != Order);
        case ToneRole:
            return index.column() == Order && (row.overtook || row.grant.overtaken)
                       ? QVariant(static_cast<int>(Tone::Warning))
                       : QVariant();
        default: return {};
    }
}

QString GrantOrderModel::displayText(const Row& row, int column) const {
    const QLocale locale;
    switch (column) {
        case GrantRank: return locale.toString(static_cast<qulonglong>(row.grant.grantRank));
        case ArrivalRank:
            if (row.grant.arrivalRank == 0) return QStringLiteral("–");
            return locale.toString(static_cast<qulonglong>(row.grant.arrivalRank));
        case Contender: {
            const auto name = m_names.find(row.grant.contender);
            return name == m_names.end() ? QString::number(row.grant.contender) : name->second;
        }
        case Mode: return modeWord(row.grant.mode);
        case Wait: return labTimeText(row.grant.wait);
        case Order:
            if (row.grant.arrival == lockcore::Zxid::None) return QStringLiteral("–");
            return row.overtook ? tr("overtook") : row.grant.overtaken ? tr("overtaken") : tr("in order");
        default: return {};
    }
}

QVariant GrantOrderModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return grantAlignment(section != Mode && section != Order);
    if (role == Qt::ToolTipRole && section == Wait) return waitMeaning();
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case GrantRank: return tr("Grant");
        case ArrivalRank: return tr("Arrival");
        case Contender: return tr("Contender");
        case Mode: return tr("Mode");
        case Wait: return tr("Wait");
        case Order: return tr("Order");
        default: return {};
    }
}

}  // namespace lockscope
