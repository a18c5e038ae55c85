// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/cluster_log.h"

#include "bridge/explanation.h"
#include "events/end_text.h"
#include "events/log_events.h"
#include "events/queue_events.h"
#include "events/window_messages.h"
#include "words/display_text.h"

#include <algorithm>
#include <utility>

namespace lockscope {

ClusterLog::ClusterLog(ClusterDocument& document, ClusterConnection& connection, EventLogModel& events,
                       WindowMessages& messages, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_connection(connection),
      m_events(events),
      m_messages(messages) {
    using Document = ClusterDocument;
    connect(&document, &Document::begun, this, &ClusterLog::begin);
    connect(&document, &Document::statusChanged, this, &ClusterLog::logStatus);
    connect(&document, &Document::catalogChanged, this, &ClusterLog::logFile);
    connect(&document, &Document::queueChanged, this, &ClusterLog::logQueue);
    connect(&document, &Document::turnsEnded, this, &ClusterLog::logEnded);
    connect(&document, &Document::holdsChanged, this, &ClusterLog::logHolds);
    connect(&document, &Document::observedChanged, this, &ClusterLog::forgetUnobserved);
    connect(&document, &Document::findingsTold, this,
            [this](const lockcore::FindingEvents& findings) { m_events.add(findingEvents(findings)); });
    connect(&document, &Document::assessmentChanged, this, &ClusterLog::logCheck);
    connect(&document, &Document::blockedChanged, this, &ClusterLog::logQuorum);
    connect(&connection, &ClusterConnection::actionFinished, this, &ClusterLog::logAction);
    connect(&connection, &ClusterConnection::turnedReadOnly, this, &ClusterLog::logReadOnlyTurn);
    connect(&connection, &ClusterConnection::auditFailed, this,
            [this](const ActionReport& report, const lockcore::Error& why) {
                m_messages.tell(Severity::Fault, explainNotRecorded(report, why).joined());
            });
}

void ClusterLog::begin() {
    m_status = {};
    m_servers = {};
    m_servesNobody = false;
    m_logged.clear();
    m_events.closeTurns();
}

void ClusterLog::logStatus() {
    const ClusterStatus before = std::exchange(m_status, m_connection.status());
    if (const auto event = connectionEvent(before, m_status, m_connection.options())) m_events.add({*event});
}

void ClusterLog::logFile() {
    const auto& file = m_document.opened().snapshot;
    if (!file) return;
    std::vector<LogEvent> left;
    for (const lockcore::PastContender& past : file->left) {
        const auto lock = m_document.queue(past.lockPath);
        const auto kind = lock ? lock->kind : lockcore::DirectoryKind::Unknown;
        left.push_back(departureEvent(past.lockPath, kind, past.turn));
        left.back().turn.reset();  // nobody will tell more
    }
    m_events.add(std::move(left));
}

void ClusterLog::logCheck() {
    m_events.tellAddresses([this](lockcore::SessionId session) { return addressOf(session); });
    if (!m_document.isLive()) return;
    std::vector<LogEvent> events = m_servers.take(m_document.assessment()->sample->servers);
    if (!events.empty()) m_events.add(std::move(events));
}

/// That servers serve again shows by the connection, which may be to one that was not asked.
void ClusterLog::logQuorum() {
    if (std::exchange(m_servesNobody, m_document.servesNobody()) || !m_servesNobody) return;
    LogEvent event{m_document.clock()(), Severity::Fault, EventKind::Server, {}, {}};
    event.text = m_document.blocked();
    m_events.add({std::move(event)});
}

void ClusterLog::forgetUnobserved() {
    std::erase_if(m_logged,
                  [this](const auto& entry) { return !m_document.observed().contains(entry.first); });
}

/// Names are shown before they are read; the log waits until it is known whose they are. Nothing happens in a
/// file any more.
void ClusterLog::logQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (!m_document.isLive()) return;
    if (queue->freshness == lockcore::Freshness::Live && !isComplete(*queue)) return;
    auto& logged = m_logged[queue->path];
    std::vector<LogEvent> events =
        queueEvents(logged.get(), *queue, &m_document.history(), m_document.clock()());
    logged = queue;
    for (LogEvent& event : events)
        if (event.address.empty()) event.address = addressOf(event.session);
    if (!events.empty()) m_events.add(std::move(events));
}

std::string ClusterLog::addressOf(lockcore::SessionId session) const {
    const auto& assessment = m_document.assessment();
    if (!assessment || session == lockcore::SessionId::None) return {};
    const auto& sessions = assessment->sessions;
    const auto found = std::ranges::lower_bound(sessions, session, {}, &lockcore::SessionView::session);
    return found != sessions.end() && found->session == session ? found->address : std::string();
}

/// What has become known of contenders that left before.
void ClusterLog::logEnded(const std::vector<lockcore::LockHistory::Ended>& ended) {
    for (const auto& [path, id] : ended) {
        const lockcore::Turn* const turn = m_document.history().turn(path, id);
        if (!turn) continue;
        LogEvent event = departureEvent(path, m_document.history().of(path)->kind, *turn);
        if (event.severity == Severity::Fault)
            m_messages.tell(event.severity, tr("%1: %2").arg(displayText(path), event.text));
        m_events.complete(id, std::move(event));
    }
}

void ClusterLog::logHolds(const std::vector<lockcore::OwnHold>& before) {
    std::vector<LogEvent> events = holdEvents(before, m_document.holds());
    const auto alarming = std::find_if(events.begin(), events.end(), [](const LogEvent& event) {
        return event.severity != Severity::Information;
    });
    // Suspended is told by the connection's own message.
    if (alarming != events.end() && lockcore::isConnected(m_document.status().connection.state))
        m_messages.tell(alarming->severity, tr("%1: %2").arg(displayText(alarming->lockPath), alarming->text),
                        ActionId::Release);
    if (!events.empty()) m_events.add(std::move(events));
}

void ClusterLog::logAction(const ActionReport& report) {
    m_events.add({actionEvent(report)});
    if (report.outcome == ActionOutcome::Done)
        m_messages.tell(Severity::Information, doneText(report));
    else if (!report.error || report.error->code != lockcore::ErrorCode::Cancelled)
        m_messages.tell(Severity::Warning, explainAction(report).joined());
}

/// A switch that was turned while nothing of ours was there says all by itself.
void ClusterLog::logReadOnlyTurn(const ReadOnlyTurn& turn) {
    const QString text = readOnlyText(turn);
    if (text.isEmpty()) return;
    const Severity severity = turn.isForIdleness ? Severity::Warning : Severity::Information;
    m_messages.tell(severity, text, turn.held > 0 ? std::optional(ActionId::Release) : std::nullopt);
    m_events.add({readOnlyEvent(severity, text)});
}

}  // namespace lockscope
