// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_layout.h"
#include "graph/graph_text.h"

#include <QFont>

namespace lockscope {

/// What keeps its identity from one sample to the next.
struct EdgeKey {
    std::string lock;
    lockcore::SessionId session = lockcore::SessionId::None;
    Tie tie = Tie::Holds;

    // NOLINTNEXTLINE(modernize-use-nullptr): the comparison is the compiler's, with its 0
    auto operator<=>(const EdgeKey&) const = default;
};
EdgeKey keyOf(const GraphEdge& edge, const ClusterGraph& graph);

/// How a node looks.
struct NodeFace {
    NodeKey key;
    NodeWords words;
    bool isRoot = false;
    bool inCycle = false;

    bool operator==(const NodeFace&) const = default;
};

struct EdgeFace {
    EdgeKey key;
    QString label;
    QString toolTip;
    bool inCycle = false;

    bool operator==(const EdgeFace&) const = default;
};

/// All that is painted, except where. A value.
struct GraphPicture {
    std::vector<NodeFace> nodes = {};  ///< in the order of `layout.boxes`
    std::vector<EdgeFace> edges = {};  ///< in the order of `layout.links`
    LayoutRequest layout = {};

    /// The same nodes and edges in the same sizes: the places of one are good for the other.
    bool hasPlacesOf(const GraphPicture& other) const;
};

/// Words and sizes of a graph in a font. GUI thread.
GraphPicture pictureOf(const ClusterGraph& graph, const QFont& font);

/// Within a box, for whoever paints it: between its frame and its lines, and side of the mark.
double boxPadding();
double boxMarkSide(const QFont& font);

}  // namespace lockscope
