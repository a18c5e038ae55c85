// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/connection_notes.h"

#include "bridge/explanation.h"
#include "events/window_messages.h"
#include "findings/checked_scope.h"
#include "locks/lock_list_view.h"

namespace lockscope {
namespace {

Severity severityOf(lockcore::ProblemKind kind) {
    switch (kind) {
        case lockcore::ProblemKind::ServerLost:
        case lockcore::ProblemKind::RootNotReadable: return Severity::Warning;
        default: return Severity::Fault;
    }
}

/// All else stands between us and every lock.
bool isInTheWay(const lockcore::ConnectionProblem& problem) {
    return problem.kind != lockcore::ProblemKind::RootNotReadable;
}

/// What helps.
std::optional<ActionId> remedyFor(lockcore::ProblemKind kind) {
    switch (kind) {
        case lockcore::ProblemKind::SessionExpired: return ActionId::Reconnect;
        case lockcore::ProblemKind::RootNotReadable: return ActionId::PinPath;
        case lockcore::ProblemKind::ServerLost: return {};
        default: return ActionId::Connect;
    }
}

}  // namespace

ConnectionNotes::ConnectionNotes(ClusterDocument& document, const ClusterConnection& connection,
                                 WindowMessages& messages, QObject* parent)
    : QObject(parent), m_document(document), m_connection(connection), m_messages(messages), m_inquiry(this) {
    connect(&document, &ClusterDocument::begun, this, &ConnectionNotes::begin);
    connect(&document, &ClusterDocument::statusChanged, this, &ConnectionNotes::showStatus);
    for (const auto signal : {&ClusterDocument::catalogChanged, &ClusterDocument::locksExpectedChanged})
        connect(&document, signal, this, &ConnectionNotes::noteList);
    connect(&m_inquiry, &ServerInquiry::answersChanged, this, [this] {
        showProblem();
        noteList();
    });
}

void ConnectionNotes::begin() {
    m_inquiry.follow({}, m_document.isLive() ? m_connection.options() : ConnectionOptions());
    m_messages.setCondition(Severity::Information, {});
    noteList();
}

void ConnectionNotes::showStatus() {
    m_inquiry.follow(m_document.status().problem, m_connection.options());
    showProblem();
    noteList();
}

Explanation ConnectionNotes::explanationOf(const lockcore::ConnectionProblem& problem) const {
    const ConnectionOptions& options = m_connection.options();
    const auto& answers = m_inquiry.answers();
    Explanation text = answers && mayLackQuorum(problem)
                           ? explainNoAnswer(problem, options, *answers, Audience::Window)
                           : explainProblem(problem, options);
    if (problem.kind == lockcore::ProblemKind::ServerLost && m_document.holds().empty())
        text.advice = m_document.catalog() && !m_document.expectsLocks()
                          ? tr("What is shown is as of the last read. Lockscope keeps trying.")
                          : tr("No locks have been read yet. Lockscope keeps trying.");
    return text;
}

/// Why nothing can be read now; empty where it can, or nothing was read before.
QString ConnectionNotes::blockedBy() const {
    const lockcore::FeedStatus& status = m_document.status();
    if (status.problem && isInTheWay(*status.problem)) return explanationOf(*status.problem).title;
    const bool isConnected = lockcore::isConnected(status.connection.state);
    return isConnected || !m_document.assessment()
               ? QString()
               : tr("Connecting to %1.").arg(m_connection.options().connectString);
}

bool ConnectionNotes::servesNobody() const {
    const auto& problem = m_document.status().problem;
    const auto& answers = m_inquiry.answers();
    return problem && mayLackQuorum(*problem) && answers && answers->serveNobody();
}

void ConnectionNotes::showProblem() {
    m_document.setBlocked(blockedBy(), servesNobody());
    const auto& problem = m_document.status().problem;
    if (!problem) {
        m_messages.setCondition(Severity::Information, {});
        return;
    }
    m_messages.setCondition(severityOf(problem->kind), explanationOf(*problem).joined(),
                            remedyFor(problem->kind));
}

EmptyContent ConnectionNotes::emptyList() const {
    if (m_document.opened().snapshot)
        return {IconName::Info, tr("The snapshot has no locks"), m_document.cluster()};
    if (m_document.unrecorded()) return unrecordedMomentContent(*m_document.unrecorded());
    if (m_document.isRecorded())
        return {
            IconName::Info, tr("No lock was recorded at this moment"),
            tr("Below the time bar is shown when something was recorded. Another moment may have locks.")};
    if (!m_document.isLive())
        return {
            IconName::Info, tr("No cluster or file is open"),
            tr("Connect to a cluster, open a file or begin a run of the lab: its locks are listed here.")};
    const ConnectionOptions& options = m_connection.options();
    const auto& catalog = m_document.catalog();
    const auto& problem = m_document.status().problem;
    if (problem) {
        // More of it, and what to do, is in the window's message.
        return {IconName::Fault, explanationOf(*problem).title, {}};
    }
    if (!catalog || m_document.expectsLocks()) {
        const bool isConnected = lockcore::isConnected(m_document.status().connection.state);
        return {IconName::Session, tr("Looking for locks…"),
                (isConnected ? tr("Connected to %1, where none was found so far.") : tr("Connecting to %1."))
                    .arg(options.connectString)};
    }
    const Explanation text = explainNoLocks(*catalog, options);
    return {IconName::Info, text.title, text.reason + QStringLiteral("\n\n") + text.advice,
            catalog->refusedBytes.value_or(0) > 0 ? tr("Ask for the long list…") : tr("Pin a path…")};
}

void ConnectionNotes::noteList() {
    ListNote note{emptyList()};
    if (m_document.isLive() && m_document.catalog()) {
        const Explanation partial = explainPartialSearch(*m_document.catalog());
        note.partial = Explanation{partial.title, {}, partial.advice}.joined();
        note.partialReason = partial.reason;
    }
    m_document.setListNote(std::move(note));
}

}  // namespace lockscope
