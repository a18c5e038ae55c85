// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_run.h"

#include "bridge/explanation.h"
#include "moment_file.h"
#include "process.h"
#include "replay/recorded_whole.h"
#include "report/page_html.h"
#include "report/page_markdown.h"
#include "report/page_pdf.h"
#include "report/report_page.h"
#include "threads/file_bytes.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/moment.h"

#include <lockcore/history/redaction.h>
#include <lockcore/history/report.h>

#include <QApplication>
#include <QFile>
#include <QSaveFile>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

struct ReportFileText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportFileText)
};

using lockcore::IncidentReport;
using MadeReport = lockcore::Result<IncidentReport>;

/// Reads on a thread of its own, so that signals are served meanwhile. What is to be hidden is hidden before
/// anything is looked at. Lives on the main thread.
class ReportOfFile {
public:
    explicit ReportOfFile(const CommandLine& command)
        : m_command(command),
          m_from(QFile::encodeName(command.file).toStdString()),
          m_isRecording(isRecordingFile(command.file)) {
        m_options.locks = command.recordedLocks;
    }

    MadeReport result() {
        QObject ended;
        bool isMade = false;
        std::thread thread([&] {
            m_result = m_isRecording ? ofRecording() : ofSnapshot();
            const auto end = [&isMade] {
                isMade = true;
                QCoreApplication::exit(kExitDone);
            };
            QMetaObject::invokeMethod(&ended, end, Qt::QueuedConnection);
        });
        QCoreApplication::exec();
        m_stop.request_stop();
        thread.join();
        // By a signal: whatever was made meanwhile nobody waits for.
        if (!isMade) return lockcore::fail(lockcore::ErrorCode::Cancelled, "make the report", m_from);
        return *std::move(m_result);
    }

    /// Why there is no report on a time of which nothing was recorded; else empty. After result().
    QString nothingRecordedText() const {
        const auto isOfIt = [this](const lockcore::RecordedRun& run) {
            return run.beganUnixMs <= m_span.toUnixMs && run.untilUnixMs >= m_span.fromUnixMs;
        };
        if (m_runs.empty() || std::ranges::any_of(m_runs, isOfIt)) return {};
        return Explanation{ReportFileText::tr("Nothing was recorded from %1 to %2.", "moments")
                               .arg(exactMoment(m_span.fromUnixMs), exactMoment(m_span.toUnixMs)),
                           recordedSpansText(m_runs)}
            .joined();
    }

private:
    MadeReport ofSnapshot() const {
        auto snapshot = lockcore::readSnapshot(m_from, [this](int) { return !m_stop.stop_requested(); });
        const std::size_t named = snapshot ? countNamed(snapshot->locks) : 0;
        if (snapshot && m_command.redaction) snapshot = lockcore::redacted(*snapshot, *m_command.redaction);
        if (!snapshot) return tl::unexpected(snapshot.error());
        if (countNamed(snapshot->locks) != named) return refuseHiddenNames();
        return lockcore::reportOf(*snapshot, m_options);
    }

    MadeReport ofRecording() {
        std::string file = m_from;
        std::size_t named = 0;
        if (m_command.redaction) {
            // Before the copy is made: it may go on meanwhile.
            const auto original = lockcore::Recording::open(m_from, m_stop.get_token());
            if (!original) return tl::unexpected(original.error());
            named = countNamed((*original)->lockPaths());
            file = QFile::encodeName(m_scratch.filePath(QStringLiteral("redacted.lockrec"))).toStdString();
            const auto hidden =
                lockcore::redactRecording(m_from, file, *m_command.redaction, m_stop.get_token());
            if (!hidden) return tl::unexpected(hidden.error());
        }
        const auto recording = lockcore::Recording::open(file, m_stop.get_token());
        if (!recording) return tl::unexpected(recording.error());
        if (countNamed((*recording)->lockPaths()) < named) return refuseHiddenNames();
        m_runs = (*recording)->runs();
        m_span = {m_command.fromUnixMs.value_or(m_runs.front().beganUnixMs),
                  m_command.toUnixMs.value_or(m_runs.back().untilUnixMs)};
        return lockcore::reportOf(**recording, m_span, m_options);
    }

    template <class Locks>
    std::size_t countNamed(const Locks& locks) const {
        return static_cast<std::size_t>(std::ranges::count_if(locks, [&](const auto& lock) {
            return std::ranges::any_of(m_options.locks, [&](const lockcore::PathPattern& pattern) {
                return pattern.matches(pathOf(lock));
            });
        }));
    }
    static const std::string& pathOf(const std::string& path) { return path; }
    static const std::string& pathOf(const std::shared_ptr<const lockcore::LockQueue>& lock) {
        return lock->path;
    }

    /// A host or a user may be part of a path: what is looked for by its name is not found by another one.
    MadeReport refuseHiddenNames() const {
        return lockcore::fail(lockcore::ErrorCode::BadArguments,
                              "make the report: --locks names paths with hosts or users that --redact hides;"
                              " redact the file first, and name the locks as they are there",
                              m_from);
    }

    const CommandLine& m_command;
    const std::string m_from;
    const bool m_isRecording;
    lockcore::ReportOptions m_options;
    std::vector<lockcore::RecordedRun> m_runs;  ///< of a recording, once it is open
    lockcore::TimeSpan m_span;
    QTemporaryDir m_scratch;
    std::stop_source m_stop;
    std::optional<MadeReport> m_result;  ///< the thread's until it has ended
};

bool isNamed(const QString& file, const char* suffix) {
    return file.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
}

/// "night.csv" → "night-events.csv"
QString eventsFile(const QString& turnsFile) {
    const qsizetype dot = turnsFile.lastIndexOf(QLatin1Char('.'));
    return turnsFile.left(dot) + QStringLiteral("-events") + turnsFile.mid(dot);
}

struct NamedBytes {
    QString file;
    QByteArray bytes;
};

/// Neither of the files is touched before both are written beside them, so that what was there stays whole.
lockcore::Result<void> writeBoth(const NamedBytes& first, const NamedBytes& second) {
    QSaveFile one(first.file);
    QSaveFile other(second.file);
    const auto failed = [](const QSaveFile& out) {
        return lockcore::fail(lockcore::ErrorCode::Io, out.errorString().toStdString(),
                              QFile::encodeName(out.fileName()).toStdString());
    };
    for (const auto& [out, bytes] : {std::pair{&one, first.bytes}, std::pair{&other, second.bytes}})
        if (!out->open(QIODevice::WriteOnly) || !writeAll(*out, bytes)) return failed(*out);
    if (!one.commit()) return failed(one);
    if (!other.commit()) return failed(other);
    return {};
}

/// Whoever named the one file has not said that another one may be overwritten.
lockcore::Result<void> writeCsv(const IncidentReport& report, const QString& file) {
    const QString events = eventsFile(file);
    if (QFile::exists(events) && !QFile::exists(file))
        return lockcore::fail(lockcore::ErrorCode::BadArguments,
                              "write the events: there is such a file already",
                              QFile::encodeName(events).toStdString());
    return writeBoth({file, QByteArray::fromStdString(lockcore::turnsAsCsv(report))},
                     {events, QByteArray::fromStdString(lockcore::eventsAsCsv(report))});
}

lockcore::Result<void> writeReport(const IncidentReport& report, const QString& file,
                                   const QStringList& leftOut) {
    if (isNamed(file, ".csv")) return writeCsv(report, file);
    const ReportPage page = reportPage(report, reportLook(), {leftOut});
    if (isNamed(file, ".pdf")) {
        const QByteArray pdf = pagePdf(page);
        if (pdf.isEmpty())
            return lockcore::fail(lockcore::ErrorCode::Io, "make the PDF",
                                  QFile::encodeName(file).toStdString());
        return writeBytes(pdf, file);
    }
    return writeBytes(isNamed(file, ".md") ? pageMarkdown(page) : pageHtml(page), file);
}

/// Some of that time was not seen, or not all that there was could be looked at.
bool isPartial(const IncidentReport& report) {
    const bool isOfUnreadLocks = report.source == lockcore::ReportSource::Snapshot && report.coverage &&
                                 !(notCheckedText(*report.coverage, lockcore::Aspect::Locks).isEmpty() &&
                                   notCheckedText(*report.coverage, lockcore::Aspect::Contenders).isEmpty());
    return isOfUnreadLocks || !report.unrecorded.empty() || !report.gaps.empty() ||
           (report.source != lockcore::ReportSource::Snapshot &&
            report.completeFromUnixMs > report.span.fromUnixMs);
}

int tellReport(const MadeReport& report, const CommandLine& command, const QStringList& leftOut,
               const QString& nothingRecorded) {
    if (!report && report.error().code == lockcore::ErrorCode::Cancelled) {
        printProblem(ReportFileText::tr("Stopped: nothing was written."));
        return kExitFailed;
    }
    if (!report && !nothingRecorded.isEmpty()) {
        printProblem(
            Explanation{ReportFileText::tr("The report was not written."), nothingRecorded}.joined());
        return kExitFailed;
    }
    const auto written =
        report ? writeReport(*report, command.output, leftOut) : tl::unexpected(report.error());
    if (!written) {
        printProblem(
            explainError(ReportFileText::tr("The report was not written."), written.error()).joined());
        return kExitFailed;
    }
    return isPartial(*report) || !leftOut.isEmpty() ? kExitPartial : kExitDone;
}

}  // namespace

int runReportFile(int& argc, char** argv, const CommandLine& command, const QStringList& leftOut) {
    goOffscreen();
    const QApplication application(argc, argv);
    loadTranslations(command.language);
    setShownTimeZone(command.zone);
    if (const bool hasSpan = command.fromUnixMs || command.toUnixMs;
        hasSpan && QFile::exists(command.file) && !isRecordingFile(command.file)) {
        printProblem(
            ReportFileText::tr("%1 is a snapshot, which has one moment: --from and --to need a recording.")
                .arg(displayText(command.file.toStdString())));
        return kExitUsage;
    }
    std::optional<TerminationSignals> termination(std::in_place);
    ReportOfFile file(command);
    const MadeReport report = file.result();
    termination.reset();  // no event loop runs while it is written
    return tellReport(report, command, leftOut, file.nothingRecordedText());
}

}  // namespace lockscope
