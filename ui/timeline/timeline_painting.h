// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline_runs.h"

#include <QFont>
#include <QPalette>
#include <QRectF>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace lockscope {

/// The runs of one visible lane, as painted: what the pointer is on is looked up in them.
struct LanePicture {
    std::size_t lane = 0;
    std::array<std::vector<PaintedRun>, kBarKinds> runs;
};

/// All that a picture of the timeline is made of. A value that no one changes while it is painted.
struct TimelineScene {
    std::shared_ptr<const TimelineLanes> lanes;
    TimelineGeometry geometry;
    QRectF area;  ///< of the lanes' time; the axis is above it, the names left of it
    double nowMs = 0;
    std::optional<lockcore::TimeSpan> selection = {};
    std::optional<std::size_t> currentTurn = {};
    lockcore::SessionId session = lockcore::SessionId::None;  ///< selected elsewhere
    QPalette palette;
    QFont font;
};

/// What of `scene` can be seen. Pure.
std::vector<LanePicture> lanePictures(const TimelineScene& scene);

/// Of a turn's bars the whole extent on screen; empty where it can't be seen. Pure.
QRectF turnRect(const TimelineScene& scene, std::size_t turn);

/// Where the bars of a kind are in a lane. Pure.
QRectF barRect(const TimelineScene& scene, BarKind kind, std::size_t lane, double left, double right);

/// Axis, names, bands of what was not seen, bars, marks and the selection.
void paintTimeline(QPainter& painter, const TimelineScene& scene, const std::vector<LanePicture>& pictures);

}  // namespace lockscope
