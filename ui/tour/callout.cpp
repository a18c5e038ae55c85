// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tour/callout.h"

#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kCalloutCharacters = 48;  // in a line of the sentence
constexpr int kCalloutRadius = 6;
constexpr int kCalloutLine = 2;

int arrowHeight() {
    return 3 * gridStep();
}

int textFlags() {
    return Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter;
}

}  // namespace

Callout::Callout(QWidget& window) : QWidget(&window) {
    setObjectName(QStringLiteral("callout"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void Callout::pointAt(const QRect& place, const QString& text) {
    if (isVisible() && place == m_place && text == m_text) return;
    m_place = place;
    m_text = text;
    setAccessibleName(text);
    m_bubble = bubbleFor(place);
    // No larger than what it shows: what lies beneath is painted anew with it.
    setGeometry(m_place.united(m_bubble).adjusted(-gridStep(), -gridStep(), gridStep(), gridStep()) &
                parentWidget()->rect());
    show();
    raise();
    update();
}

/// Below the place where there is room, else above it; within the window.
QRect Callout::bubbleFor(const QRect& place) const {
    const QRect window = parentWidget()->rect();
    const int most = kCalloutCharacters * fontMetrics().averageCharWidth();
    const QRect words = fontMetrics().boundingRect(QRect(0, 0, most, window.height()), textFlags(), m_text);
    const QSize size = words.size() + QSize(2 * contentMargin() + 2, 2 * contentMargin());
    int y = place.bottom() + arrowHeight();
    if (y + size.height() > window.bottom()) y = place.top() - arrowHeight() - size.height();
    // Of a place that fills the window it stands inside.
    if (y < window.top()) y = place.center().y() - size.height() / 2;
    const int left = std::min(place.left() + 10 * gridStep(), window.right() - size.width() - gridStep());
    return {QPoint(std::max(window.left() + gridStep(), left), y), size};
}

void Callout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-pos());
    const QColor line = StatePalette(palette()).color(Tone::Info);
    painter.setPen(QPen(line, kCalloutLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(m_place).adjusted(1, 1, -1, -1), kCalloutRadius / 2.0,
                            kCalloutRadius / 2.0);

    QPainterPath shape;
    shape.addRoundedRect(m_bubble, kCalloutRadius, kCalloutRadius);
    if (!m_place.intersects(m_bubble)) {
        const qreal middle = std::min<qreal>(m_bubble.left() + 8 * gridStep(), m_bubble.center().x());
        const qreal base = isAbove() ? m_bubble.bottom() : m_bubble.top() + 1;
        const qreal tip = isAbove() ? m_place.top() : m_place.bottom() + 1;
        QPainterPath arrow;
        arrow.moveTo(middle - 2 * gridStep(), base);
        arrow.lineTo(middle, tip);
        arrow.lineTo(middle + 2 * gridStep(), base);
        arrow.closeSubpath();
        shape = shape.united(arrow);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(StatePalette(palette()).textColor(Tone::Info));
    painter.drawPath(shape);
    painter.setPen(palette().color(QPalette::Base));
    painter.drawText(m_bubble.adjusted(contentMargin(), contentMargin(), -contentMargin(), -contentMargin()),
                     textFlags(), m_text);
}

}  // namespace lockscope
