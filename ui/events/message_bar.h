// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace lockscope {

class StateMark;

/// One inline message above the view that it is about, with what can be done. Hidden while there is none.
/// Information goes by itself after kInfoMs, warnings and faults stay until closed. Lives on the GUI thread.
class MessageBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int kInfoMs = 15'000;

    explicit MessageBar(QWidget* parent = nullptr);

    /// Replaces what is shown. Plain text.
    void showMessage(Severity severity, const QString& text, const QStringList& actions = {});
    void dismiss();
    QString text() const;

Q_SIGNALS:
    /// Which of showMessage()'s.
    void actionTriggered(int action);
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showActions(const QStringList& actions);

    QHBoxLayout* m_row;
    StateMark* m_mark;
    QLabel* m_text;
    std::vector<QPushButton*> m_actions;
    QToolButton* m_close;
    QTimer m_infoTimer;
};

}  // namespace lockscope
