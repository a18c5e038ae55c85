// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/live_cluster.h"

#include "bridge/error_text.h"
#include "models/display_text.h"
#include "models/end_text.h"
#include "models/queue_events.h"
#include "models/wall_clock.h"
#include "statistics/statistics_panel.h"
#include "timeline/timeline_panel.h"
#include "views/contenders_panel.h"
#include "views/event_log_panel.h"
#include "views/lock_list_view.h"
#include "views/queue_panel.h"
#include "views/servers_panel.h"
#include "views/status_strip.h"
#include "window/acquire_outlook.h"
#include "window/event_texts.h"
#include "window/window_messages.h"

#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

Severity severityOf(lockcore::ProblemKind kind) {
    switch (kind) {
        case lockcore::ProblemKind::ServerLost:
        case lockcore::ProblemKind::RootNotReadable: return Severity::Warning;
        default: return Severity::Fault;
    }
}

/// All else stands between us and every lock.
bool isInTheWay(const lockcore::ConnectionProblem& problem) {
    return problem.kind != lockcore::ProblemKind::RootNotReadable;
}

/// What helps.
std::optional<ActionId> remedyFor(lockcore::ProblemKind kind) {
    switch (kind) {
        case lockcore::ProblemKind::SessionExpired: return ActionId::Reconnect;
        case lockcore::ProblemKind::RootNotReadable: return ActionId::PinPath;
        case lockcore::ProblemKind::ServerLost: return {};
        default: return ActionId::Connect;
    }
}

}  // namespace

LiveCluster::LiveCluster(ClusterConnection& connection, const WindowPanels& panels, LockListModel& locks,
                         EventLogModel& events, WindowMessages& messages, QObject* parent)
    : QObject(parent),
      m_connection(connection),
      m_panels(panels),
      m_locks(locks),
      m_events(events),
      m_messages(messages),
      m_inquiry(this) {
    using Connection = ClusterConnection;
    connect(&connection, &Connection::opened, this, &LiveCluster::opened);
    connect(&connection, &Connection::closed, this, &LiveCluster::closed);
    connect(&connection, &Connection::statusChanged, this, &LiveCluster::showStatus);
    connect(&connection, &Connection::catalogChanged, this, &LiveCluster::showCatalog);
    connect(&connection, &Connection::queueChanged, this, &LiveCluster::showQueue);
    connect(&connection, &Connection::holdsChanged, this, &LiveCluster::showHolds);
    connect(&connection, &Connection::actionFinished, this, &LiveCluster::showAction);
    connect(&connection, &Connection::contendersChanged, m_panels.contenders, &ContendersPanel::setView);
    connect(&connection, &Connection::contendersChanged, m_panels.statistics,
            &StatisticsPanel::setContenders);
    connect(&connection, &Connection::readOnlyChanged, m_panels.status, &StatusStrip::setReadOnly);
    connect(&connection, &Connection::readOnlyChanged, this, &LiveCluster::factsChanged);
    connect(&connection, &Connection::pausedChanged, this, &LiveCluster::factsChanged);
    connect(&connection, &Connection::pausedChanged, this, &LiveCluster::showCost);
    connect(&connection, &Connection::assessmentChanged, this, &LiveCluster::showCost);
    connect(&connection, &Connection::wentUnwatched, this, [this](const lockcore::Unwatched& unwatched) {
        m_history.pause(unwatched.lockPath, unwatched.sinceUnixMs);
        Q_EMIT historyChanged();
    });
    connect(&connection, &Connection::assessmentChanged, this, &LiveCluster::takeSurvey);
    connect(this, &LiveCluster::historyChanged, m_panels.timeline, &TimelinePanel::pastChanged);
    connect(&connection, &Connection::auditFailed, this,
            [this](const ActionReport& report, const lockcore::Error& why) {
                m_messages.tell(Severity::Fault, explainNotRecorded(report, why).joined());
            });
    connect(&connection, &Connection::turnedReadOnly, this, &LiveCluster::showReadOnlyTurn);
    connect(&m_inquiry, &ServerInquiry::answersChanged, this, [this] {
        showProblem(m_status);
        if (!m_searched) showEmptyList();
    });
    connect(m_panels.locks, &LockListView::visiblePathsChanged, this,
            [this](const std::set<std::string>& paths) {
                m_visible = paths;
                observe();
            });
}

void LiveCluster::opened() {
    m_searched = false;
    m_status = {};
    m_inquiry.follow({}, m_connection.options());
    m_panels.status->setConnection(m_status.connection);
    m_panels.servers->clear(ServersPanel::Absence::NotAskedYet);
    m_panels.timeline->setHistory(&m_history);
    m_panels.statistics->setHistory(&m_history, &m_requests);
    showEmptyList();
    Q_EMIT factsChanged();
}

void LiveCluster::closed() {
    m_status = {};
    m_inquiry.follow({}, {});
    m_panels.queue->setSuspended(false);
    m_selected.clear();
    m_visible.clear();
    m_logged.clear();
    m_history.clear();
    m_events.closeTurns();
    m_requests.clear();
    m_panels.timeline->setHistory(nullptr);
    m_panels.statistics->setHistory(nullptr, nullptr);
    m_panels.statistics->setContenders(nullptr);
    Q_EMIT historyChanged();
    m_messages.setCondition(Severity::Info, {});
    m_panels.status->setConnection({});
    m_panels.contenders->setView(nullptr);
    m_panels.locks->setSearchNote({}, {});
    fillOwnLocksMenu({});
    Q_EMIT factsChanged();
}

void LiveCluster::select(const std::string& path) {
    m_selected = path;
    m_locks.setKept(path);
    observe();
}

/// What is on screen and what is selected, nothing else: each lock costs a watch on the server.
void LiveCluster::observe() {
    if (!m_connection.isOpen()) return;
    std::set<std::string> paths = m_visible;
    if (!m_selected.empty()) paths.insert(m_selected);
    std::erase_if(m_logged, [&](const auto& entry) { return !paths.contains(entry.first); });
    m_connection.setObserved(paths);
    m_locks.setObserved(paths);
}

void LiveCluster::recordPast(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    m_history.update(queue, systemNowUnixMs());
    m_requests.update(*queue);
    Q_EMIT historyChanged();
}

void LiveCluster::showStatus(const ClusterStatus& status) {
    const ClusterStatus before = std::exchange(m_status, status);
    showCost();
    const auto event = connectionEvent(before, status, m_connection.options());
    if (event) m_events.add({*event});
    m_panels.status->setConnection(status.connection);
    m_panels.queue->setSuspended(status.connection.state == lockcore::ConnectionState::Suspended);
    m_inquiry.follow(status.problem, m_connection.options());
    showProblem(status);
    if (!m_searched) showEmptyList();
    if (event) Q_EMIT factsChanged();
}

void LiveCluster::showCost() {
    OwnCost cost{.watches = m_connection.status().watches,
                 .watchBudget = m_connection.options().thresholds.ownWatches};
    // While nothing is asked, what was measured before is not what it costs now.
    if (const auto& assessment = m_connection.assessment(); assessment && !m_connection.isPaused())
        cost.load = assessment->sample->ownLoad;
    m_panels.status->setOwnCost(cost);
    m_panels.servers->setOwnCost(cost);
}

Explanation LiveCluster::explanationOf(const lockcore::ConnectionProblem& problem) const {
    const ConnectionOptions& options = m_connection.options();
    const auto& answers = m_inquiry.answers();
    return answers && mayLackQuorum(problem) ? explainNoAnswer(problem, options, *answers, Audience::Window)
                                             : explainProblem(problem, options);
}

/// Why nothing can be read now; empty where it can, or nothing was read before.
QString LiveCluster::blockedBy(const ClusterStatus& status) const {
    if (status.problem && isInTheWay(*status.problem)) return explanationOf(*status.problem).title;
    const bool isConnected = lockcore::isConnected(status.connection.state);
    return isConnected || !m_connection.assessment()
               ? QString()
               : tr("Connecting to %1.").arg(m_connection.options().connectString);
}

void LiveCluster::showProblem(const ClusterStatus& status) {
    Q_EMIT blockedChanged(blockedBy(status));
    if (!status.problem) {
        m_messages.setCondition(Severity::Info, {});
        return;
    }
    const lockcore::ProblemKind kind = status.problem->kind;
    m_messages.setCondition(severityOf(kind), explanationOf(*status.problem).joined(), remedyFor(kind));
}

void LiveCluster::showEmptyList() {
    EmptyContent content;
    if (m_status.problem) {
        const Explanation text = explanationOf(*m_status.problem);
        content = {IconName::Fault, text.title, text.reason};
    } else if (m_searched) {
        const auto& catalog = *m_connection.catalog();
        const Explanation text = explainNoLocks(catalog, m_connection.options());
        content = {IconName::Info, text.title, text.reason + QStringLiteral("\n\n") + text.advice,
                   catalog.refusedBytes ? tr("Ask for the long list…") : tr("Pin a path…")};
    } else {
        content = {IconName::Session, tr("Looking for locks…"),
                   tr("Connecting to %1.").arg(m_connection.options().connectString)};
    }
    m_panels.locks->setEmptyContent(content);
}

void LiveCluster::showSearchNote(const lockcore::LockCatalog& catalog) {
    const Explanation partial = explainPartialSearch(catalog);
    m_panels.locks->setSearchNote(Explanation{partial.title, {}, partial.advice}.joined(), partial.reason);
}

void LiveCluster::showCatalog(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
    m_searched = true;
    m_locks.setCatalog(catalog);
    std::vector<std::string> paths;
    for (const auto& lock : catalog->locks)
        if (lockcore::hasHolders(lock.kind) || lock.kind == lockcore::DirectoryKind::Unknown)
            paths.push_back(lock.path);
    m_panels.contenders->setLockPaths(paths);
    showEmptyList();
    showSearchNote(*catalog);
    // The demo's lock, or one that somebody asked for, may be listed a little later than others.
    if (m_selected.empty() && !m_panels.locks->awaitsLock()) selectBusiest(*catalog);
    Q_EMIT factsChanged();
}

void LiveCluster::selectBusiest(const lockcore::LockCatalog& catalog) {
    const auto busiest =
        std::ranges::max_element(catalog.locks, {}, [](const lockcore::DiscoveredLock& lock) {
            return std::pair(lock.waiters, lockcore::hasHolders(lock.kind));
        });
    if (busiest == catalog.locks.end()) return;
    const std::string whole = m_locks.wholeOf(busiest->path);
    m_panels.locks->selectLock(whole.empty() ? busiest->path : whole);
}

void LiveCluster::showQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    m_locks.setQueue(queue);
    recordPast(queue);
    logEvents(queue);
    logEnds();
    if (queue->path == m_selected) Q_EMIT selectedQueueChanged(queue);
}

/// Names are shown before they are read; the log waits until it is known whose they are.
void LiveCluster::logEvents(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (queue->freshness == lockcore::Freshness::Live && !isComplete(*queue)) return;
    auto& logged = m_logged[queue->path];
    std::vector<LogEvent> events = queueEvents(logged.get(), *queue, &m_history);
    logged = queue;
    if (!events.empty()) m_events.add(std::move(events));
}

/// What has become known of contenders that left before.
void LiveCluster::logEnds() {
    for (const auto& [path, id] : m_history.takeEnded()) {
        const lockcore::Turn* const turn = m_history.turn(path, id);
        if (!turn) continue;
        LogEvent event = departureEvent(path, *turn);
        if (event.severity == Severity::Fault)
            m_messages.tell(event.severity, tr("%1: %2").arg(displayText(path), event.text));
        m_events.complete(id, std::move(event));
    }
}

void LiveCluster::takeSurvey(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
    const auto& sample = assessment->sample;
    m_history.setClocks(sample->clocks);
    m_history.takeSurvey({sample, &sample->servers});
    logEnds();
    Q_EMIT historyChanged();
}

void LiveCluster::showHolds(const std::vector<lockcore::OwnHold>& before,
                            const std::vector<lockcore::OwnHold>& now) {
    std::vector<LogEvent> events = holdEvents(before, now);
    const auto alarming = std::find_if(
        events.begin(), events.end(), [](const LogEvent& event) { return event.severity != Severity::Info; });
    // Suspended is told by the connection's own message.
    if (alarming != events.end() && lockcore::isConnected(m_status.connection.state))
        m_messages.tell(alarming->severity, tr("%1: %2").arg(displayText(alarming->lockPath), alarming->text),
                        ActionId::Release);
    if (!events.empty()) m_events.add(std::move(events));
    fillOwnLocksMenu(now);
    Q_EMIT factsChanged();
}

void LiveCluster::fillOwnLocksMenu(const std::vector<lockcore::OwnHold>& holds) {
    QMenu* const menu = m_panels.ownLocks->menu();
    menu->clear();
    for (const lockcore::OwnHold& hold : holds) {
        const QString state = hold.state == lockcore::OwnHoldState::Held        ? tr("held")
                              : hold.state == lockcore::OwnHoldState::Queued    ? tr("waiting")
                              : hold.state == lockcore::OwnHoldState::Suspended ? tr("in doubt")
                                                                                : tr("lost");
        // In a menu "&" would start a mnemonic.
        QString path = displayText(hold.lockPath);
        path.replace(QLatin1Char('&'), QStringLiteral("&&"));
        connect(menu->addAction(
                    tr("%1: %2, %3", "path, recipe, state").arg(path, recipeWord(hold.recipe), state)),
                &QAction::triggered, m_panels.locks,
                [this, lockPath = hold.lockPath] { m_panels.locks->selectLock(lockPath); });
    }
    m_panels.ownLocks->setText(tr("Own locks: %1").arg(holds.size()));
    m_panels.ownLocks->setToolTip(tr("What this program itself holds or waits for"));
    m_panels.ownLocks->setVisible(!holds.empty());
}

void LiveCluster::showAction(const ActionReport& report) {
    m_events.add({actionEvent(report)});
    const bool removes = report.kind == ActionKind::Evict || report.kind == ActionKind::ForceRelease;
    if (removes && report.outcome == ActionOutcome::Done) {
        m_history.removedHere(report.lockPath, report.czxid);
        logEnds();
    }
    if (report.outcome == ActionOutcome::Done)
        m_messages.tell(Severity::Info, doneText(report));
    else if (!report.error || report.error->code != lockcore::ErrorCode::Cancelled)
        m_messages.tell(Severity::Warning, explainAction(report).joined());
    Q_EMIT factsChanged();
}

/// A switch that was turned while nothing of ours was there says all by itself.
void LiveCluster::showReadOnlyTurn(const ReadOnlyTurn& turn) {
    const QString text = readOnlyText(turn);
    if (text.isEmpty()) return;
    const Severity severity = turn.isForIdleness ? Severity::Warning : Severity::Info;
    m_messages.tell(severity, text, turn.held > 0 ? std::optional(ActionId::Release) : std::nullopt);
    m_events.add({readOnlyEvent(severity, text)});
}

}  // namespace lockscope
