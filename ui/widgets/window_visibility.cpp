// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window_visibility.h"

#include <QEvent>
#include <QWidget>

namespace lockscope {

WindowVisibility::WindowVisibility(QWidget* window) : QObject(window), m_window(*window) {
    window->installEventFilter(this);
}

bool WindowVisibility::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Show:
            // Only the outermost window is told that it was minimised, and which one that is may have
            // changed.
            m_window.window()->installEventFilter(this);
            [[fallthrough]];
        case QEvent::Hide:
        case QEvent::WindowStateChange:
            Q_EMIT changed(m_window.isVisible() && !m_window.window()->isMinimized());
            break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lockscope
