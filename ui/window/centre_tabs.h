// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"
#include "widgets/view_picture.h"

#include <QString>
#include <QTabWidget>

#include <functional>

namespace lockscope {

class Actions;
class GraphPanel;
class OverviewPanel;
class QueuePanel;
class StatisticsPanel;
class TimelinePanel;

/// What is to be exported, and under which kinds of file names.
struct PictureExport {
    QString filter;
    std::function<PictureWriter(const QString& file)> paint;  ///< GUI thread
};

/// What hurts, and the views of one selection, one at a time. Lives on the GUI thread.
class CentreTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit CentreTabs(const Actions& actions);

    OverviewPanel* overview() const { return m_overview; }
    QueuePanel* queue() const { return m_queue; }
    GraphPanel* graph() const { return m_graph; }
    TimelinePanel* timeline() const { return m_timeline; }
    StatisticsPanel* statistics() const { return m_statistics; }

    bool isGraphShown() const;
    TimelineFacts timelineFacts() const;
    void showOverview();
    /// The queue in place of the overview; any other tab stays.
    void leaveOverview();
    void showQueue();
    void showGraph();
    void showTimeline();
    void showStatistics();
    /// Of the tab that is shown.
    PictureExport picture() const;

private:
    void connectTimeline(const Actions& actions);

    OverviewPanel* m_overview;
    QueuePanel* m_queue;
    GraphPanel* m_graph;
    TimelinePanel* m_timeline;
    StatisticsPanel* m_statistics;
};

}  // namespace lockscope
