// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "audit/audit_panel.h"
#include "graph/graph_panel.h"
#include "models/display_text.h"
#include "models/end_text.h"
#include "models/queue_model.h"
#include "models/wording.h"
#include "statistics/statistics_panel.h"
#include "theme/icon.h"
#include "timeline/timeline_panel.h"
#include "views/contenders_panel.h"
#include "views/details_panel.h"
#include "views/event_log_panel.h"
#include "views/findings_panel.h"
#include "views/lock_list_view.h"
#include "views/message_bar.h"
#include "views/queue_panel.h"
#include "views/queue_view.h"
#include "views/servers_panel.h"
#include "views/sessions_panel.h"
#include "views/status_strip.h"
#include "window/centre_tabs.h"
#include "window/environment_strip.h"
#include "window/language.h"
#include "window/menus.h"
#include "window/offline_strip.h"
#include "window/sign_in.h"
#include "window/start_page.h"

#include <lockcore/session/connect_string.h>

#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>

namespace lockscope {

MainWindow::MainWindow(const WindowEnvironment& environment, QWidget* parent)
    : QMainWindow(parent),
      m_environment(environment),
      m_actions(this),
      m_panels(buildPanels(*this, m_actions)),
      m_messages(m_panels.messageBar, m_actions, this),
      m_locks(*new LockListModel(m_panels.locks)),
      m_events(*new EventLogModel(m_panels.events)),
      m_connection(environment.audit),
      m_demo(m_connection),
      m_updates(m_connection),
      m_live(m_connection, m_panels, m_locks, m_events, m_messages, this),
      m_health(m_panels, environment.settings, this),
      m_marking(*this, m_connection, environment.dialogs, environment.settings, m_messages, m_actions),
      m_favourites(m_connection, environment.settings, m_locks, m_actions, this),
      m_operations(*this, m_connection, environment.dialogs),
      m_snapshots(*this, m_connection, m_live.history(), environment.dialogs, m_messages),
      m_layout(*this, m_panels, environment.settings),
      m_navigation({*this, m_actions, m_panels, m_locks, m_health, environment.dialogs, m_messages}, this) {
    setObjectName(QStringLiteral("main-window"));
    setWindowIcon(icon(IconName::Application));
    buildMenus(*this, m_actions, m_panels);
    buildToolBar(*this, m_actions);
    m_panels.locks->setLockModel(&m_locks);
    m_panels.events->setLogModel(&m_events);
    m_panels.audit->setLog(environment.audit);
    connectActions();
    offerLanguages(m_actions, m_environment.settings, m_messages, this);
    connectViews();
    connectSettings();
    connectDemo();
    resize(1280, 760);
    showStart();
    if (!environment.notices.isEmpty())
        m_messages.tell(Severity::Warning, environment.notices.join(QLatin1Char('\n')), ActionId::Settings);
}

MainWindow::~MainWindow() {
    // Before the panels: nothing may arrive while they are taken down.
    m_connection.disconnect();
    m_demo.disconnect();
    m_demo.stop();
    m_connection.close();
}

MainWindow& MainWindow::freePage() {
    return m_mode == Mode::Live ? m_environment.newPage() : *this;
}

void MainWindow::openConnection(const ConnectionOptions& options) {
    withSecrets(this, m_environment.dialogs, m_environment.settings.profiles().secrets(), options,
                [this](const ConnectionOptions& complete) { freePage().connectTo(complete); });
}

/// A profile may have its own.
void MainWindow::applyThresholds() {
    if (!m_connection.options().hasOwnThresholds)
        m_connection.setThresholds(m_environment.settings.thresholds());
}

void MainWindow::connectTo(const ConnectionOptions& options) {
    leaveCluster([this, options] {
        closeCluster();
        m_environment.settings.profiles().noteConnected(options);
        m_connection.open(options);
    });
}

void MainWindow::startDemo(std::size_t mutexContenders) {
    leaveCluster([this, mutexContenders] {
        showStart();
        m_demo.start(mutexContenders);
    });
}

void MainWindow::openSnapshot(const QString& file) {
    m_snapshots.open(file, [this](const OpenedSnapshot& opened) { showSnapshot(opened); });
}

void MainWindow::setMode(Mode mode) {
    m_mode = mode;
    m_panels.centre->setCurrentWidget(mode == Mode::Start ? static_cast<QWidget*>(m_panels.start)
                                                          : m_panels.tabs);
    m_layout.setShown(mode != Mode::Start);
    m_panels.queue->model()->setKeepsGone(mode == Mode::Live);
    // The list too: it would not tell of a lock that is its current one already, when that is listed again.
    m_panels.locks->deselect();
    selectLock({});
    updateTitle();
}

/// Nothing is shown: neither a cluster nor a file.
void MainWindow::showStart() {
    closeCluster();
    setMode(Mode::Start);
}

void MainWindow::closeCluster() {
    m_demo.stop();
    m_connection.close();
    m_opened.reset();
    m_panels.messageBar->dismiss();
    m_panels.environment->setEnvironment(Environment::None);
    m_panels.offline->setText({});
    m_panels.status->setOffline({});
    m_panels.status->setDataReadAt({});
    m_locks.clear();
    m_health.clear();
    m_navigation.forget();
    setClock(systemNowUnixMs);
}

void MainWindow::showSnapshot(const OpenedSnapshot& opened) {
    if (MainWindow& page = freePage(); &page != this) {
        page.showSnapshot(opened);
        return;
    }
    closeCluster();
    m_opened = opened;
    const lockcore::Snapshot& snapshot = *opened.snapshot;
    setMode(Mode::Offline);
    const QString source = tr("Snapshot from %1").arg(momentText(snapshot.takenAtUnixMs));
    m_panels.offline->setText(tr("%1 of %2 — not live").arg(source, displayText(snapshot.connectString)));
    m_panels.status->setOffline(source);
    // Ages are those of the moment at which it was taken.
    setClock([takenAt = snapshot.takenAtUnixMs] { return takenAt; });
    m_panels.locks->setEmptyContent({IconName::Info, tr("The snapshot has no locks"), opened.file});
    const auto catalog = catalogOf(snapshot);
    std::set<std::string> paths;
    for (const auto& lock : catalog->locks)
        paths.insert(lock.path);
    m_locks.setObserved(paths);
    m_locks.setCatalog(catalog);
    for (const auto& queue : snapshot.locks)
        m_locks.setQueue(queue);
    if (!paths.empty()) m_panels.locks->selectLock(*paths.begin());
    std::vector<LogEvent> left;
    for (const lockcore::PastContender& past : snapshot.left) {
        left.push_back(departureEvent(past.lockPath, past.turn));
        left.back().turn.reset();  // nobody will tell more
    }
    m_events.add(std::move(left));
    m_health.showOffline(
        snapshot.connectString.empty() ? opened.file : QString::fromStdString(snapshot.connectString),
        snapshot.locks, snapshot.takenAtUnixMs, snapshot.coverage);
    updateActions();
}

void MainWindow::selectLock(std::string path) {
    m_selection = {path, nullptr, nullptr};
    m_live.select(path);
    m_navigation.visit(path);
    m_marking.select(path);
    m_favourites.select(path);
    if (path.empty())
        m_panels.queue->setEmptyContent(
            {IconName::LockExclusive, tr("No lock is selected"), tr("Choose one in the list of locks.")});
    else
        m_panels.queue->setEmptyContent({IconName::Refresh, tr("Reading %1…").arg(displayText(path)), {}});
    m_panels.contenders->setLockPath(path);
    m_panels.graph->setSelectedLock(path);
    m_panels.timeline->setSelectedLock(path);
    m_panels.statistics->setSelectedLock(path);
    showSelectedQueue(m_opened ? m_opened->queue(path) : m_connection.queue(path));
}

void MainWindow::showSelectedQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    m_selection.queue = queue;
    m_panels.queue->setQueue(queue);
    if (queue && !m_wantedContender.empty())
        m_panels.queue->view()->selectContender({std::exchange(m_wantedContender, {})});
    m_panels.status->setDataReadAt(queue && !m_opened ? std::optional(queue->readAtUnixMs) : std::nullopt,
                                   queue && queue->freshness == lockcore::Freshness::Live);
    selectContender(m_panels.queue->view()->currentContender());
}

void MainWindow::selectContender(const std::shared_ptr<const lockcore::Contender>& contender) {
    m_selection.contender = contender;
    m_panels.details->showDetails(m_selection.queue,
                                  contender ? std::optional(keyOf(*contender)) : std::nullopt);
    updateActions();
}

void MainWindow::setClock(const WallClock& clock) {
    m_panels.queue->model()->setClock(clock);
    m_panels.details->setClock(clock);
    m_panels.timeline->setClock(clock);
    m_panels.findings->setClock(clock);
    m_panels.sessions->setClock(clock);
    m_panels.servers->setClock(clock);
    m_panels.status->setClock(clock);
}

void MainWindow::updateActions() {
    const auto& status = m_connection.status().connection;
    WindowFacts facts;
    facts.open = m_connection.isOpen();
    facts.connected = facts.open && lockcore::isConnected(status.state);
    facts.sessionOver = facts.open && lockcore::isOver(status.state);
    facts.offline = m_mode == Mode::Offline;
    facts.demoStarting = m_demo.isStarting();
    facts.readOnly = m_connection.isReadOnly();
    facts.readOnlyProfile = facts.open && m_connection.options().readOnly;
    facts.pace = m_updates.pace();
    facts.lockMarked = m_marking.isMarked(m_selection.lockPath);
    facts.favourite = m_favourites.isFavourite(m_selection.lockPath);
    facts.hasLocks = !m_locks.locks().empty();
    facts.listRefused = m_connection.refusedBytes().has_value();
    facts.lockSelected = !m_selection.lockPath.empty();
    facts.graphShown = m_mode != Mode::Start && m_panels.tabs->isGraphShown();
    if (m_mode != Mode::Start) facts.timeline = m_panels.tabs->timelineFacts();
    if (m_selection.queue) facts.dialect = m_selection.queue->dialect;
    facts.ownHold = m_operations.ownHold(m_selection) != nullptr;
    facts.contender = selectedRole(m_selection);
    if (m_selection.contender) {
        facts.contenderDialect = m_selection.contender->parsed.dialect;
        facts.contenderRead = m_selection.contender->stat.has_value();
        // Searched for in all that stand there: only for who is asked to release.
        if (facts.contender == lockcore::Role::Holder)
            facts.listening =
                listeningOf(m_connection.assessment().get(), m_selection.lockPath, *m_selection.contender);
    }
    facts.lockEmpty = isEmptyDirectory(m_selection);
    facts.canGoBack = m_navigation.canGoBack();
    facts.canGoForward = m_navigation.canGoForward();
    facts.hasFindings = m_navigation.hasFindings();
    m_actions.update(facts);
    const bool mayLaunch = facts.connected && !facts.readOnly && !facts.offline;
    m_panels.contenders->setBlockedReason(mayLaunch ? QString()
                                                    : m_actions.get(ActionId::Acquire)->statusTip());
}

QString MainWindow::subject() const {
    if (m_mode == Mode::Offline) return QFileInfo(m_opened->file).fileName();
    if (m_demo.isRunning()) return tr("Demo");
    return m_mode == Mode::Live ? connectionTitle(m_connection.options()) : QString();
}

void MainWindow::updateTitle() {
    const QString what = subject();
    setWindowTitle(what.isEmpty() ? tr("Lockscope") : tr("%1 – Lockscope").arg(what));
}

void MainWindow::showContextMenu(const QPoint& position, std::initializer_list<ActionId> ids) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    for (const ActionId id : ids)
        menu->addAction(m_actions.get(id));
    menu->popup(position);
}

void MainWindow::goToLock(const std::string& path) {
    const std::string whole = m_locks.wholeOf(path);
    const std::string& listed = whole.empty() ? path : whole;
    m_locks.setKept(listed);
    m_panels.locks->selectLock(listed);
}

void MainWindow::goToContender(const std::string& path, const std::string& name) {
    goToLock(path);
    m_panels.tabs->showQueue();
    // Among the permits of a semaphore those who wait in its lock have their whole path for a name.
    m_wantedContender = m_locks.wholeOf(path).empty() ? name : lockcore::joinPath(path, name);
    showSelectedQueue(m_selection.queue);
}

void MainWindow::leaveCluster(const std::function<void()>& then) {
    if (m_connection.holds().empty()) {
        then();
        return;
    }
    m_environment.dialogs.ask(
        this,
        {tr("Give back the own locks?"),
         tr("This program holds locks or waits for them (%1). Leaving the cluster gives them back.")
             .arg(m_connection.holds().size()),
         tr("Give back"), tr("Stay")},
        then);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_layout.save();
    closeCluster();
    event->accept();
}

}  // namespace lockscope
