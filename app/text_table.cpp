// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_table.h"

#include <algorithm>

namespace lockscope {
namespace {

constexpr qsizetype kGap = 2;
/// A character, "…" and a character: what is left of a name where nothing else can give way.
constexpr qsizetype kUtmost = 4;

template <typename Layout>
qsizetype totalOf(const Layout& layout) {
    qsizetype total = layout.empty() ? 0 : -kGap;
    for (const auto& [column, width] : layout)
        total += width + kGap;
    return total;
}

}  // namespace

TextTable::Layout TextTable::natural() const {
    Layout layout;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        qsizetype widest = cellsOf(m_columns[column].title);
        for (const auto& row : m_rows)
            widest = std::max(widest, cellsOf(row[column].text));
        layout.emplace_back(column, widest);
    }
    return layout;
}

/// Takes from the widest column that can give, until all fit. A title is never shortened.
bool TextTable::shrink(Layout& layout, qsizetype width, bool toTheUtmost) const {
    for (qsizetype excess = totalOf(layout) - width; excess > 0; --excess) {
        auto widest = layout.end();
        for (auto each = layout.begin(); each != layout.end(); ++each) {
            const Column& column = m_columns[each->first];
            if (column.least == 0) continue;
            const qsizetype least = std::max(cellsOf(column.title), toTheUtmost ? kUtmost : column.least);
            if (each->second > least && (widest == layout.end() || each->second > widest->second))
                widest = each;
        }
        if (widest == layout.end()) return false;
        --widest->second;
    }
    return true;
}

bool TextTable::leaveOneOut(Layout& layout) const {
    const auto last =
        std::ranges::max_element(layout, {}, [this](const auto& each) { return m_columns[each.first].rank; });
    if (last == layout.end() || m_columns[last->first].rank == 0) return false;
    layout.erase(last);
    return true;
}

TextTable::Layout TextTable::layoutFor(const std::optional<qsizetype>& width) const {
    Layout shown = natural();
    if (!width) return shown;
    do {
        Layout layout = shown;
        if (shrink(layout, *width, false)) return layout;
    } while (leaveOneOut(shown));
    shrink(shown, *width, true);
    return shown;
}

QStringList TextTable::lines(const Style& style) const {
    const Layout layout = layoutFor(style.width);
    std::vector<Cell> titles;
    for (const Column& column : m_columns)
        titles.push_back({column.title, Ink::Heading});
    QStringList lines{line(titles, layout, style.colour)};
    for (const auto& row : m_rows)
        lines << line(row, layout, style.colour);
    return lines;
}

QStringList TextTable::leftOut(const std::optional<qsizetype>& width) const {
    const Layout layout = layoutFor(width);
    QStringList titles;
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        if (std::ranges::find(layout, column, &Layout::value_type::first) == layout.end())
            titles << m_columns[column].title;
    return titles;
}

QString TextTable::line(const std::vector<Cell>& cells, const Layout& layout, bool colour) const {
    QString text;
    qsizetype blanks = 0;  // before the next cell; none are written at the end of the line
    for (const auto& [column, width] : layout) {
        const QString cell = shortenedToCells(cells[column].text, width);
        const qsizetype space = width - cellsOf(cell);
        const bool right = m_columns[column].align == Align::Right;
        if (right) blanks += space;
        if (!cell.isEmpty())
            text += QString(std::exchange(blanks, 0), QLatin1Char(' ')) +
                    (colour ? inked(cell, cells[column].ink) : cell);
        blanks += kGap + (right ? 0 : space);
    }
    return text;
}

}  // namespace lockscope
