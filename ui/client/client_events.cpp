// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_events.h"

#include "events/event_log_model.h"

namespace lockscope {

ClientEvents::ClientEvents(QObject* parent) : QSortFilterProxyModel(parent) {}

void ClientEvents::setLogModel(EventLogModel* model) {
    m_log = model;
    setSourceModel(model);
    sort(EventLogModel::Time, Qt::DescendingOrder);
}

void ClientEvents::setSession(lockcore::SessionId session) {
    if (session == m_session) return;
    m_session = session;
    invalidateFilter();
}

const LogEvent& ClientEvents::at(int row) const {
    return m_log->at(mapToSource(index(row, 0)).row());
}

bool ClientEvents::filterAcceptsRow(int row, const QModelIndex&) const {
    return m_session != lockcore::SessionId::None && m_log->at(row).session == m_session;
}

/// The log has its own order, and several events of one moment.
bool ClientEvents::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    return left.row() < right.row();
}

}  // namespace lockscope
