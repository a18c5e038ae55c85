// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>

class QWidget;

namespace lockscope {

/// How often the ages of what was read are shown anew.
inline constexpr std::chrono::seconds kAgeInterval{2};

/// Ticks while its widget can be seen, else not at all: each second, or every other one for the ages of what
/// was read, which nobody counts along with. Very coarse, so that all of them wake the process together.
/// Lives on the GUI thread.
class VisibleClock : public QObject {
    Q_OBJECT

public:
    explicit VisibleClock(QWidget* widget, std::chrono::seconds interval = std::chrono::seconds(1));

Q_SIGNALS:
    void ticked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTimer m_timer;
};

}  // namespace lockscope
