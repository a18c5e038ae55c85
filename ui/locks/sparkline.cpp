// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/sparkline.h"

#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope {
namespace {

/// Between samples that are further apart nobody knows what happened. A busy cluster is looked at every few
/// seconds.
constexpr std::int64_t kJoinedMs = 15'000;

}  // namespace

std::vector<QPolygonF> sparkline(std::span<const LengthPoint> points, std::int64_t fromUnixMs,
                                 std::int64_t toUnixMs, const QRectF& area) {
    std::size_t most = 1;
    for (const LengthPoint& point : points)
        most = std::max(most, point.waiters.value_or(0));
    const auto span = static_cast<double>(std::max<std::int64_t>(1, toUnixMs - fromUnixMs));
    std::vector<QPolygonF> lines;
    const LengthPoint* before = nullptr;
    for (const LengthPoint& point : points) {
        if (point.waiters) {
            if (!before || point.atUnixMs - before->atUnixMs > kJoinedMs) lines.emplace_back();
            lines.back() << QPointF(
                area.left() + area.width() * static_cast<double>(point.atUnixMs - fromUnixMs) / span,
                area.bottom() -
                    area.height() * static_cast<double>(*point.waiters) / static_cast<double>(most));
        }
        before = point.waiters ? &point : nullptr;
    }
    return lines;
}

QString lengthsText(std::span<const LengthPoint> points) {
    const auto bounds = waiterBounds(points);
    if (!bounds) return SparklineDelegate::tr("not seen");
    const auto text = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    return SparklineDelegate::tr("%1 to %2", "least and most waiters")
        .arg(text(bounds->first), text(bounds->second));
}

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(*painter, cell);
    const auto shown = index.data(LengthsRole).value<ShownLengths>();
    const QRectF area =
        QRectF(cell.rect).adjusted(contentMargin(), gridStep(), -contentMargin(), -gridStep());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(inkOf(cell), 1.2));
    painter->setBrush(inkOf(cell));
    for (const QPolygonF& line : sparkline(shown.points, shown.fromUnixMs, shown.toUnixMs, area)) {
        if (line.size() == 1)
            painter->drawEllipse(line.front(), 1.0, 1.0);
        else
            painter->drawPolyline(line);
    }
    painter->restore();
}

}  // namespace lockscope
