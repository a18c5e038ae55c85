// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;

namespace lockscope {

class EmptyState;
class EventLogModel;
class StableTableView;

/// The event log with its filter; follows new events while scrolled to the end. Lives on the GUI thread.
class EventLogPanel : public QWidget {
    Q_OBJECT

public:
    explicit EventLogPanel(QWidget* parent = nullptr);

    /// Must outlive the panel.
    void setLogModel(EventLogModel* model);
    StableTableView* view() const { return m_table; }

private:
    void choosePage();

    QSortFilterProxyModel* m_filterModel;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
    StableTableView* m_table;
    EmptyState* m_empty;
};

}  // namespace lockscope
