// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/departures_model.h"

#include "hosts/host_text.h"
#include "queue/contender_text.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/dialect.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Role;

/// Moments this close are one to somebody who reads "in the last 5 s".
constexpr std::int64_t kSameMomentMs = 2'000;

bool isVague(std::int64_t notBeforeUnixMs, std::int64_t notAfterUnixMs) {
    return notAfterUnixMs - notBeforeUnixMs > kSameMomentMs;
}

bool hasElection(const lockcore::Turn& turn, lockcore::DirectoryKind kind) {
    const auto byName = lockcore::dialectInfo(turn.contender->parsed.dialect).kind;
    return (kind == lockcore::DirectoryKind::Unknown ? byName : kind) == lockcore::DirectoryKind::Election;
}

/// The last ones first; of those that left at once the last in the queue.
std::vector<const lockcore::Turn*> leftIn(const lockcore::LockPast& past) {
    std::vector<const lockcore::Turn*> left;
    for (const lockcore::Turn& turn : past.turns)
        if (turn.leftAtUnixMs) left.push_back(&turn);
    std::ranges::stable_sort(left, std::ranges::greater(),
                             [](const lockcore::Turn* turn) { return *turn->leftAtUnixMs; });
    return left;
}

}  // namespace

Departure departureOf(const lockcore::Turn& turn, lockcore::DirectoryKind kind) {
    const bool hasLeader = hasElection(turn, kind);
    const Role first = hasLeader ? Role::Leader : Role::Holder;
    const Role behind = hasLeader ? Role::Standby : Role::Waiter;
    return {.contender = turn.contender,
            .role = turn.granted ? first : behind,
            .isRoleOpen = !turn.granted && (turn.mayHaveHeld || turn.inDoubt),
            .address = turn.end ? turn.end->address : std::string(),
            .lasted = turn.granted ? heldFor(turn) : waitedInVain(turn)};
}

bool DeparturesModel::isSame(const Row& one, const Row& other) {
    const auto facts = [](const Row& row) {
        const Departure& left = row.departure;
        return std::tuple(std::string_view(left.contender->name), left.role, left.isRoleOpen,
                          std::string_view(left.address), row.notBeforeUnixMs, row.notAfterUnixMs);
    };
    return facts(one) == facts(other);
}

void DeparturesModel::showPast(const lockcore::LockPast* past) {
    std::deque<Row> rows;
    std::deque<Batch> batches;
    for (const lockcore::Turn* const turn : past ? leftIn(*past) : std::vector<const lockcore::Turn*>()) {
        const std::int64_t notAfter = *turn->leftAtUnixMs;
        const std::int64_t notBefore = std::min(turn->leftNotBeforeUnixMs.value_or(notAfter), notAfter);
        const bool isLate = batches.empty() || notAfter >= batches.front().notAfterUnixMs - kLatelyMs;
        if (!isLate && rows.size() == kMost) break;
        if (isLate) batches.push_back({1, notBefore, notAfter});
        if (rows.size() < kMost) rows.push_back({departureOf(*turn, past->kind), notBefore, notAfter});
    }
    m_batches = std::move(batches);
    if (std::ranges::equal(rows, m_rows, isSame)) return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void DeparturesModel::add(const Departures& departures) {
    if (departures.count == 0) return;
    const std::int64_t notAfter = departures.notAfterUnixMs;
    while (!m_batches.empty() && m_batches.back().notAfterUnixMs < notAfter - kLatelyMs)
        m_batches.pop_back();
    m_batches.push_front({departures.count, departures.notBeforeUnixMs, notAfter});
    const std::size_t more = std::min(kMost, departures.named.size());
    if (more == 0) return;
    if (const std::size_t staying = std::min(m_rows.size(), kMost - more); staying < m_rows.size()) {
        beginRemoveRows({}, static_cast<int>(staying), rowCount() - 1);
        m_rows.resize(staying);
        endRemoveRows();
    }
    beginInsertRows({}, 0, static_cast<int>(more) - 1);
    for (std::size_t row = more; row > 0; --row)
        m_rows.push_front({departures.named[row - 1], departures.notBeforeUnixMs, notAfter});
    endInsertRows();
}

void DeparturesModel::clear() {
    if (m_rows.empty() && m_batches.empty()) return;
    beginResetModel();
    m_rows.clear();
    m_batches.clear();
    endResetModel();
}

/// Where the queue was not looked at for a while, the span reaches back to when they were last seen.
QString DeparturesModel::summary(std::int64_t nowUnixMs) const {
    if (m_batches.empty()) return {};
    std::size_t count = 0;
    std::int64_t since = nowUnixMs - kLatelyMs;
    for (const Batch& batch : m_batches) {
        if (batch.notAfterUnixMs < nowUnixMs - kLatelyMs) break;
        count += batch.count;
        if (batch.notBeforeUnixMs < nowUnixMs - kLatelyMs - kSameMomentMs)
            since = std::min(since, batch.notBeforeUnixMs);
    }
    if (count > 0)
        return tr("%n left in the last %1", "contenders, duration", static_cast<int>(count))
            .arg(roughAgeText(since, nowUnixMs));
    return tr("Last departure seen %1 ago", "duration")
        .arg(roughAgeText(m_batches.front().notAfterUnixMs, nowUnixMs));
}

QString DeparturesModel::text(const Row& row, int column) {
    const Departure& left = row.departure;
    switch (column) {
        case Moment: {
            const QString moment = timeOfDayText(row.notAfterUnixMs);
            return isVague(row.notBeforeUnixMs, row.notAfterUnixMs) ? tr("by %1", "moment").arg(moment)
                                                                    : moment;
        }
        case Sequence: return shortSequence(left.contender->parsed);
        case Was: return left.isRoleOpen ? tr("not known") : roleWord(left.role);
        case Host: {
            const QString host =
                namedHost(left.name, left.address.empty() ? QStringLiteral("–") : placeText(left.address));
            return left.isOwn ? youText(host) : host;
        }
        case Lasted: return left.lasted ? clockText(*left.lasted) : QString();
        default: return {};
    }
}

QString DeparturesModel::meaning(const Row& row, int column) {
    const Departure& left = row.departure;
    if (column == Moment && isVague(row.notBeforeUnixMs, row.notAfterUnixMs))
        return tr("It left between %1 and %2.", "moments")
            .arg(momentText(row.notBeforeUnixMs), momentText(row.notAfterUnixMs));
    if (column == Moment) return momentText(row.notAfterUnixMs);
    if (column == Sequence) return displayText(left.contender->name);
    if (column == Host)
        return namedHost(left.name, left.address.empty() ? QStringLiteral("–") : placeInFull(left.address));
    if (column != Lasted || !left.lasted) return text(row, column);
    const QString duration = durationWords(*left.lasted);
    if (left.isRoleOpen)
        return tr("Was there for %1. Whether it was granted before it left is not known.", "duration")
            .arg(duration);
    switch (left.role) {
        case Role::Holder: return tr("Held for %1.", "duration").arg(duration);
        case Role::Leader: return tr("Led for %1.", "duration").arg(duration);
        default: return tr("Waited for %1, and left without a grant.", "duration").arg(duration);
    }
}

QVariant DeparturesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return text(row, column);
        case Qt::ToolTipRole: return plainToolTip(meaning(row, column));
        case CopyRole:
            if (column == Moment) return momentText(row.notAfterUnixMs);
            return column == Sequence || column == Host ? meaning(row, column) : text(row, column);
        case Qt::AccessibleTextRole: return column == Lasted ? meaning(row, column) : text(row, column);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((column == Lasted ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case ToneRole: return column == Was ? QVariant(static_cast<int>(Tone::Gone)) : QVariant();
        case IdRole: return column == Sequence;
        default: return {};
    }
}

QVariant DeparturesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Lasted ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Moment: return tr("Left at");
        case Sequence: return tr("Seq");
        case Was: return tr("Was");
        case Host: return tr("Host");
        case Lasted: return tr("Wait/hold");
        default: return {};
    }
}

int DeparturesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DeparturesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

}  // namespace lockscope
