// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"

#include <QAction>
#include <QKeySequence>
#include <QObject>

#include <initializer_list>
#include <map>
#include <vector>

namespace lockscope {

struct ActionSpec;

/// All actions of one window: the one registry of texts, icons, shortcuts and of why an action can't be used
/// now. Lives on the GUI thread.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QObject* parent);

    QAction* get(ActionId id) const { return m_actions.at(id); }
    /// All of them, in the order of the menus.
    const std::vector<ActionId>& ids() const { return m_ids; }
    /// Stable, for settings: the object name of its QAction.
    static QString nameOf(const QAction& action) { return action.objectName(); }
    /// What it says without the mark of its key: "Open…" for "&Open…", "打开…" for "打开(&O)…".
    static QString plainTextOf(const QAction& action);
    QKeySequence defaultShortcut(ActionId id) const { return m_defaultShortcuts.at(id); }
    /// The user's shortcuts by names of actions; all others have the default ones. An empty one is none.
    void setShortcuts(const std::map<QString, QKeySequence>& chosen);

    /// Enables and disables; a disabled action tells the reason in its tooltip and status tip.
    void update(const WindowFacts& facts);
    /// Those of the last update().
    const WindowFacts& facts() const { return m_facts; }

Q_SIGNALS:
    void updated();

private:
    void add(const ActionSpec& spec);
    void makeChoice(std::initializer_list<ActionId> ids);
    void describe(ActionId id, const QString& blocked, const QString& hint);
    void nameRemoval(const WindowFacts& facts);
    void nameSwitch(const WindowFacts& facts);
    void namePause(const WindowFacts& facts);
    void nameFavourite(const WindowFacts& facts);

    std::map<ActionId, QAction*> m_actions;
    std::map<ActionId, QString> m_tips;
    std::map<ActionId, QKeySequence> m_defaultShortcuts;
    std::vector<ActionId> m_ids;
    WindowFacts m_facts;
};

}  // namespace lockscope
