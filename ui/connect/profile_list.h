// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope {

/// The connections to choose from: one that is kept nowhere, the newest ones, and the profiles by folder,
/// each with what it is for in shape and word. Lives on the GUI thread.
class ProfileList : public QWidget {
    Q_OBJECT

public:
    explicit ProfileList(QWidget* parent = nullptr);

    /// Shows these, and selects the profile with that id; empty: the connection that is kept nowhere.
    void setConnections(const std::vector<ConnectionOptions>& recent,
                        const std::vector<ConnectionOptions>& profiles, const QString& currentId);
    /// The texts of one profile anew.
    void refresh(const ConnectionOptions& profile);

Q_SIGNALS:
    void profileChosen(const QString& id);
    void unsavedChosen();
    /// By its place in the list of the newest.
    void recentChosen(std::size_t index);
    /// Double click or Enter, after one of the above.
    void activated();
    void addWanted();
    void duplicateWanted();
    void removeWanted();
    void importWanted();
    void exportWanted();

private:
    QWidget* buildButtons();
    QTreeWidgetItem* addGroup(const QString& text);
    void chosen(const QTreeWidgetItem* item);

    QTreeWidget* m_tree;
    QPushButton* m_remove;
};

}  // namespace lockscope
