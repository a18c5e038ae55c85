// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff_run.h"

#include "diff_report.h"
#include "process.h"
#include "report_csv.h"
#include "report_json.h"
#include "report_markdown.h"
#include "report_text.h"
#include "terminal.h"
#include "words/display_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct DiffRunText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::DiffText)
};

using OpenedMoments = tl::expected<MomentFile, MomentProblem>;
using Compared = tl::expected<ComparedFile, MomentProblem>;

/// A program that reads JSON finds the reason where it looks.
int failToCompare(const CommandLine& command, const MomentProblem& problem) {
    // Where that can't be written either, the explanation on standard error is all that can be told.
    if (command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(failureJson(problem.reason, {})));
    printProblem(problem.explanation.joined());
    return kExitNoDiff;
}

Compared comparedAt(const MomentFile& file, const FileAt& asked) {
    auto moment = file.at(asked.atUnixMs);
    if (!moment) return tl::unexpected(std::move(moment.error()));
    return ComparedFile{asked.file, std::move(*moment)};
}

QByteArray diffText(const CommandLine& command, const ComparedFile& before, const ComparedFile& after,
                    const lockcore::ClusterDifference& difference) {
    if (command.format == ReportFormat::Json)
        return QByteArray::fromStdString(diffJson(before, after, difference));
    const bool isForPrograms = command.format == ReportFormat::Csv;
    const Report report = diffReport(difference, isForPrograms ? DiffRows::All : DiffRows::ForPeople);
    if (isForPrograms) {
        for (const QString& missing : report.missing)
            printProblem(missing);
        return (csvHeader(report, false) + csvRows(report, false)).toUtf8();
    }
    const QStringList heading = diffHeading(before, after);
    if (command.format == ReportFormat::Markdown) {
        Report headed = report;
        headed.notes = heading + headed.notes;
        return markdownText(headed, displayText(after.moment.cluster)).toUtf8();
    }
    const auto lines = textLines(report, {outputWidth(), wantsColour(command.colour)});
    return (heading + QStringList{QString()} + lines + QStringList{QString()})
        .join(QLatin1Char('\n'))
        .toUtf8();
}

int tellDifference(const CommandLine& command, const ComparedFile& before, const ComparedFile& after,
                   const lockcore::ClusterDifference& difference) {
    if (writeOutput(diffText(command, before, after, difference)) == Written::Failed) {
        printProblem(explainError(DiffRunText::tr("They were compared; what differs can't be told."),
                                  {lockcore::ErrorCode::Io, "write to standard output"})
                         .joined());
        return kExitNoDiff;
    }
    if (!difference.isSame()) return kExitDiffers;
    return difference.notCompared.empty() ? kExitDone : kExitPartial;
}

/// One file has both moments, or each has one.
int compareFiles(const CommandLine& command, const MomentFile& first, const MomentFile& second) {
    const Compared before = comparedAt(first, command.compared[0]);
    if (!before) return failToCompare(command, before.error());
    const Compared after = comparedAt(second, command.compared[1]);
    if (!after) return failToCompare(command, after.error());
    const bool isOneRun = &first == &second && first.areOfOneRun(before->moment, after->moment);
    const auto sources = isOneRun ? lockcore::MomentSources::OneRun : lockcore::MomentSources::Different;
    return tellDifference(command, *before, *after,
                          lockcore::compare(*before->moment.checked, *after->moment.checked, sources));
}

}  // namespace

int runDiff(int& argc, char** argv, const CommandLine& command) {
    const QCoreApplication application(argc, argv);
    loadTranslations(command.language);
    surviveBrokenPipe();
    const OpenedMoments first = MomentFile::open(command.compared[0].file);
    if (!first) return failToCompare(command, first.error());
    if (command.compared[1].file == command.compared[0].file) return compareFiles(command, *first, *first);
    const OpenedMoments second = MomentFile::open(command.compared[1].file);
    if (!second) return failToCompare(command, second.error());
    return compareFiles(command, *first, *second);
}

}  // namespace lockscope
