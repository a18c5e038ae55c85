// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockscope {

/// Tells whether a window, or a page of one, is on screen: neither hidden nor minimised, with or without the
/// focus. Lives on the GUI thread.
class WindowVisibility : public QObject {
    Q_OBJECT

public:
    explicit WindowVisibility(QWidget* window);

Q_SIGNALS:
    void changed(bool visible);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

}  // namespace lockscope
