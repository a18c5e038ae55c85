// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_chart.h"

#include <lockcore/observe/lock_statistics.h>

class QAreaSeries;
class QDateTimeAxis;
class QLineSeries;

namespace lockscope {

/// How many waited and held over time. Lives on the GUI thread.
class LengthChart : public StatisticsChart {
    Q_OBJECT

public:
    explicit LengthChart(QWidget* parent = nullptr);
    void show(const lockcore::LockStatistics& statistics);

protected:
    void paintSeries(const StatePalette& colors) override;
    void fit() override;

private:
    void describe(const lockcore::LockStatistics& statistics);

    QLineSeries* m_waiters;
    QLineSeries* m_holders;  ///< upper edge of m_held
    QAreaSeries* m_held;
    QLineSeries* m_unseenTop;  ///< upper edge of m_unseen
    QAreaSeries* m_unseen;     ///< lies on the lines while nothing was seen
    QDateTimeAxis* m_time;
};

}  // namespace lockscope
