// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/centre_tabs.h"

#include "bridge/view_picture.h"
#include "graph/graph_panel.h"
#include "views/queue_panel.h"
#include "window/actions.h"

namespace lockscope {

CentreTabs::CentreTabs(const Actions& actions)
    : m_queue(new QueuePanel),
      m_graph(new GraphPanel({actions.get(ActionId::ZoomOut), actions.get(ActionId::ZoomIn),
                              actions.get(ActionId::ZoomToFit)})) {
    setDocumentMode(true);
    addTab(m_queue, tr("Queue"));
    addTab(m_graph, tr("Graph"));
    const auto on = [&](ActionId id, auto* receiver, auto slot) {
        connect(actions.get(id), &QAction::triggered, receiver, slot);
    };
    on(ActionId::ShowQueue, this, &CentreTabs::showQueue);
    on(ActionId::ShowGraph, this, &CentreTabs::showGraph);
    on(ActionId::ZoomIn, m_graph->view(), &GraphView::zoomIn);
    on(ActionId::ZoomOut, m_graph->view(), &GraphView::zoomOut);
    on(ActionId::ZoomToFit, m_graph->view(), &GraphView::fit);
}

bool CentreTabs::isGraphShown() const {
    return currentWidget() == m_graph;
}

void CentreTabs::showQueue() {
    setCurrentWidget(m_queue);
}

void CentreTabs::showGraph() {
    setCurrentWidget(m_graph);
}

PictureExport CentreTabs::picture() const {
    if (isGraphShown())
        return {tr("Pictures (*.png *.svg);;Graphviz (*.dot)"),
                [graph = m_graph](const QString& file) { return graph->writeTo(file); }};
    return {tr("Pictures (*.png *.svg)"),
            [queue = m_queue](const QString& file) { return writePicture(*queue, file); }};
}

}  // namespace lockscope
