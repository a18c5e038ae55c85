// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_measures_model.h"

#include "lab/lab_words.h"
#include "widgets/roles.h"
#include "words/display_text.h"

#include <algorithm>
#include <iterator>

namespace lockscope {
namespace {

QVariant measuresAlignment(int column) {
    const bool isNumber = column >= LabMeasuresModel::First;
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

}  // namespace

void LabMeasuresModel::setReport(const lockcore::LabReport* report) {
    beginResetModel();
    m_hasBoth = false;
    m_rows = report ? lockcore::measuresOf(*report) : std::vector<lockcore::MeasureRow>();
    endResetModel();
}

void LabMeasuresModel::setBoth(const std::vector<lockcore::MeasureRow>& rows) {
    beginResetModel();
    m_hasBoth = true;
    m_rows.clear();
    std::ranges::copy_if(rows, std::back_inserter(m_rows),
                         [](const lockcore::MeasureRow& row) { return row.first || row.second; });
    endResetModel();
}

int LabMeasuresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LabMeasuresModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    return m_hasBoth ? ColumnCount : First + 1;
}

/// Of two runs a dash is enough: it is there in one of them.
QString LabMeasuresModel::numberText(const std::optional<double>& number, lockcore::MeasureUnit unit) const {
    return number || m_hasBoth ? labMeasureText(number, unit) : tr("not measured");
}

QVariant LabMeasuresModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const lockcore::MeasureRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) return measuresAlignment(index.column());
    if (role != Qt::DisplayRole && role != CopyRole) return {};
    switch (index.column()) {
        case Phase: return displayText(row.phase);
        case Of: return displayText(row.of);
        case Measure: return labMeasureName(row.that);
        case First: return numberText(row.first, row.unit);
        case Second: return numberText(row.second, row.unit);
        case Ratio: return labRatioText(row);
        default: return {};
    }
}

QVariant LabMeasuresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return measuresAlignment(section);
    if (role == Qt::ToolTipRole && section == Ratio) return tr("How many times as much the second one is");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Phase: return tr("Phase");
        case Of: return tr("Of");
        case Measure: return tr("Measure");
        case First: return m_hasBoth ? tr("First") : tr("Value");
        case Second: return tr("Second");
        case Ratio: return tr("Ratio");
        default: return {};
    }
}

}  // namespace lockscope
