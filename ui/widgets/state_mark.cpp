// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state_mark.h"

#include <QFontMetrics>
#include <QPainter>

namespace lockscope {

StateMark::StateMark(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StateMark::setTone(Tone tone) {
    m_tone = tone;
    update();
}

QSize StateMark::sizeHint() const {
    const int side = 2 * (fontMetrics().ascent() / 2);
    return {side, side};
}

void StateMark::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette colors(palette());
    paintMark(painter, QRectF(rect()), m_tone, colors.color(m_tone), colors.textColor(m_tone));
}

}  // namespace lockscope
