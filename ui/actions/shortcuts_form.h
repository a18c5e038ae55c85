// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/shortcuts_model.h"

#include <QWidget>

#include <vector>

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeView;

namespace lockscope {

class Actions;

/// All actions with their keys, and the keys that the window has beside them.
std::vector<ShortcutEntry> shortcutEntries(const Actions& actions);

/// The page of the settings where actions get other keys. Lives on the GUI thread.
class ShortcutsForm : public QWidget {
    Q_OBJECT

public:
    explicit ShortcutsForm(std::vector<ShortcutEntry> entries, QWidget* parent = nullptr);

    ShortcutChoice choice() const { return m_model->choice(); }

private:
    void buildTable();
    QLayout* buildEditor();
    /// −1 without one.
    int currentRow() const;
    void showCurrent();
    void takeKey(const QKeySequence& typed);
    void takeFromOthers();
    void showConflict();

    ShortcutsModel* m_model;
    QTreeView* m_table;
    QLabel* m_label;
    QKeySequenceEdit* m_key;
    QPushButton* m_none;
    QPushButton* m_reset;
    QLabel* m_conflict;
    QPushButton* m_take;
};

}  // namespace lockscope
