// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QLabel;

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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showHeading();

    BusyLocksModel& m_model;
    QLabel* m_heading;
    StableTableView* m_table;
};

}  // namespace lockscope
