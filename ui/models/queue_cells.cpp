// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_model.h"

#include "models/display_text.h"
#include "models/roles.h"
#include "models/session_text.h"
#include "models/sessions_model.h"
#include "models/wording.h"
#include "theme/state_palette.h"

#include <algorithm>
#include <string_view>

namespace lockscope {

namespace {

char foldedLetter(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// On bytes: a queue may have 100 000 rows, and all of them are searched with each key.
bool hasLetters(std::string_view text, std::string_view folded) {
    if (folded.size() > text.size()) return false;
    for (std::size_t at = 0; at + folded.size() <= text.size(); ++at) {
        std::size_t same = 0;
        while (same < folded.size() && foldedLetter(text[at + same]) == folded[same])
            ++same;
        if (same == folded.size()) return true;
    }
    return false;
}

using lockcore::Contender;
using lockcore::Role;

const QString kDash = QStringLiteral("–");

QString sessionIdText(const Contender& contender) {
    const lockcore::SessionId id = ownerOf(contender);
    if (!contender.stat && id == lockcore::SessionId::None) return {};
    return id == lockcore::SessionId::None ? kDash : QString::fromStdString(lockcore::toHex(id));
}

}  // namespace

lockcore::ContenderTimes QueueModel::timesOf(const ShownContender& row) const {
    return lockcore::contenderTimes(*row.contender, row.role, m_past, m_takeovers->of(*row.contender),
                                    m_evidence.now(m_now()));
}

RowWatch QueueModel::watchOf(const ShownContender& row) {
    return {.role = row.gone ? Role::Foreign : row.role,
            .verdict = row.verdict,
            .watchesItself = row.watchesItself,
            .predecessor = row.waitedFor,
            .target = row.watched};
}

bool QueueModel::isHighlighted(const ShownContender& row) const {
    return m_highlighted != lockcore::SessionId::None && ownerOf(*row.contender) == m_highlighted;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    return dataOf(shownAt(index.row()), index.column(), role);
}

/// Painting asks for many roles of one cell.
void QueueModel::multiData(const QModelIndex& index, QModelRoleDataSpan roles) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return;
    const ShownContender row = shownAt(index.row());
    for (QModelRoleData& each : roles)
        each.setData(dataOf(row, index.column(), each.role()));
}

QVariant QueueModel::dataOf(const ShownContender& row, int column, int role) const {
    switch (role) {
        case Qt::DisplayRole: return displayText(row, column);
        case Qt::ToolTipRole: return plainToolTip(toolTip(row, column));
        case CopyRole: return copyText(row, column);
        case Qt::TextAlignmentRole: return alignmentOf(column);
        case Qt::AccessibleTextRole: return accessibleText(row, column);
        case ToneRole: return toneOf(row, column);
        case GoneRole: return row.gone;
        case HighlightRole: return isHighlighted(row);
        case IdRole: return column == Session || column == Name || column == Sequence;
        default: return {};
    }
}

QString QueueModel::standingText(const ShownContender& row) const {
    if (row.gone)
        return row.role == Role::Holder   ? tr("Held, left")
               : row.role == Role::Leader ? tr("Led, left")
                                          : tr("Left");
    switch (row.role) {
        case Role::Holder: return isAskedToRelease(*row.contender) ? tr("Holds, asked") : tr("Holds");
        case Role::Waiter: return tr("Waits");
        case Role::Leader: return tr("Leads");
        case Role::Standby: return tr("Stands by");
        case Role::Member: return tr("Member");
        case Role::Foreign: return tr("No contender");
    }
    return {};
}

QString QueueModel::timeText(const ShownContender& row) const {
    if (row.gone) return {};
    const lockcore::ContenderTimes times = timesOf(row);
    const auto& shown = lockcore::isFirstInLine(row.role) ? times.held : times.waited;
    return shown ? clockText(*shown) : QString();
}

QString QueueModel::timeSentence(const ShownContender& row) const {
    const lockcore::ContenderTimes times = timesOf(row);
    QStringList sentences;
    if (!row.gone && row.role == Role::Holder && times.held)
        sentences << tr("Has held for %1.", "duration").arg(durationWords(*times.held));
    if (!row.gone && row.role == Role::Leader && times.held)
        sentences << tr("Has led for %1.", "duration").arg(durationWords(*times.held));
    if (!row.gone && row.role == Role::Waiter && times.waited)
        sentences << tr("Has waited for %1.", "duration").arg(durationWords(*times.waited));
    if (row.contender->stat) sentences << tr("Queued at %1.").arg(momentText(row.contender->stat->ctimeMs));
    return sentences.join(QLatin1Char(' '));
}

QString QueueModel::displayText(const ShownContender& row, int column) const {
    const Contender& contender = *row.contender;
    switch (column) {
        case Position: return row.position > 0 ? QString::number(row.position) : QString();
        case Sequence: return shortSequence(contender.parsed);
        case Standing: return standingText(row);
        case Mode: return askedMode(contender, row.role);
        case Session: return shortened(sessionIdText(contender));
        case Host: {
            const auto* client = m_evidence.clientOf(contender);
            return client ? hostText(*client) : kDash;
        }
        case Client: return row.gone ? QString() : clientText(m_evidence.clientOf(contender));
        case Time: return timeText(row);
        case Watches: return watchText(watchOf(row));
        case Data: return dataSummary(contender);
        case Name: return lockscope::displayText(contender.name);
        default: return {};
    }
}

bool QueueModel::hasWords(int row, const std::vector<std::string>& words) const {
    const lockcore::Contender& contender = *heldAt(row);
    const lockcore::SessionView* const client = m_evidence.clientOf(contender);
    const lockcore::SessionId owner = ownerOf(contender);
    const std::string session = owner == lockcore::SessionId::None ? "" : lockcore::toHex(owner);
    const std::string_view texts[] = {contender.name, session,
                                      client ? std::string_view(client->address) : std::string_view(),
                                      contender.data};
    return std::ranges::all_of(words, [&](const std::string& word) {
        return std::ranges::any_of(texts, [&](std::string_view text) { return hasLetters(text, word); });
    });
}

QString QueueModel::copyText(const ShownContender& row, int column) const {
    switch (column) {
        case Sequence: return sequenceText(row.contender->parsed);
        case Session: return sessionIdText(*row.contender);
        default: return displayText(row, column);
    }
}

QString QueueModel::toolTip(const ShownContender& row, int column) const {
    QString text;
    switch (column) {
        case Position: text = positionSentence(row); break;
        case Standing: text = isAskedToRelease(*row.contender) ? tr("Asked to release") : QString(); break;
        case Client: text = clientSentence(row); break;
        case Time: text = timeSentence(row); break;
        case Watches: text = watchSentence(watchOf(row)); break;
        default: break;
    }
    return text.isEmpty() ? copyText(row, column) : text;
}

QString QueueModel::positionSentence(const ShownContender& row) const {
    if (row.position == 0) return standingText(row);
    const QString place = tr("Position %1, %2", "number, holder or waiter")
                              .arg(QString::number(row.position), standingText(row));
    const QString watch = watchSentence(watchOf(row));
    return watch.isEmpty() ? place : tr("%1. %2", "two sentences").arg(place, watch);
}

QString QueueModel::clientSentence(const ShownContender& row) const {
    const auto* client = m_evidence.clientOf(*row.contender);
    if (!client) return tr("No server was asked for this session's connection.");
    return tr("%1, as the servers told %2 ago", "state, age")
        .arg(sessionStateText(*client), ageText(client->toldAtUnixMs, m_now()));
}

QString QueueModel::accessibleText(const ShownContender& row, int column) const {
    switch (column) {
        case Position: return positionSentence(row);
        case Client: return clientSentence(row);
        case Time: return timeSentence(row);
        case Watches: return watchSentence(watchOf(row));
        case Session:
            return isHighlighted(row) ? tr("%1, the selected session").arg(displayText(row, column))
                                      : displayText(row, column);
        default: return displayText(row, column);
    }
}

QVariant QueueModel::toneOf(const ShownContender& row, int column) const {
    if (row.gone) return column == Standing ? QVariant(static_cast<int>(Tone::Gone)) : QVariant();
    if (column == Watches && row.verdict == lockcore::ChainVerdict::OtherTarget)
        return static_cast<int>(Tone::Warning);
    if (column == Client) {
        const auto* client = m_evidence.clientOf(*row.contender);
        if (!client) return {};
        if (client->state == lockcore::SessionState::Ghost) return static_cast<int>(Tone::Fault);
        if (client->state == lockcore::SessionState::Silent) return static_cast<int>(Tone::Warning);
        return {};
    }
    if (column != Standing) return {};
    switch (row.role) {
        case Role::Holder:
        case Role::Leader: return static_cast<int>(Tone::Holder);
        case Role::Waiter:
        case Role::Standby: return static_cast<int>(Tone::Waiter);
        case Role::Member:
        case Role::Foreign: return static_cast<int>(Tone::Info);
    }
    return {};
}

QVariant QueueModel::alignmentOf(int column) {
    const bool isNumber = column == Position || column == Time;
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(section);
    if (role == Qt::ToolTipRole) return columnMeaning(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Position: return tr("#");
        case Sequence: return tr("Seq");
        case Standing: return tr("Role");
        case Mode: return tr("Mode");
        case Session: return tr("Session");
        case Host: return tr("Host");
        case Client: return tr("Client");
        case Time: return tr("Wait/hold");
        case Watches: return tr("Watches");
        case Data: return tr("Data");
        case Name: return tr("Name");
        default: return {};
    }
}

QString QueueModel::columnMeaning(int column) {
    switch (column) {
        case Position:
            return tr(
                "Place in the queue. The line leads to the contender that must leave first: solid "
                "where a server verified the watch, dashed where it is inferred, dotted where there "
                "is none.");
        case Sequence: return tr("Number that ZooKeeper appended to the name: the order of the queue");
        case Standing:
            return tr(
                "Holder or waiter of a lock, leader or standby of an election, member of a group: inferred "
                "from the children by the rule of the dialect");
        case Mode: return tr("What the contender asks for, inferred from its name");
        case Session: return tr("ZooKeeper session that owns the znode. It vanishes with the session.");
        case Host: return tr("Address that the session's connection comes from, told by its server");
        case Client: return tr("Whether a server has the client's connection, and hears from it");
        case Time:
            return tr(
                "How long a waiter has waited and a holder held. Where the takeover was not seen, "
                "bounds are told.");
        case Watches: return tr("Whom the client watches, by the watch tables of the servers");
        case Data: return tr("What the contender wrote into its znode, often its host");
        case Name: return tr("Name of the znode in the lock's directory");
        default: return {};
    }
}

}  // namespace lockscope
