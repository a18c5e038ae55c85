// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/lock_operations.h"

#include "queue/listening.h"
#include "queue/queue_model.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/role_doubt.h>

#include <algorithm>

namespace lockscope {

std::optional<lockcore::Role> selectedRole(const Selection& selection) {
    if (!selection.queue || !selection.contender) return {};
    const ContenderKey wanted = keyOf(*selection.contender);
    for (const lockcore::QueueRow& row : selection.queue->rows)
        if (wanted.matches(*row.contender)) return row.role;
    return {};
}

bool isSelectedRoleOpen(const Selection& selection, const lockcore::ClusterAssessment* assessment) {
    if (!selection.queue || !selection.contender) return false;
    const ContenderKey wanted = keyOf(*selection.contender);
    return std::ranges::any_of(lockcore::rowsInDoubt(*selection.queue, assessment), [&](std::size_t row) {
        return wanted.matches(*selection.queue->rows[row].contender);
    });
}

bool isEmptyDirectory(const Selection& selection) {
    const auto& queue = selection.queue;
    return queue && queue->freshness == lockcore::Freshness::Live && queue->stat &&
           queue->stat->numChildren == 0 && queue->rows.empty() && queue->path != "/";
}

bool LockOperations::isOnProduction() const {
    return m_connection.options().environment == Environment::Production;
}

/// Elsewhere at once.
void LockOperations::onceConfirmed(Question question, const std::function<void()>& act) {
    question.environment = m_connection.options().environment;
    if (isOnProduction())
        m_dialogs.ask(&m_window, question, act);
    else
        act();
}

void LockOperations::acquire(const Selection& selection) {
    m_dialogs.askAcquire(&m_window, selection.lockPath, m_document, m_connection.options().environment,
                         [this](const lockcore::AcquireRequest& request) { m_connection.acquire(request); });
}

const lockcore::OwnHold* LockOperations::ownHold(const Selection& selection) const {
    const lockcore::OwnHold* first = nullptr;
    for (const lockcore::OwnHold& hold : m_document.holds()) {
        const bool isSemaphore = hold.recipe == lockcore::AcquireRecipe::Semaphore;
        if (hold.lockPath != selection.lockPath &&
            !(isSemaphore && lockcore::semaphorePath(hold.lockPath) == selection.lockPath))
            continue;
        if (selection.contender && hold.node == selection.contender->name) return &hold;
        if (!first) first = &hold;
    }
    return first;
}

void LockOperations::release(const Selection& selection) {
    const lockcore::OwnHold* const hold = ownHold(selection);
    if (!hold) return;
    const QString path = displayText(hold->lockPath);
    onceConfirmed({tr("Give back %1?").arg(path),
                   tr("This program gives back the lock, or its place in the queue. A lock that it holds is "
                      "granted to whoever waits next."),
                   tr("Give back"), tr("Keep")},
                  [this, id = hold->id] { m_connection.release(id); });
}

void LockOperations::askToRelease(const Selection& selection) {
    if (!selection.contender) return;
    const auto ask = [this, selection] {
        m_connection.askToRelease(selection.lockPath, selection.contender);
    };
    const auto listening =
        listeningOf(m_document.assessment().get(), selection.lockPath, *selection.contender);
    const bool isDeaf = listening == Listening::No;
    if (!isDeaf && !isOnProduction()) {
        ask();
        return;
    }
    const lockcore::SessionView* const client =
        sessionOf(m_document.assessment().get(), *selection.contender);
    const QString consequence =
        isDeaf ? tr("Its server knows of no watch on its znode: most likely nobody notices the request. The "
                    "znode's data is overwritten all the same.")
               : tr("The request overwrites the data of its znode. The holder decides whether to comply.");
    const QString text =
        tr("Holder: %1.").arg(whoIs(*selection.contender, client)) + QStringLiteral("\n\n") + consequence;
    m_dialogs.ask(&m_window,
                  {isDeaf ? tr("Ask a holder that does not listen?")
                          : tr("Ask the holder of %1 to release it?").arg(displayText(selection.lockPath)),
                   text, tr("Ask to release"), tr("Don't ask"), m_connection.options().environment},
                  ask);
}

void LockOperations::remove(const Selection& selection) {
    if (selection.contender) askRemoval({selection.lockPath, selection.contender});
}

void LockOperations::deleteParent(const Selection& selection) {
    if (isEmptyDirectory(selection)) askRemoval({selection.lockPath, nullptr, selection.queue->stat});
}

void LockOperations::askRemoval(const RemovalRequest& request) {
    m_dialogs.askRemoval(&m_window, m_document, m_connection.options().environment, request,
                         [this, request](const RemovalDecision& decision) { decided(request, decision); });
}

void LockOperations::decided(const RemovalRequest& request, const RemovalDecision& decision) {
    switch (decision.answer) {
        case RemovalAnswer::Keep: return;
        case RemovalAnswer::AskToRelease:
            m_connection.askToRelease(request.lockPath, request.contender, decision.reason);
            return;
        case RemovalAnswer::Remove: break;
    }
    if (request.contender)
        m_connection.removeContender(request.lockPath, request.contender, decision.role, decision.reason);
    else
        m_connection.deleteParent(request.lockPath, *request.directory, decision.reason);
}

}  // namespace lockscope
