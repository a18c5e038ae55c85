// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/recorded_whole.h"
#include "theme/state_palette.h"

#include <QPolygonF>
#include <QRectF>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope {

/// Where things are on a time bar of a size, in pixels. A value.
class ReplayScene {
public:
    /// A finding: its mark where it begins, and a line for as long as it lasted.
    struct Mark {
        QRectF square;
        double endX = 0;
        Tone tone = Tone::Info;
        std::size_t finding = 0;  ///< in RecordedWhole::findings
    };

    /// `markSize`: of a finding's square; `axisHeight`: of what is below the chart.
    ReplayScene(const RecordedWhole& whole, const QRectF& area, double markSize, double axisHeight = 0);
    ReplayScene() = default;

    const QRectF& area() const { return m_area; }
    /// Of findings; what happened is below.
    const QRectF& lane() const { return m_lane; }
    const QRectF& chart() const { return m_chart; }
    /// How many waited at most, as an area.
    const QPolygonF& waiters() const { return m_waiters; }
    std::uint32_t mostWaiters() const { return m_mostWaiters; }
    /// How much came, was granted or left, as bars from below.
    const std::vector<QRectF>& changes() const { return m_changes; }
    /// Nothing was recorded there.
    const std::vector<QRectF>& unseen() const { return m_unseen; }
    /// Begins and ends of runs within the bar.
    const std::vector<double>& runEnds() const { return m_runEnds; }
    /// Worse ones later, so that they are painted above.
    const std::vector<Mark>& marks() const { return m_marks; }
    QRectF spanRect(const lockcore::TimeSpan& span) const;

    double xOf(std::int64_t unixMs) const;
    /// Within the recording, wherever `x` is.
    std::int64_t timeAt(double x) const;
    std::optional<std::size_t> findingAt(const QPointF& point) const;
    /// In RecordedOverview::buckets; empty where there is none.
    std::optional<std::size_t> bucketAt(double x) const;

private:
    void addWaiters(const lockcore::RecordedOverview& overview);
    void addChanges(const lockcore::RecordedOverview& overview);
    void addMarks(const RecordedWhole& whole, double markSize);

    QRectF m_area;
    QRectF m_lane;
    QRectF m_chart;
    lockcore::TimeSpan m_span;
    std::int64_t m_bucketMs = 1;
    std::size_t m_buckets = 0;
    QPolygonF m_waiters;
    std::uint32_t m_mostWaiters = 0;
    std::vector<QRectF> m_changes;
    std::vector<QRectF> m_unseen;
    std::vector<double> m_runEnds;
    std::vector<Mark> m_marks;
};

}  // namespace lockscope
