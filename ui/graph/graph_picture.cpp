// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_picture.h"

#include "theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lockscope {

namespace {

constexpr int kFewestCharacters = 14;
constexpr int kMostCharacters = 44;
/// Each label costs a layout as much as a box. Beyond so many they are in tool tips and the table only.
constexpr std::size_t kMostLabels = 100;
/// Boxes grow in steps, so that a number with one more digit seldom moves everything.
constexpr int kCharacterStep = 6;

double steppedWidth(double text, const QFontMetricsF& metrics) {
    const double character = metrics.averageCharWidth();
    const double steps = std::ceil(text / (character * kCharacterStep));
    return character * std::clamp(steps * kCharacterStep, double{kFewestCharacters}, double{kMostCharacters});
}

QSizeF boxSize(const NodeWords& words, const QFont& font) {
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF metrics(font);
    const double text =
        std::max({QFontMetricsF(bold).horizontalAdvance(words.title), metrics.horizontalAdvance(words.facts),
                  metrics.horizontalAdvance(words.badges)});
    // The third line has its place even where it is empty: badges come and go.
    return {steppedWidth(text, metrics) + 2 * boxPadding() + boxMarkSide(font) + gridStep(),
            3 * metrics.height() + 2 * boxPadding()};
}

QSizeF labelSize(const QString& label, const QFont& font) {
    const QFontMetricsF metrics(font);
    return {steppedWidth(metrics.horizontalAdvance(label), metrics) + 2 * gridStep(), metrics.height()};
}

/// One lock may be part of two cycles: the first one has it. A ring of very many would be too large to see
/// anything of it but a bow.
std::vector<std::vector<std::size_t>> ringsOf(const ClusterGraph& graph) {
    constexpr std::size_t kFewestOnRing = 3;
    constexpr std::size_t kMostOnRing = 24;
    std::vector<bool> isTaken(graph.nodes.size());
    std::vector<std::vector<std::size_t>> rings;
    for (const GraphCycle& cycle : graph.cycles) {
        const bool isFree = std::ranges::none_of(cycle.ring, [&](std::size_t node) { return isTaken[node]; });
        const std::size_t size = cycle.ring.size();
        if (size < kFewestOnRing || size > kMostOnRing || !isFree) continue;
        for (const std::size_t node : cycle.ring)
            isTaken[node] = true;
        rings.push_back(cycle.ring);
    }
    return rings;
}

}  // namespace

EdgeKey keyOf(const GraphEdge& edge, const ClusterGraph& graph) {
    return {graph.nodes[edge.lock].key.lock, graph.nodes[edge.session].key.session, edge.tie};
}

double boxPadding() {
    return contentMargin();
}

double boxMarkSide(const QFont& font) {
    return std::round(QFontMetricsF(font).ascent());
}

bool GraphPicture::hasPlacesOf(const GraphPicture& other) const {
    const auto sameKeys = [](const auto& ours, const auto& theirs) {
        return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                          [](const auto& one, const auto& two) { return one.key == two.key; });
    };
    return sameKeys(nodes, other.nodes) && sameKeys(edges, other.edges) && layout == other.layout;
}

GraphPicture pictureOf(const ClusterGraph& graph, const QFont& font) {
    GraphPicture picture;
    for (const GraphNode& node : graph.nodes) {
        picture.nodes.push_back({node.key, wordsOf(node, graph), node.isRoot, node.inCycle});
        picture.layout.boxes.push_back(boxSize(picture.nodes.back().words, font));
    }
    const bool hasLabels = graph.edges.size() <= kMostLabels;
    for (const GraphEdge& edge : graph.edges) {
        const bool isBefore = isAhead(edge.tie);
        const QString label = edgeLabel(edge, graph);
        picture.edges.push_back({keyOf(edge, graph), label, edgeSentence(edge, graph), edge.inCycle});
        const QSizeF room = hasLabels ? labelSize(label, font) : QSizeF();
        // Who blocks stands left of the lock, who waits for it right.
        picture.layout.links.push_back(
            {isBefore ? edge.session : edge.lock, isBefore ? edge.lock : edge.session, room});
    }
    picture.layout.rings = ringsOf(graph);
    return picture;
}

}  // namespace lockscope
