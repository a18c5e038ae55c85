// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include <QAbstractTableModel>

#include <vector>

namespace lockscope {

/// The numbers of two runs side by side, of those that one of them has. Lives on the GUI thread.
class LabComparisonModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Phase, Of, Measure, First, Second, Ratio, ColumnCount };

    explicit LabComparisonModel(const std::vector<lockcore::MeasureRow>& rows, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<lockcore::MeasureRow> m_rows;
};

}  // namespace lockscope
