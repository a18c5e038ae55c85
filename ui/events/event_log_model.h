// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/newest_rows.h"

#include <lockcore/ids.h>
#include <lockcore/observe/findings.h>

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lockscope {

using lockcore::Severity;

enum class EventKind {
    Queued,          ///< a contender joined the queue
    Granted,         ///< a contender became a holder
    Released,        ///< a holder gave the lock back
    SessionEnded,    ///< a contender went with its session
    SessionExpired,  ///< … which had expired
    Removed,         ///< a contender was removed, by whomever
    Left,            ///< a waiter gave up, or it is not known how somebody went
    LockRemoved,     ///< the lock directory was removed
    LockCreated,     ///< it exists again
    Reading,         ///< the queue can't be read, or can again
    Connection,      ///< our own session
    Server,          ///< one of the servers that are asked
    Action,          ///< what the operator asked for, and its outcome
    Finding,         ///< something wrong was verified, or is over
    Lab,             ///< local cluster and contenders
};

struct LogEvent {
    std::int64_t atUnixMs = 0;
    Severity severity = Severity::Information;
    EventKind kind = EventKind::Connection;
    std::string lockPath = {};  ///< empty where the event is about no lock
    QString text = {};
    /// Turn::id of a contender that has left and whose end is not settled yet: the row is completed then.
    std::optional<std::uint64_t> turn = {};
    /// Of the one client that it is about; None where it is about none, or several.
    lockcore::SessionId session = lockcore::SessionId::None;
    std::string address = {};  ///< of that client; empty: not known
};

/// What happened, oldest first. Lives on the GUI thread.
class EventLogModel : public NewestRows<LogEvent, NewestAt::Bottom> {
    Q_OBJECT

public:
    enum Column { Time, SeverityName, Kind, Host, Lock, Text, ColumnCount };

    explicit EventLogModel(QObject* parent = nullptr);

    /// The row of the same lock and turn becomes `event`, in its place; nothing where there is none.
    void complete(std::uint64_t turn, LogEvent event);
    /// No row is completed any more: the history that its turn belongs to is over.
    void closeTurns();
    /// Clients whose addresses were not known when they did something, and are by now. `addressOf` tells an
    /// empty one where it is not known.
    void tellAddresses(const std::function<std::string(lockcore::SessionId)>& addressOf);

    /// What a filter by words looks at: as it is shown, with addresses beside the names of hosts.
    static constexpr int FilterRole = Qt::UserRole + 100;

    static QString severityWord(Severity severity);
    static QString kindWord(EventKind kind);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const LogEvent& event, int column) const;
    QString wholeText(const LogEvent& event, int column) const;
};

}  // namespace lockscope
