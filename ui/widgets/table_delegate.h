// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cell_texts.h"

#include <QFont>
#include <QStyledItemDelegate>

namespace lockscope {

/// Paints the cells of all our tables by what ItemRole tells: states by shape, word and colour, ids
/// monospaced. Lives on the GUI thread.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

    /// Draws background and focus of the cell, as the style does. `option` is an initialised one.
    static void paintBackground(QPainter& painter, QStyleOptionViewItem option);
    /// One line in the middle of `rect`, cut to its width.
    void paintLine(QPainter& painter, const QStyleOptionViewItem& option, const QRect& rect,
                   const QColor& ink) const;
    /// The bar at the left edge of a row that belongs to what is selected elsewhere.
    static void paintHighlight(QPainter& painter, const QStyleOptionViewItem& option);
    /// The shape of a tone as ToneRole tells it, if it does. Returns where the text goes.
    static QRect paintStateMark(QPainter& painter, const QStyleOptionViewItem& option, const QVariant& tone);
    /// Colour of ordinary text in this cell, by selection and focus.
    static QColor inkOf(const QStyleOptionViewItem& option);
    /// … of a tone as ToneRole tells it, if it does.
    static QColor inkOf(const QStyleOptionViewItem& option, const QVariant& tone);
    /// … of what matters less.
    static QColor mutedInkOf(const QStyleOptionViewItem& option);

private:
    /// Derived fonts, made anew when the base font changes: looking them up for each cell is slow.
    mutable QFont m_baseFont;
    mutable QFont m_idFont;
    mutable QFont m_numberFont;
    mutable bool m_hasFonts = false;
    mutable CellTexts m_texts;
};

}  // namespace lockscope
