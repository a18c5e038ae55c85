// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_connection.h"
#include "lab/lab_contenders_model.h"

#include <QWidget>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QTabWidget;

namespace lockscope {

class GroupForm;
class LabChecksModel;
class LabContenders;
class LabFairness;
class LabReportView;
class LabStepsModel;
class ServersStrip;
class StableTableView;

/// A run that is under way, or the last one: servers, contenders, steps, promises and its report. Lives on
/// the GUI thread.
class LabRunView : public QWidget {
    Q_OBJECT

public:
    explicit LabRunView(QWidget* parent = nullptr);

    /// As long as both live.
    void follow(LabConnection& lab);
    LabContenders& contenders() { return *m_contenders; }
    LabReportView& report() { return *m_report; }
    const ServersStrip& servers() const { return *m_servers; }
    const LabStepsModel& steps() const { return *m_steps; }
    const LabChecksModel& checks() const { return *m_checks; }
    /// Null: none. Of a run that is followed they come by themselves.
    void setView(std::shared_ptr<const lockcore::LabView> view, const LabContendersModel::Groups& groups);
    void tellProblem(const QString& problem);
    /// Its report, where there is one.
    void openReport();

Q_SIGNALS:
    void newRunWanted();

private:
    QWidget* buildTop();
    QWidget* buildHeadline();
    QWidget* buildTabs();
    StableTableView* buildTable(QAbstractItemModel* model, const QString& name, const char* objectName,
                                std::vector<int> characters);
    void beginAnew();
    void showLook(const lockcore::ScenarioText& ofPhase);
    void showStage();
    void noteNames(const lockcore::LabView& view);
    void showHeadline(const lockcore::LabView& view);
    void showFairness();
    void showReportButtons(bool areShown);
    const lockcore::LockReport* endedOf(const std::string& lock) const;
    void showStep(const lockcore::PlayStep& step);
    void showReport();

    LabConnection* m_lab = nullptr;
    std::shared_ptr<const lockcore::LabView> m_view;
    std::shared_ptr<const lockcore::LabView> m_counted;  ///< the last one with contenders
    std::map<std::uint64_t, QString> m_names;            ///< of all that there were, by id
    LabContenders* m_contenders;
    LabStepsModel* m_steps;
    LabChecksModel* m_checks;
    ServersStrip* m_servers;
    QTabWidget* m_tabs = nullptr;
    StableTableView* m_checksTable = nullptr;
    StableTableView* m_stepsTable = nullptr;
    LabFairness* m_fairness = nullptr;
    GroupForm* m_form = nullptr;
    LabReportView* m_report = nullptr;
    QWidget* m_headline = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_stage = nullptr;
    QLabel* m_seed = nullptr;
    QLabel* m_grants = nullptr;
    QLabel* m_rate = nullptr;
    QLabel* m_jain = nullptr;
    QLabel* m_inversions = nullptr;
    QLabel* m_registers = nullptr;
    QLabel* m_look;
    bool m_isProblemTold = false;  ///< in m_look
    QPushButton* m_end = nullptr;
    QPushButton* m_new = nullptr;
};

}  // namespace lockscope
