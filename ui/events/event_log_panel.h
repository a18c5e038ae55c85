// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/request_log.h>

#include <QWidget>

#include <optional>

class QLineEdit;
class QStackedWidget;

namespace lockscope {

class EmptyState;
class EventFilterModel;
class EventLogModel;
class StableTableView;
class TimeSpanNote;

/// The event log with its filter; follows new events while scrolled to the end. Lives on the GUI thread.
class EventLogPanel : public QWidget {
    Q_OBJECT

public:
    explicit EventLogPanel(QWidget* parent = nullptr);

    /// Must outlive the panel.
    void setLogModel(EventLogModel* model);
    StableTableView* view() const { return m_table; }
    /// Shows only what happened in a span; empty: all.
    void setTimeSpan(const std::optional<lockcore::TimeSpan>& span);

Q_SIGNALS:
    /// The user wants to see all of the time again.
    void showAllRequested();

private:
    void choosePage();

    EventFilterModel* m_filterModel;
    QLineEdit* m_filter;
    TimeSpanNote* m_spanNote;
    QStackedWidget* m_stack;
    StableTableView* m_table;
    EmptyState* m_empty;
};

}  // namespace lockscope
