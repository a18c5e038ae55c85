// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_minimap.h"

#include "theme/state_palette.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lockscope {

namespace {

/// A box of less can't be seen.
constexpr double kLeastBoxSide = 2;
/// A chain is very wide and hardly high: of less one can't be sure to hit it.
constexpr int kLeastMapSide = 24;

}  // namespace

GraphMinimap::GraphMinimap(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Overview of the graph"));
    setToolTip(tr("The whole graph: click to see another part of it"));
    setCursor(Qt::ArrowCursor);
    hide();
}

void GraphMinimap::setPicture(const GraphPicture& picture, const std::vector<QPointF>& centres) {
    m_boxes.clear();
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
        QRectF place({}, picture.layout.boxes[i]);
        place.moveCenter(centres[i]);
        m_boxes.push_back({place, picture.nodes[i].inCycle});
    }
    update();
}

void GraphMinimap::setView(const QRectF& scene, const QRectF& inView, const QSize& room) {
    m_scene = scene;
    m_inView = inView;
    resize(
        scene.size().scaled(room, Qt::KeepAspectRatio).toSize().expandedTo({kLeastMapSide, kLeastMapSide}));
    update();
}

double GraphMinimap::scale() const {
    return m_scene.isEmpty() ? 1 : std::min(width() / m_scene.width(), height() / m_scene.height());
}

/// Of the scene's top left.
QPointF GraphMinimap::origin() const {
    const QSizeF around = (QSizeF(size()) - m_scene.size() * scale()) / 2;
    return {around.width(), around.height()};
}

QRectF GraphMinimap::mapped(const QRectF& inScene) const {
    return {origin() + (inScene.topLeft() - m_scene.topLeft()) * scale(), inScene.size() * scale()};
}

void GraphMinimap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette tones(palette());
    const QColor ink = palette().color(QPalette::Text);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    for (const bool inCycle : {false, true}) {
        for (const Box& box : m_boxes) {
            if (box.inCycle != inCycle) continue;
            QRectF place = mapped(box.place);
            place.setSize(place.size().expandedTo({kLeastBoxSide, kLeastBoxSide}));
            painter.fillRect(place, inCycle ? tones.color(Tone::Fault) : palette().color(QPalette::Mid));
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(ink);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(mapped(m_inView).intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
}

void GraphMinimap::choose(const QPointF& place) {
    Q_EMIT placeChosen(m_scene.topLeft() + (place - origin()) / scale());
}

/// Taken, so that the picture below does not take it for a click on a box.
void GraphMinimap::mousePressEvent(QMouseEvent* event) {
    event->accept();
    if (event->button() == Qt::LeftButton) choose(event->position());
}

void GraphMinimap::mouseMoveEvent(QMouseEvent* event) {
    event->accept();
    if (event->buttons() & Qt::LeftButton) choose(event->position());
}

void GraphMinimap::mouseReleaseEvent(QMouseEvent* event) {
    event->accept();
}

}  // namespace lockscope
