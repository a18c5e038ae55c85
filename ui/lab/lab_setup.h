// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_connection.h"

#include <lockcore/lab/scenario.h>

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace lockscope {

/// The user's choice of a run: scenario or none, where, how large, by which seed. Lives on the GUI thread.
class LabSetup : public QWidget {
    Q_OBJECT

public:
    explicit LabSetup(QWidget* parent = nullptr);

    /// What the window is connected to, and why nothing can be changed there; without one, runs are on
    /// servers of their own.
    void setCluster(const std::optional<ConnectionOptions>& cluster, const QString& blockedReason);
    /// By its name; empty: a free run.
    void choose(const std::string& scenario);
    std::optional<lockcore::Scenario> scenario() const;
    LabStart start() const;
    /// Why it can't begin; empty where it can.
    QString problem() const;

Q_SIGNALS:
    void startRequested();

private:
    void buildList();
    QWidget* buildChoice();
    QWidget* buildFields();
    void update();
    bool isHere() const;

    const std::vector<lockcore::Scenario> m_scenarios;
    std::optional<ConnectionOptions> m_cluster;
    QString m_blockedReason;
    QListWidget* m_list;
    QLabel* m_title;
    QLabel* m_look;
    QComboBox* m_place;
    QComboBox* m_size;
    QSpinBox* m_contenders;
    QLineEdit* m_seed;
    QLineEdit* m_name;
    QWidget* m_nameField;
    QLabel* m_note;
    QPushButton* m_start;
};

}  // namespace lockscope
