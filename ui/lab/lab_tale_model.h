// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/checks.h>
#include <lockcore/lab/scenario.h>

#include <QAbstractTableModel>

#include <cstddef>
#include <optional>
#include <vector>

namespace lockscope {

/// What a scenario has done so far, and what it waits for. Lives on the GUI thread.
class LabStepsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { When, What, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    /// A step that was waited for becomes one that is done, or missed.
    void add(const lockcore::PlayStep& step);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<lockcore::PlayStep> m_steps;
};

/// What a scenario promises, and what is known of it. Lives on the GUI thread.
class LabChecksModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Outcome, What, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// All of them; nothing is known of any.
    void setScenario(const std::optional<lockcore::Scenario>& scenario, lockcore::ScenarioSize size);
    void setOutcome(std::size_t check, const lockcore::CheckOutcome& outcome);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        lockcore::LabCheck check;
        lockcore::ScenarioText say = {};
        std::optional<lockcore::CheckOutcome> outcome = {};
    };

    QString text(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

}  // namespace lockscope
