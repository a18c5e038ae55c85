// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/waits_model.h"

#include "sessions/session_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope {

namespace {

QString noteOf(const GraphEdge& edge, const GraphNode& session) {
    if (edge.inCycle) return WaitsModel::tr("possible deadlock");
    if (edge.tie == Tie::MayHold) return WaitsModel::tr("not known which");
    if (session.isRoot && edge.tie == Tie::Holds) return WaitsModel::tr("root blocker");
    return {};
}

Tone toneOf(const WaitRow& row) {
    if (row.inCycle) return Tone::Fault;
    switch (row.key.tie) {
        case Tie::Holds: return Tone::Holder;
        case Tie::MayHold: return Tone::Info;
        case Tie::Waits: break;
    }
    return Tone::Waiter;
}

}  // namespace

bool WaitRowTraits::same(const WaitRow& a, const WaitRow& b) {
    const auto facts = [](const WaitRow& row) {
        return std::tie(row.who, row.contender, row.host, row.mode, row.age, row.note, row.inCycle);
    };
    return facts(a) == facts(b);
}

WaitsModel::WaitsModel(QObject* parent) : SortedRowsModel(parent) {}

void WaitsModel::setGraph(const ClusterGraph& graph) {
    std::vector<WaitRow> newer;
    newer.reserve(graph.edges.size());
    for (const GraphEdge& edge : graph.edges) {
        const GraphNode& session = graph.nodes[edge.session];
        const QString folded = foldedText(session);
        const QString host =
            namedHost(session.name, session.session ? hostText(*session.session) : QStringLiteral("–"));
        const QString id = QString::fromStdString(lockcore::toHex(session.key.session));
        newer.push_back({lockscope::keyOf(edge, graph), folded.isEmpty() ? id : folded,
                         folded.isEmpty() ? id : whoText(session), edge.contender,
                         session.isOwn ? youText(host) : host, modeWord(edge.mode), edgeAge(edge, graph),
                         noteOf(edge, session), edge.inCycle});
    }
    std::ranges::sort(newer, {}, &WaitRow::key);
    showRows(std::move(newer));
}

int WaitsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant WaitsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const WaitRow& row = rowAt(index);
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == Session ? shortened(cellText(row, Session))
                                             : cellText(row, index.column());
        case CopyRole: return index.column() == Session ? row.whoInFull : cellText(row, index.column());
        case Qt::AccessibleTextRole:
            return row.isFolded() && index.column() == Session ? QVariant(row.whoInFull) : QVariant();
        case Qt::ToolTipRole:
            return row.isFolded() && index.column() == Session
                       ? plainToolTip(tr("%1. Enter shows each of them.", "sessions").arg(row.whoInFull))
                       : plainToolTip(cellText(row, index.column()));
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case IdRole: return index.column() == Session;
        case ToneRole:
            return index.column() == Session ? QVariant(static_cast<int>(toneOf(row))) : QVariant();
        default: return {};
    }
}

QString WaitsModel::cellText(const WaitRow& row, int column) {
    switch (column) {
        case Session: return row.who;
        case Host: return row.host;
        case What: return tieWord(row.key.tie);
        case Lock: return displayText(row.key.lock);
        case Mode: return row.mode;
        case Age: return row.age;
        case Note: return row.note;
        default: return {};
    }
}

QVariant WaitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Age ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Session: return tr("Session");
        case Host: return tr("Host");
        case What: return tr("Does");
        case Lock: return tr("Lock");
        case Mode: return tr("Mode");
        case Age: return tr("For");
        case Note: return tr("Note");
        default: return {};
    }
}

}  // namespace lockscope
