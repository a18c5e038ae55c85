// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_comparison_model.h"

#include "lab/lab_words.h"
#include "widgets/roles.h"
#include "words/display_text.h"

#include <algorithm>
#include <iterator>

namespace lockscope {
namespace {

QVariant comparedAlignment(int column) {
    const bool isNumber = column >= LabComparisonModel::First;
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace

LabComparisonModel::LabComparisonModel(const std::vector<lockcore::MeasureRow>& rows, QObject* parent)
    : QAbstractTableModel(parent) {
    std::ranges::copy_if(rows, std::back_inserter(m_rows),
                         [](const lockcore::MeasureRow& row) { return row.first || row.second; });
}

int LabComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LabComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LabComparisonModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const lockcore::MeasureRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) return comparedAlignment(index.column());
    if (role != Qt::DisplayRole && role != CopyRole) return {};
    switch (index.column()) {
        case Phase: return displayText(row.phase);
        case Of: return displayText(row.of);
        case Measure: return labMeasureName(row.that);
        case First: return labMeasureText(row.first, row.unit);
        case Second: return labMeasureText(row.second, row.unit);
        case Ratio: return labRatioText(row);
        default: return {};
    }
}

QVariant LabComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return comparedAlignment(section);
    if (role == Qt::ToolTipRole && section == Ratio) return tr("How many times as much the second one is");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Phase: return tr("Phase");
        case Of: return tr("Of");
        case Measure: return tr("Measure");
        case First: return tr("First");
        case Second: return tr("Second");
        case Ratio: return tr("Ratio");
        default: return {};
    }
}

}  // namespace lockscope
