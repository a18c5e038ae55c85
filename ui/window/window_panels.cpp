// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_panels.h"

#include "audit/audit_panel.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_view.h"
#include "views/contenders_panel.h"
#include "views/details_panel.h"
#include "views/event_log_panel.h"
#include "views/findings_panel.h"
#include "views/lock_list_view.h"
#include "views/message_bar.h"
#include "views/queue_view.h"
#include "views/servers_panel.h"
#include "views/sessions_panel.h"
#include "views/status_strip.h"
#include "window/actions.h"
#include "window/centre_tabs.h"
#include "window/environment_strip.h"
#include "window/offline_strip.h"
#include "window/start_page.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
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
    panels.offline = new OfflineStrip(actions.get(ActionId::Disconnect));
    panels.start = new StartPage(actions.get(ActionId::StartDemo), actions.get(ActionId::Connect),
                                 actions.get(ActionId::OpenSnapshot));
    panels.tabs = new CentreTabs(actions);
    panels.queue = panels.tabs->queue();
    panels.graph = panels.tabs->graph();
    panels.timeline = panels.tabs->timeline();
    panels.statistics = panels.tabs->statistics();
    panels.centre = new QStackedWidget;
    panels.centre->addWidget(panels.start);
    panels.centre->addWidget(panels.tabs);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(panels.environment);
    layout->addWidget(panels.offline);
    layout->addWidget(panels.messageBar);
    layout->addWidget(panels.centre, 1);
    return centre;
}

void buildDocks(WindowPanels& panels) {
    panels.locks = new LockListView;
    panels.details = new DetailsPanel;
    panels.findings = new FindingsPanel;
    panels.sessions = new SessionsPanel;
    panels.servers = new ServersPanel;
    panels.events = new EventLogPanel;
    panels.audit = new AuditPanel;
    panels.contenders = new ContendersPanel;
    panels.locksDock = makeDock(Panels::tr("Locks"), "locks", panels.locks);
    panels.detailsDock = makeDock(Panels::tr("Details"), "details", panels.details);
    panels.findingsDock = makeDock(Panels::tr("Findings"), "findings", panels.findings);
    panels.sessionsDock = makeDock(Panels::tr("Sessions"), "sessions", panels.sessions);
    panels.serversDock = makeDock(Panels::tr("Servers"), "servers", panels.servers);
    panels.eventsDock = makeDock(Panels::tr("Event log"), "events", panels.events);
    panels.auditDock = makeDock(Panels::tr("Audit"), "audit", panels.audit);
    panels.contendersDock = makeDock(Panels::tr("Contenders"), "contenders",
                                     scrolled(panels.contenders, Panels::tr("Contenders")));
}

void buildStatusBar(QMainWindow& window, WindowPanels& panels) {
    panels.status = new StatusStrip;
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
    window.statusBar()->addPermanentWidget(panels.ownLocks);
}

void addActions(QWidget* menu, const Actions& actions, std::initializer_list<ActionId> ids) {
    for (const ActionId id : ids)
        menu->addAction(actions.get(id));
}

void fillUpdatesMenu(QMenu* menu, const Actions& actions) {
    menu->setToolTipsVisible(true);
    for (const UpdatePace pace : kUpdatePaces)
        menu->addAction(actions.get(paceAction(pace)));
}

}  // namespace

WindowPanels buildPanels(QMainWindow& window, const Actions& actions) {
    WindowPanels panels{};
    window.setCentralWidget(buildCentre(panels, actions));
    buildDocks(panels);
    QObject::connect(panels.timeline, &TimelinePanel::timeSpanSelected, panels.events,
                     &EventLogPanel::setTimeSpan);
    QObject::connect(panels.events, &EventLogPanel::showAllRequested, panels.timeline->view(),
                     &TimelineView::clearSpan);
    buildStatusBar(window, panels);
    // Details have the most lines, and what is at the bottom the most columns.
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    arrangeDocks(window, panels);
    return panels;
}

void arrangeDocks(QMainWindow& window, const WindowPanels& panels) {
    window.addDockWidget(Qt::LeftDockWidgetArea, panels.locksDock);
    window.addDockWidget(Qt::RightDockWidgetArea, panels.detailsDock);
    window.addDockWidget(Qt::BottomDockWidgetArea, panels.findingsDock);
    window.tabifyDockWidget(panels.findingsDock, panels.sessionsDock);
    window.tabifyDockWidget(panels.sessionsDock, panels.serversDock);
    window.tabifyDockWidget(panels.serversDock, panels.eventsDock);
    window.tabifyDockWidget(panels.eventsDock, panels.auditDock);
    window.tabifyDockWidget(panels.auditDock, panels.contendersDock);
    panels.findingsDock->raise();
}

void sizeDocks(QMainWindow& window, const WindowPanels& panels) {
    // The docks were shown just now: until the layout knows them, it forgets their sizes.
    window.layout()->activate();
    // By the text they show, and a share of a large window.
    const int character = window.fontMetrics().averageCharWidth();
    const int left = std::max(50 * character, window.width() / 6);
    const int right = std::max(41 * character, window.width() / 6);
    const int bottom = std::max(11 * rowHeight(window.font()), window.height() / 4);
    window.resizeDocks({panels.locksDock, panels.detailsDock}, {left, right}, Qt::Horizontal);
    window.resizeDocks({panels.findingsDock}, {bottom}, Qt::Vertical);
}

void buildMenus(QMainWindow& window, const Actions& actions, const WindowPanels& panels) {
    QMenu* const file = window.menuBar()->addMenu(Panels::tr("&File"));
    addActions(file, actions,
               {ActionId::NewTab, ActionId::Connect, ActionId::Reconnect, ActionId::Disconnect});
    file->addSeparator();
    addActions(file, actions, {ActionId::StartDemo});
    file->addSeparator();
    addActions(file, actions,
               {ActionId::OpenSnapshot, ActionId::SaveSnapshot, ActionId::SaveLock, ActionId::ExportPicture});
    file->addSeparator();
    addActions(file, actions, {ActionId::Quit});

    QMenu* const edit = window.menuBar()->addMenu(Panels::tr("&Edit"));
    addActions(edit, actions, {ActionId::CopyRows, ActionId::CopyRowsAsMarkdown});
    edit->addSeparator();
    addActions(edit, actions,
               {ActionId::Palette, ActionId::FilterLocks, ActionId::FilterQueue, ActionId::GoToLock,
                ActionId::Back, ActionId::Forward, ActionId::NextFinding, ActionId::PreviousFinding});
    edit->addSeparator();
    addActions(edit, actions, {ActionId::Settings});

    QMenu* const view = window.menuBar()->addMenu(Panels::tr("&View"));
    QMenu* const updates = view->addMenu(Panels::tr("&Updates"));
    fillUpdatesMenu(updates, actions);
    addActions(view, actions, {ActionId::Refresh, ActionId::Pause, ActionId::NextPane});
    view->addSeparator();
    addActions(view, actions,
               {ActionId::ShowQueue, ActionId::ShowGraph, ActionId::ShowTimeline, ActionId::ShowStatistics,
                ActionId::ZoomIn, ActionId::ZoomOut, ActionId::ZoomToFit});
    QMenu* const timeline = view->addMenu(Panels::tr("Ti&meline"));
    addActions(timeline, actions,
               {ActionId::FollowNow, ActionId::ZoomToSpan, ActionId::UndoZoom, ActionId::KeepSession,
                ActionId::LeaveOutSession, ActionId::KeepLock, ActionId::LeaveOutLock, ActionId::UndoFilter,
                ActionId::ResetTimeline});
    view->addSeparator();
    for (QDockWidget* dock : panels.docks())
        view->addAction(dock->toggleViewAction());
    panels.locksDock->toggleViewAction()->setShortcut(Qt::CTRL | Qt::Key_B);
    view->addAction(actions.get(ActionId::ResetLayout));
    view->addSeparator();
    QMenu* const theme = view->addMenu(Panels::tr("&Theme"));
    addActions(theme, actions, {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    QMenu* const language = view->addMenu(Panels::tr("&Language"));
    addActions(language, actions,
               {ActionId::LanguageSystem, ActionId::LanguageEnglish, ActionId::LanguageChinese});
    QMenu* const times = view->addMenu(Panels::tr("T&imes"));
    addActions(times, actions, {ActionId::TimesLocal, ActionId::TimesUtc});

    QMenu* const lock = window.menuBar()->addMenu(Panels::tr("&Lock"));
    addActions(lock, actions, {ActionId::AllowActions});
    lock->addSeparator();
    addActions(lock, actions,
               {ActionId::Acquire, ActionId::Release, ActionId::AskToRelease, ActionId::RemoveContender,
                ActionId::DeleteParent});
    lock->addSeparator();
    addActions(lock, actions, {ActionId::ToggleFavourite});
    lock->addSeparator();
    addActions(lock, actions, {ActionId::MarkNotALock, ActionId::MarkAs, ActionId::RemoveMark});
    lock->addSeparator();
    addActions(lock, actions, {ActionId::PinPath, ActionId::MarkPath});

    QMenu* const help = window.menuBar()->addMenu(Panels::tr("&Help"));
    addActions(help, actions, {ActionId::About});
    for (QMenu* menu : {file, edit, view, timeline, lock, help})
        menu->setToolTipsVisible(true);
}

void buildToolBar(QMainWindow& window, const Actions& actions) {
    QToolBar* const bar = window.addToolBar(Panels::tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addActions(bar, actions,
               {ActionId::Connect, ActionId::OpenSnapshot, ActionId::SaveSnapshot, ActionId::Refresh,
                ActionId::Pause});
    bar->addSeparator();
    addActions(bar, actions, {ActionId::AllowActions});
    bar->addSeparator();
    addActions(bar, actions,
               {ActionId::Acquire, ActionId::Release, ActionId::AskToRelease, ActionId::RemoveContender});
    // Icons that everybody knows need no words; whatever changes a cluster has them.
    for (const ActionId id : {ActionId::OpenSnapshot, ActionId::SaveSnapshot, ActionId::Refresh})
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(actions.get(id))))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(actions.get(ActionId::Pause)))) {
        auto* menu = new QMenu(button);
        fillUpdatesMenu(menu, actions);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
}

void focusNextPane(const WindowPanels& panels) {
    const std::initializer_list<QWidget*> panes = {panels.locks,    panels.centre,   panels.details,
                                                   panels.findings, panels.sessions, panels.servers,
                                                   panels.events,   panels.audit,    panels.contenders};
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
