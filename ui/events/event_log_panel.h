// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "events/event_log_model.h"
#include "words/wall_clock.h"

#include <lockcore/observe/request_log.h>

#include <QMenu>
#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace lockscope {

class ClusterDocument;
class EmptyState;
class EventFilterModel;
class StableTableView;
class TimeSpanNote;

/// The event log with its filters; follows new events while scrolled to the end. Lives on the GUI thread.
class EventLogPanel : public QWidget {
    Q_OBJECT

public:
    explicit EventLogPanel(QWidget* parent = nullptr);

    /// Must outlive the panel.
    void setLogModel(EventLogModel* model);
    /// Takes its clock, as long as both live.
    void follow(ClusterDocument& document);
    /// By which the last minutes are told: that of an opened snapshot stands still.
    void setClock(WallClock clock);
    /// What the button for it does.
    void setExport(QAction* action);
    StableTableView* view() const { return m_table; }
    /// As if it had been typed.
    void setFilter(const QString& words);
    /// Shows only what happened in a span; empty: all.
    void setTimeSpan(const std::optional<lockcore::TimeSpan>& span);
    /// Those that the filters let through, in their order.
    std::vector<LogEvent> shownEvents() const;

Q_SIGNALS:
    /// The user wants to see all of the time again.
    void showAllRequested();
    /// The lock of an event, at which the user wants to look.
    void lockActivated(const std::string& path);
    /// The menu of a row is about to be shown: whoever can do more with what the row is about adds that.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    QWidget* buildFilters();
    void buildTable();
    void applyRange();
    void choosePage();
    const LogEvent& eventAt(const QModelIndex& index) const;
    void showMenu(const QPoint& position);

    EventFilterModel* m_filterModel;
    QLineEdit* m_filter;
    QComboBox* m_range;
    QToolButton* m_export;
    TimeSpanNote* m_spanNote;
    QStackedWidget* m_stack;
    StableTableView* m_table;
    EmptyState* m_empty;
    WallClock m_now;
};

}  // namespace lockscope
