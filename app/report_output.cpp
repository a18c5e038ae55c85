// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_output.h"

#include "process.h"
#include "report_csv.h"
#include "report_json.h"
#include "report_markdown.h"
#include "report_text.h"
#include "shown_lock.h"
#include "terminal.h"

#include "words/display_text.h"

namespace lockscope {

lockcore::Result<QByteArray> reportOutput(const CommandLine& command,
                                          const lockcore::ClusterAssessment& assessment) {
    const ReportQuery query = queryOf(command);
    const auto report = makeReport(query, assessment);
    if (!report) return tl::unexpected(report.error());
    switch (command.format) {
        case ReportFormat::Json:
            return QByteArray::fromStdString(reportJson(query, assessment, JsonLayout::Pretty));
        case ReportFormat::Csv:
            for (const QString& missing : report->missing)
                printProblem(missing);
            return (csvHeader(*report, false) + csvRows(*report, false)).toUtf8();
        case ReportFormat::Markdown: return markdownText(*report, clusterName(command)).toUtf8();
        case ReportFormat::Text: break;
    }
    const auto lines = textLines(*report, {outputWidth(), wantsColour(command.colour)});
    return (lines.join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8();
}

int reportStatus(const CommandLine& command, const lockcore::ClusterAssessment& assessment, ReportAge age) {
    const ReportQuery query = queryOf(command);
    const bool isComplete = age == ReportAge::New && missingAspects(query, assessment).empty();
    if (command.verb == CommandLine::Verb::Check) {
        if (needsAttention(assessment)) return kExitFound;
        return isComplete ? kExitDone : kExitNotChecked;
    }
    const bool isThere = command.verb != CommandLine::Verb::Show ||
                         lockIn(*assessment.sample, query.lockPath) || isHidden(assessment, query.lockPath);
    if (!isThere) return kExitFailed;
    return isComplete ? kExitDone : kExitPartial;
}

QString clusterName(const CommandLine& command) {
    const QString servers = displayText(command.connection->connectString.toStdString());
    const QString profile = displayText(command.connection->profile.name.toStdString());
    return profile.isEmpty() ? servers : QStringLiteral("%1 (%2)").arg(profile, servers);
}

}  // namespace lockscope
