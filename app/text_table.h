// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "terminal_text.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace lockscope {

/// A table in lines of text: columns as wide as their widest cell, or narrower where the screen is. A plain
/// object.
class TextTable {
public:
    enum class Align { Left, Right };

    struct Column {
        QString title;
        Align align = Align::Left;
        /// Cells may be shortened in the middle to this many cells of a terminal; 0: never.
        qsizetype least = 0;
        /// Where the screen is too narrow the column with the highest rank is left out first; 0: never.
        int rank = 0;
    };
    struct Cell {
        QString text;
        Ink ink = Ink::Plain;
    };
    /// Without a width nothing is shortened or left out.
    struct Style {
        std::optional<qsizetype> width = {};
        bool colour = false;
    };

    void column(Column column) { m_columns.push_back(std::move(column)); }
    void row(std::vector<Cell> cells) { m_rows.push_back(std::move(cells)); }

    /// The titles, then the rows.
    QStringList lines(const Style& style) const;
    /// Titles of the columns that lines() leaves out at this width.
    QStringList leftOut(const std::optional<qsizetype>& width) const;

private:
    /// The columns that are shown, each with its width.
    using Layout = std::vector<std::pair<std::size_t, qsizetype>>;

    Layout natural() const;
    Layout layoutFor(const std::optional<qsizetype>& width) const;
    bool shrink(Layout& layout, qsizetype width, bool toTheUtmost) const;
    bool leaveOneOut(Layout& layout) const;
    QString line(const std::vector<Cell>& cells, const Layout& layout, bool colour) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

}  // namespace lockscope
