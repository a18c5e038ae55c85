// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cell_texts.h"

#include <QFontMetrics>
#include <QTextLayout>
#include <QTransform>

namespace lockscope {

namespace {

/// Of the line itself: where letters come from another font, it is not that of `font`.
double ascentOf(const QString& text, const QFont& font) {
    QTextLayout layout(text, font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setNumColumns(static_cast<int>(text.size()));
    layout.endLayout();
    return line.ascent();
}

}  // namespace

const CellText& CellTexts::laidOut(const QString& text, const QFont& font, int width,
                                   Qt::TextElideMode mode) {
    const Key key{text, font, width, mode};
    if (const CellText* const known = m_texts.object(key)) return *known;
    const QString shown = QFontMetrics(font).elidedText(text, mode, width);
    auto* const made = new CellText{QStaticText(shown), ascentOf(shown, font)};
    made->text.setTextFormat(Qt::PlainText);
    made->text.setPerformanceHint(QStaticText::AggressiveCaching);
    made->text.prepare(QTransform(), font);
    m_texts.insert(key, made);
    return *made;
}

}  // namespace lockscope
