// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_run.h"

#include "about/program_version.h"
#include "bridge/explanation.h"
#include "import_report.h"
#include "process.h"
#include "report_json.h"
#include "terminal.h"

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

namespace lockscope {
namespace {

struct ImportRunText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ImportRunText)
};

using Imported = lockcore::Result<lockcore::ImportReport>;

constexpr std::chrono::milliseconds kShowEach{100};

lockcore::ImportOptions importOptions(const CommandLine& command) {
    lockcore::ImportOptions options{
        .file = QFile::encodeName(command.output).toStdString(),
        .program = (QStringLiteral("lockscope ") + QLatin1String(kProgramVersion.version)).toStdString(),
        .marks = command.marks};
    for (const QString& directory : command.directories)
        options.directories.push_back(QFile::encodeName(directory).toStdString());
    for (const QString& file : command.auditLogs)
        options.auditLogs.push_back(QFile::encodeName(file).toStdString());
    return options;
}

/// Reads on a thread of its own, so that signals and progress are served meanwhile. Lives on the main thread.
class ImportRun {
public:
    explicit ImportRun(const CommandLine& command) : m_options(importOptions(command)) {
        QObject::connect(&m_show, &QTimer::timeout, &m_show, [this] {
            m_line.show(ImportRunText::tr("Reading %1", "progress bar").arg(progressBar(m_done, m_total)));
        });
    }

    /// Until all is read, or somebody wants no more.
    Imported result() {
        m_show.start(kShowEach);
        std::thread thread([this] {
            m_imported = lockcore::importServerFiles(
                m_options,
                [this](std::uint64_t done, std::uint64_t total) {
                    m_done = done;
                    m_total = total;
                },
                m_stop.get_token());
            QMetaObject::invokeMethod(
                &m_show, [] { QCoreApplication::exit(kExitDone); }, Qt::QueuedConnection);
        });
        QCoreApplication::exec();
        m_stop.request_stop();
        thread.join();
        m_show.stop();
        m_line.clear();
        return *std::move(m_imported);
    }

private:
    const lockcore::ImportOptions m_options;
    std::stop_source m_stop;
    std::atomic<std::uint64_t> m_done = 0;
    std::atomic<std::uint64_t> m_total = 0;
    std::optional<Imported> m_imported;  ///< the thread's until it has ended
    QTimer m_show;
    ProgressLine m_line;
};

int failWith(const CommandLine& command, const lockcore::Error& error) {
    const bool isStopped = error.code == lockcore::ErrorCode::Cancelled;
    Explanation failure = explainError(ImportRunText::tr("No recording was written."), error);
    failure.advice.clear();  // which is about files of Lockscope's own
    printProblem(isStopped ? ImportRunText::tr("Stopped: no recording was written.") : failure.joined());
    if (command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(failureJson(error, std::nullopt)));
    return kExitFailed;
}

int tell(const CommandLine& command, const lockcore::ImportReport& report) {
    const QStringList unread = unreadLines(report);
    const QByteArray text =
        command.format == ReportFormat::Json
            ? QByteArray::fromStdString(importJson(report, command.output))
            : ((importLines(report, command.output) + unread).join(QLatin1Char('\n')) + QLatin1Char('\n'))
                  .toUtf8();
    if (writeOutput(text) == Written::Failed) {
        printProblem(
            explainError(ImportRunText::tr("The recording was written; what was read can't be told."),
                         {lockcore::ErrorCode::Io, "write to standard output"})
                .joined());
        return kExitFailed;
    }
    return unread.isEmpty() ? kExitDone : kExitPartial;
}

}  // namespace

int runImport(int& argc, char** argv, const CommandLine& command) {
    const QCoreApplication application(argc, argv);
    loadTranslations(command.language);
    surviveBrokenPipe();
    const TerminationSignals termination;
    const Imported imported = ImportRun(command).result();
    return imported ? tell(command, *imported) : failWith(command, imported.error());
}

}  // namespace lockscope
