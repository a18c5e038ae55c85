// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <cstddef>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockscope {

/// A list of which entries can be removed, for a dialog that tells in the end which were. Lives on the GUI
/// thread.
class EntryList : public QWidget {
    Q_OBJECT

public:
    /// `empty` is said while there is none.
    EntryList(const QString& name, const QStringList& columns, const QString& empty,
              QWidget* parent = nullptr);

    /// Plain text. Entries are counted from 0 in the order in which they are added.
    void addEntry(const QStringList& cells);
    const std::vector<std::size_t>& removed() const { return m_removed; }

private:
    void removeSelected();
    void showState();

    QTreeWidget* m_entries;
    QLabel* m_empty;
    QPushButton* m_remove;
    std::size_t m_count = 0;
    std::vector<std::size_t> m_removed;
};

}  // namespace lockscope
