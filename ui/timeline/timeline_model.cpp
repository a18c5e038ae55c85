// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_model.h"

#include "events/end_text.h"
#include "queue/contender_text.h"
#include "theme/state_palette.h"
#include "timeline/timeline_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

Tone toneOf(const TurnRow& row) {
    const lockcore::Turn& turn = row.turn().turn;
    if (turn.leftAtUnixMs) {
        switch (endSeverity(turn)) {
            case Severity::Information: return Tone::Gone;
            case Severity::Warning: return Tone::Warning;
            case Severity::Fault: return Tone::Fault;
        }
    }
    if (turn.inDoubt || !knownUntil(row.lanes->locks[row.turn().lock], 0).isNow) return Tone::Info;
    return turn.granted ? Tone::Holder : Tone::Waiter;
}

const QString& unknownMark() {
    static const QString kDash = QStringLiteral("–");
    return kDash;
}

}  // namespace

std::tuple<std::int64_t, std::string_view, std::uint64_t> TurnRowTraits::keyOf(const TurnRow& row) {
    const TimelineTurn& turn = row.turn();
    return {turn.turn.firstSeenUnixMs, row.lanes->locks[turn.lock].path, turn.turn.id};
}

bool TurnRowTraits::same(const TurnRow& a, const TurnRow& b) {
    const auto facts = [](const TurnRow& row) {
        const lockcore::Turn& turn = row.turn().turn;
        return std::tuple(turn.queuedAtUnixMs, turn.granted, turn.inDoubt, turn.leftAtUnixMs,
                          turn.contender.get(), row.lanes->by, row.lanes->locks[row.turn().lock].kind,
                          row.lanes->own.contains(turn.session),
                          knownUntil(row.lanes->locks[row.turn().lock], 0).isNow);
    };
    return facts(a) == facts(b) && a.turn().turn.end == b.turn().turn.end;
}

TimelineModel::TimelineModel(QObject* parent) : SortedRowsModel(parent) {}

void TimelineModel::setLanes(const std::shared_ptr<const TimelineLanes>& lanes) {
    std::vector<TurnRow> newer(lanes ? lanes->turns.size() : 0);
    for (std::size_t i = 0; i < newer.size(); ++i)
        newer[i] = {lanes, i};
    // Those of one lock come sorted.
    if (!std::ranges::is_sorted(newer, {}, TurnRowTraits::keyOf))
        std::ranges::sort(newer, {}, TurnRowTraits::keyOf);
    showRows(std::move(newer));
}

void TimelineModel::setNow(std::int64_t unixMs) {
    m_nowUnixMs = unixMs;
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Waited), index(rowCount() - 1, Held));
}

int TimelineModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const TurnRow& row = rowAt(index);
    switch (role) {
        case Qt::DisplayRole: return cellText(row, index.column(), false);
        case CopyRole: return cellText(row, index.column(), true);
        case Qt::ToolTipRole: return plainToolTip(turnLines(row.turn(), *row.lanes, m_nowUnixMs));
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case IdRole: return index.column() == Lane && row.lanes->by == LaneBy::Session;
        case ToneRole: return index.column() == End ? QVariant(static_cast<int>(toneOf(row))) : QVariant();
        default: return {};
    }
}

QString TimelineModel::cellText(const TurnRow& row, int column, bool isWhole) const {
    const TimelineTurn& turn = row.turn();
    const TurnTimes times = turnTimes(turn.turn);
    const KnownUntil until = knownUntil(row.lanes->locks[turn.lock], m_nowUnixMs);
    const LaneKey& lane = row.lanes->lanes[turn.lane].key;
    switch (column) {
        case Lane: return isWhole ? laneName(lane) : laneText(lane, *row.lanes);
        case Contender:
            return isWhole ? displayText(turn.turn.contender->name) : shortName(*turn.turn.contender);
        case Came:
            return times.cameBefore ? tr("before %1").arg(timeOfDayText(times.came))
                                    : timeOfDayText(times.came);
        case Granted: return times.granted ? betweenText(*times.granted) : unknownMark();
        case Left: return times.left ? betweenText(*times.left) : unknownMark();
        case Waited: return boundsText(waited(times, until));
        case Held: {
            const auto hold = held(times, until);
            return hold ? boundsText(*hold) : unknownMark();
        }
        case End: return stateText(turn, *row.lanes);
        default: return {};
    }
}

QVariant TimelineModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Waited || section == Held;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Lane: return tr("Session or lock");
        case Contender: return tr("Contender");
        case Came: return tr("Queued");
        case Granted: return tr("Granted");
        case Left: return tr("Left");
        case Waited: return tr("Waited");
        case Held: return tr("Held");
        case End: return tr("Now");
        default: return {};
    }
}

}  // namespace lockscope
