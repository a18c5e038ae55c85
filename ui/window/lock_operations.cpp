// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lock_operations.h"

#include "models/queue_model.h"

namespace lockscope {

std::optional<lockcore::Role> selectedRole(const Selection& selection) {
    if (!selection.queue || !selection.contender) return {};
    const ContenderKey wanted = keyOf(*selection.contender);
    for (const lockcore::QueueRow& row : selection.queue->rows)
        if (wanted.matches(*row.contender)) return row.role;
    return {};
}

void LockOperations::acquire(const Selection& selection) {
    m_dialogs.askAcquire(
        &m_window, selection.lockPath, selection.queue,
        [this, path = selection.lockPath](lockcore::LockMode mode) { m_connection.acquire(path, mode); });
}

const OwnHold* LockOperations::ownHold(const Selection& selection) const {
    const OwnHold* first = nullptr;
    for (const OwnHold& hold : m_connection.holds()) {
        if (hold.lockPath != selection.lockPath) continue;
        if (selection.contender && hold.node == selection.contender->name) return &hold;
        if (!first) first = &hold;
    }
    return first;
}

void LockOperations::release(const Selection& selection) {
    if (const OwnHold* const hold = ownHold(selection)) m_connection.release(hold->id);
}

void LockOperations::askToRelease(const Selection& selection) {
    if (selection.contender) m_connection.askToRelease(selection.lockPath, selection.contender);
}

void LockOperations::remove(const Selection& selection) {
    if (!selection.contender) return;
    const RemovalRequest request{selection.lockPath, selection.contender};
    m_dialogs.askRemoval(&m_window, m_connection, request,
                         [this, request](RemovalAnswer answer, lockcore::Role role) {
                             if (answer == RemovalAnswer::Remove)
                                 m_connection.removeContender(request.lockPath, request.contender, role);
                             else if (answer == RemovalAnswer::AskToRelease)
                                 m_connection.askToRelease(request.lockPath, request.contender);
                         });
}

}  // namespace lockscope
