// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Who hears of whom in a window: what its actions do, and what its parts tell each other.
#include "window/cluster_tab.h"

#include "actions/shortcuts_form.h"
#include "audit/audit_panel.h"
#include "bridge/explanation.h"
#include "client/client_page.h"
#include "connect/environment_strip.h"
#include "connect/route_text.h"
#include "details/details_panel.h"
#include "events/event_log_panel.h"
#include "events/log_events.h"
#include "findings/findings_panel.h"
#include "graph/graph_panel.h"
#include "hosts/host_names.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "operations/own_locks_menu.h"
#include "overview/overview_panel.h"
#include "queue/incident_summary.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "replay/replay_strip.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "settings/appearance.h"
#include "statistics/statistics_panel.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_view.h"
#include "widgets/window_visibility.h"
#include "window/centre_tabs.h"
#include "window/offline_strip.h"
#include "window/start_page.h"
#include "window/status_strip.h"
#include "words/wording.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QTabWidget>

#include <set>
#include <utility>

namespace lockscope {

void ClusterTab::connectActions() {
    const auto on = [this](ActionId id, auto slot) {
        connect(m_actions.get(id), &QAction::triggered, this, slot);
    };
    on(ActionId::Connect, [this] {
        ProfileStore& profiles = m_environment.settings.profiles();
        const auto recent = profiles.recent();
        m_environment.dialogs.askConnection(
            this, profiles, recent.empty() ? ConnectionOptions() : recent.front(),
            [this](const ConnectionOptions& options) { openConnection(options); });
    });
    on(ActionId::Reconnect, [this] { m_connection.reconnect(); });
    on(ActionId::NewTab, [this] { m_environment.newPage(); });
    on(ActionId::Disconnect, [this] {
        leaveCluster([this] {
            Q_EMIT closeWanted();
            showStart();
        });
    });
    on(ActionId::StartDemo, [this] { freePage().startDemo(); });
    on(ActionId::OpenLab, [this] {
        openLab();
        if (!m_lab.isUnderWay()) m_panels.lab->showSetup();
    });
    on(ActionId::OpenSnapshot, [this] {
        m_snapshots.askAndOpen([this](const OpenedSnapshot& opened) { showSnapshot(opened); },
                               [this](const OpenedRecording& opened) { showRecording(opened); });
    });
    on(ActionId::SaveSnapshot, [this] { m_snapshots.saveAll(); });
    on(ActionId::SaveReport, [this] { m_reports.save(); });
    on(ActionId::SaveLock, [this] { m_snapshots.saveLock(m_document.selection()); });
    on(ActionId::ExportPicture,
       [this] { m_snapshots.exportPicture(m_panels.tabs->picture(), m_document.selection()); });
    on(ActionId::ExportEvents, [this] { m_snapshots.exportEvents(m_panels.events->shownEvents()); });
    on(ActionId::Record, [this] { record(); });
    on(ActionId::StopRecording, [this] { m_recording.stop(); });
    on(ActionId::Quit, [] { QApplication::closeAllWindows(); });
    on(ActionId::Refresh, [this] { m_connection.refresh(); });
    on(ActionId::AskAnyway, [this] { askForLongList(); });
    on(ActionId::Pause,
       [this](bool paused) { m_updates.setPace(paused ? UpdatePace::Paused : UpdatePace::Live); });
    for (const UpdatePace pace : kUpdatePaces)
        on(paceAction(pace), [this, pace] { m_updates.setPace(pace); });
    on(ActionId::Settings, [this] { askSettings(); });
    on(ActionId::FilterLocks, [this] {
        m_panels.locksDock->show();
        m_panels.locks->focusFilter();
    });
    on(ActionId::PinPath, [this] {
        m_environment.dialogs.askPath(this, tr("Pin a path"),
                                      tr("A lock directory, or a parent of lock directories:"),
                                      [this](const QString& path) { m_connection.pinRoot(path); });
    });
    on(ActionId::AllowActions, [this](bool allowed) { m_connection.setReadOnly(!allowed); });
    on(ActionId::Acquire, [this] { m_operations.acquire(m_document.selection()); });
    on(ActionId::Release, [this] { m_operations.release(m_document.selection()); });
    on(ActionId::AskToRelease, [this] { m_operations.askToRelease(m_document.selection()); });
    on(ActionId::RemoveContender, [this] { m_operations.remove(m_document.selection()); });
    on(ActionId::DeleteParent, [this] { m_operations.deleteParent(m_document.selection()); });
    on(ActionId::ResetLayout, [this] { m_layout.reset(); });
    on(ActionId::CopyRows, [this] { m_panels.queue->view()->copyAsText(); });
    on(ActionId::CopyRowsAsMarkdown, [this] { m_panels.queue->view()->copyAsMarkdown(); });
    on(ActionId::CopySummary,
       [this] { QApplication::clipboard()->setText(incidentSummary(m_document, *m_panels.queue->model())); });
    on(ActionId::NextPane, [this] { focusNextPane(m_panels); });
    on(ActionId::About, [this] { m_environment.dialogs.showAbout(this); });
}

void ClusterTab::askForLongList() {
    const auto bytes = m_connection.refusedBytes();
    if (!bytes) return;
    const QString risk =
        *bytes > 0
            ? tr("To find all locks a server has to send its list of ephemeral znodes, which may be %1. "
                 "If this machine or the network hangs meanwhile, the server may hang with it. While this "
                 "connection lasts, lists of up to twice that size are asked for again.")
                  .arg(sizeText(static_cast<std::int64_t>(*bytes)))
            : tr("To find all locks a server has to send its list of ephemeral znodes. How long that is no "
                 "server has told. If this machine or the network hangs meanwhile, the "
                 "server may hang with it. While this connection lasts, lists of up to twice its size are "
                 "asked for again.");
    m_environment.dialogs.ask(this, {tr("Ask for the long list?"), risk, tr("Ask for it"), tr("Don't ask")},
                              [this] { m_connection.askAnyway(); });
}

void ClusterTab::showTimesAgain() {
    // Models give their texts when they are painted.
    for (QAbstractScrollArea* view : findChildren<QAbstractScrollArea*>())
        view->viewport()->update();
    m_document.wordAnew();
}

/// Before anything else hears of it: who asks a panel finds it as the document is.
void ClusterTab::followDocument() {
    m_panels.locks->follow(m_document);
    m_panels.overview->follow(m_document);
    m_panels.queue->follow(m_document);
    m_panels.details->follow(m_document, m_panels.queue->model()->takeovers());
    m_panels.client->follow(m_document);
    m_panels.graph->follow(m_document);
    m_panels.timeline->follow(m_document);
    m_panels.statistics->follow(m_document);
    m_panels.findings->follow(m_document);
    m_panels.sessions->follow(m_document);
    m_panels.servers->follow(m_document);
    m_panels.events->follow(m_document);
    m_panels.status->follow(m_document, m_connection);
    m_panels.environment->follow(m_connection);
    m_panels.offline->follow(m_document);
    m_panels.replay->follow(m_recorded, m_document);
    offerOwnLocks(*m_panels.ownLocks, m_document, *m_panels.locks);
    using Document = ClusterDocument;
    connect(&m_document, &Document::catalogChanged, this, [this] {
        // The demo's lock, or one that somebody asked for, may be listed a little later than others.
        if (m_document.selection().lockPath.empty() && !m_panels.locks->awaitsLock()) selectBusiest();
    });
    connect(&m_document, &Document::selectedQueueChanged, this, &ClusterTab::askForAccess);
    connect(&m_document, &Document::lockSelected, this, [this](const std::string& path) {
        m_accessAsked.reset();
        m_navigation.visit(path);
        m_marking.select(path);
        m_favourites.select(path);
    });
    for (const auto signal :
         {&Document::statusChanged, &Document::catalogChanged, &Document::assessmentChanged,
          &Document::selectedQueueChanged, &Document::contenderSelected})
        connect(&m_document, signal, this, &ClusterTab::updateActions);
    connect(&m_document, &Document::holdsChanged, this, &ClusterTab::updateActions);
}

/// No watch tells that an access control list has changed; a queue that is read later has another aversion.
void ClusterTab::askForAccess() {
    const auto& queue = m_document.selection().queue;
    if (!m_document.isLive() || !queue || !queue->stat) return;
    if (queue->freshness != lockcore::Freshness::Live) return;
    const std::pair state(queue->stat->czxid, queue->stat->aversion);
    if (std::exchange(m_accessAsked, state) != state) m_connection.readAccess(queue->path);
}

/// A file is shown by showSnapshot().
void ClusterTab::feedDocument() {
    using Connection = ClusterConnection;
    connect(&m_connection, &Connection::opened, this, [this] {
        m_profileThresholds = m_connection.options().thresholds;
        m_document.beginLive(m_connection.options().connectString);
        showPage(m_panels.tabs);
        m_leftLabRuns.offerConnected();
    });
    connect(&m_connection, &Connection::closed, &m_document, &ClusterDocument::clear);
    connect(&m_connection, &Connection::told, &m_document,
            qOverload<const lockcore::Fact&>(&ClusterDocument::take));
    connect(&m_connection, &Connection::contendersChanged, this,
            [this](const auto& view) { m_document.setContenders(view, m_connection.launched()); });
    m_document.setKnown([this](const std::string& path) { return m_connection.queue(path); });
    connect(&m_updates, &UpdateControl::paceChanged, &m_document, &ClusterDocument::setPace);
    connect(&m_document, &ClusterDocument::observedChanged, this, &ClusterTab::observe);
    WindowSettings& settings = m_environment.settings;
    const auto suppress = [this, &settings] {
        m_document.setSuppressions(settings.suppressions(m_document.cluster()));
    };
    connect(&m_document, &ClusterDocument::begun, this, suppress);
    connect(&settings, &WindowSettings::suppressionsChanged, this, suppress);
    const auto judge = [this, &settings] { m_document.setThresholds(settings.thresholds()); };
    judge();
    connect(&settings, &WindowSettings::thresholdsChanged, this, judge);
}

void ClusterTab::connectViews() {
    QueueView* const queueView = m_panels.queue->view();
    connect(m_panels.locks, &LockListView::pinWanted, m_actions.get(ActionId::PinPath), &QAction::trigger);
    connect(m_panels.locks, &LockListView::lockChosen, m_panels.tabs, &CentreTabs::leaveOverview);
    connect(m_panels.locks, &LockListView::emptyActionTriggered, this, [this] {
        const bool isTooLong = m_connection.refusedBytes().value_or(0) > 0;
        m_actions.get(isTooLong ? ActionId::AskAnyway : ActionId::PinPath)->trigger();
    });
    const auto showLockMenu = [this](const QPoint& position) {
        const std::string& lock = m_document.selection().lockPath;
        showContextMenu(position,
                        {ActionId::Acquire, ActionId::Release, ActionId::DeleteParent,
                         ActionId::ToggleFavourite, ActionId::SaveLock, ActionId::CopySummary,
                         ActionId::MarkNotALock, ActionId::MarkAs, ActionId::RemoveMark},
                        lock.empty() ? RowSubject() : subjectOfLock(lock));
    };
    connect(m_panels.locks, &LockListView::contextMenuRequested, this, showLockMenu);
    connect(m_panels.queue, &QueuePanel::headerMenuRequested, this, showLockMenu);
    connect(m_panels.queue, &QueuePanel::summaryRequested, m_actions.get(ActionId::CopySummary),
            &QAction::trigger);
    connect(queueView, &QueueView::unreadShown, this, [this](const std::vector<std::string>& names) {
        m_connection.readFirst(m_document.selection().lockPath, names);
    });
    connect(queueView, &QueueView::contextMenuRequested, this, [this](const QPoint& position) {
        showContextMenu(position,
                        {ActionId::CopyRows, ActionId::CopyRowsAsMarkdown, ActionId::Release,
                         ActionId::AskToRelease, ActionId::RemoveContender},
                        m_rowActions.selectedRow());
    });
    connect(&m_connection, &ClusterConnection::actionFinished, this, &ClusterTab::updateActions);
    connect(&m_connection, &ClusterConnection::readOnlyChanged, this, &ClusterTab::updateActions);
    connect(&m_connection, &ClusterConnection::pausedChanged, this, &ClusterTab::updateActions);
    connect(m_panels.tabs, &QTabWidget::currentChanged, this, &ClusterTab::updateActions);
    connect(m_panels.timeline, &TimelinePanel::stateChanged, this, &ClusterTab::updateActions);
    connect(&m_navigation, &Navigation::lockChosen, this, &ClusterTab::goToLock);
}

/// From one panel to what another shows of the same thing.
void ClusterTab::connectPanels() {
    const auto chooseSession = [this](lockcore::SessionId session) { m_navigation.goToSession(session); };
    connect(m_panels.findings, &FindingsPanel::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.findings, &FindingsPanel::lockActivated, this, &ClusterTab::goToLock);
    connect(m_panels.findings, &FindingsPanel::sessionActivated, this, chooseSession);
    const auto showCircles = [this] {
        m_panels.graph->setScope(GraphScope::AcrossLocks);
        m_panels.tabs->showGraph();
    };
    connect(m_panels.findings, &FindingsPanel::graphRequested, this, showCircles);
    connect(m_panels.overview, &OverviewPanel::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.overview, &OverviewPanel::lockActivated, this, &ClusterTab::goToLock);
    connect(m_panels.overview, &OverviewPanel::sessionActivated, this, chooseSession);
    connect(m_panels.overview, &OverviewPanel::graphRequested, this, showCircles);
    connect(m_panels.findings, &FindingsPanel::suppressRequested, this,
            [this](const std::string& lock, lockcore::FindingKind kind) {
                m_environment.settings.suppress(m_document.cluster(), lock, kind);
            });
    connect(m_panels.graph, &GraphPanel::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.graph, &GraphPanel::lockActivated, this, &ClusterTab::goToLock);
    connect(m_panels.graph, &GraphPanel::sessionActivated, this, chooseSession);
    connect(m_panels.sessions, &SessionsPanel::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.timeline, &TimelinePanel::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.client, &ClientPage::contenderActivated, this, &ClusterTab::goToContender);
    connect(m_panels.client, &ClientPage::lockActivated, this, &ClusterTab::goToLock);
    // A row of the queue that was clicked is what a person wants to see the details of.
    connect(m_panels.queue->view(), &QueueView::clicked, m_panels.detailTabs,
            [panels = m_panels] { panels.detailTabs->setCurrentWidget(panels.details); });
    connect(m_panels.details, &DetailsPanel::sessionActivated, &m_navigation, &Navigation::goToSession);
}

/// Of the tables whose menus are their own.
void ClusterTab::connectRows() {
    const auto addRowActions = [this](QMenu* menu, const RowSubject& row) { m_rowActions.addTo(*menu, row); };
    connect(m_panels.sessions, &SessionsPanel::menuWanted, this, addRowActions);
    connect(m_panels.servers, &ServersPanel::menuWanted, this, addRowActions);
    connect(m_panels.servers, &ServersPanel::serverActivated, &m_navigation, &Navigation::goToSessionsOf);
    connect(m_panels.findings, &FindingsPanel::menuWanted, this, addRowActions);
    connect(m_panels.events, &EventLogPanel::menuWanted, this, addRowActions);
    connect(m_panels.client, &ClientPage::menuWanted, this, addRowActions);
    connect(m_panels.overview, &OverviewPanel::menuWanted, this, addRowActions);
    connect(m_panels.queue, &QueuePanel::menuWanted, this, addRowActions);
    connect(m_panels.graph, &GraphPanel::menuWanted, this, addRowActions);
    connect(m_panels.timeline, &TimelinePanel::menuWanted, this, addRowActions);
    connect(m_panels.lab, &LabPanel::menuWanted, this, addRowActions);
    connect(m_panels.audit, &AuditPanel::menuWanted, this, [this](QMenu* menu, const AuditRecord& record) {
        m_rowActions.addTo(*menu, subjectOf(record, m_document.cluster()));
    });
    connect(m_panels.events, &EventLogPanel::lockActivated, this, &ClusterTab::goToLock);
    m_panels.events->setExport(m_actions.get(ActionId::ExportEvents));
    connect(&m_rowActions, &RowActions::rowChanged, this, &ClusterTab::updateActions);
    connect(&m_rowActions, &RowActions::lockChosen, this, &ClusterTab::goToLock);
    connect(&m_rowActions, &RowActions::contenderChosen, this, &ClusterTab::goToContender);
    connect(&m_rowActions, &RowActions::sessionChosen, &m_navigation, &Navigation::goToSession);
}

void ClusterTab::connectSettings() {
    auto* const appearance = new Appearance(m_actions, m_environment.settings, this);
    connect(appearance, &Appearance::timesChanged, this, &ClusterTab::showTimesAgain);
    if (HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, &ClusterTab::showTimesAgain);
    connect(appearance, &Appearance::groupingChanged, m_panels.locks, &LockListView::setGrouped);
    m_panels.locks->setGrouped(m_environment.settings.groupsLocks());
    const auto showColumns = [this] {
        m_panels.locks->setChosenColumns(m_environment.settings.lockColumns());
    };
    showColumns();
    connect(&m_environment.settings, &WindowSettings::lockColumnsChanged, this, showColumns);
    connect(m_panels.locks, &LockListView::columnsChosen, &m_environment.settings,
            &WindowSettings::setLockColumns);
    connect(&m_environment.settings, &WindowSettings::thresholdsChanged, this, &ClusterTab::applyThresholds);
    connect(&m_connection, &ClusterConnection::opened, this, &ClusterTab::applyThresholds);
    const ProfileStore& profiles = m_environment.settings.profiles();
    const auto showRecent = [this] { m_panels.start->setRecent(m_environment.settings.profiles().recent()); };
    showRecent();
    connect(&profiles, &ProfileStore::recentChanged, this, showRecent);
    connect(&profiles, &ProfileStore::secretNotKept, this, [this](const QString& name, const QString& why) {
        m_messages.tell(Severity::Warning, tr("The password of %1 was not kept. %2").arg(name, why));
    });
    connect(&m_environment.settings, &WindowSettings::notWritten, this,
            [this] { m_messages.tell(Severity::Warning, m_environment.settings.notWrittenText()); });
    connect(m_panels.start, &StartPage::recentChosen, this, &ClusterTab::openConnection);
    const auto applyShortcuts = [this] { m_actions.setShortcuts(m_environment.settings.shortcuts()); };
    connect(&m_environment.settings, &WindowSettings::shortcutsChanged, this, applyShortcuts);
    applyShortcuts();
    connect(&m_favourites, &Favourites::changed, this, &ClusterTab::updateActions);
    connect(&m_marking, &LockMarking::marksChanged, this, &ClusterTab::leaveOutMarked);
    const auto* visibility = new WindowVisibility(this);
    connect(visibility, &WindowVisibility::changed, this, [this](bool shown) {
        m_isShown = shown;
        applyShown();
    });
    connect(&m_updates, &UpdateControl::paceChanged, this, &ClusterTab::updateActions);
}

void ClusterTab::askSettings() {
    WindowSettings& settings = m_environment.settings;
    SettingsView view = settingsView(settings);
    view.shortcuts = shortcutEntries(m_actions);
    m_environment.dialogs.askSettings(
        this, view, [&settings](const SettingsChange& change) { applyChange(settings, change); });
}

void ClusterTab::leaveOutMarked() {
    std::set<std::string> paths;
    for (const auto& [path, mark] : m_marking.marks().all())
        if (m_marking.marks().isNotALock(path)) paths.insert(path);
    // The list keeps the selected lock whatever is said of it.
    if (paths.contains(m_document.selection().lockPath)) m_panels.locks->deselect();
    m_locks.setLeftOut(std::move(paths));
    updateActions();
}

void ClusterTab::connectDemo() {
    connect(&m_demo, &Demo::starting, this, [this] {
        m_panels.start->setActivity(tr("Starting a local ZooKeeper…"));
        m_events.add({labEvent(Severity::Information, tr("Starting a local ZooKeeper."))});
        updateActions();
    });
    connect(&m_demo, &Demo::started, this, [this] {
        m_events.add(
            {labEvent(Severity::Information, tr("The local ZooKeeper serves at %1; its contenders queue up.")
                                                 .arg(m_connection.options().connectString))});
        // An empty list says nothing before its contenders have come.
        m_document.expectLocks();
        m_panels.locks->selectLock(Demo::kAccountPaths[0]);
        updateActions();
        updateTitle();
    });
    connect(&m_demo, &Demo::failed, this, [this](const lockcore::Error& error) {
        m_messages.tell(Severity::Fault, explainError(tr("The demo could not start."), error).joined());
        updateActions();
        Q_EMIT demoFailed(error);
    });
    connect(&m_demo, &Demo::stopped, this, [this] { m_panels.start->setActivity({}); });
}

}  // namespace lockscope
