// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_connection.h"
#include "document/row_subject.h"

#include <QWidget>

#include <memory>
#include <optional>

class QMenu;
class QStackedWidget;

namespace lockscope {

class Actions;
class ClusterConnection;
class ClusterDocument;
class LabRunView;
class LabSetup;

/// The window's lab: the choice of a run, then the run. Lives on the GUI thread.
class LabPanel : public QWidget {
    Q_OBJECT

public:
    explicit LabPanel(QWidget* parent = nullptr);

    /// Shows what the lab does, and offers `connection`'s cluster where it may be changed, as long as all
    /// live.
    void follow(LabConnection& lab, const ClusterConnection& connection, ClusterDocument& document,
                const Actions& actions);
    /// The choice of another run, whatever the last one was.
    void showSetup();
    /// That of the last run, where there is one.
    void showReport();
    LabSetup& setup() { return *m_setup; }
    LabRunView& run() { return *m_run; }

Q_SIGNALS:
    void playRequested(const std::optional<lockcore::Scenario>& scenario, const lockscope::LabStart& start);
    void saveRequested();
    /// Before `menu`, which is about one of the contenders, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    void fitPage();

    LabSetup* m_setup;
    LabRunView* m_run;
    QStackedWidget* m_pages;
};

}  // namespace lockscope
