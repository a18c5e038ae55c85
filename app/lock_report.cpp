// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_reports.h"

#include "report_cells.h"
#include "report_facts.h"
#include "report_notes.h"
#include "shown_lock.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/permits.h>

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;

struct LockReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

ReportCell waitsForCell(const lockcore::LockQueue& lock, std::size_t place) {
    if (lockcore::waitsForAnyPermit(lock, place)) return {LockReportText::tr("a permit")};
    const auto& before = lock.rows[place].predecessor;
    if (!before) return unknownCell();
    const lockcore::Contender& contender = *lock.rows[*before].contender;
    // A permit of kazoo's has no number.
    if (!contender.parsed.sequence) return nameCell(contender.name);
    return {sequenceText(contender.parsed), foreignText(contender.name)};
}

ReportCell watchCell(const lockcore::LockQueue& lock, std::size_t place, const lockcore::ChainLink& link) {
    ReportCell cell = verdictCell(link.verdict);
    cell.raw = asciiText(watchKey(lock, place, link));
    return cell;
}

std::vector<ReportCell> contenderCells(const lockcore::LockQueue& lock, std::size_t place,
                                       const lockcore::ChainLink& link, const lockcore::SessionView* view,
                                       const ClusterAssessment& assessment) {
    const lockcore::ClusterSample& sample = *assessment.sample;
    const bool isRoleKnown = !isInDoubt(assessment, lock, place);
    const lockcore::QueueRow& row = lock.rows[place];
    const auto& contender = *row.contender;
    // What may have been granted, or gone, waits for nobody that is known.
    const bool isWaitKnown = isRoleKnown || !assessment.unseen.contains(lock.path);
    const bool waits = lockcore::isBehindSomebody(row.role) && isWaitKnown;
    return {nameCell(lock.path),
            nameCell(contender.name),
            sequenceCell(contender.parsed),
            isRoleKnown ? roleCell(row.role) : unknownCell(),
            {modeWord(contender.parsed.mode), asciiText(lockcore::lockModeName(contender.parsed.mode))},
            holderSessionCell(&row),
            nameCell(addressOf(view)),
            view ? stateCell(view->state) : unknownCell(),
            ageCell(cameMs(sample, contender), sample.takenAtUnixMs),
            isWaitKnown ? waitsForCell(lock, place) : unknownCell(),
            waits ? watchCell(lock, place, link) : unknownCell(),
            nameCell(link.target ? lock.rows[*link.target].contender->name : std::string()),
            {{}, contender.stat ? QString::number(contender.stat->ctimeMs) : QString()},
            {{}, contender.stat ? QString::fromStdString(toHex(contender.stat->czxid)) : QString()},
            {{}, foreignText(contender.data)},
            problemCell(contender.problem),
            doubtCell(view)};
}

QString unreadText(const lockcore::LockQueue& lock) {
    if (!lock.problem)
        return LockReportText::tr("Who holds it and who waits is not known: it was not read in time.");
    return LockReportText::tr("Who holds it and who waits is not known: it could not be read (%1).")
        .arg(QLatin1String(lockcore::errorName(lock.problem->code)));
}

/// Of a client's znode whose directory nobody has looked at.
QString contenderAloneText(const lockcore::LockQueue& node) {
    return LockReportText::tr(
               "This is the znode of a client, and no lock. By its name it is a contender of %1: show that.")
        .arg(displayText(lockByName(node)));
}

}  // namespace

QString contenderText(const lockcore::QueueRow& contender) {
    const QString name = displayText(contender.contender->name);
    if (contender.role == lockcore::Role::Member)
        return LockReportText::tr("%1, which was asked for, is one of its members.").arg(name);
    return LockReportText::tr("%1, which was asked for, is one of its contenders.").arg(name);
}

Report lockReport(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    Report report;
    report.subject = displayText(lock.path);
    report.kind =
        LockReportText::tr("%1 (%2)", "dialect, kind").arg(dialectWord(lock.dialect), kindWord(lock.kind));
    report.columns = contenderColumns();
    report.nothing = isUnread(lock) ? unreadText(lock)
                     : isInDoubt(assessment, lock)
                         ? LockReportText::tr("Who held it and who waited is not known for sure.")
                     : !lockByName(lock).empty() ? contenderAloneText(lock)
                     : lockcore::hasHolders(lock.kind)
                         ? LockReportText::tr("Nobody holds it, and nobody waits.")
                     : lock.kind == lockcore::DirectoryKind::Election
                         ? LockReportText::tr("Nobody leads, and nobody stands by.")
                         : LockReportText::tr("Nobody is there.");
    const auto sessions = byId(assessment);
    const auto links = linksOf(assessment, lock);
    std::set<const lockcore::SessionView*> views;
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        if (const auto* view = viewOf(sessions, &lock.rows[i])) views.insert(view);
        report.rows.push_back(contenderCells(lock, i, links[i], viewOf(sessions, &lock.rows[i]), assessment));
    }
    report.notes = doubtNotes(views);
    report.notes << librariesTexts(assessment, lock) << absentMembersTexts(assessment, lock);
    const bool isByOther = std::ranges::any_of(
        lock.rows, [&](const lockcore::QueueRow& row) { return isByOtherClock(*assessment.sample, row); });
    if (isByOther) report.notes << otherClockText();
    return report;
}

Report hiddenReport(const std::string& path) {
    Report report;
    report.subject = displayText(path);
    report.kind = kindWord(lockcore::DirectoryKind::Unknown);
    report.columns = contenderColumns();
    report.nothing = LockReportText::tr("Whether it is a lock, who holds it and who waits is not known.");
    return report;
}

std::vector<ReportColumn> contenderColumns() {
    return {{QStringLiteral("lock"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("name"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("sequence"), LockReportText::tr("Sequence"), ReportColumn::Kind::Number},
            {QStringLiteral("role"), LockReportText::tr("Role")},
            {QStringLiteral("mode"), LockReportText::tr("Mode"), ReportColumn::Kind::Word, 6},
            {QStringLiteral("session"), LockReportText::tr("Session"), ReportColumn::Kind::Word, 2},
            {QStringLiteral("address"), LockReportText::tr("Host"), ReportColumn::Kind::Name},
            {QStringLiteral("state"), LockReportText::tr("State"), ReportColumn::Kind::Word, 1},
            {QStringLiteral("queuedForMs"), LockReportText::tr("Queued for"), ReportColumn::Kind::Number},
            {QStringLiteral("predecessor"), LockReportText::tr("Waits for"), ReportColumn::Kind::Number, 4},
            {QStringLiteral("watch"), LockReportText::tr("Watch"), ReportColumn::Kind::Word, 5},
            {QStringLiteral("watches"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("queuedSinceMs"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("fencingToken"), {}},
            {QStringLiteral("data"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("problem"), {}},
            {QStringLiteral("doubt"), {}}};
}

}  // namespace lockscope
