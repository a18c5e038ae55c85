// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/duration_chart.h"

#include "statistics/statistics_model.h"
#include "statistics/statistics_shapes.h"
#include "theme/state_palette.h"

#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QLegend>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kMostCountTicks = 5;

void fillSet(QBarSet& set, const std::vector<std::size_t>& counts) {
    QList<qreal> values;
    for (const std::size_t count : counts)
        values << static_cast<qreal>(count);
    // Replacing value by value would lay the chart out for each.
    if (set.count() > 0) set.remove(0, set.count());
    set.append(values);
}

}  // namespace

DurationChart::DurationChart(QWidget* parent)
    : StatisticsChart(tr("Waits and holds by duration (at most)"), parent),
      m_waits(new QBarSet(tr("Waits"))),
      m_holds(new QBarSet(tr("Holds"))),
      m_bins(new QBarCategoryAxis) {
    auto* series = new QBarSeries;
    series->append(m_waits);
    series->append(m_holds);
    series->setBarWidth(0.8);
    chart()->addSeries(series);
    addAxis(m_bins, Qt::AlignBottom);
    addCountAxis(Qt::AlignLeft);
    m_bins->setGridLineVisible(false);
    chart()->legend()->setAlignment(Qt::AlignTop);
    applyLook();
}

void DurationChart::show(const lockcore::LockStatistics& statistics) {
    const DurationBins bins = durationBins(statistics);
    std::size_t greatest = 0;
    for (const auto* counts : {&bins.waits, &bins.holds})
        for (const std::size_t count : *counts)
            greatest = std::max(greatest, count);
    showCounts(greatest, kMostCountTicks);
    if (bins.bounds != m_bounds) {
        m_bounds = bins.bounds;
        QStringList labels;
        for (const auto bound : m_bounds)
            labels << boundText(bound);
        m_bins->setCategories(labels);
        fit();
    }
    fillSet(*m_waits, bins.waits);
    fillSet(*m_holds, bins.holds);
    setAccessibleDescription(
        tr("Median wait %1, median hold %2.")
            .arg(knownText(statistics.waits.median), knownText(statistics.holds.median)));
}

/// Where they don't fit beside each other they would be cut off.
void DurationChart::fit() {
    int widest = 0;
    for (const QString& label : m_bins->categories())
        widest = std::max(widest, fontMetrics().horizontalAdvance(label + QStringLiteral("  ")));
    const auto needed = static_cast<double>(widest) * static_cast<double>(m_bins->count());
    m_bins->setLabelsAngle(needed > chart()->plotArea().width() ? -90 : 0);
}

void DurationChart::paintSeries(const StatePalette& colors) {
    // Hollow and filled, as their marks are.
    m_waits->setPen(QPen(colors.color(Tone::Waiter), 1.5));
    m_waits->setBrush(palette().color(QPalette::Base));
    m_holds->setPen(QPen(colors.textColor(Tone::Holder), 1));
    m_holds->setBrush(colors.color(Tone::Holder));
}

}  // namespace lockscope
