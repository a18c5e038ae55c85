// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_contenders_model.h"

#include "hosts/host_text.h"
#include "queue/contender_text.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QLocale>
#include <utility>

namespace lockscope {

namespace {

QString numberOf(std::size_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

/// People know hosts; where nobody has told of one, its number has to do.
QString neighbourText(const QueueNeighbour& neighbour) {
    const QString name = shortName(*neighbour.contender);
    if (neighbour.isOwn) return ClientContendersModel::tr("itself (%1)", "contender").arg(name);
    if (neighbour.address.empty()) return name;
    return ClientContendersModel::tr("%1 (%2)", "host, contender").arg(placeText(neighbour.address), name);
}

QString neighbourSentence(const QueueNeighbour& neighbour) {
    const QString session = QString::fromStdString(lockcore::toHex(ownerOf(*neighbour.contender)));
    return ClientContendersModel::tr("%1, contender %2, session %3", "host, name, id")
        .arg(neighbour.address.empty() ? ClientContendersModel::tr("host not told")
                                       : placeInFull(neighbour.address),
             displayText(neighbour.contender->name), session);
}

QString blocksText(const ClientContender& row) {
    if (row.blocks == 0) return QStringLiteral("–");
    return ClientContendersModel::tr("%1 · next %2", "number, host")
        .arg(numberOf(row.blocks), neighbourText(row.next));
}

QString roleOf(const ClientContender& row) {
    return row.isRoleOpen ? ClientContendersModel::tr("not known") : roleWord(row.role);
}

Tone toneOfContender(const ClientContender& row) {
    if (row.isRoleOpen) return Tone::Info;
    if (lockcore::isFirstInLine(row.role)) return Tone::Holder;
    return lockcore::isBehindSomebody(row.role) ? Tone::Waiter : Tone::Info;
}

}  // namespace

bool ClientContenderTraits::same(const ClientContender& a, const ClientContender& b) {
    // A queue that was read again without a change has other times only.
    return a.contender == b.contender && a.role == b.role && a.isRoleOpen == b.isRoleOpen &&
           a.openRoleReason == b.openRoleReason && a.freshness == b.freshness &&
           a.readAtUnixMs == b.readAtUnixMs && a.takeover == b.takeover && a.position == b.position &&
           a.queued == b.queued && a.waitsFor == b.waitsFor && a.waitsForAnyPermit == b.waitsForAnyPermit &&
           a.next == b.next && a.blocks == b.blocks;
}

ClientContendersModel::ClientContendersModel(QObject* parent)
    : SortedRowsModel(parent), m_now(systemNowUnixMs) {}

void ClientContendersModel::setContenders(std::vector<ClientContender> contenders) {
    showRows(std::move(contenders));
}

void ClientContendersModel::setClocks(WallClock clock, lockcore::LeaderClocks clocks) {
    m_now = std::move(clock);
    m_clocks = std::move(clocks);
    tick();
}

void ClientContendersModel::setPast(std::int64_t asOfUnixMs) {
    if (std::exchange(m_asOfUnixMs, asOfUnixMs) == asOfUnixMs || rowCount() == 0) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ClientContendersModel::setPresent() {
    setPast(0);
}

void ClientContendersModel::tick() {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Since), index(rowCount() - 1, Since));
}

int ClientContendersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClientContendersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ClientContender& row = rowAt(index);
    switch (role) {
        case Qt::DisplayRole: return displayText(row, index.column());
        case CopyRole: return index.column() == Since ? sinceSentence(row) : displayText(row, index.column());
        case Qt::ToolTipRole: return plainToolTip(toolTip(row, index.column()));
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case ToneRole:
            if (index.column() != Role) return {};
            return static_cast<int>(isPast() ? Tone::Gone : toneOfContender(row));
        default: return {};
    }
}

QString ClientContendersModel::displayText(const ClientContender& row, int column) const {
    switch (column) {
        case Lock: return lockscope::displayText(row.lock);
        case Role:
            if (isPast()) return tr("%1, gone", "role").arg(roleOf(row));
            if (row.freshness == lockcore::Freshness::Live) return roleOf(row);
            return tr("%1 (%2)", "role, how the queue is known")
                .arg(roleOf(row), freshnessWord(row.freshness));
        case Since: return sinceText(row);
        case Place:
            if (row.position == 0) return QStringLiteral("–");
            return tr("%1 of %2", "position, length of the queue")
                .arg(numberOf(row.position), numberOf(row.queued));
        case WaitsFor:
            if (row.waitsForAnyPermit) return tr("a permit");
            return row.waitsFor.contender ? neighbourText(row.waitsFor) : QStringLiteral("–");
        case Blocks: return blocksText(row);
        default: return {};
    }
}

QString ClientContendersModel::toolTip(const ClientContender& row, int column) const {
    switch (column) {
        case Lock:
            return tr("%1, contender %2. Read %3 ago.", "path, name, age")
                .arg(lockscope::displayText(row.lock), lockscope::displayText(row.contender->name),
                     ageText(row.readAtUnixMs, m_now()));
        case Role: return row.isRoleOpen ? row.openRoleReason : displayText(row, column);
        case Since: return sinceSentence(row);
        case WaitsFor:
            if (row.waitsForAnyPermit) return tr("It is given the next permit that is free, whoever had it.");
            return row.waitsFor.contender ? neighbourSentence(row.waitsFor)
                   : row.isRoleOpen       ? row.openRoleReason
                                          : tr("It waits for nobody in this queue.");
        case Blocks:
            if (row.blocks == 0 && row.isRoleOpen) return row.openRoleReason;
            if (row.blocks == 0) return tr("Nobody waits for it in this queue.");
            return tr("Contenders that can't be granted before it leaves: %1. The next one: %2.")
                .arg(numberOf(row.blocks), neighbourSentence(row.next));
        default: return displayText(row, column);
    }
}

lockcore::ObservedNow ClientContendersModel::now() const {
    return {isPast() ? m_asOfUnixMs : m_now(), m_clocks};
}

lockcore::ContenderTimes ClientContendersModel::timesOf(const ClientContender& row) const {
    return lockcore::contenderTimes(*row.contender, row.role, row.past, row.takeover, now());
}

/// In its role; of a member, which has none in a queue, since it is there.
QString ClientContendersModel::sinceText(const ClientContender& row) const {
    const lockcore::ContenderTimes times = timesOf(row);
    if (row.isRoleOpen) return QStringLiteral("–");
    if (times.held) return clockText(*times.held);
    if (times.waited) return clockText(*times.waited);
    return times.queued ? clockText(*times.queued) : QStringLiteral("–");
}

QString ClientContendersModel::sinceSentence(const ClientContender& row) const {
    const lockcore::ContenderTimes times = timesOf(row);
    if (!row.contender->stat) return tr("Its znode was not read: since when it is there is not known.");
    const QString queuedAt = momentText(row.contender->stat->ctimeMs);
    if (row.isRoleOpen) return tr("There since %1.", "moment").arg(queuedAt);
    if (times.held)
        return tr("Queued at %1, has held for %2.", "moment, duration")
            .arg(queuedAt, durationWords(*times.held));
    if (times.waited)
        return tr("Queued at %1, has waited for %2.", "moment, duration")
            .arg(queuedAt, durationWords(*times.waited));
    return tr("There since %1.", "moment").arg(queuedAt);
}

QVariant ClientContendersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Since;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole && section == Since)
        return tr("For how long it has held, waited or been there");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Lock: return tr("Lock");
        case Role: return tr("Role");
        case Since: return tr("For");
        case Place: return tr("Place");
        case WaitsFor: return tr("Waits for");
        case Blocks: return tr("Blocks");
        default: return {};
    }
}

}  // namespace lockscope
