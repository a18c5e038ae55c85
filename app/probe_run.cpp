// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe_run.h"

#include "bridge/cluster_access.h"
#include "bridge/explanation.h"
#include "headless_cluster.h"
#include "probe_report.h"
#include "process.h"
#include "report_json.h"
#include "terminal.h"
#include "words/display_text.h"

#include <lockcore/lab/probe.h>

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

struct ProbeRunText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ProbeRunText)
};

using Probed = lockcore::Result<lockcore::ProbeReport>;

lockcore::ProbePlan probePlan(const CommandLine& command, const ConnectionOptions& options) {
    lockcore::ProbePlan plan;
    plan.session = sessionOptions(options);
    if (!command.probePath.isEmpty()) plan.path = command.probePath.toStdString();
    if (command.probeCycles) plan.cycles = *command.probeCycles;
    plan.removesEarlier = command.probeCleans;
    return plan;
}

/// Why nothing may be written there; empty where it may.
QString whyNoProbe(const ConnectionOptions& options) {
    if (options.readOnly)
        return ProbeRunText::tr("Nothing was measured: the profile is read-only, and a probe writes.");
    if (options.environment == Environment::Production)
        return ProbeRunText::tr(
            "Nothing was measured: the profile is one of production, where a probe writes only if it is "
            "named by "
            "--connect.");
    return {};
}

/// Measures, and ends the event loop. Lives on the main thread.
class ProbeCommand : public HeadlessCluster {
public:
    ProbeCommand(const CommandLine& command, AuditLog& audit)
        : HeadlessCluster(command, audit, ProbeRunText::tr("Nothing was measured.")), m_command(command) {}

    /// Something may be there that has to be removed.
    bool isUnderWay() const { return m_probe && !m_isTold; }
    void cancel() { m_probe->cancel(); }

private:
    void openCluster() override {
        auto plan = probePlan(m_command, options());
        plan.announced = [this](const std::string& run) {
            QMetaObject::invokeMethod(
                this, [this, run] { keepLastWords(run); }, Qt::QueuedConnection);
        };
        for (const QString& line : probePlanLines(plan))
            std::fprintf(stderr, "%s\n", line.toLocal8Bit().constData());
        m_probe = std::make_unique<lockcore::Probe>(plan, [this](const lockcore::ProbeProgress& progress) {
            QMetaObject::invokeMethod(
                this, [this, progress] { show(progress); }, Qt::QueuedConnection);
        });
        m_probe->run([this](const Probed& report) {
            QMetaObject::invokeMethod(
                this, [this, report] { tell(report); }, Qt::QueuedConnection);
        });
    }

    /// Of an end at once.
    void keepLastWords(const std::string& run) const {
        if (m_isTold) return;
        setLastWords(ProbeRunText::tr("%1 may be left: it was ended at once. “lockscope probe --clean”, with "
                                      "the same options, removes it.",
                                      "znode")
                         .arg(displayText(run)));
    }

    void show(const lockcore::ProbeProgress& progress) {
        if (m_isTold) return;
        m_line.show(ProbeRunText::tr("Measuring %1, server %2 of %3: %4 of %5")
                        .arg(displayText(progress.server))
                        .arg(progress.number)
                        .arg(progress.servers)
                        .arg(progress.cycles)
                        .arg(progress.of));
    }

    void tell(const Probed& report) {
        m_isTold = true;
        setLastWords({});
        m_line.clear();
        if (!report)
            tellFailure(report.error());
        else if (writeOutput(outputOf(*report)) == Written::Failed)
            fail(explainError(ProbeRunText::tr("What was measured can't be told."),
                              {lockcore::ErrorCode::Io, "write to standard output"}));
        else
            finish(probeStatus(*report));
    }

    QByteArray outputOf(const lockcore::ProbeReport& report) const {
        if (m_command.format == ReportFormat::Json) return QByteArray::fromStdString(probeJson(report));
        QByteArray text;
        for (const QString& line : probeLines(report, outputWidth()))
            text += line.toUtf8() + '\n';
        return text;
    }

    void tellFailure(const lockcore::Error& error) {
        if (m_command.format == ReportFormat::Json)
            (void)writeOutput(QByteArray::fromStdString(failureJson(error, std::nullopt)));
        Explanation explanation = explainError(failure(), error);
        explanation.advice.clear();  // which is about files of Lockscope's own
        fail(explanation);
    }

    const CommandLine& m_command;
    bool m_isTold = false;
    ProgressLine m_line;
    std::unique_ptr<lockcore::Probe> m_probe;  ///< the first to go: it calls this object
};

}  // namespace

int runProbe(int& argc, char** argv, const CommandLine& command) {
    const QCoreApplication application(argc, argv);
    loadTranslations(command.language);
    surviveBrokenPipe();
    if (const QString reason = whyNoProbe(*command.connection); !reason.isEmpty()) {
        printProblem(reason);
        return kExitFailed;
    }
    const TerminationSignals termination;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing but the probe's own is changed
        ProbeCommand probe(command, audit);
        // Within the event loop, which what fails at once has to end.
        QTimer::singleShot(0, &probe, [&probe] { probe.start(); });
        status = QCoreApplication::exec();
        if (probe.isUnderWay()) {
            probe.cancel();  // and removes what it made
            status = QCoreApplication::exec();
        }
        status = probe.outcome(status);
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
