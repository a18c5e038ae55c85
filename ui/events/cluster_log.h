// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "document/cluster_document.h"
#include "events/event_log_model.h"
#include "events/server_answers.h"

#include <QObject>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope {

class WindowMessages;

/// Writes into the event log what happens on the document's cluster and what this program does there, and
/// tells at once what the user must not miss. Lives on the GUI thread.
class ClusterLog : public QObject {
    Q_OBJECT

public:
    ClusterLog(ClusterDocument& document, ClusterConnection& connection, EventLogModel& events,
               WindowMessages& messages, QObject* parent);

private:
    void begin();
    void logStatus();
    void logFile();
    void logQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void logEnded(const std::vector<lockcore::LockHistory::Ended>& ended);
    void logHolds(const std::vector<lockcore::OwnHold>& before);
    void logAction(const ActionReport& report);
    void logReadOnlyTurn(const ReadOnlyTurn& turn);
    void logCheck();
    void logQuorum();
    void forgetUnobserved();
    /// As the last sample has it; empty where it has not.
    std::string addressOf(lockcore::SessionId session) const;

    ClusterDocument& m_document;
    ClusterConnection& m_connection;
    EventLogModel& m_events;
    WindowMessages& m_messages;
    ClusterStatus m_status;
    ServerAnswersLog m_servers;
    bool m_servesNobody = false;
    /// What the log knows of.
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>> m_logged;
};

}  // namespace lockscope
