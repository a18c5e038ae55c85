// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_history.h>

#include <QAbstractTableModel>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// A contender that has left its queue, as it was last seen. A value.
struct Departure {
    std::shared_ptr<const lockcore::Contender> contender = {};
    lockcore::Role role = lockcore::Role::Foreign;
    bool isRoleOpen = false;   ///< whether it held, or led, is not known
    std::string address = {};  ///< of its client; empty where no server has told
    bool isOwn = false;        ///< of this program
    QString name = {};         ///< that a lab has given it; empty: none
    /// How long it held or led, or waited in vain; empty where that is not known.
    std::optional<lockcore::KnownDuration> lasted = {};
};

/// How it left, as whoever looked on has written it down. Of a turn that has left. Pure.
Departure departureOf(const lockcore::Turn& turn, lockcore::DirectoryKind kind);

/// Those that one newer queue shows to have left. A value.
struct Departures {
    std::size_t count = 0;
    std::vector<Departure> named = {};  ///< the first of them, in the order of the queue
    std::int64_t notBeforeUnixMs = 0;   ///< all of them were still seen then
    std::int64_t notAfterUnixMs = 0;    ///< … and none any more
};

/// Who has left one queue while it was shown, or by a moment of a recording, the last one first, at most
/// kMost of them. Lives on the GUI thread.
class DeparturesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Moment, Sequence, Was, Host, Lasted, ColumnCount };

    static constexpr std::size_t kMost = 100;
    /// Departures within this time are counted in the summary.
    static constexpr std::int64_t kLatelyMs = 5'000;

    using QAbstractTableModel::QAbstractTableModel;

    void add(const Departures& departures);
    /// Shows those that have left by a moment that is looked back at, by what was recorded: it does not
    /// matter which moments were shown before. Null: that is not known.
    void showPast(const lockcore::LockPast* past);
    void clear();

    /// "12 left in the last 5 s", or when the last one was seen to leave; empty where nobody has left.
    QString summary(std::int64_t nowUnixMs) const;

    const Departure& at(int row) const { return m_rows[static_cast<std::size_t>(row)].departure; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        Departure departure;
        std::int64_t notBeforeUnixMs;
        std::int64_t notAfterUnixMs;
    };
    /// How many one queue showed to have left.
    struct Batch {
        std::size_t count;
        std::int64_t notBeforeUnixMs;
        std::int64_t notAfterUnixMs;
    };

    static bool isSame(const Row& one, const Row& other);
    static QString text(const Row& row, int column);
    static QString meaning(const Row& row, int column);

    std::deque<Row> m_rows;
    std::deque<Batch> m_batches;  ///< the last one first; at least those within kLatelyMs
};

}  // namespace lockscope
