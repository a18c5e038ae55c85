// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_layout.h"

#include <optional>
#include <vector>

namespace lockscope {

/// The boxes of one ring on a circle, clockwise from the top, with their labels between them. Its middle is
/// at (0, 0).
struct Ring {
    std::vector<std::size_t> boxes = {};  ///< indices into LayoutRequest::boxes
    std::vector<QPointF> centres = {};    ///< likewise in their order
    std::vector<std::size_t> links = {};  ///< indices into LayoutRequest::links: those between its boxes
    std::vector<LinkLayout> places = {};  ///< of these
    QSizeF size = {};
};

/// A request in which each ring is one box, as large as it takes: what can lay out the one has laid out the
/// other. Any thread.
class RingedRequest {
public:
    /// `request` must outlive it.
    explicit RingedRequest(const LayoutRequest& request);

    const LayoutRequest& plain() const { return m_plain; }
    /// The layout of the whole request, by that of plain().
    GraphLayout expanded(const GraphLayout& layout) const;

private:
    void collapseBoxes();
    void collapseLinks();
    /// From the edge of a ring's box on to the box in it.
    void lengthen(LinkLayout& link, const LayoutLink& wanted, const std::vector<QPointF>& centres) const;
    QRectF boxAt(std::size_t box, const std::vector<QPointF>& centres) const;

    const LayoutRequest& m_request;
    LayoutRequest m_plain;
    std::vector<Ring> m_rings;
    std::vector<std::optional<std::size_t>> m_ringOf;     ///< of each box
    std::vector<std::size_t> m_plainBox;                  ///< of each box: itself, or its ring
    std::vector<std::optional<std::size_t>> m_plainLink;  ///< of each link; empty within a ring
};

}  // namespace lockscope
