// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lockscope {

/// A table of a few rows in an order of their own, which changes. Rows that are there before and after keep
/// their identity: they are moved, never replaced. While it is held they stay where they are, and new ones
/// come last. GUI thread.
///
/// `Traits` has keyOf(row), whose values compare with ==, and same(a, b), true where a row looks the same.
template <class Row, class Traits>
class OrderedRowsModel : public QAbstractTableModel {
public:
    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

    const Row& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    template <class Key>
    int rowOf(const Key& key) const {
        const auto found = find(m_rows, key);
        return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    }

    void setHeld(bool held) {
        m_isHeld = held;
        if (!held) place(m_newest);
    }

protected:
    using QAbstractTableModel::QAbstractTableModel;

    void showRows(std::vector<Row> newer) {
        m_newest.clear();
        for (Row& row : newer)
            if (find(m_newest, Traits::keyOf(row)) == m_newest.end()) m_newest.push_back(std::move(row));
        place(m_isHeld ? asShown(m_newest) : m_newest);
    }

private:
    template <class Rows, class Key>
    static auto find(Rows& rows, const Key& key) {
        return std::ranges::find_if(rows, [&](const Row& row) { return Traits::keyOf(row) == key; });
    }

    std::vector<Row> asShown(const std::vector<Row>& newer) const {
        std::vector<Row> rows;
        rows.reserve(newer.size());
        for (const Row& row : m_rows)
            if (const auto found = find(newer, Traits::keyOf(row)); found != newer.end())
                rows.push_back(*found);
        for (const Row& row : newer)
            if (find(m_rows, Traits::keyOf(row)) == m_rows.end()) rows.push_back(row);
        return rows;
    }

    void place(const std::vector<Row>& newer) {
        for (int row = rowCount() - 1; row >= 0; --row) {
            if (find(newer, Traits::keyOf(at(row))) != newer.end()) continue;
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
        for (int row = 0; row < static_cast<int>(newer.size()); ++row)
            placeAt(row, newer[static_cast<std::size_t>(row)]);
    }

    /// All rows above have their places already.
    void placeAt(int row, const Row& newer) {
        const int shown = rowOf(Traits::keyOf(newer));
        if (shown < 0) {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, newer);
            endInsertRows();
            return;
        }
        if (shown != row) {
            beginMoveRows({}, shown, shown, {}, row);
            std::rotate(m_rows.begin() + row, m_rows.begin() + shown, m_rows.begin() + shown + 1);
            endMoveRows();
        }
        Row& placed = m_rows[static_cast<std::size_t>(row)];
        if (Traits::same(placed, newer)) return;
        placed = newer;
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }

    std::vector<Row> m_rows;
    std::vector<Row> m_newest;  ///< in the order in which they would be shown
    bool m_isHeld = false;
};

}  // namespace lockscope
