// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/cluster_health.h"

#include "graph/graph_panel.h"
#include "models/coverage_text.h"
#include "models/display_text.h"
#include "models/queue_model.h"
#include "statistics/statistics_panel.h"
#include "timeline/timeline_panel.h"
#include "views/details_panel.h"
#include "views/findings_panel.h"
#include "views/lock_list_view.h"
#include "views/queue_panel.h"
#include "views/servers_panel.h"
#include "views/sessions_panel.h"

#include "window/centre_tabs.h"
#include "window/event_texts.h"

#include <QDockWidget>
#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

CheckedScope scopeOf(const lockcore::ClusterAssessment& assessment) {
    const lockcore::ClusterSample& sample = *assessment.sample;
    const auto read = std::ranges::count_if(
        sample.servers, [](const lockcore::ServerReport& report) { return report.connections.has_value(); });
    CheckedScope scope{sample.locks.size(), sample.servers.size(), static_cast<std::size_t>(read),
                       sample.takenAtUnixMs};
    const auto& coverage = assessment.coverage;
    if (!coverage) return scope;
    for (const lockcore::Aspect aspect : lockcore::kAspects)
        if (coverage->lacks(aspect)) scope.notChecked << notCheckedText(*coverage, aspect);
    scope.foundAllClients = !coverage->lacks(lockcore::Aspect::Liveness);
    for (const lockcore::AskedServer& server : coverage->servers)
        if (!server.answered) scope.silent << displayText(server.server);
    return scope;
}

}  // namespace

ClusterHealth::ClusterHealth(const WindowPanels& panels, WindowSettings& settings, QObject* parent)
    : QObject(parent), m_panels(panels), m_settings(settings) {
    connect(panels.findings, &FindingsPanel::contenderActivated, this, &ClusterHealth::contenderChosen);
    connect(panels.findings, &FindingsPanel::lockActivated, this, &ClusterHealth::lockChosen);
    connect(panels.findings, &FindingsPanel::sessionActivated, this, &ClusterHealth::chooseSession);
    connect(panels.findings, &FindingsPanel::graphRequested, this, &ClusterHealth::showDeadlocks);
    connect(panels.graph, &GraphPanel::contenderActivated, this, &ClusterHealth::contenderChosen);
    connect(panels.graph, &GraphPanel::lockActivated, this, &ClusterHealth::lockChosen);
    connect(panels.graph, &GraphPanel::sessionActivated, this, &ClusterHealth::chooseSession);
    connect(panels.sessions, &SessionsPanel::currentSessionChanged, panels.graph,
            &GraphPanel::setSelectedSession);
    connect(panels.sessions, &SessionsPanel::currentSessionChanged, panels.timeline,
            &TimelinePanel::setSelectedSession);
    connect(panels.findings, &FindingsPanel::suppressRequested, this, &ClusterHealth::suppress);
    connect(panels.sessions, &SessionsPanel::contenderActivated, this, &ClusterHealth::contenderChosen);
    connect(panels.sessions, &SessionsPanel::currentSessionChanged, panels.queue->model(),
            &QueueModel::setHighlightedSession);
    panels.details->setTakeovers(panels.queue->model()->takeovers());
    connect(&settings, &WindowSettings::suppressionsChanged, this, &ClusterHealth::refresh);
    connect(&settings, &WindowSettings::thresholdsChanged, this, &ClusterHealth::assessAgain);
}

void ClusterHealth::show(const QString& cluster,
                         std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_offline = false;
    m_cluster = cluster;
    m_assessment = std::move(assessment);
    m_panels.queue->setAssessment(m_assessment);
    m_panels.graph->setAssessment(m_assessment);
    m_panels.statistics->setAssessment(m_assessment);
    m_panels.details->setAssessment(m_assessment);
    m_panels.servers->setSample(m_assessment->sample);
    if (!m_isBlocked) m_checked = m_assessment;
    refresh();
    tellEvents();
}

void ClusterHealth::setBlocked(const QString& why) {
    m_isBlocked = !why.isEmpty();
    m_panels.findings->setBlocked(why);
}

/// An assessment may be skipped, but the next one still has its events.
void ClusterHealth::tellEvents() {
    const lockcore::FindingEvents& events = *m_assessment->events;
    if (events.empty() || events.back().number == m_told) return;
    if (events.back().number < m_told) m_told = 0;  // of another connection
    lockcore::FindingEvents wanted;
    const auto suppressions = m_settings.suppressions(m_cluster);
    for (const lockcore::FindingEvent& event : events)
        if (event.number > m_told && !suppressions.covers(event.finding)) wanted.push_back(event);
    m_told = events.back().number;
    if (!wanted.empty()) Q_EMIT findingsChanged(findingEvents(wanted));
}

void ClusterHealth::showOffline(const QString& cluster,
                                std::vector<std::shared_ptr<const lockcore::LockQueue>> locks,
                                std::int64_t takenAtUnixMs,
                                const std::optional<lockcore::Coverage>& coverage) {
    auto sample = std::make_shared<lockcore::ClusterSample>();
    sample->locks = std::move(locks);
    sample->takenAtUnixMs = takenAtUnixMs;
    sample->coverage = coverage;
    lockcore::FindingHistory history;
    show(cluster, std::make_shared<const lockcore::ClusterAssessment>(
                      lockcore::assess(sample, history, m_settings.thresholds())));
    m_offline = true;
    m_panels.servers->clear(ServersPanel::Absence::Offline);
}

/// A live connection judges its sample itself.
void ClusterHealth::assessAgain() {
    if (!m_offline) return;
    const auto sample = m_assessment->sample;
    showOffline(m_cluster, sample->locks, sample->takenAtUnixMs, sample->coverage);
}

void ClusterHealth::clear() {
    m_assessment.reset();
    m_checked.reset();
    m_offline = false;
    m_isBlocked = false;
    m_told = 0;
    m_panels.servers->clear(ServersPanel::Absence::NotConnected);
    m_panels.queue->setAssessment(nullptr);
    m_panels.graph->setAssessment(nullptr);
    m_panels.statistics->setAssessment(nullptr);
    m_panels.details->setAssessment(nullptr);
    m_panels.findings->clear();
    m_panels.locks->setAlerts({});
    m_panels.locks->setJudged({});
    m_panels.sessions->clear();
    m_panels.findingsDock->setWindowTitle(tr("Findings"));
}

void ClusterHealth::refresh() {
    if (!m_checked) return;
    const auto suppressions = m_settings.suppressions(m_cluster);
    auto findings = m_checked->findings;
    std::erase_if(findings, [&](const lockcore::Finding& finding) { return suppressions.covers(finding); });
    const auto worse = std::ranges::count_if(findings, [](const lockcore::Finding& finding) {
        return finding.severity != lockcore::Severity::Information;
    });
    m_panels.findingsDock->setWindowTitle(worse > 0 ? tr("Findings (%1)").arg(worse) : tr("Findings"));
    m_panels.locks->setAlerts(alertsByLock(findings));
    m_panels.locks->setJudged(judgedDirectories(*m_checked));
    m_panels.sessions->setSessions(m_checked->sessions, countBySession(findings));
    m_panels.sessions->setCheckedAt(m_checked->sample->takenAtUnixMs);
    m_panels.findings->setFindings(std::move(findings), scopeOf(*m_checked));
}

void ClusterHealth::suppress(const std::string& lock, lockcore::FindingKind kind) {
    m_settings.suppress(m_cluster, lock, kind);
}

void ClusterHealth::showDeadlocks() {
    m_panels.graph->setScope(GraphScope::AcrossLocks);
    m_panels.tabs->showGraph();
}

void ClusterHealth::chooseSession(lockcore::SessionId session) {
    m_panels.sessionsDock->raise();
    m_panels.sessions->selectSession(session);
}

}  // namespace lockscope
