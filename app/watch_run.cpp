// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "watch_run.h"

#include "patience.h"
#include "report_facts.h"
#include "report_output.h"

#include "words/wall_clock.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

struct WatchRunText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::WatchText)
};

/// A huge cluster may give a sample only every 20 seconds.
constexpr std::chrono::seconds kLongSilence{45};
/// From this interval on the cluster is left alone between two reports.
constexpr std::chrono::seconds kWorthResting{10};

/// The connection went while the lock was read.
bool isCutOff(const std::shared_ptr<const lockcore::LockQueue>& lock) {
    if (!lock->problem) return false;
    switch (lock->problem->code) {
        case lockcore::ErrorCode::ConnectionLoss:
        case lockcore::ErrorCode::OperationTimeout:
        case lockcore::ErrorCode::SessionExpired:
        case lockcore::ErrorCode::Closing: return true;
        default: return false;
    }
}

}  // namespace

WatchRun::WatchRun(const CommandLine& command, AuditLog& audit)
    : HeadlessCluster(command, audit, WatchRunText::tr("The cluster was not read.")),
      m_command(command),
      m_inquiry(this) {
    connect(&connection(), &ClusterConnection::statusChanged, this, &WatchRun::follow);
    connect(&connection(), &ClusterConnection::assessmentChanged, this, &WatchRun::take);
    connect(&m_inquiry, &ServerInquiry::answersChanged, this, [this] {
        if (m_problem && m_inquiry.answers()) explainProblem();
    });
    for (QTimer* timer : {&m_pace, &m_silence, &m_retry})
        timer->setSingleShot(true);
    connect(&m_pace, &QTimer::timeout, this, [this] {
        setResting(false);
        if (std::exchange(m_waiting, false)) showAtItsTime();
    });
    connect(&m_silence, &QTimer::timeout, this, [this] {
        trouble({WatchRunText::tr("The cluster gives no new answers."),
                 {},
                 WatchRunText::tr("Lockscope keeps asking.")});
    });
    connect(&m_retry, &QTimer::timeout, &connection(), &ClusterConnection::reconnectIfOver);
}

void WatchRun::start() {
    m_output = makeWatchOutput(m_command);
    show();
    m_silence.start(kLongSilence);
    HeadlessCluster::start();
}

int WatchRun::status() const {
    // That all who answer serve nobody is no doubt, but what is wrong.
    if (m_command.verb == CommandLine::Verb::Check && servesNobody()) return kExitFound;
    if (hasFailed() || !m_view.assessment) return failedStatus();
    return reportStatus(m_command, *m_view.assessment, m_view.trouble ? ReportAge::Old : ReportAge::New);
}

void WatchRun::follow(const ClusterStatus& status) {
    const bool connected = lockcore::isConnected(status.connection.state);
    if (connected && !m_connected) m_connectedSinceUnixMs = systemNowUnixMs();
    m_connected = connected;
    const bool isStopped = status.problem && status.problem->kind != lockcore::ProblemKind::RootNotReadable;
    m_problem = isStopped ? status.problem : std::nullopt;
    m_inquiry.follow(m_problem, options());
    if (lockcore::isOver(status.connection.state) && !m_retry.isActive()) m_retry.start(kRetry);
    if (m_problem) explainProblem();
}

bool WatchRun::servesNobody() const {
    return m_problem && mayLackQuorum(*m_problem) && m_inquiry.answers() &&
           m_inquiry.answers()->serveNobody();
}

/// Learned after the connection is lost, when it is tried to come back.
std::optional<lockcore::ErrorCode> WatchRun::lasting() const {
    using lockcore::ErrorCode;
    if (!m_problem) return std::nullopt;
    switch (const ErrorCode code = m_problem->error.code) {
        case ErrorCode::RouteFailed:
        case ErrorCode::MissingProgram:
        case ErrorCode::TlsFailed:
        case ErrorCode::SaslFailed:
        case ErrorCode::AuthFailed:
        case ErrorCode::SignInRequired:
        case ErrorCode::NotZooKeeper: return code;
        default: return std::nullopt;
    }
}

void WatchRun::explainProblem() {
    const Explanation explanation =
        servesNobody() ? explainNoAnswer(*m_problem, options(), *m_inquiry.answers(), Audience::CommandLine)
                       : lockscope::explainProblem(*m_problem, options(), Audience::CommandLine);
    if (m_view.assessment || !isFinal(m_problem->kind))
        trouble(explanation);
    else
        fail(explanation);
}

void WatchRun::take(const Assessment& assessment) {
    if (hasFailed() || m_resting) return;
    // Where one may list them soon, as after an election, the next catalog does. What was known of locks is
    // kept; that nothing can be is a report of its own.
    const auto& catalog = assessment->sample->catalog;
    const bool hasLocks = m_view.assessment && !isNothingListed(*m_view.assessment);
    if (isNothingListed(*assessment) && (hasLocks || catalog->notListed)) {
        trouble(explainNoLocks(*catalog, options(), Audience::CommandLine));
        return;
    }
    if (!isCurrent(*assessment->sample)) return;
    m_silence.start(kLongSilence);
    m_view.assessment = assessment;
    m_view.trouble.reset();
    if (m_pace.isActive())
        m_waiting = true;
    else
        showAtItsTime();
}

/// What was read before the connection broke, or while it did, may arrive late.
bool WatchRun::isCurrent(const lockcore::ClusterSample& sample) const {
    return m_connected && !m_problem && sample.takenAtUnixMs >= m_connectedSinceUnixMs &&
           std::ranges::none_of(sample.locks, isCutOff);
}

/// Is told at once, and once.
void WatchRun::trouble(const Explanation& explanation) {
    setResting(false);
    m_waiting = false;
    auto& known = m_view.trouble;
    if (known && known->explanation.joined() == explanation.joined()) return;
    const std::int64_t lastRead =
        m_view.assessment ? m_view.assessment->sample->takenAtUnixMs : systemNowUnixMs();
    known = WatchTrouble{explanation, known ? known->sinceUnixMs : lastRead, servesNobody(), lasting()};
    show();
}

void WatchRun::showAtItsTime() {
    m_pace.start(*m_command.watch);
    show();
    if (*m_command.watch >= kWorthResting) setResting(true);
}

void WatchRun::show() {
    switch (m_output->show(m_view)) {
        case Written::Done: break;
        case Written::ReaderGone: QCoreApplication::exit(); break;
        case Written::Failed:
            fail(explainError(failure(), {lockcore::ErrorCode::Io, "write to standard output"}));
            break;
    }
}

void WatchRun::setResting(bool resting) {
    if (std::exchange(m_resting, resting) == resting) return;
    connection().setShown(!resting);
    if (resting)
        m_silence.stop();
    else
        m_silence.start(kLongSilence);
}

}  // namespace lockscope
