// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_chart.h"

#include <lockcore/observe/lock_statistics.h>

#include <chrono>
#include <vector>

class QBarCategoryAxis;
class QBarSet;

namespace lockscope {

/// How long waits and holds took, in bins of growing width. Lives on the GUI thread.
class DurationChart : public StatisticsChart {
    Q_OBJECT

public:
    explicit DurationChart(QWidget* parent = nullptr);
    void show(const lockcore::LockStatistics& statistics);

protected:
    void paintSeries(const StatePalette& colors) override;
    void fit() override;

private:
    QBarSet* m_waits;
    QBarSet* m_holds;
    QBarCategoryAxis* m_bins;
    std::vector<std::chrono::milliseconds> m_bounds;  ///< that are shown
};

}  // namespace lockscope
