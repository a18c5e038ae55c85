// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "timeline/timeline_lanes.h"
#include "widgets/view_picture.h"
#include "words/wall_clock.h"

#include <QList>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <string>

class QAction;
class QComboBox;
class QMenu;
class QStackedWidget;

namespace lockscope {

class ClusterDocument;
class ElidedLabel;
class EmptyState;
class PanelHeader;
class StableTableView;
class TimelineModel;
class TimelineView;

/// Who waited and held when, as a picture and as a table. Lives on the GUI thread; works on nothing while it
/// can't be seen.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    /// Shows `tools` as buttons, and `menu` where something is clicked on.
    TimelinePanel(const QList<QAction*>& tools, const QList<QAction*>& menu, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    /// Whose past is shown; must live until another is set. Null: nothing is watched, as of a snapshot.
    void setHistory(const lockcore::LockHistory* history);
    /// The history has grown.
    void pastChanged();
    /// What is selected elsewhere; empty and None for nothing.
    void setSelectedLock(const std::string& path);
    void setSelectedSession(lockcore::SessionId session);
    /// The sessions of this program.
    void setOwnSessions(const std::set<lockcore::SessionId>& sessions);
    void setLaneBy(LaneBy by);
    void setClock(const WallClock& clock);

    /// Only turns of the chosen turn's session or lock, or all but them.
    void filter(bool keeps, LaneBy by);
    void undoFilter();
    /// No filter, no zoom, no selected span.
    void reset();
    bool canUndoFilter() const { return !m_filter.steps.empty(); }
    bool hasCurrentTurn() const;

    TimelineView* view() const { return m_view; }
    StableTableView* table() const { return m_table; }
    const TimelineModel* model() const { return m_model; }

    /// What is in view: .svg or pixels by the name of `file`.
    PictureWriter pictureFor(const QString& file) const;

Q_SIGNALS:
    /// Other views are to show only this span; empty: all.
    void timeSpanSelected(const std::optional<lockcore::TimeSpan>& span);
    /// The user wants to look at a contender in its queue.
    void contenderActivated(const std::string& path, const std::string& name);
    /// Before `menu`, which is about `row`, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);
    /// What can be done has changed.
    void stateChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    PanelHeader* buildHeader(const QList<QAction*>& tools);
    void connectParts(const QList<QAction*>& menu);
    void refreshSoon();
    void refresh();
    void tick();
    void showSummary();
    void showEmpty();
    void activateRow(int row);
    void showTurnMenu(const QList<QAction*>& actions, const QPoint& globalPosition, bool isOnTurn);
    void showRowMenu(const QPoint& position);
    RowSubject subjectOfTurn(const TimelineTurn& turn) const;

    const ClusterDocument* m_document = nullptr;
    const lockcore::LockHistory* m_history = nullptr;
    std::set<lockcore::SessionId> m_ownSessions;
    std::shared_ptr<const TimelineLanes> m_lanes;
    std::string m_lock;
    LaneBy m_by = LaneBy::Session;
    TimelineFilter m_filter;
    WallClock m_clock = systemNowUnixMs;
    QTimer m_refresh;
    int m_pauseMs;         ///< between two refreshes
    bool m_stale = false;  ///< m_lanes is older than the history

    TimelineModel* m_model;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    TimelineView* m_view;
    StableTableView* m_table;
    QComboBox* m_lanesBy;
    ElidedLabel* m_summary;
};

}  // namespace lockscope
