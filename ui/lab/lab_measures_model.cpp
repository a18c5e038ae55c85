// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_measures_model.h"

#include "lab/lab_words.h"
#include "widgets/roles.h"
#include "words/display_text.h"

namespace lockscope {

void LabMeasuresModel::setReport(const lockcore::LabReport* report) {
    beginResetModel();
    m_rows = report ? lockcore::measuresOf(*report) : std::vector<lockcore::MeasureRow>();
    endResetModel();
}

int LabMeasuresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LabMeasuresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LabMeasuresModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const lockcore::MeasureRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() == Value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != CopyRole) return {};
    switch (index.column()) {
        case Phase: return displayText(row.phase);
        case Of: return displayText(row.of);
        case Measure: return labMeasureName(row.that);
        case Value: return row.first ? labMeasureText(*row.first, row.unit) : tr("not measured");
        default: return {};
    }
}

QVariant LabMeasuresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Phase: return tr("Phase");
        case Of: return tr("Of");
        case Measure: return tr("Measure");
        case Value: return tr("Value");
        default: return {};
    }
}

}  // namespace lockscope
