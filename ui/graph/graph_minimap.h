// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QWidget>

#include <vector>

namespace lockscope {

/// A large picture as a whole, small, with the part of it that is in view. A click or a drag shows another
/// part; keys go from box to box in the picture itself. Lives on the GUI thread.
class GraphMinimap : public QWidget {
    Q_OBJECT

public:
    explicit GraphMinimap(QWidget* parent = nullptr);

    void setPicture(const GraphPicture& picture, const std::vector<QPointF>& centres);
    /// What of the scene there is, and what of that is in view. Takes the size that it has at most `room`.
    void setView(const QRectF& scene, const QRectF& inView, const QSize& room);

Q_SIGNALS:
    /// The user wants to see what is around that place of the scene.
    void placeChosen(const QPointF& place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    struct Box {
        QRectF place;
        bool inCycle = false;
    };

    double scale() const;
    QPointF origin() const;
    QRectF mapped(const QRectF& inScene) const;
    void choose(const QPointF& place);

    std::vector<Box> m_boxes;
    QRectF m_scene;
    QRectF m_inView;
};

}  // namespace lockscope
