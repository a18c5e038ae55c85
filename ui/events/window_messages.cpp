// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/window_messages.h"

#include "actions/actions.h"
#include "events/message_bar.h"

#include <utility>

namespace lockscope {

WindowMessages::WindowMessages(MessageBar* bar, const Actions& actions, QObject* parent)
    : QObject(parent), m_bar(bar), m_actions(actions) {
    connect(m_bar, &MessageBar::actionTriggered, this, [this] {
        if (m_action) m_actions.get(*m_action)->trigger();
    });
}

void WindowMessages::tell(Severity severity, const QString& text, std::optional<ActionId> action) {
    show(severity, text, action);
}

void WindowMessages::setCondition(Severity severity, const QString& text, std::optional<ActionId> action) {
    const QString before = std::exchange(m_condition, text);
    if (before == text) return;
    if (!text.isEmpty())
        show(severity, text, action);
    else if (m_bar->text() == before)
        m_bar->dismiss();
}

void WindowMessages::show(Severity severity, const QString& text, std::optional<ActionId> action) {
    m_action = action;
    QString actionText;
    if (action) actionText = Actions::plainTextOf(*m_actions.get(*action));
    m_bar->showMessage(severity, text, actionText);
}

}  // namespace lockscope
