// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/fairness.h>

#include <QAbstractTableModel>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockscope {

/// The last grants of one lock, oldest first: order of arrival beside order of grant. Lives on the GUI
/// thread.
class GrantOrderModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { GrantRank, ArrivalRank, Contender, Mode, Wait, Order, ColumnCount };

    explicit GrantOrderModel(QObject* parent = nullptr);

    /// Appends the grants that are new in `report` and drops those that it no longer has. Another lock path
    /// starts anew, as do grants of another phase.
    void setReport(const std::string& lockPath, const lockcore::FairnessReport& report);
    void clear();
    /// What contenders are called, by their ids, also of those that have left; others are told by id.
    void setNames(std::map<std::uint64_t, QString> names);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        lockcore::GrantRecord grant;
        bool overtook = false;
    };

    /// Its grants go on where the rows end, as far as can be seen.
    bool goesOn(const lockcore::FairnessReport& report) const;
    /// Drops the rows of grants before this one.
    void dropBefore(std::uint64_t grantRank);
    /// Who overtook shows once the one that was overtaken is granted. Rows are those of the report.
    void markOvertaking(const lockcore::FairnessReport& report);
    QString displayText(const Row& row, int column) const;

    std::string m_lockPath;
    std::vector<Row> m_rows;
    std::map<std::uint64_t, QString> m_names;
};

}  // namespace lockscope
