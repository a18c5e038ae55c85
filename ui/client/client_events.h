// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>

#include <QSortFilterProxyModel>

namespace lockscope {

class EventLogModel;
struct LogEvent;

/// What happened to one session, by the event log, newest first. Lives on the GUI thread.
class ClientEvents : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ClientEvents(QObject* parent = nullptr);

    /// Must outlive it.
    void setLogModel(EventLogModel* model);
    void setSession(lockcore::SessionId session);

    /// Until the log changes.
    const LogEvent& at(int row) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    EventLogModel* m_log = nullptr;
    lockcore::SessionId m_session = lockcore::SessionId::None;
};

}  // namespace lockscope
