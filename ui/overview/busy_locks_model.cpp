// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/busy_locks_model.h"

#include "locks/lock_load.h"
#include "locks/sparkline.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/moment.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

QString countOf(std::size_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

BusyLocksModel::BusyLocksModel(QObject* parent) : OrderedRowsModel(parent) {}

void BusyLocksModel::setLocks(std::vector<BusyLock> locks, std::int64_t sinceUnixMs, std::int64_t untilUnixMs,
                              std::size_t unknown) {
    const bool isOtherUnknown = std::exchange(m_unknown, unknown) != unknown;
    const bool isOtherUntil = std::exchange(m_untilUnixMs, untilUnixMs) != untilUnixMs;
    const bool isOtherSince = std::exchange(m_sinceUnixMs, sinceUnixMs) != sinceUnixMs;
    showRows(std::move(locks));
    if (isOtherSince) Q_EMIT headerDataChanged(Qt::Horizontal, Recent, Recent);
    if (isOtherSince || isOtherUntil || isOtherUnknown) Q_EMIT spanChanged();
}

int BusyLocksModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString BusyLocksModel::cellText(const BusyLock& lock, int column) const {
    switch (column) {
        case Path: return displayText(lock.path);
        case Waiters: return lock.waiters ? countOf(*lock.waiters) : QStringLiteral("–");
        case Rate: return lock.perSecond ? rateNumber(*lock.perSecond) : QStringLiteral("–");
        case Recent: return lengthsText(lock.points);
        default: return {};
    }
}

QVariant BusyLocksModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
        case CopyRole: return cellText(at(index.row()), index.column());
        case Qt::ToolTipRole: return plainToolTip(cellText(at(index.row()), index.column()));
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case SparklineDelegate::LengthsRole:
            if (index.column() != Recent) return {};
            return QVariant::fromValue(ShownLengths{at(index.row()).points, m_sinceUnixMs, m_untilUnixMs});
        default: return {};
    }
}

QVariant BusyLocksModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Waiters || section == Rate;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole && section == Recent)
        return tr("As far as it was seen; what nobody saw is left out");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Path: return tr("Lock");
        case Waiters: return tr("Waiters");
        case Rate: return tr("Requests/s");
        case Recent:
            return m_sinceUnixMs == 0
                       ? tr("Waiters lately")
                       : tr("Waiters since %1", "time of day")
                             .arg(shownMoment(m_sinceUnixMs).time().toString(QStringLiteral("HH:mm")));
        default: return {};
    }
}

}  // namespace lockscope
