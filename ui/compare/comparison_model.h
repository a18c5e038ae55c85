// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/difference_text.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace lockscope {

/// What differs between two moments, as a tree of two or three levels that never changes. Lives on the GUI
/// thread.
class ComparisonModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { What, Change, Before, After, ColumnCount };

    explicit ComparisonModel(std::vector<DifferenceRow> groups, QObject* parent = nullptr);
    ~ComparisonModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The row as it was given; null for no index.
    const DifferenceRow* rowAt(const QModelIndex& index) const;

private:
    struct Node;

    static QString textAt(const DifferenceRow& row, int column);
    void addNodes(const std::vector<DifferenceRow>& rows, int parent);

    const std::vector<DifferenceRow> m_groups;
    std::vector<Node> m_nodes;  ///< parents before their children, which lie side by side
};

}  // namespace lockscope
