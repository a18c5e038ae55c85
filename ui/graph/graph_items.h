// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QGraphicsItem>
#include <QPainterPath>

namespace lockscope {

/// The box of a session or a lock, around its own origin. Lives on the GUI thread, as its scene does.
class NodeItem : public QGraphicsItem {
public:
    explicit NodeItem(const NodeKey& key);

    void setFace(const NodeFace& face, const QSizeF& size);
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }
    const NodeKey& key() const { return m_face.key; }
    const NodeFace& face() const { return m_face; }
    QRectF box() const;

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintFrame(QPainter& painter, const QPalette& palette) const;
    void paintLines(QPainter& painter, const QPalette& palette) const;

    NodeFace m_face;
    QSizeF m_size;
    bool m_chosen = false;
};

/// The line between a session and a lock, with its label, in the scene's coordinates. Lives on the GUI
/// thread, as its scene does.
class EdgeItem : public QGraphicsItem {
public:
    EdgeItem();

    void setFace(const EdgeFace& face);
    void setPlaces(const LinkLayout& places);
    const LinkLayout& places() const { return m_places; }
    const EdgeFace& face() const { return m_face; }

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QPolygonF arrowHead() const;

    EdgeFace m_face;
    LinkLayout m_places;
    QPainterPath m_path;
};

}  // namespace lockscope
