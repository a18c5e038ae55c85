// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include <QAbstractTableModel>

#include <vector>

namespace lockscope {

/// All numbers of a report, phase by phase; of what was not measured it says so. Lives on the GUI thread.
class LabMeasuresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Phase, Of, Measure, Value, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none.
    void setReport(const lockcore::LabReport* report);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<lockcore::MeasureRow> m_rows;
};

}  // namespace lockscope
