// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <cstddef>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

namespace lockscope {

enum class NewestAt { Top, Bottom };

/// A table of the last kCapacity records, a row each: what comes is inserted as one range at one end, what is
/// too old removed as one range from the other. Lives on the GUI thread.
template <class Record, NewestAt end>
class NewestRows : public QAbstractTableModel {
public:
    static constexpr std::size_t kCapacity = 10'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// The oldest of them first.
    void add(std::vector<Record> records) {
        if (records.size() > kCapacity) records.erase(records.begin(), records.end() - distance(kCapacity));
        if (records.empty()) return;
        const std::size_t total = m_records.size() + records.size();
        if (total > kCapacity) dropOldest(total - kCapacity);
        const int first = end == NewestAt::Top ? 0 : rowCount();
        beginInsertRows({}, first, first + static_cast<int>(records.size()) - 1);
        if constexpr (end == NewestAt::Top)
            m_records.insert(m_records.begin(), std::make_move_iterator(records.rbegin()),
                             std::make_move_iterator(records.rend()));
        else
            m_records.insert(m_records.end(), std::make_move_iterator(records.begin()),
                             std::make_move_iterator(records.end()));
        endInsertRows();
    }

    void clear() {
        if (m_records.empty()) return;
        beginResetModel();
        m_records.clear();
        endResetModel();
    }

    /// What was at `row` is another now.
    void replace(int row, Record record) {
        m_records[static_cast<std::size_t>(row)] = std::move(record);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }

    const Record& at(int row) const { return m_records[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_records.size());
    }

private:
    static std::ptrdiff_t distance(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

    void dropOldest(std::size_t count) {
        const std::size_t first = end == NewestAt::Top ? m_records.size() - count : 0;
        beginRemoveRows({}, static_cast<int>(first), static_cast<int>(first + count) - 1);
        const auto begin = m_records.begin() + distance(first);
        m_records.erase(begin, begin + distance(count));
        endRemoveRows();
    }

    std::deque<Record> m_records;  ///< in the order of rows
};

}  // namespace lockscope
