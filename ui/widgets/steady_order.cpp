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
        m_order->setDynamicSortFilter(false);
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide) {
        m_order->setDynamicSortFilter(true);
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lockscope
