// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/log_events.h"

#include "bridge/cluster_connection.h"
#include "bridge/explanation.h"
#include "findings/finding_text.h"
#include "queue/acquire_outlook.h"
#include "words/display_text.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

struct LogEvents {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LogEvents)
};

LogEvent eventNow(Severity severity, EventKind kind, const std::string& lockPath, const QString& text) {
    return {systemNowUnixMs(), severity, kind, lockPath, text};
}

const lockcore::OwnHold* findHold(const std::vector<lockcore::OwnHold>& holds, std::uint64_t id) {
    const auto found = std::find_if(holds.begin(), holds.end(),
                                    [&](const lockcore::OwnHold& hold) { return hold.id == id; });
    return found == holds.end() ? nullptr : &*found;
}

LogEvent stateEvent(const lockcore::OwnHold& hold) {
    const auto event = [&](Severity severity, const QString& text) {
        return eventNow(severity, EventKind::Action, hold.lockPath, text);
    };
    switch (hold.state) {
        case lockcore::OwnHoldState::Queued:
            return event(Severity::Information,
                         LogEvents::tr("This program queued up (%1).").arg(recipeWord(hold.recipe)));
        case lockcore::OwnHoldState::Held:
            return event(Severity::Information,
                         LogEvents::tr("This program holds the lock, fencing token %1.")
                             .arg(displayText(lockcore::toHex(hold.fencingToken))));
        case lockcore::OwnHoldState::Suspended:
            return event(Severity::Warning,
                         LogEvents::tr("This program's hold is in doubt: the connection is down."));
        case lockcore::OwnHoldState::Lost: break;
    }
    return event(Severity::Fault, LogEvents::tr("This program has lost the lock: its znode is gone."));
}

QString sessionText(const lockcore::ConnectionStatus& status) {
    return LogEvents::tr("%1: %2, session %3, timeout %4.")
        .arg(connectionWord(status.state), displayText(status.server),
             displayText(lockcore::toHex(status.session)), durationText(status.timeout));
}

}  // namespace

std::optional<LogEvent> connectionEvent(const ClusterStatus& before, const ClusterStatus& now,
                                        const ConnectionOptions& options) {
    const bool sameState = before.connection.state == now.connection.state;
    const bool sameProblem = before.problem.has_value() == now.problem.has_value() &&
                             (!now.problem || before.problem->kind == now.problem->kind);
    if (sameState && sameProblem) return {};
    if (now.problem) {
        const bool isFault = now.problem->kind != lockcore::ProblemKind::ServerLost;
        return eventNow(isFault ? Severity::Fault : Severity::Warning, EventKind::Connection, {},
                        explainProblem(*now.problem, options).joined());
    }
    if (lockcore::isConnected(now.connection.state))
        return eventNow(Severity::Information, EventKind::Connection, {}, sessionText(now.connection));
    return eventNow(Severity::Information, EventKind::Connection, {}, connectionWord(now.connection.state));
}

std::vector<LogEvent> holdEvents(const std::vector<lockcore::OwnHold>& before,
                                 const std::vector<lockcore::OwnHold>& now) {
    std::vector<LogEvent> events;
    for (const lockcore::OwnHold& old : before)
        if (!findHold(now, old.id) && old.state != lockcore::OwnHoldState::Lost &&
            old.state != lockcore::OwnHoldState::Queued)
            events.push_back(eventNow(Severity::Information, EventKind::Action, old.lockPath,
                                      LogEvents::tr("This program has given the lock back.")));
    for (const lockcore::OwnHold& hold : now) {
        const lockcore::OwnHold* const old = findHold(before, hold.id);
        if (!old || old->state != hold.state) events.push_back(stateEvent(hold));
        if (hold.revokeRequested && !(old && old->revokeRequested))
            events.push_back(eventNow(Severity::Warning, EventKind::Action, hold.lockPath,
                                      LogEvents::tr("Somebody asks this program to release the lock.")));
    }
    return events;
}

std::vector<LogEvent> findingEvents(const lockcore::FindingEvents& events) {
    std::vector<LogEvent> log;
    for (const lockcore::FindingEvent& event : events) {
        const lockcore::Finding& finding = event.finding;
        const bool isOver = finding.stage == lockcore::FindingStage::Over;
        LogEvent line{event.atUnixMs, Severity::Information, EventKind::Finding, finding.lock, {}};
        if (finding.sessions.size() == 1) line.session = finding.sessions.front();
        if (finding.sessions.size() == 1 && finding.addresses.size() == 1)
            line.address = finding.addresses.front();
        if (!isOver) {
            line.severity = finding.severity == Severity::Fault ? Severity::Fault : Severity::Warning;
            line.text = LogEvents::tr("%1. %2", "what is wrong, why")
                            .arg(findingTitle(finding), findingEvidence(finding));
        } else {
            line.text = LogEvents::tr("Over after %2: %1. %3", "what was wrong, duration, how it ended")
                            .arg(findingTitle(finding), ageText(finding.sinceUnixMs, event.atUnixMs),
                                 endText(event.end));
        }
        log.push_back(std::move(line));
    }
    return log;
}

LogEvent actionEvent(const ActionReport& report) {
    const bool done = report.outcome == ActionOutcome::Done;
    return eventNow(done ? Severity::Information : Severity::Warning, EventKind::Action, report.lockPath,
                    done ? doneText(report) : explainAction(report).joined());
}

QString readOnlyText(const ReadOnlyTurn& turn) {
    const bool isSilent = turn.contenders + turn.withdrawn + turn.held == 0;
    if (isSilent && !turn.isForIdleness) return {};
    QStringList sentences;
    sentences << (turn.isForIdleness
                      ? LogEvents::tr("The connection to this production cluster is read-only again, as "
                                      "nothing was done for %1.")
                            .arg(durationText(ClusterConnection::kIdleLimit))
                      : LogEvents::tr("The connection is read-only again."));
    if (turn.contenders > 0)
        sentences << LogEvents::tr("%n contender(s) were stopped.", nullptr,
                                   static_cast<int>(turn.contenders));
    if (turn.withdrawn > 0)
        sentences << LogEvents::tr("%n waiting acquire(s) were withdrawn.", nullptr,
                                   static_cast<int>(turn.withdrawn));
    if (turn.held > 0)
        sentences << LogEvents::tr("%n own lock(s) stay held until you release them.", nullptr,
                                   static_cast<int>(turn.held));
    return sentences.join(QLatin1Char(' '));
}

LogEvent readOnlyEvent(Severity severity, const QString& text) {
    return eventNow(severity, EventKind::Action, {}, text);
}

LogEvent labEvent(Severity severity, const QString& text) {
    return eventNow(severity, EventKind::Lab, {}, text);
}

}  // namespace lockscope
