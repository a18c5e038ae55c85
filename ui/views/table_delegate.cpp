// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table_delegate.h"

#include "models/roles.h"
#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <cmath>

namespace lockscope {

void TableDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!m_hasFonts || option->font != m_baseFont) {
        m_baseFont = option->font;
        m_idFont = idFont(m_baseFont);
        m_numberFont = numberFont(m_baseFont);
        m_hasFonts = true;
    }
    if (index.data(IdRole).toBool()) {
        option->font = m_idFont;
        option->textElideMode = Qt::ElideMiddle;
    } else if (option->displayAlignment & Qt::AlignRight) {
        option->font = m_numberFont;
    }
    if (index.data(GoneRole).toBool()) {
        option->font.setStrikeOut(true);
        option->palette.setColor(QPalette::Text, StatePalette(option->palette).color(Tone::Gone));
    }
    if (index.data(HighlightRole).toBool())
        option->backgroundBrush = StatePalette(option->palette).background(Tone::Info);
    option->fontMetrics = QFontMetrics(option->font);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const QVariant tone = index.data(ToneRole);
    if (!tone.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(*painter, cell);
    paintState(*painter, cell, tone.toInt());
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), rowHeight(option.font)};
}

void TableDelegate::paintBackground(QPainter& painter, QStyleOptionViewItem option) {
    option.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, &painter, option.widget);
}

void TableDelegate::paintHighlight(QPainter& painter, const QStyleOptionViewItem& option) {
    const QRect bar(option.rect.topLeft(), QSize(gridStep() - 1, option.rect.height()));
    const bool selected = option.state & QStyle::State_Selected;
    painter.fillRect(bar, selected ? inkOf(option) : StatePalette(option.palette).textColor(Tone::Info));
}

QColor TableDelegate::inkOf(const QStyleOptionViewItem& option) {
    const QPalette::ColorGroup group = !(option.state & QStyle::State_Enabled)  ? QPalette::Disabled
                                       : !(option.state & QStyle::State_Active) ? QPalette::Inactive
                                                                                : QPalette::Active;
    const bool selected = option.state & QStyle::State_Selected;
    return option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
}

void TableDelegate::paintState(QPainter& painter, const QStyleOptionViewItem& option, int toneValue) const {
    const auto tone = static_cast<Tone>(toneValue);
    const StatePalette palette(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    const QColor word = selected ? inkOf(option) : palette.textColor(tone);
    const QColor fill = selected ? word : palette.color(tone);

    const double side = 2 * std::round(option.fontMetrics.ascent() * 0.4);
    const QRect& rect = option.rect;
    const double top = std::round(rect.y() + (rect.height() - side) / 2.0);
    paintMark(painter, QRectF(rect.x() + contentMargin(), top, side, side), tone, fill, word);

    painter.save();
    painter.setFont(option.font);
    painter.setPen(word);
    const int left = contentMargin() + static_cast<int>(side) + gridStep();
    const QRect textRect = rect.adjusted(left, 0, -contentMargin(), 0);
    painter.drawText(textRect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     option.fontMetrics.elidedText(option.text, option.textElideMode, textRect.width()));
    painter.restore();
}

}  // namespace lockscope
