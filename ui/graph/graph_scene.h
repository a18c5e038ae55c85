// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_items.h"

#include <QGraphicsScene>
#include <QVariantAnimation>

#include <map>
#include <memory>

namespace lockscope {

/// Keeps one item for each node and edge for as long as it is in the graph, and moves it to its newer place.
/// Lives on the GUI thread.
class GraphScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit GraphScene(QObject* parent = nullptr);
    ~GraphScene() override;

    /// Shows a picture at its places. Items that were there before move there within `moveMs`.
    void show(const GraphPicture& picture, const GraphLayout& layout, int moveMs);
    /// Newer words of what is shown: `picture` has the places of the one that is.
    void setFaces(const GraphPicture& picture);
    /// Removes all items.
    void reset();

    void choose(const NodeKey& lock, const NodeKey& session);
    /// Marks folded waiters, which can't be chosen, while the keys are on them.
    void setCurrent(const NodeKey& key);
    NodeItem* node(const NodeKey& key) const;
    const std::map<NodeKey, NodeItem*>& nodes() const { return m_nodes; }
    const std::map<EdgeKey, EdgeItem*>& edges() const { return m_edges; }

private:
    struct Move;

    void addAndRemove(const GraphPicture& picture);
    void moveTo(double progress);
    void showMarks();

    std::map<NodeKey, NodeItem*> m_nodes;
    std::map<EdgeKey, EdgeItem*> m_edges;
    NodeKey m_chosenLock;
    NodeKey m_chosenSession;
    NodeKey m_current;
    std::unique_ptr<Move> m_move;
    QVariantAnimation m_animation;
};

}  // namespace lockscope
