// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_run.h"

#include "metrics/cluster_metrics.h"
#include "metrics/metrics_server.h"
#include "metrics/process_metrics.h"
#include "process.h"
#include "record_cluster.h"
#include "terminal.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

struct RecordText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordText)
};

constexpr std::chrono::seconds kStepEach{1};
constexpr std::chrono::seconds kCommandPatience{5};
/// A timer of Qt can't be set for more than 24 days.
constexpr std::chrono::milliseconds kLongestTimer = std::chrono::hours(24);

/// Records clusters until all of them have ended. Lives on the main thread.
class RecordRun {
public:
    RecordRun(const std::vector<CommandLine>& commands, AuditLog& audit) {
        for (const CommandLine& command : commands) {
            const QString name = commands.size() > 1 ? displayText(command.profile.toStdString()) : QString();
            const auto cluster = std::make_shared<RecordCluster>(
                command, audit, [this, name](const QString& text) { tell(name, text); });
            QObject::connect(cluster.get(), &RecordCluster::ended, &m_steps, [this] { endIfAllHave(); });
            m_clusters.push_back(cluster);
        }
        QObject::connect(&m_steps, &QTimer::timeout, &m_steps, [this] { step(); });
    }

    /// Before start(); false where that can't be done, which is told.
    bool serveMetrics(const MetricsAddress& address) {
        MetricsServer::Sources sources{std::make_shared<ProcessMetrics>()};
        for (const auto& cluster : m_clusters)
            sources.push_back(cluster->metrics());
        auto server = MetricsServer::start(address, std::move(sources));
        if (server)
            m_metrics = std::move(*server);
        else
            printProblem(server.error().joined());
        return server.has_value();
    }

    void start(const std::optional<std::chrono::milliseconds>& recordFor) {
        if (recordFor) endAfter(*recordFor);
        m_steps.start(kStepEach);
        for (const auto& cluster : m_clusters)
            cluster->start();
    }

    /// The exit status: to be told to end is no failure.
    int end() {
        m_line.clear();
        int status = kExitDone;
        for (const auto& cluster : m_clusters)
            status = std::max(status, cluster->end());
        return status;
    }

    /// Who is being told of a finding has a few seconds to hear it.
    void awaitCommands() {
        const auto areIdle = [this] {
            return std::ranges::all_of(m_clusters, [](const auto& cluster) { return cluster->isIdle(); });
        };
        if (areIdle()) return;
        m_steps.stop();
        for (const auto& cluster : m_clusters)
            QObject::connect(cluster.get(), &RecordCluster::becameIdle, &m_steps, [areIdle] {
                if (areIdle()) QCoreApplication::exit();
            });
        QTimer::singleShot(kCommandPatience, &m_steps, [] { QCoreApplication::exit(); });
        QCoreApplication::exec();
    }

private:
    void endAfter(std::chrono::milliseconds left) {
        const auto next = std::min(left, kLongestTimer);
        QTimer::singleShot(next, &m_steps, [this, left, next] {
            if (left == next)
                QCoreApplication::exit();
            else
                endAfter(left - next);
        });
    }

    void endIfAllHave() const {
        if (std::ranges::all_of(m_clusters, [](const auto& cluster) { return cluster->hasEnded(); }))
            QCoreApplication::exit();
    }

    void tell(const QString& name, const QString& text) {
        m_line.clear();
        printProblem(name.isEmpty() ? text : QStringLiteral("%1: %2").arg(name, text));
    }

    void step() {
        std::size_t locks = 0;
        std::uint64_t bytes = 0;
        for (const auto& cluster : m_clusters) {
            cluster->step();
            locks += cluster->lockCount();
            bytes += cluster->bytes();
        }
        m_line.show(RecordText::tr("Recording %1 locks, %2. Ctrl+C ends it.")
                        .arg(QLocale().toString(static_cast<qulonglong>(locks)),
                             sizeText(static_cast<std::int64_t>(bytes))));
    }

    QTimer m_steps;
    ProgressLine m_line;
    std::unique_ptr<MetricsServer> m_metrics;
    std::vector<std::shared_ptr<RecordCluster>> m_clusters;
};

}  // namespace

int runRecord(int& argc, char** argv, const std::vector<CommandLine>& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.front().language);
    surviveBrokenPipe();
    const TerminationSignals termination;
    std::vector<CommandLine> commands = asked;
    // These watches are what it is for.
    for (CommandLine& command : commands)
        command.connection->thresholds.ownWatches = lockcore::RecordedLocks::kMost;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        RecordRun run(commands, audit);
        const auto& metrics = commands.front().metrics;
        if (metrics && !run.serveMetrics(*metrics)) return kExitFailed;
        // Within the event loop, which what fails at once has to end.
        QTimer::singleShot(0, [&run, &commands] { run.start(commands.front().recordFor); });
        QCoreApplication::exec();
        status = run.end();
        run.awaitCommands();
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
