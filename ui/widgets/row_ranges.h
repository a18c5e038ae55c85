// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lockscope {

/// Rows first … last, both included, as Qt's model signals count.
struct RowRange {
    int first = 0;
    int last = 0;

    int size() const { return last - first + 1; }
    bool operator==(const RowRange&) const = default;
};

/// More ranges than these cost a view more than a reset does.
inline constexpr std::size_t kMaxRanges = 64;

/// Adds `row`, which comes after all rows in `ranges`.
inline void appendRow(std::vector<RowRange>& ranges, int row) {
    if (!ranges.empty() && ranges.back().last + 1 == row) {
        ranges.back().last = row;
    } else {
        ranges.push_back({row, row});
    }
}

/// Ranges to signal as changed: one that spans all where single ones would be too many.
inline std::vector<RowRange> bounded(std::vector<RowRange> ranges) {
    if (ranges.size() <= kMaxRanges) return ranges;
    return {RowRange{ranges.front().first, ranges.back().last}};
}

/// A table of rows that are sorted by a key which never changes for a row. Shows newer rows by ranges. GUI
/// thread.
///
/// `Traits` has keyOf(row), whose values compare with <, and same(a, b), true where a row looks the same.
template <class Row, class Traits>
class SortedRowsModel : public QAbstractTableModel {
public:
    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

protected:
    using QAbstractTableModel::QAbstractTableModel;

    const std::vector<Row>& rows() const { return m_rows; }

    const Row& rowAt(const QModelIndex& index) const { return m_rows[static_cast<std::size_t>(index.row())]; }

    template <class Key>
    int findRow(const Key& key) const {
        const auto found =
            std::lower_bound(m_rows.begin(), m_rows.end(), key,
                             [](const Row& row, const Key& wanted) { return Traits::keyOf(row) < wanted; });
        return found != m_rows.end() && Traits::keyOf(*found) == key
                   ? static_cast<int>(found - m_rows.begin())
                   : -1;
    }

    /// `row` has the same key as before.
    void replaceRow(int row, Row newer) {
        Row& shown = m_rows[static_cast<std::size_t>(row)];
        if (Traits::same(shown, newer)) return;
        shown = std::move(newer);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }

    void showRows(std::vector<Row> newer) {
        const Difference difference = differenceTo(newer);
        if (difference.removed.size() > kMaxRanges || difference.inserted.size() > kMaxRanges) {
            // Qt has no signal for rows that come and go in many places at once: layoutChanged promises the
            // same rows in another order. Views find what was selected again by its key.
            beginResetModel();
            m_rows = std::move(newer);
            endResetModel();
            return;
        }
        for (auto range = difference.removed.rbegin(); range != difference.removed.rend(); ++range) {
            beginRemoveRows({}, range->first, range->last);
            m_rows.erase(m_rows.begin() + range->first, m_rows.begin() + range->last + 1);
            endRemoveRows();
        }
        for (const RowRange& range : difference.inserted) {
            beginInsertRows({}, range.first, range.last);
            m_rows.insert(m_rows.begin() + range.first, newer.begin() + range.first,
                          newer.begin() + range.last + 1);
            endInsertRows();
        }
        m_rows = std::move(newer);
        for (const RowRange& range : bounded(difference.changed)) {
            Q_EMIT dataChanged(index(range.first, 0), index(range.last, columnCount() - 1));
        }
    }

private:
    struct Difference {
        std::vector<RowRange> removed;   ///< rows as shown
        std::vector<RowRange> inserted;  ///< rows of the newer list
        std::vector<RowRange> changed;   ///< rows of the newer list
    };

    Difference differenceTo(const std::vector<Row>& newer) const {
        Difference difference;
        std::size_t shown = 0;
        std::size_t next = 0;
        while (shown < m_rows.size() || next < newer.size()) {
            const bool onlyShown =
                next == newer.size() ||
                (shown < m_rows.size() && Traits::keyOf(m_rows[shown]) < Traits::keyOf(newer[next]));
            const bool onlyNewer =
                shown == m_rows.size() ||
                (next < newer.size() && Traits::keyOf(newer[next]) < Traits::keyOf(m_rows[shown]));
            if (onlyShown) {
                appendRow(difference.removed, static_cast<int>(shown++));
            } else if (onlyNewer) {
                appendRow(difference.inserted, static_cast<int>(next++));
            } else {
                if (!Traits::same(m_rows[shown], newer[next]))
                    appendRow(difference.changed, static_cast<int>(next));
                ++shown;
                ++next;
            }
        }
        return difference;
    }

    std::vector<Row> m_rows;
};

}  // namespace lockscope
