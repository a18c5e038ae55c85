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

using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Report)
};

/// A circle of waiting is certain after so long; `check` looks until then, from its first sample on, before
/// it says what is only suspected.
constexpr std::chrono::milliseconds kSettleTime{5'000};
/// When it asks for one more sample, which is begun late enough. Another one may be under way then.
constexpr std::chrono::milliseconds kLookAgainAfter{5'050};
constexpr std::chrono::milliseconds kLookAgainEvery{250};
/// Where no sample comes any more.
constexpr std::chrono::milliseconds kSettleLimit{12'000};

/// Waits for the first sample and prints; `check` waits for as many as it needs to be certain. Lives on the
/// main thread.
class ReportRun : public OneShot {
public:
    ReportRun(const CommandLine& command, AuditLog& audit)
        : OneShot(*command.connection, audit, ReportTexts::tr("The cluster was not read.")),
          m_command(command) {
        connect(&connection(), &ClusterConnection::catalogChanged, this, &ReportRun::searched);
        connect(&connection(), &ClusterConnection::assessmentChanged, this, &ReportRun::assessed);
    }

private:
    void searched(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
        if (!std::exchange(m_searched, true) && canSearch(*catalog)) stopLimit();
    }

    void assessed(const Assessment& assessment) {
        const std::int64_t takenMs = assessment->sample->takenAtUnixMs;
        const bool isFirst = !std::exchange(m_newest, assessment);
        if (isFirst) m_firstMs = takenMs;
        if (m_command.verb != CommandLine::Verb::Check || assessment->isSettled() ||
            takenMs - m_firstMs >= kSettleTime.count()) {
            print(assessment);
        } else if (isFirst) {
            QTimer::singleShot(kLookAgainAfter, this, &ReportRun::lookAgain);
            QTimer::singleShot(kSettleLimit, this, [this] { print(m_newest); });
        }
    }

    void lookAgain() {
        if (m_printed || hasFailed()) return;
        connection().refresh();
        QTimer::singleShot(kLookAgainEvery, this, &ReportRun::lookAgain);
    }

    void print(const Assessment& assessment) {
        if (hasFailed() || std::exchange(m_printed, true)) return;
        const auto text = reportOutput(m_command, *assessment);
        if (!text)
            fail(text.error().code == lockcore::ErrorCode::NoNode
                     ? Explanation{noLockText(text.error().path), {}}
                     : explainError(failure(), text.error()));
        else if (writeOutput(*text) == Written::Failed)
            fail(explainError(failure(), {lockcore::ErrorCode::Io, "write to standard output"}));
        else
            finish(reportStatus(m_command, *assessment));
    }

    const CommandLine& m_command;
    Assessment m_newest;
    std::int64_t m_firstMs = 0;  ///< when the first sample was taken
    bool m_searched = false;
    bool m_printed = false;
};

/// A lock that is asked for by name is looked at also where nothing lists it.
CommandLine withPinnedLock(CommandLine command) {
    if (command.verb == CommandLine::Verb::Show) command.connection->pinnedRoots << command.lockPath;
    return command;
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
    const CommandLine command = withPinnedLock(asked);
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
