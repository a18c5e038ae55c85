// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icon.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockscope {

class SteadyLabel;

/// What an empty view says: what is not there, why, and what to do.
struct EmptyContent {
    IconName icon = IconName::Info;
    QString title;
    QString explanation;
    QString actionText = {};       ///< empty: no button
    QString otherActionText = {};  ///< likewise

    bool operator==(const EmptyContent&) const = default;
};

/// Stands in for a view that has nothing to show. Lives on the GUI thread.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);
    /// What is shown already stays as it is.
    void setContent(const EmptyContent& content);

Q_SIGNALS:
    void actionTriggered();
    void otherActionTriggered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showIcon();

    EmptyContent m_content;
    QLabel* m_icon;
    QLabel* m_title;
    SteadyLabel* m_explanation;
    QPushButton* m_action;
    QPushButton* m_otherAction;
};

}  // namespace lockscope
