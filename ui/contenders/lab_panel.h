// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"

#include <lockcore/lab/contenders.h>
#include <lockcore/observe/assessment.h>

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;

namespace lockscope {

class ClusterDocument;
class Actions;
class ContendersModel;
class FairnessView;
class GrantOrderModel;
class StableTableView;

/// Launches simulated contenders and shows how fairly the lock treats them. Sends requests as signals; what
/// runs comes back by setView(). Lives on the GUI thread.
class LabPanel : public QWidget {
    Q_OBJECT

public:
    explicit LabPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, and whether it may be changed, as long as all live.
    void follow(ClusterDocument& document, const Actions& actions);

    /// What the servers say of clients; null where they were not asked.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// Null: none.
    void setView(std::shared_ptr<const lockcore::ContendersView> view);
    /// Offered in the lock field; what is typed there stays.
    void setLockPaths(const std::vector<std::string>& paths);
    void setLockPath(const std::string& path);
    /// Empty: contenders can be added. Else why not ("Not connected"), shown as tooltip of the disabled
    /// button.
    void setBlockedReason(const QString& reason);

Q_SIGNALS:
    void addRequested(const lockcore::ContenderPlan& plan);
    void stopRequested(const std::vector<std::uint64_t>& ids);
    void stopAllRequested();
    /// Before `menu`, which is about one of the contenders, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    QWidget* buildPlanLine();
    QWidget* buildButtons();
    QWidget* buildHeadline();
    QWidget* buildTables();
    QWidget* buildGrants();
    void requestAdd();
    void requestStop();
    void showMenu(const QPoint& position);
    void updateButtons();
    void showFairness();
    /// What is wrong with the lock path that was typed; empty if nothing is.
    QString pathProblem() const;
    /// The lock whose fairness is shown: that of the selected contender, else the one in the lock field.
    std::string shownLock() const;

    ContendersModel* m_contenders;
    GrantOrderModel* m_grants;
    QString m_blockedReason;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    QComboBox* m_lockPath;
    QComboBox* m_mode;
    QSpinBox* m_count;
    QSpinBox* m_holdMs;
    QSpinBox* m_thinkMs;
    QPushButton* m_add;
    QPushButton* m_stop;
    QPushButton* m_stopAll;
    StableTableView* m_contendersTable;
    StableTableView* m_grantsTable;
    FairnessView* m_fairness;
    QLabel* m_fairnessOf;
    QLabel* m_grantCount;
    QLabel* m_inversions;
    QLabel* m_waits;
    QLabel* m_jain;
};

}  // namespace lockscope
