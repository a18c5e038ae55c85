// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QKeySequence>
#include <QString>

#include <map>
#include <vector>

namespace lockscope {

/// The user's shortcuts by stable names of actions; those that are not there have their standard ones.
using ShortcutChoice = std::map<QString, QKeySequence>;

/// One action and its key.
struct ShortcutEntry {
    QString name;  ///< stable, for settings; empty for a key that can't be changed
    QString text;
    QKeySequence standard;
    QKeySequence current;
};

/// Actions with the keys that the user is choosing for them. Lives on the GUI thread.
class ShortcutsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Action, Shortcut, Standard, ColumnCount };

    explicit ShortcutsModel(std::vector<ShortcutEntry> entries, QObject* parent = nullptr);

    const ShortcutEntry& entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// Nothing for a row whose key can't be changed.
    void setKey(int row, const QKeySequence& key);
    void resetAll();
    /// Rows that have the same key as `row`, which makes all of them useless.
    std::vector<int> conflictsOf(int row) const;
    /// Those that are not the standard ones.
    ShortcutChoice choice() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString shortcutText(int row) const;

    std::vector<ShortcutEntry> m_entries;
};

}  // namespace lockscope
