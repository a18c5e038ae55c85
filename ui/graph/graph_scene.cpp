// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_scene.h"

#include "theme/theme.h"

#include <utility>

namespace lockscope {

namespace {

Curve between(const Curve& from, const Curve& to, double progress) {
    // A line with more bends than before can't be bent into the newer one: it jumps.
    if (from.size() != to.size()) return to;
    Curve curve(to.size());
    for (std::size_t i = 0; i < to.size(); ++i)
        curve[i] = from[i] + (to[i] - from[i]) * progress;
    return curve;
}

QRectF between(const QRectF& from, const QRectF& to, double progress) {
    QRectF rect = to;
    rect.moveCenter(from.center() + (to.center() - from.center()) * progress);
    return rect;
}

/// Drops the items whose key no longer is in `wanted`.
template <class Items, class Wanted>
void removeMissing(Items& items, const Wanted& wanted) {
    for (auto item = items.begin(); item != items.end();) {
        if (wanted.contains(item->first)) {
            ++item;
        } else {
            delete item->second;  // which takes it out of its scene
            item = items.erase(item);
        }
    }
}

}  // namespace

/// Where the items move from and to.
struct GraphScene::Move {
    std::map<NodeItem*, std::pair<QPointF, QPointF>> nodes;
    std::map<EdgeItem*, std::pair<LinkLayout, LinkLayout>> edges;
};

GraphScene::GraphScene(QObject* parent) : QGraphicsScene(parent), m_move(std::make_unique<Move>()) {
    // Few items that all move at once: an index costs more than it saves.
    setItemIndexMethod(NoIndex);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { moveTo(value.toDouble()); });
}

GraphScene::~GraphScene() {
    m_animation.disconnect(this);
    m_animation.stop();
}

NodeItem* GraphScene::node(const NodeKey& key) const {
    const auto found = m_nodes.find(key);
    return found == m_nodes.end() ? nullptr : found->second;
}

void GraphScene::show(const GraphPicture& picture, const GraphLayout& layout, int moveMs) {
    m_animation.stop();
    *m_move = {};
    std::map<NodeItem*, QPointF> nodesBefore;
    for (const auto& [key, item] : m_nodes)
        nodesBefore.emplace(item, item->pos());
    std::map<EdgeItem*, LinkLayout> edgesBefore;
    for (const auto& [key, item] : m_edges)
        edgesBefore.emplace(item, item->places());
    addAndRemove(picture);
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
        NodeItem* const item = m_nodes.at(picture.nodes[i].key);
        const auto before = nodesBefore.find(item);
        const QPointF to = layout.centres[i];
        m_move->nodes.emplace(item, std::pair(before == nodesBefore.end() ? to : before->second, to));
    }
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        EdgeItem* const item = m_edges.at(picture.edges[i].key);
        const auto before = edgesBefore.find(item);
        const LinkLayout& to = layout.links[i];
        m_move->edges.emplace(item, std::pair(before == edgesBefore.end() ? to : before->second, to));
    }
    setFaces(picture);
    setSceneRect(QRectF({0, 0}, layout.size).marginsAdded(QMarginsF() + 2 * contentMargin()));
    showMarks();
    if (moveMs <= 0 || nodesBefore.empty()) {
        moveTo(1);
        return;
    }
    m_animation.setDuration(moveMs);
    m_animation.start();
}

void GraphScene::addAndRemove(const GraphPicture& picture) {
    std::map<NodeKey, bool> nodes;
    std::map<EdgeKey, bool> edges;
    for (const NodeFace& face : picture.nodes)
        nodes.emplace(face.key, true);
    for (const EdgeFace& face : picture.edges)
        edges.emplace(face.key, true);
    removeMissing(m_nodes, nodes);
    removeMissing(m_edges, edges);
    for (const auto& [key, isWanted] : nodes) {
        if (m_nodes.contains(key)) continue;
        auto* item = new NodeItem(key);
        addItem(item);
        m_nodes.emplace(key, item);
    }
    for (const auto& [key, isWanted] : edges) {
        if (m_edges.contains(key)) continue;
        auto* item = new EdgeItem;
        addItem(item);
        m_edges.emplace(key, item);
    }
}

void GraphScene::setFaces(const GraphPicture& picture) {
    for (std::size_t i = 0; i < picture.nodes.size(); ++i)
        m_nodes.at(picture.nodes[i].key)->setFace(picture.nodes[i], picture.layout.boxes[i]);
    for (const EdgeFace& face : picture.edges)
        m_edges.at(face.key)->setFace(face);
}

void GraphScene::moveTo(double progress) {
    for (const auto& [item, way] : m_move->nodes)
        item->setPos(way.first + (way.second - way.first) * progress);
    for (const auto& [item, way] : m_move->edges) {
        const auto& [from, to] = way;
        item->setPlaces({between(from.toLabel, to.toLabel, progress),
                         between(from.fromLabel, to.fromLabel, progress),
                         between(from.label, to.label, progress)});
    }
}

void GraphScene::reset() {
    m_animation.stop();
    *m_move = {};
    removeMissing(m_nodes, std::map<NodeKey, bool>());
    removeMissing(m_edges, std::map<EdgeKey, bool>());
}

void GraphScene::choose(const NodeKey& lock, const NodeKey& session) {
    m_chosenLock = lock;
    m_chosenSession = session;
    showMarks();
}

void GraphScene::setCurrent(const NodeKey& key) {
    m_current = key;
    showMarks();
}

void GraphScene::showMarks() {
    for (const auto& [key, item] : m_nodes)
        item->setChosen(key == (key.isFolded ? m_current : key.isLock() ? m_chosenLock : m_chosenSession));
}

}  // namespace lockscope
