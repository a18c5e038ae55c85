// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster_report.h"

#include "one_shot.h"
#include "report_output.h"
#include "reports.h"
#include "terminal.h"
#include "watch_run.h"

#include <QCoreApplication>
#include <QTimer>

#include <utility>

namespace lockscope {
namespace {

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Report)
};

/// Prints what was read. Lives on the main thread.
class ReportRun : public OneShot {
public:
    ReportRun(const CommandLine& command, AuditLog& audit)
        : OneShot(command, audit, ReportTexts::tr("The cluster was not read.")) {}

private:
    void wasRead(const Assessment& assessment) override {
        const auto text = reportOutput(command(), *assessment);
        if (!text)
            fail({noLockText(text.error().path), otherClusterText(*assessment)});
        else if (writeOutput(*text) == Written::Failed)
            fail(explainError(failure(), {lockcore::ErrorCode::Io, "write to standard output"}));
        else
            finish(reportStatus(command(), *assessment));
    }
};

/// A lock that is asked for by name is looked at also where nothing lists it.
void pinShownLock(CommandLine& command) {
    if (command.verb == CommandLine::Verb::Show) command.connection->pinnedRoots << command.lockPath;
}

int executeRun(HeadlessCluster& run, const CommandLine& command) {
    run.setFailedStatus(command.verb == CommandLine::Verb::Check ? kExitNotChecked : kExitFailed);
    // Within the event loop, which what fails at once has to end.
    QTimer::singleShot(0, &run, [&run] { run.start(); });
    return QCoreApplication::exec();
}

}  // namespace

int runReport(int& argc, char** argv, const CommandLine& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.language);
    surviveBrokenPipe();
    const TerminationSignals termination;
    CommandLine command = asked;
    pinShownLock(command);
    command.connection->watches = watchesFor(command.verb);
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        if (command.watch) {
            WatchRun run(command, audit);
            executeRun(run, command);
            status = run.status();
        } else {
            ReportRun run(command, audit);
            status = run.outcome(executeRun(run, command));
        }
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
