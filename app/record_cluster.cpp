// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_cluster.h"

#include "finding_command.h"
#include "metrics/cluster_metrics.h"
#include "patience.h"
#include "recording/recording_text.h"
#include "words/display_text.h"
#include "words/report_moment.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <utility>

namespace lockscope {
namespace {

/// As the user calls it.
QString recordedName(const CommandLine& command) {
    return command.profile.isEmpty() ? command.connection->connectString : command.profile;
}

std::shared_ptr<ClusterMetrics> metricsFor(const CommandLine& command) {
    if (!command.metrics) return nullptr;
    return std::make_shared<ClusterMetrics>(recordedName(command).toStdString());
}

}  // namespace

RecordCluster::RecordCluster(const CommandLine& command, AuditLog& audit, Tell tell)
    : HeadlessCluster(command, audit, tr("The cluster was not recorded.")),
      m_command(command),
      m_tell(std::move(tell)),
      m_metrics(metricsFor(command)),
      m_locks(command.recordedLocks) {
    connect(&connection(), &ClusterConnection::statusChanged, this, &RecordCluster::follow);
    connect(&connection(), &ClusterConnection::catalogChanged, this, &RecordCluster::observe);
    connect(&m_nextSession, &QTimer::timeout, &connection(), &ClusterConnection::reconnectIfOver);
    m_nextSession.setSingleShot(true);
    if (command.onFinding.isEmpty()) return;
    m_findings = std::make_unique<FindingCommand>(command.onFinding, recordedName(command), m_tell);
    connect(&connection(), &ClusterConnection::statusChanged, m_findings.get(), &FindingCommand::follow);
    connect(&connection(), &ClusterConnection::assessmentChanged, m_findings.get(), &FindingCommand::take);
    connect(m_findings.get(), &FindingCommand::becameIdle, this, &RecordCluster::becameIdle);
}

RecordCluster::~RecordCluster() = default;

void RecordCluster::start() {
    if (startRecorder()) HeadlessCluster::start();
}

bool RecordCluster::startRecorder() {
    auto target = RecordTarget::start(m_command);
    if (!target) {
        const lockcore::Error& why = target.error();
        fail(why.code == lockcore::ErrorCode::Busy
                 ? Explanation{failure(), tr("Somebody else is using %1.").arg(displayText(why.path))}
                 : explainError(failure(), why));
        return false;
    }
    m_target = std::move(*target);
    connection().addSink([target = m_target](const lockcore::Fact& fact) { target->put(fact); });
    if (m_metrics)
        connection().addSink([metrics = m_metrics](const lockcore::Fact& fact) { metrics->put(fact); });
    return true;
}

int RecordCluster::end() {
    if (hasFailed()) return failedStatus();
    if (!m_target) return kExitDone;  // it was told to end before it had begun
    if (!m_hasConnected) {
        m_tell(failure());
        return failedStatus();
    }
    const lockcore::RecorderState state = m_target->end();
    if (failsToWrite(state)) return failedStatus();
    printLine(tr("Recorded until %1: %2, %3.")
                  .arg(reportMoment(state.writtenUntilUnixMs), displayText(m_target->file().toStdString()),
                       sizeText(static_cast<std::int64_t>(state.bytes))));
    return kExitDone;
}

void RecordCluster::step() {
    if (m_metrics) m_metrics->step(systemNowUnixMs());
    if (hasFailed() || !m_target) return;
    m_target->step();
    const lockcore::RecorderState state = m_target->state();
    if (m_metrics) m_metrics->take(state, m_target->isRecording());
    if (m_target->triesAgain())
        followWriting(state);
    else
        (void)failsToWrite(state);
}

std::shared_ptr<const ClusterMetrics> RecordCluster::metrics() const {
    return m_metrics;
}

bool RecordCluster::isIdle() const {
    return !m_findings || m_findings->isIdle();
}

std::uint64_t RecordCluster::bytes() const {
    return m_target ? m_target->state().bytes : 0;
}

void RecordCluster::leave(int) {
    m_nextSession.stop();
    if (m_metrics) m_metrics->endRecording();
    // The others go on; this one asks nothing of its servers any more. Not within what it has just told.
    QTimer::singleShot(0, this, [this] { connection().close(); });
    Q_EMIT ended();
}

void RecordCluster::follow(const ClusterStatus& status) {
    const bool isThere = lockcore::isConnected(status.connection.state);
    const bool hadConnected = std::exchange(m_hasConnected, m_hasConnected || isThere);
    if (lockcore::isOver(status.connection.state) && !m_nextSession.isActive()) m_nextSession.start(kRetry);
    if (status.problem)
        tell(*status.problem, isThere);
    else if (isThere && std::exchange(m_isOut, false))
        m_tell(hadConnected ? tr("Connected again; the recording goes on.")
                            : tr("Connected; it is recorded from now on."));
}

/// Once for each outage, whatever else fails meanwhile; but what no waiting mends as well.
void RecordCluster::tell(const lockcore::ConnectionProblem& problem, bool isThere) {
    const bool isOther = m_lastTold != problem.kind;
    const bool isNewOutage = !isThere && !m_isOut;
    m_isOut = !isThere;
    const Explanation explanation = explainProblem(problem, options(), Audience::CommandLine);
    if (!m_hasConnected && isFinal(problem.kind)) {
        fail(explanation);
    } else if (isNewOutage || (isOther && (isThere || isFinal(problem.kind)))) {
        m_lastTold = problem.kind;
        m_tell(explanation.joined());
    }
}

void RecordCluster::observe(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
    m_locks.take(*catalog, systemNowUnixMs());
    connection().setObserved(m_locks.paths());
    if (m_locks.isTooMany() && !std::exchange(m_isTooMany, true))
        m_tell(tr("There are %1 locks: %2 of them are recorded.")
                   .arg(m_locks.named())
                   .arg(lockcore::RecordedLocks::kMost));
}

/// Once, until it is otherwise.
void RecordCluster::followWriting(const lockcore::RecorderState& state) {
    const std::optional<lockcore::Error>& problem = state.problem;
    const bool wasInterrupted = std::exchange(m_isInterrupted, problem && !m_target->isRecording());
    const bool wasProblem = std::exchange(m_isProblemTold, problem.has_value());
    if (wasInterrupted == m_isInterrupted && wasProblem == m_isProblemTold) return;
    const QString file = displayText(m_target->file().toStdString());
    if (!problem)
        m_tell((state.isNewFile ? tr("The recording goes on in %1, a new file.", "file")
                                : tr("The recording goes on in %1.", "file"))
                   .arg(file));
    else if (state.isFileGone && m_isInterrupted)
        tellFileGone(tr("Nothing is recorded for now, which is tried again each half minute."));
    else if (m_isInterrupted)
        m_tell(
            explainError(tr("Nothing is recorded for now, which is tried again each half minute."), *problem)
                .joined());
    else
        m_tell(explainError(tr("A file can't be written; the recording goes on in %1.").arg(file), *problem)
                   .joined());
}

void RecordCluster::tellFileGone(const QString& what) {
    m_tell(Explanation{what, fileGoneText(m_target->file())}.joined());
}

/// Tells of that, and ends.
bool RecordCluster::failsToWrite(const lockcore::RecorderState& state) {
    if (!state.problem) return false;
    fail(state.isFileGone
             ? Explanation{tr("The recording has ended."), fileGoneText(m_target->file())}
             : explainError(tr("The recording has ended; what was written until then can be read."),
                            *state.problem));
    return true;
}

}  // namespace lockscope
