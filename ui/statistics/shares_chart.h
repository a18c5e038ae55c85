// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_chart.h"
#include "statistics/statistics_shapes.h"

class QBarCategoryAxis;
class QBarSet;
class QValueAxis;

namespace lockscope {

/// Who was granted the lock how often. Lives on the GUI thread.
class SharesChart : public StatisticsChart {
    Q_OBJECT

public:
    explicit SharesChart(QWidget* parent = nullptr);
    void show(const lockcore::LockStatistics& statistics, ShareScope scope);

protected:
    void paintSeries(const StatePalette& colors) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    std::size_t barsThatFit() const;
    void showLargest();

    QBarSet* m_grants;
    QBarCategoryAxis* m_names;
    QValueAxis* m_count;
    std::vector<NamedShare> m_shares;
};

}  // namespace lockscope
