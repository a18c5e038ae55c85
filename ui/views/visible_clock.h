// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QWidget;

namespace lockscope {

/// Ticks once a second while its widget can be seen, else not at all. Very coarse, so that all of them wake
/// the process together. Lives on the GUI thread.
class VisibleClock : public QObject {
    Q_OBJECT

public:
    explicit VisibleClock(QWidget* widget);

Q_SIGNALS:
    void ticked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTimer m_timer;
};

}  // namespace lockscope
