// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_panels.h"

#include "actions/actions.h"
#include "audit/audit_panel.h"
#include "client/client_page.h"
#include "connect/environment_strip.h"
#include "details/details_panel.h"
#include "events/event_log_panel.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "lab/lab_end_page.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "operations/work_strip.h"
#include "queue/queue_view.h"
#include "recording/recording_mark.h"
#include "replay/replay_strip.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "window/centre_tabs.h"
#include "window/offline_strip.h"
#include "window/start_page.h"
#include "window/status_strip.h"
#include "window/window_layout.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace lockscope {
namespace {

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Panels)
};

QDockWidget* makeDock(const QString& title, const char* name, QWidget* content) {
    auto* dock = new QDockWidget(title);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    return dock;
}

/// Scrolls where there is too little room, so that a wide panel does not force its width on the window.
QWidget* scrolled(QWidget* content, const QString& name) {
    auto* area = new QScrollArea;
    area->setAccessibleName(name);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    return area;
}

QWidget* buildCentre(WindowPanels& panels, const Actions& actions) {
    panels.environment = new EnvironmentStrip;
    panels.messageBar = new MessageBar;
    panels.work = new WorkStrip;
    panels.offline = new OfflineStrip(actions.get(ActionId::Disconnect));
    panels.replay = new ReplayStrip;
    panels.start = new StartPage(actions.get(ActionId::ShowMe), actions.get(ActionId::StartDemo),
                                 actions.get(ActionId::OpenLab), actions.get(ActionId::Connect),
                                 actions.get(ActionId::OpenSnapshot));
    panels.tabs = new CentreTabs(actions);
    panels.overview = panels.tabs->overview();
    panels.queue = panels.tabs->queue();
    panels.graph = panels.tabs->graph();
    panels.timeline = panels.tabs->timeline();
    panels.statistics = panels.tabs->statistics();
    panels.centre = new QStackedWidget;
    panels.centre->addWidget(panels.start);
    panels.centre->addWidget(panels.tabs);
    panels.labEnd = new LabEndPage;
    panels.centre->addWidget(panels.labEnd);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(panels.environment);
    layout->addWidget(panels.offline);
    layout->addWidget(panels.replay);
    layout->addWidget(panels.centre, 1);
    // Below: what comes moves no row from under the pointer.
    layout->addWidget(panels.work);
    layout->addWidget(panels.messageBar);
    return centre;
}

void buildDetails(WindowPanels& panels) {
    panels.details = new DetailsPanel;
    panels.client = new ClientPage;
    panels.detailTabs = new QTabWidget;
    panels.detailTabs->setDocumentMode(true);
    panels.detailTabs->addTab(panels.details, Panels::tr("Selection"));
    panels.detailTabs->addTab(panels.client, Panels::tr("Session"));
    QObject::connect(panels.client, &ClientPage::shown, panels.detailTabs,
                     [tabs = panels.detailTabs, page = panels.client] { tabs->setCurrentWidget(page); });
}

void buildDocks(WindowPanels& panels) {
    panels.locks = new LockListView;
    buildDetails(panels);
    panels.findings = new FindingsPanel;
    panels.sessions = new SessionsPanel;
    panels.servers = new ServersPanel;
    panels.events = new EventLogPanel;
    panels.audit = new AuditPanel;
    panels.lab = new LabPanel;
    panels.locksDock = makeDock(Panels::tr("Locks"), "locks", panels.locks);
    panels.detailsDock = makeDock(Panels::tr("Details"), "details", panels.detailTabs);
    panels.findingsDock = makeDock(Panels::tr("Findings"), "findings", panels.findings);
    QObject::connect(panels.findings, &QWidget::windowTitleChanged, panels.findingsDock,
                     &QWidget::setWindowTitle);
    panels.sessionsDock = makeDock(Panels::tr("Sessions"), "sessions", panels.sessions);
    panels.serversDock = makeDock(Panels::tr("Servers"), "servers", panels.servers);
    panels.eventsDock = makeDock(Panels::tr("Event log"), "events", panels.events);
    panels.auditDock = makeDock(Panels::tr("Audit"), "audit", panels.audit);
    // As kept layouts name it.
    panels.labDock = makeDock(Panels::tr("Lab"), "contenders", scrolled(panels.lab, Panels::tr("Lab")));
}

void buildStatusBar(QMainWindow& window, WindowPanels& panels, const Actions& actions) {
    panels.status = new StatusStrip;
    panels.recording = new RecordingMark(actions.get(ActionId::StopRecording));
    panels.ownLocks = new QToolButton;
    panels.ownLocks->setObjectName(QStringLiteral("own-locks"));
    panels.ownLocks->setAutoRaise(true);
    panels.ownLocks->setPopupMode(QToolButton::InstantPopup);
    panels.ownLocks->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    panels.ownLocks->setIcon(icon(IconName::Acquire));
    panels.ownLocks->setMenu(new QMenu(panels.ownLocks));
    panels.ownLocks->hide();
    window.statusBar()->setSizeGripEnabled(false);
    window.statusBar()->addWidget(panels.status, 1);
    window.statusBar()->addPermanentWidget(panels.recording);
    window.statusBar()->addPermanentWidget(panels.ownLocks);
}

}  // namespace

WindowPanels buildPanels(QMainWindow& window, const Actions& actions) {
    WindowPanels panels{};
    window.setCentralWidget(buildCentre(panels, actions));
    buildDocks(panels);
    buildStatusBar(window, panels, actions);
    // Details have the most lines, and what is at the bottom the most columns.
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    arrangeDocks(window, panels);
    return panels;
}

void bringUpClient(const WindowPanels& panels) {
    panels.detailsDock->show();
    panels.detailsDock->raise();
    panels.detailTabs->setCurrentWidget(panels.client);
    panels.client->takeFocus();
}

void focusNextPane(const WindowPanels& panels) {
    const std::initializer_list<QWidget*> panes = {
        panels.locks,    panels.centre,  panels.details, panels.client, panels.findings,
        panels.sessions, panels.servers, panels.events,  panels.audit,  panels.lab};
    std::vector<QWidget*> visible;
    for (QWidget* pane : panes)
        if (!pane->visibleRegion().isEmpty()) visible.push_back(pane);
    if (visible.empty()) return;
    QWidget* const focus = QApplication::focusWidget();
    const auto current = std::find_if(visible.begin(), visible.end(), [&](const QWidget* pane) {
        return pane == focus || pane->isAncestorOf(focus);
    });
    const auto next =
        current == visible.end() || current + 1 == visible.end() ? visible.begin() : current + 1;
    // A pane is a plain container: its first widget that takes the focus by Tab gets it.
    for (QWidget* widget = (*next)->nextInFocusChain(); widget != *next;
         widget = widget->nextInFocusChain()) {
        if (!(*next)->isAncestorOf(widget)) continue;
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || !widget->isEnabled()) continue;
        widget->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

}  // namespace lockscope
