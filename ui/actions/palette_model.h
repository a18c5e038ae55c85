// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace lockscope {

/// What a palette finds.
enum class PaletteKind { Action, Lock, Session, Host };

/// What is searched for, by how the typed text begins: ">" for an action, "/" for a lock's path, "0x" for a
/// session, "@" for a host. The prefix stays in the words where it belongs to the name.
struct PaletteQuery {
    std::optional<PaletteKind> kind = {};  ///< empty: actions and, where there are words, locks
    QString words;

    bool wants(PaletteKind other) const;
    bool operator==(const PaletteQuery&) const = default;
};

PaletteQuery paletteQuery(const QString& typed);

/// One thing that can be run or gone to. A value.
struct PaletteEntry {
    PaletteKind kind = PaletteKind::Action;
    QString text;
    QString detail;   ///< shortcut, numbers, address
    QString blocked;  ///< why it can't be used now; empty where it can
};

/// The entries that match what is typed, best first. Lives on the GUI thread.
///
/// Each key shows another list: that is a reset, and nothing of the old list has to be found again.
class PaletteModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Text, Detail, ColumnCount };
    /// Nobody reads more; more words find the rest.
    static constexpr std::size_t kMostShown = 200;

    explicit PaletteModel(QObject* parent = nullptr);

    void setEntries(std::vector<PaletteEntry> entries);
    void setTyped(const QString& typed);

    const PaletteEntry& entryAt(int row) const;
    /// Its place in what setEntries() was given.
    std::size_t placeOf(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    /// How many match, also those that are not shown.
    std::size_t matches() const { return m_matches; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void search();

    std::vector<PaletteEntry> m_entries;
    std::vector<QString> m_folded;  ///< of each entry, what is searched
    QString m_typed;
    std::vector<std::size_t> m_shown;  ///< places in m_entries
    std::size_t m_matches = 0;
};

}  // namespace lockscope
