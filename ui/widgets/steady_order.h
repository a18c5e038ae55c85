// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAbstractItemView;
class QSortFilterProxyModel;

namespace lockscope {

/// Leaves the rows of a sorted table where they are while the pointer is on them, so that a click hits what
/// it aimed at; sorts again when the pointer has left. Belongs to the view. Lives on the GUI thread.
class SteadyOrder : public QObject {
    Q_OBJECT

public:
    SteadyOrder(QAbstractItemView* view, QSortFilterProxyModel* order);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void sortUnlessHeld();

    QSortFilterProxyModel* m_order;
    bool m_isHeld = false;
};

}  // namespace lockscope
