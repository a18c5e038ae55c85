// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/cluster_tab.h"

#include "audit/audit_panel.h"
#include "bridge/cluster_access.h"
#include "client/client_page.h"
#include "connect/environment_strip.h"
#include "details/details_panel.h"
#include "events/end_text.h"
#include "events/event_log_panel.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "graph/graph_panel.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "operations/sign_in.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "settings/language.h"
#include "statistics/statistics_panel.h"
#include "theme/icon.h"
#include "timeline/timeline_panel.h"
#include "window/centre_tabs.h"
#include "window/menus.h"
#include "window/offline_strip.h"
#include "window/start_page.h"
#include "window/status_strip.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>

namespace lockscope {
namespace {

LabRunsFile runsFile(const WindowEnvironment& environment) {
    return environment.labRuns.isEmpty() ? LabRunsFile() : LabRunsFile(environment.labRuns);
}

}  // namespace

ClusterTab::ClusterTab(const WindowEnvironment& environment, QWidget* parent)
    : QMainWindow(parent),
      m_environment(environment),
      m_actions(this),
      m_panels(buildPanels(*this, m_actions)),
      m_messages(m_panels.messageBar, m_actions, this),
      m_locks(*new LockListModel(m_panels.locks)),
      m_events(*new EventLogModel(m_panels.events)),
      m_recorded(m_document),
      m_connection(environment.audit),
      m_recording(m_connection),
      m_demo(m_connection),
      m_lab(labProgramsFolder(), runsFile(environment)),
      m_updates(m_connection),
      m_log(m_document, m_connection, m_events, m_messages, this),
      m_notes(m_document, m_connection, m_messages, this),
      m_marking(*this, m_connection, environment.dialogs, environment.settings, m_messages, m_actions),
      m_favourites(m_connection, environment.settings, m_locks, m_actions, this),
      m_operations(*this, m_connection, m_document, environment.dialogs),
      m_snapshots(*this, m_connection, m_document, environment.dialogs, m_messages, *m_panels.work),
      m_reports(*this, m_document, m_snapshots, environment.dialogs, m_messages, *m_panels.work,
                environment.program.isEmpty() ? QCoreApplication::applicationFilePath() : environment.program,
                environment.dialects),
      m_layout(*this, m_panels, environment.settings),
      m_navigation({*this, m_actions, m_panels, m_locks, m_document, environment.dialogs}, this),
      m_rowActions({m_actions, m_panels, m_document}, this),
      m_leftLabRuns({*this, m_messages, environment.dialogs, environment.settings.profiles(),
                     environment.audit, m_connection},
                    runsFile(environment), &LabConnection::playsHere, this),
      m_tour(
          {*this, m_panels, m_lab,
           [this](const lockcore::Scenario& scenario, const LabStart& start) { playLab(scenario, start); }},
          this) {
    setObjectName(QStringLiteral("main-window"));
    setWindowIcon(icon(IconName::Application));
    buildMenus(*this, m_actions, m_panels);
    buildToolBar(*this, m_actions);
    m_panels.locks->setLockModel(&m_locks);
    m_panels.events->setLogModel(&m_events);
    m_panels.client->setLogModel(&m_events);
    m_panels.audit->setLog(environment.audit);
    followDocument();
    feedDocument();
    connectActions();
    offerLanguages(m_actions, m_environment.settings, m_messages, this);
    connectViews();
    connectPanels();
    connectRows();
    connectSettings();
    connectDemo();
    connectLab();
    connectTour();
    connectRecorded();
    connectRecording();
    connectComparing();
    resize(1280, 760);
    showStart();
    tellNotices();
}

ClusterTab::~ClusterTab() {
    // Before the panels: nothing may arrive while they are taken down.
    m_connection.disconnect();
    m_document.disconnect();
    m_demo.disconnect();
    m_demo.stop();
    m_lab.disconnect();
    m_lab.end();
    m_connection.close();
}

ClusterTab& ClusterTab::freePage() {
    return m_document.isLive() ? m_environment.newPage() : *this;
}

void ClusterTab::openConnection(const ConnectionOptions& options) {
    withSecrets(this, m_environment.dialogs, m_environment.settings.profiles().secrets(), options,
                [this](const ConnectionOptions& complete) { freePage().connectTo(complete); });
}

/// A profile may have its own. To record all locks takes watches, which are no mistake then.
void ClusterTab::applyThresholds() {
    lockcore::Thresholds thresholds =
        m_connection.options().hasOwnThresholds ? m_profileThresholds : m_environment.settings.thresholds();
    if (m_recording.isOn())
        thresholds.ownWatches = std::max(thresholds.ownWatches, lockcore::RecordedLocks::kMost);
    m_connection.setThresholds(thresholds);
    m_document.setWatchBudget(thresholds.ownWatches);
}

void ClusterTab::connectTo(const ConnectionOptions& options) {
    leaveCluster([this, options] {
        closeCluster();
        m_environment.settings.profiles().noteConnected(options);
        m_connection.open(withSshQuestions(options));
    });
}

void ClusterTab::startDemo(std::size_t mutexContenders) {
    leaveCluster([this, mutexContenders] {
        showStart();
        m_demo.start(mutexContenders);
    });
}

void ClusterTab::openSnapshot(const QString& file) {
    m_snapshots.open(
        file, [this](const OpenedSnapshot& opened) { showSnapshot(opened); },
        [this](const OpenedRecording& opened) { showRecording(opened); });
}

bool ClusterTab::isStartPage() const {
    return m_panels.centre->currentWidget() == m_panels.start;
}

void ClusterTab::showPage(QWidget* page) {
    m_panels.centre->setCurrentWidget(page);
    m_layout.setShown(!isStartPage());
    m_tour.redock();
    if (!isStartPage()) {
        tellNotices();
        m_environment.notices.clear();
    }
    updateTitle();
    updateActions();
}

/// Once more with the first cluster, which may be opened before anybody has seen the start page.
void ClusterTab::tellNotices() {
    if (m_environment.notices.isEmpty()) return;
    m_messages.tell(Severity::Warning, m_environment.notices.join(QLatin1Char('\n')), ActionId::Settings);
}

/// Nothing is shown: neither a cluster nor a file.
void ClusterTab::showStart() {
    closeCluster();
    // What is opened next is seen as a whole first.
    m_panels.tabs->showOverview();
    showPage(m_panels.start);
}

void ClusterTab::closeCluster() {
    m_demo.stop();
    m_isLabShown = false;  // what comes next is shown, not that it ends
    m_lab.end();
    m_connection.close();
    m_panels.messageBar->dismiss();
    m_document.clear();
    m_navigation.forget();
}

void ClusterTab::showSnapshot(const OpenedSnapshot& opened) {
    if (ClusterTab& page = freePage(); &page != this) {
        page.showSnapshot(opened);
        return;
    }
    closeCluster();
    m_document.show(opened);
    showPage(m_panels.tabs);
}

void ClusterTab::showRecording(const OpenedRecording& opened) {
    if (ClusterTab& page = freePage(); &page != this) {
        page.showRecording(opened);
        return;
    }
    closeCluster();
    m_recorded.show(opened);
    showPage(m_panels.tabs);
    m_panels.replay->bar()->setFocus();
}

void ClusterTab::selectBusiest() {
    const auto& locks = m_document.catalog()->locks;
    const auto busiest = std::ranges::max_element(locks, {}, [](const lockcore::DiscoveredLock& lock) {
        return std::pair(lock.waiters, lockcore::hasHolders(lock.kind));
    });
    if (busiest == locks.end()) return;
    const std::string whole = m_locks.wholeOf(busiest->path);
    m_panels.locks->selectLock(whole.empty() ? busiest->path : whole);
}

void ClusterTab::updateActions() {
    const auto& status = m_document.status().connection;
    const Selection& selection = m_document.selection();
    WindowFacts facts;
    facts.open = m_connection.isOpen();
    facts.connected = facts.open && lockcore::isConnected(status.state);
    facts.sessionOver = facts.open && lockcore::isOver(status.state);
    facts.offline = m_document.standsStill();
    facts.recorded = m_document.isRecorded();
    facts.recording = m_recording.isOn();
    facts.spanSelected = m_document.span().has_value();
    facts.demoStarting = m_demo.isStarting();
    facts.readOnly = m_connection.isReadOnly();
    facts.readOnlyProfile = facts.open && m_connection.options().readOnly;
    facts.pace = m_updates.pace();
    facts.lockMarked = m_marking.isMarked(selection.lockPath);
    facts.favourite = m_favourites.isFavourite(selection.lockPath);
    facts.hasLocks = !m_locks.locks().empty();
    facts.listRefused = m_connection.refusedBytes().has_value();
    facts.lockSelected = !selection.lockPath.empty();
    facts.graphShown = !isStartPage() && m_panels.tabs->isGraphShown();
    if (!isStartPage()) facts.timeline = m_panels.tabs->timelineFacts();
    if (selection.queue) facts.dialect = selection.queue->dialect;
    facts.ownHold = m_operations.ownHold(selection) != nullptr;
    facts.contender = selectedRole(selection);
    facts.contenderOpen = isSelectedRoleOpen(selection, m_document.assessment().get());
    if (selection.contender) {
        facts.contenderDialect = selection.contender->parsed.dialect;
        facts.contenderRead = selection.contender->stat.has_value();
        // Searched for in all that stand there: only for whoever is asked to release.
        if (facts.contender == lockcore::Role::Holder)
            facts.listening =
                listeningOf(m_document.assessment().get(), selection.lockPath, *selection.contender);
    }
    facts.lockEmpty = isEmptyDirectory(selection);
    facts.row = m_rowActions.facts();
    facts.canGoBack = m_navigation.canGoBack();
    facts.canGoForward = m_navigation.canGoForward();
    facts.hasFindings = m_navigation.hasFindings();
    m_actions.update(facts);
}

QString ClusterTab::subject() const {
    if (m_document.standsStill()) return QFileInfo(m_document.opened().file).fileName();
    if (m_demo.isRunning()) return tr("Demo");
    if (m_lab.isUnderWay() && m_lab.isOnOwnServers()) return tr("Lab");
    if (m_document.isLive()) return connectionTitle(m_connection.options());
    // Its report is here still.
    return m_lab.report() && m_lab.isOnOwnServers() ? tr("Lab") : QString();
}

void ClusterTab::updateTitle() {
    const QString what = subject();
    setWindowTitle(what.isEmpty() ? tr("Lockscope") : tr("%1 – Lockscope").arg(what));
}

void ClusterTab::showContextMenu(const QPoint& position, std::initializer_list<ActionId> ids,
                                 const RowSubject& row) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const ActionId id : ids)
        menu->addAction(m_actions.get(id));
    m_rowActions.addTo(*menu, row);
    menu->popup(position);
}

void ClusterTab::goToLock(const std::string& path) {
    const std::string whole = m_locks.wholeOf(path);
    const std::string& listed = whole.empty() ? path : whole;
    m_locks.setKept(listed);
    m_panels.locks->selectLock(listed);
    if (isLabEndShown()) showPage(m_panels.tabs);
    m_panels.tabs->leaveOverview();
}

void ClusterTab::goToContender(const std::string& path, const std::string& name) {
    goToLock(path);
    m_panels.tabs->showQueue();
    const std::string whole = m_locks.wholeOf(path);
    // Among the permits of a semaphore those who wait in its lock have their whole path for a name.
    if (whole.empty())
        m_document.wantContender(path, name);
    else
        m_document.wantContender(whole, lockcore::joinPath(path, name));
}

void ClusterTab::leaveCluster(const std::function<void()>& then) {
    if (m_document.holds().empty()) {
        then();
        return;
    }
    m_environment.dialogs.ask(
        this,
        {tr("Give back the own locks?"),
         tr("This program holds locks or waits for them (%1). Leaving the cluster gives them back.")
             .arg(m_document.holds().size()),
         tr("Give back"), tr("Stay")},
        then);
}

void ClusterTab::closeEvent(QCloseEvent* event) {
    m_layout.save();
    closeCluster();
    event->accept();
}

}  // namespace lockscope
