// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"
#include "events/event_log_model.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope {

class Actions;
class MessageBar;

/// One of the things that can be done about a message. A value.
struct MessageChoice {
    QString text;
    std::function<void()> chosen;  ///< the message is closed before
};

/// The inline messages of a window; the button of a message is one of the window's actions, or what it offers
/// by itself. Lives on the GUI thread.
class WindowMessages : public QObject {
    Q_OBJECT

public:
    WindowMessages(MessageBar* bar, const Actions& actions, QObject* parent);

    /// Something happened: replaces what is shown.
    void tell(Severity severity, const QString& text, std::optional<ActionId> action = {});

    /// The same, with what can be done about it.
    void offer(Severity severity, const QString& text, std::vector<MessageChoice> choices);

    /// Something is the case: stays until it is another text or empty. Telling it again shows nothing anew,
    /// so that what the user has closed stays closed.
    void setCondition(Severity severity, const QString& text, std::optional<ActionId> action = {});

private:
    void choose(int which);
    void show(Severity severity, const QString& text, std::optional<ActionId> action);

    MessageBar* m_bar;
    const Actions& m_actions;
    QString m_condition;
    std::optional<ActionId> m_action;
    std::vector<MessageChoice> m_choices;  ///< of what is shown
};

}  // namespace lockscope
