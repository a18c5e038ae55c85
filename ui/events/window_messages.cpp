// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/window_messages.h"

#include "actions/actions.h"
#include "events/message_bar.h"

#include <utility>

namespace lockscope {

WindowMessages::WindowMessages(MessageBar* bar, const Actions& actions, QObject* parent)
    : QObject(parent), m_bar(bar), m_actions(actions) {
    connect(m_bar, &MessageBar::actionTriggered, this, &WindowMessages::choose);
}

void WindowMessages::tell(Severity severity, const QString& text, std::optional<ActionId> action) {
    show(severity, text, action);
}

void WindowMessages::offer(Severity severity, const QString& text, std::vector<MessageChoice> choices) {
    QStringList texts;
    for (const MessageChoice& choice : choices)
        texts << choice.text;
    m_action.reset();
    m_choices = std::move(choices);
    m_bar->showMessage(severity, text, texts);
}

void WindowMessages::choose(int which) {
    if (m_action) return m_actions.get(*m_action)->trigger();
    if (which < 0 || which >= static_cast<int>(m_choices.size())) return;
    const MessageChoice choice = m_choices[static_cast<std::size_t>(which)];
    m_bar->dismiss();
    choice.chosen();
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
    m_choices.clear();
    QStringList actions;
    if (action) actions << Actions::plainTextOf(*m_actions.get(*action));
    m_bar->showMessage(severity, text, actions);
}

}  // namespace lockscope
