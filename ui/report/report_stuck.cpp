// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/end_text.h"
#include "queue/contender_text.h"
#include "report/report_parts.h"
#include "report/report_pictures.h"
#include "report/report_words.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

using lockcore::IncidentReport;
using lockcore::ReportedContender;
using lockcore::StuckLock;

/// Pictures of more are many pages.
constexpr std::size_t kMostPictured = 3;

struct ReportStuckText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

QString stuckUntilText(const StuckLock& stuck) {
    return stuck.until ? pageTime(*stuck.until)
                       : ReportStuckText::tr("still so at %1", "moment").arg(pageTime(stuck.seenUntilUnixMs));
}

QStringList stuckRow(const StuckLock& stuck) {
    return {displayText(stuck.path),
            kindWord(stuck.kind),
            pageTime(stuck.since),
            stuckUntilText(stuck),
            durationWords(stuck.lasted),
            pageNumber(stuck.holders.size() + stuck.moreHolders),
            pageNumber(stuck.waiters.size() + stuck.moreWaiters)};
}

/// How its turn ended, as far as that was known.
QString endedText(const ReportedContender& contender) {
    const lockcore::Turn& turn = contender.turn.turn;
    if (!turn.leftAtUnixMs) return ReportStuckText::tr("was there still");
    if (contender.turn.wasCutOff)
        return ReportStuckText::tr("not seen any more after %1", "moment")
            .arg(pageTime(turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs)));
    const QString left = pageTime({turn.leftNotBeforeUnixMs, *turn.leftAtUnixMs});
    return ReportStuckText::tr("%1: %2", "moment, how it ended")
        .arg(left, endWord(turn, contender.turn.kind));
}

QString heldSince(const ReportedContender& contender) {
    const lockcore::Takeover& granted = *contender.turn.turn.granted;
    const QString since = pageTime({granted.notBeforeUnixMs, granted.notAfterUnixMs});
    return contender.turn.grantIsSure
               ? since
               : ReportStuckText::tr("%1, if at all: others may have stood before it", "moment").arg(since);
}

QStringList holderRow(const StuckLock& stuck, const ReportedContender& holder) {
    return {displayText(stuck.path),
            displayText(holder.turn.turn.contender->name),
            pageSession(holder.turn.turn),
            pageClient(holder),
            heldSince(holder),
            holder.held ? durationWords(*holder.held) : QStringLiteral("–"),
            endedText(holder)};
}

QString afterWaiting(const ReportedContender& waiter) {
    const auto& granted = waiter.turn.turn.granted;
    if (!granted) return endedText(waiter);
    return ReportStuckText::tr("granted: %1", "moment")
        .arg(pageTime({granted->notBeforeUnixMs, granted->notAfterUnixMs}));
}

QString cameText(const lockcore::Turn& turn) {
    if (turn.queuedAtUnixMs) return pageTime(*turn.queuedAtUnixMs);
    return pageTime({turn.absentAtUnixMs, turn.firstSeenUnixMs});
}

QStringList waiterRow(const StuckLock& stuck, const ReportedContender& waiter) {
    return {displayText(stuck.path),       displayText(waiter.turn.turn.contender->name),
            pageSession(waiter.turn.turn), pageClient(waiter),
            cameText(waiter.turn.turn),    durationWords(waiter.waited),
            afterWaiting(waiter)};
}

std::vector<PageColumn> whoColumns(const QString& since, const QString& howLong, const QString& then) {
    return {{ReportStuckText::tr("Lock"), true},
            {ReportStuckText::tr("Contender"), true},
            {ReportStuckText::tr("Session"), true},
            {ReportStuckText::tr("Client")},
            {since},
            {howLong},
            {then}};
}

/// Of a lock that something was certainly wrong with.
bool accusesALock(const lockcore::RecordedFinding& found) {
    const lockcore::Finding& finding = found.finding;
    return (!finding.lock.empty() || !finding.locks.empty()) &&
           finding.stage == lockcore::FindingStage::Verified &&
           finding.severity != lockcore::Severity::Information &&
           finding.kind != lockcore::FindingKind::NotChecked;
}

QString nothingStuck(const IncidentReport& report) {
    if (report.locks == 0) return ReportStuckText::tr("Nothing that is known: no lock was looked at.");
    const QString stuckFor = durationWords(lockcore::KnownDuration{report.stuckFor, report.stuckFor});
    if (std::ranges::any_of(report.findings, accusesALock))
        return ReportStuckText::tr(
                   "No lock, as far as is known: nowhere did anybody wait for %1 without somebody being "
                   "granted the lock. What was found wrong is told below.",
                   "duration")
            .arg(stuckFor);
    return ReportStuckText::tr(
               "No lock, as far as is known: nowhere did anybody wait for %1 without "
               "somebody being granted the lock, and no finding says that one was stuck.",
               "duration")
        .arg(stuckFor);
}

/// Those that are named, or that nobody did.
template <class Count, class More>
void addMore(const IncidentReport& report, const QString& nobody, Count count, More more,
             std::vector<PageBlock>& page) {
    for (const StuckLock& stuck : report.stuck) {
        if (count(stuck) == 0) {
            page.push_back(PageParagraph{nobody.arg(displayText(stuck.path))});
        } else if (more(stuck) > 0) {
            page.push_back(
                PageParagraph{ReportStuckText::tr("%1: %2 more, who are not named here.", "lock, number")
                                  .arg(displayText(stuck.path), pageNumber(more(stuck)))});
        }
    }
}

}  // namespace

void addStuck(const IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, ReportStuckText::tr("What was stuck, and for how long")});
    if (report.stuck.empty()) {
        page.push_back(PageParagraph{nothingStuck(report)});
        return;
    }
    page.push_back(PageParagraph{
        ReportStuckText::tr(
            "A lock is stuck while somebody waits for it and nobody is granted it, for %1 at least, or for "
            "less where a finding says so. Where a moment was not seen, the two are told between which it "
            "lies. Holders and waiters are contenders: a client that has several, in one session or more, "
            "counts for each.",
            "duration")
            .arg(durationWords(lockcore::KnownDuration{report.stuckFor, report.stuckFor}))});
    PageTable table{{{ReportStuckText::tr("Lock"), true},
                     {ReportStuckText::tr("Kind")},
                     {ReportStuckText::tr("Since")},
                     {ReportStuckText::tr("Until")},
                     {ReportStuckText::tr("For how long")},
                     {ReportStuckText::tr("Holders")},
                     {ReportStuckText::tr("Waiters")}},
                    {}};
    for (const StuckLock& stuck : report.stuck)
        table.rows.push_back(stuckRow(stuck));
    page.push_back(std::move(table));
    if (report.moreStuck > 0)
        page.push_back(PageParagraph{
            ReportStuckText::tr("Shorter ones, which are not listed: %1").arg(pageNumber(report.moreStuck))});
    for (std::size_t i = 0; i < std::min(report.stuck.size(), kMostPictured); ++i)
        if (auto picture = timelinePicture(report.stuck[i], report, look))
            page.push_back(*std::move(picture));
    if (report.stuck.size() > kMostPictured)
        page.push_back(
            PageParagraph{ReportStuckText::tr("Only the first of the list have pictures. Those without: %1.")
                              .arg(pageNumber(report.stuck.size() - kMostPictured))});
}

void addHolders(const IncidentReport& report, std::vector<PageBlock>& page) {
    if (report.stuck.empty()) return;
    page.push_back(PageHeading{2, ReportStuckText::tr("Who held")});
    PageTable table{whoColumns(ReportStuckText::tr("Held since"), ReportStuckText::tr("For how long"),
                               ReportStuckText::tr("What became of it")),
                    {}};
    for (const StuckLock& stuck : report.stuck)
        for (const ReportedContender& holder : stuck.holders)
            table.rows.push_back(holderRow(stuck, holder));
    if (!table.rows.empty()) page.push_back(std::move(table));
    addMore(
        report, ReportStuckText::tr("%1: nobody was seen to hold it.", "lock"),
        [](const StuckLock& stuck) { return stuck.holders.size(); },
        [](const StuckLock& stuck) { return stuck.moreHolders; }, page);
}

void addWaiters(const IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page) {
    if (report.stuck.empty()) return;
    page.push_back(PageHeading{2, ReportStuckText::tr("Who waited")});
    PageTable table{whoColumns(ReportStuckText::tr("Came"), ReportStuckText::tr("Waited for"),
                               ReportStuckText::tr("What became of it")),
                    {}};
    for (const StuckLock& stuck : report.stuck)
        for (const ReportedContender& waiter : stuck.waiters)
            table.rows.push_back(waiterRow(stuck, waiter));
    if (!table.rows.empty()) page.push_back(std::move(table));
    addMore(
        report, ReportStuckText::tr("%1: nobody is known to have waited.", "lock"),
        [](const StuckLock& stuck) { return stuck.waiters.size(); },
        [](const StuckLock& stuck) { return stuck.moreWaiters; }, page);
    for (std::size_t i = 0; i < std::min(report.stuck.size(), kMostPictured); ++i)
        if (auto picture = queuePicture(report.stuck[i], look)) page.push_back(*std::move(picture));
}

}  // namespace lockscope
