// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/removal.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace lockscope {

enum class RemovalAnswer { Keep, Remove, AskToRelease };

/// Asks before a contender is removed, with what it would do now: follows the queue while it is open. Lives
/// on the GUI thread.
class RemovalDialog : public QDialog {
    Q_OBJECT

public:
    RemovalDialog(QWidget* parent, RemovalRequest request, std::shared_ptr<const lockcore::LockQueue> queue);

    /// A newer queue; those of other locks are ignored.
    void setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);

    RemovalAnswer answer() const { return m_answer; }
    /// The role that the contender had when the answer was given.
    lockcore::Role role() const { return m_role; }

private:
    void answerWith(RemovalAnswer answer);
    void showConsequences(const RemovalConsequences& consequences);

    const RemovalRequest m_request;
    RemovalAnswer m_answer = RemovalAnswer::Keep;
    lockcore::Role m_role = lockcore::Role::Foreign;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_remove;
    QPushButton* m_ask;
    QPushButton* m_keep;
};

}  // namespace lockscope
