// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_chart.h"
#include "statistics/statistics_shapes.h"

class QBarCategoryAxis;
class QBarSet;

namespace lockscope {

/// Who was granted the lock how often. Lives on the GUI thread.
class SharesChart : public StatisticsChart {
    Q_OBJECT

public:
    explicit SharesChart(QWidget* parent = nullptr);
    void show(const lockcore::LockStatistics& statistics, ShareScope scope);

protected:
    void paintSeries(const StatePalette& colors) override;
    void fit() override;

private:
    std::size_t barsThatFit() const;

    QBarSet* m_grants;
    QBarCategoryAxis* m_names;
    std::vector<NamedShare> m_shares;
};

}  // namespace lockscope
