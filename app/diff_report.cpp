// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff_report.h"

#include "report_cells.h"

#include "compare/difference_words.h"
#include "findings/finding_text.h"
#include "words/display_text.h"
#include "words/report_moment.h"

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

/// The change of a lock as a whole: whom it has been held by, and who has only moved up.
std::vector<ReportCell> lockDiffRow(const LockDifference& lock, DiffRows rows) {
    int moved = 0;
    for (const ContenderDifference& each : lock.contenders)
        moved += each.change == ContenderChange::Moved && !each.isOutOfTurn ? 1 : 0;
    QString change = lockChangeText(lock.change);
    if (rows == DiffRows::ForPeople && moved > 0)
        change = DiffText::tr("%1; %n moved up or back", "what became of a lock", moved).arg(change);
    const ReportCell before{lockSideText(lock, lockcore::MomentSide::Before), holderIds(lock.holdersBefore)};
    const ReportCell after{lockSideText(lock, lockcore::MomentSide::After), holderIds(lock.holdersAfter)};
    return {{DiffText::tr("Lock"), QStringLiteral("lock")},
            nameCell(lock.path),
            {},
            {change, asciiText(lockcore::lockChangeName(lock.change))},
            before,
            after,
            {},
            {}};
}

ReportCell placeCell(const lockcore::ContenderState& state) {
    const QString word =
        state.isRoleKnown ? asciiText(lockcore::roleName(state.role)) : QStringLiteral("unknown");
    return {placeText(state), QStringLiteral("%1 %2").arg(word, QString::number(state.place))};
}

std::vector<ReportCell> contenderDiffRow(const LockDifference& lock, const ContenderDifference& contender) {
    const bool isOfSession = contender.session != lockcore::SessionId::None;
    const QString id = isOfSession ? QString::fromStdString(toHex(contender.session)) : QString();
    const QString name = foreignText(contender.name);
    return {{DiffText::tr("Contender"), QStringLiteral("contender")},
            nameCell(lock.path),
            {contenderText(contender), isOfSession ? id : name},
            {contenderChangeText(contender), asciiText(lockcore::contenderChangeName(contender.change))},
            contender.change == ContenderChange::Came ? ReportCell{} : placeCell(contender.before),
            contender.change == ContenderChange::Went ? ReportCell{} : placeCell(contender.after),
            {{}, name},
            {{}, id}};
}

ReportCell sessionFactsCell(const lockcore::SessionFacts& facts) {
    QStringList words{asciiText(lockcore::sessionStateName(facts.state))};
    for (const std::string& each : {facts.server, facts.address})
        if (!each.empty()) words << displayText(each);
    return {clientFactsText(facts), words.join(QLatin1Char(' '))};
}

std::vector<ReportCell> sessionDiffRow(const lockcore::SessionDifference& session) {
    const QString id = QString::fromStdString(toHex(session.session));
    return {{DiffText::tr("Session"), QStringLiteral("session")},
            {},
            {id, id},
            {sessionChangeText(session.change), asciiText(lockcore::lockChangeName(session.change))},
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
    report.nothing = nothingDiffersText(difference);
    report.missing = notComparedTexts(difference.notCompared);
    return report;
}

QStringList diffHeading(const ComparedFile& before, const ComparedFile& after) {
    QStringList lines{DiffText::tr("From %1", "moment and file").arg(comparedLine(before)),
                      DiffText::tr("to %1", "moment and file").arg(comparedLine(after))};
    const QString otherCluster = otherClusterText(before.moment.cluster, after.moment.cluster);
    if (!otherCluster.isEmpty()) lines << otherCluster;
    if (before.moment.checked->sample->takenAtUnixMs > after.moment.checked->sample->takenAtUnixMs)
        lines << DiffText::tr("The second moment is the earlier one.");
    return lines;
}

}  // namespace lockscope
