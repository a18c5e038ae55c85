// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_scene.h"

#include <QGraphicsView>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope {

class GraphMinimap;

/// The picture of a graph: the wheel zooms, dragging moves it, arrow keys go from box to box. At first it is
/// as large as it takes to read it: where not all of it has room, around what is selected, or else around
/// what is worst. Where it is much larger than the view, a corner has all of it. Lives on the GUI thread.
class GraphView : public QGraphicsView {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);

    /// Newer data keep the picture still while the pointer is on it, so that a click hits what it aimed at;
    /// what the user asked for does not.
    enum class Reason { NewerData, UserChoice };
    void showPicture(std::shared_ptr<const GraphPicture> picture, const GraphLayout& layout, Reason reason);
    void reset();
    /// Forgets the zoom that the user has chosen: what is shown next is about something else.
    void zoomAnew();
    /// A newer picture waits until the pointer leaves.
    bool isHeldStill() const { return m_held.has_value(); }
    /// Null while nothing is shown.
    const std::shared_ptr<const GraphPicture>& shown() const { return m_shown; }
    /// Newer words for what is shown, at the same places.
    void setFaces(std::shared_ptr<const GraphPicture> picture);

    void choose(const NodeKey& lock, const NodeKey& session);
    GraphScene* graphScene() const { return m_scene; }
    const GraphMinimap& minimap() const { return *m_minimap; }

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    /// Shows all, however small, and goes on doing so until the user zooms.
    void fit();

Q_SIGNALS:
    void nodeChosen(const lockscope::NodeKey& key);
    /// Double click or Enter; of folded waiters a click.
    void nodeActivated(const lockscope::NodeKey& key);
    void heldStillChanged();
    /// On a box, or by the key for the one where the keys are.
    void menuWanted(const lockscope::NodeKey& key, const QPoint& globalPosition);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum class Zoom {
        Readable,  ///< all of it where it can be read then, else a part
        All,
        Own,  ///< the user's
    };
    struct Held {
        std::shared_ptr<const GraphPicture> picture;
        GraphLayout layout;
    };

    void showNow(std::shared_ptr<const GraphPicture> picture, const GraphLayout& layout);
    void showHeld();
    void activateCurrent();
    /// Where the keys are.
    void setCurrent(const NodeKey& key);
    /// What is current, for those who can't see it.
    void describeCurrent();
    void zoomBy(double factor);
    void applyZoom();
    void ownZoom();
    double zoomForAll() const;
    /// What a part is shown around.
    QPointF centre() const;
    /// Of a node: its own, or that of its ring where all of that has room.
    QPointF centreOf(std::size_t node) const;
    void applyPalette();
    void showMinimap();
    const NodeItem* nodeAt(const QPoint& position) const;
    /// The nearest box in a direction.
    const NodeItem* neighbour(int key) const;

    GraphScene* m_scene;
    GraphMinimap* m_minimap;
    std::shared_ptr<const GraphPicture> m_shown;
    std::optional<Held> m_held;
    NodeKey m_current;
    QPoint m_pressedAt;
    Zoom m_zoom = Zoom::Readable;
    std::vector<QPointF> m_centres;  ///< of the nodes of m_shown
    NodeKey m_chosenLock;
    NodeKey m_chosenSession;
};

}  // namespace lockscope

Q_DECLARE_METATYPE(lockscope::NodeKey)
