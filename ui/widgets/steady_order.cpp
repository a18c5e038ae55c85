// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/steady_order.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QSortFilterProxyModel>

namespace lockscope {

SteadyOrder::SteadyOrder(QAbstractItemView* view, QSortFilterProxyModel* order)
    : QObject(view), m_order(order) {
    view->viewport()->installEventFilter(this);
}

bool SteadyOrder::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter) {
        m_isHeld = true;
        m_order->setDynamicSortFilter(false);
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide) {
        m_isHeld = false;
        // Not at once: a panel hides its view also while it is taken down, and has lost by then what it needs
        // to hear of another order.
        QMetaObject::invokeMethod(this, &SteadyOrder::sortUnlessHeld, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void SteadyOrder::sortUnlessHeld() {
    // Which sorts even where it is on already.
    if (!m_isHeld && !m_order->dynamicSortFilter()) m_order->setDynamicSortFilter(true);
}

}  // namespace lockscope
