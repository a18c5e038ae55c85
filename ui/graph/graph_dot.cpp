// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_dot.h"

#include "graph/graph_text.h"

#include <QStringList>

namespace lockscope {

namespace {

// These colours are readable on the white that other programs draw on.
constexpr auto kCycleColor = "#B34F00";

/// One line of a label. A backslash would begin one of DOT's own escapes (\N is the node's name), a quote
/// would end the string, and "&lt;" would become "<".
QString dotEscaped(QString text) {
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    text.replace(QLatin1Char('"'), QLatin1String("\\\""));
    text.replace(QLatin1Char('&'), QLatin1String("&amp;"));
    return text;
}

QString dotLabel(QStringList lines) {
    lines.removeAll(QString());
    for (QString& line : lines)
        line = dotEscaped(line);
    return QLatin1Char('"') + lines.join(QLatin1String("\\n")) + QLatin1Char('"');
}

QString dotNode(std::size_t index, const ClusterGraph& graph) {
    const GraphNode& node = graph.nodes[index];
    const NodeWords words = wordsOf(node, graph);
    // In another program there is nothing to click at.
    const QString badges = node.key.isFolded ? QString() : words.badges;
    QStringList attributes{QStringLiteral("label=") + dotLabel({words.title, words.facts, badges})};
    attributes << (node.key.isLock() ? QStringLiteral("shape=box")
                                     : QStringLiteral("shape=box, style=rounded"));
    if (node.isRoot) attributes << QStringLiteral("penwidth=3");
    if (node.inCycle)
        attributes << QStringLiteral("color=\"%1\", peripheries=2").arg(QLatin1String(kCycleColor));
    return QStringLiteral("  n%1 [%2];\n").arg(QString::number(index), attributes.join(QLatin1String(", ")));
}

/// Root blockers come left where an edge leads from whoever blocks to whoever waits; the arrow always points
/// to the lock.
QString dotEdge(const GraphEdge& edge, const ClusterGraph& graph) {
    const bool isBefore = isAhead(edge.tie);
    const bool isOpen = edge.tie == Tie::MayHold;
    QStringList attributes{QStringLiteral("label=") + dotLabel({tieWord(edge.tie), edgeLabel(edge, graph)})};
    attributes << (isOpen     ? QStringLiteral("style=dotted, dir=none")
                   : isBefore ? QStringLiteral("style=solid")
                              : QStringLiteral("style=dashed, dir=back"));
    if (edge.inCycle) attributes << QStringLiteral("color=\"%1:%1\"").arg(QLatin1String(kCycleColor));
    return QStringLiteral("  n%1 -> n%2 [%3];\n")
        .arg(QString::number(isBefore ? edge.session : edge.lock),
             QString::number(isBefore ? edge.lock : edge.session), attributes.join(QLatin1String(", ")));
}

}  // namespace

QByteArray dotText(const ClusterGraph& graph) {
    QString text = QStringLiteral(
        "digraph locks {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\"];\n");
    const QStringList cycles = cycleLines(graph);
    const QStringList title = QStringList{graphSummary(graph)} + cycles;
    text +=
        QStringLiteral("  labelloc=b;\n  labeljust=l;\n  label=") + dotLabel(title) + QStringLiteral(";\n");
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        text += dotNode(i, graph);
    for (const GraphEdge& edge : graph.edges)
        text += dotEdge(edge, graph);
    return (text + QStringLiteral("}\n")).toUtf8();
}

}  // namespace lockscope
