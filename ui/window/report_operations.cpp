// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/report_operations.h"

#include "bridge/explanation.h"
#include "threads/background.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>

#include <utility>

namespace lockscope {
namespace {

struct Reports {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Reports)
};

QString reportFilter() {
    return QStringList{Reports::tr("Page for browsers (*.html)"), Reports::tr("Pages for print (*.pdf)"),
                       Reports::tr("Text for a ticket (*.md)"), Reports::tr("Turns and events (*.csv)")}
        .join(QStringLiteral(";;"));
}

}  // namespace

ReportOperations::ReportOperations(QWidget& window, const ClusterDocument& document,
                                   const SnapshotOperations& snapshots, Dialogs& dialogs,
                                   WindowMessages& messages, WorkStrip& work, const QString& program,
                                   const QString& dialects)
    : m_window(window),
      m_document(document),
      m_snapshots(snapshots),
      m_dialogs(dialogs),
      m_messages(messages),
      m_work(work),
      m_process(program, dialects) {}

void ReportOperations::save() {
    if (!m_document.isRecorded()) {
        // What is shown now, not what is by when the file was chosen.
        ask(Reports::tr("Save a report on this moment"),
            [this, moment = m_snapshots.shownMoment()](const Target& target) {
                saveOfMoment(moment, target);
            });
        return;
    }
    const auto span = m_document.span();
    ask(span ? Reports::tr("Save a report on the selected time")
             : Reports::tr("Save a report on the whole recording"),
        [this, source = m_document.opened().file, span](const Target& target) {
            make({source, span, target.file, target.hidden});
        });
}

void ReportOperations::ask(const QString& title, std::function<void(Target)> answer) {
    m_dialogs.askSaveRedacted(
        &m_window,
        {title, suggestedName("report", QStringLiteral("html")),
         suggestedName("report", QStringLiteral("html")), reportFilter(), true},
        [this, answer = std::move(answer)](const QString& file, const lockcore::RedactionChoice& hidden) {
            static const QStringList kinds{QStringLiteral("html"), QStringLiteral("pdf"),
                                           QStringLiteral("md"), QStringLiteral("csv")};
            if (kinds.contains(QFileInfo(file).suffix(), Qt::CaseInsensitive))
                answer({file, hidden});
            else
                tellNotWritten(
                    Reports::tr("The report was not written. Its file's name says what it is to be: "
                                "it must end in .html, .pdf, .md or .csv."));
        });
}

void ReportOperations::saveOfMoment(std::function<lockcore::Snapshot()> moment, const Target& target) {
    const auto scratch = std::make_shared<QTemporaryDir>();
    if (!scratch->isValid()) return tellNotWritten(scratch->errorString());
    const QString source = scratch->filePath(QStringLiteral("moment.lockscope.json"));
    whenDone(
        saveSnapshot(std::move(moment), source, target.hidden, {}), &m_window,
        [this, scratch, source, file = target.file](const SavedSnapshot& saved) {
            if (saved.written)
                make({source, {}, file, {}}, scratch);
            else
                tellNotWritten(
                    explainError(Reports::tr("The report was not written."), saved.written.error()).joined());
        });
}

void ReportOperations::make(const ReportRequest& request, const std::shared_ptr<void>& whatItNeeds) {
    auto making = m_process.start(request, [this, whatItNeeds, file = request.file](
                                               const ReportOutcome& outcome) { tell(outcome, file); });
    m_work.follow(making, Reports::tr("Making the report %1").arg(QFileInfo(request.file).fileName()),
                  [making]() mutable { making.cancel(); });
}

void ReportOperations::tell(const ReportOutcome& outcome, const QString& file) {
    if (outcome.isCancelled) {
        m_messages.tell(Severity::Information, Reports::tr("Making the report %1 was cancelled.").arg(file));
        return;
    }
    if (!outcome.isWritten) return tellNotWritten(outcome.problem);
    const QString saved =
        outcome.isPartial
            ? Reports::tr("Saved to %1. Not all of that was seen: the report says what.").arg(file)
            : Reports::tr("Saved to %1.").arg(file);
    const bool isWhole = !outcome.isPartial && outcome.warnings.isEmpty();
    m_messages.tell(isWhole ? Severity::Information : Severity::Warning,
                    (QStringList{saved} + outcome.warnings).join(QLatin1Char('\n')));
}

void ReportOperations::tellNotWritten(const QString& problem) {
    m_messages.tell(Severity::Fault, problem);
}

}  // namespace lockscope
