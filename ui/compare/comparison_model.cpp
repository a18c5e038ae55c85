// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison_model.h"

#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"

#include <QFont>

#include <utility>

namespace lockscope {

/// By its place in m_nodes, which is the internal id of its index.
struct ComparisonModel::Node {
    const DifferenceRow* row;
    int parent;  ///< -1: a group
    int place;   ///< beneath it
    int firstChild = 0;
};

ComparisonModel::ComparisonModel(std::vector<DifferenceRow> groups, QObject* parent)
    : QAbstractItemModel(parent), m_groups(std::move(groups)) {
    addNodes(m_groups, -1);
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        m_nodes[node].firstChild = static_cast<int>(m_nodes.size());
        addNodes(m_nodes[node].row->rows, static_cast<int>(node));
    }
}

ComparisonModel::~ComparisonModel() = default;

void ComparisonModel::addNodes(const std::vector<DifferenceRow>& rows, int parent) {
    int place = 0;
    for (const DifferenceRow& row : rows)
        m_nodes.push_back({&row, parent, place++});
}

const DifferenceRow* ComparisonModel::rowAt(const QModelIndex& index) const {
    return index.isValid() ? m_nodes[index.internalId()].row : nullptr;
}

QModelIndex ComparisonModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    const int first = parent.isValid() ? m_nodes[parent.internalId()].firstChild : 0;
    return createIndex(row, column, static_cast<quintptr>(first) + static_cast<quintptr>(row));
}

QModelIndex ComparisonModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const int parent = m_nodes[index.internalId()].parent;
    if (parent < 0) return {};
    return createIndex(m_nodes[static_cast<std::size_t>(parent)].place, 0, static_cast<quintptr>(parent));
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    return parent.column() == 0 ? static_cast<int>(rowAt(parent)->rows.size()) : 0;
}

int ComparisonModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
    const DifferenceRow* const row = rowAt(index);
    if (!row) return {};
    const bool isGroup = !index.parent().isValid();
    if (role == Qt::FontRole && isGroup) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == ToneRole && index.column() == Change && !row->change.isEmpty())
        return static_cast<int>(row->isBad ? Tone::Warning : Tone::Info);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != CopyRole) return {};
    const QString text = textAt(*row, index.column());
    return role == Qt::ToolTipRole ? plainToolTip(text) : text;
}

QString ComparisonModel::textAt(const DifferenceRow& row, int column) {
    switch (column) {
        case What: return row.who.isEmpty() ? row.what : row.who;
        case Change: return row.change;
        case Before: return row.before;
        case After: return row.after;
        default: return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case What: return tr("What");
        case Change: return tr("Change");
        case Before: return tr("Before");
        case After: return tr("After");
        default: return {};
    }
}

}  // namespace lockscope
