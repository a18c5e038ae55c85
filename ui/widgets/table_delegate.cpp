// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/table_delegate.h"

#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/roles.h"

#include <QApplication>
#include <QPainter>
#include <array>
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
    std::array roles{QModelRoleData(IdRole), QModelRoleData(HighlightRole)};
    index.multiData(roles);
    const auto& [isId, isHighlighted] = roles;
    if (isId.data().toBool()) {
        option->font = m_idFont;
        option->textElideMode = Qt::ElideMiddle;
    } else if (option->displayAlignment & Qt::AlignRight) {
        option->font = m_numberFont;
    }
    if (isHighlighted.data().toBool())
        option->backgroundBrush = StatePalette(option->palette).background(Tone::Info);
    option->fontMetrics = QFontMetrics(option->font);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QVariant tone = index.data(ToneRole);
    constexpr auto kMoreThanText =
        QStyleOptionViewItem::HasDecoration | QStyleOptionViewItem::HasCheckIndicator;
    if (!tone.isValid() && (cell.features & kMoreThanText)) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    paintBackground(*painter, cell);
    const QRect area = paintStateMark(*painter, cell, tone);
    paintLine(*painter, cell, area, inkOf(cell, tone));
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), rowHeight(option.font)};
}

void TableDelegate::paintBackground(QPainter& painter, QStyleOptionViewItem option) {
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    if (option.state & QStyle::State_HasFocus) {
        option.text.clear();
        style->drawControl(QStyle::CE_ItemViewItem, &option, &painter, option.widget);
    } else {
        // The whole control would work out where its text goes, too.
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter, option.widget);
    }
}

void TableDelegate::paintLine(QPainter& painter, const QStyleOptionViewItem& option, const QRect& rect,
                              const QColor& ink) const {
    if (option.text.isEmpty() || rect.width() <= 0) return;
    const CellText& line = m_texts.laidOut(option.text, option.font, rect.width(), option.textElideMode);
    const bool isRight = option.displayAlignment & Qt::AlignRight;
    const double left = isRight ? rect.x() + rect.width() - line.text.size().width() : rect.x();
    // One base line for the fonts of all columns.
    const QFontMetrics base(m_baseFont);
    const int baseLine = rect.y() + (rect.height() - base.height()) / 2 + base.ascent();
    painter.setFont(option.font);
    painter.setPen(ink);
    painter.drawStaticText(QPointF(left, baseLine - line.ascent), line.text);
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

QColor TableDelegate::inkOf(const QStyleOptionViewItem& option, const QVariant& tone) {
    const bool selected = option.state & QStyle::State_Selected;
    if (selected || !tone.isValid()) return inkOf(option);
    return StatePalette(option.palette).textColor(static_cast<Tone>(tone.toInt()));
}

QColor TableDelegate::mutedInkOf(const QStyleOptionViewItem& option) {
    if (!(option.state & QStyle::State_Selected)) return option.palette.color(QPalette::PlaceholderText);
    QColor ink = inkOf(option);
    ink.setAlphaF(0.85F);
    return ink;
}

QRect TableDelegate::paintStateMark(QPainter& painter, const QStyleOptionViewItem& option,
                                    const QVariant& tone) {
    const QRect content = option.rect.adjusted(contentMargin(), 0, -contentMargin(), 0);
    if (!tone.isValid()) return content;
    const QColor outline = inkOf(option, tone);
    const bool selected = option.state & QStyle::State_Selected;
    const QColor fill =
        selected ? outline : StatePalette(option.palette).color(static_cast<Tone>(tone.toInt()));
    const double side = 2 * std::round(option.fontMetrics.ascent() * 0.4);
    const double top = std::round(option.rect.y() + (option.rect.height() - side) / 2.0);
    paintMark(painter, QRectF(content.x(), top, side, side), static_cast<Tone>(tone.toInt()), fill, outline);
    return content.adjusted(static_cast<int>(side) + gridStep(), 0, 0, 0);
}

}  // namespace lockscope
