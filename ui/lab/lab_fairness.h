// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/contender_view.h>
#include <lockcore/lab/report.h>

#include <QWidget>

#include <cstdint>
#include <map>

class QLabel;

namespace lockscope {

class FairnessView;
class GrantOrderModel;
class StableTableView;

/// How fair one lock is to the contenders of a run: numbers, a picture, and its last grants. Lives on the GUI
/// thread.
class LabFairness : public QWidget {
    Q_OBJECT

public:
    explicit LabFairness(QWidget* parent = nullptr);

    /// Null: nothing was granted. `ended`: of a phase that has ended what its report says of that lock.
    /// What contenders are called, by their ids.
    void setNames(std::map<std::uint64_t, QString> names);
    void setFairness(const lockcore::LockFairness* fairness, const lockcore::LockReport* ended = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    GrantOrderModel* m_grants;
    StableTableView* m_table;
    FairnessView* m_picture;
    QWidget* m_facts;
    QLabel* m_of;
    QLabel* m_waits;
};

}  // namespace lockscope
