// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings_report.h"

#include "report_cells.h"
#include "report_facts.h"

#include "findings/finding_order.h"
#include "findings/finding_text.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;

struct FindingsReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

std::vector<ReportColumn> findingColumns() {
    return {{{}, FindingsReportText::tr("Severity")},
            {{}, FindingsReportText::tr("Finding")},
            {{}, FindingsReportText::tr("Where"), ReportColumn::Kind::Name},
            {{}, FindingsReportText::tr("Why"), ReportColumn::Kind::Prose},
            {{}, FindingsReportText::tr("What to do"), ReportColumn::Kind::Prose},
            {{}, FindingsReportText::tr("First seen")},
            {{}, FindingsReportText::tr("Stage")},
            {QStringLiteral("severity"), {}},
            {QStringLiteral("kind"), {}},
            {QStringLiteral("lock"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("server"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("detail"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("contenders"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("sessions"), {}},
            {QStringLiteral("durationMs"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("remainingMs"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("count"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("sinceMs"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("evidence"), {}},
            {QStringLiteral("stage"), {}},
            {QStringLiteral("verifiedMs"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("hosts"), {}, ReportColumn::Kind::Name},
            {QStringLiteral("blockedDirectly"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("blockedInAll"), {}, ReportColumn::Kind::Number},
            {QStringLiteral("blockedWaitedMs"), {}, ReportColumn::Kind::Number}};
}

std::vector<ReportCell> findingCells(const lockcore::Finding& finding) {
    QStringList why{findingEvidence(finding)};
    why << findingLines(finding);
    QStringList contenders;
    QStringList sessions;
    QStringList evidence;
    QStringList hosts;
    for (const auto& host : finding.hosts)
        hosts << foreignText(host);
    for (const auto& contender : finding.contenders)
        contenders << foreignText(contender);
    for (const auto session : finding.sessions)
        sessions << QString::fromStdString(toHex(session));
    for (const auto each : finding.evidence)
        evidence << asciiText(lockcore::evidenceName(each));
    return {{severityWord(finding.severity)},
            {findingTitle(finding)},
            {findingObject(finding)},
            {why.join(QLatin1Char('\n'))},
            {findingAdvice(finding)},
            {finding.sinceUnixMs == 0 ? QString() : momentText(finding.sinceUnixMs)},
            {stageWord(finding.stage)},
            {{}, asciiText(lockcore::severityName(finding.severity))},
            {{}, asciiText(lockcore::findingKey(finding.kind))},
            {{}, foreignText(finding.lock)},
            {{}, foreignText(finding.server)},
            {{}, foreignText(finding.detail)},
            {{}, contenders.join(QLatin1Char(';'))},
            {{}, sessions.join(QLatin1Char(';'))},
            durationCell(toldDuration(finding)),
            durationCell(finding.remaining),
            {{}, finding.count ? QString::number(*finding.count) : QString()},
            {{}, QString::number(finding.sinceUnixMs)},
            {{}, evidence.join(QLatin1Char(';'))},
            {{}, asciiText(lockcore::findingStageName(finding.stage))},
            {{}, finding.verifiedUnixMs == 0 ? QString() : QString::number(finding.verifiedUnixMs)},
            {{}, hosts.join(QLatin1Char(';'))},
            {{}, finding.blocked ? QString::number(finding.blocked->directly) : QString()},
            {{}, finding.blocked ? QString::number(finding.blocked->inAll) : QString()},
            {{}, finding.blocked ? QString::number(finding.blocked->waited.count()) : QString()}};
}

Ink inkOf(lockcore::Severity severity) {
    switch (severity) {
        case lockcore::Severity::Information: break;
        case lockcore::Severity::Warning: return Ink::Warning;
        case lockcore::Severity::Fault: return Ink::Fault;
    }
    return Ink::Heading;
}

/// A list of ephemerals has no directory in which only persistent contenders are, so that an empty one is
/// not yet a cluster without locks.
QString nothingWrongText(const ReportQuery& query, const ClusterAssessment& assessment) {
    const int locks = static_cast<int>(assessment.sample->locks.size());
    if (isNothingListed(assessment))
        return FindingsReportText::tr("No locks are known, so nothing was checked.");
    if (!missingIn(query, assessment).empty())
        return FindingsReportText::tr("Nothing wrong was found in what could be checked. Locks: %1")
            .arg(locks);
    const bool isSuspected = std::ranges::any_of(assessment.findings, [](const lockcore::Finding& finding) {
        return finding.stage == lockcore::FindingStage::Suspected;
    });
    if (locks > 0)
        return isSuspected
                   ? FindingsReportText::tr("Nothing is known to be wrong. Locks checked: %n", "", locks)
                   : FindingsReportText::tr("Nothing is wrong. Locks checked: %n", "", locks);
    if (assessment.coverage && assessment.coverage->listedBy.empty())
        return FindingsReportText::tr("No locks were found, so there was nothing to check.");
    return FindingsReportText::tr(
        "No locks were found, so there was nothing to check. A directory in which no session has a znode is "
        "found only where it is pinned (--pin).");
}

}  // namespace

Report findingsReport(const ReportQuery& query, const ClusterAssessment& assessment) {
    Report report;
    report.columns = findingColumns();
    const QString nothing = nothingWrongText(query, assessment);
    report.nothing = nothing;
    const bool isFound = needsAttention(assessment);
    for (const auto& finding : worstFirst(assessment.findings)) {
        const auto aspect = lockcore::aspectFromKey(finding.detail);
        if (finding.kind == lockcore::FindingKind::NotChecked && aspect && query.accepted.contains(*aspect))
            continue;
        if (!isFound && report.prose.empty()) report.prose.push_back({nothing, Ink::Heading});
        report.rows.push_back(findingCells(finding));
        if (!report.prose.empty()) report.prose.push_back({});
        const QString text = findingReport(finding);
        const qsizetype headline = text.indexOf(QLatin1Char('\n'));
        report.prose.push_back({text.left(headline), inkOf(finding.severity)});
        report.prose.push_back({text.mid(headline + 1)});
    }
    return report;
}

}  // namespace lockscope
