// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline_lanes.h"
#include "widgets/row_ranges.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

namespace lockscope {

/// One turn of a timeline.
struct TurnRow {
    std::shared_ptr<const TimelineLanes> lanes;
    std::size_t index = 0;

    const TimelineTurn& turn() const { return lanes->turns[index]; }
};

struct TurnRowTraits {
    /// When it was first seen, of which lock, and which of its turns it is.
    static std::tuple<std::int64_t, std::string_view, std::uint64_t> keyOf(const TurnRow& row);
    static bool same(const TurnRow& a, const TurnRow& b);
};

/// The timeline as a table: who came, waited, held and left when, for those who can't see the picture, and
/// for copying. Lives on the GUI thread.
class TimelineModel : public SortedRowsModel<TurnRow, TurnRowTraits> {
    Q_OBJECT

public:
    enum Column { Lane, Contender, Came, Left, Waited, Held, End, Granted, ColumnCount };

    explicit TimelineModel(QObject* parent = nullptr);

    /// Shows newer turns by row ranges. Null for nothing.
    void setLanes(const std::shared_ptr<const TimelineLanes>& lanes);
    /// What lasts is as old as this moment says.
    void setNow(std::int64_t unixMs);

    const TurnRow& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString cellText(const TurnRow& row, int column, bool isWhole) const;

    std::int64_t m_nowUnixMs = 0;
};

}  // namespace lockscope
