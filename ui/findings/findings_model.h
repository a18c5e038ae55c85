// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/row_ranges.h"
#include "words/wall_clock.h"

#include <lockcore/observe/findings.h>

#include <QSortFilterProxyModel>
#include <compare>
#include <string>
#include <vector>

namespace lockscope {

struct FindingRow {
    std::string identity;  ///< of the finding, worked out once
    lockcore::Finding finding;
};

struct FindingRowTraits {
    static const std::string& keyOf(const FindingRow& row) { return row.identity; }
    static bool same(const FindingRow& a, const FindingRow& b);
};

/// Findings by identity: one that is told again keeps its row, whatever its facts are by then. Lives on the
/// GUI thread.
class FindingsModel : public SortedRowsModel<FindingRow, FindingRowTraits> {
    Q_OBJECT

public:
    enum Column { Title, Object, Since, EvidenceText, ColumnCount };

    explicit FindingsModel(QObject* parent = nullptr);

    /// Shows newer findings by row ranges.
    void setFindings(std::vector<lockcore::Finding> findings);
    void setClock(WallClock clock);

    const lockcore::Finding& at(int row) const { return rows()[static_cast<std::size_t>(row)].finding; }
    const std::string& identityAt(int row) const { return rows()[static_cast<std::size_t>(row)].identity; }
    /// −1 if it is not shown.
    int rowOf(const std::string& identity) const { return findRow(identity); }
    /// Which of two rows is less by a column; by Title the worse one is the greater. Total: ends with the
    /// identity.
    std::weak_ordering compare(int a, int b, int column) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const lockcore::Finding& finding, int column) const;
    QString copyText(const lockcore::Finding& finding, int column) const;
    static QString accessibleText(const lockcore::Finding& finding);

    WallClock m_now;
};

/// Findings in the order of a column. Lives on the GUI thread.
class FindingOrder : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace lockscope
