// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wrapping_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope {

WrappingLayout::WrappingLayout(QWidget* parent, int across, int down)
    : QLayout(parent), m_across(across), m_down(down) {
    setContentsMargins(0, 0, 0, 0);
}

void WrappingLayout::addItem(QLayoutItem* item) {
    m_items.emplace_back(item);
}

int WrappingLayout::count() const {
    return static_cast<int>(m_items.size());
}

QLayoutItem* WrappingLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrappingLayout::takeAt(int index) {
    if (!itemAt(index)) return nullptr;
    QLayoutItem* const item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

std::vector<WrappingLayout::Line> WrappingLayout::linesIn(int width) const {
    std::vector<Line> lines;
    for (const auto& item : m_items) {
        if (item->isEmpty()) continue;
        const QSize wanted = item->sizeHint();
        const bool fits = !lines.empty() && lines.back().width + m_across + wanted.width() <= width;
        if (!fits) lines.emplace_back();
        Line& line = lines.back();
        line.width += wanted.width() + (line.items.empty() ? 0 : m_across);
        line.height = std::max(line.height, wanted.height());
        line.items.push_back(item.get());
    }
    return lines;
}

int WrappingLayout::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    const auto lines = linesIn(width - margins.left() - margins.right());
    int height = margins.top() + margins.bottom();
    for (const Line& line : lines)
        height += line.height + (&line == &lines.front() ? 0 : m_down);
    return height;
}

QSize WrappingLayout::sizeHint() const {
    const auto lines = linesIn(std::numeric_limits<int>::max() / 2);
    const QMargins margins = contentsMargins();
    const QSize line = lines.empty() ? QSize(0, 0) : QSize(lines.front().width, lines.front().height);
    return line.grownBy(margins);
}

QSize WrappingLayout::minimumSize() const {
    QSize least(0, 0);
    for (const auto& item : m_items)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least.grownBy(contentsMargins());
}

void WrappingLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    const QRect area = rect.marginsRemoved(contentsMargins());
    int top = area.top();
    for (const Line& line : linesIn(area.width())) {
        placeLine(line, QRect(area.left(), top, area.width(), line.height));
        top += line.height + m_down;
    }
}

void WrappingLayout::placeLine(const Line& line, const QRect& area) const {
    const auto expands = [](const QLayoutItem* item) {
        return item->expandingDirections().testFlag(Qt::Horizontal);
    };
    auto expanding = static_cast<int>(std::ranges::count_if(line.items, expands));
    int left = std::max(0, area.width() - line.width);
    int x = area.left();
    const Qt::LayoutDirection direction =
        parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    for (QLayoutItem* const item : line.items) {
        int width = std::min(item->sizeHint().width(), area.width());
        if (expands(item)) {
            const int share = left / expanding--;
            width += share;
            left -= share;
        }
        item->setGeometry(QStyle::visualRect(direction, area, QRect(x, area.top(), width, area.height())));
        x += width + m_across;
    }
}

}  // namespace lockscope
