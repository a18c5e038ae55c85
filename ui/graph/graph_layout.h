// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <vector>

namespace lockscope {

/// A line between two boxes with room for its label.
struct LayoutLink {
    std::size_t left = 0;  ///< index into LayoutRequest::boxes: the box that rather stands left
    std::size_t right = 0;
    QSizeF label = {};  ///< empty: it has none

    bool operator==(const LayoutLink&) const = default;
};

/// What is to be laid out, in pixels. A value: the same request gives the same layout.
struct LayoutRequest {
    std::vector<QSizeF> boxes;
    std::vector<LayoutLink> links;
    /// Boxes that stand on a circle, in that order: each ring has three or more, and none that another has.
    std::vector<std::vector<std::size_t>> rings = {};

    bool operator==(const LayoutRequest&) const = default;
};

/// Cubic Bézier curve: its start, then three points for each piece. At least four points.
using Curve = std::vector<QPointF>;

struct LinkLayout {
    Curve toLabel = {};    ///< from the edge of the left box
    Curve fromLabel = {};  ///< to the edge of the right box; empty without a label
    QRectF label = {};     ///< likewise

    const Curve& lastCurve() const { return fromLabel.empty() ? toLabel : fromLabel; }
};

/// y grows downwards; all of it is between (0, 0) and `size`.
struct GraphLayout {
    std::vector<QPointF> centres;  ///< of the boxes
    std::vector<LinkLayout> links;
    QSizeF size;
};

/// Layered from left to right, without a box on another one, by Graphviz' "dot"; a ring stands among the
/// layers as one box would. Takes up to seconds for
/// very entangled graphs. Any thread but only one at a time: Graphviz is one big global variable.
lockcore::Result<GraphLayout> layOut(const LayoutRequest& request);

}  // namespace lockscope
