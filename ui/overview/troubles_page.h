// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lockscope {

class BusyLocksModel;
class BusyLocksView;
class SteadyLabel;
class TroubleList;
class TroublesModel;

/// The troubles, a line below them, and the busiest locks where the troubles leave room for some. Lives on
/// the GUI thread.
class TroublesPage : public QWidget {
    Q_OBJECT

public:
    /// The models outlive the page.
    TroublesPage(TroublesModel& troubles, BusyLocksModel& busy, QWidget* parent = nullptr);

    TroubleList* list() const { return m_list; }
    BusyLocksView* busyLocks() const { return m_busy; }
    SteadyLabel* footer() const { return m_footer; }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void shareRoom();

    TroubleList* m_list;
    BusyLocksView* m_busy;
    SteadyLabel* m_footer;
};

}  // namespace lockscope
