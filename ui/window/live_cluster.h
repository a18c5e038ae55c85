// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "bridge/no_answer.h"
#include "models/event_log_model.h"
#include "models/lock_list_model.h"
#include "window/window_panels.h"

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <QObject>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

class WindowMessages;

/// Shows what a connection tells in the panels of a window, and keeps observed what is on screen. Lives on
/// the GUI thread.
class LiveCluster : public QObject {
    Q_OBJECT

public:
    LiveCluster(ClusterConnection& connection, const WindowPanels& panels, LockListModel& locks,
                EventLogModel& events, WindowMessages& messages, QObject* parent);

    /// The lock in the centre; empty for none. It is observed whether its row can be seen or not.
    void select(const std::string& path);
    /// What was seen of all locks since the connection was opened.
    const lockcore::LockHistory& history() const { return m_history; }

Q_SIGNALS:
    /// Something was added to history(), or it was emptied.
    void historyChanged();
    /// The selected lock has a newer queue.
    void selectedQueueChanged(std::shared_ptr<const lockcore::LockQueue> queue);
    /// Nothing can be read now, because of `why`; empty: it can.
    void blockedChanged(const QString& why);
    /// Something that the availability of actions depends on.
    void factsChanged();

private:
    void opened();
    void closed();
    void showStatus(const ClusterStatus& status);
    void showCatalog(const std::shared_ptr<const lockcore::LockCatalog>& catalog);
    void showQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void logEvents(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void logEnds();
    void takeSurvey(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment);
    void showHolds(const std::vector<lockcore::OwnHold>& before, const std::vector<lockcore::OwnHold>& now);
    void showAction(const ActionReport& report);
    void showReadOnlyTurn(const ReadOnlyTurn& turn);
    Explanation explanationOf(const lockcore::ConnectionProblem& problem) const;
    QString blockedBy(const ClusterStatus& status) const;
    void showProblem(const ClusterStatus& status);
    void fillOwnLocksMenu(const std::vector<lockcore::OwnHold>& holds);
    void showCost();
    void showEmptyList();
    void showSearchNote(const lockcore::LockCatalog& catalog);
    void selectBusiest(const lockcore::LockCatalog& catalog);
    void observe();
    void recordPast(const std::shared_ptr<const lockcore::LockQueue>& queue);

    ClusterConnection& m_connection;
    const WindowPanels m_panels;
    LockListModel& m_locks;
    EventLogModel& m_events;
    WindowMessages& m_messages;
    ServerInquiry m_inquiry;  ///< of a problem that servers without a quorum may be the cause of
    ClusterStatus m_status;
    std::set<std::string> m_visible;
    lockcore::LockHistory m_history;
    lockcore::RequestLog m_requests;
    std::string m_selected;
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>>
        m_logged;             ///< what the event log knows of
    bool m_searched = false;  ///< a catalogue of this connection has been shown
};

}  // namespace lockscope
