// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "lab/lab_contenders_model.h"

#include <lockcore/lab/run.h>
#include <lockcore/observe/assessment.h>

#include <QTimer>
#include <QWidget>

#include <memory>
#include <set>
#include <string>
#include <vector>

class QMenu;
class QStackedWidget;
class QToolButton;

namespace lockscope {

class LabConnection;
class StableTableView;

/// The contenders of a run, and what can be done to those that are selected. Lives on the GUI thread.
class LabContenders : public QWidget {
    Q_OBJECT

public:
    explicit LabContenders(QWidget* parent = nullptr);

    /// As long as both live.
    void follow(LabConnection& lab);
    /// Null: none.
    void setView(const lockcore::LabView* view, const LabContendersModel::Groups& groups);
    /// What the servers say of clients; null where they were not asked.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// Of the first one that is selected; empty: none is.
    std::string selectedLock() const;
    const LabContendersModel& model() const { return *m_model; }
    StableTableView& table() { return *m_table; }

Q_SIGNALS:
    void selectionChanged();
    /// Before `menu`, which is about one of the contenders, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    void choosePage();
    void buildActs(QWidget* line);
    void addAct(QWidget* line, const QString& text, const QString& tip, const char* name,
                void (LabContenders::*act)());
    void start();
    void stop();
    void remove();
    void freeze();
    void thaw();
    void cut();
    void mend();
    void kill();
    void crash();
    void disturb(lockcore::Disturbance disturbance);
    void tellShownFaults();
    void showMenu(const QPoint& position);
    void updateActs();
    std::vector<std::uint64_t> selectedIds() const;

    LabConnection* m_lab = nullptr;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    LabContendersModel* m_model;
    QTimer m_clock;  ///< while one is dead whose session lives
    StableTableView* m_table;
    QStackedWidget* m_pages;  ///< that nobody is there, or the table
    std::vector<QToolButton*> m_acts;
    std::set<std::uint64_t> m_faults;  ///< contenders whose fault somebody has seen
};

}  // namespace lockscope
