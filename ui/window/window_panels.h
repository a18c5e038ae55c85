// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QDockWidget;
class QMainWindow;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace lockscope {

class Actions;
class AuditPanel;
class CentreTabs;
class ClientPage;
class DetailsPanel;
class EnvironmentStrip;
class EventLogPanel;
class FindingsPanel;
class GraphPanel;
class LabEndPage;
class LabPanel;
class LockListView;
class MessageBar;
class OfflineStrip;
class OverviewPanel;
class QueuePanel;
class RecordingMark;
class ReplayStrip;
class ServersPanel;
class SessionsPanel;
class StartPage;
class StatisticsPanel;
class TimelinePanel;
class StatusStrip;
class WorkStrip;

/// The parts of a window, owned by it. GUI thread.
struct WindowPanels {
    EnvironmentStrip* environment;
    MessageBar* messageBar;
    WorkStrip* work;
    OfflineStrip* offline;
    QStackedWidget* centre;  ///< start page, tabs, or that a run of the lab has ended
    StartPage* start;
    CentreTabs* tabs;
    LabEndPage* labEnd;
    OverviewPanel* overview;      ///< in the tabs
    QueuePanel* queue;            ///< likewise
    GraphPanel* graph;            ///< likewise
    TimelinePanel* timeline;      ///< likewise
    StatisticsPanel* statistics;  ///< likewise
    LockListView* locks;
    QTabWidget* detailTabs;  ///< the selection, or a session
    DetailsPanel* details;   ///< in these tabs
    ClientPage* client;      ///< likewise
    FindingsPanel* findings;
    SessionsPanel* sessions;
    ServersPanel* servers;
    EventLogPanel* events;
    AuditPanel* audit;
    LabPanel* lab;
    StatusStrip* status;
    QToolButton* ownLocks;  ///< what this program holds, in the status bar
    QDockWidget* locksDock;
    QDockWidget* detailsDock;
    QDockWidget* findingsDock;
    QDockWidget* sessionsDock;
    QDockWidget* serversDock;
    QDockWidget* eventsDock;
    QDockWidget* auditDock;
    QDockWidget* labDock;
    ReplayStrip* replay;       ///< where a recording is shown
    RecordingMark* recording;  ///< in the status bar, where the cluster is recorded

    std::vector<QDockWidget*> docks() const {
        return {locksDock,   detailsDock, findingsDock, sessionsDock,
                serversDock, eventsDock,  auditDock,    labDock};
    }
};

/// Builds centre, docks and status bar of `window`.
WindowPanels buildPanels(QMainWindow& window, const Actions& actions);

/// The page of a session comes to the front, and keys go there.
void bringUpClient(const WindowPanels& panels);

/// Moves the keyboard focus to the next visible pane.
void focusNextPane(const WindowPanels& panels);

}  // namespace lockscope
