// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_text.h"
#include "replay/recorded_events.h"
#include "report/report_parts.h"
#include "report/report_pictures.h"
#include "report/report_words.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace lockscope {
namespace {

using lockcore::IncidentReport;
using lockcore::RecordedFinding;

/// More findings, acts or gaps are counted only.
constexpr std::size_t kMostTold = 100;
constexpr qsizetype kMostReasons = 3;

struct ReportReasonsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

/// By what was seen of its locks.
std::int64_t stillSoAt(const RecordedFinding& found, const IncidentReport& report) {
    std::int64_t until = lockcore::seenUntil(report, found.finding.lock);
    for (const std::string& lock : found.finding.locks)
        until = std::min(until, lockcore::seenUntil(report, lock));
    return std::max(until, found.fromUnixMs);
}

QString findingSpan(const RecordedFinding& found, const IncidentReport& report) {
    const QString from = pageTime(found.fromUnixMs);
    if (found.toUnixMs && !found.isOver())
        return ReportReasonsText::tr("Found at %1, still so at %2, when the recorder ended", "moments")
            .arg(from, pageTime(*found.toUnixMs));
    if (found.toUnixMs)
        return ReportReasonsText::tr("Found at %1, over at %2", "moments")
            .arg(from, pageTime(*found.toUnixMs));
    return ReportReasonsText::tr("Found at %1, still so at %2", "moments")
        .arg(from, pageTime(stillSoAt(found, report)));
}

/// A finding has its facts of one moment, which need not be its first.
QString factsText(const RecordedFinding& found, const IncidentReport& report) {
    if (report.source != lockcore::ReportSource::Recording || found.toldUnixMs == 0) return {};
    const bool isAtItsEnd = found.toUnixMs && found.toldUnixMs >= *found.toUnixMs;
    const QString at = pageTime(found.toldUnixMs);
    const bool hasTimes = found.finding.duration || found.finding.remaining;
    if (hasTimes && found.toldUnixMs > report.span.toUnixMs)
        return ReportReasonsText::tr(
                   "How long it has lasted is as of %1. What else is told of it is what was known at %2.",
                   "moments")
            .arg(pageTime(report.span.toUnixMs), at);
    return isAtItsEnd
               ? ReportReasonsText::tr("What is told of it is what was known shortly before %1.").arg(at)
               : ReportReasonsText::tr("What is told of it is what was known at %1.").arg(at);
}

QString verifiedText(const lockcore::Finding& finding) {
    return finding.verifiedUnixMs == 0
               ? ReportReasonsText::tr("Suspected, and not verified.")
               : ReportReasonsText::tr("Verified at %1").arg(pageTime(finding.verifiedUnixMs));
}

void addFindingPart(const RecordedFinding& found, const IncidentReport& report,
                    std::vector<PageBlock>& page) {
    const lockcore::Finding& finding = found.finding;
    page.push_back(PageHeading{3, ReportReasonsText::tr("%1: %2", "severity, what is wrong")
                                      .arg(severityWord(finding.severity), findingTitle(finding))});
    PageItems items;
    if (const QString object = findingObject(finding); !object.isEmpty())
        items.lines << ReportReasonsText::tr("On what: %1").arg(object);
    items.lines << findingReasons(finding) << findingSpan(found, report) << verifiedText(finding);
    if (const QString facts = factsText(found, report); !facts.isEmpty()) items.lines << facts;
    if (const QString task = findingTask(finding); !task.isEmpty()) items.lines << task;
    page.push_back(std::move(items));
}

void addMoreThan(std::size_t count, std::vector<PageBlock>& page) {
    if (count > kMostTold)
        page.push_back(
            PageParagraph{ReportReasonsText::tr("And so many more: %1").arg(pageNumber(count - kMostTold))});
}

QString actLine(const lockcore::RecordedAct& act) {
    const QString at = pageTime(act.atUnixMs);
    const QString what = recordedActText(act);
    if (act.lock.empty()) return ReportReasonsText::tr("%1: %2", "moment, what was done").arg(at, what);
    return ReportReasonsText::tr("%1, on %2: %3", "moment, lock, what was done")
        .arg(at, displayText(act.lock), what);
}

lockcore::Gap gapOf(const lockcore::RecordedGap& recorded) {
    lockcore::Gap gap;
    gap.kind = recorded.missed ? lockcore::GapKind::ChangesUnseen : lockcore::GapKind::LockUnread;
    gap.path = recorded.lock;
    gap.count = recorded.missed.value_or(0);
    gap.fromUnixMs = recorded.fromUnixMs;
    gap.toUnixMs = recorded.toUnixMs.value_or(0);
    gap.mayBeMore = recorded.mayBeMore;
    return gap;
}

QString gapOfAllText(const lockcore::RecordedGap& gap) {
    const QString from = pageTime(gap.fromUnixMs);
    if (!gap.toUnixMs)
        return gap.isOfList
                   ? ReportReasonsText::tr("From %1 on other locks than are told of may have been there.")
                         .arg(from)
                   : ReportReasonsText::tr("From %1 on nothing is known of any lock.").arg(from);
    const QString to = pageTime(*gap.toUnixMs);
    return gap.isOfList
               ? ReportReasonsText::tr("From %1 to %2 other locks than are told of may have been there.")
                     .arg(from, to)
               : ReportReasonsText::tr("From %1 to %2 nothing is known of any lock.").arg(from, to);
}

/// What was told of the recorder's own connection, each once.
QString outageText(const lockcore::ReportedOutage& outage) {
    QStringList problems;
    for (const lockcore::RecordedConnection& change : outage.changes)
        if (!change.problem.empty()) problems << displayText(change.problem);
    problems.removeDuplicates();
    const QString from = pageTime(outage.span.fromUnixMs);
    const QString to = pageTime(outage.span.toUnixMs);
    if (problems.isEmpty())
        return ReportReasonsText::tr(
                   "From %1 to %2 there was no connection to the cluster, and nothing was seen.", "moments")
            .arg(from, to);
    const QString why = QStringList(problems.mid(0, kMostReasons)).join(QStringLiteral("; "));
    return ReportReasonsText::tr(
               "From %1 to %2 there was no connection to the cluster, and nothing was seen: %3",
               "moments, why")
        .arg(from, to, why);
}

QString unrecordedText(const lockcore::TimeSpan& span, const IncidentReport& report) {
    const auto outage = std::ranges::find(report.outages, span, &lockcore::ReportedOutage::span);
    if (outage != report.outages.end()) return outageText(*outage);
    return ReportReasonsText::tr("From %1 to %2 nothing was recorded.", "moments")
        .arg(pageTime(span.fromUnixMs), pageTime(span.toUnixMs));
}

/// Of the whole span: the coverage is of one moment.
QStringList notCheckedLines(const IncidentReport& report) {
    QStringList lines;
    if (report.source != lockcore::ReportSource::Recording) return lines;
    for (const RecordedFinding& found : report.findings) {
        if (found.finding.kind != lockcore::FindingKind::NotChecked) continue;
        for (const QString& reason :
             QStringList(findingEvidence(found.finding)) + findingLines(found.finding))
            lines << ReportReasonsText::tr("%1: %2", "when, what was not checked")
                         .arg(findingSpan(found, report), reason);
    }
    return lines;
}

QStringList gapLines(const IncidentReport& report) {
    QStringList lines;
    for (const lockcore::TimeSpan& span : report.unrecorded)
        lines << unrecordedText(span, report);
    for (const lockcore::RecordedGap& gap : report.gaps)
        lines << (gap.lock.empty() ? gapOfAllText(gap) : gapText(gapOf(gap)));
    return lines;
}

QStringList sourceLines(const IncidentReport& report) {
    QStringList lines;
    if (report.source == lockcore::ReportSource::ServersFiles)
        lines << ReportReasonsText::tr(
            "Servers' files do not tell whether clients were connected, nor what they "
            "watched.");
    if (report.source == lockcore::ReportSource::Snapshot)
        lines << ReportReasonsText::tr(
            "When a lock was granted a snapshot does not tell: between which moments it "
            "was follows from the znodes' times.");
    if (report.source != lockcore::ReportSource::Snapshot &&
        report.completeFromUnixMs > report.span.fromUnixMs)
        lines << ReportReasonsText::tr(
                     "So much happened that of those who left before %1 not all were looked at.", "moment")
                     .arg(pageTime(report.completeFromUnixMs));
    return lines;
}

QStringList coverageLines(const IncidentReport& report) {
    if (!report.coverage) return {ReportReasonsText::tr("What was not checked is not known.")};
    QStringList lines;
    for (const lockcore::Aspect aspect : lockcore::kAspects)
        if (const QString text = notCheckedText(*report.coverage, aspect); !text.isEmpty()) lines << text;
    return lines;
}

}  // namespace

void addReasons(const IncidentReport& report, const ReportLook& look, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, ReportReasonsText::tr("Why")});
    std::size_t told = 0;
    for (const RecordedFinding& found : report.findings) {
        // What was not checked is told at the end.
        if (found.finding.kind == lockcore::FindingKind::NotChecked) continue;
        if (++told <= kMostTold) addFindingPart(found, report, page);
    }
    if (told == 0)
        page.push_back(
            PageParagraph{report.source == lockcore::ReportSource::ServersFiles
                              ? ReportReasonsText::tr(
                                    "Not known: servers' files have no findings. How each turn ended, with "
                                    "what that follows from, is told above.")
                              : ReportReasonsText::tr("Nothing was found wrong, as far as was checked.")});
    addMoreThan(told, page);
    if (auto picture = graphPicture(report, look)) page.push_back(*std::move(picture));
}

void addActs(const IncidentReport& report, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, ReportReasonsText::tr("What was done")});
    PageItems items;
    for (std::size_t i = 0; i < std::min(report.acts.size(), kMostTold); ++i)
        items.lines << actLine(report.acts[i]);
    if (items.lines.isEmpty()) {
        page.push_back(PageParagraph{
            report.source == lockcore::ReportSource::Recording
                ? ReportReasonsText::tr(
                      "Nothing by the program that recorded. What others did is told by how turns "
                      "ended.")
                : ReportReasonsText::tr("Not known: what was done by an operator is not in such a file.")});
        return;
    }
    page.push_back(std::move(items));
    addMoreThan(report.acts.size(), page);
}

void addUnknown(const IncidentReport& report, const QStringList& leftOut, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, ReportReasonsText::tr("What is not known")});
    QStringList lines =
        leftOut + sourceLines(report) + gapLines(report) + notCheckedLines(report) + coverageLines(report);
    lines.removeDuplicates();
    const auto count = static_cast<std::size_t>(lines.size());
    if (lines.isEmpty()) {
        page.push_back(PageParagraph{ReportReasonsText::tr("Nothing is known to be missing.")});
        return;
    }
    page.push_back(PageItems{lines.mid(0, static_cast<qsizetype>(kMostTold))});
    addMoreThan(count, page);
}

}  // namespace lockscope
