// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace lockscope {

class StateMark;

/// One inline message above the view that it is about, with at most one action. Hidden while there is none.
/// Information goes by itself after kInfoMs, warnings and faults stay until closed. Lives on the GUI thread.
class MessageBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int kInfoMs = 15'000;

    explicit MessageBar(QWidget* parent = nullptr);

    /// Replaces what is shown. Plain text.
    void showMessage(Severity severity, const QString& text, const QString& actionText = {});
    void dismiss();
    QString text() const;

Q_SIGNALS:
    void actionTriggered();
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StateMark* m_mark;
    QLabel* m_text;
    QPushButton* m_action;
    QToolButton* m_close;
    QTimer m_infoTimer;
};

}  // namespace lockscope
