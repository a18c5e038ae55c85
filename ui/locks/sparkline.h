// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/recent_lengths.h"
#include "widgets/table_delegate.h"

#include <QMetaType>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <span>
#include <vector>

namespace lockscope {

/// The lengths from `fromUnixMs` to `toUnixMs` as lines within `area`, from 0 to their greatest. Where a lock
/// was not seen, or nobody looked for a while, one line ends and another begins: a single point is a line of
/// its own. Pure.
std::vector<QPolygonF> sparkline(std::span<const LengthPoint> points, std::int64_t fromUnixMs,
                                 std::int64_t toUnixMs, const QRectF& area);

/// What a model tells of a cell by SparklineDelegate::LengthsRole. A value.
struct ShownLengths {
    std::vector<LengthPoint> points = {};  ///< oldest first
    std::int64_t fromUnixMs = 0;
    std::int64_t toUnixMs = 0;
};

/// The same in words: "1 to 5", or that nothing was seen. GUI thread (translated).
QString lengthsText(std::span<const LengthPoint> points);

/// Paints the lengths of a cell, of all cells over the same time; nothing where the model has none. Lives on
/// the GUI thread.
class SparklineDelegate : public TableDelegate {
    Q_OBJECT

public:
    static constexpr int LengthsRole = Qt::UserRole + 101;

    using TableDelegate::TableDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

}  // namespace lockscope

Q_DECLARE_METATYPE(lockscope::ShownLengths)
