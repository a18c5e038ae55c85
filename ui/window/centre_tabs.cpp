// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/centre_tabs.h"

#include "actions/actions.h"
#include "graph/graph_panel.h"
#include "overview/overview_panel.h"
#include "queue/queue_panel.h"
#include "statistics/statistics_panel.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_view.h"

namespace lockscope {

CentreTabs::CentreTabs(const Actions& actions)
    : m_overview(new OverviewPanel),
      m_queue(new QueuePanel),
      m_graph(new GraphPanel(
          {actions.get(ActionId::ZoomOut), actions.get(ActionId::ZoomIn), actions.get(ActionId::ZoomToFit)})),
      m_timeline(
          new TimelinePanel({actions.get(ActionId::FollowNow), actions.get(ActionId::ZoomToSpan),
                             actions.get(ActionId::UndoZoom), actions.get(ActionId::ZoomOut),
                             actions.get(ActionId::ZoomIn), actions.get(ActionId::ResetTimeline)},
                            {actions.get(ActionId::ZoomToSpan), actions.get(ActionId::UndoZoom),
                             actions.get(ActionId::KeepSession), actions.get(ActionId::LeaveOutSession),
                             actions.get(ActionId::KeepLock), actions.get(ActionId::LeaveOutLock),
                             actions.get(ActionId::UndoFilter), actions.get(ActionId::ResetTimeline)})),
      m_statistics(new StatisticsPanel) {
    setDocumentMode(true);
    addTab(m_overview, tr("Overview"));
    addTab(m_queue, tr("Queue"));
    addTab(m_graph, tr("Graph"));
    addTab(m_timeline, tr("Timeline"));
    addTab(m_statistics, tr("Statistics"));
    const auto on = [&](ActionId id, auto* receiver, auto slot) {
        connect(actions.get(id), &QAction::triggered, receiver, slot);
    };
    on(ActionId::ShowOverview, this, [this] {
        showOverview();
        m_overview->takeFocus();
    });
    on(ActionId::ShowQueue, this, &CentreTabs::showQueue);
    on(ActionId::ShowGraph, this, &CentreTabs::showGraph);
    on(ActionId::ShowTimeline, this, &CentreTabs::showTimeline);
    on(ActionId::ShowStatistics, this, &CentreTabs::showStatistics);
    const auto zooms = [&](ActionId id, auto inGraph, auto inTimeline) {
        on(id, this, [this, inGraph, inTimeline] {
            if (isGraphShown())
                (m_graph->view()->*inGraph)();
            else
                (m_timeline->view()->*inTimeline)();
        });
    };
    zooms(ActionId::ZoomIn, &GraphView::zoomIn, &TimelineView::zoomIn);
    zooms(ActionId::ZoomOut, &GraphView::zoomOut, &TimelineView::zoomOut);
    zooms(ActionId::ZoomToFit, &GraphView::fit, &TimelineView::fit);
    connectTimeline(actions);
}

void CentreTabs::connectTimeline(const Actions& actions) {
    const auto on = [&](ActionId id, auto slot) {
        connect(actions.get(id), &QAction::triggered, m_timeline, slot);
    };
    on(ActionId::FollowNow, [this](bool follows) { m_timeline->view()->setFollowing(follows); });
    on(ActionId::ZoomToSpan, [this] { m_timeline->view()->zoomToSpan(); });
    on(ActionId::UndoZoom, [this] { m_timeline->view()->undoZoom(); });
    on(ActionId::KeepSession, [this] { m_timeline->filter(true, LaneBy::Session); });
    on(ActionId::LeaveOutSession, [this] { m_timeline->filter(false, LaneBy::Session); });
    on(ActionId::KeepLock, [this] { m_timeline->filter(true, LaneBy::Lock); });
    on(ActionId::LeaveOutLock, [this] { m_timeline->filter(false, LaneBy::Lock); });
    on(ActionId::UndoFilter, &TimelinePanel::undoFilter);
    on(ActionId::ResetTimeline, &TimelinePanel::reset);
}

TimelineFacts CentreTabs::timelineFacts() const {
    const TimelineView& view = *m_timeline->view();
    return {.shown = currentWidget() == m_timeline,
            .following = view.isFollowing(),
            .spanSelected = view.selectedSpan().has_value(),
            .turnChosen = m_timeline->hasCurrentTurn(),
            .canUndoZoom = view.canUndoZoom(),
            .canUndoFilter = m_timeline->canUndoFilter()};
}

bool CentreTabs::isGraphShown() const {
    return currentWidget() == m_graph;
}

void CentreTabs::showOverview() {
    setCurrentWidget(m_overview);
}

void CentreTabs::leaveOverview() {
    if (currentWidget() == m_overview) showQueue();
}

void CentreTabs::showQueue() {
    setCurrentWidget(m_queue);
}

void CentreTabs::showGraph() {
    setCurrentWidget(m_graph);
}

void CentreTabs::showTimeline() {
    setCurrentWidget(m_timeline);
}

void CentreTabs::showStatistics() {
    setCurrentWidget(m_statistics);
}

PictureExport CentreTabs::picture() const {
    if (isGraphShown())
        return {tr("Pictures (*.png *.svg);;Graphviz (*.dot)"),
                [graph = m_graph](const QString& file) { return graph->pictureFor(file); }};
    if (currentWidget() == m_timeline)
        return {tr("Pictures (*.png *.svg)"),
                [timeline = m_timeline](const QString& file) { return timeline->pictureFor(file); }};
    if (currentWidget() == m_statistics)
        return {tr("Pictures (*.png *.svg)"),
                [statistics = m_statistics](const QString& file) { return statistics->pictureFor(file); }};
    if (currentWidget() == m_overview)
        return {tr("Pictures (*.png *.svg)"),
                [overview = m_overview](const QString& file) { return paintedFor(file, *overview); }};
    return {tr("Pictures (*.png *.svg)"),
            [queue = m_queue](const QString& file) { return paintedFor(file, *queue); }};
}

}  // namespace lockscope
