// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_model.h"

#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "sessions/session_text.h"
#include "sessions/sessions_model.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
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

lockcore::ContenderTimes QueueModel::timesOf(const ShownContender& row, std::int64_t unixMs) const {
    return lockcore::contenderTimes(*row.contender, row.role, m_past, m_takeovers->of(*row.contender),
                                    m_evidence.now(unixMs));
}

RowWatch QueueModel::watchOf(const ShownContender& row) {
    return {.role = row.isUnseen ? Role::Foreign : row.role,
            .verdict = row.verdict,
            .watchesItself = row.watchesItself,
            .waitsForAnyPermit = row.waitsForAnyPermit,
            .predecessor = row.waitedFor,
            .target = row.watched};
}

bool QueueModel::isHighlighted(const ShownContender& row) const {
    return m_highlighted != lockcore::SessionId::None && ownerOf(*row.contender) == m_highlighted;
}

/// A znode without a session is nobody's.
bool QueueModel::isOwn(const lockcore::Contender& contender) const {
    return m_ownSessions.contains(ownerOf(contender));
}

QString QueueModel::givenName(const lockcore::Contender& contender) const {
    return m_names->of(m_queue->path, contender);
}

QString QueueModel::hostInWhole(const ShownContender& row) const {
    const auto* client = m_evidence.clientOf(*row.contender);
    return namedHost(givenName(*row.contender), client ? hostInFull(*client) : kDash);
}

QString QueueModel::standingText(const ShownContender& row) {
    if (row.isRoleOpen) return kDash;
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

QString QueueModel::standingSentence(const ShownContender& row) const {
    if (row.isRoleOpen) return openRoleReason();
    return isAskedToRelease(*row.contender) ? tr("Asked to release") : QString();
}

std::optional<lockcore::KnownDuration> QueueModel::timeOf(const ShownContender& row) const {
    if (row.isRoleOpen) return std::nullopt;
    const lockcore::ContenderTimes times = timesOf(row, now());
    return lockcore::isFirstInLine(row.role) ? times.held : times.waited;
}

QString QueueModel::timeText(const ShownContender& row) const {
    const auto shown = timeOf(row);
    return shown ? clockText(*shown) : QString();
}

QVariant QueueModel::timeBarOf(const ShownContender& row) const {
    const auto shown = timeOf(row);
    if (!shown) return {};
    const Tone tone = lockcore::isFirstInLine(row.role) ? Tone::Holder : Tone::Waiter;
    return QVariant::fromValue(timeBar(*shown, m_timeScale, tone));
}

QString QueueModel::timeSentence(const ShownContender& row) const {
    const lockcore::ContenderTimes times = timesOf(row, now());
    QStringList sentences;
    if (row.role == Role::Holder && times.held && !row.isRoleOpen)
        sentences << tr("Has held for %1.", "duration").arg(durationWords(*times.held));
    if (row.role == Role::Leader && times.held && !row.isRoleOpen)
        sentences << tr("Has led for %1.", "duration").arg(durationWords(*times.held));
    if (row.role == Role::Waiter && times.waited && !row.isRoleOpen)
        sentences << tr("Has waited for %1.", "duration").arg(durationWords(*times.waited));
    if (row.contender->stat) sentences << tr("Queued at %1.").arg(momentText(row.contender->stat->ctimeMs));
    return sentences.join(QLatin1Char(' '));
}

bool QueueModel::hasWords(int row, const std::vector<std::string>& words) const {
    const lockcore::Contender& contender = *heldAt(row);
    const lockcore::SessionView* const client = m_evidence.clientOf(contender);
    const lockcore::SessionId owner = ownerOf(contender);
    const std::string session = owner == lockcore::SessionId::None ? "" : lockcore::toHex(owner);
    const std::string_view address = client ? std::string_view(client->address) : std::string_view();
    const std::string given = givenName(contender).toStdString();
    const std::string_view texts[] = {contender.name, session, address, contender.data, given};
    std::optional<std::string> host;  // dearer than the rest, and seldom wanted
    return std::ranges::all_of(words, [&](const std::string& word) {
        if (std::ranges::any_of(texts, [&](std::string_view text) { return hasLetters(text, word); }))
            return true;
        if (!client) return false;
        if (!host) host = knownHostNameOf(client->address).toStdString();
        return hasLetters(*host, word);
    });
}

QString QueueModel::positionSentence(const ShownContender& row) const {
    if (row.position == 0) return standingText(row);
    const QString place = tr("Position %1, %2", "number, holder or waiter")
                              .arg(QString::number(row.position), standingText(row));
    QStringList more{watchSentence(watchOf(row)), remarkSentence(row)};
    more.removeAll(QString());
    return more.isEmpty() ? place : tr("%1. %2", "two sentences").arg(place, more.join(QLatin1Char(' ')));
}

QString QueueModel::remarkSentence(const ShownContender& row) {
    if (!row.remark) return {};
    QString titles;
    for (const QString& title : row.remark->titles)
        titles = titles.isEmpty() ? title : tr("%1; %2", "two findings").arg(titles, title);
    return tr("%1: %2", "how bad, what findings say").arg(severityWord(row.remark->worst), titles);
}

QString QueueModel::clientSentence(const ShownContender& row) const {
    const auto* client = m_evidence.clientOf(*row.contender);
    if (!client) return tr("No server was asked for this session's connection.");
    // No server told of this client. The moment would be that of an answer about others.
    if (client->state == lockcore::SessionState::Unknown || client->toldAtUnixMs == 0)
        return sessionStateText(*client);
    return tr("%1, as the servers told %2 ago", "state, age")
        .arg(sessionStateText(*client), ageText(client->toldAtUnixMs, m_now()));
}

std::optional<Tone> QueueModel::standingTone(const ShownContender& row) {
    if (row.isRoleOpen) return Tone::Info;
    switch (row.role) {
        case Role::Holder:
        case Role::Leader: return Tone::Holder;
        case Role::Waiter:
        case Role::Standby: return Tone::Waiter;
        case Role::Member:
        case Role::Foreign: return Tone::Info;
    }
    return {};
}

std::optional<Tone> QueueModel::clientTone(const ShownContender& row) const {
    const auto* client = m_evidence.clientOf(*row.contender);
    if (client && client->state == lockcore::SessionState::Ghost) return Tone::Fault;
    if (client && client->state == lockcore::SessionState::Silent) return Tone::Warning;
    return {};
}

/// All that tells one column from another. Beside each function stands what is taken where it is null.
struct QueueModel::ColumnSpec {
    using TextOf = QString (*)(const QueueModel& model, const ShownContender& row);
    using ToneOf = std::optional<Tone> (*)(const QueueModel& model, const ShownContender& row);

    Column column;
    const char* heading;
    const char* meaning;
    TextOf text;
    TextOf whole = nullptr;    ///< what is copied: the text
    TextOf toolTip = nullptr;  ///< what is copied
    TextOf spoken = nullptr;   ///< the text
    ToneOf tone = nullptr;     ///< none
    /// Width of the view in characters from which it is shown, unless somebody chose otherwise: enough for it
    /// and all columns that are shown from less.
    int shownFrom = 0;
    bool isNumber = false;
    bool isId = false;
};

const QueueModel::ColumnSpec& QueueModel::specOf(int column) {
    static const std::array<ColumnSpec, ColumnCount> specs{{
        {.column = Position,
         .heading = QT_TR_NOOP("#"),
         .meaning =
             QT_TR_NOOP("Place in the queue. The line leads to the contender that must leave first: solid "
                        "where a server verified the watch, dashed where it is inferred, dotted where there "
                        "is none."),
         .text =
             [](const QueueModel&, const ShownContender& row) {
                 return row.position > 0 ? QString::number(row.position) : QString();
             },
         .toolTip = [](const QueueModel& model,
                       const ShownContender& row) { return model.positionSentence(row); },
         .spoken = [](const QueueModel& model,
                      const ShownContender& row) { return model.positionSentence(row); },
         .isNumber = true},
        {.column = Sequence,
         .heading = QT_TR_NOOP("Seq"),
         .meaning = QT_TR_NOOP("Number that ZooKeeper appended to the name: the order of the queue"),
         .text = [](const QueueModel&,
                    const ShownContender& row) { return shortSequence(row.contender->parsed); },
         .whole = [](const QueueModel&,
                     const ShownContender& row) { return sequenceText(row.contender->parsed); },
         .isId = true},
        {.column = Standing,
         .heading = QT_TR_NOOP("Role"),
         .meaning = QT_TR_NOOP(
             "Holder or waiter of a lock, leader or standby of an election, member of a group: inferred "
             "from the children by the rule of the dialect"),
         .text = [](const QueueModel&, const ShownContender& row) { return standingText(row); },
         .toolTip = [](const QueueModel& model,
                       const ShownContender& row) { return model.standingSentence(row); },
         .spoken =
             [](const QueueModel& model, const ShownContender& row) {
                 return row.isRoleOpen ? model.openRoleReason() : standingText(row);
             },
         .tone = [](const QueueModel&, const ShownContender& row) { return standingTone(row); }},
        {.column = Mode,
         .heading = QT_TR_NOOP("Mode"),
         .meaning = QT_TR_NOOP("What the contender asks for, inferred from its name"),
         .text = [](const QueueModel&,
                    const ShownContender& row) { return askedMode(*row.contender, row.role); }},
        {.column = Session,
         .heading = QT_TR_NOOP("Session"),
         .meaning = QT_TR_NOOP("ZooKeeper session that owns the znode. It vanishes with the session."),
         .text = [](const QueueModel&,
                    const ShownContender& row) { return shortened(sessionIdText(*row.contender)); },
         .whole = [](const QueueModel&, const ShownContender& row) { return sessionIdText(*row.contender); },
         .spoken =
             [](const QueueModel& model, const ShownContender& row) {
                 const QString session = shortened(sessionIdText(*row.contender));
                 return model.isHighlighted(row) ? tr("%1, the selected session").arg(session) : session;
             },
         .shownFrom = 126,
         .isId = true},
        {.column = Host,
         .heading = QT_TR_NOOP("Host"),
         .meaning = QT_TR_NOOP("Address that the session's connection comes from, told by its server"),
         .text =
             [](const QueueModel& model, const ShownContender& row) {
                 const auto* client = model.m_evidence.clientOf(*row.contender);
                 const QString host =
                     namedHost(model.givenName(*row.contender), client ? hostText(*client) : kDash);
                 return model.isOwn(*row.contender) ? youText(host) : host;
             },
         .whole = [](const QueueModel& model, const ShownContender& row) { return model.hostInWhole(row); },
         .toolTip =
             [](const QueueModel& model, const ShownContender& row) {
                 const QString host = model.hostInWhole(row);
                 return model.isOwn(*row.contender) ? tr("%1, a contender of this program", "host").arg(host)
                                                    : host;
             }},
        {.column = Client,
         .heading = QT_TR_NOOP("Client"),
         .meaning = QT_TR_NOOP("Whether a server has the client's connection, and hears from it"),
         .text =
             [](const QueueModel& model, const ShownContender& row) {
                 return clientText(model.m_evidence.clientOf(*row.contender), model.now());
             },
         .toolTip = [](const QueueModel& model,
                       const ShownContender& row) { return model.clientSentence(row); },
         .spoken = [](const QueueModel& model,
                      const ShownContender& row) { return model.clientSentence(row); },
         .tone = [](const QueueModel& model, const ShownContender& row) { return model.clientTone(row); }},
        {.column = Time,
         .heading = QT_TR_NOOP("Wait/hold"),
         .meaning =
             QT_TR_NOOP("How long a waiter has waited and a holder held. Where the takeover was not seen, "
                        "bounds are told. The bars of all rows have one scale; their faint part is what is "
                        "not certain."),
         .text = [](const QueueModel& model, const ShownContender& row) { return model.timeText(row); },
         .toolTip = [](const QueueModel& model,
                       const ShownContender& row) { return model.timeSentence(row); },
         .spoken = [](const QueueModel& model, const ShownContender& row) { return model.timeSentence(row); },
         .isNumber = true},
        {.column = Watches,
         .heading = QT_TR_NOOP("Watches"),
         .meaning = QT_TR_NOOP("Whom the client watches, by the watch tables of the servers"),
         .text = [](const QueueModel&, const ShownContender& row) { return watchText(watchOf(row)); },
         .toolTip = [](const QueueModel&, const ShownContender& row) { return watchSentence(watchOf(row)); },
         .spoken = [](const QueueModel&, const ShownContender& row) { return watchSentence(watchOf(row)); },
         .tone = [](const QueueModel&, const ShownContender& row) -> std::optional<Tone> {
             if (row.verdict != lockcore::ChainVerdict::OtherTarget) return {};
             return Tone::Warning;
         }},
        {.column = Data,
         .heading = QT_TR_NOOP("Data"),
         .meaning = QT_TR_NOOP("What the contender wrote into its znode, often its host"),
         .text = [](const QueueModel&, const ShownContender& row) { return dataSummary(*row.contender); },
         .shownFrom = 150},
        {.column = Name,
         .heading = QT_TR_NOOP("Name"),
         .meaning = QT_TR_NOOP("Name of the znode in the lock's directory"),
         .text = [](const QueueModel&,
                    const ShownContender& row) { return displayText(row.contender->name); },
         .shownFrom = 192,
         .isId = true},
    }};
    return specs.at(static_cast<std::size_t>(column));
}

QVariant QueueModel::dataOf(const ShownContender& row, const ColumnSpec& column, int role) const {
    switch (role) {
        case Qt::DisplayRole: return column.text(*this, row);
        case Qt::ToolTipRole: {
            const QString text = column.toolTip ? column.toolTip(*this, row) : QString();
            return plainToolTip(text.isEmpty() ? wholeText(row, column) : text);
        }
        case CopyRole: return wholeText(row, column);
        case Qt::TextAlignmentRole: return alignmentOf(column);
        case Qt::AccessibleTextRole: return (column.spoken ? column.spoken : column.text)(*this, row);
        case ToneRole: {
            const auto tone = column.tone ? column.tone(*this, row) : std::nullopt;
            return tone ? QVariant(static_cast<int>(*tone)) : QVariant();
        }
        case HighlightRole: return isHighlighted(row);
        case IdRole: return column.isId;
        case TimeBarRole: return column.column == Time ? timeBarOf(row) : QVariant();
        default: return {};
    }
}

QString QueueModel::wholeText(const ShownContender& row, const ColumnSpec& column) const {
    return (column.whole ? column.whole : column.text)(*this, row);
}

QVariant QueueModel::alignmentOf(const ColumnSpec& column) {
    return QVariant::fromValue(
        Qt::Alignment((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

int QueueModel::shownFrom(Column column) {
    return specOf(column).shownFrom;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    return dataOf(shownAt(index.row()), specOf(index.column()), role);
}

/// Painting asks for many roles of one cell.
void QueueModel::multiData(const QModelIndex& index, QModelRoleDataSpan roles) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return;
    const ShownContender row = shownAt(index.row());
    const ColumnSpec& column = specOf(index.column());
    for (QModelRoleData& each : roles)
        each.setData(dataOf(row, column, each.role()));
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    const ColumnSpec& column = specOf(section);
    switch (role) {
        case Qt::TextAlignmentRole: return alignmentOf(column);
        case Qt::ToolTipRole: return tr(column.meaning);
        case Qt::DisplayRole: return tr(column.heading);
        default: return {};
    }
}

}  // namespace lockscope
