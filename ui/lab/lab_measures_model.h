// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lockscope {

/// All numbers of a run, phase by phase, or of two runs side by side. Lives on the GUI thread.
class LabMeasuresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Of one run there are those up to First, which is its value.
    enum Column { Phase, Of, Measure, First, Second, Ratio, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Of what was not measured it says so. Null: none.
    void setReport(const lockcore::LabReport* report);
    /// As sideBySide() has them; what neither of the two has is left out.
    void setBoth(const std::vector<lockcore::MeasureRow>& rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString numberText(const std::optional<double>& number, lockcore::MeasureUnit unit) const;

    std::vector<lockcore::MeasureRow> m_rows;
    bool m_hasBoth = false;
};

}  // namespace lockscope
