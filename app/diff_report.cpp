// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff_report.h"

#include "report_cells.h"

#include "findings/finding_text.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/report_moment.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::ClusterDifference;
using lockcore::ContenderChange;
using lockcore::ContenderDifference;
using lockcore::LockChange;
using lockcore::LockDifference;
using lockcore::NotCompared;

struct DiffText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::DiffText)
};

std::vector<ReportColumn> diffColumns() {
    return {{QStringLiteral("what"), DiffText::tr("What")},
            {QStringLiteral("where"), DiffText::tr("Where"), ReportColumn::Kind::Name},
            {QStringLiteral("who"), DiffText::tr("Who"), ReportColumn::Kind::Name},
            {QStringLiteral("change"), DiffText::tr("Change")},
            {QStringLiteral("before"), DiffText::tr("Before"), ReportColumn::Kind::Prose},
            {QStringLiteral("after"), DiffText::tr("After"), ReportColumn::Kind::Prose},
            {QStringLiteral("name"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("session"), {}}};
}

QString changeWord(LockChange change) {
    switch (change) {
        case LockChange::Came: return DiffText::tr("came");
        case LockChange::Went: return DiffText::tr("went");
        case LockChange::Changed: break;
    }
    return DiffText::tr("changed");
}

QString changeWord(const ContenderDifference& contender) {
    switch (contender.change) {
        case ContenderChange::Came: return DiffText::tr("came");
        case ContenderChange::Went: return DiffText::tr("went");
        case ContenderChange::RoleChanged: return DiffText::tr("other role");
        case ContenderChange::Moved: break;
    }
    return contender.isOutOfTurn ? DiffText::tr("moved out of turn") : DiffText::tr("moved");
}

Ink changeInk(LockChange change) {
    return change == LockChange::Went ? Ink::Warning : Ink::Plain;
}

ReportCell knownHoldersCell(const std::vector<lockcore::KnownHolder>& holders) {
    QStringList ids;
    for (const lockcore::KnownHolder& holder : holders)
        ids << (holder.session == lockcore::SessionId::None ? displayText(holder.name)
                                                            : QString::fromStdString(toHex(holder.session)));
    const QString text = ids.join(QStringLiteral(", "));
    return ids.isEmpty() ? ReportCell{DiffText::tr("no holder is known")}
                         : ReportCell{DiffText::tr("held by %1", "session ids").arg(text), text};
}

/// The change of a lock as a whole: whom it has been held by, and who has only moved up.
std::vector<ReportCell> lockDiffRow(const LockDifference& lock, DiffRows rows) {
    int moved = 0;
    for (const ContenderDifference& each : lock.contenders)
        moved += each.change == ContenderChange::Moved && !each.isOutOfTurn ? 1 : 0;
    QString change = changeWord(lock.change);
    if (rows == DiffRows::ForPeople && moved > 0)
        change = DiffText::tr("%1; %n moved up or back", "what became of a lock", moved).arg(change);
    const bool isOtherKind = lock.kindBefore != lock.kindAfter;
    ReportCell before = lock.change == LockChange::Came ? ReportCell{} : knownHoldersCell(lock.holdersBefore);
    ReportCell after = lock.change == LockChange::Went ? ReportCell{} : knownHoldersCell(lock.holdersAfter);
    if (isOtherKind) {
        before.text = DiffText::tr("%1, %2", "kind, holders").arg(kindWord(lock.kindBefore), before.text);
        after.text = DiffText::tr("%1, %2", "kind, holders").arg(kindWord(lock.kindAfter), after.text);
    }
    return {{DiffText::tr("Lock"), QStringLiteral("lock")},
            nameCell(lock.path),
            {},
            {change, asciiText(lockcore::lockChangeName(lock.change)), changeInk(lock.change)},
            before,
            after,
            {},
            {}};
}

ReportCell placeCell(const lockcore::ContenderState& state) {
    const QString role =
        state.isRoleKnown ? roleWord(state.role) : DiffText::tr("not known", "what a contender was");
    const QString text = state.place > 0 && lockcore::isInQueue(state.role)
                             ? DiffText::tr("%1 (%n ahead)", "role", static_cast<int>(state.place)).arg(role)
                             : role;
    const QString word =
        state.isRoleKnown ? asciiText(lockcore::roleName(state.role)) : QStringLiteral("unknown");
    return {text, QStringLiteral("%1 %2").arg(word).arg(state.place)};
}

std::vector<ReportCell> contenderDiffRow(const LockDifference& lock, const ContenderDifference& contender) {
    const bool isOfSession = contender.session != lockcore::SessionId::None;
    const QString id = isOfSession ? QString::fromStdString(toHex(contender.session)) : QString();
    const QString name = foreignText(contender.name);
    const auto number = lockcore::parseNodeName(contender.name).sequence;
    const QString who = number ? DiffText::tr("number %1, %2", "sequence number, session or name")
                                     .arg(*number)
                                     .arg(isOfSession ? id : displayText(contender.name))
                               : displayText(contender.name);
    return {{DiffText::tr("Contender"), QStringLiteral("contender")},
            nameCell(lock.path),
            {who, isOfSession ? id : name},
            {changeWord(contender), asciiText(lockcore::contenderChangeName(contender.change))},
            contender.change == ContenderChange::Came ? ReportCell{} : placeCell(contender.before),
            contender.change == ContenderChange::Went ? ReportCell{} : placeCell(contender.after),
            {{}, name},
            {{}, id}};
}

ReportCell sessionFactsCell(const lockcore::SessionFacts& facts) {
    QStringList words{stateCell(facts.state).text};
    for (const std::string& each : {facts.server, facts.address})
        if (!each.empty()) words << displayText(each);
    const QString text = words.join(QStringLiteral(" · "));
    words.front() = asciiText(lockcore::sessionStateName(facts.state));
    return {text, words.join(QLatin1Char(' '))};
}

std::vector<ReportCell> sessionDiffRow(const lockcore::SessionDifference& session) {
    const QString id = QString::fromStdString(toHex(session.session));
    return {{DiffText::tr("Session"), QStringLiteral("session")},
            {},
            {id, id},
            {changeWord(session.change), asciiText(lockcore::lockChangeName(session.change))},
            session.change == LockChange::Came ? ReportCell{} : sessionFactsCell(session.before),
            session.change == LockChange::Went ? ReportCell{} : sessionFactsCell(session.after),
            {},
            {{}, id}};
}

std::vector<ReportCell> findingDiffRow(const lockcore::Finding& finding, bool isOpened) {
    const ReportCell title{findingTitle(finding), asciiText(lockcore::findingKey(finding.kind))};
    const bool isBad = isOpened && finding.severity != lockcore::Severity::Information;
    return {
        {DiffText::tr("Finding"), QStringLiteral("finding")},
        {findingObject(finding), foreignText(finding.lock)},
        {},
        {isOpened ? DiffText::tr("began") : DiffText::tr("is over"),
         isOpened ? QStringLiteral("opened") : QStringLiteral("closed"), isBad ? Ink::Warning : Ink::Plain},
        isOpened ? ReportCell{} : title,
        isOpened ? title : ReportCell{},
        {},
        {}};
}

QString momentSideText(lockcore::MomentSide side) {
    return side == lockcore::MomentSide::Before ? DiffText::tr("the first moment")
                                                : DiffText::tr("the second moment");
}

QString notComparedText(const NotCompared& open) {
    const QString side = momentSideText(open.side);
    const QString lock = displayText(open.lock);
    const QString count = QLocale().toString(static_cast<qulonglong>(open.count));
    switch (open.aspect) {
        case lockcore::Aspect::Locks:
            if (!open.lock.empty())
                return DiffText::tr(
                           "Lock %1 is not in %2, which did not look at all locks: it may have been there.")
                    .arg(lock, side);
            if (open.count == 0)
                return DiffText::tr("Not compared: locks that %1 may have had beside those it tells of.")
                    .arg(side);
            return DiffText::tr("Not compared: findings on locks that %1 does not tell of: %2.")
                .arg(side, count);
        case lockcore::Aspect::Contenders:
            if (open.lock.empty())
                return DiffText::
                    tr("Not compared: sessions or findings of queues that %1 does not tell for certain: %2.")
                        .arg(side, count);
            return DiffText::tr("Not compared: contenders of %1 of whom %2 does not tell for certain: %3.")
                .arg(lock, side, count);
        case lockcore::Aspect::Liveness:
            return DiffText::tr(
                       "Not compared: clients of whom %1 does not tell whether they are there, or findings "
                       "on them: %2.")
                .arg(side, count);
        case lockcore::Aspect::Watches: break;
    }
    return DiffText::tr("Not compared: findings by watches, of which %1 does not tell all: %2.")
        .arg(side, count);
}

QStringList notComparedTexts(const std::vector<NotCompared>& notCompared) {
    constexpr std::size_t kMostSentences = 10;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(notCompared.size(), kMostSentences); ++i)
        texts << notComparedText(notCompared[i]);
    if (notCompared.size() > kMostSentences)
        texts << DiffText::tr("… and %1 more; --json has all.")
                     .arg(QLocale().toString(static_cast<qulonglong>(notCompared.size() - kMostSentences)));
    return texts;
}

QString comparedLine(const ComparedFile& compared) {
    const QString file = displayText(compared.file.toStdString());
    const QString at = exactMoment(compared.moment.checked->sample->takenAtUnixMs);
    return compared.moment.kind == FileMoment::Kind::ServersFiles
               ? DiffText::tr("%1 of %2, by the leader's clock", "moment, file").arg(at, file)
               : DiffText::tr("%1 of %2", "moment, file").arg(at, file);
}

}  // namespace

Report diffReport(const ClusterDifference& difference, DiffRows rows) {
    Report report;
    report.takenAtUnixMs = difference.afterUnixMs;
    report.columns = diffColumns();
    for (const LockDifference& lock : difference.locks) {
        report.rows.push_back(lockDiffRow(lock, rows));
        for (const ContenderDifference& each : lock.contenders)
            if (rows == DiffRows::All || each.change != ContenderChange::Moved || each.isOutOfTurn)
                report.rows.push_back(contenderDiffRow(lock, each));
    }
    for (const lockcore::SessionDifference& session : difference.sessions)
        report.rows.push_back(sessionDiffRow(session));
    for (const lockcore::Finding& finding : difference.opened)
        report.rows.push_back(findingDiffRow(finding, true));
    for (const lockcore::Finding& finding : difference.closed)
        report.rows.push_back(findingDiffRow(finding, false));
    report.nothing = difference.notCompared.empty()
                         ? DiffText::tr("Nothing differs. Locks compared: %n", "",
                                        static_cast<int>(difference.locksCompared))
                         : DiffText::tr("Nothing differs of what could be compared. Locks compared: %n", "",
                                        static_cast<int>(difference.locksCompared));
    report.missing = notComparedTexts(difference.notCompared);
    return report;
}

QStringList diffHeading(const ComparedFile& before, const ComparedFile& after) {
    QStringList lines{DiffText::tr("From %1", "moment and file").arg(comparedLine(before)),
                      DiffText::tr("to %1", "moment and file").arg(comparedLine(after))};
    const std::string& first = before.moment.cluster;
    const std::string& second = after.moment.cluster;
    if (first != second && !first.empty() && !second.empty())
        lines << DiffText::tr("They are of different clusters, by their names: %1, and %2.")
                     .arg(displayText(first), displayText(second));
    if (before.moment.checked->sample->takenAtUnixMs > after.moment.checked->sample->takenAtUnixMs)
        lines << DiffText::tr("The second moment is the earlier one.");
    return lines;
}

}  // namespace lockscope
