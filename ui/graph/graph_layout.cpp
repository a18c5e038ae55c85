// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_layout.h"

#include "graph/graph_rings.h"

#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace lockscope {

namespace {

using lockcore::ErrorCode;
using lockcore::Result;

constexpr double kPointsPerInch = 72.0;
/// From here on a good layout takes seconds.
constexpr std::size_t kManyLinks = 120;

/// Graphviz' interface takes text that it does not change as char*.
class GraphvizText {
public:
    explicit GraphvizText(std::string text) : m_text(std::move(text)) {}
    operator char*() { return m_text.data(); }

private:
    std::string m_text;
};

struct CloseGraph {
    void operator()(Agraph_t* graph) const { agclose(graph); }
};

/// Keeps Graphviz' complaints from being printed: they only matter in the error of a layout that failed.
int dropComplaint(char*) {
    return 0;
}

/// One for the process, never freed: each would read the list of plugins again, and none gives all of its
/// memory back.
GVC_t* graphviz() {
    static GVC_t* const context = gvContext();
    return context;
}

std::string inches(double pixels) {
    // Not by the locale of the program, in which the comma may be the decimal point.
    const auto thousandths = std::llround(pixels / kPointsPerInch * 1000.0);
    std::string digits = std::to_string(thousandths);
    digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
    return digits.insert(digits.size() - 3, ".");
}

/// Finds the links that close a circle, so that without them or with them turned there is none.
class CircleSearch {
public:
    explicit CircleSearch(const LayoutRequest& request)
        : m_request(request),
          m_outgoing(request.boxes.size()),
          m_states(request.boxes.size(), State::New),
          m_closing(request.links.size()) {
        std::vector<bool> hasIncoming(request.boxes.size());
        for (std::size_t i = 0; i < request.links.size(); ++i) {
            m_outgoing[request.links[i].left].push_back(i);
            hasIncoming[request.links[i].right] = true;
        }
        // Starts at boxes without incoming links, so that root blockers stand on the left.
        for (const bool second : {false, true})
            for (std::size_t box = 0; box < request.boxes.size(); ++box)
                if (hasIncoming[box] == second) visit(box);
    }

    /// For each link.
    const std::vector<bool>& closing() const { return m_closing; }

private:
    enum class State { New, OnTheWay, Done };
    struct Step {
        std::size_t box;
        std::size_t next = 0;  ///< of its outgoing links
    };

    void visit(std::size_t start) {
        if (m_states[start] != State::New) return;
        std::vector<Step> way{{start}};
        m_states[start] = State::OnTheWay;
        while (!way.empty()) {
            const std::size_t box = way.back().box;
            if (way.back().next == m_outgoing[box].size()) {
                m_states[box] = State::Done;
                way.pop_back();
                continue;
            }
            const std::size_t link = m_outgoing[box][way.back().next++];
            State& target = m_states[m_request.links[link].right];
            if (target == State::OnTheWay) m_closing[link] = true;
            if (target != State::New) continue;
            target = State::OnTheWay;
            way.push_back({m_request.links[link].right});
        }
    }

    const LayoutRequest& m_request;
    std::vector<std::vector<std::size_t>> m_outgoing;
    std::vector<State> m_states;
    std::vector<bool> m_closing;
};

/// One layout from request to values.
class DotLayout {
public:
    explicit DotLayout(const LayoutRequest& request)
        : m_request(request),
          m_context(graphviz()),
          m_graph(agopen(GraphvizText("locks"), Agdirected, nullptr)) {}

    Result<GraphLayout> run() {
        if (!m_context || !m_graph) return lockcore::fail(ErrorCode::Io, "Graphviz could not be started", {});
        setDefaults();
        addNodes();
        addEdges();
        if (gvLayout(m_context, m_graph.get(), "dot") != 0)
            return lockcore::fail(ErrorCode::Io, "Graphviz could not lay out the picture", {});
        GraphLayout layout = read();
        gvFreeLayout(m_context, m_graph.get());
        return layout;
    }

private:
    struct LabelledEdge {
        Agedge_t* toLabel;
        Agedge_t* fromLabel;  ///< null without a label
        Agnode_t* label;      ///< likewise
    };

    void setDefault(int kind, const char* name, const char* value) {
        agattr(m_graph.get(), kind, GraphvizText(name), GraphvizText(value));
    }

    void setDefaults() {
        setDefault(AGRAPH, "rankdir", "LR");
        setDefault(AGRAPH, "nodesep", "0.25");
        setDefault(AGRAPH, "ranksep", "0.25");
        // Bounds on the optimisation: entangled graphs are drawn less well instead of late.
        const bool isLarge = m_request.links.size() > kManyLinks;
        setDefault(AGRAPH, "nslimit", isLarge ? "1" : "4");
        setDefault(AGRAPH, "nslimit1", isLarge ? "1" : "4");
        setDefault(AGRAPH, "mclimit", isLarge ? "0.1" : "0.5");
        // Sizes come from the window's own font: whatever fonts Graphviz finds make no difference.
        setDefault(AGNODE, "label", "");
        setDefault(AGNODE, "shape", "box");
        setDefault(AGNODE, "fixedsize", "true");
        setDefault(AGNODE, "width", "1");
        setDefault(AGNODE, "height", "1");
        setDefault(AGEDGE, "arrowhead", "none");
    }

    Agnode_t* addNode(char kind, std::size_t index, const QSizeF& size) {
        Agnode_t* const node = agnode(m_graph.get(), GraphvizText(kind + std::to_string(index)), 1);
        agset(node, GraphvizText("width"), GraphvizText(inches(size.width())));
        agset(node, GraphvizText("height"), GraphvizText(inches(size.height())));
        return node;
    }

    void addNodes() {
        for (std::size_t i = 0; i < m_request.boxes.size(); ++i)
            m_nodes.push_back(addNode('n', i, m_request.boxes[i]));
    }

    /// A label is a node between two edges: it keeps its place free, and no line runs through it.
    /// Links that close a circle are turned here: Graphviz would turn them, too, but leaks memory with each.
    void addEdges() {
        const CircleSearch circles(m_request);
        for (std::size_t i = 0; i < m_request.links.size(); ++i) {
            const LayoutLink& link = m_request.links[i];
            const bool isTurned = circles.closing()[i];
            Agnode_t* const left = m_nodes[link.left];
            Agnode_t* const right = m_nodes[link.right];
            if (link.label.isEmpty()) {
                m_edges.push_back({addEdge(left, right, isTurned), nullptr, nullptr});
            } else {
                Agnode_t* const label = addNode('l', i, link.label);
                m_edges.push_back({addEdge(left, label, isTurned), addEdge(label, right, isTurned), label});
            }
        }
    }

    Agedge_t* addEdge(Agnode_t* from, Agnode_t* to, bool isTurned) {
        return agedge(m_graph.get(), isTurned ? to : from, isTurned ? from : to, nullptr, 1);
    }

    /// Graphviz' y grows upwards.
    QPointF flipped(const pointf& point) const {
        const boxf box = GD_bb(m_graph.get());
        return {point.x - box.LL.x, box.UR.y - point.y};
    }

    Curve curveOf(Agedge_t* edge, const QPointF& from) const {
        Curve curve;
        const splines* const lines = ED_spl(edge);
        if (lines && lines->size > 0) {
            const bezier& line = lines->list[0];
            for (int i = 0; i < line.size; ++i)
                curve.push_back(flipped(line.list[i]));
        }
        if (curve.size() < 4) {
            const QPointF tail = flipped(ND_coord(agtail(edge)));
            const QPointF to = tail == from ? flipped(ND_coord(aghead(edge))) : tail;
            return {from, from, to, to};
        }
        // A turned one comes with its points in the other order.
        const auto distance = [&](const QPointF& point) {
            return QPointF::dotProduct(point - from, point - from);
        };
        if (distance(curve.back()) < distance(curve.front())) std::reverse(curve.begin(), curve.end());
        return curve;
    }

    LinkLayout linkOf(const LabelledEdge& edge, const LayoutLink& link,
                      const std::vector<QPointF>& centres) const {
        LinkLayout layout;
        layout.toLabel = curveOf(edge.toLabel, centres[link.left]);
        if (!edge.label) return layout;
        const QPointF centre = flipped(ND_coord(edge.label));
        layout.fromLabel = curveOf(edge.fromLabel, centre);
        layout.label = QRectF({}, link.label);
        layout.label.moveCenter(centre);
        return layout;
    }

    GraphLayout read() const {
        GraphLayout layout;
        for (Agnode_t* node : m_nodes)
            layout.centres.push_back(flipped(ND_coord(node)));
        for (std::size_t i = 0; i < m_edges.size(); ++i)
            layout.links.push_back(linkOf(m_edges[i], m_request.links[i], layout.centres));
        const boxf box = GD_bb(m_graph.get());
        layout.size = {box.UR.x - box.LL.x, box.UR.y - box.LL.y};
        return layout;
    }

    const LayoutRequest& m_request;
    GVC_t* const m_context;
    std::unique_ptr<Agraph_t, CloseGraph> m_graph;
    std::vector<Agnode_t*> m_nodes;
    std::vector<LabelledEdge> m_edges;
};

}  // namespace

Result<GraphLayout> layOut(const LayoutRequest& request) {
    if (request.boxes.empty()) return GraphLayout{};
    agseterrf(dropComplaint);
    if (request.rings.empty()) return DotLayout(request).run();
    const RingedRequest ringed(request);
    const Result<GraphLayout> plain = DotLayout(ringed.plain()).run();
    if (!plain) return tl::unexpected(plain.error());
    return ringed.expanded(*plain);
}

}  // namespace lockscope
