// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recorded_report.h"

#include "bridge/explanation.h"
#include "process.h"
#include "report_json.h"
#include "report_output.h"
#include "terminal.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <lockcore/history/recording.h>

#include <QCoreApplication>
#include <QFile>

namespace lockscope {
namespace {

struct RecordedText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordedText)
};

using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

int failWith(const CommandLine& command, const Explanation& explanation) {
    printProblem(explanation.joined());
    return command.verb == CommandLine::Verb::Check ? kExitNotChecked : kExitFailed;
}

/// A program that reads JSON finds the reason where it looks.
int failToRead(const CommandLine& command, const lockcore::Error& reason, const Explanation& explanation) {
    // Where that can't be written either, the explanation on standard error is all that can be told.
    if (command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(failureJson(reason, {})));
    return failWith(command, explanation);
}

int failToRead(const CommandLine& command, const lockcore::Error& reason) {
    return failToRead(command, reason, explainError(RecordedText::tr("The recording was not read."), reason));
}

/// When something was recorded.
QString spansText(const lockcore::Recording& recording) {
    constexpr std::size_t kMostNamed = 5;
    const auto& runs = recording.runs();
    QStringList spans;
    for (std::size_t i = runs.size() - std::min(runs.size(), kMostNamed); i < runs.size(); ++i)
        spans << RecordedText::tr("%1 to %2", "moments")
                     .arg(exactMoment(runs[i].beganUnixMs), exactMoment(runs[i].untilUnixMs));
    return RecordedText::tr("It has %1.", "spans of time").arg(spans.join(QStringLiteral(", ")));
}

/// The path may be another one of its lock, as a contender's: then all are needed.
lockcore::Result<Assessment> read(lockcore::Recording& recording, const CommandLine& command,
                                  std::int64_t atUnixMs) {
    if (command.verb == CommandLine::Verb::Show) {
        auto one = recording.at(atUnixMs, command.lockPath.toStdString());
        if (!one || !(*one)->sample->locks.empty()) return one;
    }
    return recording.at(atUnixMs);
}

bool isOfServersFiles(const lockcore::ClusterAssessment& assessment) {
    const auto& catalog = assessment.sample->catalog;
    return catalog && catalog->source == lockcore::DiscoverySource::ServersFiles;
}

int print(const CommandLine& command, const lockcore::ClusterAssessment& assessment) {
    auto text = reportOutput(command, assessment);
    if (!text && text.error().code == lockcore::ErrorCode::NoNode)
        return failToRead(
            command, text.error(),
            {RecordedText::tr("There was no lock %1 then.").arg(displayText(command.lockPath.toStdString())),
             {}});
    if (!text) return failToRead(command, text.error());
    const std::int64_t atUnixMs = assessment.sample->takenAtUnixMs;
    if (command.format == ReportFormat::Text)
        text->prepend((isOfServersFiles(assessment)
                           ? RecordedText::tr("As servers' files tell, at %1 by the leader's clock:\n\n")
                           : RecordedText::tr("As recorded, at %1:\n\n"))
                          .arg(exactMoment(atUnixMs))
                          .toUtf8());
    if (writeOutput(*text) == Written::Failed)
        return failWith(command, explainError(RecordedText::tr("The recording was not read."),
                                              {lockcore::ErrorCode::Io, "write to standard output"}));
    return reportStatus(command, assessment);
}

}  // namespace

int runRecordedReport(int& argc, char** argv, const CommandLine& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.language);
    surviveBrokenPipe();
    CommandLine command = asked;
    const auto recording = lockcore::Recording::open(QFile::encodeName(command.file).toStdString());
    if (!recording) return failToRead(command, recording.error());
    const lockcore::RecordedRun& last = (*recording)->runs().back();
    const std::int64_t atUnixMs = command.atUnixMs.value_or(last.untilUnixMs);
    if (!(*recording)->covers(atUnixMs))
        return failToRead(
            command,
            {lockcore::ErrorCode::BadArguments, "nothing was recorded then", command.file.toStdString()},
            {RecordedText::tr("Nothing was recorded at %1.").arg(exactMoment(atUnixMs)),
             spansText(**recording)});
    const auto assessment = read(**recording, command, atUnixMs);
    if (!assessment) return failToRead(command, assessment.error());
    command.connection.emplace().connectString = QString::fromStdString(last.cluster);  // its name
    return print(command, **assessment);
}

}  // namespace lockscope
