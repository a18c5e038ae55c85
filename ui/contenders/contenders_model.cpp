// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contenders/contenders_model.h"

#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QLocale>
#include <algorithm>

namespace lockscope {

namespace {

using lockcore::ContenderActivity;

QVariant cellAlignment(bool isNumber) {
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

QVariant toneOf(ContenderActivity activity) {
    switch (activity) {
        case ContenderActivity::Holding: return static_cast<int>(Tone::Holder);
        case ContenderActivity::Waiting: return static_cast<int>(Tone::Waiter);
        case ContenderActivity::Failed: return static_cast<int>(Tone::Fault);
        case ContenderActivity::Stopped: return static_cast<int>(Tone::Gone);
        case ContenderActivity::Connecting:
        case ContenderActivity::Thinking: return {};
    }
    return {};
}

}  // namespace

bool ContenderTraits::same(const lockcore::ContenderView& a, const lockcore::ContenderView& b) {
    return a.activity == b.activity && a.grants == b.grants && a.node == b.node && a.session == b.session &&
           a.lastWait == b.lastWait && a.lockPath == b.lockPath && a.mode == b.mode &&
           a.problem.has_value() == b.problem.has_value();
}

ContendersModel::ContendersModel(QObject* parent) : SortedRowsModel(parent) {}

void ContendersModel::setView(std::shared_ptr<const lockcore::ContendersView> view) {
    m_view = std::move(view);
    showRows(m_view ? m_view->contenders : std::vector<lockcore::ContenderView>());
}

int ContendersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ContendersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const lockcore::ContenderView& contender = rowAt(index);
    switch (role) {
        case Qt::DisplayRole: return displayText(contender, index.column());
        case CopyRole: return copyText(contender, index.column());
        case Qt::ToolTipRole:
            if (contender.problem) return plainToolTip(errorText(*contender.problem));
            return plainToolTip(copyText(contender, index.column()));
        case Qt::TextAlignmentRole:
            return cellAlignment(index.column() == Id || index.column() == Grants ||
                                 index.column() == LastWait);
        case IdRole: return index.column() == Session || index.column() == Node;
        case ToneRole: return index.column() == Activity ? toneOf(contender.activity) : QVariant();
        default: return {};
    }
}

QString ContendersModel::displayText(const lockcore::ContenderView& contender, int column) const {
    switch (column) {
        case Id: return QString::number(contender.id);
        case Lock: return lockscope::displayText(contender.lockPath);
        case Mode: return modeWord(contender.mode);
        case Activity: return activityWord(contender.activity);
        case Session:
            if (contender.session == lockcore::SessionId::None) return QStringLiteral("–");
            return shortened(QString::fromStdString(lockcore::toHex(contender.session)));
        case Node: return lockscope::displayText(contender.node);
        case Grants: return QLocale().toString(static_cast<qulonglong>(contender.grants));
        case LastWait: return contender.grants > 0 ? durationText(contender.lastWait) : QStringLiteral("–");
        default: return {};
    }
}

QString ContendersModel::copyText(const lockcore::ContenderView& contender, int column) const {
    if (column == Session) return QString::fromStdString(lockcore::toHex(contender.session));
    return displayText(contender, column);
}

QVariant ContendersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(section == Id || section == Grants || section == LastWait);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Id: return tr("Id");
        case Lock: return tr("Lock");
        case Mode: return tr("Mode");
        case Activity: return tr("Activity");
        case Session: return tr("Session");
        case Node: return tr("Node");
        case Grants: return tr("Grants");
        case LastWait: return tr("Last wait");
        default: return {};
    }
}

GrantOrderModel::GrantOrderModel(QObject* parent) : QAbstractTableModel(parent) {}

void GrantOrderModel::clear() {
    beginResetModel();
    m_rows.clear();
    m_lockPath.clear();
    endResetModel();
}

void GrantOrderModel::setReport(const std::string& lockPath, const lockcore::FairnessReport& report) {
    const bool restarted = !m_rows.empty() && report.grants < m_rows.back().grant.grantRank;
    if (lockPath != m_lockPath || restarted) {
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
        case Qt::TextAlignmentRole: return cellAlignment(index.column() != Mode && index.column() != Order);
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
        case ArrivalRank: return locale.toString(static_cast<qulonglong>(row.grant.arrivalRank));
        case Contender: return QString::number(row.grant.contender);
        case Mode: return modeWord(row.grant.mode);
        case Wait: return durationText(row.grant.wait);
        case Order:
            return row.overtook ? tr("overtook") : row.grant.overtaken ? tr("overtaken") : tr("in order");
        default: return {};
    }
}

QVariant GrantOrderModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return cellAlignment(section != Mode && section != Order);
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
