// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is done in a run that is under way.
#include "bridge/lab_connection_run.h"

namespace lockscope {

void LabConnection::add(const lockcore::ContenderGroup& group) {
    if (!isRunning()) return;
    const auto ids = m_run->lab->add(group);
    if (ids) {
        m_groups[group.name] = group;
        m_run->lab->start(*ids);
        return;
    }
    Q_EMIT actFailed(tr("The contenders were not added."), ids.error());
}

void LabConnection::startContenders(const Ids& ids) {
    if (isRunning()) m_run->lab->start(ids);
}

void LabConnection::stopContenders(const Ids& ids) {
    if (isRunning()) m_run->lab->stop(ids);
}

void LabConnection::removeContenders(const Ids& ids) {
    if (isRunning()) m_run->lab->remove(ids);
}

void LabConnection::disturb(const Ids& ids, lockcore::Disturbance disturbance) {
    if (isRunning()) m_run->lab->disturb(ids, disturbance);
}

void LabConnection::crashWhileHolding(const Ids& ids) {
    if (isRunning()) m_run->lab->crashWhileHolding(ids);
}

void LabConnection::actOnServer(std::size_t server, lockcore::ServerAct act) {
    if (!isRunning()) return;
    m_run->lab->act(server, act,
                    [this, weak = std::weak_ptr(m_run), server](const lockcore::Result<void>& done) {
                        const auto open = weak.lock();
                        if (done || !open) return;
                        open->post([this, server, error = done.error()] {
                            Q_EMIT actFailed(tr("That was not done to server %1.").arg(server + 1), error);
                        });
                    });
}

void LabConnection::faultShown(std::uint64_t contender) {
    if (isRunning()) m_run->lab->faultShown(contender);
}

}  // namespace lockscope
