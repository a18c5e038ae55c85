// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/steady_label.h"

#include <QEvent>
#include <QFocusEvent>
#include <algorithm>
#include <string_view>

namespace lockscope {

SteadyLabel::SteadyLabel(QWidget* parent) : QWidget(parent), m_label(new QLabel(this)) {
    m_label->setTextFormat(Qt::PlainText);
    setSizePolicy(m_label->sizePolicy());
    m_label->installEventFilter(this);
}

void SteadyLabel::setText(const QString& text) {
    if (text == m_label->text()) return;
    const bool needsOtherRoom = !isAsWide(text);
    m_label->setText(text);
    if (needsOtherRoom) updateGeometry();
}

/// True where no more than digits are others, and all digits are of one width, as in nearly all fonts.
bool SteadyLabel::isAsWide(const QString& text) const {
    const QString before = m_label->text();
    const bool sameButDigits = std::ranges::equal(
        text, before, [](QChar a, QChar b) { return a == b || (a.isDigit() && b.isDigit()); });
    if (!sameButDigits) return false;
    const QFontMetrics metrics(m_label->font());
    const int width = metrics.horizontalAdvance(QLatin1Char('0'));
    constexpr std::string_view kOthers = "123456789";
    return std::ranges::all_of(
        kOthers, [&](char digit) { return metrics.horizontalAdvance(QLatin1Char(digit)) == width; });
}

QSize SteadyLabel::sizeHint() const {
    return m_label->sizeHint();
}

QSize SteadyLabel::minimumSizeHint() const {
    return m_label->minimumSizeHint();
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
}

/// A label without a layout around it asks its parent alone; setText() has decided already.
bool SteadyLabel::event(QEvent* event) {
    return event->type() == QEvent::LayoutRequest || QWidget::event(event);
}

bool SteadyLabel::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::FontChange:
        case QEvent::StyleChange: updateGeometry(); break;
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
