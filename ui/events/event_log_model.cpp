// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_model.h"

#include "hosts/host_text.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <utility>

namespace lockscope {

namespace {

/// Ordinary events have no mark, so that the others stand out.
QVariant toneOfEvent(Severity severity) {
    switch (severity) {
        case Severity::Information: return {};
        case Severity::Warning: return static_cast<int>(Tone::Warning);
        case Severity::Fault: return static_cast<int>(Tone::Fault);
    }
    return {};
}

/// With the name of its client's host in place of the address, where that is known. What is kept, copied and
/// searched has the address.
QString namedText(const LogEvent& event) {
    if (event.address.empty()) return event.text;
    const QString address = displayText(event.address);
    const qsizetype begin = event.text.indexOf(address);
    const qsizetype end = begin + address.size();
    const bool isWhole = begin >= 0 && (end == event.text.size() || !event.text.at(end).isDigit());
    return isWhole ? QString(event.text).replace(begin, address.size(), placeText(event.address))
                   : event.text;
}

}  // namespace

EventLogModel::EventLogModel(QObject* parent) : NewestRows(parent) {}

void EventLogModel::complete(std::uint64_t turn, LogEvent event) {
    // It is seconds old.
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (at(row).turn != turn || at(row).lockPath != event.lockPath) continue;
        event.atUnixMs = at(row).atUnixMs;
        if (event.address.empty()) event.address = at(row).address;
        replace(row, std::move(event));
        return;
    }
}

void EventLogModel::closeTurns() {
    for (int row = 0; row < rowCount(); ++row) {
        if (!at(row).turn) continue;
        LogEvent event = at(row);
        event.turn.reset();
        replace(row, std::move(event));
    }
}

void EventLogModel::tellAddresses(const std::function<std::string(lockcore::SessionId)>& addressOf) {
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row).session == lockcore::SessionId::None || !at(row).address.empty()) continue;
        std::string address = addressOf(at(row).session);
        if (address.empty()) continue;
        LogEvent event = at(row);
        event.address = std::move(address);
        replace(row, std::move(event));
    }
}

QString EventLogModel::severityWord(Severity severity) {
    switch (severity) {
        case Severity::Information: return tr("Info");
        case Severity::Warning: return tr("Warning");
        case Severity::Fault: return tr("Fault");
    }
    return {};
}

QString EventLogModel::kindWord(EventKind kind) {
    switch (kind) {
        case EventKind::Queued: return tr("Queued");
        case EventKind::Granted: return tr("Granted");
        case EventKind::Released: return tr("Released");
        case EventKind::SessionEnded: return tr("Session ended");
        case EventKind::SessionExpired: return tr("Session expired");
        case EventKind::Removed: return tr("Removed");
        case EventKind::Left: return tr("Left");
        case EventKind::LockRemoved: return tr("Lock removed");
        case EventKind::LockCreated: return tr("Lock created");
        case EventKind::Reading: return tr("Reading");
        case EventKind::Connection: return tr("Connection");
        case EventKind::Server: return tr("Server");
        case EventKind::Action: return tr("Action");
        case EventKind::Finding: return tr("Finding");
        case EventKind::Lab: return tr("Lab");
    }
    return {};
}

int EventLogModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventLogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const LogEvent& event = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == Text ? namedText(event) : displayText(event, index.column());
        case CopyRole:
            return index.column() == Time ? momentText(event.atUnixMs) : wholeText(event, index.column());
        case Qt::ToolTipRole: return plainToolTip(wholeText(event, index.column()));
        case FilterRole: return wholeText(event, index.column());
        case ToneRole: return index.column() == SeverityName ? toneOfEvent(event.severity) : QVariant();
        default: return {};
    }
}

QString EventLogModel::wholeText(const LogEvent& event, int column) const {
    return column == Host && !event.address.empty() ? placeInFull(event.address) : displayText(event, column);
}

QString EventLogModel::displayText(const LogEvent& event, int column) const {
    switch (column) {
        case Time: return timeOfDayText(event.atUnixMs);
        case SeverityName: return severityWord(event.severity);
        case Kind: return kindWord(event.kind);
        case Host:
            if (!event.address.empty()) return placeText(event.address);
            return event.session == lockcore::SessionId::None ? QString() : QStringLiteral("–");
        case Lock: return lockscope::displayText(event.lockPath);
        case Text: return event.text;
        default: return {};
    }
}

QVariant EventLogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Time: return tr("Time");
        case SeverityName: return tr("Severity");
        case Kind: return tr("Event");
        case Host: return tr("Host");
        case Lock: return tr("Lock");
        case Text: return tr("What happened");
        default: return {};
    }
}

}  // namespace lockscope
