// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_visibility.h"

#include <QEvent>
#include <QWidget>

namespace lockscope {

WindowVisibility::WindowVisibility(QWidget* window) : QObject(window), m_window(*window) {
    window->installEventFilter(this);
}

bool WindowVisibility::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Show:
        case QEvent::Hide:
        case QEvent::WindowStateChange:
            Q_EMIT changed(m_window.isVisible() && !m_window.isMinimized());
            break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lockscope
