// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lock_operations.h"

#include "models/listening.h"
#include "models/queue_model.h"

namespace lockscope {

std::optional<lockcore::Role> selectedRole(const Selection& selection) {
    if (!selection.queue || !selection.contender) return {};
    const ContenderKey wanted = keyOf(*selection.contender);
    for (const lockcore::QueueRow& row : selection.queue->rows)
        if (wanted.matches(*row.contender)) return row.role;
    return {};
}

bool isEmptyDirectory(const Selection& selection) {
    const auto& queue = selection.queue;
    return queue && queue->freshness == lockcore::Freshness::Live && queue->stat &&
           queue->stat->numChildren == 0 && queue->rows.empty() && queue->path != "/";
}

void LockOperations::acquire(const Selection& selection) {
    m_dialogs.askAcquire(&m_window, selection.lockPath, m_connection,
                         [this](const AcquireRequest& request) { m_connection.acquire(request); });
}

const OwnHold* LockOperations::ownHold(const Selection& selection) const {
    const OwnHold* first = nullptr;
    for (const OwnHold& hold : m_connection.holds()) {
        const bool isSemaphore = hold.recipe == AcquireRecipe::Semaphore;
        if (hold.lockPath != selection.lockPath &&
            !(isSemaphore && semaphorePath(hold.lockPath) == selection.lockPath))
            continue;
        if (selection.contender && hold.node == selection.contender->name) return &hold;
        if (!first) first = &hold;
    }
    return first;
}

void LockOperations::release(const Selection& selection) {
    if (const OwnHold* const hold = ownHold(selection)) m_connection.release(hold->id);
}

void LockOperations::askToRelease(const Selection& selection) {
    if (!selection.contender) return;
    const auto ask = [this, selection] {
        m_connection.askToRelease(selection.lockPath, selection.contender);
    };
    const auto listening =
        listeningOf(m_connection.assessment().get(), selection.lockPath, *selection.contender);
    if (listening != Listening::No) {
        ask();
        return;
    }
    m_dialogs.ask(
        &m_window,
        {tr("Ask a holder that does not listen?"),
         tr("Its server knows of no watch on its znode: most likely nobody notices the request. The "
            "znode's data is overwritten all the same."),
         tr("Ask to release"), tr("Don't ask")},
        ask);
}

void LockOperations::remove(const Selection& selection) {
    if (selection.contender) askRemoval({selection.lockPath, selection.contender});
}

void LockOperations::deleteParent(const Selection& selection) {
    if (isEmptyDirectory(selection)) askRemoval({selection.lockPath, nullptr, selection.queue->stat});
}

void LockOperations::askRemoval(const RemovalRequest& request) {
    m_dialogs.askRemoval(&m_window, m_connection, request,
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
