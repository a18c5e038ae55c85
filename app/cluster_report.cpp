// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster_report.h"

#include "one_shot.h"
#include "report_json.h"
#include "report_text.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace lockscope {
namespace {

using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

constexpr int kExitFound = 1;
constexpr int kExitNotChecked = 2;

struct Report {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Report)
};

/// Waits for the first sample and prints. Lives on the main thread.
class ReportRun : public OneShot {
public:
    ReportRun(const CommandLine& command, AuditLog& audit)
        : OneShot(*command.connection, audit, Report::tr("The cluster was not read.")), m_command(command) {
        if (command.verb == CommandLine::Verb::Check) setFailedStatus(kExitNotChecked);
        connect(&connection(), &ClusterConnection::catalogChanged, this, &ReportRun::searched);
        connect(&connection(), &ClusterConnection::assessmentChanged, this, &ReportRun::print);
    }

private:
    void searched(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
        if (!std::exchange(m_searched, true) && canSearch(*catalog)) stopLimit();
    }

    void print(const Assessment& assessment) {
        if (std::exchange(m_printed, true)) return;
        const auto text = reportOf(*assessment);
        if (!text) {
            fail(explainError(failure(), text.error()));
        } else if (std::fwrite(text->data(), 1, text->size(), stdout) != text->size() ||
                   std::fflush(stdout) != 0) {
            fail(explainError(failure(), {lockcore::ErrorCode::Io, "write to standard output"}));
        } else {
            QCoreApplication::exit(statusOf(*assessment));
        }
    }

    lockcore::Result<std::string> reportOf(const lockcore::ClusterAssessment& assessment) const {
        const bool json = m_command.json;
        switch (m_command.verb) {
            case CommandLine::Verb::Sessions:
                return json ? sessionsJson(assessment) : sessionsText(assessment).toStdString();
            case CommandLine::Verb::Check:
                return json ? findingsJson(assessment) : findingsText(assessment).toStdString();
            case CommandLine::Verb::Show: return lockReport(assessment);
            default: return json ? locksJson(assessment) : locksText(assessment).toStdString();
        }
    }

    lockcore::Result<std::string> lockReport(const lockcore::ClusterAssessment& assessment) const {
        const std::string path = m_command.lockPath.toStdString();
        const auto& locks = assessment.sample->locks;
        const auto lock = std::ranges::find_if(locks, [&](const auto& each) { return each->path == path; });
        if (lock == locks.end()) return lockcore::fail(lockcore::ErrorCode::NoNode, "find the lock", path);
        const auto chroot = lockcore::parseConnectString(options().connectString.toStdString())
                                .value_or(lockcore::ConnectString{})
                                .chroot;
        return m_command.json ? lockJson(assessment, **lock, chroot)
                              : lockText(assessment, **lock, chroot).toStdString();
    }

    /// What is only information is no reason to wake anybody.
    int statusOf(const lockcore::ClusterAssessment& assessment) const {
        if (m_command.verb != CommandLine::Verb::Check) return kExitDone;
        const bool found = std::ranges::any_of(assessment.findings, [](const lockcore::Finding& finding) {
            return finding.severity != lockcore::Severity::Information;
        });
        return found ? kExitFound : kExitDone;
    }

    const CommandLine& m_command;
    bool m_searched = false;
    bool m_printed = false;
};

/// A lock that is asked for by name is looked at also where nothing lists it.
CommandLine withPinnedLock(CommandLine command) {
    if (command.verb == CommandLine::Verb::Show) command.connection->pinnedRoots << command.lockPath;
    return command;
}

}  // namespace

int runReport(int& argc, char** argv, const CommandLine& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.language);
    const TerminationSignals termination;
    const CommandLine command = withPinnedLock(asked);
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        ReportRun run(command, audit);
        run.start();
        status = QCoreApplication::exec();
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
