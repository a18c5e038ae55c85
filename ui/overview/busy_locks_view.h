// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"

#include <QWidget>

#include <string>

class QLabel;
class QMenu;

namespace lockscope {

class BusyLocksModel;
class StableTableView;

/// The busiest locks under a heading. Lives on the GUI thread.
class BusyLocksView : public QWidget {
    Q_OBJECT

public:
    /// `model` outlives the view.
    explicit BusyLocksView(BusyLocksModel& model, QWidget* parent = nullptr);

    StableTableView* table() const { return m_table; }
    bool isEmpty() const;

Q_SIGNALS:
    /// A click is enough; Enter does the same.
    void lockActivated(const std::string& path);
    /// Before `menu`, which is about `row`, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showHeading();
    QString headingText(const QString& time) const;
    void showMenu(const QPoint& position);

    BusyLocksModel& m_model;
    QLabel* m_heading;
    StableTableView* m_table;
};

}  // namespace lockscope
