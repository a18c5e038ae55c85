// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recorded_report.h"

#include "bridge/explanation.h"
#include "moment_file.h"
#include "process.h"
#include "report_json.h"
#include "report_output.h"
#include "terminal.h"
#include "words/display_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct RecordedText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordedText)
};

int failWith(const CommandLine& command, const Explanation& explanation) {
    printProblem(explanation.joined());
    return command.verb == CommandLine::Verb::Check ? kExitNotChecked : kExitFailed;
}

/// A program that reads JSON finds the reason where it looks.
int failToRead(const CommandLine& command, const MomentProblem& problem) {
    // Where that can't be written either, the explanation on standard error is all that can be told.
    if (command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(failureJson(problem.reason, {})));
    const int status = failWith(command, problem.explanation);
    return problem.isWronglyAsked ? kExitUsage : status;
}

int failToRead(const CommandLine& command, const lockcore::Error& reason) {
    return failToRead(command, {reason, explainError(RecordedText::tr("The file was not read."), reason)});
}

int print(const CommandLine& command, const FileMoment& moment) {
    const lockcore::ClusterAssessment& assessment = *moment.checked;
    auto text = reportOutput(command, assessment);
    if (!text && text.error().code == lockcore::ErrorCode::NoNode)
        return failToRead(
            command,
            {text.error(),
             {RecordedText::tr("There was no lock %1 then.").arg(displayText(command.lockPath.toStdString())),
              {}}});
    if (!text) return failToRead(command, text.error());
    if (command.format == ReportFormat::Text)
        text->prepend((momentHeading(moment) + QStringLiteral("\n\n")).toUtf8());
    if (writeOutput(*text) == Written::Failed)
        return failWith(command, explainError(RecordedText::tr("The file was read, and can't be told."),
                                              {lockcore::ErrorCode::Io, "write to standard output"}));
    return reportStatus(command, assessment);
}

}  // namespace

int runRecordedReport(int& argc, char** argv, const CommandLine& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.language);
    surviveBrokenPipe();
    CommandLine command = asked;
    const auto file = MomentFile::open(command.file);
    if (!file) return failToRead(command, file.error());
    const auto moment = file->at(command.atUnixMs, command.lockPath.toStdString());
    if (!moment) return failToRead(command, moment.error());
    command.connection.emplace().connectString = QString::fromStdString(moment->cluster);  // its name
    return print(command, *moment);
}

}  // namespace lockscope
