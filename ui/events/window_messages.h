// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"
#include "events/event_log_model.h"

#include <QObject>

#include <optional>

namespace lockscope {

class Actions;
class MessageBar;

/// The inline messages of a window; the button of a message is one of the window's actions. Lives on the GUI
/// thread.
class WindowMessages : public QObject {
    Q_OBJECT

public:
    WindowMessages(MessageBar* bar, const Actions& actions, QObject* parent);

    /// Something happened: replaces what is shown.
    void tell(Severity severity, const QString& text, std::optional<ActionId> action = {});

    /// Something is the case: stays until it is another text or empty. Telling it again shows nothing anew,
    /// so that what the user has closed stays closed.
    void setCondition(Severity severity, const QString& text, std::optional<ActionId> action = {});

private:
    void show(Severity severity, const QString& text, std::optional<ActionId> action);

    MessageBar* m_bar;
    const Actions& m_actions;
    QString m_condition;
    std::optional<ActionId> m_action;
};

}  // namespace lockscope
