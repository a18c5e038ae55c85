// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overview/recent_lengths.h"
#include "widgets/table_delegate.h"

#include <QPolygonF>
#include <QRectF>

#include <deque>
#include <vector>

namespace lockscope {

/// The lengths from `fromUnixMs` to `toUnixMs` as lines within `area`, from 0 to their greatest. Where a lock
/// was not seen, or nobody looked for a while, one line ends and another begins: a single point is a line of
/// its own. Pure.
std::vector<QPolygonF> sparkline(const std::deque<LengthPoint>& points, std::int64_t fromUnixMs,
                                 std::int64_t toUnixMs, const QRectF& area);

/// Paints the lengths of the rows of a BusyLocksModel. Lives on the GUI thread.
class SparklineDelegate : public TableDelegate {
    Q_OBJECT

public:
    using TableDelegate::TableDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

}  // namespace lockscope
