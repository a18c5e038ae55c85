// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/visible_clock.h"

#include <QEvent>
#include <QWidget>

namespace lockscope {

VisibleClock::VisibleClock(QWidget* widget, std::chrono::seconds interval) : QObject(widget) {
    m_timer.setInterval(interval);
    m_timer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this, widget] {
        if (!widget->window()->isMinimized()) Q_EMIT ticked();
    });
    widget->installEventFilter(this);
    if (widget->isVisible()) m_timer.start();
}

bool VisibleClock::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) {
        m_timer.start();
        Q_EMIT ticked();
    } else if (event->type() == QEvent::Hide) {
        m_timer.stop();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lockscope
