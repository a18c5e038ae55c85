// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"

#include "actions/action_specs.h"
#include "theme/icon.h"

#include <QActionGroup>
#include <QKeySequence>
#include <QRegularExpression>

namespace lockscope {

Actions::Actions(QObject* parent) : QObject(parent) {
    for (const ActionSpec& spec : actionSpecs())
        add(spec);
    for (const ActionId id : {ActionId::AllowActions, ActionId::Pause, ActionId::ToggleFavourite,
                              ActionId::GroupLocks, ActionId::FollowNow})
        get(id)->setCheckable(true);
    // A letter alone is typed elsewhere: these keys are for the list of findings, which adds the actions.
    for (const ActionId id : {ActionId::NextFinding, ActionId::PreviousFinding})
        get(id)->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    makeChoice({ActionId::UpdateLive, ActionId::UpdateEvery5Seconds, ActionId::UpdateEvery30Seconds,
                ActionId::UpdatePaused});
    makeChoice({ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    makeChoice({ActionId::LanguageSystem, ActionId::LanguageEnglish, ActionId::LanguageChinese});
    makeChoice({ActionId::TimesLocal, ActionId::TimesUtc});
    update({});
}

/// One of them is checked at a time.
void Actions::makeChoice(std::initializer_list<ActionId> ids) {
    auto* group = new QActionGroup(this);
    for (const ActionId id : ids) {
        get(id)->setCheckable(true);
        group->addAction(get(id));
    }
}

QString Actions::plainTextOf(const QAction& action) {
    static const QRegularExpression chineseKey(QStringLiteral("\\(&.\\)"));
    return action.text().remove(chineseKey).remove(QLatin1Char('&'));
}

void Actions::add(const ActionSpec& spec) {
    auto* action = new QAction(spec.text, this);
    action->setIconText(plainTextOf(*action));
    action->setObjectName(QLatin1String(spec.name));
    if (spec.icon) action->setIcon(icon(*spec.icon));
    action->setShortcut(spec.shortcut);
    m_actions.emplace(spec.id, action);
    m_tips.emplace(spec.id, spec.tip);
    m_defaultShortcuts.emplace(spec.id, spec.shortcut);
    m_ids.push_back(spec.id);
}

void Actions::setShortcuts(const std::map<QString, QKeySequence>& chosen) {
    for (const auto& [id, action] : m_actions) {
        const auto own = chosen.find(nameOf(*action));
        action->setShortcut(own == chosen.end() ? m_defaultShortcuts.at(id) : own->second);
    }
    update(m_facts);  // tool tips tell the keys
}

void Actions::update(const WindowFacts& facts) {
    m_facts = facts;
    nameFavourite(facts);
    nameRemoval(facts);
    nameSwitch(facts);
    namePause(facts);
    get(ActionId::FollowNow)->setChecked(facts.timeline.following);
    for (const auto& [id, action] : m_actions) {
        const QString blocked = blockedReason(id, facts);
        action->setEnabled(blocked.isEmpty());
        describe(id, blocked, actionHint(id, facts));
    }
    Q_EMIT updated();
}

void Actions::describe(ActionId id, const QString& blocked, const QString& hint) {
    QAction* const action = get(id);
    QString tip = m_tips.at(id);
    if (blocked.isEmpty() && !hint.isEmpty()) tip = tr("%1\n%2", "tip, hint").arg(tip, hint);
    if (!action->shortcut().isEmpty())
        tip = tr("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText));
    if (!blocked.isEmpty()) tip = tr("%1\nNot now: %2").arg(tip, blocked);
    if (action->toolTip() == tip) return;
    action->setToolTip(tip);
    action->setStatusTip(!blocked.isEmpty() ? blocked : hint.isEmpty() ? m_tips.at(id) : hint);
}

void Actions::nameRemoval(const WindowFacts& facts) {
    QAction* const action = get(ActionId::RemoveContender);
    const auto role = facts.contender.value_or(lockcore::Role::Holder);
    const QString text = facts.contenderOpen               ? tr("De&lete…")
                         : role == lockcore::Role::Holder  ? tr("&Force release…")
                         : role == lockcore::Role::Waiter  ? tr("&Evict…")
                         : role == lockcore::Role::Leader  ? tr("&Depose the leader…")
                         : role == lockcore::Role::Standby ? tr("&Remove the candidate…")
                                                           : tr("De&lete…");
    if (action->text() == text) return;
    action->setText(text);
    action->setIconText(plainTextOf(*action));
    action->setIcon(icon(lockcore::isFirstInLine(role) ? IconName::ForceRelease : IconName::Evict));
}

void Actions::nameSwitch(const WindowFacts& facts) {
    QAction* const action = get(ActionId::AllowActions);
    action->setChecked(!facts.readOnly);
    const QString text = facts.readOnly ? tr("Read-only") : tr("Actions allowed");
    if (action->iconText() == text) return;
    action->setIconText(text);
    action->setIcon(icon(facts.readOnly ? IconName::ReadOnly : IconName::WriteEnabled));
}

void Actions::nameFavourite(const WindowFacts& facts) {
    get(ActionId::ToggleFavourite)->setChecked(facts.favourite);
}

void Actions::namePause(const WindowFacts& facts) {
    QAction* const action = get(ActionId::Pause);
    const bool isLive = facts.pace == UpdatePace::Live;
    action->setChecked(!isLive);
    get(paceAction(facts.pace))->setChecked(true);
    const QString text = updatePaceText(facts.pace);
    if (action->iconText() == text) return;
    action->setIconText(text);
    action->setIcon(icon(isLive ? IconName::Live : IconName::Pause));
}

}  // namespace lockscope
