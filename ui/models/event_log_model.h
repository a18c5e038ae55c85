// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/newest_rows.h"

#include <QString>

#include <cstdint>
#include <string>

namespace lockscope {

enum class Severity { Info, Warning, Fault };

enum class EventKind {
    Queued,       ///< a contender joined the queue
    Granted,      ///< a contender became a holder
    Released,     ///< a holder is gone
    Left,         ///< a waiter is gone without a grant
    LockRemoved,  ///< the lock directory was removed
    LockCreated,  ///< it exists again
    Reading,      ///< the queue can't be read, or can again
    Connection,   ///< our own session
    Action,       ///< what the operator asked for, and its outcome
    Finding,      ///< something wrong was verified, or is over
    Lab,          ///< local cluster and contenders
};

struct LogEvent {
    std::int64_t atUnixMs = 0;
    Severity severity = Severity::Info;
    EventKind kind = EventKind::Connection;
    std::string lockPath = {};  ///< empty where the event is about no lock
    QString text = {};
};

/// What happened, oldest first. Lives on the GUI thread.
class EventLogModel : public NewestRows<LogEvent, NewestAt::Bottom> {
    Q_OBJECT

public:
    enum Column { Time, SeverityName, Kind, Lock, Text, ColumnCount };

    explicit EventLogModel(QObject* parent = nullptr);

    static QString severityWord(Severity severity);
    static QString kindWord(EventKind kind);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const LogEvent& event, int column) const;
};

}  // namespace lockscope
