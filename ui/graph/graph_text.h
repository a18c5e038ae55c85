// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/cluster_graph.h"
#include "theme/state_palette.h"

#include <QString>
#include <QStringList>

namespace lockscope {

/// The graph in words: plain text, translated; what comes from a cluster is escaped. Ages are those of the
/// sample. GUI thread, as all of these.

/// The three lines of a box, and all that is known for its tool tip. Lines may be empty.
struct NodeWords {
    QString title;
    QString facts;
    QString badges;
    QString toolTip;
    Tone tone = Tone::Info;

    bool operator==(const NodeWords&) const = default;
};
NodeWords wordsOf(const GraphNode& node, const ClusterGraph& graph);

/// "app7.example:4412", "10.0.3.7:4412", or the id where no server has told the address.
QString sessionName(const lockcore::SessionView& session);

/// "+38"; empty for other nodes.
QString foldedText(const GraphNode& node);
/// "38 more sessions", or the session's name: "10.0.3.7:4412 (you)" of one of this program.
QString whoText(const GraphNode& node);

QString tieWord(Tie tie);
/// "exclusive, ≤ 2 min 05 s": mode and age. Nobody tells when a znode became the holder's: at most since it
/// was created.
QString edgeLabel(const GraphEdge& edge, const ClusterGraph& graph);
/// The age alone.
QString edgeAge(const GraphEdge& edge, const ClusterGraph& graph);
/// "10.0.3.7:4412 holds /app/a (exclusive, ≤ 2 min 05 s)".
QString edgeSentence(const GraphEdge& edge, const ClusterGraph& graph);

/// Each possible deadlock with a heading and its numbered steps; empty where there is none.
QStringList cycleLines(const ClusterGraph& graph);
/// How much is drawn, and how much is not.
QString graphSummary(const ClusterGraph& graph);

}  // namespace lockscope
