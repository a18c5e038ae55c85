// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_rings.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace lockscope {

namespace {

/// Between what stands on a ring, and around it.
constexpr double kRingGap = 18;
/// How far inside the circle the label of a second line between the same two boxes is.
constexpr double kInnerStep = 0.4;
/// A label inside a circle of radius 1 that is nearer than that to something else may lie on it: to be apart
/// they would need too large a circle.
constexpr double kNearest = 0.15;

/// A box or a label by its place on a circle of radius 1.
struct OnRing {
    QPointF unit;
    QSizeF size;  ///< of a label that there is none of: empty
    bool isInside = false;
};

QPointF onCircle(double turns) {
    const double angle = 2 * std::numbers::pi * turns;
    return {std::sin(angle), -std::cos(angle)};
}

/// The least one with which nothing lies on anything else: two boxes are apart where they are so sideways or
/// upwards.
double radiusFor(const std::vector<OnRing>& all) {
    double radius = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = i + 1; k < all.size(); ++k) {
            const QPointF away = all[i].unit - all[k].unit;
            const double dx = std::abs(away.x());
            const double dy = std::abs(away.y());
            const bool isInside = all[i].isInside || all[k].isInside;
            if (all[i].size.isEmpty() || all[k].size.isEmpty()) continue;
            if (isInside && std::max(dx, dy) < kNearest) continue;
            const QSizeF room = (all[i].size + all[k].size) / 2 + QSizeF(kRingGap, kRingGap);
            // By 0 it is infinite, and the other one counts.
            radius = std::max(radius, std::min(room.width() / dx, room.height() / dy));
        }
    }
    return radius;
}

/// Where the way from the middle of a box to a point leaves the box; the middle where the point is inside.
QPointF edgeOf(const QRectF& box, const QPointF& towards) {
    const QPointF way = towards - box.center();
    const double x = std::abs(way.x()) / (box.width() / 2);
    const double y = std::abs(way.y()) / (box.height() / 2);
    const double most = std::max(x, y);
    return most <= 1 ? box.center() : box.center() + way / most;
}

Curve straight(const QPointF& from, const QPointF& to) {
    const QPointF way = to - from;
    return {from, from + way / 3, from + way * 2 / 3, to};
}

QRectF rectAt(const QPointF& centre, const QSizeF& size) {
    QRectF rect({}, size);
    rect.moveCenter(centre);
    return rect;
}

/// Makes one ring.
class RingMaker {
public:
    RingMaker(const LayoutRequest& request, const std::vector<std::size_t>& boxes) : m_request(request) {
        m_ring.boxes = boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const double turns = static_cast<double>(i) / static_cast<double>(boxes.size());
            m_place.emplace(boxes[i], i);
            m_all.push_back({onCircle(turns), request.boxes[boxes[i]]});
        }
        placeLabels();
    }

    Ring make() {
        const double radius = radiusFor(m_all);
        QRectF extent;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            const QPointF centre = m_all[i].unit * radius;
            if (i < m_ring.boxes.size()) m_ring.centres.push_back(centre);
            extent = extent.united(rectAt(centre, m_all[i].size));
        }
        // The same room on both sides of the middle.
        m_ring.size = {2 * std::max(-extent.left(), extent.right()) + 2 * kRingGap,
                       2 * std::max(-extent.top(), extent.bottom()) + 2 * kRingGap};
        for (std::size_t i = 0; i < m_ring.links.size(); ++i)
            m_ring.places.push_back(placeOf(i, radius));
        return std::move(m_ring);
    }

private:
    void placeLabels() {
        std::map<std::pair<std::size_t, std::size_t>, int> beside;
        for (std::size_t i = 0; i < m_request.links.size(); ++i) {
            const LayoutLink& link = m_request.links[i];
            const auto left = m_place.find(link.left);
            const auto right = m_place.find(link.right);
            if (left == m_place.end() || right == m_place.end()) continue;
            m_ring.links.push_back(i);
            const auto ends = std::minmax(left->second, right->second);
            const int others = beside[ends]++;
            const QPointF unit = between(ends.first, ends.second, others);
            const bool isInside = QPointF::dotProduct(unit, unit) < 0.99;
            m_all.push_back({unit, link.label.expandedTo({0, 0}), isInside});
        }
    }

    /// On the circle between neighbours, on the chord between others.
    QPointF between(std::size_t first, std::size_t second, int others) const {
        const auto count = static_cast<double>(m_ring.boxes.size());
        const bool isNext = second - first == 1;
        const bool closes = first == 0 && second + 1 == m_ring.boxes.size();
        const double inwards = std::max(0.2, 1 - kInnerStep * others);
        if (isNext) return onCircle((static_cast<double>(first) + 0.5) / count) * inwards;
        if (closes) return onCircle((static_cast<double>(second) + 0.5) / count) * inwards;
        const double along = 1.0 / 3 + 0.1 * others;
        return m_all[first].unit * (1 - along) + m_all[second].unit * along;
    }

    LinkLayout placeOf(std::size_t number, double radius) const {
        const LayoutLink& link = m_request.links[m_ring.links[number]];
        const OnRing& label = m_all[m_ring.boxes.size() + number];
        const QPointF middle = label.unit * radius;
        const QRectF left = boxOf(link.left, radius);
        const QRectF right = boxOf(link.right, radius);
        LinkLayout places;
        if (label.size.isEmpty()) {
            places.toLabel = straight(edgeOf(left, middle), middle);
            const Curve rest = straight(middle, edgeOf(right, middle));
            places.toLabel.insert(places.toLabel.end(), rest.begin() + 1, rest.end());
            return places;
        }
        places.label = rectAt(middle, label.size);
        places.toLabel = straight(edgeOf(left, middle), edgeOf(places.label, left.center()));
        places.fromLabel = straight(edgeOf(places.label, right.center()), edgeOf(right, middle));
        return places;
    }

    QRectF boxOf(std::size_t box, double radius) const {
        const OnRing& place = m_all[m_place.at(box)];
        return rectAt(place.unit * radius, place.size);
    }

    const LayoutRequest& m_request;
    Ring m_ring;
    std::map<std::size_t, std::size_t> m_place;  ///< of each box: its number on the ring
    std::vector<OnRing> m_all;                   ///< boxes, then the labels of Ring::links
};

void shift(Curve& curve, const QPointF& by) {
    for (QPointF& point : curve)
        point += by;
}

}  // namespace

RingedRequest::RingedRequest(const LayoutRequest& request)
    : m_request(request), m_ringOf(request.boxes.size()), m_plainBox(request.boxes.size()) {
    collapseBoxes();
    collapseLinks();
}

void RingedRequest::collapseBoxes() {
    for (const std::vector<std::size_t>& boxes : m_request.rings) {
        for (const std::size_t box : boxes)
            m_ringOf[box] = m_rings.size();
        m_rings.push_back(RingMaker(m_request, boxes).make());
    }
    for (const Ring& ring : m_rings)
        m_plain.boxes.push_back(ring.size);
    for (std::size_t box = 0; box < m_request.boxes.size(); ++box) {
        m_plainBox[box] = m_ringOf[box].value_or(m_plain.boxes.size());
        if (!m_ringOf[box]) m_plain.boxes.push_back(m_request.boxes[box]);
    }
}

void RingedRequest::collapseLinks() {
    for (const LayoutLink& link : m_request.links) {
        const bool isWithin = m_ringOf[link.left] && m_ringOf[link.left] == m_ringOf[link.right];
        m_plainLink.push_back(isWithin ? std::nullopt : std::optional(m_plain.links.size()));
        if (!isWithin) m_plain.links.push_back({m_plainBox[link.left], m_plainBox[link.right], link.label});
    }
}

QRectF RingedRequest::boxAt(std::size_t box, const std::vector<QPointF>& centres) const {
    return rectAt(centres[box], m_request.boxes[box]);
}

void RingedRequest::lengthen(LinkLayout& link, const LayoutLink& wanted,
                             const std::vector<QPointF>& centres) const {
    if (m_ringOf[wanted.left]) {
        const QPointF from = link.toLabel.front();
        const Curve more = straight(edgeOf(boxAt(wanted.left, centres), from), from);
        link.toLabel.insert(link.toLabel.begin(), more.begin(), more.end() - 1);
    }
    if (m_ringOf[wanted.right]) {
        Curve& last = link.fromLabel.empty() ? link.toLabel : link.fromLabel;
        const QPointF to = last.back();
        const Curve more = straight(to, edgeOf(boxAt(wanted.right, centres), to));
        last.insert(last.end(), more.begin() + 1, more.end());
    }
}

GraphLayout RingedRequest::expanded(const GraphLayout& layout) const {
    GraphLayout whole;
    whole.size = layout.size;
    for (const std::size_t box : m_plainBox)
        whole.centres.push_back(layout.centres[box]);
    whole.links.resize(m_request.links.size());
    for (std::size_t ring = 0; ring < m_rings.size(); ++ring) {
        const QPointF middle = layout.centres[ring];
        for (std::size_t i = 0; i < m_rings[ring].boxes.size(); ++i)
            whole.centres[m_rings[ring].boxes[i]] = middle + m_rings[ring].centres[i];
        for (std::size_t i = 0; i < m_rings[ring].links.size(); ++i) {
            LinkLayout& link = whole.links[m_rings[ring].links[i]] = m_rings[ring].places[i];
            shift(link.toLabel, middle);
            shift(link.fromLabel, middle);
            link.label.translate(middle);
        }
    }
    for (std::size_t i = 0; i < m_request.links.size(); ++i) {
        if (!m_plainLink[i]) continue;
        whole.links[i] = layout.links[*m_plainLink[i]];
        lengthen(whole.links[i], m_request.links[i], whole.centres);
    }
    return whole;
}

}  // namespace lockscope
