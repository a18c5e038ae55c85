// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/shortcuts_model.h"

#include "theme/state_palette.h"
#include "widgets/roles.h"

#include <utility>

namespace lockscope {

ShortcutsModel::ShortcutsModel(std::vector<ShortcutEntry> entries, QObject* parent)
    : QAbstractTableModel(parent), m_entries(std::move(entries)) {}

void ShortcutsModel::setKey(int row, const QKeySequence& key) {
    ShortcutEntry& entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.name.isEmpty() || entry.current == key) return;
    entry.current = key;
    // Conflicts of other rows come or go with it.
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ShortcutsModel::resetAll() {
    for (ShortcutEntry& entry : m_entries)
        entry.current = entry.standard;
    if (!m_entries.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::vector<int> ShortcutsModel::conflictsOf(int row) const {
    std::vector<int> rows;
    const QKeySequence& key = entryAt(row).current;
    for (int other = 0; other < rowCount() && !key.isEmpty(); ++other)
        if (other != row && entryAt(other).current == key) rows.push_back(other);
    return rows;
}

ShortcutChoice ShortcutsModel::choice() const {
    ShortcutChoice choice;
    for (const ShortcutEntry& entry : m_entries)
        if (entry.current != entry.standard) choice.emplace(entry.name, entry.current);
    return choice;
}

int ShortcutsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ShortcutsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString ShortcutsModel::shortcutText(int row) const {
    const QString key = entryAt(row).current.toString(QKeySequence::NativeText);
    return conflictsOf(row).empty() ? key : tr("%1 (conflict)", "key").arg(key);
}

QVariant ShortcutsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == ToneRole && index.column() == Shortcut && !conflictsOf(index.row()).empty())
        return static_cast<int>(Tone::Warning);
    if (role != Qt::DisplayRole) return {};
    const ShortcutEntry& entry = entryAt(index.row());
    switch (index.column()) {
        case Action: return entry.text;
        case Shortcut: return shortcutText(index.row());
        case Standard: return entry.standard.toString(QKeySequence::NativeText);
        default: return {};
    }
}

QVariant ShortcutsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Action: return tr("Action");
        case Shortcut: return tr("Shortcut");
        case Standard: return tr("Standard");
        default: return {};
    }
}

}  // namespace lockscope
