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

void Callout::pointAt(const QRect& place, const QString& text, const QRect& room) {
    if (isVisible() && place == m_place && text == m_text && room == m_room) return;
    m_place = place;
    m_room = room;
    m_text = text;
    setAccessibleName(text);
    m_bubble = bubbleFor(place, room);
    // No larger than what it shows: what lies beneath is painted anew with it.
    setGeometry(m_place.united(m_bubble).adjusted(-gridStep(), -gridStep(), gridStep(), gridStep()) &
                parentWidget()->rect());
    show();
    raise();
    update();
}

/// In its room, or below the place, else above it; within the window. Of a wide place, as a row, at its end:
/// what the next rows are stands at their begin.
QRect Callout::bubbleFor(const QRect& place, const QRect& room) const {
    const QRect window = parentWidget()->rect();
    const int most = kCalloutCharacters * fontMetrics().averageCharWidth();
    const QRect words = fontMetrics().boundingRect(QRect(0, 0, most, window.height()), textFlags(), m_text);
    const QSize size = words.size() + QSize(2 * contentMargin() + 2, 2 * contentMargin());
    if (room.width() >= size.width() + 2 * gridStep() && room.height() >= size.height() + arrowHeight())
        return {QPoint(room.right() - size.width() - gridStep(), room.top() + arrowHeight()), size};
    int y = place.bottom() + arrowHeight();
    if (y + size.height() > window.bottom()) y = place.top() - arrowHeight() - size.height();
    // Of a place that fills the window it stands inside.
    if (y < window.top()) y = place.center().y() - size.height() / 2;
    const bool isWide = place.width() > 2 * size.width();
    const int left =
        std::min(isWide ? place.right() - size.width() - gridStep() : place.left() + 10 * gridStep(),
                 window.right() - size.width() - gridStep());
    return {QPoint(std::max(window.left() + gridStep(), left), y), size};
}

/// Half of its width: a long one hides little of what it passes.
int Callout::arrowBase() const {
    const int length = isAbove() ? m_place.top() - m_bubble.bottom() : m_bubble.top() - m_place.bottom();
    return length > 2 * arrowHeight() ? gridStep() / 2 : 2 * gridStep();
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
        // The last column of a row ends in nothing that an arrow hides.
        const qreal middle = m_bubble.left() > m_place.center().x()
                                 ? std::max<qreal>(m_bubble.right() - 4 * gridStep(), m_bubble.center().x())
                                 : std::min<qreal>(m_bubble.left() + 8 * gridStep(), m_bubble.center().x());
        const qreal base = isAbove() ? m_bubble.bottom() : m_bubble.top() + 1;
        const qreal tip = isAbove() ? m_place.top() : m_place.bottom() + 1;
        QPainterPath arrow;
        arrow.moveTo(middle - arrowBase(), base);
        arrow.lineTo(middle, tip);
        arrow.lineTo(middle + arrowBase(), base);
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
