// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_reports.h"

#include "report_cells.h"
#include "report_facts.h"
#include "report_notes.h"

#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;

struct LocksReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

/// Since when the first one waits that is still waiting.
std::optional<std::int64_t> longestWaitSince(const lockcore::ClusterSample& sample,
                                             const lockcore::LockQueue& lock) {
    std::optional<std::int64_t> since;
    for (const auto& row : lock.rows)
        if (const auto came = cameMs(sample, *row.contender); came && row.role == lockcore::Role::Waiter)
            since = std::min(since.value_or(*came), *came);
    return since;
}

/// The first that is known to hold, or to lead.
const lockcore::QueueRow* holderOf(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    for (std::size_t row = 0; row < lock.rows.size(); ++row)
        if (lockcore::isFirstInLine(lock.rows[row].role) && !isInDoubt(assessment, lock, row))
            return &lock.rows[row];
    return nullptr;
}

std::vector<ReportColumn> lockColumns() {
    return {
        {QStringLiteral("path"), LocksReportText::tr("Lock"), ReportColumn::Kind::Name},
        {QStringLiteral("dialect"), LocksReportText::tr("Dialect"), ReportColumn::Kind::Word, 2},
        {{}, LocksReportText::tr("Kind"), ReportColumn::Kind::Word, 1},
        {QStringLiteral("mixed"), {}},
        {QStringLiteral("holders"), LocksReportText::tr("Holders"), ReportColumn::Kind::Number},
        {QStringLiteral("waiters"), LocksReportText::tr("Waiters"), ReportColumn::Kind::Number},
        {{}, LocksReportText::tr("Members"), ReportColumn::Kind::Number, 4},
        {QStringLiteral("longestWaitMs"), LocksReportText::tr("Longest wait"), ReportColumn::Kind::Number},
        {QStringLiteral("session"), LocksReportText::tr("Holder or leader"), ReportColumn::Kind::Word, 3},
        {QStringLiteral("address"), LocksReportText::tr("Host"), ReportColumn::Kind::Name, 1},
        {QStringLiteral("nextSequence"), {}, ReportColumn::Kind::Number},
        {QStringLiteral("problem"), {}},
        {QStringLiteral("read"), {}},
        {QStringLiteral("kind"), {}},
        {QStringLiteral("leaders"), {}, ReportColumn::Kind::Number},
        {QStringLiteral("standbys"), {}, ReportColumn::Kind::Number},
        {QStringLiteral("members"), {}, ReportColumn::Kind::Number}};
}

ReportCell readCell(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    const bool isRead = isComplete(lock) && !lock.problem && !assessment.unseen.contains(lock.path);
    return {{}, isRead ? QStringLiteral("true") : QStringLiteral("false")};
}

}  // namespace

/// When a contender came, by this machine's clock; empty where that was not read.
std::optional<std::int64_t> cameMs(const lockcore::ClusterSample& sample,
                                   const lockcore::Contender& contender) {
    if (!contender.stat) return std::nullopt;
    const auto ahead = sample.clocks.aheadAt(contender.stat->czxid);
    return contender.stat->ctimeMs - ahead.value_or(std::chrono::milliseconds(0)).count();
}

Report locksReport(const ClusterAssessment& assessment) {
    Report report;
    report.columns = lockColumns();
    report.nothing =
        isNothingListed(assessment)
            ? LocksReportText::tr("Which locks there are is not known: nothing could be searched.")
            : LocksReportText::tr("No locks were found.");
    const auto sessions = byId(assessment);
    const std::int64_t now = assessment.sample->takenAtUnixMs;
    bool isByOther = false;
    for (const auto& lock : assessment.sample->locks) {
        isByOther |= std::ranges::any_of(lock->rows, [&](const lockcore::QueueRow& row) {
            return row.role == lockcore::Role::Waiter && isByOtherClock(*assessment.sample, row);
        });
        const auto* holder = holderOf(assessment, *lock);
        const lockcore::RoleCounts counts = lock->counts();
        const bool hasHolders = lockcore::hasHolders(lock->kind) || lock->rows.empty();
        const bool inDoubt = isInDoubt(assessment, *lock);
        const bool isCounted = !isUnread(*lock) && !inDoubt;
        const auto forPrograms = [](bool isKnown, std::size_t count) {
            return isKnown ? ReportCell{{}, QString::number(count)} : unknownCell();
        };
        report.rows.push_back(
            {nameCell(lock->path),
             dialectCell(lock->dialect),
             kindCell(lock->kind),
             {{}, lock->mixed ? QStringLiteral("true") : QStringLiteral("false")},
             isCounted ? roleCountCell(hasHolders, counts.holders) : unknownCell(),
             isCounted ? roleCountCell(hasHolders, counts.waiters) : unknownCell(),
             isUnread(*lock) ? unknownCell() : roleCountCell(false, counts.members),
             ageCell(inDoubt ? std::nullopt : longestWaitSince(*assessment.sample, *lock), now),
             holderSessionCell(holder),
             nameCell(addressOf(viewOf(sessions, holder))),
             {{}, lock->stat ? QString::number(lockcore::childrenEverCreated(*lock->stat)) : QString()},
             problemCell(lock->problem),
             readCell(assessment, *lock),
             kindCell(lock->kind),
             forPrograms(isCounted, counts.leaders),
             forPrograms(isCounted, counts.standbys),
             forPrograms(!isUnread(*lock), counts.members)});
        QStringList notes = absentMembersTexts(assessment, *lock);
        notes << librariesTexts(assessment, *lock);
        for (const QString& text : notes)
            report.notes << LocksReportText::tr("%1: %2", "lock, note").arg(displayText(lock->path), text);
    }
    if (isByOther) report.notes << otherClockText();
    return report;
}

}  // namespace lockscope
