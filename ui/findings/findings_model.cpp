// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_model.h"

#include "findings/finding_order.h"
#include "findings/finding_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <algorithm>
#include <tuple>

namespace lockscope {

bool FindingRowTraits::same(const FindingRow& a, const FindingRow& b) {
    const auto facts = [](const lockcore::Finding& finding) {
        return std::tie(finding.kind, finding.severity, finding.lock, finding.contenders, finding.sessions,
                        finding.server, finding.duration, finding.remaining, finding.count, finding.evidence,
                        finding.detail, finding.sinceUnixMs, finding.stage, finding.verifiedUnixMs,
                        finding.hosts, finding.isOfThreads);
    };
    return facts(a.finding) == facts(b.finding) && a.finding.blocked == b.finding.blocked;
}

FindingsModel::FindingsModel(QObject* parent) : SortedRowsModel(parent), m_now(systemNowUnixMs) {}

void FindingsModel::setFindings(std::vector<lockcore::Finding> findings) {
    std::vector<FindingRow> newer;
    newer.reserve(findings.size());
    for (lockcore::Finding& finding : findings) {
        std::string identity = finding.identity();
        newer.push_back({std::move(identity), std::move(finding)});
    }
    std::sort(newer.begin(), newer.end(),
              [](const FindingRow& a, const FindingRow& b) { return a.identity < b.identity; });
    showRows(std::move(newer));
}

void FindingsModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Since), index(rowCount() - 1, Since));
}

std::weak_ordering FindingsModel::compare(int a, int b, int column) const {
    const lockcore::Finding& left = at(a);
    const lockcore::Finding& right = at(b);
    std::weak_ordering order = std::weak_ordering::equivalent;
    switch (column) {
        case Title:
            order = compareBadness(left, right);
            // What began first is the likelier cause of the others.
            if (std::is_eq(order)) order = right.kind <=> left.kind;
            if (std::is_eq(order)) order = right.sinceUnixMs <=> left.sinceUnixMs;
            break;
        case Object: order = std::tie(left.lock, left.server) <=> std::tie(right.lock, right.server); break;
        case Since: order = right.sinceUnixMs <=> left.sinceUnixMs; break;
        default: break;
    }
    return std::is_eq(order) ? std::weak_ordering(identityAt(a) <=> identityAt(b)) : order;
}

int FindingsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const lockcore::Finding& finding = rowAt(index).finding;
    switch (role) {
        case Qt::DisplayRole: return displayText(finding, index.column());
        case CopyRole: return copyText(finding, index.column());
        case Qt::ToolTipRole: return plainToolTip(copyText(finding, index.column()));
        case Qt::AccessibleTextRole:
            return index.column() == Title ? accessibleText(finding) : displayText(finding, index.column());
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case ToneRole:
            return index.column() == Title ? QVariant(static_cast<int>(severityTone(finding.severity)))
                                           : QVariant();
        default: return {};
    }
}

QString FindingsModel::displayText(const lockcore::Finding& finding, int column) const {
    switch (column) {
        case Title: return findingTitle(finding);
        case Object: return findingObject(finding);
        case Since:
            return finding.sinceUnixMs == 0 ? QStringLiteral("–") : ageText(finding.sinceUnixMs, m_now());
        case EvidenceText: return findingEvidence(finding);
        default: return {};
    }
}

QString FindingsModel::copyText(const lockcore::Finding& finding, int column) const {
    if (column == Title) return accessibleText(finding);
    if (column == Since && finding.sinceUnixMs != 0) return momentText(finding.sinceUnixMs);
    return displayText(finding, column);
}

QString FindingsModel::accessibleText(const lockcore::Finding& finding) {
    return tr("%1: %2", "severity, what is wrong").arg(severityWord(finding.severity), findingTitle(finding));
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((section == Since ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::InitialSortOrderRole) {
        const bool worstFirst = section == Title || section == Since;
        return static_cast<int>(worstFirst ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    if (role == Qt::ToolTipRole && section == Since) {
        return tr("For how long it has been so, as far as this program knows");
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Title: return tr("Finding");
        case Object: return tr("Concerns");
        case Since: return tr("For");
        case EvidenceText: return tr("Evidence");
        default: return {};
    }
}

bool FindingOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto* model = static_cast<const FindingsModel*>(sourceModel());
    return std::is_lt(model->compare(left.row(), right.row(), left.column()));
}

}  // namespace lockscope
