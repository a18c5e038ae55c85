// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/shares_chart.h"

#include "theme/state_palette.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QHorizontalBarSeries>
#include <QLegend>
#include <QLocale>
#include <QValueAxis>

#include <algorithm>
#include <utility>

namespace lockscope {

SharesChart::SharesChart(QWidget* parent)
    : StatisticsChart(tr("Grants"), parent),
      m_grants(new QBarSet(tr("Grants"))),
      m_names(new QBarCategoryAxis),
      m_count(new QValueAxis) {
    auto* series = new QHorizontalBarSeries;
    series->append(m_grants);
    series->setBarWidth(0.7);
    chart()->addSeries(series);
    addCountAxis(m_count, Qt::AlignBottom, tr("Grants"));
    addAxis(m_names, Qt::AlignLeft, {});
    m_names->setGridLineVisible(false);
    chart()->legend()->hide();
    applyLook();
}

void SharesChart::show(const lockcore::LockStatistics& statistics, ShareScope scope) {
    const QString title = scope == ShareScope::Hosts ? tr("Grants per host") : tr("Grants per session");
    if (chart()->title() != title) {
        chart()->setTitle(title);
        setAccessibleName(title);
    }
    m_shares = namedShares(statistics, scope);
    showLargest();
}

void SharesChart::showLargest() {
    std::vector<NamedShare> shown = largestShares(m_shares, barsThatFit());
    std::ranges::reverse(shown);  // the first category is the lowest
    QStringList names;
    QStringList words;
    QList<qreal> values;
    std::uint64_t greatest = 0;
    for (const NamedShare& share : shown) {
        names << share.name;
        words << tr("%1: %2").arg(share.whole, QLocale().toString(static_cast<qulonglong>(share.grants)));
        values << static_cast<qreal>(share.grants);
        greatest = std::max(greatest, share.grants);
    }
    const QString label = QLocale().toString(static_cast<qulonglong>(greatest));
    const CountScale scale = countScale(greatest, std::clamp(ticksThatFit(label), 3, 6));
    m_count->setRange(0, static_cast<double>(scale.top));
    m_count->setTickCount(scale.ticks);
    if (m_grants->count() > 0) m_grants->remove(0, m_grants->count());
    if (names != m_names->categories()) m_names->setCategories(names);
    m_grants->append(values);
    setAccessibleDescription(words.join(QLatin1Char('\n')));
}

std::size_t SharesChart::barsThatFit() const {
    // Title, axis and its title; names that have less than one and a half lines are cut off.
    const int line = fontMetrics().height();
    return static_cast<std::size_t>(std::max(3, 2 * (height() - 5 * line) / (3 * line)));
}

void SharesChart::paintSeries(const StatePalette& colors) {
    m_grants->setPen(QPen(colors.textColor(Tone::Info), 1));
    m_grants->setBrush(colors.color(Tone::Info));
}

void SharesChart::resizeEvent(QResizeEvent* event) {
    StatisticsChart::resizeEvent(event);
    showLargest();
}

}  // namespace lockscope
