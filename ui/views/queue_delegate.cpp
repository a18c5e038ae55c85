// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_delegate.h"

#include "models/queue_model.h"
#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QPainter>
#include <cmath>

namespace lockscope {

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    if (index.column() != QueueModel::Position || row >= m_chain.cells.size()) {
        TableDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(*painter, cell);
    paintGutter(*painter, cell, m_chain.cells[row]);

    const auto metrics = GutterMetrics::forRowHeight(option.rect.height());
    const int gutter = static_cast<int>(std::ceil(gutterWidth(m_chain, metrics)));
    painter->save();
    painter->setFont(cell.font);
    painter->setPen(inkOf(cell));
    painter->drawText(cell.rect.adjusted(gutter, 0, -contentMargin(), 0),
                      Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, cell.text);
    painter->restore();
}

void QueueDelegate::paintGutter(QPainter& painter, const QStyleOptionViewItem& option,
                                const ChainCell& cell) const {
    const auto metrics = GutterMetrics::forRowHeight(option.rect.height());
    const GutterShapes shapes = gutterShapes(cell, m_chain, metrics);
    const StatePalette palette(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    const QColor ink = inkOf(option);
    const QColor line = selected ? ink : palette.color(Tone::Gone);

    painter.save();
    painter.setClipRect(option.rect);
    painter.translate(option.rect.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    for (const QLineF& stroke : shapes.lines)
        painter.drawLine(stroke);
    painter.setPen(QPen(selected ? ink : palette.textColor(Tone::Holder), 2, Qt::SolidLine, Qt::SquareCap));
    if (!cell.holder && !selected) painter.setPen(QPen(line, 2, Qt::SolidLine, Qt::SquareCap));
    for (const QLineF& stroke : shapes.bracket)
        painter.drawLine(stroke);
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    for (const QPolygonF& head : shapes.arrowHeads)
        painter.drawPolygon(head);
    if (!shapes.mark.isEmpty()) {
        const Tone tone = cell.holder ? Tone::Holder : Tone::Waiter;
        paintMark(painter, shapes.mark, tone, selected ? ink : palette.color(tone),
                  selected ? ink : palette.textColor(tone));
    }
    painter.restore();
}

}  // namespace lockscope
