// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_text.h"

#include "hosts/host_text.h"
#include "sessions/session_text.h"
#include "sessions/sessions_model.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace lockscope {

namespace {

struct GraphText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::GraphText)
};

using lockcore::SessionState;
using lockcore::SessionView;

/// Of one cycle, and of all cycles.
constexpr std::size_t kStepsListed = 50;
constexpr std::size_t kCyclesListed = 10;

QString graphNumber(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString graphNumber(const SessionCount& count) {
    return count.isExact ? graphNumber(count.count) : GraphText::tr("≥ %1").arg(graphNumber(count.count));
}

QString idOf(lockcore::SessionId session) {
    return QString::fromStdString(lockcore::toHex(session));
}

Tone toneOfNode(const GraphNode& node) {
    if (node.key.isLock()) return Tone::Info;
    if (node.key.isFolded) return Tone::Waiter;
    if (node.session && node.session->state == SessionState::Ghost) return Tone::Fault;
    if (node.session && node.session->state == SessionState::Silent) return Tone::Warning;
    if (node.session && node.session->holds.size() > node.openRoles) return Tone::Holder;
    return node.openRoles > 0 ? Tone::Info : Tone::Waiter;
}

/// What a path ends in, which tells locks apart better than what it begins with.
QString pathTail(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return displayText(slash == std::string::npos || slash + 1 == path.size() ? path
                                                                              : path.substr(slash + 1));
}

/// What a lab calls its one contender, else where its client is.
QString clientName(const GraphNode& node) {
    if (!node.name.isEmpty()) return node.name;
    return node.session ? sessionName(*node.session) : shortened(idOf(node.key.session));
}

NodeWords sessionWords(const GraphNode& node) {
    NodeWords words;
    const QString id = idOf(node.key.session);
    const QString name = clientName(node);
    words.title = node.isOwn ? youText(name) : name;
    const QString state = node.session ? sessionStateText(*node.session) : QString();
    words.facts = name == shortened(id) || state.isEmpty()
                      ? state
                      : GraphText::tr("%1 · %2", "session id, state").arg(shortened(id), state);
    QStringList badges;
    if (node.isRoot) badges << GraphText::tr("root blocker");
    if (node.blocks.count > 0) badges << GraphText::tr("blocks %1").arg(graphNumber(node.blocks));
    if (node.waitsFor.count > 0) badges << GraphText::tr("waits for %1").arg(graphNumber(node.waitsFor));
    words.badges = badges.join(GraphText::tr(" · ", "between badges"));
    QStringList lines{GraphText::tr("Session %1").arg(node.isOwn ? youInSentence(id) : id)};
    if (!node.name.isEmpty()) lines << GraphText::tr("Contender %1").arg(node.name);
    if (node.session && !node.session->address.empty())
        lines << GraphText::tr("Client at %1").arg(hostText(*node.session));
    if (!state.isEmpty()) lines << GraphText::tr("State: %1").arg(state);
    if (node.isRoot) lines << GraphText::tr("Root blocker: it waits for nobody, so begin to look here.");
    lines << GraphText::tr("Sessions that wait for it, in all: %1").arg(graphNumber(node.blocks));
    lines << GraphText::tr("Sessions that it waits for, in all: %1").arg(graphNumber(node.waitsFor));
    if (node.inCycle) lines << GraphText::tr("Part of a possible deadlock.");
    words.toolTip = lines.join(QLatin1Char('\n'));
    return words;
}

NodeWords lockWords(const GraphNode& node) {
    NodeWords words;
    words.title = pathTail(node.key.lock);
    const std::size_t waiters = node.lock->waiters();
    if (node.openRoles > 0)
        words.facts = GraphText::tr("waiting: at least %1", "number").arg(graphNumber(waiters));
    else
        words.facts = waiters == 0 ? GraphText::tr("nobody waits")
                                   : GraphText::tr("waiting: %1", "number").arg(graphNumber(waiters));
    QStringList badges;
    if (node.notDrawn > 0)
        badges << GraphText::tr("%1 not drawn", "sessions").arg(graphNumber(node.notDrawn));
    if (node.ownerless > 0)
        badges << GraphText::tr("%1 without session", "contenders").arg(graphNumber(node.ownerless));
    words.badges = badges.join(GraphText::tr(" · ", "between badges"));
    const lockcore::RoleCounts counts = node.lock->counts();
    QStringList lines{
        GraphText::tr("Lock %1").arg(displayText(node.key.lock)),
        GraphText::tr("%1 · %2", "dialect, numbers")
            .arg(dialectWord(*node.lock),
                 node.openRoles > 0 ? openCountsText(counts) : countsText(node.lock->kind, counts))};
    if (node.notDrawn > 0)
        lines
            << GraphText::tr("Sessions of this lock that are not drawn: %1").arg(graphNumber(node.notDrawn));
    if (node.ownerless > 0)
        lines << GraphText::tr("Contenders that no session owns: %1").arg(graphNumber(node.ownerless));
    if (node.inCycle) lines << GraphText::tr("Part of a possible deadlock.");
    words.toolTip = lines.join(QLatin1Char('\n'));
    return words;
}

NodeWords foldedWords(const GraphNode& node) {
    NodeWords words;
    words.title = foldedText(node);
    words.facts = GraphText::tr("wait for nothing else");
    words.badges = GraphText::tr("click to unfold");
    words.toolTip =
        GraphText::tr("%1 wait for %2, and for nothing else.\nA click, or Enter, shows each of them.",
                      "sessions, lock")
            .arg(whoText(node), displayText(node.key.lock));
    return words;
}

/// Also of a session that is not drawn.
QString clientName(const SessionView& session, const ClusterGraph& graph) {
    const auto node = std::ranges::find(graph.nodes, NodeKey{session.session}, &GraphNode::key);
    return node == graph.nodes.end() ? sessionName(session) : clientName(*node);
}

QString stepLine(const CycleStep& step, std::size_t number, const ClusterGraph& graph) {
    const QString who = step.session ? GraphText::tr("%1 (%2)", "host, session id")
                                           .arg(clientName(*step.session, graph), idOf(step.session->session))
                                     : GraphText::tr("A session");
    const QString waits = displayText(step.waits->path);
    if (step.upgrades)
        return GraphText::tr("%1. %2 reads %3 and waits to write it", "number, session, lock")
            .arg(QString::number(number), who, waits);
    if (step.waits == step.blocks)
        return GraphText::tr("%1. %2 waits for %3, in front of the one above", "number, session, lock")
            .arg(QString::number(number), who, waits);
    return GraphText::tr("%1. %2 holds %3 and waits for %4", "number, session, lock, lock")
        .arg(QString::number(number), who, displayText(step.blocks->path), waits);
}

}  // namespace

QString sessionName(const SessionView& session) {
    return session.address.empty() ? shortened(idOf(session.session)) : placeText(session.address);
}

NodeWords wordsOf(const GraphNode& node, const ClusterGraph& graph) {
    NodeWords words = node.key.isLock()   ? lockWords(node)
                      : node.key.isFolded ? foldedWords(node)
                                          : sessionWords(node);
    words.tone = toneOfNode(node);
    // Of two locks with one last name the whole paths are shown.
    const auto sameTail = [&](const GraphNode& other) {
        return other.key.isLock() && other.key != node.key && pathTail(other.key.lock) == words.title;
    };
    if (node.key.isLock() && std::ranges::any_of(graph.nodes, sameTail))
        words.title = displayText(node.key.lock);
    return words;
}

QString foldedText(const GraphNode& node) {
    return node.key.isFolded ? GraphText::tr("+%1", "number of sessions").arg(graphNumber(node.folded))
                             : QString();
}

QString whoText(const GraphNode& node) {
    if (node.key.isFolded) return GraphText::tr("%n more session(s)", nullptr, static_cast<int>(node.folded));
    const QString name = clientName(node);
    return node.isOwn ? youInSentence(name) : name;
}

QString tieWord(Tie tie) {
    switch (tie) {
        case Tie::Holds: return GraphText::tr("holds");
        case Tie::MayHold: return GraphText::tr("holds or waits for");
        case Tie::Waits: break;
    }
    return GraphText::tr("waits for");
}

QString edgeAge(const GraphEdge& edge, const ClusterGraph& graph) {
    const QString age = ageText(edge.sinceUnixMs, graph.atUnixMs());
    return isAhead(edge.tie) ? GraphText::tr("≤ %1", "duration").arg(age) : age;
}

QString edgeLabel(const GraphEdge& edge, const ClusterGraph& graph) {
    QString label = GraphText::tr("%1, %2", "mode, duration").arg(modeWord(edge.mode), edgeAge(edge, graph));
    if (edge.tie == Tie::MayHold)
        label = GraphText::tr("%1: not known", "holds or waits for, mode and duration").arg(label);
    if (edge.contenders == 1) return label;
    return GraphText::tr("%1 × %2", "number of contenders, mode and duration")
        .arg(graphNumber(edge.contenders), label);
}

QString edgeSentence(const GraphEdge& edge, const ClusterGraph& graph) {
    const QString who = whoText(graph.nodes[edge.session]);
    const QString lock = displayText(graph.nodes[edge.lock].key.lock);
    const QString text = graph.nodes[edge.session].key.isFolded
                             ? GraphText::tr("%1 wait for %2 (%3)", "sessions, lock, mode and duration")
                         : edge.tie == Tie::Holds
                             ? GraphText::tr("%1 holds %2 (%3)", "session, lock, mode and duration")
                             : GraphText::tr("%1 waits for %2 (%3)", "session, lock, mode and duration");
    if (edge.tie == Tie::MayHold)
        return GraphText::tr("%1 holds %2 or waits for it.\n%3", "session, lock, why that is not known")
            .arg(who, lock, openRoleSentence());
    return text.arg(who, lock, edgeLabel(edge, graph));
}

QStringList cycleLines(const ClusterGraph& graph) {
    QStringList lines;
    for (std::size_t cycle = 0; cycle < std::min(graph.cycles.size(), kCyclesListed); ++cycle) {
        const std::vector<CycleStep>& steps = graph.cycles[cycle].steps;
        if (!lines.isEmpty()) lines << QString();
        lines << (graph.cycles[cycle].hasLasted
                      ? GraphText::tr("Possible deadlock (session level: threads of one process are not "
                                      "distinguished):")
                      : GraphText::tr("Suspected deadlock: whether it comes undone by itself is not known "
                                      "yet:"));
        for (std::size_t i = 0; i < std::min(steps.size(), kStepsListed); ++i)
            lines << stepLine(steps[i], i + 1, graph);
        if (steps.size() > kStepsListed)
            lines << GraphText::tr("… and %1 more").arg(graphNumber(steps.size() - kStepsListed));
    }
    if (graph.cycles.size() > kCyclesListed)
        lines << QString()
              << GraphText::tr("Possible deadlocks that are not listed here: %1")
                     .arg(graphNumber(graph.cycles.size() - kCyclesListed));
    return lines;
}

QString graphSummary(const ClusterGraph& graph) {
    std::size_t locks = 0;
    std::size_t sessions = 0;
    for (const GraphNode& node : graph.nodes) {
        locks += node.key.isLock() ? 1U : 0U;
        sessions += node.key.isLock() ? 0U : std::max<std::size_t>(node.folded, 1);
    }
    const QString drawn =
        GraphText::tr("Sessions: %1 · Locks: %2", "numbers").arg(graphNumber(sessions), graphNumber(locks));
    if (graph.sessionsNotDrawn == 0 && graph.locksNotDrawn == 0) return drawn;
    return GraphText::tr("%1 · and %2 sessions, %3 locks more that are not drawn", "what is drawn, numbers")
        .arg(drawn, graphNumber(graph.sessionsNotDrawn), graphNumber(graph.locksNotDrawn));
}

}  // namespace lockscope
