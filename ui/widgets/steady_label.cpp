// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/steady_label.h"

#include <QEvent>
#include <QFocusEvent>
#include <utility>

namespace lockscope {

SteadyLabel::SteadyLabel(QWidget* parent) : QWidget(parent), m_label(new QLabel(this)) {
    m_label->setTextFormat(Qt::PlainText);
    setSizePolicy(m_label->sizePolicy());
    m_label->installEventFilter(this);
}

void SteadyLabel::setText(const QString& text) {
    if (text == m_label->text()) return;
    const QSize room = neededRoom().expandedTo(m_room);
    m_label->setText(text);
    m_needed = {};
    const bool isOnHiddenPage = !isVisible() && window()->isVisible();
    const bool fits = fitsInto(room);
    m_isUntold = isOnHiddenPage || fits;
    m_room = fits && !m_label->wordWrap() ? room : QSize();
    if (!m_isUntold) updateGeometry();
}

/// What the text takes: lines of this width, or one line. It is known from the text before, mostly: laying
/// out a paragraph is much of what a window without changes costs.
QSize SteadyLabel::neededRoom() {
    const bool wraps = m_label->wordWrap();
    if (m_needed.isValid() && (!wraps || m_needed.width() == width())) return m_needed;
    m_needed = wraps ? QSize(width(), m_label->heightForWidth(width())) : m_label->sizeHint();
    return m_needed;
}

/// An age goes from 9 s to 10 s, and back once newer facts have come: it keeps the room of the widest one,
/// unless another text needs much less.
bool SteadyLabel::fitsInto(const QSize& room) {
    const QSize needed = neededRoom();
    return needed.height() == room.height() && needed.width() <= room.width() &&
           2 * needed.width() > room.width();
}

QSize SteadyLabel::sizeHint() const {
    return m_label->sizeHint().expandedTo(m_room);
}

QSize SteadyLabel::minimumSizeHint() const {
    return m_label->minimumSizeHint().expandedTo(m_room);
}

bool SteadyLabel::hasHeightForWidth() const {
    return m_label->hasHeightForWidth();
}

int SteadyLabel::heightForWidth(int width) const {
    return m_label->heightForWidth(width);
}

void SteadyLabel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_label->setGeometry(rect());
    tellRoom();
}

void SteadyLabel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    tellRoom();
}

/// Layouts remember what earlier texts needed at other widths.
void SteadyLabel::tellRoom() {
    if (std::exchange(m_isUntold, false)) updateGeometry();
}

/// A label without a layout around it asks its parent alone; setText() has decided already.
bool SteadyLabel::event(QEvent* event) {
    return event->type() == QEvent::LayoutRequest || QWidget::event(event);
}

bool SteadyLabel::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::FontChange:
        case QEvent::StyleChange:
            m_room = {};
            m_needed = {};
            updateGeometry();
            break;
        case QEvent::Enter: letSelect(true); break;
        case QEvent::Leave: letSelect(m_label->hasFocus()); break;
        // The menu that copies what is selected takes the focus too.
        case QEvent::FocusOut:
            letSelect(m_label->underMouse() ||
                      static_cast<QFocusEvent*>(event)->reason() == Qt::PopupFocusReason);
            break;
        default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void SteadyLabel::letSelect(bool selects) {
    if (!m_isSelectable) return;
    const Qt::TextInteractionFlags flags = selects ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                                                   : Qt::TextInteractionFlags(Qt::NoTextInteraction);
    if (m_label->textInteractionFlags() != flags) m_label->setTextInteractionFlags(flags);
}

}  // namespace lockscope
